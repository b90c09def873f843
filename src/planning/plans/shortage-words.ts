import { formatHundredths, fullTimeEquivalents } from '../../hours.ts'
import { compareText } from '../../text-order.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { counted, listed, spokenHours } from '../facts/words.ts'
import type { Planned } from './planned.ts'
import type { ExplainedShortage, Holders, TagSet } from './shortages.ts'

/** How many hours are short, of which tags, where, and why, in a few sentences of facts. */
export function shortageSentence(planned: Planned, shortage: ExplainedShortage): string {
  const { facts } = planned
  const { part, short, tag_sets } = shortage
  const positions = part.positions.length
  const units = new Set(part.positions.map((position) => facts.positions[position]?.unit)).size
  const fte = fullTimeEquivalents(formatHundredths(short))
  const base = baseOf(tag_sets)
  return [
    `Short ${spokenHours(short)} a week (${fte} FTE): ${whatIsShort(facts, tag_sets, base)}.`,
    `${counted(positions, 'position')} in ${counted(units, 'unit')} ${positions === 1 ? 'lacks' : 'lack'} ${spokenHours(part.lacking)}${base ? alsoRequired(facts, tag_sets, base) : ''}.`,
    whoIsThere(planned, shortage),
    wantedTwice(shortage),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The set whose tags all others require too, if there is one. */
export const baseOf = (sets: readonly TagSet[]) =>
  sets.find(({ tags }) => sets.every((set) => tags.every((tag) => set.tags.includes(tag))))

export const tagNames = ({ tags }: ClinicFacts, indexes: readonly number[]) =>
  indexes
    .map((tag) => tags[tag]?.name ?? '')
    .sort(compareText)
    .join(' + ') || 'no particular tags'

const shownSets = 4

function whatIsShort(facts: ClinicFacts, sets: readonly TagSet[], base: TagSet | undefined) {
  if (base) return tagNames(facts, base.tags)
  const shown = sets.slice(0, shownSets).map((set) => tagNames(facts, set.tags))
  const more = sets.length - shown.length
  return listed(more > 0 ? [...shown, `${more} more`] : shown)
}

/** Which of the hours require more than the base does. */
function alsoRequired(facts: ClinicFacts, sets: readonly TagSet[], base: TagSet) {
  const others = sets.filter((set) => set !== base)
  if (others.length === 0) return ''
  const shown = others.slice(0, shownSets).map(({ tags, lacking }) => {
    const also = tags.filter((tag) => !base.tags.includes(tag))
    return `${spokenHours(lacking)} also ${tagNames(facts, also)}`
  })
  const more = others.length - shown.length
  return ` (of that ${listed(more > 0 ? [...shown, `the rest in ${counted(more, 'other combination')}`] : shown)})`
}

function whoIsThere(planned: Planned, shortage: ExplainedShortage): string {
  const { cause, holders, tag_sets } = shortage
  const held = whatTheyHold(tag_sets)
  if (cause === 'NOBODY_HOLDS') return nobody(held, holders)
  if (cause === 'NOT_ENOUGH_HOURS') return notEnough(planned, shortage)
  const least = spokenHours(Math.max(1, planned.solution.problem.minimum))
  if (holders.active === 1) {
    const one = `The only active person${held && ` who holds ${held}`}`
    return holders.are_barred ? `${one} can take no more hours there.` : `${one} has less than ${least} left.`
  }
  const none = `None of the ${counted(holders.active, 'active person', 'active people')}${held && ` who hold ${held}`}`
  return holders.are_barred ? `${none} can take more hours there.` : `${none} has ${least} or more left.`
}

function nobody(held: string, { are_left_out }: Holders) {
  if (are_left_out) return held ? `Nobody who may be planned holds ${held}.` : 'Nobody may be planned.'
  return held ? `Nobody active holds ${held}.` : 'Nobody is active.'
}

function whatTheyHold(sets: readonly TagSet[]) {
  const base = baseOf(sets)
  if (!base) return 'what any one of them requires'
  if (base.tags.length === 0) return ''
  return base.tags.length === 1 ? 'it' : 'them all'
}

function notEnough({ solution: { lines, problem } }: Planned, { part, holders }: ExplainedShortage) {
  const people = new Set(part.people)
  const used = lines.reduce((sum, { employee, added }) => sum + (people.has(employee) ? added : 0), 0)
  const whose = `${counted(people.size, 'person', 'people')} who may fill ${part.positions.length === 1 ? 'it' : 'them'}`
  const use =
    used === part.free ? 'all of which the plan uses' : `of which the plan uses ${spokenHours(used)}`
  const others = holders.active - people.size
  const theirs =
    others > 0
      ? `; the other ${others === 1 ? 'one' : others} ${whatOthersHave(holders, problem.minimum, others)}`
      : ''
  return `Only ${whose} ${people.size === 1 ? 'has' : 'have'} hours left: ${spokenHours(part.free)}, ${use}${theirs}.`
}

function whatOthersHave({ are_barred, left_below_minimum }: Holders, minimum: number, others: number) {
  if (are_barred) return 'can take none there'
  const have = others === 1 ? 'has' : 'have'
  return left_below_minimum > 0 ? `${have} less than ${spokenHours(minimum)}` : `${have} none`
}

/** What is short although there would be enough people for each of the tag sets alone. */
function wantedTwice({ short, tag_sets }: ExplainedShortage) {
  const twice = short - tag_sets.reduce((sum, set) => sum + shortAlone(set), 0)
  return twice > 0
    ? `${twice === short ? 'All of it is' : `${spokenHours(twice)} of it are`} short only because the same people are wanted for several of these positions.`
    : ''
}

/** What would be short if the people were wanted for these positions alone. */
export const shortAlone = ({ lacking, free }: TagSet) => Math.max(0, lacking - free)
