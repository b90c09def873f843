import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { SecurityLog } from '../../../entities/logs/security-log.ts'
import { ageUsesIn } from '../../made/used-tokens.ts'
import type { Client } from '../../setup/client.ts'
import { closedAfterAll, closedAfterTest } from '../../setup/fixture.ts'
import { password, startCuttableService, startService } from '../../setup/service.ts'

const lines: { level: number; security?: Record<string, unknown> }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
const service = closedAfterAll(
  await startService({ log, env: { THROTTLE_ANON: '5/hour', THROTTLE_TOKEN_REFRESH: '20/hour' } }),
)

let known = 0

/** The entries that the work has added, oldest first. */
async function added(work: () => Promise<unknown>) {
  await service.services.securityLog.stop()
  known = (await stored()).at(-1)?.id ?? 0
  lines.length = 0
  await work()
  await service.services.securityLog.flush()
  return (await stored()).filter(({ id }) => id > known)
}
const stored = () => service.orm.em.fork().find(SecurityLog, {}, { orderBy: { id: 1 } })

beforeEach(() => service.services.throttles.clear())

const exportPath = '/api/v1/auth/me/export/'
const refresh = (client: Client) => client.post('/api/v1/auth/token/refresh/')

/** The client's refresh token, as a thief could have copied it. */
function copyOf(client: Client) {
  const token = client.cookies.get('refresh_token')
  return () => token && client.cookies.set('refresh_token', token)
}

const openSessions = async ({ user }: Client) =>
  (await service.services.sessionRecords.list(user.id, service.clock.now)).map(({ id }) => id)

async function later(seconds: number, work: () => Promise<unknown>) {
  const { now } = service.clock
  service.clock.now = new Date(now.getTime() + seconds * 1000)
  await work()
  service.clock.now = now
}

test('the security log shows a session from login to logout, with its user and address', async () => {
  const user = await service.addUser('VIEWER')
  const client = service.anonymous()
  const entries = await added(async () => {
    await client.post(
      '/api/v1/auth/login/',
      { email: user.email, password },
      { headers: { 'User-Agent': 'Firefox' } },
    )
    await refresh(client)
    await client.get(exportPath)
    await client.post('/api/v1/auth/logout/')
  })
  expect(entries.map(({ event }) => event)).toEqual(['login', 'refresh', 'personal_data_export', 'logout'])
  for (const entry of entries)
    expect(entry).toMatchObject({
      user_id: user.id,
      outcome: 'DONE',
      times: 1,
      via: 'rest',
      created_at: service.clock.now,
    })
  expect(entries[0]).toMatchObject({ user_agent: 'Firefox', address: expect.stringContaining('127.0.0.1') })
  expect(entries.map(({ request_id }) => request_id)).toEqual(
    Array.from({ length: 4 }, () => expect.stringMatching(/^[0-9a-f-]{36}$/)),
  )
})

test('a refused login is logged with its account, if any, and never with the typed text', async () => {
  const user = await service.addUser('VIEWER')
  const typed = 'My-Secret@Passw.ord'
  const entries = await added(async () => {
    await service.anonymous().login(user.email, 'wrong')
    await service.anonymous().login(typed, 'wrong')
  })
  expect(entries).toMatchObject([
    { event: 'failed_login', outcome: 'REFUSED', user_id: user.id },
    { event: 'failed_login', outcome: 'REFUSED', user_id: null },
  ])
  expect(JSON.stringify([entries, lines])).not.toContain('Passw')
})

test('failed logins to one account are logged separately for each address', async () => {
  const { securityLog } = service.services
  const { id: user } = await service.addUser('VIEWER')
  const from = (ip: string) => ({
    ip,
    headers: {},
    surface: 'rest' as const,
    id: '',
    credentials: { state: 'none' },
  })
  const entries = await added(async () => {
    for (const ip of ['198.51.100.1', '203.0.113.7']) securityLog.record('failed_login', from(ip), { user })
  })
  expect(entries.map(({ address }) => address)).toEqual(['198.51.100.1', '203.0.113.7'])
})

test('the second use of a refresh token is logged with a warning, and so are later refusals', async () => {
  const client = await service.as('VIEWER')
  const restore = copyOf(client)
  const entries = await added(async () => {
    await refresh(client)
    restore()
    await ageUsesIn(service.redisUrl, 60_000)
    await refresh(client)
    restore()
    await refresh(client)
    await client.get('/api/v1/auth/me/')
  })
  expect(entries.map(({ event }) => event)).toEqual(['refresh', 'reuse', 'failed_refresh', 'ended_session'])
  expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set([client.user.id]))
  const levels = lines.filter(({ security }) => security?.event === 'reuse').map(({ level }) => level)
  expect(levels).toEqual([40])
})

