import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import { WireError } from '../../../routers/ports/refusals.ts'
import { databaseRevocations, redisRevocations } from '../../../server/auth/revocations.ts'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { ageUsesIn } from '../../made/used-tokens.ts'
import { closedAfterTest } from '../../setup/fixture.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { distantRedis, freshRedis } from '../../setup/stores/redis.ts'
import { startRedis } from '../../setup/stores/redis-server.ts'

/** Seven days and an hour. */
const keptSeconds = 608_400
const silent = pino({ level: 'silent' })

let redis: Redis
let redisUrl: string
let orm: Orm
let drop: () => Promise<unknown>

beforeEach(async () => {
  const [database, ownRedis] = await Promise.all([freshDatabase(), freshRedis()])
  redisUrl = ownRedis.url
  redis = await connectRedis(redisUrl, silent)
  orm = connect(database.url)
  drop = () => Promise.all([database.drop(), ownRedis.drop()])
})

afterEach(async () => {
  redis.disconnect()
  await orm.close()
  await drop()
})

describe.each(['Redis', 'the database'])('revocations in %s', (store) => {
  const create = () => (store === 'Redis' ? redisRevocations(redis, silent) : databaseRevocations(orm))

  test('an ended session is ended on every instance', async () => {
    const revocations = create()
    expect(await revocations.isEnded('s')).toBe(false)
    await revocations.end('s')
    await revocations.end('s')
    expect(await create().isEnded('s')).toBe(true)
    expect(await revocations.isEnded('another')).toBe(false)
  })

  test('of many simultaneous claims of a token one wins, and the others learn when', async () => {
    const instances = [create(), create()]
    const began = performance.now()
    const elapsed = () => Math.ceil(performance.now() - began) + 1
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => instances[index % 2]?.claim({ tokenId: 't' })),
    )
    expect(claims.filter((claim) => claim === 'first')).toHaveLength(1)
    const ages = claims.filter((claim) => typeof claim === 'number')
    expect(ages).toHaveLength(19)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeLessThanOrEqual(elapsed())
    await ageUsesIn(store === 'Redis' ? redisUrl : orm, 60_000)
    const age = await create().claim({ tokenId: 't' })
    expect(age).toBeGreaterThanOrEqual(60_000)
    expect(age).toBeLessThanOrEqual(60_000 + elapsed())
    expect(await create().claim({ tokenId: 'another' })).toBe('first')
  })

  test('for a minute a token may be used again for the same successor alone', async () => {
    const revocations = create()
    const use = { tokenId: 'again', successor: 'next' }
    expect(await revocations.claim(use)).toBe('first')
    expect(await revocations.claim(use)).toBe('again')
    expect(await revocations.usedSince(use)).toBeUndefined()
    for (const other of [{ tokenId: 'again' }, { tokenId: 'again', successor: 'another' }])
      expect([await revocations.claim(other), await revocations.usedSince(other)]).toEqual([
        expect.any(Number),
        expect.any(Number),
      ])
    await ageUsesIn(store === 'Redis' ? redisUrl : orm, 60_000)
    expect(await revocations.claim(use)).toBeGreaterThanOrEqual(60_000)
  })

  test('a session and a token with the same id do not affect each other', async () => {
    await create().end('x')
    expect(await create().claim({ tokenId: 'x' })).toBe('first')
  })
})

test('Redis forgets an ended session an hour after its last token expires', async () => {
  const revocations = redisRevocations(redis, silent)
  await revocations.end('s')
  await revocations.claim({ tokenId: 't' })
  const keys = [...(await redis.keys('session:*')), ...(await redis.keys('token:*'))]
  expect(keys.sort()).toEqual(['session:ended:s', 'token:used:t'])
  expect([await redis.ttl('session:ended:s'), await redis.ttl('token:used:t')]).toEqual([
    keptSeconds,
    keptSeconds,
  ])
})

test('the end of a session that a full Redis has refused is stored once it has room again', async () => {
  const full = await startRedis()
  closedAfterTest({ close: full.stop })
  const own = await connectRedis(full.url, silent)
  onTestFinished(() => own.disconnect())
  const [here, elsewhere] = [redisRevocations(own, silent), redisRevocations(own, silent)]
  await own.config('SET', 'maxmemory', 1)
  await expect(here.end('s')).rejects.toThrow()
  await own.config('SET', 'maxmemory', 0)
  await expect.poll(() => elsewhere.isEnded('s'), { timeout: 20_000 }).toBe(true)
})

test('the database deletes old revocations when asked to', async () => {
  const revocations = databaseRevocations(orm)
  await revocations.end('early')
  await sql`update revocations set expires_at = now() + interval '1 minute'`.execute(
    orm.em.fork().getKysely(),
  )
  expect(await revocations.forgetExpired()).toBe(0)
  await sql`update revocations set expires_at = now()`.execute(orm.em.fork().getKysely())
  await revocations.end('late')
  expect(await revocations.forgetExpired()).toBe(1)
  const kept = await sql<{ seconds: number }>`
    select key, extract(epoch from expires_at - created_at)::int as seconds from revocations`.execute(
    orm.em.fork().getKysely(),
  )
  expect(kept.rows).toEqual([{ key: 'session:ended:late', seconds: keptSeconds }])
})

test.each(['cut', 'freeze'] as const)(
  'while Redis is away (%s), nobody knows which sessions have ended, one warning is logged, and nothing is claimed or ended',
  async (outage) => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) })
    const { line, redis: distant } = await distantRedis(redisUrl, silent)
    const revocations = redisRevocations(distant, log)
    await revocations.end('s')

    await line[outage]()
    const unavailable = new WireError('UNAVAILABLE', { detail: 'Service temporarily unavailable.' })
    expect(await Promise.all([revocations.isEnded('s'), revocations.isEnded('s')])).toEqual([
      undefined,
      undefined,
    ])
    await expect(revocations.claim({ tokenId: 't' })).rejects.toEqual(unavailable)
    await expect(revocations.end('t')).rejects.toEqual(unavailable)
    expect(lines).toEqual([
      'ended sessions cannot be read in Redis: PostgreSQL is asked alone',
      'sessions can neither be refreshed nor ended',
    ])
  },
)
