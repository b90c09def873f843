import { toHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { en, es } from '../words/writing.ts'
import type { ChangeKind, ScenarioChange, ScenarioChangeOf } from './changes/change.ts'
import { type Dates, indexOf } from './changes/draft.ts'

/** The words of a change's clause: those of the language, and the names behind ids in the clinic before the change. */
function speech(clinic: ClinicFacts, change: ScenarioChange, language: Language) {
  const { employees, units, tags, positions, assignments } = clinic
  const { amount, hours, listed, date } = language === 'en' ? en : es
  const pick = (english: string, spanish: string) => (language === 'en' ? english : spanish)
  const { employee: id = '', position_id = '', assignment = '', employee_tag = '' }: Subject = change
  const assigned = assignments[indexOf(assignments, assignment)]
  const holder = employees.find((one) => indexOf(one.tags, employee_tag) >= 0)
  const employee = holder ?? employees[assigned?.employee ?? indexOf(employees, id)]
  const position = positions[assigned?.position ?? indexOf(positions, position_id)]
  const held = holder?.tags[indexOf(holder.tags, employee_tag)]
  const unit = (at: number) => units[at]?.name ?? ''
  return {
    ...{ amount, listed, date, pick },
    hours: (decimal: string) => hours(toHundredths(decimal)),
    when({ start_date, end_date }: Dates, { lasts = false } = {}) {
      const [start, end] = [start_date && date(start_date), end_date && date(end_date)]
      if (start && end) return pick(` from ${start} to ${end}`, ` del ${start} al ${end}`)
      if (start && lasts) return pick(` from ${start}`, ` el ${start}`)
      if (start) return pick(` on ${start}`, ` el ${start}`)
      return end ? pick(` until ${end}`, ` hasta el ${end}`) : ''
    },
    who: spokenName(employee?.name ?? ''),
    where: position
      ? `${position.title} ${pick('in', 'en')} ${unit(position.unit)}`
      : pick('an inactive position', 'un puesto inactivo'),
    held: tags[held?.tag ?? -1]?.name ?? '',
    before: hours(assigned?.hours ?? position?.required ?? 0),
    unit: (id: string) => unit(indexOf(units, id)),
    tags: (ids: readonly string[]) => listed(ids.map((id) => tags[indexOf(tags, id)]?.name)),
  }
}

/** A change with the id of what it is about. */
type Subject = { kind: ChangeKind } & Partial<
  Record<'employee' | 'position_id' | 'assignment' | 'employee_tag', string>
>
type Speech = ReturnType<typeof speech>

/** Turns `Vidal, Ana` into `Ana Vidal`. */
function spokenName(name: string) {
  const [last = '', first = ''] = name.split(', ', 2)
  return `${first} ${last}`.trim()
}

/** What each change does, as the clause of a sentence that begins with `If`. */
const clauses: { [Kind in ChangeKind]: (say: Speech, change: ScenarioChangeOf<Kind>) => string } = {
  LEAVE: ({ pick, who, when }, dates) =>
    `${who} ${pick('goes on leave', 'empieza un permiso')}${when(dates, { lasts: true })}`,
  RETURN: ({ pick, who, when }, dates) =>
    `${who} ${pick('returns from leave', 'vuelve de su permiso')}${when(dates)}`,
  TERMINATION: ({ pick, who }) => pick(`the employment of ${who} ends`, `${who} causa baja definitiva`),
  HIRE(say, { tags, ...dates }) {
    const held = say.tags(tags)
    return say.pick(`someone with ${held} is hired`, `se contrata a alguien con ${held}`) + say.when(dates)
  },

  TAG_REVOKED: ({ pick, who, held }) => `${who} ${pick('loses', 'pierde')} ${held}`,
  TAG_EXTENDED({ pick, who, held, date }, { end_date }) {
    const end = end_date && pick(`until ${end_date}`, `hasta el ${date(end_date)}`)
    return `${who} ${pick('keeps', 'conserva')} ${held} ${end || pick('with no end', 'sin fecha de fin')}`
  },
  TAG_GRANTED: ({ pick, who, tags, when }, { tag, ...dates }) =>
    `${who} ${pick('is given', 'recibe')} ${tags([tag])}${when(dates)}`,

  POSITION_ADDED(say, { org_unit_id, title, required_weekly_hours }) {
    const [hours, unit] = [say.hours(required_weekly_hours), say.unit(org_unit_id)]
    return say.pick(
      `${title} with ${hours} is added to ${unit}`,
      `se añade ${title}, con ${hours}, a ${unit}`,
    )
  },
  POSITION_CHANGED(say, { required_weekly_hours: hours, org_unit_id, add_tags, remove_tags }) {
    const { pick, where, before } = say
    const parts = [
      hours &&
        `${pick('requires', 'requiere')} ${say.hours(hours)} ${pick('instead of', 'en vez de')} ${before}`,
      org_unit_id && `${pick('moves to', 'pasa a')} ${say.unit(org_unit_id)}`,
      add_tags?.length && `${pick('also requires', 'requiere además')} ${say.tags(add_tags)}`,
      remove_tags?.length && `${pick('no longer requires', 'ya no requiere')} ${say.tags(remove_tags)}`,
    ]
    return `${where} ${say.listed(parts) || pick('stays as it is', 'no cambia')}`
  },
  POSITION_CLOSED: ({ pick, where }) => pick(`${where} is closed`, `se cierra ${where}`),

  ASSIGNMENT_ADDED: ({ pick, who, hours, where }, { effective_hours }) =>
    `${who} ${pick('is given', 'recibe')} ${hours(effective_hours)} ${pick('as', 'como')} ${where}`,
  ASSIGNMENT_CHANGED({ pick, who, where, before, hours }, { effective_hours }) {
    const after = hours(effective_hours)
    return pick(
      `${who} has ${after} instead of ${before} as ${where}`,
      `${who} tiene ${after} en vez de ${before} como ${where}`,
    )
  },
  ASSIGNMENT_ENDED: ({ pick, who, where }) =>
    pick(`the assignment of ${who} to ${where} ends`, `finaliza la asignación de ${who} como ${where}`),

  CAP_CHANGED({ pick, hours }, { max_weekly_hours: cap }) {
    if (cap === null)
      return pick('the clinic has no weekly cap of its own', 'la clínica no tiene tope semanal propio')
    return `${pick("the clinic's weekly cap is", 'el tope semanal de la clínica es de')} ${hours(cap)}`
  },
  RULE_CHANGED({ pick, listed, amount }, { code, severity, threshold, enabled }) {
    const parts = [
      severity && pick(`is ${severity}`, spanishSeverities[severity]),
      enabled !== undefined &&
        (enabled ? pick('is enabled', 'se activa') : pick('is disabled', 'se desactiva')),
      threshold === null && pick('has its default threshold', 'tiene su umbral predeterminado'),
      threshold &&
        pick(`has the threshold ${threshold}`, `tiene el umbral ${amount(toHundredths(threshold))}`),
    ]
    return `${pick('', 'la regla ')}${code} ${listed(parts) || pick('stays as it is', 'no cambia')}`
  },
}

const spanishSeverities = {
  BLOCKING: 'impide asignar',
  WARNING: 'es una advertencia',
  INFO: 'es informativa',
}

/** The maximum number of changes that a sentence names. */
const mostNamed = 3

/** `If Ana Vidal goes on leave`; `steps` are the clinic before each change. */
export function condition(
  changes: readonly ScenarioChange[],
  steps: readonly ClinicFacts[],
  language: Language = 'en',
): string {
  const named = changes.length > mostNamed ? mostNamed - 1 : changes.length
  const spoken = changes.slice(0, named).map((change, index) => {
    const clause = clauses[change.kind] as (say: Speech, change: ScenarioChange) => string
    return clause(speech(steps[index] as ClinicFacts, change, language), change)
  })
  const others = changes.length - named
  if (language === 'en')
    return `If ${en.listed([...spoken, others > 0 && `${en.counted(others, 'more change')} are made`])}`
  return `Si ${es.listed([...spoken, others > 0 && `se hacen ${es.counted(others, 'cambio')} más`])}`
}
