import { counted, listed, spokenHours } from '../facts/words.ts'
import type { WeekHours } from './hours.ts'
import type { takenOver } from './replan.ts'
import type { ViolationChange } from './violations.ts'

/** What a scenario changes: the week compared, and in how many of the weeks coverage differs. */
export type Effect = {
  before: WeekHours
  after: WeekHours
  weeks: { changed: number; all: number }
  violations: ViolationChange
  taken_over: ReturnType<typeof takenOver> | null
  /** Whether the changes themselves give people hours back, whom a plan could then give others. */
  frees_people: boolean
}

/** The scenario in one sentence: `If Ana Vidal goes on leave, 38.00 h a week are lost in 2 units.` */
export function scenarioSentence(condition: string, effect: Effect): string {
  const effects = [...hoursOf(effect), ...violationsOf(effect), ...othersOf(effect)]
  return `${condition}, ${effects.join('; ') || onlyPools(effect) || nothing(effect)}.`
}

function onlyPools({ before, after }: Effect) {
  const more = poolsOf(after) - poolsOf(before)
  return more ? `pools ${more > 0 ? 'grow' : 'shrink'} by ${spokenHours(Math.abs(more))} a week` : ''
}

const poolsOf = ({ outlook: { pools } }: WeekHours) => pools.reduce((sum, pool) => sum + pool, 0)

function nothing({ before: { week }, weeks }: Effect) {
  const span = weeks.all === 1 ? week.name : `the ${weeks.all} weeks from ${week.name}`
  return `nothing changes in ${span}`
}

type Sum = { hours: number; units: Set<number>; needed: number }
type PositionHours = { unit: number; required: number; secure: number }

/** Secure hours that positions lose and gain in the week, and how many of them positions need. */
function secureChange({ before, after }: Effect): { lost: Sum; gained: Sum } {
  const [was, is] = [positionsOf(before), positionsOf(after)]
  const change = { lost: noHours(), gained: noHours() }
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const { unit = -1, required = 0 } = is.get(id) ?? was.get(id) ?? {}
    const hours = (of: ReadonlyMap<string, PositionHours>) => of.get(id)?.secure ?? 0
    const difference = hours(is) - hours(was)
    if (difference === 0) continue
    const sum = difference < 0 ? change.lost : change.gained
    sum.hours += Math.abs(difference)
    sum.needed += Math.abs(Math.min(required, hours(is)) - Math.min(required, hours(was)))
    sum.units.add(unit)
  }
  return change
}

const noHours = (): Sum => ({ hours: 0, units: new Set(), needed: 0 })

const positionsOf = ({ facts, positions }: WeekHours): ReadonlyMap<string, PositionHours> =>
  new Map(
    facts.positions.map(({ id, unit, required }, index) => {
      return [id, { unit, required, secure: positions[index]?.secure ?? 0 }]
    }),
  )

const required = ({ facts }: WeekHours) =>
  facts.positions.reduce((sum, position) => sum + position.required, 0)

function hoursOf(effect: Effect): string[] {
  const { lost, gained } = secureChange(effect)
  const { changed, all } = effect.weeks
  const moved = [spokenSum(lost, 'lost'), spokenSum(gained, 'gained')].filter((part) => part !== '')
  const when = changed < all ? ` in ${changed} of ${counted(all, 'week')}` : ''
  const more = required(effect.after) - required(effect.before)
  const demand = `positions require ${spokenHours(Math.abs(more))} ${more > 0 ? 'more' : 'less'}`
  return [moved.length ? listed(moved) + when : '', more ? demand : ''].filter(Boolean)
}

function spokenSum({ hours, units, needed }: Sum, how: string) {
  if (hours === 0) return ''
  const ofWhich = needed === 0 ? ', none of them needed' : `, ${spokenHours(needed)} of them needed`
  return `${spokenHours(hours)} a week ${hours === 100 ? 'is' : 'are'} ${how} in ${counted(units.size, 'unit')}${needed < hours ? ofWhich : ''}`
}

function violationsOf({ violations: { new: added, resolved } }: Effect): string[] {
  const spoken = (count: number, how: string) =>
    count ? `${counted(count, 'violation')} ${count === 1 ? 'is' : 'are'} ${how}` : ''
  return [spoken(added.length, 'new'), spoken(resolved.length, 'resolved')].filter(Boolean)
}

/** The most combinations of tags that the sentence names. */
const namedTags = 3

function othersOf({ taken_over, frees_people }: Effect): string[] {
  if (!taken_over) return []
  const { wanted, taken, open_tags, more_open } = taken_over
  if (wanted > 0) {
    const open = wanted - taken
    const who = frees_people ? 'a plan could cover' : 'others could take'
    if (open === 0) return [`${who} all of it`]
    return [
      `${who} ${spokenHours(taken)}`,
      `${spokenHours(open)} ${open === 100 ? 'stays' : 'stay'} open${ofTags(open_tags)}`,
    ]
  }
  if (more_open === 0) return []
  return [`a plan leaves ${spokenHours(Math.abs(more_open))} ${more_open > 0 ? 'more' : 'less'} open`]
}

function ofTags(names: readonly string[]) {
  const others = names.length - namedTags
  const named = listed([...names.slice(0, namedTags), ...(others > 0 ? [counted(others, 'other')] : [])])
  return named && `: ${named}`
}
