import { invalid } from '../errors.ts'
import { compareText } from '../text-order.ts'
import {
  type AssignmentFacts,
  allowedSeverities,
  defaultThresholds,
  type RuleCode,
  type RuleSetting,
  rules,
  type Severity,
  thresholdRules,
} from './business-rules.ts'

/** The fields of a rule that can be changed; a threshold of null restores the seeded one. */
export type RuleChange = { severity?: Severity; threshold?: string | null; enabled?: boolean }

/** The rule's seeded threshold; null for MAX_CONSECUTIVE_SHIFTS too, because its default is not stored (D38). */
export const seededThreshold = (code: RuleCode): string | null =>
  code === 'MAX_WEEKLY_HOURS' || code === 'CONTRACT_NEAR_EXPIRY' ? defaultThresholds[code] : null

/** The change as it is stored; 400 for a severity or a threshold that the rule does not take (D38). */
export function changedRule(code: RuleCode, { severity, threshold, enabled }: RuleChange): RuleChange {
  if (severity && !allowedSeverities(code).includes(severity))
    throw invalid(
      'severity',
      `${code} takes the severity ${allowedSeverities(code).join(' or ')}, not ${severity}.`,
    )
  if (threshold && !thresholdRules.includes(code))
    throw invalid('threshold', `${code} has no threshold. Those that have: ${thresholdRules.join(', ')}.`)
  return {
    ...(severity !== undefined && { severity }),
    ...(threshold !== undefined && { threshold: threshold ?? seededThreshold(code) }),
    ...(enabled !== undefined && { enabled }),
  }
}

/** The facts of an active assignment as if it were made now. */
type ActiveAssignment = Omit<AssignmentFacts, 'clinicMaxWeeklyHours'> & {
  employee: string
  employee_name: string
}

/** The number of employees that an impact names. */
export const shownEmployees = 20

/** How many active assignments violate a rule, and all assignments of the first affected employees by name. */
export type RuleFindings = {
  employee_count: number
  assignment_count: number
  assignments: ActiveAssignment[]
}

export const noFindings: RuleFindings = { employee_count: 0, assignment_count: 0, assignments: [] }

/** The rule's findings with this setting; shows the last violation of each employee. */
export function ruleImpact(
  setting: RuleSetting,
  clinicMaxWeeklyHours: string | null,
  { employee_count, assignment_count, assignments }: RuleFindings,
) {
  const violations = assignments.flatMap(({ employee, employee_name, ...facts }) => {
    const [violation] = rules[setting.code]({ ...facts, clinicMaxWeeklyHours }, setting)
    return violation ? [{ id: employee, name: employee_name, message: inPresent(violation.message) }] : []
  })
  const employees = [...new Map(violations.map((each) => [each.id, each])).values()]
  return {
    severity: setting.severity,
    threshold: setting.threshold,
    enabled: setting.enabled,
    employee_count,
    assignment_count,
    employees: employees.sort((a, b) => compareText(a.name, b.name)),
  }
}

/** Turns a rule's message about a future assignment into one about an existing assignment. */
export const inPresent = (message: string) =>
  message.replace('would be', 'are').replace('would need', 'needs').replace('would have', 'has')
