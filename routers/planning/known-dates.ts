import { z } from 'zod'
import type { Em } from '../../entities/connection/em.ts'
import { lockEmployees, lockPositions } from '../../entities/locks.ts'
import { EmployeeDates, employeeDates } from '../../entities/planning/employee-dates.ts'
import { positionRequirements, replaceRequirements } from '../../entities/planning/position-requirement.ts'
import { type FieldErrors, refuseItems } from '../../src/errors.ts'
import { maximumRequiredHours } from '../../src/hours.ts'
import { checkExpected, countedDate, reasonsToIgnore } from '../../src/people/expected-dates.ts'
import { checkUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { ById, endpoint, showOne, showSaved } from '../endpoints/resource.ts'
import { EmployeeRow } from '../people/employee-schema.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { date, decimal } from '../schema/fields.ts'
import { anyListOf, listedObject } from '../schema/lists.ts'
import { bodyOf, named, orNull, output, shared } from '../schema/output.ts'
import { PositionDetail } from '../work/position-schema.ts'

const ExpectedDates = named('EmployeeDates', 'When an employee is expected back from leave, or to start.', {
  id: shared.employee,
  employee_name: shared.employee_name,
  status: EmployeeRow.shape.status,
  expected_return_date: orNull.date('The expected first day back from leave; null if unknown.'),
  expected_start_date: orNull.date('The expected first day of work of a new employee; null if unknown.'),
  counted_date: orNull.date(
    'The date of these that planning counts with: the return of an employee ON_LEAVE, the start of one ONBOARDING; null if there is none, or if it has passed.',
  ),
  ignored_because: z
    .enum(reasonsToIgnore)
    .nullable()
    .describe(
      'Why a stored date does not count: the employee’s status no longer fits it (STATUS), or it has passed (PAST); null otherwise.',
    ),
})

const NewDates = bodyOf(ExpectedDates.shape, {
  expected_return_date: date()
    .nullable()
    .optional()
    .describe('The expected first day back of an employee who is ON_LEAVE, today or later; null clears it.'),
  expected_start_date: date()
    .nullable()
    .optional()
    .describe('The expected first day of an employee who is ONBOARDING, today or later; null clears it.'),
})

async function shownDates(ctx: AuthenticatedContext, em: Em, id: string) {
  const row = await showOne(em, employeeDates(ctx.own), id)
  return { ...row, ...countedDate(row, ctx.today) }
}

export const employee_dates = endpoint('GET /planning/v1/employees/{id}/dates/', 'read_people', {
  summary: 'Show when an employee is expected',
  description: 'Planning counts the employee as ACTIVE from that date on. Nothing else changes on it.',
  isObject: true,
})
  .input(ById)
  .output(ExpectedDates)
  .query(({ ctx, input }) => shownDates(ctx, ctx.em, input.id))

export const set_employee_dates = endpoint('PATCH /planning/v1/employees/{id}/dates/', 'manage', {
  summary: 'Say when an employee is expected back from leave, or to start',
  description:
    'Only the fields that are sent change. The status stays: the transition is still made by hand.',
  isObject: true,
})
  .input(NewDates.extend(ById.shape))
  .output(ExpectedDates)
  .mutation(({ ctx, input: { id, ...changes } }) =>
    inTurn(ctx, [id], async (em) => {
      await lockEmployees(em, [id])
      const before = await shownDates(ctx, em, id)
      await checkUnchanged(ctx, ExpectedDates, () => before)
      checkExpected(before.status, changes, ctx.today)
      const { expected_return_date, expected_start_date } = { ...before, ...changes }
      const dates = { expected_return_date, expected_start_date, updated_at: ctx.services.clock() }
      const stored = await em.findOne(EmployeeDates, id)
      if (expected_return_date === null && expected_start_date === null) stored && em.remove(stored)
      else if (stored) Object.assign(stored, dates)
      else em.create(EmployeeDates, { id, ...dates })
      await em.flush()
      return shownDates(ctx, em, id)
    }),
  )

const Requirement = named('DatedRequirement', 'What a position requires from a date on.', {
  from_date: output.date('The first day; the next row’s first day ends it.'),
  required_weekly_hours: orNull.decimal(
    `The hours a week that planning counts with from that day on, 0.00 to ${maximumRequiredHours}; null for what the position itself requires.`,
  ),
})

const Requirements = named('PositionRequirements', 'What a position requires, by date.', {
  id: shared.position_id,
  title: shared.title,
  required_weekly_hours: PositionDetail.shape.required_weekly_hours,
  rows: output.list('What planning counts with instead, by date.', Requirement),
})

const requirement = bodyOf(Requirement.shape, {
  from_date: date(),
  required_weekly_hours: decimal({ digits: 6, minimum: '0.00', maximum: maximumRequiredHours }).nullable(),
})

/** The maximum number of dated requirements of a position. */
const mostRows = 100

export const position_requirements = endpoint('GET /planning/v1/positions/{id}/requirements/', 'plan', {
  summary: 'Show what a position requires from which date on',
  description:
    'Planning counts with these hours; coverage and the rules go by what the position itself requires.',
  isObject: true,
})
  .input(ById)
  .output(Requirements)
  .query(({ ctx, input }) => showOne(ctx.em, positionRequirements, input.id))

export const set_position_requirements = endpoint(
  'PATCH /planning/v1/positions/{id}/requirements/',
  'manage',
  {
    summary: 'Say what a position will require from which date on',
    description:
      'The rows replace all others of the position; none clears them. The position stays as it is.',
    isObject: true,
    takesList: true,
  },
)
  .input(
    ById.extend({
      rows: anyListOf(listedObject(requirement), mostRows).describe(
        `The requirements, ${mostRows} at most, each from another date on.`,
      ),
    }),
  )
  .output(Requirements)
  .mutation(({ ctx, input: { id, rows } }) =>
    inTurn(ctx, [id], async (em) => {
      refuseItems('rows', rows.map(repeated))
      await lockPositions(em, [id])
      await checkUnchanged(ctx, Requirements, () => showOne(em, positionRequirements, id))
      await showOne(em, positionRequirements, id)
      await replaceRequirements(em, id, { rows, at: ctx.services.clock() })
      return showSaved(em, positionRequirements, id)
    }),
  )

type Row = z.infer<typeof requirement>

const repeated = ({ from_date }: Row, index: number, rows: readonly Row[]): FieldErrors =>
  rows.findIndex((row) => row.from_date === from_date) < index
    ? { from_date: ['Another row has this date.'] }
    : {}
