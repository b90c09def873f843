import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Pair } from '../run/pair.ts'
import { type Key, problemsOf, sendAtOnce, sum, type Tally } from './at-once.ts'
import { kinds, perHour, processes } from './kinds.ts'
import { pauseProcesses } from './pauses.ts'
import type { ProxyInThread } from './proxy.ts'

/** The instances reach the Redis through the proxy. */
type Stores = { pair: Pair; proxy: ProxyInThread; redisUrl: string }

/**
 * Fills a key of each kind without a refusal, so that no process knows it to be full. Takes Redis away (or only its
 * answers), asks for ten times the limit again, and goes on asking while Redis returns. Returns how many were admitted
 * by processes that counted without Redis.
 */
export async function outage({ pair, proxy, redisUrl }: Stores, isSilent: boolean) {
  await untilAllAreKnown(redisUrl)
  const keys = await Promise.all(
    kinds.map(async (kind): Promise<Key> => ({ kind, newRequest: await kind.newKey(pair) })),
  )
  const before = await fill(pair, keys, 1)
  await proxy.order(isSilent ? 'freeze' : 'cut')
  const away = await fill(pair, keys, 5)
  const [pausing] = await Promise.all([fill(pair, keys, 5), pauseProcesses(pair, 5)])
  const [returning] = await Promise.all([fill(pair, keys, 2), proxy.order('restore')])
  const when = isSilent ? 'while Redis is silent' : 'while Redis is away'
  const found = keys.map(({ kind }, at) => {
    const limit = perHour[kind.scope]
    const more = sumAt(at, [away, pausing, returning])
    const problems = [
      ...problemsOf(sumAt(at, [before]), { kind, when: 'before an outage', limit }),
      ...problemsOf(more, { kind, when, limit, least: 1 }),
    ]
    return { admitted: more.admitted, problems }
  })
  return {
    admitted: found.reduce((all, { admitted }) => all + admitted, 0),
    problems: found.flatMap(({ problems }) => problems),
  }
}

/** Sends this many times the limit of each key, one key after the other. */
async function fill(pair: Pair, keys: Key[], times: number): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const key of keys) tallies.push(await sendAtOnce(pair, key, times * perHour[key.kind.scope]))
  return tallies
}

const sumAt = (at: number, rounds: Tally[][]) => sum(rounds.flatMap((tallies) => tallies[at] ?? []))

/** Waits until every process has told Redis that it is alive, and has found the others twice. */
async function untilAllAreKnown(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl)
  try {
    const [seconds] = await redis.time()
    const since = Number(seconds) * 1000
    const limit = performance.now() + 60_000
    while ((await redis.zcount('throttle:processes', since, '+inf')) < processes) {
      if (performance.now() > limit) throw new Error('The processes do not show Redis that they are alive.')
      await sleep(50)
    }
    await sleep(2500)
  } finally {
    redis.disconnect()
  }
}
