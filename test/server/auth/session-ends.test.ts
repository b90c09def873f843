import { beforeEach, expect, test } from 'vitest'
import { OperatorLog } from '../../../entities/logs/operator-log.ts'
import { SecurityLog } from '../../../entities/logs/security-log.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'
import { cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'

const { service } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
beforeEach(() => service.services.throttles.clear())

const reason = 'no longer theirs'

/** The events about the user's sessions that the log has, apart from logins. */
async function eventsAbout(id: string) {
  await Promise.all([service.services.securityLog.flush(), ops.services.securityLog.flush()])
  return service.orm.em
    .fork()
    .find(SecurityLog, { target: id }, { orderBy: { id: 1 }, fields: ['event', 'user_id', 'via'] })
}

test('the end of a session that a login replaces is logged once', async () => {
  const { id, email } = await service.addUser('VIEWER')
  const client = service.anonymous()
  await client.login(email, password)
  const ended = client.cookies.get('access_token')
  await client.login(email, password)
  if (ended) client.cookies.set('access_token', ended)
  await client.login(email, password)
  expect(await eventsAbout(id)).toMatchObject([{ event: 'session_end', user_id: id, via: 'rest' }])
})

test('users who deactivate themselves end their sessions', async () => {
  const client = await service.as('VIEWER')
  expect((await client.post('/api/v1/auth/me/deactivate/')).status).toBe(204)
  const { id } = client.user
  expect(await eventsAbout(id)).toMatchObject([{ event: 'session_end', user_id: id, via: 'rest' }])
})

test.each([
  ['end_sessions', 'session_end'],
  ['deactivate', 'session_end'],
  ['set_password', 'password_change'],
])('an operator’s %s that ends all sessions of a user is logged', async (name, event) => {
  const operator = await ops.confirmed('ADMIN')
  const { id } = await service.addUser('VIEWER')
  const { status } = await operator.trpc('mutation', `operator.users.${name}`, { id, reason })
  expect(status).toBe(200)
  expect(await eventsAbout(id)).toMatchObject([{ event, user_id: operator.user.id, via: 'operator' }])
})

test('sessions that end in PostgreSQL alone, while Redis is down, are logged too', async () => {
  const redis = closedAfterTest(await cuttableProxy(service.redisUrl))
  const console = closedAfterTest(await startConsole(service, { redisUrl: redis.url }))
  const [operator, leaver, other] = [
    await console.as('ADMIN'),
    await console.as('ADMIN'),
    await console.as('ADMIN'),
  ]
  const { id } = other.user
  const { sessions } = (await operator.trpc('query', 'operator.users.sessions', { id })).body
  await redis.cut()
  expect((await leaver.trpc('mutation', 'auth.logout')).status).toBe(503)
  const ending = { id, session_id: sessions[0].id, reason }
  expect((await operator.trpc('mutation', 'operator.users.end_session', ending)).status).toBe(503)
  expect((await other.trpc('query', 'operator.system.viewer')).status).toBe(401)

  await console.services.securityLog.flush()
  const em = service.orm.em.fork()
  expect(await em.count(SecurityLog, { event: 'logout', user_id: leaver.user.id })).toBe(1)
  expect(await em.count(SecurityLog, { event: 'session_end', target: id })).toBe(1)
  expect(await em.find(OperatorLog, { actor: operator.user.id })).toMatchObject([
    { action: 'users.end_session', target: other.user.email },
  ])
})
