import { setTimeout as sleep } from 'node:timers/promises'
import { execute } from '../../setup/stores/execute.ts'
import { sampleAttempts } from '../history/race/attempts.ts'
import { loadClinic } from '../history/race/clinic.ts'
import { type Made, race } from '../history/race/race.ts'
import type { Pair } from '../run/pair.ts'
import type { Context } from '../run/part.ts'

/** When a request began and ended: the moments between which the dump was made, and those around the target time. */
export const moments = { start: 0, dumping: 1, dumped: 2, targeting: 3, targeted: 4 } as const

type Work = { backUp: () => Promise<unknown>; dump: () => Promise<unknown> }

const crowd = 16
const mostAttempts = 20_000

/** Makes attempts while the backups are made. Returns the attempts, and a target time between two of them. */
export async function underLoad(context: Context, pair: Pair, { backUp, dump }: Work) {
  const clinic = await loadClinic(pair.ownerUrl)
  const stop = new AbortController()
  let moment: number = moments.start
  let answered = 0
  const after = () => {
    answered++
    return moment
  }
  const racing = race({
    urls: pair.instances.map(({ url }) => url),
    headers: await pair.signIn('ADMIN', { is_superuser: true }),
    attempts: sampleAttempts(mostAttempts, context.seed),
    known: { ...clinic, assignments: [], employeeTags: [] },
    moments: { before: () => moment, after },
    crowd,
    until: stop.signal,
  })
  const someAttempts = async () => {
    const enough = answered + context.amount({ full: 500, short: 80 })
    while (answered < enough) await sleep(20)
  }
  await someAttempts()
  await backUp()
  moment = moments.dumping
  await dump()
  moment = moments.dumped
  await someAttempts()
  moment = moments.targeting
  const target = await clockOf(pair.ownerUrl)
  moment = moments.targeted
  await someAttempts()
  stop.abort()
  return { target, made: await racing }
}

async function clockOf(url: string): Promise<string> {
  const [row] = await execute<{ now: string }>(
    url,
    `select (clock_timestamp() at time zone 'UTC')::text || '+00' as now`,
  )
  return row?.now ?? ''
}

type Bounds = {
  /** What was answered by this moment must be there. */
  there: number
  /** What was requested from this moment on must not. */
  notThere: number
}

/** What the database lacks, and what it should not have, by the requests that its change log names. */
export async function problemsOf(
  name: string,
  url: string,
  { made, bounds }: { made: Made[]; bounds: Bounds },
) {
  const rows = await execute<{ request_id: string }>(url, 'select distinct request_id from change_log')
  const stored = new Set(rows.map(({ request_id }) => request_id))
  const changing = made.filter(
    ({ request, answer }) => alwaysChanges(request.procedure) && answer.status < 300,
  )
  const lost = changing.filter(({ after, answer }) => after <= bounds.there && !stored.has(answer.requestId))
  const early = made.filter(({ before, answer }) => before >= bounds.notThere && stored.has(answer.requestId))
  return [
    ...(stored.size < 2 ? [`${name} has no history`] : []),
    ...(lost.length ? [`${name} lacks ${lost.length} acknowledged writes`] : []),
    ...(early.length ? [`${name} has ${early.length} writes that were made later`] : []),
  ]
}

/** The other procedures succeed without a change when a row is already as they ask for. */
const alwaysChanges = (procedure: string) =>
  /^assignments\.(create|suspend|resume|end)$|^employees\.(?!update)|^employee_tags\.create$/.test(procedure)
