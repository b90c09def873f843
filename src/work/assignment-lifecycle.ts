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

export const endReasons = ['RESIGNATION', 'TRANSFER', 'POSITION_CLOSED', 'TERMINATED', 'OTHER'] as const
export type EndReason = (typeof endReasons)[number]
