import { z } from 'zod'
import { readLeftOut, readPersonSnapshot } from '../../entities/clinic-snapshot.ts'
import { employeeDetail } from '../../entities/people/employees.ts'
import { causes } from '../../src/planning/forecast/cliff-causes.ts'
import { directions } from '../../src/planning/forecast/cliffs.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import { envelope, pageOf, pagingInput } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { HoursBalance } from '../people/hours.ts'
import { pathId } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { named, orNull, output, shared } from '../schema/output.ts'
import { headroomFilter, planned } from './planned.ts'

/** What {@link shownTotals} shows. */
export const ForecastTotals = z.object({
  required_hours: output.decimal('The hours a week that active positions need in the week.'),
  booked_hours: output.decimal('The hours a week of all ACTIVE assignments, secure or not.'),
  secure_hours: output.decimal(
    'The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on assignments that have begun, up to their pools.',
  ),
  at_risk: output.object(
    'The booked hours that are not secure, each under the first reason that applies, in this order.',
    {
      away_hours: output.decimal('Hours of people who are not on duty, such as those on leave.'),
      missing_tags_hours: output.decimal('Hours of people who lack a mandatory tag of the position.'),
      not_started_hours: output.decimal('Hours of assignments that begin after the week.'),
      over_contract_hours: output.decimal(
        'Hours above people’s pools; each of their assignments has its share.',
      ),
    },
  ),
  contract_hours: output.decimal(
    'The pools of people on duty; for an org unit, of those with an ACTIVE assignment there, so that units may add up to more than the clinic.',
  ),
  coverage_pct: output.decimal(
    'Booked hours as a percentage of the required ones, at most 999.99; 0.00 if none are required.',
  ),
  secure_coverage_pct: output.decimal(
    'Secure hours as a percentage of the required ones, at most 999.99; 0.00 if none are required.',
  ),
  secure_states: output.object(
    'The number of positions in each coverage state, if only secure hours count.',
    {
      vacant: output.count('Positions without secure hours.'),
      partial: output.count('Positions with fewer secure hours than they require.'),
      covered: output.count('Positions with as many secure hours as they require.'),
      over_covered: output.count('Positions with more secure hours than they require.'),
    },
  ),
})

/** One week of a forecast. */
export const Week = z.object({
  week: shared.week,
  start_date: output.date('The Monday of the week.'),
  end_date: output.date('The Sunday of the week.'),
  reference_date: output.date(
    'The day whose tags and pools count: in the first week the day that the forecast starts from, in later weeks the Monday.',
  ),
  ...ForecastTotals.shape,
})

const ForecastWeek = Week.extend({
  by_unit: z
    .array(
      z.object({
        org_unit_id: output.id('The org unit’s id.'),
        org_unit_name: output.text('The org unit’s name.'),
        ...ForecastTotals.shape,
      }),
    )
    .optional()
    .describe(
      'The same by org unit, by name; only with `by` UNIT. Units without active positions are left out.',
    ),
}).meta({ id: 'ForecastWeek', description: 'The hours of one week, in hours a week.' })

const Forecast = named('Forecast', 'Required, booked and secure hours in the coming weeks.', {
  computed_at: shared.computed_at,
  weeks: output.list('The weeks, from the current one on.', ForecastWeek),
  cliff_count: output.count('How often someone loses secure hours from one of these weeks to the next.'),
})

const Cliff = named('Cliff', 'A change of a person’s secure hours from one week to the next.', {
  date: output.date('The last day of what ends, or the first day of what begins.'),
  week: output.text('The first ISO week in which the hours differ, such as `2027-W05`.'),
  cause: output.choice(
    causes,
    'A tag that gives hours ends (CONTRACT_ENDS), a required tag without hours ends (CERTIFICATE_ENDS), a tag that takes hours begins (REDUCTION_BEGINS), a person is expected back from leave (LEAVE_ENDS) or to start (EMPLOYMENT_BEGINS), or something else, such as an assignment that begins (OTHER).',
  ),
  direction: output.choice(
    directions,
    'LOSS if there are fewer secure hours than before, GAIN if there are more.',
  ),
  employee: shared.employee,
  employee_name: shared.employee_name,
  employee_tag: orNull.id(
    'The id of the employee tag that ends or begins; null if an assignment or the person’s own return or start is the cause.',
  ),
  tag_name: orNull.text('That tag’s short name; null where `employee_tag` is.'),
  hours: output.decimal('How many secure hours a week are lost or gained; always positive.'),
  positions: output.objects('The positions where the hours change, most hours first.', {
    position_id: shared.position_id,
    title: shared.title,
    org_unit_name: shared.org_unit_name,
    hours: output.decimal('The hours lost or gained there; negative where they change the other way.'),
  }),
  sentence: shared.sentence,
})

