import { randomUUID } from 'node:crypto'
import type { Audit } from '../../entities/audit.ts'
import { Employee } from '../../entities/employee.ts'
import { EmployeeTag } from '../../entities/employee-tag.ts'
import { isAssignable } from '../../src/assignment-check.ts'
import {
  type EmployeeStatus,
  type EmployeeTransition,
  proposalDays,
  proposalExpired,
} from '../../src/employee-lifecycle.ts'
import { employeePath, type Step } from '../../src/employee-path.ts'
import { checkPeriod } from '../../src/employee-tag-lifecycle.ts'
import { checkAssignable } from '../../src/tag.ts'
import type { TagPlan } from './catalogue.ts'
import type { Row } from './columns.ts'
import { isLive } from './read-folder.ts'
import { changesOf, given, inTurn, isEmpty, Known, type Work } from './work.ts'

/** A tag that is held while assignments are judged: those to be revoked or expired still are. */
export type HeldTag = { tag: string; isContract: boolean; start_date: string; end_date: string | null }

export type EmployeePlan = {
  id: string
  /** While assignments are made: the last assignable one on the way, if there is one. */
  status: EmployeeStatus
  tags: HeldTag[]
  /** ACTIVE assignments by id. */
  active: Map<string, { position: string; hours: string }>
  /** False when a broken row has something to say about them. */
  isCertain: boolean
}

type Proposal = Parameters<Employee['propose']>[0]
type Verb = (employee: Employee, by: Audit, proposal: Proposal | undefined) => void

/** The verbs that lead to a status. */
const verbs: Partial<Record<EmployeeTransition, Verb>> = {
  activate: (employee, by) => employee.activate(by),
  propose: (employee, by, proposal) => proposal && employee.propose(proposal, by),
  cancel_proposal: (employee, by) =>
    proposalExpired(employee.proposal_expires_at ?? null, by.at)
      ? employee.expireProposal(by)
      : employee.cancelProposal(by),
  go_on_leave: (employee, by) => employee.goOnLeave(by),
  return_from_leave: (employee, by) => employee.returnFromLeave(by),
  deactivate: (employee, by) => employee.deactivate(by),
  reactivate: (employee, by) => employee.reactivate(by),
  terminate: (employee, by) => employee.terminate(by),
  rehire: (employee, by) => employee.rehire(by),
}

/** Employees by number; a status is reached by transitions, and assignments are made on the way (D39). */
export function planEmployees(work: Work): Known<EmployeePlan> {
  const { folder, stored, report, waves, em, by } = work
  const known = new Known<EmployeePlan>('employees', work)
  const storedEmployees = new Map(stored.employees.map((employee) => [employee.employee_number, employee]))
  for (const { id, employee_number, status } of stored.employees)
    known.set([employee_number], { id, status, tags: [], active: new Map(), isCertain: true })
  for (const { employee_number } of folder.employees.broken) {
    known.addBroken(employee_number)
    const plan = known.get(employee_number ?? '')
    if (plan) plan.isCertain = false
  }

  for (const row of folder.employees.rows) {
    const {
      employee_number,
      first_name,
      last_name,
      email,
      document_number,
      date_of_birth,
      hire_date,
      photo,
    } = row
    const names = { employee_number, first_name, last_name, email }
    const fields = { ...names, document_number, date_of_birth, hire_date, photo }
    const employee = storedEmployees.get(row.employee_number)
    const from = employee?.status ?? 'ONBOARDING'
    const found = pathOf(work, row, employee)
    const path = found ?? []
    const hiring = path.findLastIndex(({ to }) => isAssignable(to)) + 1
    const status = path[hiring - 1]?.to ?? from
    const id = employee?.id ?? randomUUID()
    known.set([row.employee_number], { id, status, tags: [], active: new Map(), isCertain: !!found })

    let acting = employee
    const changes = employee ? changesOf(employee, fields) : {}
    if (!employee) {
      report.employees.inserted++
      const values = { ...given(fields), id, created_at: by.at, updated_at: by.at }
      waves.base.push(() => {
        acting = em.create(Employee, values)
      })
    } else if (path.length || !isEmpty(changes)) {
      report.employees.updated++
      waves.base.push(() => !isEmpty(changes) && Object.assign(employee, changes, { updated_at: by.at }))
    } else report.employees.unchanged++
    const proposal = proposalOf(row, by)
    const acts = path.map(({ transition }) => () => {
      if (acting) verbs[transition]?.(acting, by, proposal)
    })
    inTurn(waves.hiring, acts.slice(0, hiring))
    inTurn(waves.statuses, acts.slice(hiring))
  }
  return known
}

