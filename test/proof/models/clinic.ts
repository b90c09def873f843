// A small clinic as the contract describes it, and nothing of the service's own code.

export type EmployeeStatus =
  | 'ONBOARDING'
  | 'ACTIVE'
  | 'PROPOSAL_PENDING'
  | 'ON_LEAVE'
  | 'DEACTIVATED'
  | 'TERMINATED'

export type Proposal = { proposal_type: string; notes: string; previous_status: EmployeeStatus }

export type Employee = {
  id: string
  number: string
  name: string
  /** Whether the user of role EMPLOYEE is this person. */
  isSelf: boolean
  status: EmployeeStatus
  proposal: Proposal | null
  terminated: string | null
  isOnLeave: boolean
}

/** Hours are whole hundredths throughout. */
export type Tag = { id: string; name: string; category: string; delta: number; isActive: boolean }

export type Held = {
  id: string
  employee: Employee
  tag: Tag
  start: string
  end: string | null
  status: 'ACTIVE' | 'EXPIRED' | 'REVOKED'
}

export type Unit = { id: string; name: string }
export type Position = { id: string; unit: Unit; title: string; required: number; isActive: boolean }
export type Required = { id: string; position: Position; tag: Tag; isMandatory: boolean }

export type Assignment = {
  id: string
  employee: Employee
  position: Position
  hours: number
  date: string | null
  status: 'ACTIVE' | 'SUSPENDED' | 'ENDED'
  /** Whether it was suspended when it ended, too. */
  isSuspended: boolean
  endReason: string
  ended: string | null
  notes: string
}

/** An entry that a log must have gained: its fields without number and time. */
export type Transition = {
  employee: string
  assignment: string | null
  from_status: string
  to_status: string
  transition: string
  actor: string | null
  reason: string
  metadata: object
}
export type TagChange = {
  employee: string
  tag: string
  action: string
  actor: string | null
  reason: string
}

export type Clinic = {
  /** Begins every name and number that must be unique in the database. */
  prefix: string
  units: Unit[]
  employees: Employee[]
  /** Without those that were deleted. */
  tags: Tag[]
  held: Held[]
  positions: Position[]
  required: Required[]
  assignments: Assignment[]
  transitions: Transition[]
  tagChanges: TagChange[]
}

const dayLength = 86_400_000

/** The date this many days from today. */
export const day = (days: number) => new Date(Date.now() + days * dayLength).toISOString().slice(0, 10)

export const decimal = (hundredths: number) => (hundredths / 100).toFixed(2)

export const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

export const activeOf = (clinic: Clinic, whose: { employee?: Employee; position?: Position }) =>
  clinic.assignments.filter(
    ({ status, employee, position }) =>
      status === 'ACTIVE' &&
      (!whose.employee || employee === whose.employee) &&
      (!whose.position || position === whose.position),
  )

export const assignedHours = (assignments: Assignment[]) => sum(assignments.map(({ hours }) => hours))

const covers = ({ start, end }: Held, date: string) => start <= date && (end === null || date <= end)

export const holds = (clinic: Clinic, employee: Employee, { tag, date }: { tag: Tag; date: string }) =>
  clinic.held.some(
    (one) => one.employee === employee && one.tag === tag && one.status === 'ACTIVE' && covers(one, date),
  )

/** Monday to Sunday of the week of the date. */
function weekOf(date: string): string[] {
  const noon = Date.parse(`${date}T12:00:00Z`)
  const monday = noon - ((new Date(noon).getUTCDay() + 6) % 7) * dayLength
  return [0, 1, 2, 3, 4, 5, 6].map((n) => new Date(monday + n * dayLength).toISOString().slice(0, 10))
}

/** The hours balance of an employee, without the time at which it is computed. */
export function balance(clinic: Clinic, employee: Employee, date: string) {
  const week = weekOf(date)
  const held = clinic.held.filter((one) => one.employee === employee && one.status === 'ACTIVE')
  const daysOf = (one: Held) => week.filter((each) => covers(one, each)).length
  const base = sum(
    held.filter(({ tag }) => tag.delta > 0).map((one) => (covers(one, date) ? one.tag.delta : 0)),
  )
  const sevenths = sum(held.filter(({ tag }) => tag.delta < 0).map((one) => one.tag.delta * daysOf(one)))
  const adjustment = Math.round(sevenths / 7)
  const pool = Math.max(0, base + adjustment)
  const active = activeOf(clinic, { employee })
  const left = pool - assignedHours(active)
  return {
    employee_id: employee.id,
    period: { start_date: week[0], end_date: week[6] },
    pool: {
      base_hours: decimal(base),
      adjustment_delta: decimal(adjustment),
      effective_hours: decimal(pool),
    },
    consumption: { assigned_hours: decimal(assignedHours(active)), assignment_count: active.length },
    balance: decimal(left),
    state: left > 0 ? 'DEFICIT' : left < 0 ? 'SURPLUS' : 'BALANCED',
    tags: held
      .filter((one) => daysOf(one) > 0)
      .map(({ tag }) => tag.name)
      .sort(),
    error: base > 0 ? null : 'NO_ACTIVE_TAGS',
  }
}

/** How far a position is covered. */
export function coverage(clinic: Clinic, position: Position) {
  const active = activeOf(clinic, { position })
  const hours = assignedHours(active)
  return {
    id: position.id,
    org_unit_id: position.unit.id,
    title: position.title,
    required_weekly_hours: decimal(position.required),
    is_active: position.isActive,
    assigned_hours: decimal(hours),
    assignment_count: active.length,
    coverage_state: stateOf(hours, position.required),
  }
}

function stateOf(assigned: number, required: number) {
  if (assigned === 0) return 'VACANT'
  if (assigned < required) return 'PARTIAL'
  return assigned === required ? 'COVERED' : 'OVER_COVERED'
}

/** The unit's line of the coverage summary; undefined without an active position. */
export function summaryOf(clinic: Clinic, unit: Unit) {
  const positions = clinic.positions.filter((one) => one.unit === unit && one.isActive)
  if (!positions.length) return undefined
  const covered = positions.map((position) => coverage(clinic, position))
  const number = (state: string) => covered.filter((one) => one.coverage_state === state).length
  const required = sum(positions.map((position) => position.required))
  const active = positions.flatMap((position) => activeOf(clinic, { position }))
  const people = [...new Set(active.map(({ employee }) => employee))]
  const inStatus = (...statuses: string[]) => people.filter(({ status }) => statuses.includes(status)).length
  return {
    org_unit_id: unit.id,
    org_unit_name: unit.name,
    position_count: positions.length,
    covered: number('COVERED'),
    partial: number('PARTIAL'),
    vacant: number('VACANT'),
    over_covered: number('OVER_COVERED'),
    required_hours: decimal(required),
    assigned_hours: decimal(assignedHours(active)),
    coverage_pct: decimal(
      Math.min(99_999, Math.floor((assignedHours(active) * 20_000 + required) / (2 * required))),
    ),
    employee_breakdown: {
      active: inStatus('ACTIVE'),
      on_leave: inStatus('ON_LEAVE'),
      other: people.length - inStatus('ACTIVE', 'ON_LEAVE'),
    },
  }
}
