import { toHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { Severity } from '../../work/business-rules.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { en, es, spanishDate } from '../words/writing.ts'
import type { ChangeKind, ScenarioChange, ScenarioChangeOf } from './changes/change.ts'
import { indexOf } from './changes/draft.ts'

type NamedPosition = { title: string; unit: string } | undefined

/** Names what the ids of changes stand for in the clinic before the change. */
function namesIn({ employees, units, tags, positions, assignments }: ClinicFacts) {
  const nameOf = (index: number) => spokenName(employees[index]?.name ?? '')
  function placeOf(index: number): NamedPosition {
    const position = positions[index]
    return position && { title: position.title, unit: units[position.unit]?.name ?? '' }
  }
  return {
    person: (id: string) => nameOf(indexOf(employees, id)),
    unit: (id: string) => units[indexOf(units, id)]?.name ?? '',
    tags: (ids: readonly string[]) => ids.map((id) => tags[indexOf(tags, id)]?.name ?? ''),
    place: (id: string) => placeOf(indexOf(positions, id)),
    required: (id: string) => positions[indexOf(positions, id)]?.required ?? 0,
    held(id: string) {
      const holder = employees.find((employee) => indexOf(employee.tags, id) >= 0)
      const tag = holder?.tags[indexOf(holder.tags, id)]?.tag ?? -1
      return { who: spokenName(holder?.name ?? ''), tag: tags[tag]?.name ?? '' }
    },
    assigned(id: string) {
      const { employee = -1, position = -1, hours = 0 } = assignments[indexOf(assignments, id)] ?? {}
      return { who: nameOf(employee), where: placeOf(position), hours }
    },
  }
}

type Names = ReturnType<typeof namesIn>

/** `Vidal, Ana` as people say it. */
function spokenName(name: string) {
  const [last = '', first = ''] = name.split(', ', 2)
  return `${first} ${last}`.trim()
}

/** What each change does, as the clause of a sentence that begins with `If`. */
type Clauses = { [Kind in ChangeKind]: (of: Names, change: ScenarioChangeOf<Kind>) => string }

type Dates = { start_date?: string | null; end_date?: string | null }

function when({ start_date: start, end_date: end }: Dates) {
  if (start && end) return ` from ${start} to ${end}`
  if (start) return ` on ${start}`
  return end ? ` until ${end}` : ''
}

const placeInEnglish = (place: NamedPosition) =>
  place ? `${place.title} in ${place.unit}` : 'an inactive position'
const englishHours = (decimal: string) => en.hours(toHundredths(decimal))

const english: Clauses = {
  LEAVE: (of, { employee, ...dates }) => `${of.person(employee)} goes on leave${when(dates)}`,
  RETURN: (of, { employee, ...dates }) => `${of.person(employee)} returns from leave${when(dates)}`,
  TERMINATION: (of, { employee }) => `the employment of ${of.person(employee)} ends`,
  HIRE: (of, { tags, ...dates }) => `somebody with ${en.listed(of.tags(tags))} is hired${when(dates)}`,

  TAG_REVOKED(of, { employee_tag }) {
    const { who, tag } = of.held(employee_tag)
    return `${who} loses ${tag}`
  },
  TAG_EXTENDED(of, { employee_tag, end_date }) {
    const { who, tag } = of.held(employee_tag)
    return `${who} keeps ${tag} ${end_date ? `until ${end_date}` : 'with no end'}`
  },
  TAG_GRANTED: (of, { employee, tag, ...dates }) =>
    `${of.person(employee)} is given ${of.tags([tag])}${when(dates)}`,

  POSITION_ADDED: (of, { org_unit_id, title, required_weekly_hours }) =>
    `${title} with ${englishHours(required_weekly_hours)} is added to ${of.unit(org_unit_id)}`,
  POSITION_CHANGED(of, { position_id, required_weekly_hours, org_unit_id, add_tags, remove_tags }) {
    const parts = [
      required_weekly_hours &&
        `requires ${englishHours(required_weekly_hours)} instead of ${en.hours(of.required(position_id))}`,
      org_unit_id && `moves to ${of.unit(org_unit_id)}`,
      add_tags?.length && `also requires ${en.listed(of.tags(add_tags))}`,
      remove_tags?.length && `no longer requires ${en.listed(of.tags(remove_tags))}`,
    ]
    return `${placeInEnglish(of.place(position_id))} ${en.listed(parts) || 'stays as it is'}`
  },
  POSITION_CLOSED: (of, { position_id }) => `${placeInEnglish(of.place(position_id))} is closed`,

  ASSIGNMENT_ADDED: (of, { employee, position_id, effective_hours }) =>
    `${of.person(employee)} is given ${englishHours(effective_hours)} as ${placeInEnglish(of.place(position_id))}`,
  ASSIGNMENT_CHANGED(of, { assignment, effective_hours }) {
    const { who, where, hours: before } = of.assigned(assignment)
    return `${who} has ${englishHours(effective_hours)} instead of ${en.hours(before)} as ${placeInEnglish(where)}`
  },
  ASSIGNMENT_ENDED(of, { assignment }) {
    const { who, where } = of.assigned(assignment)
    return `the assignment of ${who} to ${placeInEnglish(where)} ends`
  },

  CAP_CHANGED: (_, { max_weekly_hours: cap }) =>
    cap === null
      ? 'the clinic has no weekly cap of its own'
      : `the clinic's weekly cap is ${englishHours(cap)}`,
  RULE_CHANGED(_, { code, severity, threshold, enabled }) {
    const parts = [
      severity && `is ${severity}`,
      enabled !== undefined && `is ${enabled ? 'enabled' : 'disabled'}`,
      threshold !== undefined && `has ${threshold ? `the threshold ${threshold}` : 'its default threshold'}`,
    ]
    return `${code} ${en.listed(parts) || 'stays as it is'}`
  },
}

function whenInSpanish({ start_date: start, end_date: end }: Dates) {
  if (start && end) return ` del ${spanishDate(start)} al ${spanishDate(end)}`
  if (start) return ` el ${spanishDate(start)}`
  return end ? ` hasta el ${spanishDate(end)}` : ''
}

const placeInSpanish = (place: NamedPosition) =>
  place ? `${place.title} en ${place.unit}` : 'un puesto inactivo'
const spanishHours = (decimal: string) => es.hours(toHundredths(decimal))
const spanishSeverities: Record<Severity, string> = {
  BLOCKING: 'impide asignar',
  WARNING: 'es una advertencia',
  INFO: 'es informativa',
}

const spanish: Clauses = {
  LEAVE: (of, { employee, ...dates }) => `${of.person(employee)} empieza un permiso${whenInSpanish(dates)}`,
  RETURN: (of, { employee, ...dates }) =>
    `${of.person(employee)} vuelve de su permiso${whenInSpanish(dates)}`,
  TERMINATION: (of, { employee }) => `${of.person(employee)} causa baja definitiva`,
  HIRE: (of, { tags, ...dates }) =>
    `se contrata a alguien con ${es.listed(of.tags(tags))}${whenInSpanish(dates)}`,

  TAG_REVOKED(of, { employee_tag }) {
    const { who, tag } = of.held(employee_tag)
    return `${who} pierde ${tag}`
  },
  TAG_EXTENDED(of, { employee_tag, end_date }) {
    const { who, tag } = of.held(employee_tag)
    return `${who} conserva ${tag} ${end_date ? `hasta el ${spanishDate(end_date)}` : 'sin fecha de fin'}`
  },
  TAG_GRANTED: (of, { employee, tag, ...dates }) =>
    `${of.person(employee)} recibe ${of.tags([tag])}${whenInSpanish(dates)}`,

  POSITION_ADDED: (of, { org_unit_id, title, required_weekly_hours }) =>
    `se añade ${title}, con ${spanishHours(required_weekly_hours)}, a ${of.unit(org_unit_id)}`,
  POSITION_CHANGED(of, { position_id, required_weekly_hours, org_unit_id, add_tags, remove_tags }) {
    const parts = [
      required_weekly_hours &&
        `requiere ${spanishHours(required_weekly_hours)} en vez de ${es.hours(of.required(position_id))}`,
      org_unit_id && `pasa a ${of.unit(org_unit_id)}`,
      add_tags?.length && `requiere además ${es.listed(of.tags(add_tags))}`,
      remove_tags?.length && `ya no requiere ${es.listed(of.tags(remove_tags))}`,
    ]
    return `${placeInSpanish(of.place(position_id))} ${es.listed(parts) || 'no cambia'}`
  },
  POSITION_CLOSED: (of, { position_id }) => `se cierra ${placeInSpanish(of.place(position_id))}`,

  ASSIGNMENT_ADDED: (of, { employee, position_id, effective_hours }) =>
    `${of.person(employee)} recibe ${spanishHours(effective_hours)} como ${placeInSpanish(of.place(position_id))}`,
  ASSIGNMENT_CHANGED(of, { assignment, effective_hours }) {
    const { who, where, hours: before } = of.assigned(assignment)
    return `${who} tiene ${spanishHours(effective_hours)} en vez de ${es.hours(before)} como ${placeInSpanish(where)}`
  },
  ASSIGNMENT_ENDED(of, { assignment }) {
    const { who, where } = of.assigned(assignment)
    return `finaliza la asignación de ${who} como ${placeInSpanish(where)}`
  },

  CAP_CHANGED: (_, { max_weekly_hours: cap }) =>
    cap === null
      ? 'la clínica no tiene tope semanal propio'
      : `el tope semanal de la clínica es de ${spanishHours(cap)}`,
  RULE_CHANGED(_, { code, severity, threshold, enabled }) {
    const parts = [
      severity && spanishSeverities[severity],
      enabled !== undefined && (enabled ? 'se activa' : 'se desactiva'),
      threshold !== undefined &&
        (threshold
          ? `tiene el umbral ${es.amount(toHundredths(threshold))}`
          : 'tiene su umbral predeterminado'),
    ]
    return `la regla ${code} ${es.listed(parts) || 'no cambia'}`
  },
}

const words = {
  en: {
    ...en,
    clauses: english,
    others: (count: number) => `${en.counted(count, 'more change')} are made`,
    condition: (clauses: string) => `If ${clauses}`,
  },
  es: {
    ...es,
    clauses: spanish,
    others: (count: number) => `se hacen ${es.counted(count, 'cambio')} más`,
    condition: (clauses: string) => `Si ${clauses}`,
  },
}

/** The most changes that a sentence names. */
const mostNamed = 3

/** `If Ana Vidal goes on leave`; `steps` are the clinic before each change. */
export function condition(
  changes: readonly ScenarioChange[],
  steps: readonly ClinicFacts[],
  language: Language = 'en',
): string {
  const say = words[language]
  const named = changes.length > mostNamed ? mostNamed - 1 : changes.length
  const spoken = changes.slice(0, named).map((change, index) => {
    const clause = say.clauses[change.kind] as (of: Names, change: ScenarioChange) => string
    return clause(namesIn(steps[index] as ClinicFacts), change)
  })
  const others = changes.length - named
  return say.condition(say.listed([...spoken, others > 0 && say.others(others)]))
}
