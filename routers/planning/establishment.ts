import { z } from 'zod'
import { readHistory } from '../../entities/planning/coverage-night.ts'
import { unitOrClinic } from '../../entities/work/org-units.ts'
import { addDays } from '../../src/calendar.ts'
import { unknownChoice } from '../../src/errors.ts'
import { shownHistory } from '../../src/planning/establishment/history.ts'
import { endpoint } from '../endpoints/resource.ts'
import * as filters from '../schema/filters.ts'
import { named, orNull, output, shared } from '../schema/output.ts'
import { headroomFilter, planned } from './planned.ts'

/** The longest history that is shown at once, in days. */
export const mostDays = 366

/** One figure in hours a week, and in full-time equivalents. */
const inBoth = <Name extends string>(name: Name, meaning: string) =>
  ({
    [`${name}_hours`]: output.decimal(meaning),
    [`${name}_fte`]: output.decimal('The same in full-time equivalents (FTE_HOURS).'),
  }) as Record<`${Name}_hours` | `${Name}_fte`, ReturnType<typeof output.decimal>>

const Staffed = z.object({
  positions: output.count('The number of active positions.'),
  ...inBoth('required', 'The hours a week that these positions need.'),
  ...inBoth(
    'contracted',
    'The pools of people on duty, each divided among the person’s ACTIVE assignments in proportion to their hours.',
  ),
  ...inBoth('assigned', 'The hours a week of all ACTIVE assignments there.'),
  ...inBoth('secure', 'The assigned hours that can be counted on, as the forecast does.'),
  ...inBoth('vacant', 'The hours that positions lack, each by itself: a surplus elsewhere fills nothing.'),
  vacant_pct: output.decimal('The vacant hours as a percentage of the required ones.'),
  secure_coverage_pct: output.decimal(
    'The secure hours as a percentage of the required ones, at most 999.99.',
  ),
})

const Establishment = named('Establishment', 'What org units require, and who is there for it.', {
  computed_at: shared.computed_at,
  totals: Staffed.describe('All positions that were asked about.'),
  unplaced_hours: output.decimal(
    'The pools of people on duty who have no ACTIVE assignment, in the whole clinic: contracted, but in no unit.',
  ),
  units: output.objects('The org units that hold these positions, by name.', {
    org_unit_id: output.id('The org unit’s id.'),
    org_unit_name: output.text('The org unit’s name.'),
    org_unit_code: output.text('The org unit’s code.'),
    ...Staffed.shape,
    groups: output.objects('The same for each group of qualifications.', {
      tags: output.texts(
        'The short names of the mandatory tags that all positions of the group have; none for positions without any.',
      ),
      ...Staffed.shape,
    }),
  }),
})

export const establishment = endpoint('GET /planning/v1/establishment/', 'plan', {
  summary: 'Show what each org unit requires and has, by qualifications, in hours and full-time equivalents',
  throttle: 'planning',
})
  .input(
    z.object({
      org_unit_id: filters.unitAndBelow(),
      reference_date: filters.referenceDate(
        'The day whose tags and pools count: from today, the default, to 182 days ahead.',
      ),
      headroom_pct: headroomFilter(),
    }),
  )
  .output(Establishment)
  .query(async ({ ctx, input: { org_unit_id = null, reference_date = ctx.today, headroom_pct } }) => ({
    computed_at: ctx.now.toISOString(),
    ...(await planned(ctx, 'establishment', { org_unit_id, reference_date, headroom_pct })),
  }))

const inWeeks = (weeks: number) =>
  output.decimal(`The secure hours that were then forecast for the Monday ${weeks} weeks later.`)
const saidBefore = (weeks: number) =>
  orNull.decimal(
    `What had been forecast for this Monday ${weeks} weeks before; null on other days, and where that night is missing.`,
  )

const History = named('History', 'An org unit night by night, and how right its forecasts were.', {
  org_unit_id: orNull.id('The org unit’s id; null while there are no org units.'),
  org_unit_name: output.text('The org unit’s name.'),
  nights: output.objects('The nights, the earliest first. A night on which the service was off is missing.', {
    date: output.date('The clinic’s date.'),
    required_hours: output.decimal('The hours a week that active positions needed.'),
    booked_hours: output.decimal('The hours a week of all ACTIVE assignments.'),
    secure_hours: output.decimal('The booked hours that could be counted on.'),
    secure_coverage_pct: output.decimal(
      'The secure hours as a percentage of the required ones, at most 999.99.',
    ),
    secure_in_4_weeks: inWeeks(4),
    secure_in_8_weeks: inWeeks(8),
    secure_in_12_weeks: inWeeks(12),
    said_4_weeks_ago: saidBefore(4),
    said_8_weeks_ago: saidBefore(8),
    said_12_weeks_ago: saidBefore(12),
  }),
  accuracy: output.objects('What was said against what came, over the Mondays of these nights.', {
    weeks_ahead: output.count('How many weeks before it was said: 4, 8 or 12.'),
    mondays: output.count('On how many Mondays both are known.'),
    mean_difference_hours: orNull.decimal(
      'The secure hours that came less those that were said, on average; negative where fewer came. Null without any Monday.',
    ),
    mean_error_hours: orNull.decimal('By how many hours it was wrong on average, in either direction.'),
    largest_error_hours: orNull.decimal('By how many hours it was wrong at most.'),
  }),
})

export const history = endpoint('GET /planning/v1/history/', 'plan', {
  summary: 'Show the required, booked and secure hours of an org unit over the last year',
  description:
    'Each night the service keeps the hours of every org unit with all units below it, as they stand on that day, with the headroom that the clinic has set. They are kept for 400 days.',
})
  .input(
    z.object({
      org_unit_id: filters.chosenId(
        'The org unit, with all units below it; the clinic by default. An unknown one is 400.',
      ),
      days: filters.integer(
        1,
        mostDays,
        `How many days to show, today included: 1 to ${mostDays}, the default.`,
      ),
    }),
  )
  .output(History)
  .query(async ({ ctx: { em, today }, input: { org_unit_id, days = mostDays } }) => {
    const { id, name } = (await unitOrClinic(em, { id: org_unit_id })) ?? none(org_unit_id)
    const nights =
      id === null ? [] : await readHistory(em, { unit: id, from: addDays(today, 1 - days), to: today })
    return { org_unit_id: id, org_unit_name: name, ...shownHistory(nights) }
  })

/** No org unit at all; 400 for one that was asked for. */
function none(wanted: string | undefined): { id: null; name: string } {
  if (wanted !== undefined) throw unknownChoice('org_unit_id')
  return { id: null, name: '' }
}
