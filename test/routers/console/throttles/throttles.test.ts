import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { localCounts } from '../../../../server/compose.ts'
import { readSettings } from '../../../../server/settings/settings.ts'
import { expectAnswer } from '../../../expect/answer.ts'
import { secondsLeft } from '../../../expect/seconds.ts'
import { notPermitted } from '../../../expect/texts.ts'
import type { Client } from '../../../setup/client.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../../setup/fixture.ts'
import { password, startService } from '../../../setup/service.ts'
import { passInRedis } from '../../../setup/stores/redis.ts'
import { throttlesOff } from '../../../setup/throttle-settings.ts'

const env = { THROTTLE_USER: '5/hour', THROTTLE_LOGIN: '50/hour', THROTTLE_ACCOUNT: '' }
const reason = 'because the test says so'

const opsEnv = { ...env, THROTTLE_TOKEN_REFRESH: '', THROTTLE_LOGOUT: '' }
// Of one process, which hears at once of what operators change.
const counts = localCounts(readSettings({ ...throttlesOff, ...opsEnv }))
const { service } = await serviceForFile({ env, counts })
const ops = closedAfterAll(await startConsole(service, { env: opsEnv, counts }))
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

const lastEntry = async () =>
  (await operator.trpc('query', 'operator.audit.list', { page_size: 1 })).body.results[0]

