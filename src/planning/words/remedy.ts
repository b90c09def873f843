import type { Language } from '../../language.ts'
import { baseOf, type NamedTags } from './shortage.ts'
import { en, es } from './writing.ts'

/** A remedy and how much of a shortage it would close, in hundredths of hours. */
export type RemedyFigures = {
  kind: keyof typeof english
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

const closesInEnglish = ({ closes, is_wider }: RemedyFigures) =>
  `would close ${en.hours(closes)}${is_wider ? ' in all' : ''}.`

const english = {
  RENEW: (of: RemedyFigures) =>
    `Renewing ${of.tag_name} for ${en.counted(of.employees.length, 'person', 'people')} (${names(of.employees, 'en')}), who ${of.employees.length === 1 ? 'works' : 'work'} there and ${of.employees.length === 1 ? 'has' : 'have'} everything else, ${closesInEnglish(of)}`,
  CERTIFY: (of: RemedyFigures) =>
    `${of.tag_name} for ${en.counted(of.employees.length, 'more person', 'more people')} (${names(of.employees, 'en')}), who ${of.employees.length === 1 ? 'has' : 'have'} everything else and hours left, ${closesInEnglish(of)}`,
  RETURN: (of: RemedyFigures) =>
    `The return from leave of ${names(of.employees, 'en')} ${closesInEnglish(of)}`,
  OVERTIME: (of: RemedyFigures) =>
    `Overtime up to the weekly cap, by those who may fill the positions, ${closesInEnglish(of)}`,
  HIRE: (of: RemedyFigures) =>
    `Hiring ${en.fullTime(of.hired, of.full_time)} FTE with ${required(of, 'en')} ${closesInEnglish(of)}`,
  SMALLER_MINIMUM: (of: RemedyFigures) =>
    `A minimum of ${en.hours(of.smaller_minimum)} instead of ${en.hours(of.minimum)} per new assignment ${closesInEnglish(of)}`,
}

const closesInSpanish = ({ closes, is_wider }: RemedyFigures) =>
  `${es.hours(closes)}${is_wider ? ' en total' : ''}.`

const spanish: typeof english = {
  RENEW: (of) =>
    `Renovar ${of.tag_name} a ${es.counted(of.employees.length, 'persona')} (${names(of.employees, 'es')}), que ya ${of.employees.length === 1 ? 'trabaja ahí y tiene' : 'trabajan ahí y tienen'} lo demás, cubriría ${closesInSpanish(of)}`,
  CERTIFY: (of) =>
    `${of.tag_name} para ${es.counted(of.employees.length, 'persona')} más (${names(of.employees, 'es')}), que ${of.employees.length === 1 ? 'tiene' : 'tienen'} lo demás y horas libres, cubriría ${closesInSpanish(of)}`,
  RETURN: (of) => `La vuelta del permiso de ${names(of.employees, 'es')} cubriría ${closesInSpanish(of)}`,
  OVERTIME: (of) =>
    `Las horas extra hasta el tope semanal, de quienes pueden ocupar los puestos, cubrirían ${closesInSpanish(of)}`,
  HIRE: (of) =>
    `Contratar ${es.fullTime(of.hired, of.full_time)} ETC con ${required(of, 'es')} cubriría ${closesInSpanish(of)}`,
  SMALLER_MINIMUM: (of) =>
    `Un mínimo de ${es.hours(of.smaller_minimum)} en vez de ${es.hours(of.minimum)} por asignación nueva cubriría ${closesInSpanish(of)}`,
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
export const remedySentence = (remedy: RemedyFigures, language: Language = 'en') =>
  (language === 'en' ? english : spanish)[remedy.kind](remedy)

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
