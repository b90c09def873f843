import type { Language } from '../../language.ts'
import type { HoursLimit } from '../facts/clinic-facts.ts'
import { en, es } from './writing.ts'

type Demand = 'BOOKED' | 'SECURE'

/** Hours above what positions require and above people's contracts, in hundredths, and of how many. */
export type Excess = { surplus: number; positions: number; over_contract: number; people: number }

type Certificate = {
  lacking: number
  short: { positions: readonly number[]; lacking: number; people: readonly number[]; free: number }
  maximum: number
}
type Figures = { certificate: Certificate; planned: number; maximum: number; is_maximum: boolean }

/** How many lines of a draft there are, would be refused now, and are no longer needed. */
export type DriftCounts = { lines: number; refused: number; unneeded: number }

const english = {
  missing: (lacking: number, demand: Demand) =>
    `${en.amount(lacking)} ${demand === 'SECURE' ? 'hours that are missing or at risk' : 'missing hours'}`,
  all: (missing: string) => `All ${missing} can be covered.`,
  none: (missing: string) => `None of the ${missing} can be covered; here is why.`,
  most: (planned: number, missing: string) =>
    `${en.amount(planned)} of ${missing} can be covered; that is the most, and here is why.`,
  some: (planned: number, missing: string, maximum: number) =>
    `This plan covers ${en.amount(planned)} of ${missing}; no plan covers more than ${en.amount(maximum)}, and here is why.`,

  nothing: (demand: Demand, limit: HoursLimit) =>
    `No position lacks hours${demand === 'SECURE' ? ` or has any at risk${limit === 'CONTRACT' ? '' : ' but overtime'}` : ''}, so there is nothing to add.`,
  surplus: ({ surplus, positions }: Excess) =>
    `${en.counted(positions, 'position has', 'positions have')} ${en.hours(surplus)} more than required${positions === 1 ? '' : ' in all'}`,
  over: ({ over_contract, people }: Excess) =>
    `${en.counted(people, 'person is', 'people are')} ${en.hours(over_contract)} over contract${people === 1 ? '' : ' in all'}`,
  but: (excess: readonly string[]) => ` But ${excess.join(', and ')}`,
  rebalance: ': a rebalance shows what could change',

  lacksNothing: 'No position lacks hours.',
  lacks: (lacking: number) => `Positions lack ${en.hours(lacking)}`,
  enough: ', and people have the hours and the tags for all of it.',
  short: (positions: number, lacking: number) =>
    `. ${en.count(positions)} of these positions ${positions === 1 ? 'lacks' : 'lack'} ${en.hours(lacking)}, and `,
  nobody: (who: 'it' | 'them') => `no one who may fill ${who} has enough hours left`,
  only: (people: number, who: 'it' | 'them', free: number) =>
    `only ${en.counted(people, 'person', 'people')} who may fill ${who} ${people === 1 ? 'has' : 'have'} hours left: ${en.hours(free)}`,
  soAtMost: (addition: string) => `. So at most ${addition} can be covered.`,

  holds: ({ lines }: DriftCounts) =>
    lines === 1 ? 'The line still holds.' : `All ${lines} lines still hold.`,
  drifted: ({ lines, refused, unneeded }: DriftCounts) =>
    `Of ${en.counted(lines, 'line')}, ${en.listed([
      refused > 0 && `${refused} would no longer be accepted`,
      unneeded > 0 && `${unneeded} ${unneeded === 1 ? 'is' : 'are'} no longer needed`,
    ])}.`,
}

