import { compareText } from '../../text-order.ts'
import type { ProposedHours, Suggestion } from './suggestion.ts'

/** The hours that other positions lose to a suggestion, in hundredths. */
export type CostElsewhere = (proposed: ProposedHours) => number

/** A ranked suggestion; the cost is null where it is not computed. */
export type RankedSuggestion = Suggestion & { cost: number | null }

/** Costs are computed for this many suggestions, the best when ranked without costs. */
const mostCosted = 100

type Order<T> = (a: T, b: T) => number

const trueFirst = (a: boolean, b: boolean) => Number(b) - Number(a)

export const isValid = ({ violations }: Suggestion) => violations.blocking.length === 0

/** The part of the pool that stays unused; a pool of 0 is always exceeded. */
const unusedShare = ({ pool, after }: Suggestion) => (pool > 0 ? after / pool : Number.NEGATIVE_INFINITY)
const lackingShare = ({ lacking, on }: Suggestion) => lacking / on.required

const byId = (a: { id: string }, b: { id: string }) => Number(a.id > b.id) - Number(a.id < b.id)

/** What the clinic gains: the hours within the contract, less what they cost elsewhere. */
const won = ({ after, added, cost }: RankedSuggestion) => (after >= 0 ? added : 0) - (cost ?? 0)

/** The order of suggestions that the rules accept alike: first by one measure, and last, among ties, by another. */
type Preference = { first: Order<RankedSuggestion>; last: Order<Suggestion> }

/** People who gain the clinic the most hours come first; ties go to the largest unused share of a pool. */
export const byPerson: Preference = {
  first: (a, b) => won(b) - won(a),
  last: (a, b) =>
    descending(unusedShare(a), unusedShare(b)) || compareText(a.of.name, b.of.name) || byId(a.of, b.of),
}

/** Positions that cost the fewest hours elsewhere come first; ties go to the least covered one. */
export const byPosition: Preference = {
  first: (a, b) => (a.cost ?? 0) - (b.cost ?? 0),
  last: (a, b) =>
    descending(lackingShare(a), lackingShare(b)) || compareText(a.on.title, b.on.title) || byId(a.on, b.on),
}

// No subtraction, because the difference of two infinities is NaN.
const descending = (a: number, b: number) => Number(b > a) - Number(b < a)

const byFitness =
  ({ first, last }: Preference): Order<RankedSuggestion> =>
  (a, b) =>
    trueFirst(isValid(a), isValid(b)) ||
    trueFirst(a.of.status === 'ACTIVE', b.of.status === 'ACTIVE') ||
    trueFirst(a.after >= 0, b.after >= 0) ||
    first(a, b) ||
    a.violations.warnings.length - b.violations.warnings.length ||
    trueFirst(a.assignment !== null, b.assignment !== null) ||
    trueFirst(a.works_in_unit, b.works_in_unit) ||
    last(a, b)

/** Ranks suggestions, the best first; without costs if `costElsewhere` is null. */
export function ranked(
  suggestions: readonly Suggestion[],
  costElsewhere: CostElsewhere | null,
  preference: Preference,
): RankedSuggestion[] {
  const all = suggestions.map((suggestion) => ({ ...suggestion, cost: null as number | null }))
  const order = byFitness(preference)
  all.sort(order)
  if (!costElsewhere) return all
  const best = all.splice(0, mostCosted).map((one) => ({ ...one, cost: costElsewhere(one) }))
  return [...best.sort(order), ...all]
}
