import { defineLifecycle } from '../lifecycle.ts'

export const employeeStatuses = [
  'ONBOARDING',
  'ACTIVE',
  'PROPOSAL_PENDING',
  'ON_LEAVE',
  'DEACTIVATED',
  'TERMINATED',
] as const
export type EmployeeStatus = (typeof employeeStatuses)[number]

/** Who may perform a transition; `permissions.ts` maps them to user roles (D16). */
export type TransitionRole = 'ADMIN' | 'MANAGER' | 'EMPLOYEE' | 'SUPERUSER'

type Move = { from: readonly EmployeeStatus[]; to: EmployeeStatus | 'PREVIOUS' }

/** PREVIOUS is the status that the employee had when the proposal was made. */
export const employeeTransitions = {
  activate: { from: ['ONBOARDING'], to: 'ACTIVE', role: 'ADMIN' },
  propose: { from: ['ACTIVE', 'ON_LEAVE'], to: 'PROPOSAL_PENDING', role: 'MANAGER' },
  accept_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS', role: 'EMPLOYEE' },
  reject_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS', role: 'EMPLOYEE' },
  cancel_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS', role: 'MANAGER' },
  force_accept_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS', role: 'SUPERUSER' },
  go_on_leave: { from: ['ACTIVE'], to: 'ON_LEAVE', role: 'EMPLOYEE' },
  return_from_leave: { from: ['ON_LEAVE'], to: 'ACTIVE', role: 'EMPLOYEE' },
  deactivate: { from: ['ACTIVE'], to: 'DEACTIVATED', role: 'ADMIN' },
  reactivate: { from: ['DEACTIVATED'], to: 'ACTIVE', role: 'ADMIN' },
  terminate: { from: ['ACTIVE', 'ON_LEAVE', 'DEACTIVATED'], to: 'TERMINATED', role: 'ADMIN' },
  rehire: { from: ['TERMINATED'], to: 'ONBOARDING', role: 'ADMIN' },
} as const satisfies Record<string, Move & { role: TransitionRole }>
export type EmployeeTransition = keyof typeof employeeTransitions

export const { names: employeeTransitionNames, available: availableEmployeeTransitions } = defineLifecycle<
  EmployeeStatus,
  EmployeeTransition
>(employeeTransitions)

/** Performed by the service itself, never offered to a caller (D26). */
export const systemEmployeeTransitions = {
  expire_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS' },
} as const satisfies Record<string, Move>
export type SystemEmployeeTransition = keyof typeof systemEmployeeTransitions

/** Every transition, including the service's own. */
export const { names: allEmployeeTransitionNames, next: nextEmployeeStatus } = defineLifecycle<
  EmployeeStatus,
  EmployeeTransition | SystemEmployeeTransition
>({ ...employeeTransitions, ...systemEmployeeTransitions })

export const proposalTypes = ['ASSIGNMENT', 'TRANSFER'] as const
export type ProposalType = (typeof proposalTypes)[number]

/** Bounds and default of `expires_in_days` (D26). */
export const proposalDays = { minimum: 1, maximum: 90, default: 7 } as const

/** A proposal expires at the instant of its `expires_at`; without one it never expires (D26). */
export function proposalExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}
