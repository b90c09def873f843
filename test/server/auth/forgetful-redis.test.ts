import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { redisWarnings } from '../../../server/stores/redis.ts'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { ageUsesIn } from '../../made/used-tokens.ts'
import type { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { startService } from '../../setup/service.ts'
import { withRedis } from '../../setup/stores/redis.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'

describe('once Redis has lost everything', async () => {
  const service = closedAfterAll(await startService())
  const ops = closedAfterAll(await startConsole(service))

  const refresh = (client: Client) => client.post('/api/v1/auth/token/refresh/')
  const loseEverything = () => withRedis(service.redisUrl, (redis) => redis.flushdb())

  const ends: [string, (client: Client) => Promise<unknown>][] = [
    ['a logout', (client) => client.post('/api/v1/auth/logout/')],
    [
      'another login of its browser',
      (client) => client.login(client.user.email, 'correct horse battery staple'),
    ],
    [
      'an operator',
      async (client) => {
        const operator = await ops.confirmed('ADMIN')
        const { id } = client.user
        const [session] = await service.services.sessionRecords.list(id, service.clock.now)
        await operator.trpc('mutation', 'operator.users.end_session', {
          id,
          session_id: session?.id,
          reason: 'no longer theirs',
        })
      },
    ],
    [
      'the second use of a refresh token',
      async (client) => {
        const thief = client.copy()
        await refresh(client)
        await ageUsesIn(service.redisUrl, 10_001)
        await refresh(thief)
      },
    ],
  ]

  test.each(ends)('a session ended by %s stays ended after Redis has lost its data', async (_, end) => {
    const client = await service.as('VIEWER')
    const left = client.copy()
    await end(client)
    await loseEverything()
    expect((await left.get('/api/v1/auth/me/')).status).toBe(401)
    expect((await refresh(left)).status).toBe(401)
  })

  test('after Redis has lost its data a replaced refresh token is refused and the latest one works', async () => {
    const client = await service.as('VIEWER')
    const thief = client.copy()
    expect((await refresh(client)).status).toBe(200)
    await loseEverything()
    expect((await refresh(thief)).status).toBe(401)
    expect((await refresh(client)).status).toBe(200)
  })

  test.each([
    ['and passes CSRF', 401],
    ['and fails CSRF', 403],
  ])(
    'a replaced refresh token that comes back later %s ends its session, even after Redis has lost its data',
    async (csrf, status) => {
      const client = await service.as('VIEWER')
      const thief = client.copy()
      if (csrf === 'and fails CSRF') thief.cookies.delete('csrftoken')
      expect((await refresh(client)).status).toBe(200)
      const { now } = service.clock
      onTestFinished(() => {
        service.clock.now = now
      })
      service.clock.now = new Date(now.getTime() + 10_001)
      await loseEverything()
      expect((await refresh(thief)).status).toBe(status)
      expect((await client.get('/api/v1/auth/me/')).status).toBe(401)
      expect((await refresh(client)).status).toBe(401)
    },
  )

  test('a session without a record can be refreshed after Redis has lost its data', async () => {
    const client = await service.as('VIEWER')
    await sql`delete from session_records`.execute(service.orm.em.fork().getKysely())
    await loseEverything()
    expect((await refresh(client)).status).toBe(200)
  })
})

test('the service warns about a Redis without persistence, unless it cannot read the Redis settings', async () => {
  const store = await startRedis()
  onTestFinished(store.stop)
  const redis = await connectRedis(store.url, pino({ level: 'silent' }))
  onTestFinished(() => redis.disconnect())
  const owner = <T>(work: (redis: Redis) => Promise<T>) => withRedis(store.url, work)
  const warning = expect.stringMatching(/^REDIS_URL: this Redis keeps nothing on disk\./)
  for (const [name, on, off] of [
    ['appendonly', 'yes', 'no'],
    ['save', '3600 1', ''],
  ] as const) {
    await owner((redis) => redis.config('SET', name, on))
    expect(await redisWarnings(redis)).toEqual([])
    await owner((redis) => redis.config('SET', name, off))
    expect(await redisWarnings(redis)).toEqual([warning])
  }
  await owner((redis) => redis.acl('SETUSER', 'default', '-config'))
  expect(await redisWarnings(redis)).toEqual([])
})
