import type { Decimal } from 'decimal.js'
import type { EmployeeStatus } from '../../../src/people/employee-lifecycle.ts'
import type { TagCategory } from '../../../src/people/tag.ts'
import type { UnitType } from '../../../src/work/org-unit.ts'
import type {
  StoredEmployee,
  StoredEmployeeTag,
  StoredPosition,
  StoredPositionTag,
  StoredTag,
  StoredUnit,
} from './stored.ts'

// The clinic in memory, as it will be once the rows planned so far are stored. Hours are decimals; `stored` is
// undefined for a new row.

/** Whether a row is active after the import, and whether it is while other rows start referring to it. */
type Availability = { is_active: boolean; was_active: boolean }

/** The availability of a row with that cell; an import may create a row and retire it. */
export function availability(
  stored: { is_active: boolean } | undefined,
  is_active = stored?.is_active ?? true,
): Availability {
  return { is_active, was_active: is_active || (stored?.is_active ?? true) }
}

export type PlannedUnit = Availability & {
  id: string
  stored?: StoredUnit
  unit_type: UnitType
  parent: string | null
  cap: string | null
}

export type PlannedTag = Availability & {
  id: string
  stored?: StoredTag
  name: string
  category: TagCategory
}

export type PlannedPosition = Availability & {
  id: string
  stored?: StoredPosition
  required_weekly_hours: string
  requirements: Requirement[]
  /** Hours and number of its ACTIVE assignments. */
  assigned: Decimal
  count: number
  isCertain: boolean
}

type Requirement = { tag: string; name: string; is_mandatory: boolean; stored?: StoredPositionTag }

export type PlannedEmployee = {
  id: string
  stored?: StoredEmployee
  /** While assignments are made: the last status on the way that allows them, if any. */
  status: EmployeeStatus
  /** Held while assignments are made, which includes tags that the import revokes or expires later. */
  tags: HeldTag[]
  /** ACTIVE assignments by id. */
  active: Map<string, { position: string; hours: string }>
  isCertain: boolean
}

type HeldTag = {
  tag: string
  isContract: boolean
  start_date: string
  end_date: string | null
  stored?: StoredEmployeeTag
}

export type PlannedPair = { employee: PlannedEmployee; position: PlannedPosition }

/** Counts an ACTIVE assignment of the pair. */
export function occupy({ employee, position }: PlannedPair, id: string, hours: string) {
  employee.active.set(id, { position: position.id, hours })
  position.assigned = position.assigned.plus(hours)
  position.count++
}

/** Undoes `occupy`; an assignment that is not ACTIVE changes nothing. */
export function release({ employee, position }: PlannedPair, id: string) {
  const hours = employee.active.get(id)?.hours
  if (hours === undefined) return
  employee.active.delete(id)
  position.assigned = position.assigned.minus(hours)
  position.count--
}