test('the second use of a refresh token ends the session and is logged even if the answer is 429', async () => {
  const thief = await service.as('VIEWER')
  const victim = thief.copy()
  const entries = await added(async () => {
    await refresh(thief)
    await ageUsesIn(service.redisUrl, 60_000)
    // The thief uses up the window, without another refresh.
    const [sessionId = ''] = await openSessions(thief)
    for (let used = 1; used < 20; used++) await service.services.throttles.consume('token_refresh', sessionId)
    expect((await refresh(victim)).status).toBe(429)
    expect((await thief.get('/api/v1/auth/me/')).status).toBe(401)
  })
  expect(entries.map(({ event }) => event)).toEqual(['refresh', 'reuse', 'throttled', 'ended_session'])
})

test('refusals for role and CSRF are logged with the procedure', async () => {
  const client = await service.as('VIEWER')
  const entries = await added(async () => {
    await client.post('/api/v1/tags/', {})
    await client.post('/api/v1/tags/', {}, { headers: { 'X-CSRFToken': 'wrong' } })
    await client.post('/api/v1/tags/', {}, { headers: { Origin: 'https://evil.example' } })
    await client.trpc('mutation', 'employees.create', {})
  })
  const common = { outcome: 'REFUSED', user_id: client.user.id }
  expect(entries).toMatchObject([
    { ...common, event: 'role', target: 'tags.create', via: 'rest' },
    { ...common, event: 'csrf', target: 'tags.create', via: 'rest' },
    { ...common, event: 'role', target: 'employees.create', via: 'trpc' },
  ])
  expect(lines.filter(({ security }) => security?.event === 'csrf')).toHaveLength(1)
})

test('the first throttled request of a window is logged at once, and the number of others at its end', async () => {
  const flood = async () => {
    for (let request = 0; request < 8; request++) await service.anonymous().get('/api/health/')
  }
  const entries = await added(flood)
  expect(entries).toMatchObject([{ event: 'throttled', target: 'health.check', times: 1 }])
  await later(3599, () => service.services.securityLog.flush())
  expect((await stored()).at(-1)).toMatchObject({ id: entries[0]?.id })
  await later(3600, () => service.services.securityLog.flush())
  expect((await stored()).at(-1)).toMatchObject({ event: 'throttled', times: 2 })
  const throttled = lines.flatMap(({ security }) => (security?.event === 'throttled' ? [security.times] : []))
  expect(throttled).toEqual([1, 2])
})

test('a megabyte of refused requests takes less than 20 kB of the JSON log', async () => {
  const request = 'GET /api/health/ HTTP/1.1\r\nHost: a\r\n\r\n'
  const from = { ip: '', headers: {}, surface: 'rest', id: '', credentials: { state: 'none' } } as const
  await added(async () => {
    for (let sent = 0; sent < 2 ** 20; sent += request.length)
      service.services.securityLog.record('throttled', from, { target: 'health.check' })
  })
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines).length).toBeLessThan(20_000)
})

test('a flood of refusals from many addresses takes little space in the database', async () => {
  const { securityLog } = service.services
  const from = (n: number) => ({
    ip: `198.51.${n >> 8}.${n & 255}`,
    headers: {},
    surface: 'rest' as const,
    id: 'flood',
    credentials: { state: 'none' as const },
  })
  const entries = await added(async () => {
    for (let n = 0; n < 20_000; n++) securityLog.record('csrf', from(n % 10_000), { target: 'tags.create' })
    await securityLog.stop()
  })
  expect(entries.length).toBeLessThan(2100)
  expect(entries.reduce((sum, { times }) => sum + times, 0)).toBe(20_000)
})

test('a security event while PostgreSQL is down delays no answer and is stored once PostgreSQL is back', async () => {
  const cuttable = closedAfterTest(
    await startCuttableService('PostgreSQL', { env: { THROTTLE_ANON: '1/hour' } }),
  )
  const { securityLog } = cuttable.services
  await cuttable.anonymous().get('/api/health/')
  await cuttable.line.cut()
  expect((await cuttable.anonymous().get('/api/health/')).status).toBe(429)
  await securityLog.flush()
  await cuttable.line.restore()
  await securityLog.flush()
  const entries = await cuttable.orm.em.fork().find(SecurityLog, {})
  expect(entries).toMatchObject([{ event: 'throttled', target: 'health.check' }])
})
