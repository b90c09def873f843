import { fullTimeHours } from '../../hours.ts'
import type { RuleSetting } from '../../work/business-rules.ts'
import type {
  AssignedHours,
  Basis,
  ClinicFacts,
  EmployeeFacts,
  PositionFacts,
  TagFacts,
  UnitFacts,
} from './clinic-facts.ts'

/** The columns of a table's rows, in the order in which the snapshot has them. */
type Values<Row, Names extends readonly (keyof Row)[]> = { [At in keyof Names]: Row[Names[At]] }

type Clinic = { today: number; weekly_cap: number | null; rules: RuleSetting[] }
type TagRow = Values<TagFacts, ['id', 'name', 'display_name', 'category', 'hours_delta', 'is_active']>
type UnitRow = Values<UnitFacts, ['id', 'code', 'name', 'type', 'parent', 'is_active']>
type EmployeeRow = Values<EmployeeFacts, ['id', 'name', 'number', 'status', 'previous_status']>
type HeldTagRow = [id: string, employee: number, tag: number, start: number, end: number | null]
type ExpectedRow = [employee: number, day: number]
type DatedRow = [position: number, from: number, required: number | null]
type PositionRow = Values<PositionFacts, ['id', 'title', 'unit', 'required']>
type RequiredTagRow = [position: number, tag: number, is_mandatory: boolean]
type AssignmentRow = Values<AssignedHours, ['id', 'employee', 'position', 'hours', 'from', 'is_suspended']>

/** Nothing is kept for leave, sickness and study, and full time is 40 hours. */
export const usualBasis: Basis = { headroom: 0, full_time: fullTimeHours * 100 }

/**
 * The facts in a snapshot: the clinic as JSON, then the rows of each table, each a list of its columns, and last how
 * hours are counted, unless as usual.
 */
export function clinicFacts(snapshot: readonly string[]): ClinicFacts {
  const [clinic = '', tags, units, employees, held, positions, required, assignments, ...others] = snapshot
  const [expected, dated, basis] = others
  const facts: ClinicFacts = {
    ...(JSON.parse(clinic) as Clinic),
    ...(basis === undefined ? usualBasis : (JSON.parse(basis) as Basis)),
    tags: rowsOf<TagRow>(tags).map(([id, name, display_name, category, hours_delta, is_active]) => {
      return { id, name, display_name, category, hours_delta, is_active }
    }),
    units: rowsOf<UnitRow>(units).map(([id, code, name, type, parent, is_active]) => {
      return { id, code, name, type, parent, is_active }
    }),
    employees: rowsOf<EmployeeRow>(employees).map(([id, name, number, status, previous_status]) => {
      return { id, name, number, status, previous_status, tags: [] }
    }),
    positions: rowsOf<PositionRow>(positions).map(([id, title, unit, required]) => {
      return { id, title, unit, required, mandatory: [], optional: [] }
    }),
    assignments: rowsOf<AssignmentRow>(assignments).map(
      ([id, employee, position, hours, from, is_suspended]) => {
        return { id, employee, position, hours, from, is_suspended }
      },
    ),
  }
  for (const [id, employee, tag, start, end] of rowsOf<HeldTagRow>(held))
    facts.employees[employee]?.tags.push({ id, tag, start, end: end ?? Number.POSITIVE_INFINITY })
  for (const [position, tag, is_mandatory] of rowsOf<RequiredTagRow>(required))
    facts.positions[position]?.[is_mandatory ? 'mandatory' : 'optional'].push(tag)
  for (const [employee, day] of rowsOf<ExpectedRow>(expected))
    Object.assign(facts.employees[employee] ?? {}, { expected: day })
  for (const [position, from, hours] of rowsOf<DatedRow>(dated)) {
    const of = facts.positions[position]
    if (of) of.dated = [...(of.dated ?? []), { from, required: hours }]
  }
  return facts
}

const rowsOf = <Row>(text = '[]'): Row[] => JSON.parse(text)
