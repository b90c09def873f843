export const assignmentStatuses = ['ACTIVE', 'SUSPENDED', 'ENDED'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

/** Contract, "Assignment states". */
export const assignmentTransitions = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE' },
  end: { from: ['ACTIVE', 'SUSPENDED'], to: 'ENDED' },
} as const satisfies Record<string, { from: readonly AssignmentStatus[]; to: AssignmentStatus }>
export type AssignmentTransition = keyof typeof assignmentTransitions
export const assignmentTransitionNames = Object.keys(assignmentTransitions) as AssignmentTransition[]

/** Names of the transitions that start from this status. */
export function availableAssignmentTransitions(status: AssignmentStatus): AssignmentTransition[] {
  return assignmentTransitionNames.filter((name) => nextAssignmentStatus(name, status) !== undefined)
}

/** The status after the transition; undefined when it is not allowed from `status`. */
export function nextAssignmentStatus(
  transition: AssignmentTransition,
  status: AssignmentStatus,
): AssignmentStatus | undefined {
  const { from, to } = assignmentTransitions[transition]
  return (from as readonly AssignmentStatus[]).includes(status) ? to : undefined
}

export const endReasons = ['RESIGNATION', 'TRANSFER', 'POSITION_CLOSED', 'TERMINATED', 'OTHER'] as const
export type EndReason = (typeof endReasons)[number]
