import { invalid } from './errors.ts'

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

/**
 * What one PATCH of an employee tag amounts to: exactly one log entry, none, or a refusal of `status`.
 * Contract "Employee tag states", D28: a status action wins over MODIFIED and is logged even when repeated.
 */
export function tagChange(current: EmployeeTagState, patch: Partial<EmployeeTagState>): TagChange {
  const { status = 'ACTIVE', start_date = current.start_date, end_date = current.end_date } = patch
  if (status !== 'ACTIVE') return { kind: 'logged', action: status }
  if (patch.status && current.status !== 'ACTIVE') {
    return {
      kind: 'refused',
      message: `A tag that is ${current.status} cannot become ACTIVE again; assign a new one.`,
    }
  }
  const modified = start_date !== current.start_date || end_date !== current.end_date
  return modified ? { kind: 'logged', action: 'MODIFIED' } : { kind: 'unchanged' }
}

/** 400 `end_date` for one before the start (D28). */
export function checkPeriod(startDate: string, endDate: string | null | undefined) {
  if (endDate && endDate < startDate) throw invalid('end_date', 'End date must not be before the start date.')
}
