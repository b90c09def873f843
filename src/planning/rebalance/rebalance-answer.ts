import { toDate } from '../../calendar.ts'
import { formatHundredths } from '../../hours.ts'
import { compareText } from '../../text-order.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { spokenHours } from '../facts/words.ts'
import { type PlanInput, planRequest } from '../plans/plan-request.ts'
import { reasonOf } from '../suggestions/reason.ts'
import { shownPlacement } from '../suggestions/shown-suggestion.ts'
import {
  assign,
  type Suggesting,
  type Suggestion,
  suggesting,
  suggestionOf,
} from '../suggestions/suggestion.ts'
import { type Change, type Rebalance, rebalance } from './rebalance.ts'
import { rebalanceProof, rebalanceSentence, totalsOf } from './rebalance-words.ts'

/** What a rebalance is asked for, as it was sent. */
export type RebalanceInput = Pick<
  PlanInput,
  | 'org_unit_id'
  | 'reference_date'
  | 'hours_limit'
  | 'minimum_hours'
  | 'exclude_employees'
  | 'exclude_positions'
>

/** The rebalance that is asked for, as clients see it; 400 for a bad request. */
export function rebalanceAnswer(facts: ClinicFacts, input: RebalanceInput) {
  const request = planRequest(facts, {
    ...input,
    demand: 'BOOKED',
    allow: 'CREATE_AND_RAISE',
    priorities: [],
    keep: [],
  })
  const found = rebalance(facts, request)
  const { missed, short, maximum } = found.certificate
  return {
    reference_date: toDate(request.day),
    summary: summaryOf(found),
    certificate: {
      missed_hours: formatHundredths(missed),
      short_positions: short.positions,
      short_people: short.people,
      short_hours: formatHundredths(short.missed),
      people_free_hours: formatHundredths(short.free),
      surplus_hours: formatHundredths(short.surplus),
      elsewhere_hours: formatHundredths(short.elsewhere),
      maximum_hours: formatHundredths(maximum),
      sentence: rebalanceProof(found),
    },
    changes: shownChanges(suggesting(facts, request.day), found.changes),
  }
}

function summaryOf(found: Rebalance) {
  const totals = totalsOf(found)
  return {
    lacking_hours: formatHundredths(totals.lacking),
    over_contract_hours: formatHundredths(totals.over),
    surplus_hours: formatHundredths(totals.surplus),
    covered_hours: formatHundredths(found.covered),
    relieved_hours: formatHundredths(found.relieved),
    maximum_hours: formatHundredths(found.certificate.maximum),
    is_maximum: found.is_maximum,
    changes: found.changes.length,
    changes_at_least: found.changes_at_least,
    sentence: rebalanceSentence(found),
  }
}

/** Hours are taken away before others are given, and each change counts those before it. */
function shownChanges(given: Suggesting, changes: readonly Change[]) {
  const { facts } = given
  const nameOf = ({ employee }: Change) => facts.employees[employee]?.name ?? ''
  const titleOf = ({ position }: Change) => facts.positions[position]?.title ?? ''
  return changes
    .toSorted(
      (a, b) =>
        Number(a.by > 0) - Number(b.by > 0) ||
        compareText(nameOf(a), nameOf(b)) ||
        compareText(titleOf(a), titleOf(b)),
    )
    .map((change) => {
      const { employee, position, by } = change
      const shown = shownChange(given, change)
      assign(given, { employee, position, added: by })
      return shown
    })
}

function shownChange(given: Suggesting, { employee, position, by }: Change) {
  const { facts } = given
  const one = suggestionOf(given, { employee, position, added: by })
  if (!one) throw new Error('The planner proposes what cannot be stored.')
  const kind = kindOf(one)
  return {
    kind,
    ...shownPlacement(facts, one),
    changed_hours: formatHundredths(by),
    // The end of an assignment is not checked.
    violations: kind === 'END' ? { blocking: [], warnings: [], info: [] } : one.violations,
    reason: by > 0 ? reasonOf(facts, { ...one, cost: null }) : reasonToTake(given, one),
  }
}

export const changeKinds = ['LOWER', 'END', 'RAISE', 'CREATE'] as const

function kindOf({ assignment, hours, added }: Suggestion): (typeof changeKinds)[number] {
  if (added > 0) return assignment ? 'RAISE' : 'CREATE'
  return hours === 0 ? 'END' : 'LOWER'
}

function reasonToTake({ load }: Suggesting, { position, on, added, hours, balance, after }: Suggestion) {
  const what =
    hours === 0 ? `End (${spokenHours(-added)})` : `Lower by ${spokenHours(-added)} to ${spokenHours(hours)}`
  const above = (load.ofPosition[position] ?? 0) - on.required
  const where =
    above > 0 ? `the position has ${spokenHours(above)} more than it requires` : 'others take over the hours'
  const over = `is ${spokenHours(-balance)} over contract and then ${after < 0 ? spokenHours(-after) : 'no longer'}`
  return `${what}: ${where}; ${balance < 0 ? over : `then has ${spokenHours(after)} for other positions`}.`
}
