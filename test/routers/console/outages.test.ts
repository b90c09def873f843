import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { consoleRouter } from '../../../routers/console/router.ts'
import { localCounts } from '../../../server/compose.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { secondsLeft } from '../../expect/seconds.ts'
import type { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { onlyInCheck } from '../../setup/run/ring.ts'
import { password, startService, type TestService } from '../../setup/service.ts'
import { type CuttableProxy, cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'

const env = { THROTTLE_USER: '5/hour' }
const reason = 'an outage'
const until = '2026-03-04T11:00:00.000Z'

const statuses = async (client: Client, times: number) => {
  const answers = []
  for (let time = 0; time < times; time++) answers.push((await client.get('/api/v1/tags/')).status)
  return answers
}
const scopeOf = ({ body }: { body: { scopes: { scope: string }[] } }, name: string) =>
  body.scopes.find(({ scope }) => scope === name) as never as { totals: object; override_count: number }

describe('beside a service with Redis', () => {
  let service: TestService
  let postgres: CuttableProxy
  let redis: CuttableProxy
  let ops: Awaited<ReturnType<typeof startConsole>>
  let operator: Client

  beforeAll(async () => {
    service = await startService({ env })
    postgres = await cuttableProxy(service.databaseUrl)
    redis = await cuttableProxy(service.redisUrl)
    ops = await startConsole(service, { env, databaseUrl: postgres.url, redisUrl: redis.url })
    operator = await ops.confirmed('ADMIN')
  })
  afterAll(async () => {
    await ops.close()
    await postgres.close()
    await redis.close()
    await service.close()
  })

  const ask = (name: string, input?: unknown, client = operator) =>
    client.trpc('query', `operator.${name}`, input)

  const queries = Object.entries(
    consoleRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
  ).flatMap(([name, { _def }]) =>
    name.startsWith('operator.') && _def.type === 'query' ? [name.replace('operator.', '')] : [],
  )

  test('without Redis the console says so, shows the numbers of its process, and changes no throttle', async () => {
    await redis.cut()
    const shown = async () => (await ask('throttles.overview', { range: 'hour' })).body
    await expect.poll(shown).toMatchObject({ source: 'memory', redis: 'unreachable' })
    expect((await ask('system.overview')).body.redis.state).toBe('unreachable')
    expect((await ask('throttles.keys', {})).body).toMatchObject({ source: 'memory', keys: [] })
    for (const name of ['overview.keys', 'overview.refusals'])
      expect((await ask(name)).body).toMatchObject({ source: 'memory', redis: 'unreachable' })
    expect((await ask('overview.proposals')).status).toBe(200)
    const block = { scope: 'user', key: operator.user.id, until, reason }
    await expectAnswer(operator.trpc('mutation', 'operator.throttles.block', block), 503, {
      detail: 'Service temporarily unavailable.',
    })
    expect((await ask('audit.list', {})).body.count).toBe(0)

    await redis.restore()
    await expect.poll(async () => (await ask('throttles.keys', {})).body.redis).toBe('connected')
    expect((await ask('throttles.overview', { range: 'hour' })).body.source).toBe('redis')
  })

  // Silence lasts six deadlines.
  test.each(['cut', ...onlyInCheck('freeze' as const)] as const)(
    'without PostgreSQL (%s) recently read staff still see throttles and system, and nothing else',
    async (outage) => {
      const other = await ops.as('VIEWER')
      await ask('system.viewer', undefined, other)
      const stranger = await ops.as('ADMIN')
      await service.as('MANAGER').then((client) => statuses(client, 2))
      await postgres[outage]()
      onTestFinished(() => postgres.restore())

      const overview = await ask('system.overview')
      expect(overview.body).toMatchObject({
        is_read_only: true,
        database: { state: 'unreachable', version: null },
        redis: { state: 'connected' },
        migrations: null,
      })
      const keys = await ask('throttles.keys', { scope: 'user' }, other)
      expect([keys.status, keys.body.keys.map(({ user }: { user: unknown }) => user)]).toEqual([
        200,
        expect.arrayContaining([null]),
      ])
      const open = [
        'overview.keys',
        'overview.refusals',
        'throttles.overview',
        'throttles.keys',
        'throttles.endpoints',
        'throttles.failed_logins',
        'throttles.offenders',
        'throttles.key',
        'throttles.user_keys',
        'system.overview',
      ]
      const range = { range: 'hour', scope: 'user', key: 'k', id: other.user.id }
      const answered = await Promise.all(
        queries.map(
          async (name) =>
            [name, (await ask(name, name.startsWith('throttles') ? range : undefined)).status] as const,
        ),
      )
      expect(
        answered
          .filter(([, status]) => status === 200)
          .map(([name]) => name)
          .sort(),
      ).toEqual(open.sort())
      expect(answered.filter(([name]) => !open.includes(name)).every(([, status]) => status === 503)).toBe(
        true,
      )

      const change = await operator.trpc('mutation', 'operator.throttles.block', {
        scope: 'user',
        key: other.user.id,
        until,
        reason,
      })
      expect(change.status).toBe(503)
      expect((await ask('system.overview', undefined, stranger)).status).toBe(503)

      const { now } = service.clock
      service.clock.now = new Date(now.getTime() + 5 * 60_000)
      expect((await ask('system.overview')).status).toBe(503)
      service.clock.now = now

      await postgres.restore()
      await expect.poll(async () => (await ask('system.overview')).body.is_read_only).toBe(false)
    },
  )

  test('without PostgreSQL and Redis nobody is recalled: their session may have ended', async () => {
    await ask('system.viewer')
    await postgres.cut()
    onTestFinished(() => postgres.restore())
    expect((await ask('system.overview')).status).toBe(200)
    await redis.cut()
    onTestFinished(() => redis.restore())
    expect((await ask('system.overview')).status).toBe(503)
  })

  test('staff who have lost their flag or session are refused despite an earlier read', async () => {
    const dismissed = await ops.as('ADMIN')
    await ask('system.viewer', undefined, dismissed)
    const { id } = dismissed.user
    await operator.trpc('mutation', 'operator.users.set_flags', { id, is_staff: false, reason })
    expect((await ask('system.overview', undefined, dismissed)).status).toBe(403)
    await postgres.cut()
    onTestFinished(() => postgres.restore())
    expect((await ask('system.overview', undefined, dismissed)).status).toBe(503)
  })
})

describe('beside a service without Redis, in one process', () => {
  let service: TestService
  let ops: Awaited<ReturnType<typeof startConsole>>
  let postgres: CuttableProxy
  let operator: Client

  beforeAll(async () => {
    const counts = localCounts(readSettings({ ...env, THROTTLE_ANON: 'off' }))
    service = await startService({ env: { ...env, REDIS_URL: '' }, counts })
    postgres = await cuttableProxy(service.databaseUrl)
    ops = await startConsole(service, { env, redisUrl: '', databaseUrl: postgres.url, counts })
    operator = await ops.as('ADMIN')
  })
  afterAll(async () => {
    await ops.close()
    await postgres.close()
    await service.close()
  })

  const ask = (name: string, input?: unknown) => operator.trpc('query', `operator.${name}`, input)
  const act = (name: string, input: object) =>
    operator.trpc('mutation', `operator.${name}`, { scope: 'user', reason, ...input })

  test('without Redis configured the console shows the numbers of the process, and says so', async () => {
    const user = await service.as('MANAGER', { family_name: 'Lonely' })
    expect(await statuses(user, 6)).toEqual([200, 200, 200, 200, 200, 429])
    const overview = await ask('throttles.overview', { range: 'day' })
    expect(overview.body).toMatchObject({ source: 'memory', redis: 'not_configured' })
    expect(scopeOf(overview, 'user').totals).toEqual({ allowed: 3, near: 2, blocked: 1 })
    expect((await ask('throttles.keys', { search: 'lonely' })).body).toMatchObject({
      source: 'memory',
      count: 1,
      keys: [{ key: user.user.id, used: 5, remaining: 0, limit_source: 'environment' }],
    })
    await service.anonymous().login(user.user.email, 'wrong')
    expect((await ask('throttles.failed_logins', { range: 'week' })).body).toMatchObject({
      source: 'memory',
      total: 1,
      by_account: [{ email: user.user.email, count: 1 }],
    })
  })

  test('without Redis configured limits and blocks by operators take effect', async () => {
    const user = await service.as('MANAGER')
    const { id: key } = user.user
    await act('throttles.set_limit', { key, limit: 2, until })
    expect(await statuses(user, 3)).toEqual([200, 200, 429])
    await act('throttles.set_limit', { key, limit: 4, until })
    expect(await statuses(user, 3)).toEqual([200, 200, 429])
    await act('throttles.block', { key, until })
    expect((await act('throttles.reset_key', { key })).body).toEqual({ was_open: true })
    const refused = await user.get('/api/v1/tags/')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, secondsLeft(3600)])
    expect(scopeOf(await ask('throttles.overview', { range: 'hour' }), 'user').override_count).toBe(1)
    expect((await act('throttles.lift', { key })).body).toEqual({ was_in_force: true })
    expect(await statuses(user, 6)).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('an expired limit or block is neither shown nor counted', async () => {
    const soon = new Date(service.clock.now.getTime() + 20).toISOString()
    await act('throttles.block', { key: 'lapsed-1', until: soon })
    await act('throttles.set_limit', { key: 'lapsed-2', limit: 9, until: soon })
    const shown = async () => (await ask('throttles.keys', { search: 'lapsed' })).body
    await expect.poll(shown).toMatchObject({ count: 0, keys: [] })
  })

  test('without Redis configured sessions can be listed and ended', async () => {
    const user = await service.as('MANAGER')
    const { id } = user.user
    const { sessions } = (await ask('users.sessions', { id })).body
    expect(sessions).toHaveLength(1)
    await act('users.end_session', { id, session_id: sessions[0].id })
    expect((await user.get('/api/v1/auth/me/')).status).toBe(401)
    expect((await user.login(user.user.email, password)).status).toBe(200)
  })

  test('without Redis and PostgreSQL an operator who has signed out is not recalled', async () => {
    const leaver = await ops.as('ADMIN')
    await leaver.trpc('query', 'operator.system.viewer')
    const left = leaver.copy()
    expect((await leaver.trpc('mutation', 'auth.logout')).status).toBe(200)
    await postgres.cut()
    onTestFinished(() => postgres.restore())
    expect((await left.trpc('query', 'operator.system.overview')).status).toBe(401)
  })

  test('without Redis and PostgreSQL the throttles are still shown', async () => {
    await ask('system.viewer')
    await postgres.cut()
    onTestFinished(() => postgres.restore())
    expect((await ask('throttles.keys', {})).status).toBe(200)
    expect((await ask('system.overview')).body).toMatchObject({
      is_read_only: true,
      redis: { state: 'not_configured' },
    })
    expect((await ask('system.viewer')).status).toBe(503)
  })
})
