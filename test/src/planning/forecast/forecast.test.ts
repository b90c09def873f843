import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDate, toDay } from '../../../../src/calendar.ts'
import { toHundredths } from '../../../../src/hours.ts'
import { employeeStatuses } from '../../../../src/people/employee-lifecycle.ts'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { cliffsOf } from '../../../../src/planning/forecast/cliffs.ts'
import { employeeForecast } from '../../../../src/planning/forecast/employee-forecast.ts'
import { forecast } from '../../../../src/planning/forecast/forecast.ts'
import { outlooksAhead } from '../../../../src/planning/forecast/outlook.ts'
import { secureHours } from '../../../../src/planning/forecast/totals.ts'
import { weekName } from '../../../../src/planning/forecast/weeks.ts'
import { drawnClinic } from '../../../made/planning/drawn-clinic.ts'
import { plannedClinic } from '../../../made/planning/planned-clinic.ts'

const ofClinic = { weeks: 26, org_unit_id: null, by_unit: false }
const of = (facts: ClinicFacts) => forecast(facts, ofClinic).weeks
const tags = { FULL: 40, HALF: 20, Nurse: 0, ALS: 0, Leave: -40 }

test.each([
  ['2026-01-01', '2026-W01'],
  ['2026-03-04', '2026-W10'],
  ['2026-12-28', '2026-W53'],
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['1969-12-29', '1970-W01'],
])('the ISO week of %s is %s', (date, week) => {
  expect(weekName(toDay(date))).toBe(week)
})

test('a forecast starts with the current week at today, followed by Mondays', () => {
  const weeks = of(plannedClinic({}))
  expect(weeks).toHaveLength(26)
  expect(weeks.slice(0, 2)).toMatchObject([
    { week: '2026-W10', start_date: '2026-03-02', end_date: '2026-03-08', reference_date: '2026-03-04' },
    { week: '2026-W11', start_date: '2026-03-09', end_date: '2026-03-15', reference_date: '2026-03-09' },
  ])
  expect(weeks.at(-1)).toMatchObject({ week: '2026-W35', reference_date: '2026-08-24' })
})

test('the forecast of an empty clinic is all zeros', () => {
  const [week] = of(plannedClinic({}))
  expect(week).toMatchObject({
    required_hours: '0.00',
    booked_hours: '0.00',
    secure_hours: '0.00',
    contract_hours: '0.00',
    coverage_pct: '0.00',
    secure_coverage_pct: '0.00',
    secure_states: { vacant: 0, partial: 0, covered: 0, over_covered: 0 },
  })
})

const nurse = { Nurse: { required: 40, mandatory: ['Nurse'] } }
const works = [{ to: 'Nurse', hours: 30 }]
const first = (people: Parameters<typeof plannedClinic>[0]['people'] = {}) =>
  of(plannedClinic({ tags, positions: nurse, people }))[0]

test('booked hours are secure when the employee is on duty, qualified, under contract and has started', () => {
  expect(first({ Ana: { tags: ['FULL', 'Nurse'], works } })).toMatchObject({
    booked_hours: '30.00',
    secure_hours: '30.00',
    contract_hours: '40.00',
    coverage_pct: '75.00',
    secure_coverage_pct: '75.00',
    secure_states: { vacant: 0, partial: 1, covered: 0, over_covered: 0 },
  })
})

