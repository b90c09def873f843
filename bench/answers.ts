import { type AssignmentFacts, evaluateRules, type RuleSetting } from '../src/business-rules.ts'
import { coverageSummary, type UnitCoverage } from '../src/coverage.ts'
import { type HoursFacts, hoursBalance } from '../src/hours-balance.ts'
import type { Inputs } from './calls.ts'

/** Rows have every shape; comparing the answers' bytes checks them. */
export type Row = Record<string, unknown>

type Facts = Omit<AssignmentFacts, 'requestedHours' | 'today'>

/** The bare server's answer to each case: a plain object made of the rows of its statements. */
export const answers: Record<string, (rows: Row[], inputs: Inputs, caller: Row) => unknown> = {
  me: (_rows, _inputs, caller) => {
    const { id, email, given_name, family_name, role, email_verified, is_staff } = caller
    return { sub: id, email, given_name, family_name, role, email_verified, is_staff }
  },
  'employees list': (rows, inputs) => page(rows, inputs),
  'employee detail': ([row = {}]) => {
    const { updated_at, current_proposal, ...rest } = row
    return { ...rest, current_proposal, updated_at }
  },
  'employees search': (rows, inputs) => page(rows, inputs),
  'demand list': (rows, inputs) => page(rows.map(position), inputs),
  'demand list by coverage_state': (rows, inputs) => page(rows.map(position), inputs),
  'coverage summary': (rows) => {
    const { global, by_unit } = coverageSummary(rows as UnitCoverage[])
    return {
      global,
      by_unit: by_unit.map(({ employee_breakdown, ...unit }) => ({ ...unit, employee_breakdown })),
    }
  },
  balance: (rows, { id, today }) => balances(rows, [id as string], today as string)[0],
  'batch of 500 balances': (rows, { employee_ids, today }) =>
    balances(rows, employee_ids as string[], today as string),
  preview: ([facts = {}], inputs) => {
    const { employee, position_id, effective_hours } = inputs
    const violations = violationsOf(facts, inputs)
    return {
      assignment: { employee, employee_name: facts.employee_name, position_id, effective_hours },
      is_valid: violations.blocking.length === 0,
      violations,
    }
  },
  'assignment create': ([{ end_reason, suspended_at, notes, created_at, updated_at, ...rest } = {}]) => ({
    ...rest,
    created_at,
    end_reason,
    suspended_at,
    notes,
    updated_at,
  }),
}

/** What a create stores in addition to its input. */
export function metadataOf(facts: Row, inputs: Inputs) {
  const { blocking, warnings, info } = violationsOf(facts, inputs)
  if (blocking.length) throw new Error('The assignment is blocked.')
  return JSON.stringify({ violations: [...warnings, ...info] })
}

const violationsOf = (facts: Row, { effective_hours, today }: Inputs) =>
  evaluateRules(facts.settings as RuleSetting[], {
    ...(facts as Facts),
    requestedHours: effective_hours as string,
    today: today as string,
  })

function page(rows: Row[], { origin, url }: Inputs) {
  const count = Number(rows[0]?.count)
  const next = `${origin}${url}${String(url).includes('?') ? '&' : '?'}page=2`
  const results = rows.map(({ count: _count, is_row: _isRow, ...row }) => row)
  return { count, next: count > results.length ? next : null, previous: null, results }
}

function position({ required_tags, notes, created_at, updated_at, ...rest }: Row) {
  return { ...rest, notes, created_at, updated_at, required_tags }
}

function balances(rows: Row[], ids: string[], today: string) {
  const byId = new Map(rows.map((row) => [row.id, row as HoursFacts]))
  const computed_at = new Date().toISOString()
  return ids.map((id) => {
    const { state, balance, period, pool, consumption, tags, error } = hoursBalance(
      today,
      byId.get(id) as HoursFacts,
    )
    return { employee_id: id, period, pool, consumption, balance, state, computed_at, tags, error }
  })
}
