import { describe, expect, test } from 'vitest'
import { employeeStatuses } from '../../../src/people/employee-lifecycle.ts'
import {
  type AssignmentFacts,
  allowedSeverities,
  blockingMessages,
  evaluateRules,
  pairTaken,
  type RuleCode,
  type RuleSetting,
  ruleCodes,
  rules,
  type Severity,
  severities,
  thresholdRules,
} from '../../../src/work/business-rules.ts'
import { seededRules } from '../../made/seeded-rules.ts'

const unbroken: AssignmentFacts = {
  employeeStatus: 'ACTIVE',
  hasActivePair: false,
  employeeOtherHours: '0.00',
  requestedHours: '8.00',
  clinicMaxWeeklyHours: null,
  positionRequiredHours: '200.00',
  positionOtherHours: '0.00',
  missingMandatoryTags: [],
  missingOptionalTags: [],
  contractEndDates: [],
  today: '2026-03-24',
}
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

/** What one rule finds, with its seeded setting unless changed. */
function findings(code: RuleCode, facts: Partial<AssignmentFacts>, change: Partial<RuleSetting> = {}) {
  const setting = withRule(code, change).find((rule) => rule.code === code) as RuleSetting
  return rules[code]({ ...unbroken, ...facts }, setting)
}

test('the catalogue has the seven rules in their seeded order', () => {
  expect(ruleCodes).toEqual(seededRules.map(({ code }) => code))
})

test('three rules have thresholds', () => {
  expect(thresholdRules).toEqual(['MAX_WEEKLY_HOURS', 'MAX_CONSECUTIVE_SHIFTS', 'CONTRACT_NEAR_EXPIRY'])
})

test.each(ruleCodes)('%s allows every severity, but TAG_REQUIREMENT_MISMATCH not INFO', (code) => {
  expect(severities).toEqual(['BLOCKING', 'WARNING', 'INFO'])
  expect(allowedSeverities(code)).toEqual(
    code === 'TAG_REQUIREMENT_MISMATCH' ? ['BLOCKING', 'WARNING'] : ['BLOCKING', 'WARNING', 'INFO'],
  )
})

describe('MAX_WEEKLY_HOURS', () => {
  const over = (hours: string, cap: string) => [
    { severity: 'BLOCKING', message: `The weekly hours would be ${hours}, above the cap of ${cap}.` },
  ]

  test.each([
    ['19.99', []],
    ['20.00', []],
    ['20.01', over('60.01', '60.00')],
    ['38', over('78.00', '60.00')],
  ])('MAX_WEEKLY_HOURS holds up to 60 hours: 40.00 and %s more', (requestedHours, found) => {
    expect(findings('MAX_WEEKLY_HOURS', { employeeOtherHours: '40.00', requestedHours })).toEqual(found)
  })

  test.each([
    ['48.00', null, []],
    ['48.01', null, over('48.01', '48.00')],
    ['48.01', '50.00', []],
    ['50.01', '50.00', over('50.01', '50.00')],
    ['45.01', '45.00', over('45.01', '45.00')],
  ])(
    'MAX_WEEKLY_HOURS takes its threshold of 48 unless the clinic has a cap: %s hours, cap %s',
    (hours, cap, found) => {
      const facts = { requestedHours: hours, clinicMaxWeeklyHours: cap }
      expect(findings('MAX_WEEKLY_HOURS', facts, { threshold: '48.00' })).toEqual(found)
    },
  )

  test('MAX_WEEKLY_HOURS falls back to 60 hours without threshold and cap', () => {
    expect(findings('MAX_WEEKLY_HOURS', { requestedHours: '60.00' }, { threshold: null })).toEqual([])
    expect(findings('MAX_WEEKLY_HOURS', { requestedHours: '60.01' }, { threshold: null })).toEqual(
      over('60.01', '60.00'),
    )
  })

  test('MAX_WEEKLY_HOURS adds decimals exactly', () => {
    const facts = { employeeOtherHours: '0.10', requestedHours: '0.20', clinicMaxWeeklyHours: '0.30' }
    expect(findings('MAX_WEEKLY_HOURS', facts)).toEqual([])
  })
})