const spanish: typeof english = {
  missing: (lacking, demand) =>
    `${es.amount(lacking)} horas que faltan${demand === 'SECURE' ? ' o están en riesgo' : ''}`,
  all: (missing) => `Se pueden cubrir todas las ${missing}.`,
  none: (missing) => `No se puede cubrir ninguna de las ${missing}; a continuación se explica por qué.`,
  most: (planned, missing) =>
    `Se pueden cubrir ${es.amount(planned)} de las ${missing}; es lo máximo, y a continuación se explica por qué.`,
  some: (planned, missing, maximum) =>
    `Este plan cubre ${es.amount(planned)} de las ${missing}; ningún plan cubre más de ${es.amount(maximum)}, y a continuación se explica por qué.`,

  nothing: (demand, limit) =>
    `A ningún puesto le faltan horas${demand === 'SECURE' ? ` ni las tiene en riesgo${limit === 'CONTRACT' ? '' : ', salvo las extraordinarias'}` : ''}, así que no hay nada que añadir.`,
  surplus: ({ surplus, positions }) =>
    `${es.counted(positions, 'puesto tiene', 'puestos tienen')} ${es.hours(surplus)} más de lo requerido${positions === 1 ? '' : ' en total'}`,
  over: ({ over_contract, people }) =>
    `${es.counted(people, 'persona supera su contrato', 'personas superan su contrato')} en ${es.hours(over_contract)}${people === 1 ? '' : ' en total'}`,
  but: (excess) => ` Pero ${excess.join(', y ')}`,
  rebalance: ': un reajuste muestra qué podría cambiar',

  lacksNothing: 'A ningún puesto le faltan horas.',
  lacks: (lacking) => `A los puestos les faltan ${es.hours(lacking)}`,
  enough: ', y hay personas con horas y titulaciones para todo ello.',
  short: (positions, lacking) =>
    `. A ${es.count(positions)} de estos puestos ${positions === 1 ? 'le' : 'les'} faltan ${es.hours(lacking)}, y `,
  nobody: (who) => `nadie que pueda ${filling[who]} tiene suficientes horas libres`,
  only: (people, who, free) =>
    `solo ${es.counted(people, 'persona que puede', 'personas que pueden')} ${filling[who]} ${people === 1 ? 'tiene' : 'tienen'} horas libres: ${es.hours(free)}`,
  soAtMost: (addition) => `. Así que se pueden cubrir como máximo ${addition}.`,

  holds: ({ lines }) =>
    lines === 1 ? 'La línea sigue siendo válida.' : `Las ${lines} líneas siguen siendo válidas.`,
  drifted: ({ lines, refused, unneeded }) =>
    `De ${es.counted(lines, 'línea', 'líneas')}, ${es.listed([
      refused > 0 && `${refused} ya no se ${refused === 1 ? 'aceptaría' : 'aceptarían'}`,
      unneeded > 0 && `${unneeded} ya no ${unneeded === 1 ? 'hace' : 'hacen'} falta`,
    ])}.`,
}

const filling = { it: 'ocuparlo', them: 'ocuparlos' }

const words = { en: { ...english, ...en }, es: { ...spanish, ...es } }

/** Says how much can be covered, in one sentence that needs no explanation. */
export function planSentence(
  { certificate, planned, maximum, is_maximum }: Figures,
  { demand, hours_limit, ...excess }: Excess & { demand: Demand; hours_limit: HoursLimit },
  language: Language = 'en',
): string {
  const say = words[language]
  const { lacking } = certificate
  if (lacking === 0) return `${say.nothing(demand, hours_limit)}${tooMuch(excess, say)}`
  const missing = say.missing(lacking, demand)
  if (planned === lacking) return say.all(missing)
  if (!is_maximum) return say.some(planned, missing, maximum)
  return planned === 0 ? say.none(missing) : say.most(planned, missing)
}

function tooMuch(excess: Excess, say: (typeof words)[Language]) {
  const above = excess.surplus > 0 ? [say.surplus(excess)] : []
  if (excess.over_contract > 0) return `${say.but([...above, say.over(excess)])}${say.rebalance}.`
  return above.length ? `${say.but(above)}.` : ''
}

/** The certificate as an addition that can be checked by hand. */
export function certificateSentence(
  { lacking, short, maximum }: Certificate,
  language: Language = 'en',
): string {
  const say = words[language]
  if (lacking === 0) return say.lacksNothing
  const [positions, people] = [short.positions.length, short.people.length]
  if (positions === 0) return `${say.lacks(lacking)}${say.enough}`
  const who = positions === 1 ? 'it' : 'them'
  const free = people === 0 ? say.nobody(who) : say.only(people, who, short.free)
  const addition = `${say.amount(lacking)} - ${say.amount(short.lacking)} + ${say.amount(short.free)} = ${say.hours(maximum)}`
  return `${say.lacks(lacking)}${say.short(positions, short.lacking)}${free}${say.soAtMost(addition)}`
}

/** How far a draft still holds. */
export const driftSentence = (counts: DriftCounts, language: Language = 'en') =>
  counts.refused + counts.unneeded === 0 ? words[language].holds(counts) : words[language].drifted(counts)
