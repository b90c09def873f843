import { toDate } from '../../calendar.ts'
import { formatHundredths, formattedHours } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts, HoursLimit } from '../facts/clinic-facts.ts'
import { clinicOn } from '../facts/known-dates.ts'
import type { PlannedLine } from '../flow/solution.ts'
import { type PlanInput, planRequest } from '../plans/plan-request.ts'
import { reasonOf, shownPlacement } from '../suggestions/shown-suggestion.ts'
import { type Suggesting, type Suggestion, suggesting, suggestionOf } from '../suggestions/suggestion.ts'
import { headroomSentence } from '../words/qualifications.ts'
import { reasonToTake } from '../words/reason.ts'
import { rebalanceProof, rebalanceSentence } from '../words/rebalance.ts'
import { type ChangeKind, noteChange } from './in-order.ts'
import { type RebalanceSolution, rebalance } from './rebalance.ts'

/** The request for a rebalance, as it was sent. */
export type RebalanceInput = Omit<PlanInput, 'demand' | 'allow' | 'priorities' | 'keep'>

/** The requested rebalance as clients see it; 400 for a bad request. */
export function rebalanceAnswer(clinic: ClinicFacts, input: RebalanceInput) {
  const request = planRequest(clinic, {
    ...input,
    demand: 'BOOKED',
    allow: 'CREATE_AND_RAISE',
    priorities: [],
    keep: [],
  })
  const facts = clinicOn(clinic, request.day)
  const found = rebalance(facts, request)
  const { language } = input
  const kept = request.hours_limit === 'CONTRACT' ? headroomSentence(facts, language) : ''
  const { missed, short, maximum } = found.certificate
  const { surplus, elsewhere } = short
  return {
    reference_date: toDate(request.day),
    summary: summaryOf(found, request.hours_limit, language),
    certificate: {
      missed_hours: formatHundredths(missed),
      short_positions: short.positions,
      short_people: short.people,
      ...formattedHours({ short: short.missed, people_free: short.free, surplus, elsewhere, maximum }),
      sentence: `${rebalanceProof(found.certificate, request.hours_limit, language)}${kept}`,
    },
    changes: shownChanges({ ...suggesting(facts, request.day), language }, found.changes),
  }
}

function summaryOf(found: RebalanceSolution, limit: HoursLimit, language: Language | undefined) {
  const { missed, covered, relieved, is_maximum, changes_at_least } = found
  const { lacking, over, surplus } = missed
  const { maximum } = found.certificate
  const counts = { is_maximum, changes: found.changes.length, changes_at_least }
  return {
    ...formattedHours({ lacking, over_contract: over, surplus, covered, relieved, maximum }),
    ...counts,
    sentence: rebalanceSentence({ ...missed, ...counts, covered, relieved, maximum, limit }, language),
  }
}

type Explaining = Suggesting & { language: Language | undefined }

/** Each change counts those before it. */
function shownChanges(given: Explaining, changes: readonly PlannedLine[]) {
  return changes.map((change) => {
    const { employee, position, added } = change
    const anew = changes.find(
      (one) => one.added > 0 && one.employee === employee && one.position === position,
    )
    const shown = shownChange(given, change, added < 0 && anew ? anew.added : null)
    noteChange(given, change)
    return shown
  })
}

/** `anew` is what an assignment that ends begins anew with. */
function shownChange(given: Explaining, change: PlannedLine, anew: number | null) {
  const { facts, load, language } = given
  const { position, added } = change
  const one = suggestionOf(given, change)
  if (!one) throw new Error('The planner proposed a change that cannot be stored.')
  const kind = kindOf(one)
  const above = (load.ofPosition[position] ?? 0) - one.on.required
  return {
    kind,
    ...shownPlacement(facts, one),
    changed_hours: formatHundredths(added),
    // The end of an assignment is not checked.
    violations: kind === 'END' ? { blocking: [], warnings: [], info: [] } : one.violations,
    reason:
      added > 0
        ? reasonOf(facts, { ...one, cost: null }, language)
        : reasonToTake({ ...one, anew, taken: -added, above }, language),
  }
}

function kindOf({ assignment, hours, added }: Suggestion): ChangeKind {
  if (added > 0) return assignment ? 'RAISE' : 'CREATE'
  return hours === 0 ? 'END' : 'LOWER'
}
