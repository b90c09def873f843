import { toDate, toDay } from '../../calendar.ts'
import { invalid } from '../../errors.ts'
import type { ClinicFacts } from '../clinic-facts.ts'
import { wholeClinic } from '../parts.ts'
import { shownTotals, totalsIn } from '../totals.ts'
import { shownWeek, weeksAhead } from '../weeks.ts'
import { applyChanges } from './apply.ts'
import type { Change } from './change.ts'
import { condition } from './clauses.ts'
import { balancesChanged, isChanged, positionsChanged, unitsChanged } from './differences.ts'
import type { Draft, LeftOut } from './draft.ts'
import { hoursIn, type WeekHours } from './hours.ts'
import { scenarioSentence } from './sentence.ts'
import { violationChange } from './violations.ts'

export type ScenarioInput = {
  changes: Change[]
  left_out: LeftOut
  /** In the first of the weeks. */
  reference_date: string
  weeks: number
  replan: boolean
}

/** The most violations of each kind that an answer names. */
const shownViolations = 1000

/** The clinic before and after hypothetical changes; 400 where the service would refuse one of them. */
export function scenario(facts: ClinicFacts, input: ScenarioInput) {
  const reference = toDay(input.reference_date)
  checkReference(facts.today, reference)
  const steps = applyChanges(facts, input.changes, input.left_out)
  const [first, last] = [steps[0] as Draft, steps.at(-1) as Draft]
  const weeks = weeksAhead(reference, input.weeks)
  const [befores, afters] = [hoursIn(first, weeks), hoursIn(last, weeks)]
  const changed = weeks.map((_, index) => isChanged(befores[index] as WeekHours, afters[index] as WeekHours))
  const at = Math.max(0, changed.indexOf(true))
  const [before, after] = [befores[at] as WeekHours, afters[at] as WeekHours]
  const violations = violationChange(first.facts, last.facts)
  const effect = {
    before,
    after,
    weeks: { changed: changed.filter(Boolean).length, all: weeks.length },
    violations,
    taken_over: null,
  }
  return {
    reference_date: toDate(reference),
    sentence: scenarioSentence(condition(input.changes, steps), effect),
    before: befores.map(shownHours),
    after: afters.map(shownHours),
    compared_week: before.week.name,
    units: unitsChanged(before, after),
    positions: positionsChanged(before, after),
    balances: balancesChanged(before, after),
    violations: {
      new_count: violations.new.length,
      new: violations.new.slice(0, shownViolations),
      resolved_count: violations.resolved.length,
      resolved: violations.resolved.slice(0, shownViolations),
    },
    plan_before: null,
    plan_after: null,
  }
}

/** The most days that a scenario looks ahead for its first week. */
const mostDaysAhead = 26 * 7

function checkReference(today: number, day: number) {
  if (day < today) throw invalid('reference_date', `Ensure this date is not before ${toDate(today)}.`)
  const last = today + mostDaysAhead
  if (day > last) throw invalid('reference_date', `Ensure this date is not after ${toDate(last)}.`)
}

const shownHours = ({ week, facts, outlook }: WeekHours) => ({
  ...shownWeek(week),
  ...shownTotals(totalsIn(facts, outlook)(wholeClinic(facts))),
})
