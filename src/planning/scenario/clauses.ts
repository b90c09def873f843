import { toHundredths } from '../../hours.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { counted, listed, spokenHours } from '../facts/words.ts'
import type { Change, ChangeKind, ChangeOf } from './changes/change.ts'
import { type Draft, indexOf } from './changes/draft.ts'

const hours = (decimal: string) => spokenHours(toHundredths(decimal))

/** `Vidal, Ana` as people say it. */
function spokenName(name: string) {
  const [last = '', first = ''] = name.split(', ', 2)
  return `${first} ${last}`.trim()
}

const nameOf = ({ employees }: ClinicFacts, index: number) => spokenName(employees[index]?.name ?? '')
const person = (facts: ClinicFacts, id: string) => nameOf(facts, indexOf(facts.employees, id))
const unit = ({ units }: ClinicFacts, index: number) => units[index]?.name ?? ''
const tagList = ({ tags }: ClinicFacts, ids: readonly string[]) =>
  listed(ids.map((id) => tags[indexOf(tags, id)]?.name ?? ''))

function place(facts: ClinicFacts, index: number) {
  const position = facts.positions[index]
  return position ? `${position.title} in ${unit(facts, position.unit)}` : 'an inactive position'
}

const placeOf = (facts: ClinicFacts, id: string) => place(facts, indexOf(facts.positions, id))

type Dates = { start_date?: string | null; end_date?: string | null }

function when({ start_date: start, end_date: end }: Dates) {
  if (start && end) return ` from ${start} to ${end}`
  if (start) return ` on ${start}`
  return end ? ` until ${end}` : ''
}

/** The holder and the name of an employee tag. */
function held({ employees, tags }: ClinicFacts, id: string) {
  const holder = employees.find((employee) => indexOf(employee.tags, id) >= 0)
  const tag = holder?.tags[indexOf(holder.tags, id)]?.tag ?? -1
  return { who: spokenName(holder?.name ?? ''), tag: tags[tag]?.name ?? '' }
}

function assigned(facts: ClinicFacts, id: string) {
  const { employee = -1, position = -1, hours = 0 } = facts.assignments[indexOf(facts.assignments, id)] ?? {}
  return { who: nameOf(facts, employee), where: place(facts, position), hours: spokenHours(hours) }
}

/** What each change does, as the clause of a sentence that begins with `If`; the facts are those before it. */
const clauses: { [Kind in ChangeKind]: (facts: ClinicFacts, change: ChangeOf<Kind>) => string } = {
  LEAVE: (facts, { employee, ...dates }) => `${person(facts, employee)} goes on leave${when(dates)}`,
  RETURN: (facts, { employee, ...dates }) => `${person(facts, employee)} returns from leave${when(dates)}`,
  TERMINATION: (facts, { employee }) => `the employment of ${person(facts, employee)} ends`,
  HIRE: (facts, { tags, ...dates }) => `somebody with ${tagList(facts, tags)} is hired${when(dates)}`,

  TAG_REVOKED: (facts, { employee_tag }) => {
    const { who, tag } = held(facts, employee_tag)
    return `${who} loses ${tag}`
  },
  TAG_EXTENDED: (facts, { employee_tag, end_date }) => {
    const { who, tag } = held(facts, employee_tag)
    return `${who} keeps ${tag} ${end_date ? `until ${end_date}` : 'with no end'}`
  },
  TAG_GRANTED: (facts, { employee, tag, ...dates }) =>
    `${person(facts, employee)} is given ${tagList(facts, [tag])}${when(dates)}`,

  POSITION_ADDED: (facts, { org_unit_id, title, required_weekly_hours }) =>
    `${title} with ${hours(required_weekly_hours)} is added to ${unit(facts, indexOf(facts.units, org_unit_id))}`,
  POSITION_CHANGED: (facts, change) => `${placeOf(facts, change.position_id)} ${newTerms(facts, change)}`,
  POSITION_CLOSED: (facts, { position_id }) => `${placeOf(facts, position_id)} is closed`,

  ASSIGNMENT_ADDED: (facts, { employee, position_id, effective_hours }) =>
    `${person(facts, employee)} is given ${hours(effective_hours)} as ${placeOf(facts, position_id)}`,
  ASSIGNMENT_CHANGED: (facts, { assignment, effective_hours }) => {
    const { who, where, hours: before } = assigned(facts, assignment)
    return `${who} has ${hours(effective_hours)} instead of ${before} as ${where}`
  },
  ASSIGNMENT_ENDED: (facts, { assignment }) => {
    const { who, where } = assigned(facts, assignment)
    return `the assignment of ${who} to ${where} ends`
  },

  CAP_CHANGED: (_, { max_weekly_hours: cap }) =>
    cap === null ? 'the clinic has no weekly cap of its own' : `the clinic's weekly cap is ${hours(cap)}`,
  RULE_CHANGED: (_, { code, severity, threshold, enabled }) => {
    const parts = [
      severity && `is ${severity}`,
      enabled !== undefined && `is ${enabled ? 'enabled' : 'disabled'}`,
      threshold !== undefined && `has ${threshold ? `the threshold ${threshold}` : 'its default threshold'}`,
    ]
    return `${code} ${listed(parts.filter((part) => typeof part === 'string')) || 'stays as it is'}`
  },
}

function newTerms(facts: ClinicFacts, change: ChangeOf<'POSITION_CHANGED'>) {
  const { required_weekly_hours: required, org_unit_id, add_tags = [], remove_tags = [] } = change
  const before = facts.positions[indexOf(facts.positions, change.position_id)]?.required ?? 0
  const parts = [
    required && `requires ${hours(required)} instead of ${spokenHours(before)}`,
    org_unit_id && `moves to ${unit(facts, indexOf(facts.units, org_unit_id))}`,
    add_tags.length > 0 && `also requires ${tagList(facts, add_tags)}`,
    remove_tags.length > 0 && `no longer requires ${tagList(facts, remove_tags)}`,
  ]
  return listed(parts.filter((part) => typeof part === 'string')) || 'stays as it is'
}

/** The most changes that a sentence names. */
const mostNamed = 3

/** `If Ana Vidal goes on leave`; `steps` are the clinic before each change. */
export function condition(changes: readonly Change[], steps: readonly Draft[]): string {
  const named = changes.length > mostNamed ? mostNamed - 1 : changes.length
  const spoken = changes.slice(0, named).map((change, index) => {
    const { facts } = steps[index] as Draft
    return (clauses[change.kind] as (facts: ClinicFacts, change: Change) => string)(facts, change)
  })
  const others = changes.length - named
  return `If ${listed(others ? [...spoken, `${counted(others, 'more change')} are made`] : spoken)}`
}
