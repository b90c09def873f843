import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { askRedis, redisWarnings } from '../../../server/stores/redis.ts'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import type { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, closedAfterTest } from '../../setup/fixture.ts'
import { startIdentityProvider } from '../../setup/identity-provider.ts'
import { certificateFolder } from '../../setup/programs/certificates.ts'
import { startService } from '../../setup/service.ts'
import {
  moveSlot,
  type RedisGroup,
  startCluster,
  startSentinels,
  tell,
} from '../../setup/stores/redis-groups.ts'

const [cluster, watched] = await Promise.all([startCluster(), startSentinels()])
for (const { stop } of [cluster, watched]) closedAfterAll({ close: stop })
const groups: [string, RedisGroup][] = [
  ['a Redis Cluster', cluster],
  ['a Redis that Sentinels watch', watched],
]

const env = { THROTTLE_USER: '40/hour', THROTTLE_LOGIN: '50/hour' }
const refresh = (client: Client) => client.post('/api/v1/auth/token/refresh/')
const statusOf = async (client: Client) => (await client.get('/api/v1/tags/')).status
const eventually = { timeout: 50_000, interval: 50 }

async function connectedTo({ url }: RedisGroup) {
  const redis = await connectRedis(url, pino({ level: 'silent' }))
  closedAfterAll({ close: () => redis.disconnect() })
  return redis
}

describe.each(groups)('with %s', async (_, group) => {
  const redisUrl = async () => group.url
  const service = closedAfterAll(await startService({ env, redisUrl }))
  const ops = closedAfterAll(await startConsole(service, { env, redisUrl: group.url }))
  const operator = await ops.as('ADMIN')
  const ask = (name: string, input?: unknown) => operator.trpc('query', `operator.throttles.${name}`, input)
  const act = (name: string, input: object) =>
    operator.trpc('mutation', `operator.throttles.${name}`, { reason: 'a test', ...input })

  test('sessions begin, are refreshed once with each token, and end', async () => {
    const client = await service.as('MANAGER')
    const copy = client.copy()
    expect((await refresh(client)).status).toBe(200)
    expect((await refresh(copy)).status).toBe(401)
    const another = await service.as('MANAGER')
    const kept = another.copy()
    expect((await another.post('/api/v1/auth/logout/')).status).toBe(204)
    expect((await refresh(kept)).status).toBe(401)
  })

  test('requests are counted once for all processes, and operators find, limit, block and clear their counts', async () => {
    const client = await service.as('MANAGER')
    const key = { scope: 'user', key: client.user.id }
    const until = new Date(service.clock.now.getTime() + 60_000).toISOString()
    for (let request = 0; request < 3; request++) expect(await statusOf(client)).toBe(200)
    const state = async () => (await ask('key', { ...key, range: 'hour' })).body.key
    expect(await state()).toMatchObject({ used: 3, limit: 40 })
    expect((await act('set_limit', { ...key, limit: 3, until })).status).toBe(200)
    expect(await statusOf(client)).toBe(429)
    expect((await act('lift', key)).status).toBe(200)
    expect((await act('block', { ...key, until })).status).toBe(200)
    expect((await ask('keys', { search: client.user.id })).body.keys).toMatchObject([{ used: 3 }])
    expect((await act('lift', key)).status).toBe(200)
    expect(await ops.services.throttles.clear()).toBeGreaterThan(0)
    expect((await state())?.used ?? 0).toBe(0)
    await vi.waitFor(async () => expect(await statusOf(client)).toBe(200), eventually)
  })

  test('the activity of operators is kept for all processes', async () => {
    const client = await service.as('MANAGER')
    await statusOf(client)
    await service.services.activity.stop()
    const { source, buckets } = await ops.services.activity.requests('hour')
    expect(source).toBe('redis')
    expect(buckets.some(({ counts }) => counts.get('procedure:tags.list:allowed'))).toBe(true)
  })

  test('probes find it good, and no warning names it', async () => {
    const redis = await connectedTo(group)
    expect(await askRedis(redis)).toBe('ok')
    expect(await redisWarnings(redis)).toEqual([expect.stringContaining('keeps nothing on disk')])
  })

  test('sessions of an identity provider are kept', async () => {
    const provider = closedAfterAll(await startIdentityProvider())
    const oidc = closedAfterAll(await startService({ env: { ...provider.env, AUTH_MODE: 'oidc' }, redisUrl }))
    const client = await oidc.as('MANAGER')
    expect((await refresh(client)).status).toBe(200)
    expect((await client.post('/api/v1/auth/logout/')).status).toBe(204)
  })
})

test.each([
  ['a Redis Cluster', startCluster],
  ['the Redis of Sentinels', startSentinels],
])('%s is reached with TLS, by the names in its certificates, also after a failover', async (_, start) => {
  const certificates = closedAfterTest(certificateFolder())
  const authority = certificates.authority('authority')
  const { url, servers, stop } = await start({
    ca: authority.cert,
    ...certificates.issued('localhost', authority),
  })
  closedAfterTest({ close: stop })
  const service = closedAfterTest(await startService({ env, redisUrl: async () => url }))
  const client = await service.as('MANAGER')
  expect((await refresh(client)).status).toBe(200)
  servers[0]?.signal('SIGKILL')
  await vi.waitFor(async () => expect((await refresh(client)).status).toBe(200), eventually)
})

test('a slot that moves to another master, half of its keys moved, loses no count', async () => {
  const redis = await connectedTo(cluster)
  const [from, to] = cluster.servers
  if (!from || !to) throw new Error('The cluster has no masters.')
  const slots = Array.from({ length: 40 }, (_, slot) => slot)
  let counted = 0
  const counting = (async () => {
    while (counted < 4000) {
      await Promise.all(Array.from({ length: 40 }, (_, key) => redis.incr(`moving:${key}`)))
      counted += 40
    }
  })()
  for (const slot of slots) await moveSlot(slot, from, to)
  await counting
  const sums = await Promise.all(Array.from({ length: 40 }, (_, key) => redis.get(`moving:${key}`)))
  expect(sums.reduce((sum, count) => sum + Number(count), 0)).toBe(counted)
  for (const slot of slots) await moveSlot(slot, to, from)
})

test.each(groups)(
  'when the master of %s is killed, another takes over and the service follows with its sessions',
  async (_, group) => {
    const service = closedAfterAll(await startService({ env, redisUrl: async () => group.url }))
    const client = await service.as('MANAGER')
    const [master] = group.servers
    expect(`${await tell(master as NonNullable<typeof master>, 'role')}`).toContain('master')
    master?.signal('SIGKILL')
    // Each process counts alone meanwhile, and no request fails.
    expect(await statusOf(client)).toBe(200)
    await vi.waitFor(async () => expect((await refresh(client)).status).toBe(200), eventually)
    const redis = await connectedTo(group)
    await vi.waitFor(async () => expect(await askRedis(redis)).toBe('ok'), eventually)
  },
)
