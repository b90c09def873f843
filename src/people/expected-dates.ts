import { DomainError, type FieldErrors } from '../errors.ts'
import type { EmployeeStatus } from './employee-lifecycle.ts'

/** When an employee is expected back from leave, or to start. */
export type ExpectedDates = { expected_return_date: string | null; expected_start_date: string | null }

/** The status that each date is for. */
const statusFor: Record<keyof ExpectedDates, EmployeeStatus> = {
  expected_return_date: 'ON_LEAVE',
  expected_start_date: 'ONBOARDING',
}
const names = Object.keys(statusFor) as (keyof ExpectedDates)[]

export const reasonsToIgnore = ['STATUS', 'PAST'] as const

/** An employee's dates and status, and the status before the proposal if one awaits an answer. */
export type DatedEmployee = ExpectedDates & { status: EmployeeStatus; previous_status: EmployeeStatus | null }

/** The date that planning counts with, and why stored ones do not count. A proposal only interrupts a leave. */
export function countedDate({ status, previous_status, ...dates }: DatedEmployee, today: string) {
  const stored = names.filter((name) => dates[name] !== null)
  const fitting = stored.find((name) => statusFor[name] === (previous_status ?? status))
  const date = fitting ? dates[fitting] : null
  const ignored: (typeof reasonsToIgnore)[number] = date === null ? 'STATUS' : 'PAST'
  const counts = date !== null && date >= today
  return { counted_date: counts ? date : null, ignored_because: counts || !stored.length ? null : ignored }
}

/** 400 for a date that the status does not fit, or that has passed; null is always accepted. */
export function checkExpected(status: EmployeeStatus, dates: Partial<ExpectedDates>, today: string) {
  const problems: FieldErrors = {}
  for (const name of names) {
    const date = dates[name] ?? null
    if (date === null) continue
    if (status !== statusFor[name]) problems[name] = [`The employee must be ${statusFor[name]}.`]
    else if (date < today) problems[name] = [`Ensure this date is not before ${today}.`]
  }
  if (Object.keys(problems).length) throw new DomainError('INVALID', problems)
}
