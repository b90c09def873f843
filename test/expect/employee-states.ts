export const employeeStatuses = [
  'ONBOARDING',
  'ACTIVE',
  'PROPOSAL_PENDING',
  'ON_LEAVE',
  'DEACTIVATED',
  'TERMINATED',
] as const
type Status = (typeof employeeStatuses)[number]

/**
 * The states of an employee (reference, States), restated here alone and independently of src: the role that a transition
 * takes, and where it leads from each status in turn; '-' is a 409, BACK the status before the proposal.
 */
const table = {
  activate: ['ADMIN', 'ACTIVE', '-', '-', '-', '-', '-'],
  propose: ['MANAGER', '-', 'PROPOSAL_PENDING', '-', 'PROPOSAL_PENDING', '-', '-'],
  accept_proposal: ['EMPLOYEE', '-', '-', 'BACK', '-', '-', '-'],
  reject_proposal: ['EMPLOYEE', '-', '-', 'BACK', '-', '-', '-'],
  cancel_proposal: ['MANAGER', '-', '-', 'BACK', '-', '-', '-'],
  force_accept_proposal: ['SUPERUSER', '-', '-', 'BACK', '-', '-', '-'],
  go_on_leave: ['EMPLOYEE', '-', 'ON_LEAVE', '-', '-', '-', '-'],
  return_from_leave: ['EMPLOYEE', '-', '-', '-', 'ACTIVE', '-', '-'],
  deactivate: ['ADMIN', '-', 'DEACTIVATED', '-', '-', '-', '-'],
  reactivate: ['ADMIN', '-', '-', '-', '-', 'ACTIVE', '-'],
  terminate: ['ADMIN', '-', 'TERMINATED', '-', 'TERMINATED', 'TERMINATED', '-'],
  rehire: ['ADMIN', '-', '-', '-', '-', '-', 'ONBOARDING'],
} as const

export type Transition = keyof typeof table
export const transitions = Object.keys(table) as Transition[]

export const roleOf = (transition: Transition) => table[transition][0]

/** Where the transition leads, '-' for nowhere. */
export function target(transition: Transition, status: Status, previous: Status): Status | '-' {
  const [, ...targets] = table[transition]
  const to = targets[employeeStatuses.indexOf(status)] ?? '-'
  return to === 'BACK' ? previous : to
}

export const transitionsFrom = (status: Status) =>
  transitions.filter((transition) => target(transition, status, 'ACTIVE') !== '-')
