import type { Language } from '../../language.ts'
import type { HoursLimit } from '../facts/clinic-facts.ts'
import { en, es } from './writing.ts'

/** What a rebalance puts right and what there is to put right, in hundredths of hours. */
export type RebalanceFigures = Changes & {
  limit: HoursLimit
  lacking: number
  /** Hours above contracts or the cap, and the number of people. */
  over: number
  people: number
  surplus: number
  covered: number
  relieved: number
  maximum: number
}

type Changes = { is_maximum: boolean; changes: number; changes_at_least: number | null }

/**
 * Why no changes can put more right: maximum = missed - short.missed + what can reach the short ones, which are `free`
 * hours of people, `surplus` of positions, and `elsewhere`, what the people are assigned to other positions.
 */
export type RebalanceProof = {
  missed: number
  short: {
    positions: number
    people: number
    missed: number
    free: number
    surplus: number
    elsewhere: number
  }
  maximum: number
}

const english = {
  balanced: (limit: HoursLimit) =>
    `No position lacks hours and no one is over ${limits.en[limit]}, so there is nothing to rebalance.`,
  surplus: (hours: number) =>
    ` Positions have ${en.hours(hours)} more than required, which no other position needs.`,
  missing: (hours: number) => `${en.amount(hours)} missing hours`,
  over: (hours: number, people: number, limit: HoursLimit) =>
    `${en.hours(hours)} over ${limits.en[limit]} (${en.counted(people, 'person', 'people')})`,
  none: (missed: string) => `No change can help with the ${missed}; here is why.`,
  notFound: (missed: string, maximum: number) =>
    `No changes were found that help with the ${missed}; none could put right more than ${en.hours(maximum)}.`,
  cover: (hours: number, missing: string) => `cover ${en.amount(hours)} of ${missing}`,
  remove: (hours: number, over: string) => `remove ${en.amount(hours)} of the ${over}`,
  would: (changes: number, done: string) => `${en.counted(changes, 'change')} would ${done}`,
  most: (least: number) => `; that is the most, and at least ${least} ${least === 1 ? 'is' : 'are'} needed.`,
  notMost: (maximum: number) => `; no changes could put right more than ${en.hours(maximum)} in all.`,

  nothingMissed: (limit: HoursLimit) => `No position lacks hours, and no one is over ${limits.en[limit]}.`,
  missed: (hours: number, limit: HoursLimit) =>
    `The hours that positions lack and the hours over ${limits.en[limit]} come to ${en.hours(hours)}.`,
  allOfIt: ' All of it can be put right.',
  positions: (count: number) => en.counted(count, 'position'),
  people: (count: number) => en.counted(count, 'person', 'people'),
  short: (who: string, isOne: boolean, missed: number) =>
    ` ${who} ${isOne ? 'accounts' : 'account'} for ${en.hours(missed)} of it`,
  help: ({ free, surplus, elsewhere }: RebalanceProof['short']) =>
    `, and all that could help there is ${en.hours(free)} that people have left, ${en.hours(surplus)} above what positions require, and ${en.hours(elsewhere)} that others could take over.`,
  soAtMost: (addition: string) => ` So at most ${addition} can be put right.`,

  byHand: 'These changes can be applied as a whole, or made by hand in this order.',
  onlyHours: 'The most that can be put right is proved; other changes may come closer to it, or be fewer.',
  both: 'It is proved that no more can be put right, and that it takes this many changes.',
  notFewest: 'It is proved that no more can be put right, but not that it takes this many changes.',
}

