import { blockedByRule, invalid } from '../errors.ts'
import type { EmployeeStatus } from '../people/employee-lifecycle.ts'
import {
  type AssignmentFacts,
  blockingMessages,
  evaluateRules,
  pairTaken,
  type RuleCode,
  type RuleSetting,
  type Violation,
  type Violations,
} from './business-rules.ts'

/** The statuses in which an employee may be given an assignment. */
export const assignableStatuses = ['ACTIVE', 'ON_LEAVE'] as const satisfies EmployeeStatus[]
export type AssignableStatus = (typeof assignableStatuses)[number]

export const isAssignable = (status: EmployeeStatus): status is AssignableStatus =>
  status === 'ACTIVE' || status === 'ON_LEAVE'
const notAssignable = () => invalid('employee', 'The employee must be ACTIVE or ON_LEAVE.')
const notActive = () => invalid('position_id', 'The position must be active.')

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
  // A taken pair is always refused, so its rule adds nothing here.
  const others = settings.filter(({ code }) => code !== pairTaken.rule_code)
  const { blocking, warnings, info } = evaluateRules(others, facts)
  const refusals = facts.hasActivePair ? [pairTaken, ...blocking] : blocking
  if (refusals.length) throw blockedByRule(blockingMessages(refusals))
  return { violations: [...warnings, ...info] }
}

/** The violations of the rules. What {@link checkAssignment} would refuse is a blocking violation or a 400 (D32). */
export function previewAssignment(
  settings: readonly RuleSetting[],
  positionIsActive: boolean,
  facts: AssignmentFacts,
): Violations {
  const violations = evaluateRules(settings, facts)
  const isBlockedBy = (code: RuleCode) => violations.blocking.some(({ rule_code }) => rule_code === code)
  if (!isAssignable(facts.employeeStatus) && !isBlockedBy('EMPLOYEE_TERMINATED')) throw notAssignable()
  if (!positionIsActive) throw notActive()
  if (facts.hasActivePair && !isBlockedBy(pairTaken.rule_code))
    throw blockedByRule(blockingMessages([pairTaken]))
  return violations
}
