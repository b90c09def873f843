const employeeStatuses = [
  'ONBOARDING',
  'ACTIVE',
  'PROPOSAL_PENDING',
  'ON_LEAVE',
  'DEACTIVATED',
  'TERMINATED',
] as const
type Status = (typeof employeeStatuses)[number]

/**
 * The states of an employee (reference, States), restated here alone and independently of src: where a transition leads
 * from each status; '-' is a 409, BACK the status before the proposal.
 */
const table = {
  activate: ['ACTIVE', '-', '-', '-', '-', '-'],
  propose: ['-', 'PROPOSAL_PENDING', '-', 'PROPOSAL_PENDING', '-', '-'],
  accept_proposal: ['-', '-', 'BACK', '-', '-', '-'],
  reject_proposal: ['-', '-', 'BACK', '-', '-', '-'],
  cancel_proposal: ['-', '-', 'BACK', '-', '-', '-'],
  force_accept_proposal: ['-', '-', 'BACK', '-', '-', '-'],
  go_on_leave: ['-', 'ON_LEAVE', '-', '-', '-', '-'],
  return_from_leave: ['-', '-', '-', 'ACTIVE', '-', '-'],
  deactivate: ['-', 'DEACTIVATED', '-', '-', '-', '-'],
  reactivate: ['-', '-', '-', '-', 'ACTIVE', '-'],
  terminate: ['-', 'TERMINATED', '-', 'TERMINATED', 'TERMINATED', '-'],
  rehire: ['-', '-', '-', '-', '-', 'ONBOARDING'],
} as const

export type Transition = keyof typeof table
export const transitions = Object.keys(table) as Transition[]

/** Where the transition leads, '-' for nowhere. */
export function target(transition: Transition, status: Status, previous: Status): Status | '-' {
  const to = table[transition][employeeStatuses.indexOf(status)] ?? '-'
  return to === 'BACK' ? previous : to
}

export const transitionsFrom = (status: Status) =>
  transitions.filter((transition) => target(transition, status, 'ACTIVE') !== '-')
