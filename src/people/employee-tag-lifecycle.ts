import { invalid } from '../errors.ts'
import { defineLifecycle } from '../lifecycle.ts'

export const employeeTagStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
export type EmployeeTagStatus = (typeof employeeTagStatuses)[number]

export const tagChangeActions = ['ASSIGNED', 'REMOVED', 'REVOKED', 'EXPIRED', 'MODIFIED'] as const
export type TagChangeAction = (typeof tagChangeActions)[number]

/** What a PATCH may change of an employee tag. Dates are `YYYY-MM-DD`; an end of null means indefinite. */
export type EmployeeTagState = { status: EmployeeTagStatus; start_date: string; end_date: string | null }

export type TagChange =
  | { kind: 'logged'; action: 'REVOKED' | 'EXPIRED' | 'MODIFIED' }
  | { kind: 'unchanged' }
  | { kind: 'refused'; message: string }

/** By requested status: any tag can be revoked or made to expire, even twice, but never becomes ACTIVE again. */
const lifecycle = defineLifecycle<EmployeeTagStatus, EmployeeTagStatus>({
  ACTIVE: { from: ['ACTIVE'], to: 'ACTIVE' },
  EXPIRED: { from: employeeTagStatuses, to: 'EXPIRED' },
  REVOKED: { from: employeeTagStatuses, to: 'REVOKED' },
})

/**
 * What one PATCH of an employee tag does: it writes exactly one log entry or none, or is refused under `status`. A
 * change of status wins over MODIFIED and is logged even when repeated (D28).
 */
export function tagChange(current: EmployeeTagState, patch: Partial<EmployeeTagState>): TagChange {
  const { status = current.status, start_date = current.start_date, end_date = current.end_date } = patch
  const next = lifecycle.next(status, current.status)
  if (!next)
    return {
      kind: 'refused',
      message: `A tag that is ${current.status} cannot become ${status} again; assign a new one.`,
    }
  if (patch.status && next !== 'ACTIVE') return { kind: 'logged', action: next }
  const modified = start_date !== current.start_date || end_date !== current.end_date
  return modified ? { kind: 'logged', action: 'MODIFIED' } : { kind: 'unchanged' }
}

/** 400 `end_date` for one before the start (D28). */
export function checkPeriod(startDate: string, endDate: string | null | undefined) {
  if (endDate && endDate < startDate) throw invalid('end_date', 'End date must not be before the start date.')
}