const none = {
  away_hours: '0.00',
  missing_tags_hours: '0.00',
  not_started_hours: '0.00',
  over_contract_hours: '0.00',
}
const begins = '2026-03-09'
test.each([
  ['of an employee on leave count as away', { status: 'ON_LEAVE' as const }, { away_hours: '30.00' }],
  ['of an employee who has left count as away', { status: 'TERMINATED' as const }, { away_hours: '30.00' }],
  [
    'of an employee who got a proposal during leave count as away',
    { status: 'PROPOSAL_PENDING' as const, previous_status: 'ON_LEAVE' as const },
    { away_hours: '30.00' },
  ],
  [
    'of an employee who got a proposal at work are secure',
    { status: 'PROPOSAL_PENDING' as const, previous_status: 'ACTIVE' as const },
    {},
  ],
  [
    'without a mandatory tag count as missing tags',
    { tags: ['FULL', ['Nurse', null, '2026-03-03']] },
    { missing_tags_hours: '30.00' },
  ],
  [
    'of an assignment that starts next week count as not started',
    { works: [{ ...works[0], from: begins }] },
    { not_started_hours: '30.00' },
  ],
  [
    'of an assignment that starts this Sunday are secure',
    { works: [{ ...works[0], from: '2026-03-08' }] },
    {},
  ],
  [
    'beyond the contract count as over contract',
    { tags: ['HALF', 'Nurse'] },
    { over_contract_hours: '10.00' },
  ],
  [
    'of an employee without a contract count as over contract',
    { tags: ['Nurse'] },
    { over_contract_hours: '30.00' },
  ],
  [
    'of an unqualified employee on leave count as away',
    { status: 'ON_LEAVE' as const, tags: ['HALF'], works: [{ ...works[0], from: begins }] },
    { away_hours: '30.00' },
  ],
  [
    'of an unqualified employee that have not started count as missing tags',
    { tags: ['HALF'], works: [{ ...works[0], from: begins }] },
    { missing_tags_hours: '30.00' },
  ],
  [
    'beyond the contract that have not started count as not started',
    { tags: ['HALF', 'Nurse'], works: [{ ...works[0], from: begins }] },
    { not_started_hours: '30.00' },
  ],
])('booked hours %s', (_, fields, risk) => {
  const ana = { tags: ['FULL', 'Nurse'], works, ...fields } as NonNullable<
    Parameters<typeof first>[0]
  >[string]
  const week = first({ Ana: ana })
  expect(week?.at_risk).toEqual({ ...none, ...risk })
  expect(week?.booked_hours).toBe('30.00')
  const [lost = '0.00'] = Object.values(risk)
  expect(toHundredths(week?.secure_hours ?? '')).toBe(3000 - toHundredths(lost))
})

test('suspended assignments have no booked hours', () => {
  expect(
    first({ Ana: { tags: ['FULL', 'Nurse'], works: [{ to: 'Nurse', hours: 30, is_suspended: true }] } }),
  ).toMatchObject({
    booked_hours: '0.00',
    secure_hours: '0.00',
  })
})

test('hours over contract are cut in proportion, with the rest going to the largest remainders, then by id', () => {
  const facts = plannedClinic({
    tags: { ...tags, Odd: 10 },
    positions: { A: {}, B: {}, C: {} },
    people: {
      Ana: { tags: ['Odd'], works: ['A', 'B', 'C'].map((to) => ({ to, hours: 10 })) },
      Bea: {
        tags: ['HALF'],
        works: [
          { to: 'A', hours: 10 },
          { to: 'B', hours: 30 },
        ],
      },
      Cid: {
        tags: ['Odd'],
        works: [
          { to: 'A', hours: 0.01 },
          { to: 'B', hours: 20 },
        ],
      },
    },
  })
  const [ahead] = outlooksAhead(facts, 1)
  expect(ahead?.outlook.secure).toEqual([334, 333, 333, 500, 1500, 0, 1000])
  expect(secureHours(facts, facts.today)).toEqual([834, 2833, 333])
  const rule = { code: 'MAX_WEEKLY_HOURS', severity: 'WARNING', threshold: '30.00', enabled: true } as const
  const capped = { ...facts, rules: [rule] }
  expect(secureHours(capped, facts.today, 'WEEKLY_CAP')).toEqual([1000 + 750 + 1, 1000 + 2250 + 2000, 1000])
})

test('hours in an inactive position are not booked, but use up the contract', () => {
  const facts = plannedClinic({
    tags,
    positions: { A: {} },
    people: {
      Ana: {
        tags: ['HALF'],
        works: [
          { to: 'A', hours: 20 },
          { to: 'closed', hours: 20 },
        ],
      },
    },
  })
  expect(of(facts)[0]).toMatchObject({
    booked_hours: '20.00',
    secure_hours: '10.00',
    at_risk: { over_contract_hours: '10.00' },
  })
})

const facts = plannedClinic({
  tags,
  positions: {
    A: { unit: 'Ward 2' },
    B: { unit: 'Ward 2', required: 10 },
    C: { unit: 'Ward 1', required: 20 },
  },
  people: {
    Ana: {
      tags: ['FULL'],
      works: [
        { to: 'A', hours: 40 },
        { to: 'C', hours: 10 },
      ],
    },
    Bea: { tags: ['HALF'], works: [{ to: 'B', hours: 10 }] },
    Cid: { status: 'ON_LEAVE', tags: ['FULL'], works: [{ to: 'C', hours: 5 }] },
    Dan: { tags: ['FULL'] },
  },
})
const [, ward1, ward2] = facts.units

