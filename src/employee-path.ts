import {
  availableEmployeeTransitions,
  type EmployeeStatus,
  type EmployeeTransition,
  nextEmployeeStatus,
} from './employee-lifecycle.ts'

export type Step = { transition: EmployeeTransition; to: EmployeeStatus }

/** What an employee answers is theirs to answer, so a proposal that stands in the way is cancelled. */
const notOnTheWay: readonly EmployeeTransition[] = [
  'accept_proposal',
  'reject_proposal',
  'force_accept_proposal',
]

/**
 * The shortest way from one status to another over the lifecycle; undefined when there is none. Nobody is terminated
 * on the way to anything else, so that ONBOARDING is reached from TERMINATED only (D39).
 */
export function employeePath(
  from: EmployeeStatus,
  to: EmployeeStatus,
  previousStatus: EmployeeStatus | null,
): Step[] | undefined {
  const ways = new Map<EmployeeStatus, Step[]>([[from, []]])
  for (const [status, way] of ways) {
    if (status === to) return way
    if (status === 'TERMINATED' && status !== from) continue
    for (const transition of availableEmployeeTransitions(status)) {
      const next = nextEmployeeStatus(transition, status, previousStatus)
      if (next && !ways.has(next) && !notOnTheWay.includes(transition))
        ways.set(next, [...way, { transition, to: next }])
    }
  }
}
