import { execute } from '../../setup/stores/execute.ts'
import { sentences, verified } from '../history/judge/violations.ts'
import { type Context, judged, type Part } from '../run/part.ts'
import type { Fault } from './fault.ts'
import { judge, longestOf, type Stored, unsureOf } from './judge.ts'
import { isGood } from './load.ts'
import { postgresFaults } from './postgres-faults.ts'
import { processFaults } from './process-faults.ts'
import { redisFaults } from './redis-faults.ts'
import { setScene } from './scene.ts'
import { type Served, type Suffered, undergo } from './undergo.ts'

const table: Fault[] = [...processFaults, ...redisFaults, ...postgresFaults]

/** Causes every fault of the table once, under a steady load of both instances. */
export const faults: Part = {
  name: 'faults',
  about:
    'killed processes, and a PostgreSQL and a Redis that fail in every way, lose no acknowledged write and store no refused one',
  async run(context) {
    const scene = await setScene(context)
    const { all, unsure, problems } = await undergone(
      context,
      scene,
      table,
      context.amount({ full: 8, short: 1 }),
    )
    return judged(summaryOf(all, unsure), problems)
  },
}

/** Causes the faults of the scene one after the other. */
export async function undergone<Where extends Served>(
  context: Context,
  scene: Where,
  ...[table, seconds]: [table: Fault<Where>[], seconds: number]
) {
  const problems: string[] = []
  const all: Suffered[] = []
  let unsure = 0
  for (const fault of table) {
    const suffered = await undergo(scene, fault, seconds)
    const stored = await storedMarks(scene.pair.ownerUrl)
    unsure += unsureOf(suffered, stored)
    context.progress(`${fault.name}: ${figuresOf(suffered)}`)
    problems.push(...judge(suffered, stored))
    all.push(suffered)
  }
  problems.push(...sentences(await verified(scene.pair.ownerUrl)))
  return { all, unsure, problems }
}

/** How often each mark was created or written, by the tables and by the change log. */
async function storedMarks(ownerUrl: string): Promise<Stored> {
  const rows = await execute<{ mark: string; times: number }>(
    ownerUrl,
    `select mark, max(times)::int as times from (
      select notes as mark, count(*) as times from assignments group by notes
      union all
      select after ->> 'notes', count(*) from change_log where after ? 'notes' group by after ->> 'notes'
    ) as found group by mark`,
  )
  return new Map(rows.map(({ mark, times }) => [mark, times]))
}

/** Such as "212 requests (503: 40), longest wait 1,950 ms, recovery 300 ms". */
function figuresOf({ attempts, recovery }: Suffered): string {
  const bad = Map.groupBy(
    attempts.filter((one) => !isGood(one)),
    ({ status }) => status || 'no answer',
  )
  const statuses = [...bad].map(([status, all]) => `${status}: ${all.length}`).join(', ')
  return `${attempts.length} requests (${statuses || 'all served'}), ${timesOf(longestOf(attempts), recovery)}`
}

const timesOf = (wait: number, recovery: number | undefined) =>
  `longest wait ${Math.round(wait)} ms, ${recovery === undefined ? 'no recovery' : `recovery ${Math.round(recovery)} ms`}`

export function summaryOf(all: Suffered[], unsure: number): string {
  const attempts = all.flatMap((one) => one.attempts)
  const refused = attempts.filter(({ status }) => status >= 400).length
  const unanswered = attempts.filter(({ status }) => status === 0).length
  const recovery = Math.max(...all.map((one) => one.recovery ?? Number.POSITIVE_INFINITY))
  return [
    `${all.length} faults`,
    `${attempts.length.toLocaleString('en')} requests`,
    `${refused} refused`,
    `${unanswered} unanswered`,
    `${unsure} commits whose answer was lost`,
    `longest wait ${Math.round(longestOf(attempts))} ms`,
    `longest recovery ${Math.round(recovery)} ms`,
  ].join(', ')
}