const EmployeeForecast = named('EmployeeForecast', 'An employee’s hours balances in the coming weeks.', {
  computed_at: shared.computed_at,
  weeks: output.objects('The weeks, from the current one on, with the hours balance in each.', {
    week: shared.week,
    reference_date: Week.shape.reference_date,
    ...HoursBalance.shape,
    secure_hours: Week.shape.secure_hours,
    missing_tags_by_assignment: output.objects(
      'The ACTIVE assignments whose mandatory tags the employee will lack in that week.',
      {
        assignment: output.id('The assignment’s id.'),
        position_id: shared.position_id,
        position_title: shared.position_title,
        missing_tags: output.texts('Short names of the mandatory tags that the employee will lack.'),
      },
    ),
  }),
  cliffs: output.list('The changes of the employee’s secure hours, by date.', Cliff),
})

/** How many weeks to look ahead. */
export const weeks = (usual = mostWeeks) =>
  filters.integer(
    1,
    mostWeeks,
    `How many weeks to look ahead, the current one included: 1 to ${mostWeeks}, ${usual === mostWeeks ? 'the default' : `${usual} by default`}.`,
  )

export const forecast = endpoint('GET /planning/v1/forecast/', 'plan', {
  summary: 'Show required, booked and secure hours of the coming weeks',
  description:
    'Booked hours are assigned; secure hours are booked hours that can be counted on. Known returns, starts and dated requirements count from the first `reference_date` on or after their date.',
  throttle: 'planning',
})
  .input(
    z.object({
      weeks: weeks(),
      org_unit_id: filters.unitAndBelow(),
      headroom_pct: headroomFilter(),
      by: filters.choice(['UNIT'], 'UNIT adds the hours of each org unit to every week.'),
    }),
  )
  .output(Forecast)
  .query(async ({ ctx, input: { weeks = mostWeeks, org_unit_id = null, headroom_pct, by } }) => ({
    computed_at: ctx.now.toISOString(),
    ...(await planned(ctx, 'forecast', { weeks, org_unit_id, headroom_pct, by_unit: by === 'UNIT' })),
  }))

export const cliffs = endpoint('GET /planning/v1/forecast/cliffs/', 'plan', {
  summary: 'List who loses secure hours in the coming weeks, when and why',
  description:
    'Paginated, by date, then by hours, the most first. A cliff is a change of a person’s secure hours from one week to the next. A contract that follows another without a gap makes none.',
  throttle: 'planning',
})
  .input(
    pagingInput().extend({
      weeks: weeks(),
      org_unit_id: filters.unitAndBelow(),
      headroom_pct: headroomFilter(),
      cause: filters.choice(causes, 'Shows only changes with this cause.'),
      employee: filters.chosenId('Shows only changes of this employee; an unknown one is 400.'),
      direction: filters.choice(
        directions,
        'LOSS, the default, shows who loses secure hours; GAIN shows who gains some.',
      ),
      week: filters.week('Shows only changes in this ISO week, such as `2027-W05`.'),
      date_from: filters.date('Shows only changes whose `date` is this day or later.'),
      date_to: filters.date('Shows only changes whose `date` is this day or earlier.'),
    }),
  )
  .output(pageOf(Cliff))
  .query(async ({ ctx, input }) => {
    const { weeks = mostWeeks, org_unit_id = null, cause = null, employee = null, direction = 'LOSS' } = input
    const { week, date_from, date_to, headroom_pct } = input
    const left_out = await readLeftOut(ctx.em, employee ? [employee] : [])
    const of = { weeks, org_unit_id, cause, employee, left_out, direction }
    const wanted = { ...of, week, date_from, date_to, headroom_pct }
    return envelope(ctx, input, (slice) => planned(ctx, 'cliffs', { ...wanted, ...slice }))
  })

export const employee_forecast = endpoint(
  'GET /planning/v1/employees/{employee_id}/forecast/',
  'read_people',
  {
    summary: 'Show an employee’s hours balances in the coming weeks, and what changes when',
    description:
      'Each week has the balance of its `reference_date`, as `hours.balance` would answer for that day.',
    throttle: 'planning',
  },
)
  .input(
    z.object({
      employee_id: pathId('The employee’s id.'),
      weeks: weeks(),
      headroom_pct: headroomFilter(),
    }),
  )
  .output(EmployeeForecast)
  .query(async ({ ctx, input: { employee_id, weeks = mostWeeks, headroom_pct } }) => {
    const { id: employee } = await showOne(ctx.em, employeeDetail(ctx.own), employee_id)
    const read = () => readPersonSnapshot(ctx.em, ctx.today, employee)
    return planned({ ...ctx, read }, 'employee_forecast', {
      employee,
      weeks,
      headroom_pct,
      computed_at: ctx.now.toISOString(),
    })
  })
