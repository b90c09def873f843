import { z } from 'zod'
import { readHoursFacts } from '../../entities/people/hours.ts'
import { isoWeek } from '../../src/calendar.ts'
import { invalid, notFound } from '../../src/errors.ts'
import { maximumWeekHours } from '../../src/hours.ts'
import { balanceStates, hoursBalance, simulateHours } from '../../src/people/hours-balance.ts'
import { endpoint } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { date, decimal, listedId, listOf, output, pathId } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'

const maximumBatch = 500

export const HoursBalance = z
  .object({
    employee_id: output.id(),
    period: z.object({ start_date: output.date(), end_date: output.date() }),
    pool: z.object({
      base_hours: output.decimal(),
      adjustment_delta: output.decimal(),
      effective_hours: output.decimal(),
    }),
    consumption: z.object({ assigned_hours: output.decimal(), assignment_count: output.count() }),
    balance: output.decimal(),
    state: z.enum(balanceStates),
    computed_at: output.instant(),
    tags: z.array(z.string()),
    error: z.enum(['NO_ACTIVE_TAGS']).nullable(),
  })
  .meta({ id: 'HoursBalance' })

const Simulation = z
  .object({
    current_balance: HoursBalance,
    projected_balance: output.decimal(),
    projected_state: z.enum(balanceStates),
    would_exceed_pool: z.boolean(),
  })
  .meta({ id: 'HoursSimulation' })

const path = '/api/v1/offer/employees/'

/** Balances in the order of the ids; undefined for an employee whom the caller may not see. */
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
    .input(z.object({ employee_id: pathId(), reference_date: filters.referenceDate() }))
    .output(HoursBalance)
    .query(({ ctx, input }) => balanceOf(ctx, input.employee_id, input.reference_date)),

  batch_balance: endpoint(`POST ${path}batch-balance/`, 'simulate', {
    summary: 'Show the hours balances of up to 500 employees',
    description: 'In the order of the ids; one given twice is answered twice.',
    isRead: true,
  })
    .input(z.object({ employee_ids: listOf(listedId(), maximumBatch), reference_date: date().optional() }))
    .output(z.array(HoursBalance))
    .mutation(async ({ ctx, input }) => {
      const found = await balances(ctx, input.employee_ids, input.reference_date)
      const unknown = input.employee_ids.filter((_, index) => !found[index])
      if (unknown.length)
        throw invalid(
          'employee_ids',
          ...[...new Set(unknown)].map((id) => `Invalid pk "${id}" - object does not exist.`),
        )
      return found.filter((balance) => balance !== undefined)
    }),

  simulate: endpoint(`POST ${path}{employee_id}/simulate/`, 'simulate', {
    summary: 'Show what an employee’s balance would be with more hours assigned',
    description: 'Nothing is stored.',
    isRead: true,
  })
    .input(
      z.object({
        employee_id: pathId(),
        additional_hours: decimal({
          digits: 6,
          minimum: `-${maximumWeekHours}`,
          maximum: `${maximumWeekHours}`,
        }),
        reference_date: date().optional(),
      }),
    )
    .output(Simulation)
    .mutation(async ({ ctx, input }) => {
      const current_balance = await balanceOf(ctx, input.employee_id, input.reference_date)
      return { current_balance, ...simulateHours(current_balance, input.additional_hours) }
    }),
})
