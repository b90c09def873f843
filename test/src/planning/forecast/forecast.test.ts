import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDate, toDay } from '../../../../src/calendar.ts'
import { toHundredths } from '../../../../src/hours.ts'
import { employeeStatuses } from '../../../../src/people/employee-lifecycle.ts'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { cliffs } from '../../../../src/planning/forecast/cliff-page.ts'
import { cliffsOf } from '../../../../src/planning/forecast/cliffs.ts'
import { employeeForecast } from '../../../../src/planning/forecast/employee-forecast.ts'
import { forecast } from '../../../../src/planning/forecast/forecast.ts'
import { outlooksAhead } from '../../../../src/planning/forecast/outlook.ts'
import { secureHours } from '../../../../src/planning/forecast/totals.ts'
import { weekName } from '../../../../src/planning/forecast/weeks.ts'
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

describe('the weeks', () => {
  test('begin with the current one, whose reference date is today, and have Mondays after it', () => {
    const weeks = of(plannedClinic({}))
    expect(weeks).toHaveLength(26)
    expect(weeks.slice(0, 2)).toMatchObject([
      { week: '2026-W10', start_date: '2026-03-02', end_date: '2026-03-08', reference_date: '2026-03-04' },
      { week: '2026-W11', start_date: '2026-03-09', end_date: '2026-03-15', reference_date: '2026-03-09' },
    ])
    expect(weeks.at(-1)).toMatchObject({ week: '2026-W35', reference_date: '2026-08-24' })
  })

  test('of an empty clinic are full of zeros', () => {
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
})

describe('booked hours', () => {
  const nurse = { Nurse: { required: 40, mandatory: ['Nurse'] } }
  const works = [{ to: 'Nurse', hours: 30 }]
  const first = (people: Parameters<typeof plannedClinic>[0]['people'] = {}) =>
    of(plannedClinic({ tags, positions: nurse, people }))[0]

  test('are secure when the person is on duty, qualified, under contract, and has begun', () => {
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
    ['of somebody on leave are away', { status: 'ON_LEAVE' as const }, { away_hours: '30.00' }],
    ['of somebody who has left are away', { status: 'TERMINATED' as const }, { away_hours: '30.00' }],
    [
      'of somebody who is asked while on leave are away',
      { status: 'PROPOSAL_PENDING' as const, previous_status: 'ON_LEAVE' as const },
      { away_hours: '30.00' },
    ],
    [
      'of somebody who is asked while active are secure',
      { status: 'PROPOSAL_PENDING' as const, previous_status: 'ACTIVE' as const },
      {},
    ],
    [
      'without a mandatory tag lack it',
      { tags: ['FULL', ['Nurse', null, '2026-03-03']] },
      { missing_tags_hours: '30.00' },
    ],
    [
      'on an assignment of next week have not started',
      { works: [{ ...works[0], from: begins }] },
      { not_started_hours: '30.00' },
    ],
    [
      'on an assignment that begins this Sunday are secure',
      { works: [{ ...works[0], from: '2026-03-08' }] },
      {},
    ],
    ['beyond the contract are over it', { tags: ['HALF', 'Nurse'] }, { over_contract_hours: '10.00' }],
    ['of somebody without a contract are over it', { tags: ['Nurse'] }, { over_contract_hours: '30.00' }],
    [
      'away and not qualified count as away',
      { status: 'ON_LEAVE' as const, tags: ['HALF'], works: [{ ...works[0], from: begins }] },
      { away_hours: '30.00' },
    ],
    [
      'neither qualified nor begun count as not qualified',
      { tags: ['HALF'], works: [{ ...works[0], from: begins }] },
      { missing_tags_hours: '30.00' },
    ],
    [
      'not begun and over contract count as not begun',
      { tags: ['HALF', 'Nurse'], works: [{ ...works[0], from: begins }] },
      { not_started_hours: '30.00' },
    ],
  ])('%s', (_, fields, risk) => {
    const ana = { tags: ['FULL', 'Nurse'], works, ...fields } as NonNullable<
      Parameters<typeof first>[0]
    >[string]
    const week = first({ Ana: ana })
    expect(week?.at_risk).toEqual({ ...none, ...risk })
    expect(week?.booked_hours).toBe('30.00')
    const [lost = '0.00'] = Object.values(risk)
    expect(toHundredths(week?.secure_hours ?? '')).toBe(3000 - toHundredths(lost))
  })

  test('of suspended assignments do not count', () => {
    expect(
      first({ Ana: { tags: ['FULL', 'Nurse'], works: [{ to: 'Nurse', hours: 30, is_suspended: true }] } }),
    ).toMatchObject({
      booked_hours: '0.00',
      secure_hours: '0.00',
    })
  })

  test('over contract are cut in proportion, and the hundredths left go to the largest remainders, then by id', () => {
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
  })

  test('of an inactive position are not booked, but take their share of the contract', () => {
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
})

describe('an org unit', () => {
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

  test('has its own positions, and the pools of those on duty who are assigned to it', () => {
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

  test('is listed by name when totals by unit are wanted', () => {
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

  test('that is unknown is refused under its field', () => {
    expect(() => forecast(facts, { ...ofClinic, org_unit_id: 'unknown' })).toThrow('Select a valid choice.')
  })
})

const found = (facts: ClinicFacts, more: Partial<Parameters<typeof cliffs>[1]> = {}) =>
  cliffs(facts, {
    weeks: 26,
    org_unit_id: null,
    cause: null,
    employee: null,
    direction: 'LOSS',
    limit: 100,
    offset: 0,
    ...more,
  })

describe('a cliff', () => {
  const positions = { Nurse: { mandatory: ['Nurse'] }, Porter: { unit: 'Ward 2' as const } }
  const works = [
    { to: 'Nurse', hours: 30 },
    { to: 'Porter', hours: 10 },
  ]
  const clinicOf = (
    ...held: NonNullable<NonNullable<Parameters<typeof plannedClinic>[0]['people']>[string]['tags']>
  ) => plannedClinic({ tags, positions, people: { 'Vidal, Ana': { tags: held, works } } })

  test('is the end of a contract, in the week after it', () => {
    const facts = clinicOf(['FULL', null, '2026-03-18'], 'Nurse')
    expect(found(facts)).toEqual({
      count: 1,
      rows: [
        {
          date: '2026-03-18',
          week: '2026-W13',
          cause: 'CONTRACT_ENDS',
          direction: 'LOSS',
          employee: facts.employees[0]?.id,
          employee_name: 'Vidal, Ana',
          employee_tag: facts.employees[0]?.tags[0]?.id,
          tag_name: 'FULL',
          hours: '40.00',
          positions: [
            { position_id: facts.positions[0]?.id, title: 'Nurse', org_unit_name: 'Ward 1', hours: '30.00' },
            { position_id: facts.positions[1]?.id, title: 'Porter', org_unit_name: 'Ward 2', hours: '10.00' },
          ],
          sentence:
            'FULL of Vidal, Ana ends on 2026-03-18: from 2026-03-23 on, 40.00 h a week are no longer secure: Nurse, Ward 1 (30.00 h) and Porter, Ward 2 (10.00 h).',
        },
      ],
    })
    expect(forecast(facts, ofClinic).cliff_count).toBe(1)
  })

  test('is the end of a certificate that a position requires', () => {
    expect(found(clinicOf('FULL', ['Nurse', null, '2026-03-15'])).rows).toMatchObject([
      { date: '2026-03-15', week: '2026-W12', cause: 'CERTIFICATE_ENDS', tag_name: 'Nurse', hours: '30.00' },
    ])
  })

  test('is the beginning of a reduction, in part in the week in which it begins', () => {
    expect(found(clinicOf('FULL', 'Nurse', ['Leave', '2026-03-18'])).rows).toMatchObject([
      { date: '2026-03-18', week: '2026-W12', cause: 'REDUCTION_BEGINS', tag_name: 'Leave', hours: '28.57' },
      { date: '2026-03-18', week: '2026-W13', cause: 'REDUCTION_BEGINS', tag_name: 'Leave', hours: '11.43' },
    ])
  })

  test('is not found where the contract or the certificate is renewed, or where no assignment needs what ends', () => {
    const renewed = (tag: string): [string, string | null, string | null][] => [
      [tag, null, '2026-03-18'],
      [tag, '2026-03-19', null],
    ]
    expect(found(clinicOf(...renewed('FULL'), ...renewed('Nurse'), ['ALS', null, '2026-03-18'])).count).toBe(
      0,
    )
    expect(found(clinicOf('FULL', 'FULL', ['HALF', null, '2026-03-18'], 'Nurse')).count).toBe(0)
  })

  test('names the contract that ends where it is followed by a smaller one', () => {
    expect(found(clinicOf(['FULL', null, '2026-03-31'], ['HALF', '2026-04-01'], 'Nurse')).rows).toMatchObject(
      [{ date: '2026-03-31', week: '2026-W15', cause: 'CONTRACT_ENDS', tag_name: 'FULL', hours: '20.00' }],
    )
  })

  test('names the instance that ends where a tag is held twice', () => {
    const twice = clinicOf('HALF', ['HALF', null, '2026-03-31'], 'Nurse')
    expect(found(twice).rows).toMatchObject([
      {
        date: '2026-03-31',
        cause: 'CONTRACT_ENDS',
        employee_tag: twice.employees[0]?.tags[1]?.id,
        hours: '20.00',
      },
    ])
    const again = clinicOf('HALF', ['HALF', '2026-04-01'], 'Nurse')
    expect(found(again, { direction: 'GAIN' }).rows).toMatchObject([
      { date: '2026-04-01', employee_tag: again.employees[0]?.tags[1]?.id, hours: '20.00' },
    ])
  })

  test('with two causes in one week names the first by date', () => {
    const facts = clinicOf(['FULL', null, '2026-03-18'], ['Nurse', null, '2026-03-17'])
    expect(found(facts).rows).toMatchObject([
      { date: '2026-03-17', cause: 'CERTIFICATE_ENDS', hours: '40.00' },
    ])
  })

  test('shows what a position gains in a loss with a minus', () => {
    const facts = clinicOf('HALF', ['Nurse', null, '2026-03-18'])
    expect(found(facts).rows).toMatchObject([
      {
        hours: '10.00',
        positions: [
          { title: 'Nurse', hours: '15.00' },
          { title: 'Porter', hours: '-5.00' },
        ],
      },
    ])
  })

  test('may be a gain: a tag or an assignment that begins, a reduction that ends', () => {
    const gains = (facts: ClinicFacts) => found(facts, { direction: 'GAIN' }).rows
    const other = { direction: 'GAIN', cause: 'OTHER' }
    expect(gains(clinicOf('FULL', ['Nurse', '2026-03-18']))).toMatchObject([
      { ...other, date: '2026-03-18', week: '2026-W13', tag_name: 'Nurse', hours: '30.00' },
    ])
    expect(gains(clinicOf(['FULL', '2026-03-18'], 'Nurse'))).toMatchObject([
      { ...other, date: '2026-03-18', week: '2026-W13', tag_name: 'FULL', hours: '40.00' },
    ])
    expect(gains(clinicOf('FULL', 'Nurse', ['Leave', null, '2026-03-18']))).toMatchObject([
      { ...other, date: '2026-03-18', week: '2026-W12', tag_name: 'Leave', hours: '22.86' },
      { ...other, date: '2026-03-18', week: '2026-W13', tag_name: 'Leave', hours: '17.14' },
    ])
    const starting = plannedClinic({
      tags,
      positions,
      people: { 'Vidal, Ana': { tags: ['FULL'], works: [{ to: 'Porter', hours: 10, from: '2026-03-18' }] } },
    })
    expect(gains(starting)).toMatchObject([
      {
        ...other,
        date: '2026-03-18',
        week: '2026-W12',
        employee_tag: null,
        tag_name: null,
        sentence:
          'An assignment of Vidal, Ana begins on 2026-03-18: from 2026-03-16 on, 10.00 h a week become secure: Porter, Ward 2 (10.00 h).',
      },
    ])
  })

  test('in one unit is a loss to an assignment that begins in another', () => {
    const facts = plannedClinic({
      tags,
      positions,
      people: {
        Ana: {
          tags: ['HALF', 'Nurse'],
          works: [
            { to: 'Nurse', hours: 20 },
            { to: 'Porter', hours: 20, from: '2026-03-18' },
          ],
        },
      },
    })
    expect(found(facts, { org_unit_id: facts.units[1]?.id ?? '' }).rows).toMatchObject([
      { cause: 'OTHER', date: '2026-03-18', hours: '10.00', positions: [{ title: 'Nurse' }] },
    ])
    expect(found(facts).count).toBe(0)
  })

  test('that is past is told in the past tense', () => {
    const facts = clinicOf('FULL', 'Nurse', ['Leave', '2026-03-03'])
    expect(found(facts).rows[0]?.sentence).toMatch(
      /^Leave of Vidal, Ana began on 2026-03-03: from 2026-03-09 on/,
    )
  })

  test('names at most three positions in its sentence', () => {
    const titles = ['A', 'B', 'C', 'D']
    const facts = plannedClinic({
      tags,
      positions: Object.fromEntries(titles.map((title) => [title, {}])),
      people: {
        Ana: { tags: [['FULL', null, '2026-03-18']], works: titles.map((to) => ({ to, hours: 10 })) },
      },
    })
    expect(found(facts).rows[0]?.sentence).toMatch(
      /secure: A, Ward 1 \(10.00 h\), B, Ward 1 \(10.00 h\) and 2 more positions\.$/,
    )
  })
})

test('cliffs are listed by date, then the most hours, then employee, and can be narrowed down', () => {
  const positions = { A: { mandatory: ['ALS'] }, B: { unit: 'Ward 2' as const } }
  const ends = (date: string): [string, null, string] => ['FULL', null, date]
  const facts = plannedClinic({
    tags,
    positions,
    people: {
      Ana: { tags: [ends('2026-03-20')], works: [{ to: 'B', hours: 10 }] },
      Bea: { tags: [ends('2026-03-20')], works: [{ to: 'B', hours: 20 }] },
      Cid: { tags: [ends('2026-03-20')], works: [{ to: 'B', hours: 10 }] },
      Dan: { tags: ['FULL', ['ALS', null, '2026-03-10']], works: [{ to: 'A', hours: 5 }] },
    },
  })
  const names = (more = {}) => found(facts, more).rows.map(({ employee_name }) => employee_name)
  expect(names()).toEqual(['Dan', 'Bea', 'Ana', 'Cid'])
  expect(names({ limit: 2, offset: 1 })).toEqual(['Bea', 'Ana'])
  expect(found(facts, { limit: 2, offset: 1 }).count).toBe(4)
  expect(names({ cause: 'CERTIFICATE_ENDS' })).toEqual(['Dan'])
  expect(names({ employee: facts.employees[2]?.id })).toEqual(['Cid'])
  expect(names({ employee: facts.employees[0]?.id })).toEqual(['Ana'])
  expect(names({ org_unit_id: facts.units[2]?.id })).toEqual(['Bea', 'Ana', 'Cid'])
  expect(names({ weeks: 2 })).toEqual([])
  expect(names({ weeks: 3 })).toEqual(['Dan'])
  expect(names({ direction: 'GAIN' })).toEqual([])
  expect(() => found(facts, { employee: 'unknown' })).toThrow('Select a valid choice.')
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

  test('has the balance of each week, what is secure, and the mandatory tags missing on each assignment', () => {
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

  test('is refused for somebody unknown', () => {
    expect(() => employeeForecast(facts, { employee: 'nobody', weeks: 1, computed_at })).toThrow('Not found.')
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

  test('booked hours stay the same and are secure or at risk for one reason, in units as in all', () => {
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

  test('what somebody covers securely is all that they can do, up to the pool of their balance', () => {
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

  test('losses and gains add up to the change of the secure hours of every week', () => {
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
