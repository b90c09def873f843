import type { Language } from '../../language.ts'
import { en, es } from './writing.ts'

/** Positions that require the same tags, by the tags' names; hours are hundredths. */
export type NamedTags = { tags: string[]; lacking: number; short_alone: number }

/** Hours that stay short, in hundredths, with the people who could fill the positions. */
export type ShortageFigures = {
  short: number
  /** The weekly hours of a full-time equivalent. */
  full_time: number
  lacking: number
  tag_sets: readonly NamedTags[]
  positions: number
  units: number
  cause: 'NOBODY_HOLDS' | 'NO_HOURS_LEFT' | 'NOT_ENOUGH_HOURS'
  holders: { active: number; are_barred: boolean; are_left_out: boolean; left_below_minimum: number }
  /** The people with hours left, those hours, and how many of them the plan uses. */
  people: number
  free: number
  used: number
  minimum: number
}

/** What people must hold: nothing, one tag, all of several, or the tags of any one of several positions. */
type HeldTags = 'NOTHING' | 'ONE' | 'ALL' | 'ANY'

const english = {
  more: (count: number) => `${count} more`,
  short: ({ short, full_time }: ShortageFigures, what: string) =>
    `Short ${en.hours(short)} a week (${en.fullTime(short, full_time)} FTE): ${what}.`,
  where: ({ positions, units, lacking }: ShortageFigures, also: string) =>
    `${en.counted(positions, 'position')} in ${en.counted(units, 'unit')} ${positions === 1 ? 'lacks' : 'lack'} ${en.hours(lacking)}${also}.`,
  also: (hours: number, tags: string) => `${en.hours(hours)} also ${tags}`,
  rest: (count: number) => `the rest in ${en.counted(count, 'other combination')}`,
  ofThat: (parts: string) => ` (of which ${parts})`,

  nobodyActive: (held: HeldTags) =>
    held === 'NOTHING' ? 'No one is active.' : `No active person holds ${whatInEnglish[held]}.`,
  nobodyPlanned: (held: HeldTags) =>
    held === 'NOTHING' ? 'No one may be planned.' : `No one who may be planned holds ${whatInEnglish[held]}.`,
  noneLeft: (active: number, held: HeldTags) =>
    active === 1
      ? `The only active person${held === 'NOTHING' ? '' : ` who holds ${whatInEnglish[held]}`}`
      : `None of the ${en.count(active)} active people${held === 'NOTHING' ? '' : ` who hold ${whatInEnglish[held]}`}`,
  barred: (active: number) => ` can take ${active === 1 ? 'no more' : 'more'} hours there.`,
  tooFew: (active: number, least: number) =>
    active === 1 ? ` has less than ${en.hours(least)} left.` : ` has ${en.hours(least)} or more left.`,

  only: ({ people, positions, free }: ShortageFigures) =>
    `Only ${en.counted(people, 'person', 'people')} who may fill ${positions === 1 ? 'it' : 'them'} ${people === 1 ? 'has' : 'have'} hours left: ${en.hours(free)}`,
  allUsed: ', all of which the plan uses',
  used: (hours: number) => `, of which the plan uses ${en.hours(hours)}`,
  others: (count: number) => `; the other ${count === 1 ? 'one' : en.count(count)} `,
  canTakeNone: (_count: number) => 'can take none there',
  haveLess: (count: number, minimum: number) =>
    `${count === 1 ? 'has' : 'have'} less than ${en.hours(minimum)}`,
  haveNone: (count: number) => `${count === 1 ? 'has' : 'have'} none`,

  allWantedTwice:
    ' All these hours are short only because the same people are wanted for several of these positions.',
  wantedTwice: (hours: number) =>
    ` ${en.hours(hours)} of these are short only because the same people are wanted for several of these positions.`,
}

const whatInEnglish = { ONE: 'it', ALL: 'them all', ANY: 'what any one of them requires' }

