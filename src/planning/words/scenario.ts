import type { Language } from '../../language.ts'
import { en, es } from './writing.ts'

/** Secure hours that positions lose or gain, in hundredths, how many of them positions need, and in how many units. */
export type HoursChange = { hours: number; needed: number; units: number }

/** What a scenario changes in the week compared; hours are hundredths, negative for fewer. */
export type Effect = {
  lost: HoursChange
  gained: HoursChange
  /** In how many of the weeks coverage differs, and the name of the week compared. */
  weeks: { changed: number; all: number; compared: string }
  required: number
  pools: number
  violations: { added: number; resolved: number }
  taken_over: TakenOver | null
  /** Whether the changes themselves free people's hours, which a plan could then use elsewhere. */
  frees_people: boolean
}

/**
 * The hours that positions lack because of the changes, how many of them others can take, and the tags of the rest,
 * joined.
 */
export type TakenOver = { wanted: number; taken: number; open_tags: readonly string[]; more_open: number }

const isOne = (hours: number) => hours === 100

const english = {
  pools: (more: number) => `pools ${more > 0 ? 'grow' : 'shrink'} by ${en.hours(Math.abs(more))} a week`,
  nothing: ({ all, compared }: Effect['weeks']) =>
    `nothing changes in ${all === 1 ? compared : `the ${all} weeks from ${compared}`}`,
  moved: ({ hours, units }: HoursChange, how: 'lost' | 'gained') =>
    `${en.hours(hours)} a week ${isOne(hours) ? 'is' : 'are'} ${how} in ${en.counted(units, 'unit')}`,
  needed: (hours: number) => (hours === 0 ? ', none of them needed' : `, ${en.hours(hours)} of them needed`),
  someWeeks: ({ changed, all }: Effect['weeks']) => ` in ${changed} of ${en.counted(all, 'week')}`,
  required: (more: number) => `positions require ${en.hours(Math.abs(more))} ${more > 0 ? 'more' : 'less'}`,
  added: (count: number) => `${en.counted(count, 'violation is', 'violations are')} new`,
  resolved: (count: number) => `${en.counted(count, 'violation is', 'violations are')} resolved`,
  allTaken: (byPlan: boolean) => `${byPlan ? 'a plan could cover' : 'others could take'} all of it`,
  taken: (hours: number, byPlan: boolean) =>
    `${byPlan ? 'a plan could cover' : 'others could take'} ${en.hours(hours)}`,
  open: (hours: number) => `${en.hours(hours)} ${isOne(hours) ? 'stays' : 'stay'} open`,
  otherTags: (count: number) => en.counted(count, 'other'),
  moreOpen: (hours: number) =>
    `a plan leaves ${en.hours(Math.abs(hours))} ${hours > 0 ? 'more' : 'less'} open`,
}

const spanish: typeof english = {
  pools: (more) =>
    `las horas de contrato ${more > 0 ? 'aumentan' : 'disminuyen'} en ${es.hours(Math.abs(more))} por semana`,
  nothing: ({ all, compared }) => {
    const week = `la semana ${Number(compared.slice(-2))} de ${compared.slice(0, 4)}`
    return `no cambia nada en ${all === 1 ? week : `las ${all} semanas desde ${week}`}`
  },
  moved: ({ hours, units }, how) =>
    `se ${how === 'lost' ? 'pierde' : 'gana'}${isOne(hours) ? '' : 'n'} ${es.hours(hours)} por semana en ${es.counted(units, 'unidad', 'unidades')}`,
  needed: (hours) =>
    hours === 0 ? ', ninguna de ellas necesaria' : `, de ellas ${es.hours(hours)} necesarias`,
  someWeeks: ({ changed, all }) => ` en ${changed} de ${es.counted(all, 'semana')}`,
  required: (more) => `los puestos requieren ${es.hours(Math.abs(more))} ${more > 0 ? 'más' : 'menos'}`,
  added: (count) => `hay ${es.counted(count, 'incumplimiento nuevo', 'incumplimientos nuevos')}`,
  resolved: (count) =>
    `${count === 1 ? 'se resuelve' : 'se resuelven'} ${es.counted(count, 'incumplimiento')}`,
  allTaken: (byPlan) => (byPlan ? 'un plan podría cubrirlo todo' : 'otras personas podrían asumirlo todo'),
  taken: (hours, byPlan) =>
    `${byPlan ? 'un plan podría cubrir' : 'otras personas podrían asumir'} ${es.hours(hours)}`,
  open: (hours) => `${isOne(hours) ? 'queda' : 'quedan'} ${es.hours(hours)} sin cubrir`,
  otherTags: (count) => `${count} más`,
  moreOpen: (hours) => `un plan deja ${es.hours(Math.abs(hours))} ${hours > 0 ? 'más' : 'menos'} sin cubrir`,
}

const words = { en: { ...english, ...en }, es: { ...spanish, ...es } }
type Words = (typeof words)[Language]

/** The scenario in one sentence: `If Ana Vidal goes on leave, 38.00 h a week are lost in 2 units.` */
export function scenarioSentence(condition: string, effect: Effect, language: Language = 'en'): string {
  const say = words[language]
  const { weeks, required, pools, violations } = effect
  const effects = [
    hoursMoved(effect, say),
    required !== 0 && say.required(required),
    violations.added > 0 && say.added(violations.added),
    violations.resolved > 0 && say.resolved(violations.resolved),
    ...othersIn(effect, say),
  ].filter(Boolean)
  const otherwise = pools === 0 ? say.nothing(weeks) : say.pools(pools)
  return `${condition}, ${effects.join('; ') || otherwise}.`
}

function hoursMoved({ weeks, ...effect }: Effect, say: Words) {
  const all = (['lost', 'gained'] as const).map((how) => {
    const { hours, needed } = effect[how]
    return hours > 0 && `${say.moved(effect[how], how)}${needed < hours ? say.needed(needed) : ''}`
  })
  const moved = say.listed(all)
  return moved && `${moved}${weeks.changed < weeks.all ? say.someWeeks(weeks) : ''}`
}

/** The maximum number of tag combinations that the sentence names. */
const namedTags = 3

function othersIn({ taken_over, frees_people }: Effect, say: Words): string[] {
  if (!taken_over) return []
  const { wanted, taken, open_tags, more_open } = taken_over
  const open = wanted - taken
  if (wanted === 0) return more_open === 0 ? [] : [say.moreOpen(more_open)]
  if (open === 0) return [say.allTaken(frees_people)]
  const tags = open_tags.map((joined) => say.tags([joined]))
  const named = say.listedFirst(namedTags, tags, say.otherTags)
  return [say.taken(taken, frees_people), `${say.open(open)}${named && `: ${named}`}`]
}