test('the forecast of a unit has its positions, and the pools of its assigned staff on duty', () => {
  const ask = (org_unit_id: string | undefined) =>
    forecast(facts, { ...ofClinic, org_unit_id: org_unit_id ?? '' }).weeks[0]
  expect(ask(ward1?.id)).toMatchObject({
    required_hours: '20.00',
    booked_hours: '15.00',
    secure_hours: '8.00',
    contract_hours: '40.00',
  })
  expect(ask(ward2?.id)).toMatchObject({
    required_hours: '50.00',
    booked_hours: '50.00',
    secure_hours: '42.00',
    contract_hours: '60.00',
  })
  expect(ask(facts.units[0]?.id)).toMatchObject({
    required_hours: '70.00',
    booked_hours: '65.00',
    contract_hours: '60.00',
  })
  expect(of(facts)[0]).toMatchObject({
    required_hours: '70.00',
    booked_hours: '65.00',
    contract_hours: '100.00',
  })
})

test('the forecast lists units by name on request', () => {
  const { weeks } = forecast(facts, { ...ofClinic, weeks: 1, by_unit: true })
  expect(weeks[0]?.by_unit).toMatchObject([
    {
      org_unit_id: ward1?.id,
      org_unit_name: 'Ward 1',
      required_hours: '20.00',
      secure_hours: '8.00',
      secure_coverage_pct: '40.00',
    },
    {
      org_unit_id: ward2?.id,
      org_unit_name: 'Ward 2',
      secure_hours: '42.00',
      coverage_pct: '100.00',
      secure_states: { vacant: 0, partial: 1, covered: 1, over_covered: 0 },
    },
  ])
  expect(of(facts)[0]).not.toHaveProperty('by_unit')
})

test('an unknown unit is refused under its field', () => {
  expect(() => forecast(facts, { ...ofClinic, org_unit_id: 'unknown' })).toThrow('Select a valid choice.')
})

describe('the forecast of an employee', () => {
  const facts = plannedClinic({
    tags,
    positions: { Nurse: { mandatory: ['Nurse', 'ALS'] }, Porter: {} },
    people: {
      Bea: { tags: ['FULL'], works: [{ to: 'Porter', hours: 10 }] },
      Ana: {
        tags: ['FULL', 'Nurse', ['ALS', null, '2026-03-10'], ['Leave', '2026-03-14', '2026-03-15']],
        works: [
          { to: 'Nurse', hours: 30 },
          { to: 'Porter', hours: 5 },
          { to: 'closed', hours: 2 },
          { to: 'Nurse', hours: 1, is_suspended: true },
        ],
      },
    },
  })
  const employee = facts.employees[1]?.id ?? ''
  const computed_at = '2026-03-04T10:00:00.000Z'

  test('the forecast of an employee has weekly balances, secure hours and missing mandatory tags', () => {
    const { weeks, cliffs, ...rest } = employeeForecast(facts, { employee, weeks: 3, computed_at })
    expect(rest).toEqual({ computed_at })
    expect(weeks[1]).toEqual({
      week: '2026-W11',
      reference_date: '2026-03-09',
      employee_id: employee,
      period: { start_date: '2026-03-09', end_date: '2026-03-15' },
      pool: { base_hours: '40.00', adjustment_delta: '-11.43', effective_hours: '28.57' },
      consumption: { assigned_hours: '37.00', assignment_count: 3 },
      balance: '-8.43',
      state: 'SURPLUS',
      computed_at,
      tags: ['ALS', 'FULL', 'Leave', 'Nurse'],
      error: null,
      secure_hours: '28.57',
      missing_tags_by_assignment: [],
    })
    expect(weeks[2]).toMatchObject({
      secure_hours: '7.00',
      tags: ['FULL', 'Nurse'],
      missing_tags_by_assignment: [
        {
          assignment: facts.assignments.find(({ hours }) => hours === 3000)?.id,
          position_id: facts.positions[0]?.id,
          position_title: 'Nurse',
          missing_tags: ['ALS'],
        },
      ],
    })
    expect(cliffs).toMatchObject([
      { cause: 'CERTIFICATE_ENDS', week: '2026-W12', employee, employee_name: 'Ana' },
      { cause: 'REDUCTION_BEGINS', week: '2026-W11' },
    ])
  })

  test('the forecast of an unknown employee is refused', () => {
    expect(() => employeeForecast(facts, { employee: 'unknown', weeks: 1, computed_at })).toThrow(
      'Not found.',
    )
  })
})