test('DUPLICATE_ASSIGNMENT is found only when the pair has an active assignment', () => {
  expect(findings('DUPLICATE_ASSIGNMENT', { hasActivePair: false })).toEqual([])
  expect(findings('DUPLICATE_ASSIGNMENT', { hasActivePair: true })).toEqual([
    {
      severity: 'BLOCKING',
      message: 'The employee already has an active assignment to this position.',
    },
  ])
})

test.each(employeeStatuses)(
  'EMPLOYEE_TERMINATED is found only for TERMINATED employees: %s',
  (employeeStatus) => {
    expect(findings('EMPLOYEE_TERMINATED', { employeeStatus })).toEqual(
      employeeStatus === 'TERMINATED'
        ? [{ severity: 'BLOCKING', message: 'The employee is TERMINATED.' }]
        : [],
    )
  },
)

describe('TAG_REQUIREMENT_MISMATCH', () => {
  const lacks = (severity: Severity, ...missing_tags: string[]) => ({
    severity,
    message: `The employee lacks tags of the position: ${missing_tags.join(', ')}.`,
    missing_tags,
  })

  test.each([
    ['BLOCKING', [], [], []],
    ['BLOCKING', ['Nurse'], [], [lacks('BLOCKING', 'Nurse')]],
    ['BLOCKING', [], ['Basic'], [lacks('WARNING', 'Basic')]],
    ['BLOCKING', ['Nurse'], ['Basic'], [lacks('BLOCKING', 'Nurse'), lacks('WARNING', 'Basic')]],
    ['WARNING', [], [], []],
    ['WARNING', ['Nurse'], [], [lacks('WARNING', 'Nurse')]],
    ['WARNING', [], ['Basic'], [lacks('WARNING', 'Basic')]],
    ['WARNING', ['Nurse'], ['Basic'], [lacks('WARNING', 'Basic', 'Nurse')]],
  ] as const)(
    'TAG_REQUIREMENT_MISMATCH as %s has one violation per severity: mandatory %j, optional %j',
    (severity, missingMandatoryTags, missingOptionalTags, found) => {
      const facts = { missingMandatoryTags, missingOptionalTags }
      expect(findings('TAG_REQUIREMENT_MISMATCH', facts, { severity })).toEqual(found)
    },
  )

  test('TAG_REQUIREMENT_MISMATCH names missing tags sorted and once', () => {
    expect(
      findings('TAG_REQUIREMENT_MISMATCH', { missingMandatoryTags: ['Nurse', 'Basic', 'Nurse'] }),
    ).toEqual([lacks('BLOCKING', 'Basic', 'Nurse')])
  })
})

describe('MAX_CONSECUTIVE_SHIFTS', () => {
  const days = (count: number, limit: string) => [
    {
      severity: 'WARNING',
      message: `The week would need ${count} working days of 8 hours, with a limit of ${limit}.`,
    },
  ]

  test.each([
    ['0.01', null, []],
    ['39.99', null, []],
    ['40.00', null, []],
    ['40.01', null, days(6, '6')],
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
      expect(findings('MAX_CONSECUTIVE_SHIFTS', { requestedHours }, { threshold })).toEqual(found)
    },
  )

  test("MAX_CONSECUTIVE_SHIFTS counts the employee's other hours too", () => {
    const facts = { employeeOtherHours: '32.00', requestedHours: '8.01' }
    expect(findings('MAX_CONSECUTIVE_SHIFTS', facts)).toEqual(days(6, '6'))
  })
})

describe('COVERAGE_EXCEEDED', () => {
  const over = (hours: string) => [
    {
      severity: 'WARNING',
      message: `The position would have ${hours} hours assigned, above the 40.00 it requires.`,
    },
  ]

  test.each([
    ['9.99', []],
    ['10.00', []],
    ['10.01', over('40.01')],
    ['25', over('55.00')],
  ])('COVERAGE_EXCEEDED is found above 40.00 hours: 30.00 assigned and %s added', (requestedHours, found) => {
    const facts = { positionRequiredHours: '40', positionOtherHours: '30.00', requestedHours }
    expect(findings('COVERAGE_EXCEEDED', facts)).toEqual(found)
  })
})

