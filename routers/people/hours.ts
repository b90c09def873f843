import { z } from 'zod'
import { readHoursFacts } from '../../entities/people/hours.ts'
import { isoWeek } from '../../src/calendar.ts'
import { invalid, noSuchObject, notFound } from '../../src/errors.ts'
import { maximumWeekHours } from '../../src/hours.ts'
import { balanceStates, hoursBalance, simulateHours } from '../../src/people/hours-balance.ts'
import { endpoint } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { date, decimal, pathId } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { listedId, listOf } from '../schema/lists.ts'
import { named, output, shared } from '../schema/output.ts'

const maximumBatch = 500

export const HoursBalance = named(
  'HoursBalance',
  'An employee’s hours in one week: the pool that tags give, what is assigned, and the difference. Never stored; computed for each request.',
  {
    employee_id: shared.employee,
    period: output.object('The ISO week, Monday to Sunday, that contains the reference date.', {
      start_date: output.date('The Monday.'),
      end_date: output.date('The Sunday.'),
    }),
    pool: output.object('The hours of the week that the employee’s ACTIVE tags give.', {
      base_hours: output.decimal(
        'The sum of the positive `hours_delta` of the tags held on the reference date; always for a whole week.',
      ),
      adjustment_delta: output.decimal(
        'The sum of the negative `hours_delta` of the tags held in the week, each in proportion to its days in the week.',
      ),
      effective_hours: output.decimal(
        'The sum of both: `base_hours` plus `adjustment_delta`, but at least 0.00.',
      ),
    }),
    consumption: output.object('What the employee is assigned.', {
      assigned_hours: output.decimal('The hours a week of the employee’s ACTIVE assignments.'),
      assignment_count: output.count('The number of the employee’s ACTIVE assignments.'),
    }),
    balance: output.decimal(
      'The hours of the pool that are still to be assigned: the pool minus all assigned hours, negative if more is assigned than the pool gives.',
    ),
    state: output.choice(balanceStates, 'The sign of the balance in a word.'),
    computed_at: shared.computed_at,
    tags: output.texts(
      'The short names of the ACTIVE tags held in the week, sorted; a tag held twice appears twice.',
    ),
    error: z
      .enum(['NO_ACTIVE_TAGS'])
      .nullable()
      .describe(
        'NO_ACTIVE_TAGS if no tag with a positive `hours_delta` is held on the reference date, otherwise null.',
      ),
  },
)

const Simulation = named(
  'HoursSimulation',
  'An employee’s balance as it is, and with more or fewer hours assigned.',
  {
    current_balance: HoursBalance,
    projected_balance: output.decimal('The balance with the additional hours assigned.'),
    projected_state: output.choice(balanceStates, 'The sign of the projected balance in a word.'),
    would_exceed_pool: output.boolean(
      'Whether the projected balance is negative: more would be assigned than the pool gives.',
    ),
  },
)

const anyDay = 'Any day of the week to look at; today by default.'
const reference_date = date().optional().describe(anyDay)

const path = '/api/v1/offer/employees/'

/** Balances in the order of the ids; undefined for an employee that the caller may not see. */
async function balances(ctx: AuthenticatedContext, employeeIds: string[], referenceDate = ctx.today) {
  const facts = await readHoursFacts(ctx.em, employeeIds, { referenceDate, own: ctx.own })
  const computed_at = ctx.now.toISOString()
  const week = isoWeek(referenceDate)
  return employeeIds.map((employee_id) => {
    const found = facts.get(employee_id)
    return found && { employee_id, ...hoursBalance(referenceDate, found, week), computed_at }
  })
}

async function balanceOf(ctx: AuthenticatedContext, employeeId: string, referenceDate: string | undefined) {
  const [balance] = await balances(ctx, [employeeId], referenceDate)
  if (!balance) throw notFound()
  return balance
}

export const hoursRouter = router({
  balance: endpoint(`GET ${path}{employee_id}/balance/`, 'read_people', {
    summary: 'Show an employee’s hours balance',
    description: 'For the ISO week that contains `reference_date`.',
  })
    .input(
      z.object({
        employee_id: pathId('The employee’s id.'),
        reference_date: filters.referenceDate(anyDay),
      }),
    )
    .output(HoursBalance)
    .query(({ ctx, input }) => balanceOf(ctx, input.employee_id, input.reference_date)),

  batch_balance: endpoint(`POST ${path}batch-balance/`, 'simulate', {
    summary: 'Show the hours balances of up to 500 employees',
    description: 'In the order of the ids. An id given twice gets two balances.',
    isRead: true,
  })
    .input(
      z.object({
        employee_ids: listOf(listedId(), maximumBatch).describe(
          'The ids of 1 to 500 employees. If one is unknown, the whole request is refused.',
        ),
        reference_date,
      }),
    )
    .output(z.array(HoursBalance))
    .mutation(async ({ ctx, input }) => {
      const found = await balances(ctx, input.employee_ids, input.reference_date)
      const unknown = input.employee_ids.filter((_, index) => !found[index])
      if (unknown.length) throw invalid('employee_ids', ...[...new Set(unknown)].map(noSuchObject))
      return found.filter((balance) => balance !== undefined)
    }),

  simulate: endpoint(`POST ${path}{employee_id}/simulate/`, 'simulate', {
    summary: 'Show what an employee’s balance would be with more hours assigned',
    description: 'Nothing is stored.',
    isRead: true,
  })
    .input(
      z.object({
        employee_id: pathId('The employee’s id.'),
        additional_hours: decimal({
          digits: 6,
          minimum: `-${maximumWeekHours}`,
          maximum: `${maximumWeekHours}`,
        }).describe(
          `Hours a week to add to those assigned, or to take away if negative: from -${maximumWeekHours} to ${maximumWeekHours}.`,
        ),
        reference_date,
      }),
    )
    .output(Simulation)
    .mutation(async ({ ctx, input }) => {
      const current_balance = await balanceOf(ctx, input.employee_id, input.reference_date)
      return { current_balance, ...simulateHours(current_balance, input.additional_hours) }
    }),
})
