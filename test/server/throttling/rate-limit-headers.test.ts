import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, Client } from '../../setup/client.ts'
import { password, startCuttableService, startService, type TestService } from '../../setup/service.ts'
import type { CuttableProxy } from '../../setup/stores/cuttable-proxy.ts'

const tags = '/api/v1/tags/'
const login = '/api/v1/auth/login/'
const refresh = '/api/v1/auth/token/refresh/'

/** The two header fields; plausible seconds are replaced by T, since they pass while the test runs. */
function limitOf({ headers }: Answer) {
  const limit = headers
    .get('ratelimit')
    ?.replace(/t=(\d+)$/, (all, seconds) => (Number(seconds) > 3540 && Number(seconds) <= 3600 ? 't=T' : all))
  return [headers.get('ratelimit-policy'), limit ?? null]
}
const nothing = [null, null]

const env = {
  THROTTLE_ANON: '5/hour',
  THROTTLE_USER: '30/hour',
  THROTTLE_LOGIN: '300/hour',
  THROTTLE_TOKEN_REFRESH: '2/hour',
  THROTTLE_LOGOUT: '4/hour',
}
const policy = '"user";q=30;w=3600'
const left = (requests: number) => [policy, `"user";r=${requests};t=T`]

describe('a limit', () => {
  let service: TestService
  let client: Client

  // Without Redis, whose pauses on a busy machine would let a request be counted elsewhere.
  beforeAll(async () => {
    service = await startService({ env: { ...env, REDIS_URL: '' } })
  })
  beforeEach(async () => {
    await service.services.throttles.clear()
    client = await service.as('ADMIN')
  })
  afterAll(() => service.close())

  test('the limit is sent with the requests left, from the first request to the refusal', async () => {
    for (let requests = 29; requests >= 0; requests--)
      expect(limitOf(await client.get(tags))).toEqual(left(requests))
    const refused = await client.get(tags)
    expect([refused.status, ...limitOf(refused)]).toEqual([429, ...left(0)])
    expect(refused.headers.get('ratelimit')).toBe(`"user";r=0;t=${refused.headers.get('retry-after')}`)
  })

  test('the limit is sent with answers of every status', async () => {
    const answers = [
      await client.get(tags),
      await client.post(tags, {}),
      await client.get('/api/v1/tags/no-uuid/'),
      await client.request('HEAD', tags),
      await client.post(tags, undefined, { headers: { 'X-CSRFToken': 'wrong' } }),
    ]
    expect(answers.map((answer) => [answer.status, ...limitOf(answer)])).toEqual([
      [200, ...left(29)],
      [400, ...left(28)],
      [404, ...left(27)],
      [200, ...left(26)],
      // What fails CSRF counts by address.
      [403, '"anon";q=5;w=3600', '"anon";r=4;t=T'],
    ])
  })

  test('the limit is that of the scope that counted the request', async () => {
    const anonymous = service.anonymous()
    expect(limitOf(await anonymous.get(tags))).toEqual(['"anon";q=5;w=3600', '"anon";r=4;t=T'])
    expect(limitOf(await anonymous.login('nobody@clinic.example', password))).toEqual([
      '"login";q=300;w=3600',
      '"login";r=298;t=T',
    ])
    expect(limitOf(await client.post(refresh))).toEqual([
      '"token_refresh";q=2;w=3600',
      '"token_refresh";r=1;t=T',
    ])
    expect(limitOf(await client.post('/api/v1/auth/logout/'))).toEqual([
      '"logout";q=4;w=3600',
      '"logout";r=3;t=T',
    ])
  })

  test('the limit is sent over tRPC, with refusals too', async () => {
    expect(limitOf(await client.trpc('query', 'tags.list', {}))).toEqual(left(29))
    for (let request = 0; request < 29; request++) await client.get('/trpc/auth.me')
    const refused = await client.get('/trpc/auth.me')
    expect([refused.status, ...limitOf(refused)]).toEqual([429, ...left(0)])
    expect(refused.headers.get('retry-after')).toMatch(/^3[56]\d\d$/)
  })

  test('the limit of a batch is sent as its last call left it', async () => {
    const answer = await client.get(`/trpc/auth.me,auth.me,auth.me?batch=1&input=%7B%7D`)
    expect([answer.status, ...limitOf(answer)]).toEqual([200, ...left(27)])
  })

  test('the limit is not sent for unknown paths, wrong methods and preflights, which are not counted', async () => {
    const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' }
    const answers = [
      await client.get('/api/v1/nothing/'),
      await client.delete(tags),
      await client.get('/trpc/no.such'),
      await client.request('OPTIONS', tags, { headers: preflight }),
    ]
    expect(answers.map((answer) => [answer.status, ...limitOf(answer)])).toEqual([
      [404, ...nothing],
      [405, ...nothing],
      [404, ...nothing],
      [204, ...nothing],
    ])
    expect(limitOf(await client.get(tags))).toEqual(left(29))
  })
})

describe('a limit in Redis', () => {
  let service: TestService
  let redis: CuttableProxy
  let client: Client

  beforeAll(async () => {
    const cuttable = await startCuttableService('Redis', { env })
    redis = cuttable.line
    service = cuttable
    return cuttable.close
  })
  beforeEach(async () => {
    client = await service.as('ADMIN')
  })
  afterEach(() => redis.restore())

  test('the limit in Redis shows each of twenty simultaneous requests a different number left', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get(tags)))
    const rests = answers.map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    expect(rests.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 10))
  })

  test('the limit is counted by the process while Redis is away', async () => {
    await client.get(tags)
    await redis.cut()
    const first = limitOf(await client.get(tags))
    expect(first).toEqual(left(29))
    expect(limitOf(await client.get(tags))).toEqual(left(28))
  })
})

describe('a limit that is off', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  test('the limit is not sent when it is off', async () => {
    const client = await service.as('ADMIN')
    const answers = [
      await client.get(tags),
      await client.trpc('query', 'auth.me'),
      await service.anonymous().post(login, { email: 'nobody@clinic.example', password }),
    ]
    for (const answer of answers) expect(limitOf(answer)).toEqual(nothing)
  })
})
