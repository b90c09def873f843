import { defineLifecycle } from '../lifecycle.ts'

export const assignmentStatuses = ['ACTIVE', 'SUSPENDED', 'ENDED'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

export type AssignmentTransition = 'suspend' | 'resume' | 'end'

export const {
  names: assignmentTransitionNames,
  moves: assignmentTransitions,
  available: availableAssignmentTransitions,
  next: nextAssignmentStatus,
} = defineLifecycle<AssignmentStatus, AssignmentTransition>({
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE' },
  end: { from: ['ACTIVE', 'SUSPENDED'], to: 'ENDED' },
})

/** Those of the log, which also says when what had ended an assignment was taken back. */
export const loggedAssignmentTransitionNames = [...assignmentTransitionNames, 'take_back'] as const

export const endReasons = ['RESIGNATION', 'TRANSFER', 'POSITION_CLOSED', 'TERMINATED', 'OTHER'] as const
export type EndReason = (typeof endReasons)[number]
