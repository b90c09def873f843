import { afterEach, expect, test } from 'vitest'
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