describe('CONTRACT_NEAR_EXPIRY', () => {
  const ends = (date: string, days: string) => [
    { severity: 'INFO', message: `The employee's contract ends on ${date}, within ${days} days.` },
  ]

  test.each([
    ['2026-03-23', '30.00', []],
    ['2026-03-24', '30.00', ends('2026-03-24', '30')],
    ['2026-04-22', '30.00', ends('2026-04-22', '30')],
    ['2026-04-23', '30.00', ends('2026-04-23', '30')],
    ['2026-04-24', '30.00', []],
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
      expect(findings('CONTRACT_NEAR_EXPIRY', { contractEndDates: [date] }, { threshold })).toEqual(found)
    },
  )

  test('CONTRACT_NEAR_EXPIRY names the first contract to end that has not ended', () => {
    const contractEndDates = ['2027-01-01', '2026-04-10', '2026-03-30', '2026-01-31']
    expect(findings('CONTRACT_NEAR_EXPIRY', { contractEndDates })).toEqual(ends('2026-03-30', '30'))
  })

  test('CONTRACT_NEAR_EXPIRY ignores contracts without an end', () => {
    expect(findings('CONTRACT_NEAR_EXPIRY', { contractEndDates: [] })).toEqual([])
  })
})

describe('an evaluation', () => {
  const codes = (settings: RuleSetting[], facts: AssignmentFacts) => {
    const { blocking, warnings, info } = evaluateRules(settings, facts)
    return [blocking, warnings, info].map((violations) => violations.map(({ rule_code }) => rule_code))
  }

  test('an evaluation without a broken rule finds nothing', () => {
    expect(evaluateRules(seededRules, unbroken)).toEqual({ blocking: [], warnings: [], info: [] })
  })

  test('an evaluation sorts violations by severity and catalogue, in any order of the settings', () => {
    const violations = {
      blocking: [
        {
          rule_code: 'MAX_WEEKLY_HOURS',
          message: 'The weekly hours would be 78.00, above the cap of 60.00.',
        },
        {
          rule_code: 'DUPLICATE_ASSIGNMENT',
          message: 'The employee already has an active assignment to this position.',
        },
        { rule_code: 'EMPLOYEE_TERMINATED', message: 'The employee is TERMINATED.' },
        {
          rule_code: 'TAG_REQUIREMENT_MISMATCH',
          message: 'The employee lacks tags of the position: Nurse.',
          missing_tags: ['Nurse'],
        },
      ],
      warnings: [
        {
          rule_code: 'MAX_CONSECUTIVE_SHIFTS',
          message: 'The week would need 10 working days of 8 hours, with a limit of 6.',
        },
        {
          rule_code: 'COVERAGE_EXCEEDED',
          message: 'The position would have 48.00 hours assigned, above the 40.00 it requires.',
        },
      ],
      info: [
        {
          rule_code: 'CONTRACT_NEAR_EXPIRY',
          message: "The employee's contract ends on 2026-04-10, within 30 days.",
        },
      ],
    }
    expect(evaluateRules(seededRules, allBroken)).toEqual(violations)
    expect(evaluateRules(seededRules.toReversed(), allBroken)).toEqual(violations)
  })

  test.each(ruleCodes)('an evaluation leaves out %s when it is disabled', (code) => {
    expect(codes(withRule(code, { enabled: false }), allBroken).flat()).toEqual(
      ruleCodes.filter((other) => other !== code),
    )
  })

  test.each(ruleCodes.flatMap((code) => allowedSeverities(code).map((severity) => ({ code, severity }))))(
    'an evaluation puts a violation of $code under $severity if the rule says so',
    ({ code, severity }) => {
      const found = codes(withRule(code, { severity }), allBroken)
      expect(found.map((list) => list.includes(code))).toEqual(severities.map((other) => other === severity))
    },
  )

  test('a disabled TAG_REQUIREMENT_MISMATCH ignores optional tags too', () => {
    const settings = withRule('TAG_REQUIREMENT_MISMATCH', { enabled: false })
    expect(codes(settings, { ...unbroken, missingOptionalTags: ['Basic'] }).flat()).toEqual([])
  })
})

test('a refusal names each blocking rule before its message', () => {
  expect(
    blockingMessages([
      pairTaken,
      {
        rule_code: 'MAX_WEEKLY_HOURS',
        message: 'The weekly hours would be 78.00, above the cap of 60.00.',
      },
    ]),
  ).toEqual([
    'DUPLICATE_ASSIGNMENT: The employee already has an active assignment to this position.',
    'MAX_WEEKLY_HOURS: The weekly hours would be 78.00, above the cap of 60.00.',
  ])
})