describe('an operator', () => {
  test('a user blocked by an operator gets 429 at every port until the end of the block', async () => {
    const user = await service.as('MANAGER')
    expect(await statusOf(user)).toBe(200)
    const blocked_until = inAMinute()
    const input = { scope: 'user', key: user.user.id, until: blocked_until }
    expect(await act('block', input)).toMatchObject({ status: 200, body: { blocked_until } })
    const refused = await user.get('/api/v1/tags/')
    const seconds = refused.headers.get('retry-after')
    expect([refused.status, seconds]).toEqual([429, secondsLeft(60)])
    expect(refused.headers.get('ratelimit')).toBe(`"user";r=0;t=${seconds}`)
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
    const entry = await lastEntry()
    expect(entry).toMatchObject({ action: 'throttles.lift', target: `user ${user.user.id}` })
    await expectAnswer(act('lift', { scope: 'user', key: user.user.id }), 409, {
      detail: 'There is nothing to lift: this key is neither blocked nor limited.',
    })
    expect(await lastEntry()).toEqual(entry)
  })

  test('an operator can end a block or a limit; nothing is logged if there is none', async () => {
    const { user } = await service.as('MANAGER')
    const key = { scope: 'user', key: user.id }
    await act('block', { ...key, until: inAMinute() })
    await act('set_limit', { ...key, limit: 3, until: inAMinute() })
    const state = async () => (await ask('key', { ...key, range: 'hour' })).body.key
    expect((await act('lift', { ...key, only: 'block' })).body).toEqual({ was_in_force: true })
    expect(await lastEntry()).toMatchObject({ action: 'throttles.lift', details: { only: 'block' } })
    expect(await state()).toMatchObject({ blocked_until: null, limit: 3, limit_source: 'override' })
    expect((await act('lift', { ...key, only: 'block' })).body).toEqual({
      detail: 'There is nothing to lift: this key is not blocked.',
    })
    expect((await act('lift', { ...key, only: 'limit' })).body).toEqual({ was_in_force: true })
    expect(await state()).toMatchObject({ limit_until: null, limit: 5, limit_source: 'environment' })
    const entry = await lastEntry()
    expect((await act('lift', { ...key, only: 'limit' })).status).toBe(409)
    expect(await lastEntry()).toEqual(entry)
  })

  test('an operator can reset a key, whose window starts again', async () => {
    const user = await service.as('MANAGER')
    expect(await statuses(user, 8)).toEqual({ passed: 5, refused: 3 })
    expect(await act('reset_key', { scope: 'user', key: user.user.id })).toMatchObject({
      body: { was_open: true },
    })
    expect(await statuses(user, 8)).toEqual({ passed: 5, refused: 3 })
    await act('reset_key', { scope: 'user', key: user.user.id })
    const entry = await lastEntry()
    expect(entry).toMatchObject({ action: 'throttles.reset_key', details: {} })
    await expectAnswer(act('reset_key', { scope: 'user', key: user.user.id }), 409, {
      detail: 'There is nothing to reset: no request is counted under this key.',
    })
    expect(await lastEntry()).toEqual(entry)
  })

  test.each([
    ['raises', 12],
    ['lowers', 2],
  ])(
    'an operator %s the limit of a key to %i, which holds exactly under twenty simultaneous requests',
    async (_, limit) => {
      const user = await service.as('MANAGER')
      const until = inAMinute()
      const input = { scope: 'user', key: user.user.id, limit, until }
      expect(await act('set_limit', input)).toMatchObject({ body: { limit_until: until } })
      expect(await statuses(user, 20)).toEqual({ passed: limit, refused: 20 - limit })
      const { headers } = await user.get('/api/v1/tags/')
      expect(headers.get('ratelimit-policy')).toBe(`"user";q=${limit};w=3600`)
      expect(await lastEntry()).toMatchObject({ action: 'throttles.set_limit', details: { limit, until } })
    },
  )

  test('a limit raised within a window still counts the earlier requests', async () => {
    const user = await service.as('MANAGER')
    await statuses(user, 20)
    await act('set_limit', { scope: 'user', key: user.user.id, limit: 8, until: inAMinute() })
    expect(await statuses(user, 20)).toEqual({ passed: 3, refused: 17 })
  })

  test.each(['block', 'set_limit'])('only a superuser may %s a superuser', async (name) => {
    const { user } = await service.as('ADMIN', { is_superuser: true })
    const input = { scope: 'user', key: user.email, limit: 1, until: inAMinute(), reason }
    await expectAnswer(act(name, input), 403, notPermitted)
    const other = await ops.as('ADMIN', { is_staff: true, is_superuser: true })
    expect((await other.trpc('mutation', `operator.throttles.${name}`, input)).status).toBe(200)
  })

  test.each(['block', 'set_limit'])('a %s by an operator ends by itself', async (name) => {
    const user = await service.as('MANAGER')
    await act(name, { scope: 'user', key: user.user.id, limit: 1, until: inAMinute() })
    expect((await statuses(user, 3)).refused).toBe(name === 'block' ? 3 : 2)
    await passInRedis(service.redisUrl, 60_000)
    // In the process no time has passed, so it asks Redis again only after a change.
    await service.services.throttles.clear({ key: 'another' })
    expect(await statusOf(user)).toBe(200)
    const { body } = await ask('keys', { search: user.user.id })
    expect(body.keys).toMatchObject([
      { limit: 5, limit_source: 'environment', limit_until: null, blocked_until: null },
    ])
  })

  test.each([
    ['block', { until: '2026-03-04T09:59:59Z' }, { until: ['Enter an instant in the future.'] }],
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
    ['block', { key: 'ada', until: '2026-03-04T11:00:00Z' }, { key: ['Choose a user.'] }],
    ['block', { key: 'ada@b.example', until: '2026-03-04T11:00:00Z' }, { key: ['There is no such user.'] }],
    [
      'set_limit',
      { key: crypto.randomUUID(), limit: 5, until: '2026-03-04T11:00:00Z' },
      { key: ['There is no such user.'] },
    ],
    [
      'block',
      { scope: 'account', key: 'unknown:ada', until: '2026-03-04T11:00:00Z' },
      { key: ['Choose a user.'] },
    ],
    [
      'block',
      { scope: 'login', key: 'not an ip!!', until: '2026-03-04T11:00:00Z' },
      { key: ['Enter an IP address, such as 203.0.113.7 or 2001:db8::1, or the ID of a session.'] },
    ],
    ['lift', { key: ' ' }, { key: ['This field may not be blank.'] }],
    ['lift', { key: 'k'.repeat(1001) }, { key: ['Ensure this field has no more than 1000 characters.'] }],
    ['reset_key', { reason: ' ' }, { reason: ['This field may not be blank.'] }],
    ['reset_key', { reason: undefined }, { reason: ['This field is required.'] }],
  ])('the operation %s with %j is refused and not logged', async (name, input, body) => {
    const before = await lastEntry()
    await expectAnswer(act(name, { scope: 'user', key: 'k', ...input }), 400, body)
    expect(await lastEntry()).toEqual(before)
  })
})