const proposalOf = (
  { proposal_type, proposal_notes = '' }: Row<'employees'>,
  by: Audit,
): Proposal | undefined =>
  proposal_type
    ? {
        proposal_type,
        notes: proposal_notes,
        expires_at: new Date(by.at.getTime() + proposalDays.default * 86_400_000),
      }
    : undefined

/** The transitions from the stored status to the row's; undefined, with a problem, when none lead there. */
function pathOf(
  { problems }: Work,
  row: Row<'employees'>,
  employee: Employee | undefined,
): Step[] | undefined {
  const { status, proposal_type, proposal_notes } = row
  const from = employee?.status ?? 'ONBOARDING'
  const previous = employee?.previous_status ?? null
  if (status !== 'PROPOSAL_PENDING') {
    const only = 'Only an employee in PROPOSAL_PENDING has a proposal.'
    if (proposal_type) problems.add(row, 'proposal_type', only)
    if (proposal_notes) problems.add(row, 'proposal_notes', only)
  } else if (employee && from === 'PROPOSAL_PENDING' && isSameProposal(employee, row)) return []
  else if (!proposal_type) {
    problems.add(row, 'proposal_type', 'An employee in PROPOSAL_PENDING needs the type of the proposal.')
    return undefined
  } else if (from === 'PROPOSAL_PENDING' && previous)
    return [
      { transition: 'cancel_proposal', to: previous },
      { transition: 'propose', to: 'PROPOSAL_PENDING' },
    ]
  const path = employeePath(from, status, previous)
  if (!path) problems.add(row, 'status', `No transitions lead from the stored '${from}' to '${status}'.`)
  return path
}

/** A column that the file lacks leaves the proposal as it is. */
const isSameProposal = (stored: Employee, { proposal_type, proposal_notes }: Row<'employees'>) =>
  [undefined, stored.proposal_type].includes(proposal_type ?? undefined) &&
  [undefined, stored.proposal_notes].includes(proposal_notes)