describe('in any clinic', () => {
  const days = fc.integer({ min: 0, max: 200 }).map((after) => toDate(toDay('2026-02-01') + after))
  const maybe = (of: fc.Arbitrary<string>) => fc.option(of, { nil: null, freq: 2 })
  const held = fc
    .tuple(fc.constantFrom(...Object.keys(tags)), maybe(days), maybe(days))
    .filter(([, start, end]) => !start || !end || start <= end)
  const works = fc.uniqueArray(
    fc.record({
      to: fc.constantFrom('A', 'B', 'C', 'closed'),
      hours: fc.constantFrom(0.01, 7.5, 20, 37.25),
      from: fc.option(days, { nil: undefined, freq: 3 }),
      is_suspended: fc.boolean(),
    }),
    { selector: ({ to }) => to, maxLength: 4 },
  )
  const person = fc.record({
    status: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, ...employeeStatuses),
    previous_status: fc.constant('ACTIVE' as const),
    tags: fc.array(held, { maxLength: 6 }),
    works,
  })
  const clinics = fc.array(person, { maxLength: 4 }).map((all) =>
    plannedClinic({
      tags,
      positions: { A: { mandatory: ['Nurse', 'ALS'] }, B: { unit: 'Ward 2', mandatory: ['ALS'] }, C: {} },
      people: Object.fromEntries(all.map((one, index) => [`Person ${index}`, one])),
    }),
  )
  const sum = (all: readonly string[]) => all.reduce((total, text) => total + toHundredths(text), 0)

  test('booked hours of any clinic are secure or at risk for one reason, in each unit and in all', () => {
    fc.assert(
      fc.property(clinics, (facts) => {
        const { weeks } = forecast(facts, { ...ofClinic, by_unit: true })
        for (const week of weeks) {
          expect(toHundredths(week.booked_hours)).toBe(
            sum([week.secure_hours, ...Object.values(week.at_risk)]),
          )
          expect(week.booked_hours).toBe(weeks[0]?.booked_hours)
          expect(toHundredths(week.secure_hours)).toBe(
            sum(week.by_unit?.map((one) => one.secure_hours) ?? []),
          )
        }
      }),
    )
  })

  test('an employee of any clinic covers all they can, up to the pool of their balance', () => {
    fc.assert(
      fc.property(clinics, (facts) => {
        const ahead = outlooksAhead(facts, 26)
        for (const [index, { id }] of facts.employees.entries()) {
          const { weeks } = employeeForecast(facts, { employee: id, weeks: 26, computed_at: '' })
          for (const [at, { outlook }] of ahead.entries()) {
            const pool = toHundredths(weeks[at]?.pool.effective_hours ?? '')
            expect(outlook.pools[index]).toBe(pool)
            const own = facts.assignments.flatMap(({ employee, hours, is_suspended }, assignment) =>
              employee === index && !is_suspended
                ? [{ hours, secure: outlook.secure[assignment] ?? 0, risk: outlook.risk[assignment] }]
                : [],
            )
            const able = own.filter(({ risk }) => risk === null || risk === 'over_contract')
            const total = able.reduce((all, { hours }) => all + hours, 0)
            const secure = own.reduce((all, one) => all + one.secure, 0)
            expect(secure).toBe(Math.min(pool, total))
            expect(toHundredths(weeks[at]?.secure_hours ?? '')).toBe(secure)
            for (const one of able)
              expect(Math.abs(one.secure - (one.hours * secure) / total)).toBeLessThan(1)
          }
        }
      }),
    )
  })

  test('the losses and gains of any clinic add up to the change of its secure hours', () => {
    fc.assert(
      fc.property(clinics, (facts) => {
        const { weeks } = forecast(facts, ofClinic)
        const all = cliffsOf(facts, outlooksAhead(facts, 26), [...facts.positions.keys()])
        for (const [at, { week, secure_hours }] of weeks.entries()) {
          const changes = all.filter((cliff) => cliff.week.name === week)
          const gained = changes.map(({ direction, hours }) => (direction === 'GAIN' ? hours : -hours))
          const before = weeks[at - 1]?.secure_hours ?? secure_hours
          expect(toHundredths(secure_hours) - toHundredths(before)).toBe(gained.reduce((a, b) => a + b, 0))
          for (const { hours, positions, held, date, employee } of changes) {
            expect(positions.reduce((total, one) => total + one.hours, 0)).toBe(hours)
            const starts = facts.assignments
              .filter((one) => one.employee === employee)
              .map(({ from }) => from)
            expect(held ? [held.start, held.end] : starts).toContain(date)
          }
        }
      }),
    )
  })
})

test('the tags that an employee will lack are listed by name', () => {
  const facts = drawnClinic({
    people: { Ana: { hours: 40, works: { Ward: 40 } } },
    positions: { Ward: { hours: 40, tags: ['Wounds', 'Burns'] } },
  })
  const employee = facts.employees[0]?.id ?? ''
  const { weeks } = employeeForecast(facts, { employee, weeks: 1, computed_at: '' })
  expect(weeks[0]?.missing_tags_by_assignment).toMatchObject([{ missing_tags: ['Burns', 'Wounds'] }])
})
