import type { Language } from '../../language.ts'
import { baseOf, type NamedTags } from './shortage.ts'
import { en, es } from './writing.ts'

/** A remedy and how much of a shortage it would close, in hundredths of hours. */
export type RemedyFigures = {
  kind: Exclude<keyof typeof english, 'closes'>
  closes: number
  /** Whether other shortages are closed too. */
  is_wider: boolean
  /** The tag of a RENEW or CERTIFY. */
  tag_name: string | null
  /** Names as `last, first`. */
  employees: readonly string[]
  /** The hours of a HIRE, and of a full-time equivalent. */
  hired: number
  full_time: number
  tag_sets: readonly NamedTags[]
  /** The minimum of a new assignment, and what a SMALLER_MINIMUM makes of it. */
  minimum: number
  smaller_minimum: number
}

const english = {
  closes: ({ closes, is_wider }: RemedyFigures) =>
    `would close ${en.hours(closes)}${is_wider ? ' in all' : ''}.`,
  RENEW: ({ tag_name, employees }: RemedyFigures) =>
    `Renewing ${tag_name} for ${en.counted(employees.length, 'person', 'people')} (${names(employees, 'en')}), who ${employees.length === 1 ? 'works' : 'work'} there and ${employees.length === 1 ? 'has' : 'have'} everything else,`,
  CERTIFY: ({ tag_name, employees }: RemedyFigures) =>
    `${tag_name} for ${en.counted(employees.length, 'more person', 'more people')} (${names(employees, 'en')}), who ${employees.length === 1 ? 'has' : 'have'} everything else and hours left,`,
  RETURN: ({ employees }: RemedyFigures) => `The return from leave of ${names(employees, 'en')}`,
  OVERTIME: () => 'Overtime up to the weekly cap, by those who may fill the positions,',
  HIRE: (of: RemedyFigures) => `Hiring ${en.fullTime(of.hired, of.full_time)} FTE with ${required(of, 'en')}`,
  SMALLER_MINIMUM: ({ smaller_minimum, minimum }: RemedyFigures) =>
    `A minimum of ${en.hours(smaller_minimum)} instead of ${en.hours(minimum)} per new assignment`,
}

const spanish: typeof english = {
  closes: ({ kind, closes, is_wider }) =>
    `${kind === 'OVERTIME' ? 'cubrirían' : 'cubriría'} ${es.hours(closes)}${is_wider ? ' en total' : ''}.`,
  RENEW: ({ tag_name, employees }) =>
    `Renovar ${tag_name} a ${es.counted(employees.length, 'persona')} (${names(employees, 'es')}), que ya ${employees.length === 1 ? 'trabaja ahí y tiene' : 'trabajan ahí y tienen'} lo demás,`,
  CERTIFY: ({ tag_name, employees }) =>
    `${tag_name} para ${es.counted(employees.length, 'persona')} más (${names(employees, 'es')}), que ${employees.length === 1 ? 'tiene' : 'tienen'} lo demás y horas libres,`,
  RETURN: ({ employees }) => `La vuelta del permiso de ${names(employees, 'es')}`,
  OVERTIME: () => 'Las horas extra hasta el tope semanal, de quienes pueden ocupar los puestos,',
  HIRE: (of) => `Contratar ${es.fullTime(of.hired, of.full_time)} ETC con ${required(of, 'es')}`,
  SMALLER_MINIMUM: ({ smaller_minimum, minimum }) =>
    `Un mínimo de ${es.hours(smaller_minimum)} en vez de ${es.hours(minimum)} por asignación nueva`,
}

const parts = {
  en: {
    others: (count: number) => ` and ${en.counted(count, 'other')}`,
    required: 'what the positions require',
    more: ' and whatever else the positions require',
  },
  es: {
    others: (count: number) => ` y ${es.count(count)} más`,
    required: 'lo que requieren los puestos',
    more: ' y lo demás que requieren los puestos',
  },
}

/** What the remedy would close, in one sentence. */
export function remedySentence(remedy: RemedyFigures, language: Language = 'en'): string {
  const say = language === 'en' ? english : spanish
  return `${say[remedy.kind](remedy)} ${say.closes(remedy)}`
}

const shownNames = 3

/** A semicolon keeps names apart that have a comma. */
function names(employees: readonly string[], language: Language) {
  const more = employees.length - shownNames
  const shown = employees.slice(0, shownNames).join('; ')
  return more > 0 ? `${shown}${parts[language].others(more)}` : shown
}

function required({ tag_sets }: RemedyFigures, language: Language) {
  const base = baseOf(tag_sets)
  if (!base?.tags.length) return parts[language].required
  return `${base.tags.join(' + ')}${tag_sets.length > 1 ? parts[language].more : ''}`
}
