import { describe, expect, test, vi } from 'vitest'
import type { Client } from '../../client.ts'
import { startConsole } from '../../console.ts'
import { closedAfterAll, serviceForFile } from '../../fixture.ts'
import { password } from '../../service.ts'

const env = { THROTTLE_USER: '5/hour', THROTTLE_LOGIN: '50/hour', THROTTLE_ACCOUNT: '' }
const reason = 'because the test says so'

const { service } = await serviceForFile({ env })
const ops = closedAfterAll(
  await startConsole(service, { env: { ...env, THROTTLE_TOKEN_REFRESH: '', THROTTLE_LOGOUT: '' } }),
)
const operator = await ops.as('ADMIN')

const ask = (name: string, input?: unknown) => operator.trpc('query', `operator.throttles.${name}`, input)
const act = (name: string, input: object) =>
  operator.trpc('mutation', `operator.throttles.${name}`, { reason, ...input })

const statusOf = async (client: Client) => (await client.get('/api/v1/tags/')).status
const statuses = async (client: Client, times: number) => {
  const found = await Promise.all(Array.from({ length: times }, () => statusOf(client)))
  return {
    passed: found.filter((status) => status === 200).length,
    refused: found.filter((s) => s === 429).length,
  }
}

/** A minute from the service's now, which stands still; Redis counts by its own. */
const inAMinute = () => new Date(service.clock.now.getTime() + 60_000).toISOString()
const inAMoment = (milliseconds: number) => new Date(service.clock.now.getTime() + milliseconds).toISOString()

const lastEntry = async () =>
  (await operator.trpc('query', 'operator.audit.list', { page_size: 1 })).body.results[0]

