import type { PairOptions } from '../run/pair.ts'
import { type Context, judged, type Part } from '../run/part.ts'
import { captureCommits, readCommits } from './commits/capture.ts'
import { boundsOf, watchSnapshots } from './commits/snapshots.ts'
import { type Attempted, judge } from './judge/judge.ts'
import { findDifferences } from './judge/stored.ts'
import { sentences, verified } from './judge/violations.ts'
import { sampleAttempts } from './race/attempts.ts'
import { loadClinic } from './race/clinic.ts'
import { type Made, race } from './race/race.ts'

const crowd = 32

export const history: Part = {
  name: 'history',
  about: 'racing writes, judged commit by commit: answers, rows, logs and totals tell one true history',
  async run(context) {
    const count = context.amount({ full: 50_000, short: 1500 })
    const { violations, attempts, commits } = await raceAndJudge(context, count, { isVerified: true })
    const turnedAway = attempts.filter(({ answer }) => answer.status === 503).length
    const figures = [
      `${attempts.length.toLocaleString('en')} attempts`,
      `${commits.toLocaleString('en')} commits`,
      ...(turnedAway ? [`${turnedAway} answered 503`] : []),
      `${violations.length} violations`,
    ]
    return judged(figures.join(', '), sentences(violations))
  },
}

type Options = PairOptions & {
  /** Whether the service's own commands verify the totals and the logs at the end. */
  isVerified?: true
}

/** Makes racing attempts against a pair of instances, and judges the history that comes of them. */
export async function raceAndJudge(context: Context, count: number, options: Options = {}) {
  const prepare = async (ownerUrl: string) => {
    await captureCommits(ownerUrl)
    await options.prepare?.(ownerUrl)
  }
  const pair = await context.startPair({ ...options, prepare })
  const clinic = await loadClinic(pair.ownerUrl)
  const headers = await pair.signIn('ADMIN', { is_superuser: true })
  const snapshots = await watchSnapshots(pair.ownerUrl)
  const made = await race({
    urls: pair.instances.map(({ url }) => url),
    headers,
    attempts: sampleAttempts(count, context.seed),
    known: { ...clinic, assignments: [], employeeTags: [] },
    moments: snapshots,
    crowd,
    progress: (done) => context.progress(`${done} attempts`),
  })
  // A sweep after the commits are read would change what is stored.
  await Promise.all(pair.instances.map((instance) => instance.stop()))
  const seen = await snapshots.stop()
  const commits = await readCommits(pair.ownerUrl)
  const bounds = boundsOf(seen, commits)
  const attempts = made.map((one) => attempted(one, bounds))
  const { violations, replay } = judge({ commits, attempts, loaded: bounds[0]?.least ?? 0 })
  violations.push(...(await findDifferences(pair.ownerUrl, replay)))
  if (options.isVerified) violations.push(...(await verified(pair.ownerUrl)))
  await pair.close()
  return { violations, attempts, commits: commits.length }
}

function attempted({ before, after, ...made }: Made, bounds: ReturnType<typeof boundsOf>): Attempted {
  return { ...made, least: bounds[before]?.least ?? 0, most: bounds[after]?.most ?? 0 }
}
