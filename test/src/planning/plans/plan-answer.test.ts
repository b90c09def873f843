import { expect, test } from 'vitest'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { checkLength, planAnswer } from '../../../../src/planning/plans/plan-answer.ts'
import type { PlanInput } from '../../../../src/planning/plans/plan-request.ts'
import { type Drawn, drawnClinic } from '../../../made/planning/drawn-clinic.ts'
import { madeUpHospital } from '../../../made/planning/hospital.ts'

const defaults: PlanInput = {
  hours_limit: 'CONTRACT',
  demand: 'BOOKED',
  minimum_hours: '4.00',
  priorities: [],
  exclude_employees: [],
  exclude_positions: [],
  allow: 'CREATE_AND_RAISE',
  keep: [],
}
const plan = (facts: ClinicFacts, input: Partial<PlanInput> = {}) =>
  planAnswer(facts, { ...defaults, ...input })
const planOf = (drawn: Drawn, input?: Partial<PlanInput>) => plan(drawnClinic(drawn), input)

const nurse = { hours: 40, tags: ['Nurse'] }

test('a plan shows its lines, the hours left after each, and the reasons', () => {
  const facts = drawnClinic({
    people: {
      'Vidal, Ana': { hours: 40, tags: ['Nurse'], works: { Day: 30 } },
      'Roy, Jean': { hours: 60, tags: ['Nurse', 'Night'] },
    },
    positions: {
      Day: { hours: 38, tags: ['Nurse'], unit: 'Ward A' },
      Night: { hours: 52, tags: ['Nurse', 'Night'], optional: ['Trauma'], unit: 'Ward B' },
    },
  })
  const { lines, summary } = plan(facts)
  expect(lines).toEqual([
    {
      kind: 'RAISE',
      employee: facts.employees[0]?.id,
      employee_name: 'Vidal, Ana',
      position_id: facts.positions[0]?.id,
      position_title: 'Day',
      org_unit_id: facts.units[1]?.id,
      org_unit_name: 'Ward A',
      assignment: facts.assignments[0]?.id,
      current_hours: '30.00',
      added_hours: '8.00',
      effective_hours: '38.00',
      balance_after: '2.00',
      lacking_hours_after: '0.00',
      violations: { blocking: [], warnings: [], info: [] },
      reason:
        'Raise by 8.00 h to 38.00 h: holds Nurse; has 10.00 h left, 2.00 h afterwards; the position lacks 8.00 h, nothing afterwards; works there already.',
    },
    {
      kind: 'CREATE',
      employee: facts.employees[1]?.id,
      employee_name: 'Roy, Jean',
      position_id: facts.positions[1]?.id,
      position_title: 'Night',
      org_unit_id: facts.units[2]?.id,
      org_unit_name: 'Ward B',
      assignment: null,
      current_hours: '0.00',
      added_hours: '52.00',
      effective_hours: '52.00',
      balance_after: '8.00',
      lacking_hours_after: '0.00',
      violations: {
        blocking: [],
        warnings: [
          {
            rule_code: 'TAG_REQUIREMENT_MISMATCH',
            message: 'The employee lacks tags of the position: Trauma.',
            missing_tags: ['Trauma'],
          },
          {
            rule_code: 'MAX_CONSECUTIVE_SHIFTS',
            message: 'The week would need 7 working days of 8 hours, which reaches the limit of 6.',
          },
        ],
        info: [],
      },
      reason:
        'Assign 52.00 h: holds Night and Nurse; has 60.00 h left, 8.00 h afterwards; the position lacks 52.00 h, nothing afterwards.',
    },
  ])
  expect(summary).toEqual({
    lacking_hours: '60.00',
    planned_hours: '60.00',
    maximum_hours: '60.00',
    maximum_hours_without_minimum: '60.00',
    is_maximum: true,
    open_hours: '0.00',
    new_assignments: 1,
    new_assignments_at_least: 1,
    raised_assignments: 1,
    employees: 2,
    positions: 2,
    coverage_pct_before: '33.33',
    coverage_pct_after: '100.00',
    surplus_hours: '0.00',
    over_contract_hours: '0.00',
    sentence: 'All 60.00 missing hours can be covered.',
  })
})

test('each line of a plan counts the earlier ones', () => {
  const { lines } = planOf({
    people: { 'Vidal, Ana': { hours: 50 } },
    positions: { B: { hours: 30, unit: 'Ward 2' }, A: { hours: 20, unit: 'Ward 1' } },
  })
  expect(
    lines.map((line) => [line.position_title, line.balance_after, line.violations.warnings.length]),
  ).toEqual([
    ['A', '30.00', 0],
    // 50 hours need 7 days, and this line makes them 50.
    ['B', '0.00', 1],
  ])
})

