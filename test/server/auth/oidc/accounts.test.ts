import { afterEach, expect, test } from 'vitest'
import { newMachine } from '../../../../entities/accounts/machines.ts'
import { Client } from '../../../setup/client.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll } from '../../../setup/fixture.ts'
import { startIdentityProvider } from '../../../setup/identity-provider.ts'
import { password, startService } from '../../../setup/service.ts'

const provider = closedAfterAll(await startIdentityProvider())
const service = closedAfterAll(await startService({ env: provider.env }))
const ops = closedAfterAll(await startConsole(service, { env: provider.env }))
afterEach(() => provider.reset())

const elsewhere = { status: 409, body: { detail: 'The identity provider keeps the passwords.' } }
const reason = 'asked for'
const confirm = (client: Client, secret: string) =>
  client.trpc('mutation', 'operator.users.confirm', { password: secret })

async function signIn() {
  const user = await service.addUser('ADMIN', { email_verified: true, is_staff: true })
  const client = new Client(ops.url, user)
  await client.login(user.email, password)
  return client
}

test('a change is confirmed with the password of the provider', async () => {
  const operator = await signIn()
  const user = await service.addUser('VIEWER')
  const promote = () =>
    operator.trpc('mutation', 'operator.users.set_role', { id: user.id, role: 'MANAGER', reason })
  expect((await confirm(operator, 'a wrong password')).body).toEqual({
    password: ['Your password was entered incorrectly. Please enter it again.'],
  })
  expect((await promote()).status).toBe(403)
  expect((await confirm(operator, password)).status).toBe(200)
  expect((await promote()).body).toMatchObject({ role: 'MANAGER' })
})

test('another user’s password at the provider confirms no change', async () => {
  const operator = await signIn()
  provider.settings.accessClaims = { sub: 'subject of another user' }
  expect((await confirm(operator, password)).status).toBe(400)
})

test('no change can be confirmed while the provider is down', async () => {
  const operator = await signIn()
  await provider.line.cut()
  expect((await confirm(operator, password)).status).toBe(503)
  await provider.line.restore()
})

test('users with a provider change passwords there, and new users get none here', async () => {
  const operator = await signIn()
  const own = { current_password: password, new_password: 'a whole new phrase' }
  expect(await operator.trpc('mutation', 'account.change_password', own)).toMatchObject(elsewhere)
  const { id } = await service.addUser('VIEWER')
  expect(await operator.trpc('mutation', 'operator.users.set_password', { id, reason })).toMatchObject(
    elsewhere,
  )
  await confirm(operator, password)
  const newcomer = { email: 'newcomer@clinic.example', role: 'VIEWER', reason }
  const { body } = await operator.trpc('mutation', 'operator.users.create', newcomer)
  expect(body).toMatchObject({ has_password: false, password: null, password_expires_at: null })
})

const me = '/api/v1/auth/me/'

/** A token that a client has got for itself, as the provider signs it. */
const clientToken = (client: string, claims: object = {}) =>
  provider.sign({ sub: client, azp: undefined, client_id: client, ...claims })

test('with an identity provider, a client’s own tokens are those of the machine with its client id', async () => {
  const em = service.orm.em.fork()
  await newMachine(em, { name: 'Payroll', role: 'VIEWER', client_id: 'payroll' }, service.clock.now)
  const person = await service.as('ADMIN')
  const ask = (token: string) => person.get(me, { headers: { Authorization: `Bearer ${token}` } })
  for (const claims of [
    {},
    { azp: 'payroll' },
    { sub: 'x', gty: 'client-credentials' },
    { sub: 'x', idtyp: 'app' },
    { sub: 'x', preferred_username: 'service-account-payroll' },
  ])
    expect((await ask(clientToken('payroll', claims))).body).toMatchObject({
      email: 'Payroll',
      role: 'VIEWER',
    })

  for (const token of [
    clientToken('unknown'),
    clientToken('payroll', { exp: 1 }),
    clientToken('payroll', { aud: 'another-api' }),
    clientToken('payroll', { iss: 'https://evil.example' }),
    `${clientToken('payroll').slice(0, -4)}AAAA`,
  ]) {
    const { status, headers } = await ask(token)
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
  }

  // A person who has signed in to that client is not the client, whatever name they have chosen.
  const preferred_username = 'service-account-payroll'
  for (const token of [
    clientToken('payroll', { sub: 'x' }),
    provider.sign({ sub: 'x', azp: 'payroll', preferred_username }),
    'no.jwt.either',
  ])
    expect((await ask(token)).body.sub).toBe(person.user.id)
  const asCookie = service.anonymous()
  asCookie.cookies.set('access_token', { value: clientToken('payroll'), path: '/' })
  expect((await asCookie.get(me)).status).toBe(401)
})
