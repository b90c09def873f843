import type { RuleSetting } from '../business-rules.ts'
import type {
  AssignmentFacts,
  ClinicFacts,
  EmployeeFacts,
  HeldTagFacts,
  PositionFacts,
  TagFacts,
  UnitFacts,
} from './clinic-facts.ts'

type Clinic = { today: number; rules: RuleSetting[]; weekly_cap: number | null }
type HeldTagRow = Omit<HeldTagFacts, 'end'> & { employee: number; end: number | null }
type RequiredTagRow = { id: string; position: number; tag: number; is_mandatory: boolean }

/** The facts in a snapshot: the clinic as JSON, then each table as JSON of its columns, each a list by id. */
export function clinicFacts(snapshot: readonly string[]): ClinicFacts {
  const [clinic = '', tags, units, employees, held, positions, required, assignments] = snapshot
  const facts = {
    ...(JSON.parse(clinic) as Clinic),
    tags: rowsOf<TagFacts>(tags),
    units: rowsOf<UnitFacts>(units),
    employees: rowsOf<EmployeeFacts>(employees),
    positions: rowsOf<PositionFacts>(positions),
    assignments: rowsOf<AssignmentFacts>(assignments),
  }
  for (const employee of facts.employees) employee.tags = []
  for (const position of facts.positions) Object.assign(position, { mandatory: [], optional: [] })
  for (const { employee, end, ...tag } of rowsOf<HeldTagRow>(held))
    facts.employees[employee]?.tags.push({ ...tag, end: end ?? Number.POSITIVE_INFINITY })
  for (const { position, tag, is_mandatory } of rowsOf<RequiredTagRow>(required))
    facts.positions[position]?.[is_mandatory ? 'mandatory' : 'optional'].push(tag)
  return facts
}

function rowsOf<Row extends { id: string }>(text = '{}'): Row[] {
  const { id, ...columns } = JSON.parse(text) as { [Name in keyof Row]: Row[Name][] }
  const rows = id.map((one) => ({ id: one }) as Row)
  for (const [name, values] of Object.entries<Row[keyof Row][]>(columns))
    for (const [at, value] of values.entries()) (rows[at] as Row)[name as keyof Row] = value
  return rows
}