describe('the keys', () => {
  test('the list of keys shows usage, owner and end of the window', async () => {
    const user = await service.as('SUPERVISOR', { given_name: 'Zoë', family_name: 'Quintana' })
    const { id, email } = user.user
    await statuses(user, 3)
    const shown = {
      scope: 'user',
      key: id,
      used: 3,
      limit: 5,
      window_seconds: 3600,
      remaining: 2,
      limit_source: 'environment',
      resets_at: expect.stringMatching(/^2026-03-04T1(0:59|1:00)/),
      limit_until: null,
      blocked_until: null,
      user: { id, name: 'Quintana, Zoë', email },
      refused: 0,
      blocked_by: null,
      limited_by: null,
    }
    const answer = { source: 'redis', redis: 'connected', count: 1, keys: [shown] }
    for (const search of ['quintana', 'Zoë Quin', email, id.slice(3)])
      expect((await ask('keys', { scope: 'user', search })).body).toEqual(answer)
    await act('block', { scope: 'user', key: id, until: inAMinute() })
    expect((await ask('keys', { search: 'quintana' })).body.keys).toEqual([
      {
        ...shown,
        remaining: 0,
        blocked_until: expect.stringMatching(/^2026-03-04T10:0[01]:/),
        blocked_by: {
          id: expect.any(Number),
          action: 'throttles.block',
          details: { until: inAMinute() },
          reason,
          actor: operator.user.id,
          actor_name: 'Family, Given',
          created_at: '2026-03-04T10:00:00.000Z',
        },
      },
    ])
  })

  test('keys with a limit or block by an operator come first', async () => {
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
  ])('the address %s typed by an operator means the key %s', async (typed, key) => {
    await act('block', { scope: 'login', key: typed, until: inAMinute() })
    expect(await lastEntry()).toMatchObject({ target: `login ${key}` })
    expect((await ask('keys', { search: typed })).body.keys).toMatchObject([{ scope: 'login', key }])
    expect((await act('lift', { scope: 'login', key: typed })).body).toEqual({ was_in_force: true })
  })
})

describe('a key that an operator types', () => {
  test('an operator can type an email, which is stored as the id of the user', async () => {
    const { user } = await service.as('MANAGER')
    for (const [scope, typed, key] of [
      ['user', user.email.toUpperCase(), user.id],
      ['account', `ops:${user.email}`, `ops:${user.id}`],
      ['account', `unknown:${'a'.repeat(22)}`, `unknown:${'a'.repeat(22)}`],
      ['logout', user.id, user.id],
    ]) {
      expect(await act('block', { scope, key: typed, until: inAMinute() })).toMatchObject({ status: 200 })
      expect(await lastEntry()).toMatchObject({ target: `${scope} ${key}` })
      expect((await act('lift', { scope, key })).body).toEqual({ was_in_force: true })
    }
  })

  test('a strange stored key does not hide the others, and can be lifted', async () => {
    const redis = new Redis(service.redisUrl)
    onTestFinished(() => redis.disconnect())
    const strange = [' not a user ', 'ops:’\n"', 'ada@clinic.example']
    for (const key of strange) {
      await redis.set(`block:{user:${key}}`, 'anything', 'PX', 60_000)
      await redis.zadd('overrides:{user}', Date.now() + 60_000, key)
    }
    await redis.hset('limit:{user:a hash}', 'field', 'value')
    await redis.set('limit:{user:a word}', 'many', 'PX', 60_000)
    for (const key of ['a hash', 'a word']) await redis.zadd('overrides:{user}', Date.now() + 60_000, key)

    const { status, body } = await ask('keys', { scope: 'user' })
    const found = body.keys.filter(({ key }: { key: string }) => strange.includes(key))
    expect([status, found.length, body.source]).toEqual([200, 3, 'redis'])
    for (const key of strange) {
      const one = await ask('key', { scope: 'user', key, range: 'hour' })
      expect(one.body).toMatchObject({ is_address: false, key: { key, user: null, remaining: 0 } })
      expect((await act('lift', { scope: 'user', key })).body).toEqual({ was_in_force: true })
      expect(await lastEntry()).toMatchObject({ target: `user ${key}` })
    }
    await redis.del('limit:{user:a hash}', 'limit:{user:a word}', 'overrides:{user}')
  })
})

