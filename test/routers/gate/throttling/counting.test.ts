import { afterEach, describe, expect, test, vi } from 'vitest'
import { User } from '../../../../entities/accounts/user.ts'
import { transaction } from '../../../../entities/connection/transaction.ts'
import { attempt } from '../../../../routers/gate/throttling/counting.ts'
import type { RequestContext } from '../../../../routers/ports/context.ts'
import { theService } from '../../../../src/logs/audit.ts'
import type { Client } from '../../../setup/client.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../../setup/fixture.ts'
import { openWindows } from '../../../setup/open-windows.ts'
import { password, startService } from '../../../setup/service.ts'

const env = {
  TRUST_PROXY: '1',
  THROTTLE_ANON: '4/hour',
  THROTTLE_USER: '6/hour',
  THROTTLE_PLANNING: '6/hour',
  THROTTLE_LOGIN: '3/hour',
  THROTTLE_TOKEN_REFRESH: '6/hour',
  THROTTLE_LOGOUT: '6/hour',
}
const withRedis = (await serviceForFile({ env })).service
const inMemory = closedAfterAll(await startService({ env: { ...env, REDIS_URL: '' } }))
const services = [
  ['Redis', withRedis],
  ['memory', inMemory],
] as const

const tags = '/api/v1/tags/'
const health = '/api/health/'
const plans = '/planning/v1/plans/apply/'
const day = 86_400_000
const { now } = withRedis.clock

afterEach(async () => {
  for (const [, service] of services) {
    service.clock.now = now
    await service.services.throttles.clear()
  }
})

const used = async (service: typeof withRedis, scope: string) =>
  (await openWindows(service.services.throttles)).filter((each) => each.scope === scope)

describe.each(services)('a session that is over, counted in %s,', (_, service) => {
  const change = (id: string, what: (user: User) => void) =>
    transaction({ em: service.orm.em, author: theService(now) }, async (em) =>
      what(await em.findOneOrFail(User, id)),
    )

  const ends = {
    'logged out': async (client: Client) => {
      const { value } = client.cookies.get('access_token') ?? { value: '' }
      await client.post('/api/v1/auth/logout/')
      client.cookies.set('access_token', { value, path: '/' })
    },
    'outdated by a new password': (client: Client) =>
      change(client.user.id, (user) => user.setPassword('another hash')),
    'of a deactivated user': (client: Client) => change(client.user.id, (user) => user.deactivate()),
  }

  test.each(
    Object.keys(ends).flatMap((how) => [tags, health, plans].map((path) => [how as keyof typeof ends, path])),
  )('a session %s does not use up the window of its user at %s', async (how, path) => {
    const client = await service.as('VIEWER')
    await ends[how as keyof typeof ends](client)
    await service.services.throttles.clear()
    const ask = () => client.request(path === plans ? 'POST' : 'GET', path as string)
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await ask()).status)
    const answered = path === health ? 200 : 401
    expect(statuses).toEqual([answered, answered, answered, answered, 429, 429])
    for (const scope of ['user', 'planning'])
      expect((await used(service, scope)).filter(({ used }) => used > 0)).toEqual([])
    expect(await used(service, 'anon')).toMatchObject([{ key: '127.0.0.1', used: 4 }])
  })

  test('simultaneous requests of an ended session do not use up the window of its user', async () => {
    const client = await service.as('VIEWER')
    await ends['outdated by a new password'](client)
    await service.services.throttles.clear()
    await Promise.all(Array.from({ length: 5 }, () => client.get(tags)))
    expect((await used(service, 'user')).filter(({ used }) => used > 0)).toEqual([])
  })

  test('an expired token of an ended session is counted as anonymous', async () => {
    const client = await service.as('VIEWER')
    await ends['outdated by a new password'](client)
    service.clock.now = new Date(now.getTime() + day / 12)
    await service.services.throttles.clear()
    expect((await client.get(tags)).status).toBe(401)
    expect((await used(service, 'user')).filter(({ used }) => used > 0)).toEqual([])
    expect(await used(service, 'anon')).toHaveLength(1)
  })
})

test.each([
  ['/api/v1/tags/', 'user', 'anon'],
  ['/api/v1/auth/logout/', 'logout', 'logout'],
  ['/api/v1/auth/token/refresh/', 'token_refresh', 'token_refresh'],
])('a POST %s that fails CSRF counts by address, not against its session', async (path, scope, byAddress) => {
  const client = await withRedis.as('MANAGER')
  await withRedis.services.throttles.clear()
  const headers = { 'X-CSRFToken': 'wrong', 'X-Forwarded-For': '198.51.100.77' }
  expect((await client.post(path, {}, { headers })).status).toBe(403)
  expect(await used(withRedis, byAddress)).toMatchObject([{ key: '198.51.100.77', used: 1 }])
  if (scope !== byAddress) expect(await used(withRedis, scope)).toEqual([])
})

test('all sessions of a user count in one window', async () => {
  const client = await withRedis.as('VIEWER')
  const another = withRedis.anonymous()
  await another.login(client.user.email, password)
  await withRedis.services.throttles.clear()
  for (const session of [client, another]) await session.get(tags)
  expect(await used(withRedis, 'user')).toMatchObject([{ key: client.user.id, used: 2 }])
})