describe('an operator', () => {
  test('blocks a user, who gets 429 until the end of the block, on every surface', async () => {
    const user = await service.as('MANAGER')
    expect(await statusOf(user)).toBe(200)
    const blocked_until = inAMinute()
    const input = { scope: 'user', key: user.user.id, until: blocked_until }
    expect(await act('block', input)).toMatchObject({ status: 200, body: { blocked_until } })
    const refused = await user.get('/api/v1/tags/')
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([
      429,
      '60',
      '"user";r=0;t=60',
    ])
    expect((await user.trpc('query', 'tags.list')).status).toBe(429)
    expect(await lastEntry()).toMatchObject({
      action: 'throttles.block',
      target: `user ${user.user.id}`,
      details: { until: blocked_until },
      reason,
      actor: operator.user.id,
      actor_email: operator.user.email,
    })
    expect(await act('lift', { scope: 'user', key: user.user.id })).toMatchObject({
      body: { was_in_force: true },
    })
    expect(await statusOf(user)).toBe(200)
    expect(await lastEntry()).toMatchObject({ action: 'throttles.lift', target: `user ${user.user.id}` })
    expect(await act('lift', { scope: 'user', key: user.user.id })).toMatchObject({
      body: { was_in_force: false },
    })
  })

  test('resets a key, whose window starts over', async () => {
    const user = await service.as('MANAGER')
    expect(await statuses(user, 8)).toEqual({ passed: 5, refused: 3 })
    expect(await act('reset_key', { scope: 'user', key: user.user.id })).toMatchObject({
      body: { was_open: true },
    })
    expect(await statuses(user, 8)).toEqual({ passed: 5, refused: 3 })
    expect(await lastEntry()).toMatchObject({ action: 'throttles.reset_key', details: {} })
    await act('reset_key', { scope: 'user', key: user.user.id })
    expect(await act('reset_key', { scope: 'user', key: user.user.id })).toMatchObject({
      body: { was_open: false },
    })
  })

  test.each([
    ['raises', 12],
    ['lowers', 2],
  ])('%s the limit of a key to %i, exactly, under twenty simultaneous requests', async (_, limit) => {
    const user = await service.as('MANAGER')
    const until = inAMinute()
    const input = { scope: 'user', key: user.user.id, limit, until }
    expect(await act('set_limit', input)).toMatchObject({ body: { limit_until: until } })
    expect(await statuses(user, 20)).toEqual({ passed: limit, refused: 20 - limit })
    const { headers } = await user.get('/api/v1/tags/')
    expect(headers.get('ratelimit-policy')).toBe(`"user";q=${limit};w=3600`)
    expect(await lastEntry()).toMatchObject({ action: 'throttles.set_limit', details: { limit, until } })
  })

  test('raises a limit in the middle of a window, whose requests still count', async () => {
    const user = await service.as('MANAGER')
    await statuses(user, 20)
    await act('set_limit', { scope: 'user', key: user.user.id, limit: 8, until: inAMinute() })
    expect(await statuses(user, 20)).toEqual({ passed: 3, refused: 17 })
  })

  test.each(['block', 'set_limit'])('sets a %s that ends by itself', async (name) => {
    const user = await service.as('MANAGER')
    await act(name, { scope: 'user', key: user.user.id, limit: 1, until: inAMoment(250) })
    expect((await statuses(user, 3)).refused).toBe(name === 'block' ? 3 : 2)
    await vi.waitFor(async () => expect(await statusOf(user)).toBe(200), { timeout: 2000, interval: 60 })
    const { body } = await ask('keys', { search: user.user.id })
    expect(body.keys).toMatchObject([
      { limit: 5, limit_source: 'environment', limit_until: null, blocked_until: null },
    ])
  })

  test.each([
    ['block', { until: '2026-03-04T09:59:59Z' }, { until: ['Enter an instant to come.'] }],
    ['block', { until: '2027-03-06T10:00:00Z' }, { until: ['Enter an instant within a year.'] }],
    ['block', { until: 'soon' }, { until: ['Enter a valid instant, such as 2026-01-31T12:00:00Z.'] }],
    [
      'set_limit',
      { limit: 0, until: '2026-03-04T11:00:00Z' },
      { limit: ['Ensure this value is greater than or equal to 1.'] },
    ],
    [
      'block',
      { scope: 'anon', until: '2026-03-04T11:00:00Z' },
      { scope: ['The throttle of this scope is off.'] },
    ],
    ['lift', { key: ' ' }, { key: ['This field may not be blank.'] }],
    ['reset_key', { reason: ' ' }, { reason: ['This field may not be blank.'] }],
    ['reset_key', { reason: undefined }, { reason: ['This field is required.'] }],
  ])('is refused %s with %j, and nothing is logged', async (name, input, body) => {
    const before = await lastEntry()
    expect(await act(name, { scope: 'user', key: 'k', ...input })).toMatchObject({ status: 400, body })
    expect(await lastEntry()).toEqual(before)
  })
})

describe('the keys', () => {
  test('show what is used and left, who they belong to, and until when', async () => {
    const user = await service.as('SUPERVISOR', { given_name: 'Zoë', family_name: 'Quintana' })
    const { id, email } = user.user
    await statuses(user, 3)
    const shown = {
      scope: 'user',
      key: id,
      used: 3,
      limit: 5,
      remaining: 2,
      limit_source: 'environment',
      resets_at: expect.stringMatching(/^2026-03-04T1(0:59|1:00)/),
      limit_until: null,
      blocked_until: null,
      user: { id, name: 'Quintana, Zoë', email },
    }
    const answer = { source: 'redis', redis: 'connected', count: 1, keys: [shown] }
    for (const search of ['quintana', 'Zoë Quin', email, id.slice(3)])
      expect((await ask('keys', { scope: 'user', search })).body).toEqual(answer)
    await act('block', { scope: 'user', key: id, until: inAMinute() })
    expect((await ask('keys', { search: 'quintana' })).body.keys).toEqual([
      { ...shown, remaining: 0, blocked_until: expect.stringMatching(/^2026-03-04T10:0[01]:/) },
    ])
  })

  test('that operators have touched come first, even without a window', async () => {
    await act('set_limit', { scope: 'login', key: '198.51.100.1', limit: 90, until: inAMinute() })
    const { body } = await ask('keys', { scope: 'login' })
    expect(body.keys[0]).toMatchObject({
      key: '198.51.100.1',
      used: 0,
      limit: 90,
      limit_source: 'override',
      resets_at: null,
      user: null,
    })
    expect((await ask('keys', { scope: 'logout' })).body).toMatchObject({ count: 0, keys: [] })
  })

  test.each([
    ['198.51.100.9:40000', '198.51.100.9'],
    ['::FFFF:198.51.100.10', '198.51.100.10'],
    ['[2001:DB8:0:9::1]:443', '2001:db8:0:9::/64'],
    ['ops:2001:db8:0:9::5', 'ops:2001:db8:0:9::/64'],
  ])('of an address typed as %s is %s', async (typed, key) => {
    await act('block', { scope: 'login', key: typed, until: inAMinute() })
    expect(await lastEntry()).toMatchObject({ target: `login ${key}` })
    expect((await ask('keys', { search: typed })).body.keys).toMatchObject([{ scope: 'login', key }])
    expect((await act('lift', { scope: 'login', key: typed })).body).toEqual({ was_in_force: true })
  })
})

