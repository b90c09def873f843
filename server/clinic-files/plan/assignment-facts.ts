import { formatHours, sumHours } from '../../../src/hours.ts'
import type { AssignmentFacts } from '../../../src/work/business-rules.ts'
import type { PlannedPair } from './planned.ts'

type PlannedAssignment = PlannedPair & {
  hours: string
  /** The day on which the tags count. */
  day: string
  /** The assignment under change, left out of every sum and of the pair check (D31). */
  except?: string
}

/** The facts for the rules, gathered as the query of entities/work/facts.ts does from stored rows (D31). */
export function assignmentFacts(
  { employee, position, hours, day, except }: PlannedAssignment,
  { cap, today }: { cap: string | null; today: string },
): AssignmentFacts {
  const others = [...employee.active].filter(([id]) => id !== except).map(([, active]) => active)
  const changed = except === undefined ? undefined : employee.active.get(except)
  const excepted = changed?.position === position.id ? changed.hours : 0
  const holds = (tag: string) =>
    employee.tags.some(
      (held) =>
        held.tag === tag && held.start_date <= day && (held.end_date === null || held.end_date >= day),
    )
  const missing = (isMandatory: boolean) =>
    position.requirements
      .filter(({ is_mandatory, tag }) => is_mandatory === isMandatory && !holds(tag))
      .map(({ name }) => name)
  return {
    employeeStatus: employee.status,
    hasActivePair: others.some((active) => active.position === position.id),
    employeeOtherHours: formatHours(sumHours(others.map(({ hours }) => hours))),
    requestedHours: hours,
    clinicMaxWeeklyHours: cap,
    positionRequiredHours: position.required_weekly_hours,
    positionOtherHours: formatHours(position.assigned.minus(excepted)),
    missingMandatoryTags: missing(true),
    missingOptionalTags: missing(false),
    contractEndDates: employee.tags.flatMap(({ isContract, end_date }) => (isContract && end_date) || []),
    today,
  }
}
