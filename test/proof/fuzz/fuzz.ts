import { connect } from '../../../entities/orm.ts'
import { findDifferences } from '../../../entities/schema/totals.ts'
import { judged, type Part } from '../run/part.ts'
import { storePool } from './pool.ts'
import { attackRaw } from './raw.ts'
import { type Worst, watchLoop } from './vitals.ts'
import { openCallers, type Walked, walk } from './walk.ts'

/** The most by which an event loop may be late, in milliseconds. */
const latest = 100

/** Nothing that a client can send makes the service fail, stall, or answer what is not documented. */
export const fuzz: Part = {
  name: 'fuzz',
  about: 'generated calls and raw bytes: no status above 499, no undocumented answer, no leak, no stall',
  async run({ seed, amount, startPair, progress }) {
    const pair = await startPair({ workers: [1, 1] })
    const calls = amount({ full: 10_000, short: 2000 })
    const callers = await openCallers(pair)
    const [one, two] = pair.instances
    const watched = pair.instances.map(watchLoop)
    const common = { pair, calls, seed, callers }
    const [ofRest, ofTrpc] = [await storePool(pair), await storePool(pair)]
    const [rest, trpc] = await Promise.all([
      walk({ ...common, surface: 'rest', url: one.url, pool: ofRest }),
      walk({ ...common, surface: 'trpc', url: two.url, pool: ofTrpc }),
    ])
    progress('the calls are sent')
    const survived = await attackRaw({
      instance: one,
      url: one.url,
      headers: await pair.signIn('ADMIN'),
      seed,
      amount,
    })
    const worst = await Promise.all(watched.map((stop) => stop()))
    const orm = connect(pair.databaseUrl, { max: 1 })
    const differences = (await findDifferences(orm)).map((one) => `total: ${JSON.stringify(one)}`)
    await orm.close()
    const most = (of: 'lateness' | 'memory') => Math.round(Math.max(...worst.map((one) => one[of])))
    const figures = [
      `${calls} calls over each surface (${rest.succeeded} and ${trpc.succeeded} succeeded, ${rest.repeated + trpc.repeated} answers 503)`,
      `${survived.answers} answers to raw bytes`,
      `${survived.idle} idle connections`,
      `event loop late by at most ${most('lateness')} ms`,
      `memory at most ${most('memory')} MB, ${survived.memory.map(Math.round).join(', ')} MB after rounds of idle connections`,
    ]
    return judged(figures.join('; '), [
      ...rest.problems,
      ...trpc.problems,
      ...(Math.min(rest.succeeded, trpc.succeeded) < calls / 10 ? ['Too few calls succeeded.'] : []),
      ...survived.problems,
      ...differences,
      ...latenessIn(worst, [rest, trpc]),
    ])
  },
}

/** When an event loop was too late, with the calls that took longest, as one of them may be why. */
function latenessIn(worst: Worst[], walks: Walked[]): string[] {
  const late = worst
    .filter(({ lateness }) => lateness > latest)
    .map(({ lateness, at }) => `An event loop was late by ${Math.round(lateness)} ms at ${at}`)
  return late.length ? [...late, ...walks.map(({ slowest }) => `${slowest.took} ms: ${slowest.call}`)] : []
}
