import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ageUsesIn } from '../../made/used-tokens.ts'
import type { Client } from '../../setup/client.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { startIdentityProvider } from '../../setup/identity-provider.ts'
import { startCuttableService, startService, type TestService } from '../../setup/service.ts'

const provider = closedAfterAll(await startIdentityProvider())

const me = (client: Client) => client.get('/api/v1/auth/me/')
const refresh = (client: Client) => client.post('/api/v1/auth/token/refresh/')

describe.each(['local', 'oidc'])('with AUTH_MODE=%s', async (AUTH_MODE) => {
  const env = { ...provider.env, AUTH_MODE }
  const service = closedAfterAll(await startCuttableService('Redis', { env }))
  const stores = { databaseUrl: async () => service.databaseUrl, redisUrl: async () => service.redisUrl }
  const other: TestService = closedAfterAll(await startService({ ...stores, env }))
  const redis = new Redis(service.redisUrl)
  closedAfterAll({ close: () => redis.disconnect() })

  test('a refresh whose claim Redis does not answer is 503 and succeeds once, at another instance', async () => {
    const client = await service.as('VIEWER')
    service.line.loseAnswerTo('token:used')
    expect((await refresh(client)).status).toBe(503)
    const tabs = [client.copy(other.url), client.copy(other.url)]
    const statuses = await Promise.all(tabs.map(async (tab) => (await refresh(tab)).status))
    expect(statuses.toSorted()).toEqual([200, 401])
    const winner = tabs[statuses.indexOf(200)] as Client
    expect((await refresh(winner)).status).toBe(200)
    expect((await me(winner)).status).toBe(200)
  })

  test('a refresh whose confirmation Redis does not answer is 503 and succeeds once Redis answers', async () => {
    const client = await service.as('VIEWER')
    const uses = async () => (await redis.keys('token:used:*')).length
    const before = await uses()
    service.line.loseAnswerTo('token:used', 2)
    expect((await refresh(client)).status).toBe(503)
    await expect.poll(uses).toBe(before)
    await ageUsesIn(service.redisUrl, 11_000)
    expect((await refresh(client)).status).toBe(200)
    expect((await me(client)).status).toBe(200)
  })

  if (AUTH_MODE === 'oidc')
    test('a refresh that fails after its claim succeeds later', async () => {
      const client = await service.as('VIEWER')
      service.line.loseAnswerTo('oidc:session')
      expect((await refresh(client)).status).toBe(503)
      await expect.poll(() => refresh(client)).toMatchObject({ status: 200 })
    })

  test('a refresh of another tab ends no session although the clocks of the instances differ', async () => {
    const client = await service.as('VIEWER')
    const tab = client.copy(other.url)
    other.clock.now = new Date(service.clock.now.getTime() + 12_000)
    expect((await refresh(client)).status).toBe(200)
    expect((await refresh(tab)).status).toBe(401)
    expect((await me(client)).status).toBe(200)
    await ageUsesIn(service.redisUrl, 10_001)
    expect((await refresh(tab)).status).toBe(401)
    expect((await me(client)).status).toBe(401)
  })

  test('while Redis is away an ended session is refused, and others go on', async () => {
    const [ended, other] = [await service.as('VIEWER'), await service.as('VIEWER')]
    const left = ended.copy()
    expect((await ended.post('/api/v1/auth/logout/')).status).toBe(204)
    await service.line.cut()
    onTestFinished(() => service.line.restore())
    expect([(await me(left)).status, (await me(other)).status]).toEqual([401, 200])
  })

  test('a process that meets a token first while Redis is away refuses it if its session has ended', async () => {
    const [ended, open] = [await other.as('VIEWER'), await other.as('VIEWER')].map((client) =>
      client.copy(service.url),
    ) as [Client, Client]
    expect((await ended.copy(other.url).post('/api/v1/auth/logout/')).status).toBe(204)
    await service.line.cut()
    onTestFinished(() => service.line.restore())
    expect([(await me(ended)).status, (await me(open)).status]).toEqual([401, 200])
  })
})