test.each([
  [6.9, 'user'],
  [7.1, 'anon'],
])('an expired token of %f days counts in the scope %s', async (days, scope) => {
  const client = await withRedis.as('VIEWER')
  await withRedis.services.throttles.clear()
  withRedis.clock.now = new Date(now.getTime() + days * day)
  expect((await client.get(tags)).status).toBe(401)
  expect((await openWindows(withRedis.services.throttles)).map((each) => each.scope)).toEqual([scope])
})

describe('an address', () => {
  const statusesFrom = async (...addresses: string[]) => {
    const statuses = []
    for (const address of addresses) {
      const body = { email: 'nobody@clinic.example', password }
      const headers = { 'X-Forwarded-For': address }
      statuses.push((await withRedis.anonymous().post('/api/v1/auth/login/', body, { headers })).status)
    }
    return statuses
  }

  test.each([
    ['port', '198.51.100.9:40000', '198.51.100.9:40001', '198.51.100.9', '198.51.100.9:1'],
    ['form', '::ffff:203.0.113.7', '203.0.113.7', '::FFFF:cb00:7107', '[::ffff:203.0.113.7]:80'],
    ['spelling', '2001:db8::1', '2001:DB8:0::1', '[2001:db8::1]', '[2001:0db8::0001]:443'],
    ['interface within a /64', '2001:db8:0:9::1', '2001:db8:0:9::2', '2001:db8:0:9:1::', '2001:db8:0:9:f::1'],
  ])('addresses that differ only in %s are counted as one', async (_, ...addresses) => {
    expect(await statusesFrom(...addresses)).toEqual([400, 400, 400, 429])
  })

  test('addresses of different /64 networks are counted apart', async () => {
    expect(
      await statusesFrom('2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1', '2001:db8:0:4::1'),
    ).toEqual([400, 400, 400, 400])
  })
})

test('operators can log in at the ops port while the public window of their address is full', async () => {
  const ops = await startConsole(withRedis, { env })
  const operator = await withRedis.addUser('ADMIN', { is_staff: true })
  const flood = []
  for (let i = 0; i < 4; i++) flood.push((await withRedis.anonymous().login('x@clinic.example', 'x')).status)
  for (let i = 0; i < 5; i++) await withRedis.anonymous().get(tags)
  expect(flood).toEqual([400, 400, 400, 429])
  expect((await ops.anonymous().login(operator.email, password)).status).toBe(200)
  expect((await ops.anonymous().login(operator.email, 'x')).status).toBe(400)
  expect(await used(withRedis, 'login')).toMatchObject([
    { key: '127.0.0.1', used: 3 },
    { key: 'ops:127.0.0.1', used: 1 },
  ])
  await ops.close()
})

test('the ops port counts only failed logins, as operators can share the address of a tunnel', async () => {
  const ops = await startConsole(withRedis, { env })
  const operator = await withRedis.addUser('ADMIN', { is_staff: true })
  const statuses = []
  for (const secret of [password, password, 'x', password, password, 'x', 'x'])
    statuses.push((await ops.anonymous().login(operator.email, secret)).status)
  expect(statuses).toEqual([200, 200, 400, 200, 200, 400, 400])
  const other = await withRedis.addUser('ADMIN', { is_staff: true })
  expect((await ops.anonymous().login(other.email, password)).status).toBe(429)
  await ops.close()
})

test('the ops port counts the calls of users who are not staff, but not those of staff', async () => {
  const ops = await startConsole(withRedis, { env })
  const ask = async (client: Client, name = 'operator.system.viewer') =>
    (await client.trpc('query', name)).status
  const statuses = async (client: Client) => {
    const found = []
    for (let i = 0; i < 7; i++) found.push(await ask(client))
    return found
  }
  expect(await statuses(await ops.as('ADMIN'))).toEqual(Array(7).fill(200))
  expect(await statuses(await ops.as('VIEWER', { is_staff: false }))).toEqual([...Array(6).fill(403), 429])
  const ended = await ops.as('ADMIN')
  const { value } = ended.cookies.get('access_token') ?? { value: '' }
  await ended.post('/api/v1/auth/logout/')
  ended.cookies.set('access_token', { value, path: '/' })
  expect(await statuses(ended)).toEqual([...Array(4).fill(401), 429, 429, 429])
  await ops.close()
})

test.each([
  ['within its window is not counted', 3_590_000, 0],
  ['after its window takes nothing from the next one', 3_600_000, 3],
])('an attempt that is taken back %s', async (_, later, remaining) => {
  const ctx = Object.assign({} as RequestContext, { services: inMemory.services })
  const guess = () => attempt(ctx, ['login', 'a'])
  vi.useFakeTimers()
  try {
    const attempts = await Promise.all([guess(), guess(), guess()])
    vi.advanceTimersByTime(later)
    if (remaining) await Promise.all([guess(), guess(), guess()])
    for (const { giveBack } of attempts) await giveBack()
    expect((await inMemory.services.throttles.find({ scope: 'login', key: 'a' })).found?.used).toBe(remaining)
  } finally {
    vi.useRealTimers()
  }
})