test.each<[string, Drawn, string, string]>([
  [
    'all of it',
    { people: { 'Vidal, Ana': nurse }, positions: { Day: { hours: 40 } } },
    'All 40.00 missing hours can be covered.',
    'Positions lack 40.00 h, and people have the hours and the tags for all of it.',
  ],
  [
    'some, and why no more',
    {
      people: { 'Vidal, Ana': nurse, 'Roy, Jean': { hours: 20 } },
      positions: { Day: { hours: 1200, tags: ['Nurse'] }, Desk: { hours: 15.5 } },
    },
    '55.50 of 1,215.50 missing hours can be covered; that is the most, and here is why.',
    'Positions lack 1,215.50 h. 1 of these positions lacks 1,200.00 h, and only 1 person who may fill it has hours left: 40.00 h. So at most 1,215.50 - 1,200.00 + 40.00 = 55.50 h can be covered.',
  ],
  [
    'nothing, and why',
    {
      people: { 'Vidal, Ana': nurse },
      positions: { Birth: { hours: 12, tags: ['Midwife'] }, Lab: { hours: 8, tags: ['Lab'] } },
    },
    'None of the 20.00 missing hours can be covered; here is why.',
    'Positions lack 20.00 h. 2 of these positions lack 20.00 h, and no one who may fill them has enough hours left. So at most 20.00 - 20.00 + 0.00 = 0.00 h can be covered.',
  ],
  [
    'nothing is missing',
    { people: { 'Vidal, Ana': { ...nurse, works: { Day: 40 } } }, positions: { Day: { hours: 40 } } },
    'No position lacks hours, so there is nothing to add.',
    'No position lacks hours.',
  ],
  [
    'nothing is missing, but there is a surplus and overtime',
    {
      people: {
        'Vidal, Ana': { ...nurse, works: { Day: 50 } },
        'Roy, Jean': { hours: 10, works: { Desk: 12 } },
      },
      positions: { Day: { hours: 40 }, Desk: { hours: 12 } },
    },
    'No position lacks hours, so there is nothing to add. But 1 position has 10.00 h more than required, and 2 people are 12.00 h over contract in all: a rebalance shows what could change.',
    'No position lacks hours.',
  ],
  [
    'nothing is missing, but there is a surplus',
    {
      people: { 'Vidal, Ana': { ...nurse, works: { Day: 40 } } },
      positions: { Day: { hours: 30 } },
    },
    'No position lacks hours, so there is nothing to add. But 1 position has 10.00 h more than required.',
    'No position lacks hours.',
  ],
  [
    'the clinic is empty',
    {},
    'No position lacks hours, so there is nothing to add.',
    'No position lacks hours.',
  ],
])('a plan says in one sentence how much can be covered: %s', (_, drawn, sentence, proof) => {
  const { summary, certificate } = planOf(drawn)
  expect([summary.sentence, certificate.sentence]).toEqual([sentence, proof])
})

test('a plan shows the gap to the maximum exactly, and its hours add up to the missing ones', () => {
  const cents = (hours: string) => Math.round(100 * Number(hours))
  for (let seed = 1; seed <= 20; seed++) {
    const facts = madeUpHospital({ seed, people: 60, positions: 30, assigned: 0.5 })
    const { summary, certificate, shortages, lines } = plan(facts)
    const short = shortages.reduce((sum, { short_hours }) => sum + cents(short_hours), 0)
    const gap = cents(summary.maximum_hours) - cents(summary.planned_hours)
    expect({ seed, open: short + gap }).toEqual({ seed, open: cents(summary.open_hours) })
    expect({ seed, is_maximum: gap === 0 }).toEqual({ seed, is_maximum: summary.is_maximum })
    expect(certificate.maximum_hours).toBe(summary.maximum_hours)
    const added = lines.reduce((sum, { added_hours }) => sum + cents(added_hours), 0)
    expect(added).toBe(cents(summary.planned_hours))
    expect(lines.flatMap(({ violations }) => violations.blocking)).toEqual([])
    for (const { balance_after, lacking_hours_after } of lines)
      expect(Math.min(cents(balance_after), cents(lacking_hours_after))).toBeGreaterThanOrEqual(0)
  }
})

test('hours at risk count as missing on request', () => {
  const drawn = { people: { 'Vidal, Ana': nurse }, positions: { Day: { hours: 40 } } }
  const sentences = [drawn, {}].map((one) => planOf(one, { demand: 'SECURE' }).summary.sentence)
  expect(sentences).toEqual([
    'All 40.00 hours that are missing or at risk can be covered.',
    'No position lacks hours or has any at risk, so there is nothing to add.',
  ])
  const overtime = planOf({}, { demand: 'SECURE', hours_limit: 'WEEKLY_CAP' }).summary.sentence
  expect(overtime).toBe(
    'No position lacks hours or has any at risk but overtime, so there is nothing to add.',
  )
})

test('a plan of more than 10,000 lines is refused', () => {
  expect(() => checkLength(10_000)).not.toThrow()
  expect(() => checkLength(10_001)).toThrow(
    expect.objectContaining({
      body: { non_field_errors: ['The plan has 10001 lines; choose an org unit.'] },
    }),
  )
})
