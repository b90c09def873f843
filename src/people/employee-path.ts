import {
  availableEmployeeTransitions,
  type EmployeeStatus,
  type EmployeeTransition,
  nextEmployeeStatus,
} from './employee-lifecycle.ts'

export type TransitionStep = { transition: EmployeeTransition; to: EmployeeStatus }

/** Only the employee can answer a proposal, so a path cancels a pending one. */
const notOnTheWay: readonly EmployeeTransition[] = [
  'accept_proposal',
  'reject_proposal',
  'force_accept_proposal',
]

/**
 * The shortest path from one status to another in the lifecycle; undefined when there is none. TERMINATED is never
 * an intermediate step, so ONBOARDING can be reached only from TERMINATED (D39).
 */
export function employeePath(
  from: EmployeeStatus,
  to: EmployeeStatus,
  previousStatus: EmployeeStatus | null,
): TransitionStep[] | undefined {
  const ways = new Map<EmployeeStatus, TransitionStep[]>([[from, []]])
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
