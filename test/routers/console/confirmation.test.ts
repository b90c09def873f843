import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { SecurityLog } from '../../../entities/logs/security-log.ts'
import { hashPassword, hashPasswordsAtOnce } from '../../../server/auth/passwords.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { secondsLeft } from '../../expect/seconds.ts'
import { notPermitted } from '../../expect/texts.ts'
import { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'

const { service } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service, { env: { THROTTLE_LOGIN: '3/hour' } }))
let operator: Client
beforeEach(async () => {
  operator = await signIn()
})

/** An ADMIN whose login is not counted. */
async function signIn() {
  const user = await service.addUser('ADMIN', { is_staff: true })
  const client = new Client(ops.url, user)
  await ops.services.throttles.clear()
  await client.login(user.email, password)
  return client
}

const confirm = (secret: string, client = operator) =>
  client.trpc('mutation', 'operator.users.confirm', { password: secret })
const act = (name: string, input: object) =>
  operator.trpc('mutation', `operator.users.${name}`, { reason: 'asked for', ...input })

const required = {
  detail: 'Confirm your password to do this.',
  code: 'PASSWORD_CONFIRMATION_REQUIRED',
}
const wrong = { password: ['Your password was entered incorrectly. Please enter it again.'] }

const changes = [
  ['create', { email: 'newcomer@clinic.example', role: 'VIEWER' }],
  ['set_role', { role: 'MANAGER' }],
  ['set_flags', { is_staff: true }],
  ['set_password', {}],
] as const

test.each(changes)(
  '%s needs a confirmation by password within the last five minutes',
  async (name, input) => {
    const user = await service.addUser('VIEWER')
    const attempt = () => act(name, { ...input, id: user.id })
    await expectAnswer(attempt(), 403, required)
    const { now } = service.clock
    expect((await confirm(password)).body).toEqual({ confirmed_until: '2026-03-04T10:05:00.000Z' })
    service.clock.now = new Date(now.getTime() + 300_000)
    expect((await attempt()).body).toEqual(required)
    service.clock.now = new Date(now.getTime() + 299_000)
    expect((await attempt()).status).toBe(200)
    service.clock.now = now
  },
)

test('being asked for the password is no refusal in the security log', async () => {
  const { id } = await service.addUser('VIEWER')
  await expectAnswer(act('set_role', { id, role: 'MANAGER' }), 403, required)
  await expectAnswer(act('set_flags', { id, is_superuser: true }), 403, notPermitted)
  await ops.services.securityLog.flush()
  const logged = await service.orm.em
    .fork()
    .find(SecurityLog, { user_id: operator.user.id, outcome: 'REFUSED' })
  expect(logged).toMatchObject([{ event: 'role', target: 'operator.users.set_flags' }])
})

test('changes that end access need no confirmation', async () => {
  const { id } = await service.addUser('VIEWER')
  for (const name of ['deactivate', 'end_sessions']) expect((await act(name, { id })).status).toBe(200)
})

test('a confirmation is valid only in its own session', async () => {
  const other = new Client(ops.url, operator.user)
  await other.login(operator.user.email, password)
  await confirm(password, other)
  const { id } = await service.addUser('VIEWER')
  expect((await act('set_role', { id, role: 'MANAGER' })).body).toEqual(required)
})

test('a wrong password in a confirmation counts as a failed login, with the same limit', async () => {
  for (let attempt = 0; attempt < 3; attempt++) {
    await expectAnswer(confirm('a wrong password'), 400, wrong)
  }
  const refused = await confirm(password)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, secondsLeft(3600)])
  const { id } = await service.addUser('VIEWER')
  expect((await act('set_role', { id, role: 'MANAGER' })).body).toEqual(required)
  const { body } = await operator.trpc('query', 'operator.throttles.failed_logins', { range: 'hour' })
  expect(body.by_account).toContainEqual(expect.objectContaining({ email: operator.user.email, count: 3 }))
})

test('a confirmation past the limit is shown among the refused logins', async () => {
  const refused = async () => {
    const { body } = await operator.trpc('query', 'operator.throttles.overview', { range: 'hour' })
    return body.scopes.find(({ scope }: { scope: string }) => scope === 'login').totals.blocked
  }
  const before = await refused()
  for (let attempt = 0; attempt < 4; attempt++) await confirm('a wrong password')
  expect((await refused()) - before).toBe(1)
})

test('a confirmation that the busy service refuses is not counted', async () => {
  hashPasswordsAtOnce(1)
  let isBusy = true
  // One at work and sixteen waiting: each asks again as soon as it is done.
  const others = Array.from({ length: 17 }, async () => {
    while (isBusy) await hashPassword('x')
  })
  const answers = [await confirm('a wrong password'), await confirm('a wrong password')]
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  isBusy = false
  await Promise.all(others)
  for (const status of [400, 400, 400, 429]) expect((await confirm('a wrong password')).status).toBe(status)
})

test('the right password in a confirmation resets the count of attempts', async () => {
  for (let attempt = 0; attempt < 5; attempt++) expect((await confirm(password)).status).toBe(200)
})

test('an expired password confirms nothing', async () => {
  const db = service.orm.em.fork().getKysely()
  await sql`update users set password_expires_at = ${service.clock.now} where id = ${operator.user.id}`.execute(
    db,
  )
  expect((await confirm(password)).body).toEqual(wrong)
})
