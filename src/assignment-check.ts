import {
  type AssignmentFacts,
  blockingMessages,
  evaluateRules,
  pairTaken,
  type RuleSetting,
  type Violation,
} from './business-rules.ts'
import type { EmployeeStatus } from './employee-lifecycle.ts'
import { invalid, invalidAsAWhole } from './errors.ts'

/** Who may be given an assignment (contract, Assignments, validation 2). */
export const isAssignable = (status: EmployeeStatus) => status === 'ACTIVE' || status === 'ON_LEAVE'

/** 400 under `employee` (contract, Assignments, validation 2). */
export const notAssignable = () => invalid('employee', 'The employee must be ACTIVE or ON_LEAVE.')

/** 400 under `position_id` (D31). */
export const notActive = () => invalid('position_id', 'The position must be active.')

/**
 * Checks an assignment that is about to be stored, in D31's order: employee status, position, pair, rules. Returns
 * the warnings to store with it; throws a 400 when it is refused.
 */
export function checkAssignment(
  settings: readonly RuleSetting[],
  positionIsActive: boolean,
  facts: AssignmentFacts,
): { violations: Violation[] } {
  if (!isAssignable(facts.employeeStatus)) throw notAssignable()
  if (!positionIsActive) throw notActive()
  const { blocking, warnings, info } = evaluateRules(settings, facts)
  const pair = facts.hasActivePair ? [pairTaken] : []
  const others = blocking.filter(({ rule_code }) => !(pair.length && rule_code === pairTaken.rule_code))
  if (pair.length + others.length) throw invalidAsAWhole(...blockingMessages([...pair, ...others]))
  return { violations: [...warnings, ...info] }
}
