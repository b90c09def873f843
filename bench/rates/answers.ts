import { type HoursRow, hoursFacts } from '../../entities/people/hours.ts'
import { isoWeek } from '../../src/calendar.ts'
import { type HoursFacts, hoursBalance } from '../../src/people/hours-balance.ts'
import { type AssignmentFacts, evaluateRules, type RuleSetting } from '../../src/work/business-rules.ts'
import { coverageSummary, type UnitCoverage } from '../../src/work/coverage.ts'
import type { Inputs } from '../service/calls.ts'

/** Rows of any shape; comparing the answers checks them. */
export type AnyRow = Record<string, unknown>

type StoredFacts = Omit<AssignmentFacts, 'requestedHours' | 'today'>

/** The bare server's answer to each case: a plain object made of the rows of its statements and of its inputs. */
export const answers: Record<string, (rows: AnyRow[], inputs: Inputs, caller: AnyRow) => unknown> = {
  me: (_rows, _inputs, caller) => {
    const { id, email, given_name, family_name, role, email_verified, is_staff } = caller
    return { sub: id, email, given_name, family_name, role, email_verified, is_staff }
  },
  'employees list': page,
  'employee detail': ([row]) => row,
  'employees search': page,
  'demand list': page,
  'demand detail': ([row]) => row,
  'demand list by coverage_state': page,
  'coverage summary': (rows) => coverageSummary(rows as UnitCoverage[]),
  balance: (rows, { id, today }) => balances(rows, [id as string], today as string)[0],
  'batch of 500 balances': (rows, { employee_ids, today }) =>
    balances(rows, employee_ids as string[], today as string),
  'assignments list': page,
  preview: ([facts = {}], inputs) => {
    const { employee, position_id, effective_hours } = inputs
    const violations = violationsOf(facts, inputs)
    return {
      assignment: { employee, employee_name: facts.employee_name, position_id, effective_hours },
      is_valid: violations.blocking.length === 0,
      violations,
    }
  },
  'assignment create': ([facts = {}], { made, employee, position_id, effective_hours, now }) => ({
    id: made,
    employee,
    employee_name: facts.employee_name,
    position_id,
    effective_hours,
    is_reinforcement: false,
    status: 'ACTIVE',
    effective_date: null,
    end_date: null,
    created_at: now,
    end_reason: '',
    suspended_at: null,
    notes: '',
    updated_at: now,
  }),
}

/** The values that a create stores besides its input. */
export function metadataOf(facts: AnyRow, inputs: Inputs) {
  const { blocking, warnings, info } = violationsOf(facts, inputs)
  if (blocking.length) throw new Error('The assignment is blocked.')
  return JSON.stringify({ violations: [...warnings, ...info] })
}

const violationsOf = (facts: AnyRow, { effective_hours, today }: Inputs) =>
  evaluateRules(facts.settings as RuleSetting[], {
    ...(facts as StoredFacts),
    requestedHours: effective_hours as string,
    today: today as string,
  })

function page(rows: AnyRow[], { origin, url }: Inputs) {
  const count = Number(rows[0]?.count)
  const next = `${origin}${url}${String(url).includes('?') ? '&' : '?'}page=2`
  const results = rows.map(({ count: _count, is_row: _isRow, ...row }) => row)
  return { count, next: count > results.length ? next : null, previous: null, results }
}

function balances(rows: AnyRow[], ids: string[], today: string) {
  const byId = hoursFacts(rows as HoursRow[])
  const week = isoWeek(today)
  const computed_at = new Date().toISOString()
  return ids.map((id) => {
    const found = hoursBalance(today, byId.get(id) as HoursFacts, week)
    const { state, balance, period, pool, consumption, tags, error } = found
    return { employee_id: id, period, pool, consumption, balance, state, computed_at, tags, error }
  })
}
