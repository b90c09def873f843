import type { Language } from '../../language.ts'
import type { RuleCode, Violation } from '../../work/business-rules.ts'
import { en, es } from './writing.ts'

/** More hours for a person on a position, in hundredths, with what speaks for and against them. */
export type Given = {
  is_raise: boolean
  added: number
  /** The hours that the assignment would have. */
  hours: number
  /** Names of the position's mandatory tags. */
  held: readonly string[]
  missing: readonly string[]
  is_on_leave: boolean
  balance: number
  after: number
  lacking: number
  works_in_unit: boolean
  /** What other positions lose; null where it is not computed. */
  cost: number | null
  refusals: readonly Violation[]
}

/**
 * Hours that a person gives up on a position, in hundredths; `above` is what the position has above what it requires,
 * and `anew` what an assignment that ends begins anew with.
 */
export type Taken = {
  taken: number
  hours: number
  above: number
  anew: number | null
  balance: number
  after: number
}

const english = {
  raise: (by: number, to: number) => `Raise by ${en.hours(by)} to ${en.hours(to)}`,
  assign: (hours: number) => `Assign ${en.hours(hours)}`,
  holds: (tags: readonly string[]) => `holds ${en.listed(tags)}`,
  lacks: (tags: readonly string[]) => `lacks ${en.listed(tags)}`,
  but: ' but ',
  noTags: 'no tags are required',
  onLeave: 'is on leave',
  left: (before: number, after: number) => `has ${en.hours(before)} left, ${en.hours(after)} afterwards`,
  overtime: (before: number, over: number) =>
    `${leftInEnglish(before)} and would be ${en.hours(over)} over contract`,
  full: 'the position lacks nothing',
  open: (before: number, after: number) =>
    `the position lacks ${en.hours(before)}, ${after > 0 ? en.hours(after) : 'nothing'} afterwards`,
  worksThere: 'works there already',
  worksInUnit: 'works in the unit already',
  costs: (hours: number) => `costs ${en.hours(hours)} elsewhere`,
  refused: ({ message }: Violation) => ` Not possible: ${message}`,

  end: (hours: number) => `End (${en.hours(hours)})`,
  lower: (by: number, to: number) => `Lower by ${en.hours(by)} to ${en.hours(to)}`,
  above: (hours: number) => `the position has ${en.hours(hours)} more than it requires`,
  others: 'others take over the hours',
  anew: (hours: number) => `it cannot be lowered, and begins anew with ${en.hours(hours)}`,
  relieved: (before: number, after: number) =>
    `is ${en.hours(before)} over contract, ${after > 0 ? en.hours(after) : 'no longer'} afterwards`,
  free: (hours: number) => `has ${en.hours(hours)} for other positions afterwards`,
}

function leftInEnglish(balance: number) {
  if (balance < 0) return `is ${en.hours(-balance)} over contract`
  return balance > 0 ? `has only ${en.hours(balance)} left` : 'has no hours left'
}

const spanish: typeof english = {
  raise: (by, to) => `Ampliar en ${es.hours(by)} hasta ${es.hours(to)}`,
  assign: (hours) => `Asignar ${es.hours(hours)}`,
  holds: (tags) => `tiene ${es.listed(tags)}`,
  lacks: (tags) => `${tags.length === 1 ? 'le falta' : 'le faltan'} ${es.listed(tags)}`,
  but: ' pero ',
  noTags: 'no se requieren titulaciones',
  onLeave: 'está de permiso',
  left: (before, after) => `le quedan ${es.hours(before)} y después ${es.hours(after)}`,
  overtime: (before, over) => `${leftInSpanish(before)} y superaría su contrato en ${es.hours(over)}`,
  full: 'al puesto no le falta nada',
  open: (before, after) =>
    `al puesto le faltan ${es.hours(before)} y después ${after > 0 ? es.hours(after) : 'nada'}`,
  worksThere: 'ya trabaja ahí',
  worksInUnit: 'ya trabaja en la unidad',
  costs: (hours) => `cuesta ${es.hours(hours)} en otros puestos`,
  refused: ({ rule_code }) => ` No es posible: ${spanishRefusals[rule_code]}`,

  end: (hours) => `Finalizar (${es.hours(hours)})`,
  lower: (by, to) => `Reducir en ${es.hours(by)} hasta ${es.hours(to)}`,
  above: (hours) => `el puesto tiene ${es.hours(hours)} más de lo requerido`,
  others: 'otras personas asumen las horas',
  anew: (hours) => `no se puede reducir, y empieza de nuevo con ${es.hours(hours)}`,
  relieved: (before, after) =>
    `supera su contrato en ${es.hours(before)} y después ${after > 0 ? `en ${es.hours(after)}` : 'ya no'}`,
  free: (hours) => `después tiene ${es.hours(hours)} para otros puestos`,
}

function leftInSpanish(balance: number) {
  if (balance < 0) return `ya supera su contrato en ${es.hours(-balance)}`
  return balance > 0 ? `solo le quedan ${es.hours(balance)}` : 'no le quedan horas'
}

/** Spanish needs its own texts, because the messages of violations are in English. */
const spanishRefusals: Record<RuleCode, string> = {
  MAX_WEEKLY_HOURS: 'superaría el tope de horas semanales.',
  DUPLICATE_ASSIGNMENT: 'ya tiene una asignación activa a este puesto.',
  EMPLOYEE_TERMINATED: 'el contrato de la persona ha finalizado.',
  TAG_REQUIREMENT_MISMATCH: 'le faltan titulaciones del puesto.',
  MAX_CONSECUTIVE_SHIFTS: 'necesitaría demasiados días de trabajo en la semana.',
  COVERAGE_EXCEEDED: 'el puesto tendría más horas de las que requiere.',
  CONTRACT_NEAR_EXPIRY: 'su contrato termina pronto.',
}

const words = { en: english, es: spanish }

/** Says in one sentence why a suggestion ranks where it does, and in a second why it would be refused. */
export function reasonToGive(one: Given, language: Language = 'en'): string {
  const say = words[language]
  const what = one.is_raise ? say.raise(one.added, one.hours) : say.assign(one.hours)
  const { held, missing, balance, after, lacking, added, cost } = one
  const tags = [held.length > 0 && say.holds(held), missing.length > 0 && say.lacks(missing)]
  const clauses = [
    tags.filter(Boolean).join(say.but) || say.noTags,
    one.is_on_leave && say.onLeave,
    after >= 0 ? say.left(balance, after) : say.overtime(balance, -after),
    lacking === 0 ? say.full : say.open(lacking, lacking - added),
    one.is_raise ? say.worksThere : one.works_in_unit && say.worksInUnit,
    cost !== null && cost > 0 && say.costs(cost),
  ]
  return `${what}: ${clauses.filter(Boolean).join('; ')}.${one.refusals.map(say.refused).join('')}`
}

/** Says in one sentence why a rebalance takes hours away. */
export function reasonToTake(one: Taken, language: Language = 'en'): string {
  const say = words[language]
  const { taken, hours, above, anew, balance, after } = one
  const what = hours === 0 ? say.end(taken) : say.lower(taken, hours)
  const where = above > 0 ? say.above(above) : say.others
  if (anew !== null) return `${what}: ${say.anew(anew)}.`
  return `${what}: ${where}; ${balance < 0 ? say.relieved(-balance, -after) : say.free(after)}.`
}
