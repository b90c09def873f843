import { formatHundredths, formattedHours } from '../../hours.ts'
import type { Language } from '../../language.ts'
import { balanceState } from '../../people/hours-balance.ts'
import { compareText } from '../../text-order.ts'
import type { RuleCode } from '../../work/business-rules.ts'
import { type ClinicFacts, type ShownPart, tagNames } from '../facts/clinic-facts.ts'
import { shownUnit } from '../forecast/parts.ts'
import { reasonToGive } from '../words/reason.ts'
import { isValid, type RankedSuggestion } from './ranking.ts'
import type { Suggestion } from './suggestion.ts'

const ofHours: readonly RuleCode[] = ['MAX_WEEKLY_HOURS', 'MAX_CONSECUTIVE_SHIFTS', 'COVERAGE_EXCEEDED']

/** The most hours that could be added; none where a rule refuses any number of hours. */
const possible = ({ room, violations }: Suggestion) =>
  violations.blocking.every(({ rule_code }) => ofHours.includes(rule_code)) ? room : 0

/** Says in one sentence why the suggestion ranks where it does, and in a second why it would be refused. */
export function reasonOf(facts: ClinicFacts, one: RankedSuggestion, language?: Language) {
  const given = {
    ...one,
    is_raise: one.assignment !== null,
    held: tagNames(
      facts,
      one.on.mandatory.filter((tag) => !one.missing.includes(tag)),
    ),
    missing: tagNames(facts, one.missing),
    is_on_leave: one.of.status === 'ON_LEAVE',
    refusals: one.violations.blocking,
  }
  return reasonToGive(given, language)
}

/** A suggestion as clients see it, without its person or position. */
export function shownSuggestion(facts: ClinicFacts, one: RankedSuggestion, language?: Language) {
  const missing = one.missing.flatMap((tag) => facts.tags[tag] ?? [])
  missing.sort((a, b) => compareText(a.name, b.name))
  return {
    kind: one.assignment ? ('RAISE' as const) : ('CREATE' as const),
    assignment: one.assignment?.id ?? null,
    ...formattedHours({ current: one.current, effective: one.hours }),
    is_valid: isValid(one),
    violations: one.violations,
    missing_tags: missing.map(({ name }) => name),
    missing_tag_display_names: missing.map(({ display_name }) => display_name),
    pool_hours: formatHundredths(one.pool),
    balance: formatHundredths(one.balance),
    balance_after: formatHundredths(one.after),
    state_after: balanceState(one.after),
    would_exceed_pool: one.after < 0,
    works_in_unit: one.works_in_unit,
    possible_hours: formatHundredths(possible(one)),
    costs_elsewhere_hours: one.cost === null ? null : formatHundredths(one.cost),
    reason: reasonOf(facts, one, language),
  }
}

/** The person and position of a suggestion as clients see them, and how their hours would change. */
export const shownPlacement = (facts: ClinicFacts, one: Suggestion) => ({
  employee: one.of.id,
  employee_name: one.of.name,
  position_id: one.on.id,
  position_title: one.on.title,
  ...shownUnit(facts, one.on.unit),
  assignment: one.assignment?.id ?? null,
  ...formattedHours({ current: one.current, effective: one.hours }),
  balance_after: formatHundredths(one.after),
})

/** One page of the ranking, with the rank of each row and the number of all. */
export function shownPage<Shown>(
  all: readonly RankedSuggestion[],
  { limit, offset }: ShownPart,
  show: (one: RankedSuggestion) => Shown,
) {
  const shown = all.slice(offset, offset + limit)
  return { count: all.length, rows: shown.map((one, index) => ({ rank: offset + index + 1, ...show(one) })) }
}