describe('the overview', () => {
  test('tells allowed, near and blocked requests apart, by scope and by procedure', async () => {
    const user = await service.as('MANAGER')
    const { now } = service.clock
    service.clock.now = new Date(now.getTime() + 20 * 60_000)
    await statuses(user, 8)
    for (const range of ['hour', 'day'])
      await vi.waitFor(async () => {
        const { body } = await ask('overview', { range })
        const { series } = body.scopes.find(({ scope }: { scope: string }) => scope === 'user')
        expect(series.at(-1)).toMatchObject({ allowed: 3, near: 2, blocked: 3 })
      }, 5000)
    const { body } = await ask('endpoints', { range: 'day' })
    expect(body.endpoints[0].procedure).toBe('tags.list')
    service.clock.now = now
  })

  test('says which rates are in force and where they come from', async () => {
    const { body } = await ask('overview', { range: 'week' })
    const rates = body.scopes.map(({ scope, rate }: { scope: string; rate: unknown }) => [scope, rate])
    expect(rates).toEqual([
      ['anon', null],
      ['user', { limit: 5, seconds: 3600, source: 'environment' }],
      ['planning', null],
      ['login', { limit: 50, seconds: 3600, source: 'environment' }],
      ['account', { limit: 20, seconds: 3600, source: 'default' }],
      ['token_refresh', { limit: 20, seconds: 3600, source: 'default' }],
      ['logout', { limit: 20, seconds: 3600, source: 'default' }],
    ])
  })

  test.each([
    ['hour', 60, 60],
    ['day', 900, 96],
    ['week', 7200, 84],
  ])('of the last %s has buckets of %i seconds, %i of them', async (range, bucket_seconds, count) => {
    const { body } = await ask('overview', { range })
    expect(body).toMatchObject({ source: 'redis', redis: 'connected', range, bucket_seconds })
    for (const { series } of body.scopes) expect(series).toHaveLength(count)
  })
})

test('failed logins are shown by address and by account, and never what else was typed', async () => {
  const known = operator.user.email
  for (const email of ['nobody@clinic.example', 'MyS3cret@Passw.ord', known.toUpperCase()])
    expect((await service.anonymous().login(email, 'wrong')).status).toBe(400)
  await service.anonymous().login(operator.user.email, password)
  await vi.waitFor(async () => {
    const { body } = await ask('failed_logins', { range: 'hour' })
    expect(body).toMatchObject({
      source: 'redis',
      total: 3,
      by_address: [{ address: '127.0.0.1', count: 3, last_at: '2026-03-04T10:00:00.000Z' }],
    })
    expect(
      body.by_account.map(({ email, count }: { email: string; count: number }) => [email, count]),
    ).toEqual([
      ['unknown account', 2],
      [operator.user.email, 1],
    ])
  }, 5000)
})
