import { existsSync } from 'node:fs'
import { openRedis } from '../../../bench/service/stores.ts'
import type { Pair } from '../run/pair.ts'
import { type Context, judged, notRun, type Part } from '../run/part.ts'
import { problemsOf, sendAtOnce, sum, type Tally } from './at-once.ts'
import { kinds, perHour, perSecond, settingsOf, workers } from './kinds.ts'
import { outage } from './outages.ts'
import { pauseProcesses } from './pauses.ts'
import { proxyInThread } from './proxy.ts'
import { judgeTurns, sendThroughTurns } from './turns.ts'

type Found = { figures: string; problems: string[] }

/** Asks for ten times what each throttle allows. */
export const limits: Part = {
  name: 'limits',
  about:
    'every scope admits exactly its limit out of ten times as many requests at once, also with pauses and when windows end; without Redis at most the limit again',
  async run(context) {
    if (!existsSync('/proc')) return notRun('Workers are found in /proc.')
    const redis = await openRedis()
    context.atEnd(redis.stop)
    const proxy = await proxyInThread(redis.url)
    context.atEnd(proxy.close)
    const env = { ...settingsOf(perHour, 'hour'), REDIS_URL: proxy.url }
    const pair = await context.startPair({ workers, env })
    const found = [
      await fillKeys(context, pair),
      await outages(context, (isSilent) => outage({ pair, proxy, redisUrl: redis.url }, isSilent)),
    ]
    await pair.close()
    found.push(await turns(context))
    return judged(
      found.map(({ figures }) => figures).join('; '),
      found.flatMap(({ problems }) => problems),
    )
  },
}

/** Ten times the limit on keys of each kind, without and with pauses of all processes. */
async function fillKeys({ amount, progress }: Context, pair: Pair): Promise<Found> {
  const rounds = amount({ full: 4, short: 1 })
  const tallies: Tally[] = []
  const problems: string[] = []
  for (let round = 1; round <= rounds; round++)
    for (const pauses of [0, 3]) {
      const when = pauses ? 'with pauses' : 'at once'
      progress(`${when}, round ${round} of ${rounds}`)
      for (const kind of kinds) {
        const limit = perHour[kind.scope]
        const key = { kind, newRequest: await kind.newKey(pair) }
        const [tally] = await Promise.all([sendAtOnce(pair, key, 10 * limit), pauseProcesses(pair, pauses)])
        tallies.push(tally)
        problems.push(...problemsOf(tally, { kind, when, limit }))
      }
    }
  const { admitted, refused, unavailable } = sum(tallies)
  const figures = `${tallies.length} keys filled, ${admitted} admitted, ${refused} refused, ${unavailable} answered 503`
  return { figures, problems }
}

/** Redis goes away for keys that are full, and comes back; every second time it is only silent. */
async function outages(
  { amount, progress }: Context,
  takeAway: (isSilent: boolean) => ReturnType<typeof outage>,
): Promise<Found> {
  const rounds = amount({ full: 4, short: 1 })
  const found: Awaited<ReturnType<typeof outage>>[] = []
  for (let round = 0; round < rounds; round++) {
    progress(`outage ${round + 1} of ${rounds}`)
    found.push(await takeAway(round % 2 === 1))
  }
  const limit = kinds.reduce((sum, { scope }) => sum + perHour[scope], 0)
  return {
    figures: `${found.map(({ admitted }) => admitted).join(', ')} of at most ${limit} more admitted without Redis`,
    problems: found.flatMap(({ problems }) => problems),
  }
}

/** Windows of a second under load, and then with pauses of all processes. */
async function turns({ amount, progress, startPair }: Context): Promise<Found> {
  progress('turns of windows')
  const pair = await startPair({ workers, env: settingsOf(perSecond, 'second') })
  const milliseconds = amount({ full: 20_000, short: 2500 })
  const options = { kinds, milliseconds, clientsOfEach: 6 }
  const smooth = await sendThroughTurns(pair, options)
  const [paused] = await Promise.all([
    sendThroughTurns(pair, options),
    pauseProcesses(pair, Math.floor(milliseconds / 400)),
  ])
  const found = [...smooth, ...paused].map((series) =>
    judgeTurns(series, { limit: perSecond[series.kind.scope], milliseconds: 1000 }),
  )
  const total = (of: 'windows' | 'admitted') => found.reduce((sum, each) => sum + each[of], 0)
  return {
    figures: `${total('admitted')} admitted in ${total('windows')} windows of one second`,
    problems: found.flatMap(({ problems }) => problems),
  }
}
