import type { Language } from '../../language.ts'
import { en, es } from './writing.ts'

/** A change of an employee's secure hours, in hundredths: when its cause ends or begins, and `from` which week on. */
export type CliffFigures = {
  cause: string
  employee_name: string
  /** Null for an assignment, and for the person's own return or start. */
  tag_name: string | null
  event: 'ends' | 'begins'
  date: string
  is_past: boolean
  from: string
  direction: 'LOSS' | 'GAIN'
  hours: number
  positions: readonly { title: string; org_unit_name: string; hours: number }[]
}

const english = {
  of: (what: string | null, name: string) => `${what ?? 'An assignment'} of ${name}`,
  events: { ends: ['ends', 'ended'], begins: ['begins', 'began'] },
  returns: (name: string) => `${name} is expected back from leave`,
  starts: (name: string) => `${name} is expected to start`,
  on: (event: string, date: string) => `${event} on ${date}`,
  from: (date: string, hours: number, direction: CliffFigures['direction']) =>
    `from ${date} on, ${en.hours(hours)} a week ${direction === 'LOSS' ? 'are no longer secure' : 'become secure'}`,
  more: (positions: number) => `${positions} more positions`,
}

const spanish: typeof english = {
  of: (what, name) => `${what ?? 'Una asignación'} de ${name}`,
  events: { ends: ['termina', 'terminó'], begins: ['empieza', 'empezó'] },
  returns: (name) => `Se espera que ${name} vuelva de su permiso`,
  starts: (name) => `Se espera que ${name} se incorpore`,
  on: (event, date) => `${event} el ${es.date(date)}`,
  from: (date, hours, direction) =>
    `desde el ${es.date(date)} ${direction === 'LOSS' ? 'dejan de estar aseguradas' : 'pasan a estar aseguradas'} ${es.hours(hours)} por semana`,
  more: (positions) => `${positions} puestos más`,
}

const words = { en: { ...english, ...en }, es: { ...spanish, ...es } }

/** The maximum number of positions that a sentence names. */
const mostNamed = 3

function happening(cliff: CliffFigures, language: Language) {
  const say = words[language]
  const { cause, employee_name, tag_name, event, is_past } = cliff
  if (cause === 'LEAVE_ENDS') return say.returns(employee_name)
  if (cause === 'EMPLOYMENT_BEGINS') return say.starts(employee_name)
  return `${say.of(tag_name, employee_name)} ${say.events[event][is_past ? 1 : 0]}`
}

/** Says in one sentence whose hours change, when, why and where. */
export function cliffSentence(cliff: CliffFigures, language: Language = 'en'): string {
  const say = words[language]
  const { date, from, hours, direction, positions } = cliff
  const what = say.on(happening(cliff, language), date)
  const named = positions.map((one) => `${one.title}, ${one.org_unit_name} (${say.hours(one.hours)})`)
  const more = named.length - mostNamed
  const shown = more > 0 ? [...named.slice(0, mostNamed - 1), say.more(more + 1)] : named
  return `${what}: ${say.from(from, hours, direction)}: ${say.listed(shown)}.`
}
