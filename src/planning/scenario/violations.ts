import { evaluateRules, type Severity, type Violation, type Violations } from '../../work/business-rules.ts'
import type { AssignedHours, ClinicFacts } from '../facts/clinic-facts.ts'
import { shownEmployee } from '../forecast/parts.ts'
import { ruleFacts, suggesting } from '../suggestions/suggestion.ts'
import { positionOf } from './changes/draft.ts'

/**
 * The violations that the changes add, and those that they remove. One that stays is neither, even if the numbers in
 * its message differ. Indexes must mean the same in both clinics.
 */
export function violationChange(before: ClinicFacts, after: ClinicFacts) {
  const isAffected = affected(before, after)
  const [was, is] = [violationsIn(before, isAffected), violationsIn(after, isAffected)]
  const only = (these: typeof was, others: typeof was) =>
    [...these].flatMap(([key, violation]) => (others.has(key) ? [] : [violation]))
  return { new: only(is, was), resolved: only(was, is) }
}

type Which = (assignment: AssignedHours) => boolean

/** Whether the rules might judge the assignment differently after the changes, because a row they look at differs. */
function affected(before: ClinicFacts, after: ClinicFacts): Which {
  if (before.rules !== after.rules || before.weekly_cap !== after.weekly_cap) return () => true
  const employees = changedRows(before.employees, after.employees)
  const positions = changedRows(before.positions, after.positions)
  const assignments = new Set(before.assignments).symmetricDifference(new Set(after.assignments))
  for (const { employee, position } of assignments) {
    employees.add(employee)
    positions.add(position)
  }
  return ({ employee, position }) => employees.has(employee) || positions.has(position)
}

const changedRows = (before: readonly object[], after: readonly object[]) =>
  new Set(after.flatMap((row, index) => (row === before[index] ? [] : [index])))

/** What rules find against the ACTIVE assignments as if they were made today. */
function violationsIn(facts: ClinicFacts, isAffected: Which) {
  const given = suggesting(facts, facts.today)
  const found = facts.assignments.filter((one) => !one.is_suspended && one.position >= 0 && isAffected(one))
  const violations = found.flatMap((assignment) => {
    const proposed = { ...assignment, added: 0 }
    return named(facts, assignment, evaluateRules(facts.rules, ruleFacts(given, proposed, assignment)))
  })
  return new Map(violations.map((one) => [`${one.assignment} ${one.rule_code} ${one.severity}`, one]))
}

function named(facts: ClinicFacts, { id, employee, position }: AssignedHours, found: Violations) {
  const of = (severity: Severity, violations: Violation[]) =>
    violations.map(({ rule_code, message }) => ({
      assignment: id,
      ...shownEmployee(facts, employee),
      position_id: positionOf(facts, position).id,
      rule_code,
      severity,
      message,
    }))
  return [...of('BLOCKING', found.blocking), ...of('WARNING', found.warnings), ...of('INFO', found.info)]
}
