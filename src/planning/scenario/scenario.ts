import { toDate } from '../../calendar.ts'
import { DomainError, type FieldErrors } from '../../errors.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts, LeftOut } from '../facts/clinic-facts.ts'
import { referenceDay } from '../facts/day.ts'
import { wholeClinic } from '../forecast/parts.ts'
import { shownTotals, totalsIn } from '../forecast/totals.ts'
import { shownWeek } from '../forecast/weeks.ts'
import { planOverview } from '../plans/plan-answer.ts'
import { scenarioSentence } from '../words/scenario.ts'
import { applyChanges } from './changes/apply.ts'
import type { ChangeKind, ScenarioChange } from './changes/change.ts'
import type { Draft } from './changes/draft.ts'
import { condition } from './condition.ts'
import {
  balancesChanged,
  hoursEffect,
  isBalanceChanged,
  isCoverageChanged,
  positionsChanged,
  unitsChanged,
} from './differences.ts'
import { hoursIn, type WeekHours } from './hours.ts'
import { replan, takenOver } from './replan.ts'
import { violationChange } from './violations.ts'

export type ScenarioInput = {
  changes: ScenarioChange[]
  left_out: LeftOut
  /** A day of the first week. */
  reference_date: string
  weeks: number
  replan: boolean
  language?: Language | undefined
}

/** The maximum number of violations of each kind that an answer names. */
const shownViolations = 1000

/** Changes after which the same people may be planned for the same hours again. */
const freeing = new Set<ChangeKind>(['ASSIGNMENT_CHANGED', 'ASSIGNMENT_ENDED'])

type ComparedInput = Omit<ScenarioInput, 'changes'> & { lists: ScenarioChange[][] }

/** Several scenarios in the same weeks, each with the reason if the service would refuse one of its changes. */
export const comparedScenarios = (facts: ClinicFacts, { lists, ...input }: ComparedInput) =>
  lists.map((changes) => {
    try {
      return { result: scenario(facts, { ...input, changes }), refusal: null }
    } catch (refused) {
      if (!(refused instanceof DomainError) || 'reference_date' in refused.body) throw refused
      const items = Object.values(refused.body).flat() as (string | FieldErrors)[]
      const messages = items.flatMap((item) => (typeof item === 'string' ? item : Object.values(item).flat()))
      return { result: null, refusal: messages.join(' ') }
    }
  })

/** The clinic before and after hypothetical changes; 400 where the service would refuse one of them. */
export function scenario(facts: ClinicFacts, input: ScenarioInput) {
  const reference = referenceDay(facts, input.reference_date)
  const steps = applyChanges(facts, input.changes, input.left_out)
  const [first, last] = [steps[0] as Draft, steps.at(-1) as Draft]
  const hours = (draft: Draft) => hoursIn(draft, reference, input.weeks)
  const [befores, afters] = [hours(first), hours(last)]
  const { before, after, changed } = compared(befores, afters)
  const plans = input.replan ? replan(before.facts, after.facts, before.week.reference) : null
  const { new: added, resolved } = violationChange(first.facts, last.facts)
  const effect = {
    ...hoursEffect(before, after),
    weeks: { changed, all: input.weeks, compared: before.week.name },
    violations: { added: added.length, resolved: resolved.length },
    taken_over: plans && takenOver(plans),
    frees_people: input.changes.some(({ kind }) => freeing.has(kind)),
  }
  const { language } = input
  const clinics = steps.map((step) => step.facts)
  return {
    reference_date: toDate(reference),
    sentence: scenarioSentence(condition(input.changes, clinics, language), effect, language),
    before: befores.map(shownHours),
    after: afters.map(shownHours),
    compared_week: before.week.name,
    units: unitsChanged(before, after),
    positions: positionsChanged(before, after),
    balances: balancesChanged(before, after),
    violations: {
      new_count: added.length,
      new: added.slice(0, shownViolations),
      resolved_count: resolved.length,
      resolved: resolved.slice(0, shownViolations),
    },
    plan_before: plans && planOverview({ ...plans.before, language }),
    plan_after: plans && planOverview({ ...plans.after, language }),
  }
}

/** The first week in which coverage differs, else a balance, else the first; and how many weeks' coverage differs. */
function compared(befores: readonly WeekHours[], afters: readonly WeekHours[]) {
  const weeks = befores.map((before, index) => ({ before, after: afters[index] as WeekHours }))
  const changed = weeks.filter(({ before, after }) => isCoverageChanged(before, after))
  const week = changed[0] ?? weeks.find(({ before, after }) => isBalanceChanged(before, after)) ?? weeks[0]
  return { ...(week as (typeof weeks)[number]), changed: changed.length }
}

const shownHours = ({ week, facts, outlook }: WeekHours) => ({
  ...shownWeek(week),
  ...shownTotals(totalsIn(facts, outlook)(wholeClinic(facts))),
})
