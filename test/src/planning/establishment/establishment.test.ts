import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDate } from '../../../../src/calendar.ts'
import { toHundredths } from '../../../../src/hours.ts'
import { establishment } from '../../../../src/planning/establishment/establishment.ts'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { poolOn } from '../../../../src/planning/facts/day.ts'
import { isOnDuty } from '../../../../src/planning/facts/known-dates.ts'
import { forecast } from '../../../../src/planning/forecast/forecast.ts'
import { secureHours } from '../../../../src/planning/forecast/totals.ts'
import { plannedClinic } from '../../../made/planning/planned-clinic.ts'
import { randomClinics } from '../../../made/planning/random-planned-clinic.ts'

const tags = { FULL: 40, HALF: 20, Nurse: 0, ALS: 0 }
const of = (facts: ClinicFacts, org_unit_id: string | null = null) =>
  establishment(facts, { org_unit_id, reference_date: toDate(facts.today) })

test('a person who works in two units counts in each by the hours assigned there, and one without an assignment in neither', () => {
  const facts = plannedClinic({
    tags,
    positions: {
      A: { unit: 'Ward 1', required: 50, mandatory: ['Nurse'] },
      B: { unit: 'Ward 2', required: 10, mandatory: ['Nurse', 'ALS'] },
      C: { unit: 'Ward 2', required: 20 },
    },
    people: {
      Ana: {
        tags: ['FULL', 'Nurse'],
        works: [
          { to: 'A', hours: 30 },
          { to: 'B', hours: 15 },
        ],
      },
      Bea: { tags: ['HALF'], status: 'ON_LEAVE', works: [{ to: 'C', hours: 20 }] },
      Cid: { tags: ['HALF'] },
    },
  })
  const { totals, unplaced_hours, units } = of(facts)
  expect(totals).toEqual({
    positions: 3,
    ...{ required_hours: '80.00', required_fte: '2.00', contracted_hours: '40.00', contracted_fte: '1.00' },
    ...{ assigned_hours: '65.00', assigned_fte: '1.63', secure_hours: '30.00', secure_fte: '0.75' },
    ...{ vacant_hours: '20.00', vacant_fte: '0.50', vacant_pct: '25.00', secure_coverage_pct: '37.50' },
  })
  expect(unplaced_hours).toBe('20.00')
  expect(units).toMatchObject([
    {
      org_unit_name: 'Ward 1',
      contracted_hours: '26.67',
      vacant_hours: '20.00',
      groups: [{ tags: ['Nurse'] }],
    },
    {
      ...{
        org_unit_name: 'Ward 2',
        required_hours: '30.00',
        contracted_hours: '13.33',
        vacant_hours: '0.00',
      },
      groups: [
        { tags: [], positions: 1, assigned_hours: '20.00', secure_hours: '0.00' },
        { tags: ['ALS', 'Nurse'], contracted_hours: '13.33', assigned_hours: '15.00', vacant_hours: '0.00' },
      ],
    },
  ])
})

test('the establishment of any clinic is what adding up its rows by hand gives', () => {
  fc.assert(
    fc.property(randomClinics, fc.constantFrom(0, 20_00), (drawn, headroom) => {
      const facts = { ...drawn, headroom }
      const answer = of(facts)
      const secure = secureHours(facts, facts.today)
      let seen = 0
      for (const unit of answer.units)
        for (const group of unit.groups) {
          const own = positionsOf(facts, unit.org_unit_id, group.tags)
          seen += own.length
          const sum = (hours: (position: number) => number) => own.reduce((all, one) => all + hours(one), 0)
          expect(hundredthsOf(group)).toEqual({
            positions: own.length,
            required: sum((position) => facts.positions[position]?.required ?? 0),
            assigned: sum((position) => assignedTo(facts, position)),
            secure: sum((position) => secure[position] ?? 0),
            vacant: sum((position) =>
              Math.max((facts.positions[position]?.required ?? 0) - assignedTo(facts, position), 0),
            ),
          })
          const rounding = facts.assignments.length
          expect(
            Math.abs(toHundredths(group.contracted_hours) - sum((position) => contractedTo(facts, position))),
          ).toBeLessThanOrEqual(rounding)
        }
      expect(seen).toBe(facts.positions.length)
      const pools = facts.employees.reduce(
        (all, one) => all + (isOnDuty(one, facts.today) ? poolOn(facts, one, facts.today) : 0),
        0,
      )
      expect(toHundredths(answer.totals.contracted_hours) + toHundredths(answer.unplaced_hours)).toBe(pools)
      const [week] = forecast(facts, { weeks: 1, org_unit_id: null, by_unit: false }).weeks
      expect(answer.totals).toMatchObject({
        required_hours: week?.required_hours,
        assigned_hours: week?.booked_hours,
        secure_hours: week?.secure_hours,
      })
    }),
  )
})

test('what a date requires is in the establishment of the day itself too, even where a rule refuses to assign it', () => {
  const clinic = plannedClinic({ tags, positions: { A: { required: 40 } } })
  const { today, positions } = clinic
  const facts: ClinicFacts = {
    ...clinic,
    rules: [{ code: 'COVERAGE_EXCEEDED', severity: 'BLOCKING', threshold: null, enabled: true }],
    positions: positions.map((one) => ({ ...one, dated: [{ from: today, required: 90_00 }] })),
  }
  expect(of(facts).totals).toMatchObject({ required_hours: '90.00', vacant_hours: '90.00' })
})

function positionsOf({ positions, units, tags }: ClinicFacts, unit: string, names: readonly string[]) {
  const nameOf = (tag: number) => tags[tag]?.name ?? ''
  return [...positions.entries()].flatMap(([index, position]) =>
    units[position.unit]?.id === unit &&
    position.mandatory.map(nameOf).sort().join() === [...names].sort().join()
      ? [index]
      : [],
  )
}

const active = ({ assignments }: ClinicFacts) => assignments.filter(({ is_suspended }) => !is_suspended)
const sumOf = (rows: { hours: number }[]) => rows.reduce((sum, { hours }) => sum + hours, 0)
const assignedTo = (facts: ClinicFacts, position: number) =>
  sumOf(active(facts).filter((one) => one.position === position))

/** The exact shares of the pools. */
const contractedTo = (facts: ClinicFacts, position: number) =>
  active(facts)
    .filter((one) => one.position === position)
    .reduce((sum, { employee, hours }) => {
      const entry = facts.employees[employee]
      if (!entry || !isOnDuty(entry, facts.today)) return sum
      const all = sumOf(active(facts).filter((one) => one.employee === employee))
      return sum + (poolOn(facts, entry, facts.today) * hours) / all
    }, 0)

const hundredthsOf = (
  of: { positions: number } & Record<`${'required' | 'assigned' | 'secure' | 'vacant'}_hours`, string>,
) => ({
  positions: of.positions,
  required: toHundredths(of.required_hours),
  assigned: toHundredths(of.assigned_hours),
  secure: toHundredths(of.secure_hours),
  vacant: toHundredths(of.vacant_hours),
})
