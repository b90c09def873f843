import { daysBetween } from '../calendar.ts'
import { formatHundredths, fullDayHours, toHundredths } from '../hours.ts'
import type { EmployeeStatus } from '../people/employee-lifecycle.ts'
import { compareText } from '../text-order.ts'

export const ruleCodes = [
  'MAX_WEEKLY_HOURS',
  'DUPLICATE_ASSIGNMENT',
  'EMPLOYEE_TERMINATED',
  'TAG_REQUIREMENT_MISMATCH',
  'MAX_CONSECUTIVE_SHIFTS',
  'COVERAGE_EXCEEDED',
  'CONTRACT_NEAR_EXPIRY',
] as const
export type RuleCode = (typeof ruleCodes)[number]

export const severities = ['BLOCKING', 'WARNING', 'INFO'] as const
export type Severity = (typeof severities)[number]

/** Used if a rule has no stored threshold: hours, days, days (D33). */
export const defaultThresholds = {
  MAX_WEEKLY_HOURS: '60.00',
  MAX_CONSECUTIVE_SHIFTS: '6.00',
  CONTRACT_NEAR_EXPIRY: '30.00',
} as const satisfies Partial<Record<RuleCode, string>>

/** The rules that take a threshold. */
export const thresholdRules: readonly RuleCode[] = Object.keys(defaultThresholds) as RuleCode[]

/** Severities that an administrator may give the rule (D38). */
export function allowedSeverities(code: RuleCode): readonly Severity[] {
  return code === 'TAG_REQUIREMENT_MISMATCH' ? ['BLOCKING', 'WARNING'] : severities
}

export type RuleSetting = { code: RuleCode; severity: Severity; threshold: string | null; enabled: boolean }

/** Everything that the rules look at. Hours are decimal strings and exclude the assignment that is being changed (D31). */
export type AssignmentFacts = {
  employeeStatus: EmployeeStatus
  hasActivePair: boolean
  employeeOtherHours: string
  requestedHours: string
  clinicMaxWeeklyHours: string | null
  positionRequiredHours: string
  positionOtherHours: string
  missingMandatoryTags: readonly string[]
  missingOptionalTags: readonly string[]
  contractEndDates: readonly string[]
  today: string
}

export type Violation = { rule_code: RuleCode; message: string; missing_tags?: string[] }
export type Violations = { blocking: Violation[]; warnings: Violation[]; info: Violation[] }

type Finding = { severity: Severity; message: string; missing_tags?: string[] }

/** Create, update and preview refuse a taken pair, whatever the rule is set to (D31, D32). */
export const pairTaken: Violation = {
  rule_code: 'DUPLICATE_ASSIGNMENT',
  message: 'The employee already has an active assignment to this position.',
}

/** The hours or days that the rule allows, by its setting and the clinic's cap; null for a rule without threshold (D33). */
export function limitOf(
  { code, threshold }: RuleSetting,
  clinicMaxWeeklyHours: string | null,
): string | null {
  const cap = code === 'MAX_WEEKLY_HOURS' ? clinicMaxWeeklyHours : null
  const defaults: Partial<Record<RuleCode, string>> = defaultThresholds
  return cap ?? threshold ?? defaults[code] ?? null
}

/** Each rule's violations; none when the rule holds (D33). */
export const rules: Record<RuleCode, (facts: AssignmentFacts, setting: RuleSetting) => Finding[]> = {
  MAX_WEEKLY_HOURS: (facts, { severity, threshold }) => {
    const hours = weeklyHours(facts)
    const cap = toHundredths(facts.clinicMaxWeeklyHours ?? threshold ?? defaultThresholds.MAX_WEEKLY_HOURS)
    if (hours <= cap) return []
    const message = `The weekly hours would be ${formatHundredths(hours)}, above the cap of ${formatHundredths(cap)}.`
    return [{ severity, message }]
  },

  DUPLICATE_ASSIGNMENT: (facts, { severity }) =>
    facts.hasActivePair ? [{ severity, message: pairTaken.message }] : [],

  EMPLOYEE_TERMINATED: (facts, { severity }) =>
    facts.employeeStatus === 'TERMINATED' ? [{ severity, message: 'The employee is TERMINATED.' }] : [],

  TAG_REQUIREMENT_MISMATCH: ({ missingMandatoryTags, missingOptionalTags }, { severity }) =>
    severity === 'WARNING'
      ? missingTags('WARNING', [...missingMandatoryTags, ...missingOptionalTags])
      : [...missingTags(severity, missingMandatoryTags), ...missingTags('WARNING', missingOptionalTags)],

  MAX_CONSECUTIVE_SHIFTS: (facts, { severity, threshold }) => {
    const days = Math.ceil(weeklyHours(facts) / (100 * fullDayHours))
    const limit = Number(threshold ?? defaultThresholds.MAX_CONSECUTIVE_SHIFTS)
    if (days < limit) return []
    const message = `The week would need ${days} working days of ${fullDayHours} hours, which reaches the limit of ${limit}.`
    return [{ severity, message }]
  },

  COVERAGE_EXCEEDED: ({ positionOtherHours, requestedHours, positionRequiredHours }, { severity }) => {
    const assigned = toHundredths(positionOtherHours) + toHundredths(requestedHours)
    const required = toHundredths(positionRequiredHours)
    if (assigned <= required) return []
    const message = `The position would have ${formatHundredths(assigned)} hours assigned, above the ${formatHundredths(required)} it requires.`
    return [{ severity, message }]
  },

  CONTRACT_NEAR_EXPIRY: ({ contractEndDates, today }, { severity, threshold }) => {
    const window = Number(threshold ?? defaultThresholds.CONTRACT_NEAR_EXPIRY)
    const [end] = contractEndDates
      .filter((date) => date >= today && daysBetween(today, date) <= window)
      .sort()
    return end
      ? [{ severity, message: `The employee's contract ends on ${end}, within ${window} days.` }]
      : []
  },
}

/** Runs the enabled rules in the order of their codes and sorts the violations by severity. */
export function evaluateRules(settings: readonly RuleSetting[], facts: AssignmentFacts): Violations {
  const findings = ruleCodes.flatMap((rule_code) => {
    const setting = settings.find(({ code, enabled }) => code === rule_code && enabled)
    return setting ? rules[rule_code](facts, setting).map((finding) => ({ rule_code, ...finding })) : []
  })
  const of = (wanted: Severity): Violation[] =>
    findings.filter(({ severity }) => severity === wanted).map(({ severity: _, ...violation }) => violation)
  return { blocking: of('BLOCKING'), warnings: of('WARNING'), info: of('INFO') }
}

/** Violations as the messages of a 400 under `non_field_errors` (D31). */
export function blockingMessages(violations: readonly Violation[]): string[] {
  return violations.map(({ rule_code, message }) => `${rule_code}: ${message}`)
}

/** The employee's weekly hours, the requested ones included, in hundredths. */
function weeklyHours(facts: AssignmentFacts): number {
  return toHundredths(facts.employeeOtherHours) + toHundredths(facts.requestedHours)
}

function missingTags(severity: Severity, names: readonly string[]): Finding[] {
  if (names.length === 0) return []
  const missing_tags = [...new Set(names)].sort(compareText)
  const message = `The employee lacks tags of the position: ${missing_tags.join(', ')}.`
  return [{ severity, message, missing_tags }]
}
