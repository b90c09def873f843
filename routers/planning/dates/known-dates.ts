import { z } from 'zod'
import { lockEmployees, lockPositions } from '../../../entities/locks.ts'
import { readEmployeeDates, setEmployeeDates } from '../../../entities/planning/employee-dates.ts'
import { positionRequirements, replaceRequirements } from '../../../entities/planning/position-requirement.ts'
import { type FieldErrors, notFound, refuseItems } from '../../../src/errors.ts'
import { maximumRequiredHours } from '../../../src/hours.ts'
import { reasonsToIgnore } from '../../../src/people/expected-dates.ts'
import { checkUnchanged } from '../../endpoints/conditional.ts'
import { inTurn } from '../../endpoints/in-turn.ts'
import { endpoint, showOne, showSaved } from '../../endpoints/resource.ts'
import { EmployeeRow } from '../../people/employee-schema.ts'
import { date, decimal, pathId } from '../../schema/fields.ts'
import { anyListOf, listedObject } from '../../schema/lists.ts'
import { bodyOf, named, orNull, output, shared } from '../../schema/output.ts'
import { PositionDetail } from '../../work/position-schema.ts'

const ExpectedDates = named('EmployeeDates', 'When an employee is expected back from leave, or to start.', {
  employee: shared.employee,
  employee_name: shared.employee_name,
  status: EmployeeRow.shape.status,
  expected_return_date: orNull.date('The expected first day back from leave; null if unknown.'),
  expected_start_date: orNull.date('The expected first day of work of a new employee; null if unknown.'),
  counted_date: orNull.date(
    'The date of these that planning counts with: the return of an employee ON_LEAVE, even while a proposal awaits an answer, the start of one ONBOARDING; null if there is none, or if it has passed.',
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
    .describe(
      'The expected first day back of an employee who is ON_LEAVE, or was when a proposal came, today or later; null clears it.',
    ),
  expected_start_date: date()
    .nullable()
    .optional()
    .describe('The expected first day of an employee who is ONBOARDING, today or later; null clears it.'),
})

const ofEmployee = { employee_id: pathId('The employee’s id.') }

export const employee_dates = endpoint('GET /planning/v1/employees/{employee_id}/dates/', 'read_people', {
  summary: 'Show when an employee is expected back, or to start',
  description:
    'In its answers for later days, planning counts the employee as at work from that date on. The status stays.',
  isObject: true,
})
  .input(z.object(ofEmployee))
  .output(ExpectedDates)
  .query(({ ctx, input }) => readEmployeeDates(ctx.em, input.employee_id, ctx))

export const set_employee_dates = endpoint('PATCH /planning/v1/employees/{employee_id}/dates/', 'manage', {
  summary: 'Say when an employee is expected back from leave, or to start',
  description:
    'Only the fields that are sent change. The status stays: its transition is still made by hand.',
  isObject: true,
})
  .input(NewDates.extend(ofEmployee))
  .output(ExpectedDates)
  .mutation(({ ctx, input: { employee_id, ...changes } }) =>
    inTurn(ctx, [employee_id], async (em) => {
      await lockEmployees(em, [employee_id])
      await checkUnchanged(ctx, ExpectedDates, () => readEmployeeDates(em, employee_id, ctx))
      return setEmployeeDates(em, employee_id, { changes, today: ctx.today, at: ctx.services.clock() })
    }),
  )

const Requirement = named('DatedRequirement', 'What a position requires from a date on.', {
  from_date: output.date('The first day; the next row’s first day ends it.'),
  required_weekly_hours: orNull.decimal(
    `The hours a week that planning counts with from that day on, 0.00 to ${maximumRequiredHours}; null for what the position itself requires.`,
  ),
})

const Requirements = named('PositionRequirements', 'What a position requires, by date.', {
  position_id: shared.position_id,
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

const ofPosition = { position_id: pathId('The position’s id.') }

export const position_requirements = endpoint(
  'GET /planning/v1/positions/{position_id}/requirements/',
  'plan',
  {
    summary: 'Show what a position requires from which date on',
    description:
      'Planning counts with these hours; coverage and the rules go by what the position itself requires.',
    isObject: true,
  },
)
  .input(z.object(ofPosition))
  .output(Requirements)
  .query(({ ctx, input }) => showOne(ctx.em, positionRequirements, input.position_id))

export const set_position_requirements = endpoint(
  'PATCH /planning/v1/positions/{position_id}/requirements/',
  'manage',
  {
    summary: 'Say what a position requires from which date on',
    description:
      'The rows replace all others of the position; none clears them. The position stays as it is.',
    isObject: true,
  },
)
  .input(
    z.object({
      ...ofPosition,
      rows: anyListOf(listedObject(requirement), mostRows).describe(
        `The requirements, ${mostRows} at most, each from another date on.`,
      ),
    }),
  )
  .output(Requirements)
  .mutation(({ ctx, input: { position_id, rows } }) =>
    inTurn(ctx, [position_id], async (em) => {
      refuseItems('rows', rows.map(repeated))
      const found = await lockPositions(em, [position_id])
      if (!found.has(position_id)) throw notFound()
      await checkUnchanged(ctx, Requirements, () => showOne(em, positionRequirements, position_id))
      await replaceRequirements(em, position_id, { rows, at: ctx.services.clock() })
      return showSaved(em, positionRequirements, position_id)
    }),
  )

type Row = z.infer<typeof requirement>

const repeated = ({ from_date }: Row, index: number, rows: readonly Row[]): FieldErrors =>
  rows.findIndex((row) => row.from_date === from_date) < index
    ? { from_date: ['Another row has this date.'] }
    : {}
