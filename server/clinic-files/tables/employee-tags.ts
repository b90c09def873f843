import { EmployeeTag } from '../../../entities/people/employee-tag.ts'
import { checkPeriod } from '../../../src/people/employee-tag-lifecycle.ts'
import { checkAssignable } from '../../../src/people/tag.ts'
import { type ClinicRow, isCurrent } from '../files/columns.ts'
import { changedFields, type ImportPlan, importStep, isEmpty, storedTarget } from '../plan/import-plan.ts'
import type { PlannedEmployee, PlannedTag } from '../plan/planned.ts'
import { doubt, type RowIndex } from '../plan/row-index.ts'
import type { StoredEmployeeTag } from '../plan/stored.ts'

type TagRow = ClinicRow<'employee_tags'>
type NamedTagRow = { row: TagRow; employee: PlannedEmployee; tag: PlannedTag }

/** The stored tag that each file row of one key is about; undefined for a refused row. A stored tag is matched once. */
class Matching extends Map<TagRow, StoredEmployeeTag | undefined> {
  /** Stored tags that no file row has been matched with. */
  free: StoredEmployeeTag[]

  constructor(stored: StoredEmployeeTag[]) {
    super()
    this.free = stored
  }

  /** The file rows that are neither matched nor refused. */
  open(rows: readonly TagRow[]): TagRow[] {
    return rows.filter((row) => !this.has(row))
  }

  match(row: TagRow, stored: StoredEmployeeTag | undefined) {
    if (stored === undefined) return
    this.free = this.free.filter((one) => one !== stored)
    this.set(row, stored)
  }
}

/** Plans the tags of employees by employee, tag and start. EXPIRED and REVOKED are set after the assignments. */
export function planEmployeeTags(
  plan: ImportPlan,
  employees: RowIndex<PlannedEmployee>,
  tags: RowIndex<PlannedTag>,
) {
  const { folder, stored } = plan
  for (const { employee_number } of folder.employee_tags.broken) doubt(employees.get(employee_number))
  for (const held of stored.employeeTags.filter(isCurrent)) {
    const { tag, start_date, end_date } = held
    const isContract = tags.withId(tag)?.category === 'CONTRACT'
    employees.withId(held.employee)?.tags.push({ tag, isContract, start_date, end_date, stored: held })
  }
  const named = folder.employee_tags.rows.flatMap((row) => {
    const employee = employees.find(row, 'employee_number', row.employee_number)
    const tag = tags.find(row, 'tag', row.tag)
    if (!tag) doubt(employee)
    return employee && tag ? [{ row, employee, tag }] : []
  })
  const keyOf = (...parts: string[]) => parts.join(' ')
  const storedByKey = Map.groupBy(stored.employeeTags, (one) => keyOf(one.employee, one.tag, one.start_date))
  const rowsByKey = Map.groupBy(named, ({ row, employee, tag }) => keyOf(employee.id, tag.id, row.start_date))
  for (const [key, group] of rowsByKey) {
    const matching = matchTags(plan, group, storedByKey.get(key) ?? [])
    for (const one of group) planEmployeeTag(plan, one, matching)
  }
}

function planEmployeeTag(plan: ImportPlan, named: NamedTagRow, matching: Matching) {
  const { row, employee } = named
  const stored = matching.get(row)
  plan.problems.attempt(row, () => checkPeriod(row.start_date, row.end_date))
  if (matching.has(row) && !stored) doubt(employee)
  else if (stored) planRevision(plan, named, stored)
  else if (row.id && plan.stored.employeeTags.some(({ id }) => id === row.id))
    plan.problems.add(row, 'id', 'This is the id of another employee tag.')
  else planNewTag(plan, named)
}

function planRevision(plan: ImportPlan, { row, employee }: NamedTagRow, stored: StoredEmployeeTag) {
  const { end_date, status } = row
  const patch = changedFields<Pick<EmployeeTag, 'end_date' | 'status'>>(stored, { end_date, status })
  plan.count(row, isEmpty(patch) ? 'unchanged' : 'updated')
  const held = employee.tags.find((one) => one.stored === stored)
  if (held) held.end_date = end_date
  const { by, stages } = plan
  const stage = patch.status ? stages.tagStatuses : stages.base
  const target = storedTarget(EmployeeTag, stored)
  if (!isEmpty(patch)) stage.push([importStep(target, (one) => one.revise(patch, by))])
}

function planNewTag(plan: ImportPlan, { row, employee, tag }: NamedTagRow) {
  const { by, stages, stamps } = plan
  const { start_date, end_date, status, id } = row
  plan.problems.attempt(row, () => checkAssignable({ is_active: tag.was_active }))
  const ids = { employee: employee.id, tag: tag.id }
  const held = plan.make(row, EmployeeTag, { ...ids, id, start_date, end_date, ...stamps })
  stages.base.push([importStep(held, (one) => one.assigned(by))])
  if (!isCurrent(row)) stages.tagStatuses.push([importStep(held, (one) => one.revise({ status }, by))])
  employee.tags.push({ tag: tag.id, isContract: tag.category === 'CONTRACT', start_date, end_date })
}

/** Matches rows of one key: by id, then the current one with the ACTIVE tag, each with its equal, what is left. */
function matchTags(plan: ImportPlan, group: NamedTagRow[], stored: StoredEmployeeTag[]) {
  const rows = group.map(({ row }) => row)
  const matching = new Matching(stored)
  for (const { row } of group.filter(({ row }) => row.id)) matchById(plan, matching, row)
  const open = () => matching.open(rows).filter(({ id }) => !id)
  const active = matching.free.filter(({ status }) => status === 'ACTIVE')
  for (const row of open().filter(isCurrent))
    if (active.length < 2) matching.match(row, active[0])
    else {
      plan.problems.add(row, 'tag', ambiguous('ACTIVE employee tags'))
      matching.set(row, undefined)
    }
  for (const row of open())
    matching.match(
      row,
      matching.free.find((held) => isSame(row, held)),
    )
  for (const row of open()) matchRest(plan, matching, row)
  return matching
}

const isSame = ({ status, end_date }: TagRow, held: StoredEmployeeTag) =>
  held.end_date === end_date && held.status === (status ?? held.status)

const ambiguous = (kind: string) => `The key is ambiguous: several ${kind} have it. Add the column id.`

function matchById(plan: ImportPlan, matching: Matching, row: TagRow) {
  const held = matching.free.find(({ id }) => id === row.id)
  if (held && isRevived(plan, row, held)) matching.set(row, undefined)
  else matching.match(row, held)
}

/** Whether the row would make a past tag ACTIVE. Adds a problem if so. */
function isRevived({ problems }: ImportPlan, row: TagRow, { status }: StoredEmployeeTag) {
  const isRevived = status !== 'ACTIVE' && row.status === 'ACTIVE'
  const message = `A tag that is ${status} cannot become ACTIVE again; assign a new one.`
  if (isRevived) problems.add(row, 'status', message)
  return isRevived
}

function matchRest(plan: ImportPlan, matching: Matching, row: TagRow) {
  const { free } = matching
  const held = free.find(({ status }) => status === 'ACTIVE') ?? free[0]
  if (held && isRevived(plan, row, held)) matching.set(row, undefined)
  else if (held && held.status !== 'ACTIVE' && free.length > 1) {
    plan.problems.add(row, 'tag', ambiguous('employee tags'))
    matching.set(row, undefined)
  } else matching.match(row, held)
}