const spanish: typeof english = {
  balanced: (limit) =>
    `A ningún puesto le faltan horas y nadie supera ${limit === 'CONTRACT' ? 'su contrato' : 'el tope semanal'}, así que no hay nada que reajustar.`,
  surplus: (hours) =>
    ` Hay puestos con ${es.hours(hours)} más de lo requerido, que ningún otro puesto necesita.`,
  missing: (hours) => `${es.amount(hours)} horas que faltan`,
  over: (hours, people, limit) =>
    `${es.hours(hours)} por encima ${limits.es[limit]} (${es.counted(people, 'persona')})`,
  none: (missed) => `Ningún cambio puede ayudar con las ${missed}; a continuación se explica por qué.`,
  notFound: (missed, maximum) =>
    `No se han encontrado cambios que ayuden con las ${missed}; ninguno podría corregir más de ${es.hours(maximum)}.`,
  cover: (hours, missing) => `cubrir ${es.amount(hours)} de las ${missing}`,
  remove: (hours, over) => `eliminar ${es.amount(hours)} de las ${over}`,
  would: (changes, done) => `${es.counted(changes, 'cambio permitiría', 'cambios permitirían')} ${done}`,
  most: (least) => `; es lo máximo, y ${least === 1 ? 'hace' : 'hacen'} falta al menos ${least}.`,
  notMost: (maximum) => `; ningún cambio podría corregir más de ${es.hours(maximum)} en total.`,

  nothingMissed: (limit) =>
    `A ningún puesto le faltan horas, y nadie supera ${limit === 'CONTRACT' ? 'su contrato' : 'el tope semanal'}.`,
  missed: (hours, limit) =>
    `Las horas que faltan en los puestos y las que están por encima ${limits.es[limit]} suman ${es.hours(hours)}.`,
  allOfIt: ' Todas se pueden corregir.',
  positions: (count) => es.counted(count, 'puesto'),
  people: (count) => es.counted(count, 'persona'),
  short: (who, isOne, missed) => ` ${who} ${isOne ? 'supone' : 'suponen'} ${es.hours(missed)} de ellas`,
  help: ({ free, surplus, elsewhere }) =>
    `, y todo lo que podría ayudar ahí son ${es.hours(free)} que les quedan a otras personas, ${es.hours(surplus)} por encima de lo que requieren los puestos y ${es.hours(elsewhere)} que otras personas podrían asumir.`,
  soAtMost: (addition) => ` Así que se pueden corregir como máximo ${addition}.`,

  byHand: 'Estos cambios se aplican en bloque o, a mano, en este orden.',
  onlyHours:
    'Está demostrado cuánto se puede corregir como máximo; otros cambios podrían acercarse más o ser menos.',
  both: 'Está demostrado que no se puede corregir más, y también que hacen falta estos cambios.',
  notFewest: 'Está demostrado que no se puede corregir más, pero no que hagan falta tantos cambios.',
}

const limits = {
  en: { CONTRACT: 'contract', WEEKLY_CAP: 'the weekly cap' },
  es: { CONTRACT: 'del contrato', WEEKLY_CAP: 'del tope semanal' },
}

const words = { en: { ...english, ...en }, es: { ...spanish, ...es } }

/** Says what the changes would put right, in a sentence or two that need no explanation. */
export function rebalanceSentence(found: RebalanceFigures, language: Language = 'en'): string {
  const say = words[language]
  const { lacking, over, surplus, covered, relieved, maximum } = found
  if (lacking + over === 0) return `${say.balanced(found.limit)}${surplus > 0 ? say.surplus(surplus) : ''}`
  const missing = say.missing(lacking)
  const tooMuch = say.over(over, found.people, found.limit)
  if (found.changes === 0) {
    const missed = say.listed([lacking > 0 && missing, over > 0 && tooMuch])
    return maximum === 0 ? say.none(missed) : say.notFound(missed, maximum)
  }
  const done = [covered > 0 && say.cover(covered, missing), relieved > 0 && say.remove(relieved, tooMuch)]
  const end = found.is_maximum ? say.most(found.changes_at_least ?? 0) : say.notMost(maximum)
  return `${say.would(found.changes, say.listed(done))}${end}`
}

/** The certificate as an addition that can be checked by hand. */
export function rebalanceProof(
  { missed, short, maximum }: RebalanceProof,
  limit: HoursLimit,
  language: Language = 'en',
): string {
  const say = words[language]
  if (missed === 0) return say.nothingMissed(limit)
  const all = say.missed(missed, limit)
  if (short.missed === 0) return `${all}${say.allOfIt}`
  const who = say.listed([
    short.positions > 0 && say.positions(short.positions),
    short.people > 0 && say.people(short.people),
  ])
  const reachable = short.free + short.surplus + short.elsewhere
  const addition = `${say.amount(missed)} - ${say.amount(short.missed)} + ${say.amount(reachable)} = ${say.hours(maximum)}`
  const isOne = short.positions + short.people === 1
  return `${all}${say.short(who, isOne, short.missed)}${say.help(short)}${say.soAtMost(addition)}`
}

/** Says how to make the changes, and which of their numbers are proved to be the best. */
export function rebalanceNote(
  { is_maximum, changes, changes_at_least }: Changes,
  language: Language = 'en',
): string {
  const say = words[language]
  const proved = changes === changes_at_least ? say.both : say.notFewest
  return `${say.byHand} ${is_maximum ? proved : say.onlyHours}`
}
