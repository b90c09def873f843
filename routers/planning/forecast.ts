import { z } from 'zod'
import { employeeDetail } from '../../entities/people/employees.ts'
import { causes } from '../../src/planning/forecast/cliff-causes.ts'
import { directions } from '../../src/planning/forecast/cliffs.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import { envelope, pageOf, pagingInput } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { HoursBalance } from '../people/hours.ts'
import { output, pathId } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { planned } from './planned.ts'

/** What {@link shownTotals} shows. */
export const ForecastTotals = z.object({
  required_hours: output.decimal(),
  booked_hours: output.decimal(),
  secure_hours: output.decimal(),
  at_risk: z.object({
    away_hours: output.decimal(),
    missing_tags_hours: output.decimal(),
    not_started_hours: output.decimal(),
    over_contract_hours: output.decimal(),
  }),
  contract_hours: output.decimal(),
  coverage_pct: output.decimal(),
  secure_coverage_pct: output.decimal(),
  secure_states: z.object({
    vacant: output.count(),
    partial: output.count(),
    covered: output.count(),
    over_covered: output.count(),
  }),
})

const ForecastWeek = z
  .object({
    week: z.string(),
    start_date: output.date(),
    end_date: output.date(),
    reference_date: output.date(),
    ...ForecastTotals.shape,
    by_unit: z
      .array(z.object({ org_unit_id: output.id(), org_unit_name: z.string(), ...ForecastTotals.shape }))
      .optional(),
  })
  .meta({ id: 'ForecastWeek' })

const Forecast = z
  .object({ computed_at: output.instant(), weeks: z.array(ForecastWeek), cliff_count: output.count() })
  .meta({ id: 'Forecast' })

const Cliff = z
  .object({
    date: output.date(),
    week: z.string(),
    cause: z.enum(causes),
    direction: z.enum(directions),
    employee: output.id(),
    employee_name: z.string(),
    employee_tag: output.id().nullable(),
    tag_name: z.string().nullable(),
    hours: output.decimal(),
    positions: z.array(
      z.object({
        position_id: output.id(),
        title: z.string(),
        org_unit_name: z.string(),
        hours: output.decimal(),
      }),
    ),
    sentence: z.string(),
  })
  .meta({ id: 'Cliff' })

const EmployeeForecast = z
  .object({
    computed_at: output.instant(),
    weeks: z.array(
      z.object({
        week: z.string(),
        reference_date: output.date(),
        ...HoursBalance.shape,
        secure_hours: output.decimal(),
        missing_tags_by_assignment: z.array(
          z.object({
            assignment: output.id(),
            position_id: output.id(),
            position_title: z.string(),
            missing_tags: z.array(z.string()),
          }),
        ),
      }),
    ),
    cliffs: z.array(Cliff),
  })
  .meta({ id: 'EmployeeForecast' })

const weeks = () => filters.integer(1, mostWeeks)

export const forecast = endpoint('GET /planning/v1/forecast/', 'plan', {
  summary: 'Show required, booked and secure hours of the coming weeks',
  description:
    'Booked hours are those that are assigned; secure hours are those of them that can be counted on. What positions require is the same in every week.',
})
  .input(z.object({ weeks: weeks(), org_unit_id: filters.chosenId(), by: filters.choice(['UNIT']) }))
  .output(Forecast)
  .query(async ({ ctx, input: { weeks = mostWeeks, org_unit_id = null, by } }) => ({
    computed_at: ctx.now.toISOString(),
    ...(await planned(ctx, 'forecast', { weeks, org_unit_id, by_unit: by === 'UNIT' })),
  }))

export const cliffs = endpoint('GET /planning/v1/forecast/cliffs/', 'plan', {
  summary: 'List who loses secure hours in the coming weeks, when and why',
  description:
    'Paginated, by date, then by hours, the most first. A cliff is a change of somebody’s secure hours from one week to the next. A contract that follows another without a gap makes none.',
})
  .input(
    pagingInput().extend({
      weeks: weeks(),
      org_unit_id: filters.chosenId(),
      cause: filters.choice(causes),
      employee: filters.chosenId(),
      direction: filters.choice(directions),
      week: filters.week(),
      date_from: filters.date(),
      date_to: filters.date(),
    }),
  )
  .output(pageOf(Cliff))
  .query(({ ctx, input }) => {
    const { weeks = mostWeeks, org_unit_id = null, cause = null, employee = null, direction = 'LOSS' } = input
    const { week, date_from, date_to } = input
    const wanted = { weeks, org_unit_id, cause, employee, direction, week, date_from, date_to }
    return envelope(ctx, input, (slice) => planned(ctx, 'cliffs', { ...wanted, ...slice }))
  })

export const employee_forecast = endpoint(
  'GET /planning/v1/employees/{employee_id}/forecast/',
  'read_people',
  {
    summary: 'Show an employee’s hours balances in the coming weeks, and what changes when',
    description:
      'Each week has the balance of its `reference_date`, as `hours.balance` would answer for that day.',
  },
)
  .input(z.object({ employee_id: pathId(), weeks: weeks() }))
  .output(EmployeeForecast)
  .query(async ({ ctx, input: { employee_id, weeks = mostWeeks } }) => {
    const { id: employee } = await showOne(ctx.em, employeeDetail(ctx.own), employee_id)
    return planned(ctx, 'employee_forecast', { employee, weeks, computed_at: ctx.now.toISOString() })
  })
