import { type Attempt, isGood, isWrite } from './load.ts'
import type { Suffered } from './undergo.ts'

/** How often each mark is in the database. */
export type Stored = ReadonlyMap<string, number>

/** Milliseconds (D43), and what a busy machine may take on top. */
const longestWait = 2000
const lateOnBusyMachine = 1500
/** The share of requests that a busy machine may answer 503 although the fault does not call for it. */
const refusedOnBusyMachine = 0.01

/** What does not hold: statuses, waits, recovery, and what is stored. */
export function judge(suffered: Suffered, stored: Stored): string[] {
  const { fault, attempts, isUnready, recovery } = suffered
  const unexpected = attempts.filter((one) => !isGood(one) && !isAllowed(fault, one))
  const busy = unexpected.filter(({ status }) => status === 503)
  const isBusy = busy.length <= Math.max(1, attempts.length * refusedOnBusyMachine)
  const wrong = isBusy ? unexpected.filter(({ status }) => status !== 503) : unexpected
  const found = [...Map.groupBy(wrong, ({ kind, status }) => `${kind} answered ${status || 'nothing'}`)].map(
    ([what, all]) => `${what} ${all.length} times`,
  )
  const wait = longestOf(attempts)
  if (wait > longestWait + lateOnBusyMachine) found.push(`a request waited for ${Math.round(wait)} ms`)
  if (fault.isUnready && !isUnready) found.push('/readyz did not become 503')
  if (recovery === undefined) found.push('not everything was served again')
  if (fault.isFelt && !attempts.some((one) => isWrite(one) && !isGood(one)))
    found.push('no write was refused, so the fault was none')
  return [...found, ...judgeStored(suffered, stored)].map((problem) => `${fault.name}: ${problem}.`)
}

const isAllowed = ({ allowed, cuts }: Suffered['fault'], { kind, status, instance }: Attempt) =>
  status === 0 ? instance === cuts : allowed[kind]?.includes(status)

function judgeStored({ fault, attempts }: Suffered, stored: Stored): string[] {
  const timesOf = ({ mark }: Attempt) => stored.get(mark) ?? 0
  const written = attempts.filter(isWrite)
  const lost = written.filter((one) => isGood(one) && timesOf(one) === 0)
  const doubled = written.filter((one) => timesOf(one) > 1)
  const refused = written.filter(({ status }) => status >= 400 && !(fault.losesCommits && status === 503))
  const there = refused.filter((one) => timesOf(one) > 0)
  return [
    ...(lost.length ? [`${lost.length} acknowledged writes are lost`] : []),
    ...(doubled.length ? [`${doubled.length} writes are stored twice`] : []),
    ...(there.length ? [`${there.length} refused writes are stored`] : []),
  ]
}

/** Writes that were answered 503 because the answer to their commit was lost, and that are stored. */
export const unsureOf = ({ attempts }: Suffered, stored: Stored) =>
  attempts.filter((one) => isWrite(one) && one.status === 503 && stored.has(one.mark)).length

export const longestOf = (attempts: Attempt[]) =>
  attempts.reduce((longest, { started, ended }) => Math.max(longest, ended - started), 0)