describe('why a user got a 429', () => {
  test('the explanation of a 429 shows the keys of the user, who limited them, and their calls', async () => {
    const user = await service.as('MANAGER', { given_name: 'Ida', family_name: 'Lim' })
    const { id, email } = user.user
    await act('set_limit', { scope: 'user', key: email, limit: 10, until: inAMinute() })
    await statuses(user, 14)
    await user.get('/api/v1/employees/')
    const endpoints = [
      { scope: 'user', procedure: 'tags.list', refused: 4, near: 3, last_at: '2026-03-04T10:00:00.000Z' },
      {
        scope: 'user',
        procedure: 'employees.list',
        refused: 1,
        near: 0,
        last_at: '2026-03-04T10:00:00.000Z',
      },
    ]
    const state = { scope: 'user', key: id, used: 10, limit: 10, remaining: 0, refused: 5, blocked_by: null }
    const limited_by = { reason, actor_name: 'Family, Given', details: { limit: 10, until: inAMinute() } }
    await vi.waitFor(async () => {
      const { body } = await ask('user_keys', { id })
      expect(body).toMatchObject({ source: 'redis', endpoints, keys: [{ ...state, limited_by }, {}, {}] })
    }, 30_000)
    const { body } = await ask('user_keys', { id })
    expect(body.keys.map(({ scope, key, used }: Shown) => [scope, key, used])).toEqual([
      ['user', id, 10],
      ['account', id, 0],
      ['account', `ops:${id}`, 0],
    ])

    const one = await ask('key', { scope: 'user', key: id, range: 'day' })
    expect(one.body).toMatchObject({ key: state, is_address: false, bucket_seconds: 900, endpoints })
    expect(one.body.endpoints[0].last_before).toBe('2026-03-04T10:15:00.000Z')
    expect(one.body.series.at(-1)).toEqual({ at: '2026-03-04T10:00:00.000Z', near: 3, refused: 5 })
    const offenders = await ask('offenders', { range: 'hour' })
    const of = ({ key }: Shown) => key === id
    expect(offenders.body.keys.find(of)).toMatchObject({
      ...{ refused: 5, near: 3, last_before: '2026-03-04T10:01:00.000Z' },
      user: { name: 'Lim, Ida' },
    })
    expect((await ask('keys', { search: id })).body.keys).toMatchObject([{ refused: 5 }])

    await act('lift', { scope: 'user', key: id })
    const { body: log } = await operator.trpc('query', 'operator.audit.list', { target: `user ${id}` })
    expect(log.results.map(({ action }: { action: string }) => action)).toEqual([
      'throttles.lift',
      'throttles.set_limit',
    ])
  })

  test('the explanation of a 429 works without Redis too', async () => {
    const counts = localCounts(readSettings({ ...throttlesOff, ...env }))
    const alone = await startService({ env: { ...env, REDIS_URL: '' }, counts })
    onTestFinished(() => alone.close())
    const console = await startConsole(alone, { env, redisUrl: '', counts })
    onTestFinished(() => console.close())
    const operator = await console.as('ADMIN')
    const user = await alone.as('MANAGER')
    await statuses(user, 8)
    const { body } = await operator.trpc('query', 'operator.throttles.user_keys', { id: user.user.id })
    expect(body).toMatchObject({
      source: 'memory',
      keys: [{ used: 5, remaining: 0, refused: 3 }, {}, {}],
      endpoints: [{ procedure: 'tags.list', refused: 3, near: 2 }],
    })
  })
})

type Shown = { scope: string; key: string; used: number }