const spanish: typeof english = {
  more: (count) => `${count} más`,
  short: ({ short, full_time }, what) =>
    `Faltan ${es.hours(short)} por semana (${es.fullTime(short, full_time)} ETC): ${what}.`,
  where: ({ positions, units, lacking }, also) =>
    `A ${es.counted(positions, 'puesto')} de ${es.counted(units, 'unidad', 'unidades')} ${positions === 1 ? 'le' : 'les'} faltan ${es.hours(lacking)}${also}.`,
  also: (hours, tags) => `${es.hours(hours)} también con ${tags}`,
  rest: (count) => `el resto en ${es.counted(count, 'combinación', 'combinaciones')} más`,
  ofThat: (parts) => ` (de ellas, ${parts})`,

  nobodyActive: (held) =>
    held === 'NOTHING' ? 'Nadie está en activo.' : `Nadie en activo ${holdsInSpanish[held]}.`,
  nobodyPlanned: (held) =>
    held === 'NOTHING'
      ? 'No se puede planificar a nadie.'
      : `Nadie que pueda planificarse ${holdsInSpanish[held]}.`,
  noneLeft: (active, held) =>
    active === 1
      ? `La única persona en activo${held === 'NOTHING' ? '' : ` que ${holdsInSpanish[held]}`}`
      : `Ninguna de las ${es.count(active)} personas en activo${held === 'NOTHING' ? '' : ` que ${holdInSpanish[held]}`}`,
  barred: (active) => `${active === 1 ? ' no puede' : ' puede'} asumir más horas ahí.`,
  tooFew: (active, least) =>
    active === 1 ? ` tiene menos de ${es.hours(least)} libres.` : ` tiene ${es.hours(least)} libres o más.`,

  only: ({ people, positions, free }) =>
    `Solo ${es.counted(people, 'persona que puede', 'personas que pueden')} ${positions === 1 ? 'ocuparlo' : 'ocuparlos'} ${people === 1 ? 'tiene' : 'tienen'} horas libres: ${es.hours(free)}`,
  allUsed: ', que el plan usa por completo',
  used: (hours) => `, de las que el plan usa ${es.hours(hours)}`,
  others: (count) => (count === 1 ? '; la otra ' : `; las otras ${es.count(count)} `),
  canTakeNone: (count) => `no ${count === 1 ? 'puede' : 'pueden'} asumir ninguna ahí`,
  haveLess: (count, minimum) => `${count === 1 ? 'tiene' : 'tienen'} menos de ${es.hours(minimum)}`,
  haveNone: (count) => `no ${count === 1 ? 'tiene' : 'tienen'} ninguna`,

  allWantedTwice:
    ' Todas ellas faltan solo porque las mismas personas hacen falta en varios de estos puestos.',
  wantedTwice: (hours) =>
    ` De ellas, ${es.hours(hours)} faltan solo porque las mismas personas hacen falta en varios de estos puestos.`,
}

const holdsInSpanish = {
  ONE: 'la tiene',
  ALL: 'las tiene todas',
  ANY: 'tiene lo que requiere alguno de ellos',
}
const holdInSpanish = {
  ONE: 'la tienen',
  ALL: 'las tienen todas',
  ANY: 'tienen lo que requiere alguno de ellos',
}

const words = { en: { ...english, ...en }, es: { ...spanish, ...es } }
type Words = (typeof words)[Language]

/** Says how many hours are short, of which tags, where and why, in a few sentences. */
export function shortageSentence(shortage: ShortageFigures, language: Language = 'en'): string {
  const say = words[language]
  const base = baseOf(shortage.tag_sets)
  const what = whatIsShort(shortage.tag_sets, base, say)
  const where = say.where(shortage, base ? alsoRequired(shortage.tag_sets, base, say) : '')
  return `${say.short(shortage, what)} ${where} ${whoIsThere(shortage, base, say)}${wantedTwice(shortage, say)}`
}

/** The set whose tags all others require too, if there is one. */
export const baseOf = (sets: readonly NamedTags[]) =>
  sets.find(({ tags }) => sets.every((set) => tags.every((tag) => set.tags.includes(tag))))

const shownSets = 4

function whatIsShort(sets: readonly NamedTags[], base: NamedTags | undefined, say: Words) {
  const all = sets.map(({ tags }) => say.tags(tags))
  return base ? say.tags(base.tags) : say.listedFirst(shownSets, all, say.more)
}

/** Which of the hours require more than the base does. */
function alsoRequired(sets: readonly NamedTags[], base: NamedTags, say: Words) {
  const others = sets.filter((set) => set !== base)
  const shown = others.map(({ tags, lacking }) => {
    const also = tags.filter((tag) => !base.tags.includes(tag))
    return say.also(lacking, say.tags(also))
  })
  return others.length ? say.ofThat(say.listedFirst(shownSets, shown, say.rest)) : ''
}

function whoIsThere(shortage: ShortageFigures, base: NamedTags | undefined, say: Words): string {
  const { cause, holders, minimum } = shortage
  const held = heldOf(base)
  if (cause === 'NOBODY_HOLDS') return holders.are_left_out ? say.nobodyPlanned(held) : say.nobodyActive(held)
  if (cause === 'NOT_ENOUGH_HOURS') return notEnough(shortage, say)
  const { active, are_barred } = holders
  const why = are_barred ? say.barred(active) : say.tooFew(active, Math.max(1, minimum))
  return `${say.noneLeft(active, held)}${why}`
}

function heldOf(base: NamedTags | undefined): HeldTags {
  if (!base) return 'ANY'
  if (base.tags.length === 0) return 'NOTHING'
  return base.tags.length === 1 ? 'ONE' : 'ALL'
}

function notEnough(shortage: ShortageFigures, say: Words) {
  const { people, free, used, minimum, holders } = shortage
  const use = used === free ? say.allUsed : say.used(used)
  const others = holders.active - people
  if (others <= 0) return `${say.only(shortage)}${use}.`
  const less = holders.left_below_minimum > 0 ? say.haveLess(others, minimum) : say.haveNone(others)
  const theirs = holders.are_barred ? say.canTakeNone(others) : less
  return `${say.only(shortage)}${use}${say.others(others)}${theirs}.`
}

/** Hours that are short although each tag set alone would have enough people. */
function wantedTwice({ short, tag_sets }: ShortageFigures, say: Words) {
  const twice = short - tag_sets.reduce((sum, set) => sum + set.short_alone, 0)
  if (twice <= 0) return ''
  return twice === short ? say.allWantedTwice : say.wantedTwice(twice)
}