/** Tags of employees by employee, tag and start; the statuses that are past come last of all. */
export function planEmployeeTags(work: Work, employees: Known<EmployeePlan>, tags: Known<TagPlan>) {
  const { folder, stored, problems, report, waves, em, by } = work
  const plansById = new Map(employees.values.map((plan) => [plan.id, plan]))
  const tagsById = new Map(tags.values.map((plan) => [plan.id, plan]))
  for (const { employee_number = '' } of folder.employee_tags.broken) {
    const plan = employees.get(employee_number)
    if (plan) plan.isCertain = false
  }
  const keyOf = (employee: string, tag: string, start: string) => `${employee} ${tag} ${start}`
  const storedByKey = Map.groupBy(stored.employeeTags, (held) =>
    keyOf(held.employee, held.tag, held.start_date),
  )
  const rowsByKey = new Map<string, { rows: Row<'employee_tags'>[]; employee: EmployeePlan; tag: TagPlan }>()
  for (const row of folder.employee_tags.rows) {
    const employee = employees.find(problems, row, ['employee_number'], row.employee_number)
    const tag = tags.find(problems, row, ['tag'], row.tag)
    if (employee && !tag) employee.isCertain = false
    if (!employee || !tag) continue
    const key = keyOf(employee.id, tag.id, row.start_date)
    const group = rowsByKey.get(key) ?? { rows: [], employee, tag }
    group.rows.push(row)
    rowsByKey.set(key, group)
  }

  const ends = new Map<EmployeeTag, string | null>()
  for (const [key, { rows, employee, tag }] of rowsByKey) {
    const matched = matchTags(work, rows, storedByKey.get(key) ?? [])
    for (const row of rows) {
      const { start_date, end_date, status } = row
      const held = matched.get(row)
      problems.attempt(row, () => checkPeriod(start_date, end_date))
      if (held === 'refused') employee.isCertain = false
      else if (!held) {
        problems.attempt(row, () => checkAssignable({ is_active: tag.was_active }))
        report.employee_tags.inserted++
        const stamps = { created_at: by.at, updated_at: by.at }
        let made: EmployeeTag
        waves.base.push(() => {
          made = em.create(EmployeeTag, {
            employee: employee.id,
            tag: tag.id,
            start_date,
            end_date,
            ...stamps,
          })
          made.assigned(by)
        })
        if (!isLive(row)) waves.tagStatuses.push(() => made.revise({ status }, by))
        employee.tags.push({ tag: tag.id, isContract: tag.category === 'CONTRACT', start_date, end_date })
      } else {
        const patch = changesOf<Pick<EmployeeTag, 'end_date' | 'status'>>(held, { end_date, status })
        if (isEmpty(patch)) report.employee_tags.unchanged++
        else {
          report.employee_tags.updated++
          const wave = patch.status ? waves.tagStatuses : waves.base
          wave.push(() => held.revise(patch, by))
        }
        ends.set(held, end_date)
      }
    }
  }
  for (const held of stored.employeeTags) {
    const { tag, start_date, status } = held
    const end_date = ends.has(held) ? (ends.get(held) ?? null) : (held.end_date ?? null)
    const isContract = tagsById.get(tag)?.category === 'CONTRACT'
    if (status === 'ACTIVE')
      plansById.get(held.employee)?.tags.push({ tag, isContract, start_date, end_date })
  }
}

type Match = EmployeeTag | 'refused' | undefined

/** What is stored of each row of one key: the very same, else the ACTIVE one, else the only other; undefined for a new row. */
function matchTags({ problems }: Work, rows: Row<'employee_tags'>[], stored: EmployeeTag[]) {
  const matched = new Map<Row<'employee_tags'>, Match>()
  const free = new Set(stored)
  const take = (row: Row<'employee_tags'>, held: EmployeeTag | undefined) => {
    if (held) free.delete(held)
    if (held) matched.set(row, held)
  }
  const isSame = ({ status, end_date }: Row<'employee_tags'>, held: EmployeeTag) =>
    (held.end_date ?? null) === end_date && held.status === (status ?? held.status)
  const active = stored.filter(({ status }) => status === 'ACTIVE')

  for (const row of rows) {
    if (isLive(row) && active.length > 1) matched.set(row, 'refused')
    else if (isLive(row) && active.length === 1) take(row, active[0])
    if (matched.get(row) === 'refused')
      problems.add(row, 'tag', 'The key is ambiguous: several of the stored ACTIVE employee tags have it.')
  }
  for (const row of rows)
    if (!matched.has(row))
      take(
        row,
        [...free].find((held) => isSame(row, held)),
      )
  for (const row of rows) {
    if (matched.has(row)) continue
    const others = [...free]
    const [candidate] = others.filter(({ status }) => status === 'ACTIVE').concat(others)
    if (candidate && candidate.status !== 'ACTIVE' && row.status === 'ACTIVE') {
      const message = `A tag that is ${candidate.status} cannot become ACTIVE again; assign a new one.`
      problems.add(row, 'status', message)
      matched.set(row, 'refused')
    } else if (candidate && candidate.status !== 'ACTIVE' && others.length > 1) {
      problems.add(row, 'tag', 'The key is ambiguous: several of the stored employee tags have it.')
      matched.set(row, 'refused')
    } else take(row, candidate)
  }
  return matched
}