test('the explanation of a 429 names the accounts tried from an address or /64', async () => {
  const { email, id } = await service.addUser('VIEWER', { given_name: 'Tom', family_name: 'Low' })
  const record = (ip: string, event: 'login' | 'failed_login', user: string | null) =>
    service.services.securityLog.record(
      event,
      { ip, headers: {}, surface: 'rest', id: ip, credentials: { state: 'none' } },
      { user },
    )
  record('2001:db8::9:1:1:1', 'failed_login', id)
  record('2001:db8:0:0:8::', 'login', id)
  record('2001:db8::1', 'failed_login', null)
  record('2001:db8:0:1::1', 'failed_login', operator.user.id)
  record('198.51.100.77', 'failed_login', id)
  await service.services.securityLog.stop()
  const triedFrom = async (key: string) =>
    (await ask('key_accounts', { scope: 'login', key })).body.accounts.sort(byFailed)
  const tom = { id, name: 'Low, Tom', email }
  const last_at = '2026-03-04T10:00:00.000Z'
  expect(await triedFrom('2001:db8::/64')).toEqual([
    { user: tom, failed: 1, succeeded: 1, last_at },
    { user: null, failed: 1, succeeded: 0, last_at },
  ])
  expect(await triedFrom('198.51.100.77')).toEqual([{ user: tom, failed: 1, succeeded: 0, last_at }])
  expect(await triedFrom('ops:198.51.100.77')).toEqual([])
  expect(await triedFrom('no address')).toEqual([])
})

const byFailed = (a: { succeeded: number }, b: { succeeded: number }) => b.succeeded - a.succeeded

describe('the overview', () => {
  test('the overview of throttles counts allowed, near and blocked requests by scope and procedure', async () => {
    const user = await service.as('MANAGER')
    const { now } = service.clock
    service.clock.now = new Date(now.getTime() + 20 * 60_000)
    await statuses(user, 8)
    for (const range of ['hour', 'day'])
      await vi.waitFor(async () => {
        const { body } = await ask('overview', { range })
        const { series } = body.scopes.find(({ scope }: { scope: string }) => scope === 'user')
        expect(series.at(-1)).toMatchObject({ allowed: 3, near: 2, blocked: 3 })
      }, 30_000)
    const { body } = await ask('endpoints', { range: 'day' })
    expect(body.endpoints[0].procedure).toBe('tags.list')
    service.clock.now = now
  })

  test('the overview of throttles shows the current rates and their origin', async () => {
    const { body } = await ask('overview', { range: 'week' })
    const rates = body.scopes.map(({ scope, rate }: { scope: string; rate: unknown }) => [scope, rate])
    expect(rates).toEqual([
      ['anon', null],
      ['user', { limit: 5, seconds: 3600, source: 'environment' }],
      ['machine', null],
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
  ])(
    'the overview of the last %s has buckets of %i seconds, %i in all',
    async (range, bucket_seconds, count) => {
      const { body } = await ask('overview', { range })
      expect(body).toMatchObject({ source: 'redis', redis: 'connected', range, bucket_seconds })
      for (const { series } of body.scopes) expect(series).toHaveLength(count)
    },
  )
})

test('failed logins are shown by address and account, without the typed text', async () => {
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
  }, 30_000)
  const { body } = await ask('failed_logins', { range: 'week' })
  const last = { last_at: '2026-03-04T10:00:00.000Z', last_before: '2026-03-04T12:00:00.000Z' }
  expect(body.by_address).toMatchObject([last])
})

test('all failed logins of an account from an address are shown within seconds', async () => {
  const { email } = await service.addUser('VIEWER')
  const { now } = service.clock
  onTestFinished(() => {
    service.clock.now = now
  })
  for (let i = 0; i < 5; i++) await service.anonymous().login(email, 'wrong')
  service.clock.now = new Date(now.getTime() + 1000)
  await service.services.securityLog.flush()
  const { accounts } = (await ask('key_accounts', { scope: 'login', key: '127.0.0.1' })).body
  expect(accounts).toContainEqual(
    expect.objectContaining({ user: expect.objectContaining({ email }), failed: 5 }),
  )
})
