import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownHistory } from '../../../../src/planning/establishment/history.ts'
import { night } from '../../../../src/planning/establishment/night.ts'
import { cliffs } from '../../../../src/planning/forecast/cliffs.ts'
import { forecast } from '../../../../src/planning/forecast/forecast.ts'
import { randomClinics } from '../../../made/planning/random-planned-clinic.ts'

test('a night keeps what the forecast of each org unit and all below it says for this week and 4, 8 and 12 weeks ahead', () => {
  fc.assert(
    fc.property(randomClinics, (facts) => {
      const { units } = night(facts, { cliff_weeks: 0 })
      for (const { org_unit_id, now, ahead } of units) {
        const { weeks } = forecast(facts, { weeks: 13, org_unit_id, by_unit: false })
        const kept = [0, 4, 8, 12].map((week) => {
          const { required_hours, booked_hours, secure_hours } = weeks[week] ?? {}
          return { required_hours, booked_hours, secure_hours }
        })
        expect([now, ...ahead]).toEqual(kept)
      }
      const holding = new Set(facts.positions.map(({ unit }) => facts.units[unit]?.id))
      expect(units.map(({ org_unit_id }) => org_unit_id).sort()).toEqual(
        [facts.units[0]?.id, ...holding].sort(),
      )
    }),
  )
})

test('a night finds the losses that the forecast lists for the coming weeks, and none with 0 weeks', () => {
  const wanted = {
    org_unit_id: null,
    cause: null,
    employee: null,
    direction: 'LOSS',
    offset: 0,
    limit: 100,
  } as const
  fc.assert(
    fc.property(randomClinics, fc.integer({ min: 0, max: 14 }), (facts, cliff_weeks) => {
      const found = night(facts, { cliff_weeks }).cliffs
      const { rows } = cliffs(facts, { ...wanted, weeks: cliff_weeks + 1 })
      expect(
        found.map(({ employee_id, employee_tag_id, ...one }) => ({
          employee: employee_id,
          employee_tag: employee_tag_id,
          ...one,
        })),
      ).toMatchObject(
        rows.map(({ employee, employee_tag, cause, date, week, hours }) => ({
          employee,
          employee_tag,
          cause,
          date,
          week,
          hours,
        })),
      )
      if (cliff_weeks === 0) expect(found).toEqual([])
    }),
  )
})

test('the accuracy of a forecast is the mean of what came less what was said, over the Mondays that know both', () => {
  const hours = { required_hours: '100.00', booked_hours: '90.00', ahead: ['80.00', '80.00', '80.00'] }
  const { nights, accuracy } = shownHistory([
    { ...hours, date: '2026-03-02', secure_hours: '70.00', said: ['90.00', null, null] },
    { ...hours, date: '2026-03-03', secure_hours: '70.00', said: [null, null, null] },
    { ...hours, date: '2026-03-09', secure_hours: '80.00', said: ['75.00', '80.01', null] },
  ])
  expect(nights[0]).toMatchObject({
    secure_coverage_pct: '70.00',
    said_4_weeks_ago: '90.00',
    said_8_weeks_ago: null,
  })
  const none = { mean_difference_hours: null, mean_error_hours: null, largest_error_hours: null }
  expect(accuracy).toEqual([
    {
      weeks_ahead: 4,
      mondays: 2,
      mean_difference_hours: '-7.50',
      mean_error_hours: '12.50',
      largest_error_hours: '20.00',
    },
    {
      weeks_ahead: 8,
      mondays: 1,
      mean_difference_hours: '-0.01',
      mean_error_hours: '0.01',
      largest_error_hours: '0.01',
    },
    { weeks_ahead: 12, mondays: 0, ...none },
  ])
})

test('where every forecast was too high, it was wrong by as much as came less', () => {
  const hours = { required_hours: '100.00', booked_hours: '90.00', ahead: ['80.00', '80.00', '80.00'] }
  const { accuracy } = shownHistory([
    { ...hours, date: '2026-03-02', secure_hours: '80.00', said: ['80.01', null, null] },
    { ...hours, date: '2026-03-09', secure_hours: '80.00', said: ['80.02', null, null] },
  ])
  expect(accuracy[0]).toMatchObject({ mean_difference_hours: '-0.02', mean_error_hours: '0.02' })
})
