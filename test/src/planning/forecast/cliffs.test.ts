import { expect, test } from 'vitest'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { cliffs } from '../../../../src/planning/forecast/cliffs.ts'
import { forecast } from '../../../../src/planning/forecast/forecast.ts'
import { plannedClinic } from '../../../made/planning/planned-clinic.ts'

const tags = { FULL: 40, HALF: 20, Nurse: 0, ALS: 0, Leave: -40 }

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

const positions = { Nurse: { mandatory: ['Nurse'] }, Porter: { unit: 'Ward 2' as const } }
const works = [
  { to: 'Nurse', hours: 30 },
  { to: 'Porter', hours: 10 },
]
const clinicOf = (
  ...held: NonNullable<NonNullable<Parameters<typeof plannedClinic>[0]['people']>[string]['tags']>
) => plannedClinic({ tags, positions, people: { 'Vidal, Ana': { tags: held, works } } })

test('the end of a contract is a cliff in the week after it', () => {
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
  const ofClinic = { weeks: 26, org_unit_id: null, by_unit: false }
  expect(forecast(facts, ofClinic).cliff_count).toBe(1)
})

test('the end of a required certificate is a cliff', () => {
  expect(found(clinicOf('FULL', ['Nurse', null, '2026-03-15'])).rows).toMatchObject([
    { date: '2026-03-15', week: '2026-W12', cause: 'CERTIFICATE_ENDS', tag_name: 'Nurse', hours: '30.00' },
  ])
})

test('the start of a reduction is a cliff, in part in its first week', () => {
  expect(found(clinicOf('FULL', 'Nurse', ['Leave', '2026-03-18'])).rows).toMatchObject([
    { date: '2026-03-18', week: '2026-W12', cause: 'REDUCTION_BEGINS', tag_name: 'Leave', hours: '28.57' },
    { date: '2026-03-18', week: '2026-W13', cause: 'REDUCTION_BEGINS', tag_name: 'Leave', hours: '11.43' },
  ])
})

test('a renewed or unneeded contract or certificate is not a cliff', () => {
  const renewed = (tag: string): [string, string | null, string | null][] => [
    [tag, null, '2026-03-18'],
    [tag, '2026-03-19', null],
  ]
  expect(found(clinicOf(...renewed('FULL'), ...renewed('Nurse'), ['ALS', null, '2026-03-18'])).count).toBe(0)
  expect(found(clinicOf('FULL', 'FULL', ['HALF', null, '2026-03-18'], 'Nurse')).count).toBe(0)
})

test('a cliff names the ended contract that a smaller one follows', () => {
  expect(found(clinicOf(['FULL', null, '2026-03-31'], ['HALF', '2026-04-01'], 'Nurse')).rows).toMatchObject([
    { date: '2026-03-31', week: '2026-W15', cause: 'CONTRACT_ENDS', tag_name: 'FULL', hours: '20.00' },
  ])
})

test('a cliff names the ending instance of a tag held twice', () => {
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

test('a cliff with two causes in one week names the first', () => {
  const facts = clinicOf(['FULL', null, '2026-03-18'], ['Nurse', null, '2026-03-17'])
  expect(found(facts).rows).toMatchObject([{ date: '2026-03-17', cause: 'CERTIFICATE_ENDS', hours: '40.00' }])
})

test('a cliff shows the gain of a position within a loss as negative', () => {
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

test('a cliff can be a gain by a new tag, a new assignment or an ended reduction', () => {
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

test('a new assignment in another unit can be a cliff of the first', () => {
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

test('a past cliff is described in the past tense', () => {
  const facts = clinicOf('FULL', 'Nurse', ['Leave', '2026-03-03'])
  expect(found(facts).rows[0]?.sentence).toMatch(
    /^Leave of Vidal, Ana began on 2026-03-03: from 2026-03-09 on/,
  )
})

test('the sentence of a cliff names at most three positions', () => {
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
test('cliffs are sorted by date, most hours and employee, and can be filtered', () => {
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
