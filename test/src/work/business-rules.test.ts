import { expect, test } from 'vitest'
import {
  type AssignmentFacts,
  allowedSeverities,
  evaluateRules,
  type RuleCode,
  type RuleSetting,
  ruleCodes,
  rules,
  severities,
} from '../../../src/work/business-rules.ts'
import { seededRules } from '../../made/seeded-rules.ts'

// What each rule finds is tested where assignments are created; here are settings that no test makes there.

const allBroken: AssignmentFacts = {
  employeeStatus: 'TERMINATED',
  hasActivePair: true,
  employeeOtherHours: '50.00',
  requestedHours: '28.00',
  clinicMaxWeeklyHours: null,
  positionRequiredHours: '40.00',
  positionOtherHours: '20.00',
  missingMandatoryTags: ['Nurse'],
  missingOptionalTags: [],
  contractEndDates: ['2026-04-10'],
  today: '2026-03-24',
}
const withRule = (code: RuleCode, change: Partial<RuleSetting>) =>
  seededRules.map((setting) => (setting.code === code ? { ...setting, ...change } : setting))

/** What one rule says with the threshold. */
function messages(code: RuleCode, facts: Partial<AssignmentFacts>, threshold: string | null) {
  const setting = { code, severity: 'WARNING', threshold, enabled: true } as const
  return rules[code]({ ...allBroken, ...facts }, setting).map(({ message }) => message)
}

const days = (count: number, limit: string) => [
  `The week would need ${count} working days of 8 hours, which reaches the limit of ${limit}.`,
]

test.each([
  ['0.01', null, []],
  ['39.99', null, []],
  ['48.00', null, days(6, '6')],
  ['48.01', null, days(7, '6')],
  ['32.00', '5.00', []],
  ['32.01', '5.00', days(5, '5')],
  ['40.00', '5.50', []],
  ['40.01', '5.50', days(6, '5.5')],
  ['48.00', '7.00', []],
])(
  'MAX_CONSECUTIVE_SHIFTS counts 8-hour days: %s hours, threshold %s',
  (requestedHours, threshold, found) => {
    const facts = { employeeOtherHours: '0.00', requestedHours }
    expect(messages('MAX_CONSECUTIVE_SHIFTS', facts, threshold)).toEqual(found)
  },
)

const ends = (date: string, days: string) => [`The employee's contract ends on ${date}, within ${days} days.`]

test.each([
  ['2026-04-23', null, ends('2026-04-23', '30')],
  ['2026-04-24', null, []],
  ['2026-03-24', '0.00', ends('2026-03-24', '0')],
  ['2026-03-25', '0.00', []],
  ['2026-03-25', '1.50', ends('2026-03-25', '1.5')],
  ['2026-03-26', '1.50', []],
  ['9999-12-31', '99999999.99', ends('9999-12-31', '99999999.99')],
])(
  'CONTRACT_NEAR_EXPIRY looks at the end of the contract on 2026-03-24: end %s, threshold %s',
  (date, threshold, found) => {
    expect(messages('CONTRACT_NEAR_EXPIRY', { contractEndDates: [date] }, threshold)).toEqual(found)
  },
)

function codes(settings: readonly RuleSetting[]) {
  const { blocking, warnings, info } = evaluateRules(settings, allBroken)
  return [blocking, warnings, info].map((violations) => violations.map(({ rule_code }) => rule_code))
}

test('the evaluation of the rules sorts violations by severity and catalogue, in any order of the settings', () => {
  const sorted = [
    ['MAX_WEEKLY_HOURS', 'DUPLICATE_ASSIGNMENT', 'EMPLOYEE_TERMINATED', 'TAG_REQUIREMENT_MISMATCH'],
    ['MAX_CONSECUTIVE_SHIFTS', 'COVERAGE_EXCEEDED'],
    ['CONTRACT_NEAR_EXPIRY'],
  ]
  expect(codes(seededRules)).toEqual(sorted)
  expect(codes(seededRules.toReversed())).toEqual(sorted)
})

test.each(ruleCodes)('the evaluation of the rules leaves out %s when it is disabled', (code) => {
  expect(codes(withRule(code, { enabled: false })).flat()).toEqual(
    ruleCodes.filter((other) => other !== code),
  )
})

test.each(ruleCodes.flatMap((code) => allowedSeverities(code).map((severity) => ({ code, severity }))))(
  'the evaluation of the rules puts a violation of $code under $severity if the rule says so',
  ({ code, severity }) => {
    const found = codes(withRule(code, { severity }))
    expect(found.map((list) => list.includes(code))).toEqual(severities.map((other) => other === severity))
  },
)
