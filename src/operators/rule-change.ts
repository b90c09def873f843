import {
  type AssignmentFacts,
  allowedSeverities,
  type RuleCode,
  type RuleSetting,
  rules,
  type Severity,
  seededRules,
  thresholdRules,
} from '../business-rules.ts'
import { invalid } from '../errors.ts'
import { compareText } from '../text-order.ts'

/** What may be changed of a rule; a threshold of null restores the default. */
export type RuleChange = { severity?: Severity; threshold?: string | null; enabled?: boolean }

/** The threshold that the rule was seeded with (D38). */
export const defaultThreshold = (code: RuleCode): string | null =>
  seededRules.find((rule) => rule.code === code)?.threshold ?? null

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
    ...(threshold !== undefined && { threshold: threshold ?? defaultThreshold(code) }),
    ...(enabled !== undefined && { enabled }),
  }
}

/** The facts of an active assignment as if it were made now. */
export type ActiveAssignment = Omit<AssignmentFacts, 'clinicMaxWeeklyHours'> & {
  employee: string
  employee_name: string
}

/** Employees that an impact names. */
const shown = 20

/** What the rule, set like this, finds in the active assignments; a rule that is disabled finds nothing. */
export function ruleImpact(
  setting: RuleSetting,
  clinicMaxWeeklyHours: string | null,
  assignments: readonly ActiveAssignment[],
) {
  const found = assignments.flatMap(({ employee, employee_name, ...facts }) => {
    const [finding] = setting.enabled ? rules[setting.code]({ ...facts, clinicMaxWeeklyHours }, setting) : []
    return finding ? [{ id: employee, name: employee_name, message: finding.message }] : []
  })
  const employees = [...new Map(found.map((each) => [each.id, each])).values()].sort((a, b) =>
    compareText(a.name, b.name),
  )
  return {
    severity: setting.severity,
    threshold: setting.threshold,
    enabled: setting.enabled,
    employee_count: employees.length,
    assignment_count: found.length,
    employees: employees.slice(0, shown),
    sentence: sentence(setting, clinicMaxWeeklyHours, employees.length),
  }
}

function sentence({ code, threshold, enabled }: RuleSetting, clinicCap: string | null, count: number) {
  if (!enabled) return 'A rule that is disabled finds nothing.'
  const limit = threshold ?? defaultThreshold(code)
  const are = count === 1 ? '1 employee is' : `${count} employees are`
  const have = count === 1 ? '1 employee has' : `${count} employees have`
  const sentences: Record<RuleCode, string> = {
    MAX_WEEKLY_HOURS:
      clinicCap === null
        ? `With a cap of ${limit ?? '60.00'} hours, ${are} over.`
        : `With the clinic's own cap of ${clinicCap} hours, which outranks the threshold, ${are} over.`,
    DUPLICATE_ASSIGNMENT: `${have} two active assignments to one position.`,
    EMPLOYEE_TERMINATED: `${are} TERMINATED and still assigned.`,
    TAG_REQUIREMENT_MISMATCH: `${have} a position whose tags they lack.`,
    MAX_CONSECUTIVE_SHIFTS: `With a limit of ${limit ?? '6.00'} working days, ${are} at it or over.`,
    COVERAGE_EXCEEDED: `${are} in a position that has more hours than it requires.`,
    CONTRACT_NEAR_EXPIRY: `${have} a contract that ends within ${limit ?? '30.00'} days.`,
  }
  return sentences[code]
}
