import { randomUUID } from 'node:crypto'
import { Position } from '../../../entities/work/position.ts'
import { PositionTag } from '../../../entities/work/position-tag.ts'
import { toDecimal } from '../../../src/hours.ts'
import { checkAssignable } from '../../../src/people/tag.ts'
import { checkHoldsPositions } from '../../../src/work/org-unit.ts'
import type { ClinicRow } from '../files/columns.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { availability, type PlannedPosition, type PlannedTag, type PlannedUnit } from '../plan/planned.ts'
import { doubt, RowIndex } from '../plan/row-index.ts'
import type { StoredPosition } from '../plan/stored.ts'

/** Plans the positions by the code of their unit and their title. */
export function planPositions(plan: ImportPlan, units: RowIndex<PlannedUnit>): RowIndex<PlannedPosition> {
  const { folder, stored } = plan
  const codes = new Map(stored.orgUnits.map(({ id, code }) => [id, code]))
  const known = stored.positions.map((position) => {
    const planned = plannedPosition(position.id, position)
    return [[codes.get(position.org_unit) ?? '', position.title], planned] as const
  })
  const positions = new RowIndex<PlannedPosition>('positions', plan, known)
  for (const row of folder.positions.rows) planPosition(plan, { units, positions }, row)
  return positions
}

const plannedPosition = (id: string, stored?: StoredPosition): PlannedPosition => ({
  id,
  stored,
  required_weekly_hours: stored?.required_weekly_hours ?? '0.00',
  requirements: [],
  assigned: toDecimal(stored?.assigned_hours ?? '0.00'),
  count: stored?.assignment_count ?? 0,
  isCertain: true,
  ...availability(stored),
})

type Indexes = { units: RowIndex<PlannedUnit>; positions: RowIndex<PlannedPosition> }

function planPosition(plan: ImportPlan, { units, positions }: Indexes, row: ClinicRow<'positions'>) {
  const { kind, line, org_unit_code, id, ...fields } = row
  const key = [org_unit_code, row.title]
  if (id && positions.withId(id) && !positions.hasKey(id, key))
    return plan.problems.add(row, 'id', 'This is the id of another position.')
  if (!id && positions.isAmbiguous(row, 'title', key)) return
  const known = id ? positions.withId(id) : positions.get(...key)
  const position = known ?? plannedPosition(id ?? randomUUID())
  const { stored } = position
  const { required_weekly_hours } = row
  Object.assign(position, { required_weekly_hours, ...availability(stored, row.is_active) })
  positions.set(key, position)
  const unit = units.find(row, 'org_unit_code', org_unit_code)
  if (!unit) return
  const isPlaced = !stored || (position.is_active && !stored.is_active)
  plan.problems.attempt(row, () => {
    checkHoldsPositions(unit, { mayBeInactive: !position.is_active })
    if (isPlaced) checkHoldsPositions({ ...unit, is_active: unit.was_active })
  })
  if (stored) plan.change(row, { entity: Position, stored, fields })
  else plan.insert(row, Position, { ...fields, id: position.id, org_unit: unit.id, ...plan.stamps })
}

/** Plans what positions require, by position and tag. */
export function planPositionTags(
  plan: ImportPlan,
  positions: RowIndex<PlannedPosition>,
  tags: RowIndex<PlannedTag>,
) {
  const { folder, stored } = plan
  for (const { org_unit_code, position_title } of folder.position_tags.broken)
    doubt(positions.get(org_unit_code, position_title))
  for (const requirement of stored.positionTags) {
    const name = tags.withId(requirement.tag)?.name ?? ''
    const { tag, is_mandatory } = requirement
    const position = positions.withId(requirement.position)
    position?.requirements.push({ tag, name, is_mandatory, stored: requirement })
  }
  for (const row of folder.position_tags.rows) {
    const position = namedPosition(positions, row)
    const tag = tags.find(row, 'tag', row.tag)
    if (!tag) doubt(position)
    if (position && tag) planRequirement(plan, row, { position, tag })
  }
}

/** The position that a row of another file names. */
export function namedPosition(
  positions: RowIndex<PlannedPosition>,
  row: ClinicRow<'position_tags'> | ClinicRow<'assignments'>,
) {
  const { org_unit_code, position_title, position_id: id } = row
  const key = [org_unit_code, position_title]
  return id
    ? positions.findById(row, 'position_id', { id, key })
    : positions.find(row, 'position_title', ...key)
}

function planRequirement(
  plan: ImportPlan,
  row: ClinicRow<'position_tags'>,
  { position, tag }: { position: PlannedPosition; tag: PlannedTag },
) {
  const { is_mandatory } = row
  const known = position.requirements.find((requirement) => requirement.tag === tag.id)
  if (known?.stored) {
    known.is_mandatory = is_mandatory
    plan.change(row, { entity: PositionTag, stored: known.stored, fields: { is_mandatory } })
    return
  }
  position.requirements.push({ tag: tag.id, name: tag.name, is_mandatory })
  plan.problems.attempt(row, () => checkAssignable({ is_active: tag.was_active }))
  const { created_at } = plan.stamps
  plan.insert(row, PositionTag, { position: position.id, tag: tag.id, is_mandatory, created_at })
}

/** Refuses to retire positions with active assignments (D29). */
export function checkRetiredPositions(
  { folder, problems }: ImportPlan,
  positions: RowIndex<PlannedPosition>,
) {
  for (const row of folder.positions.rows) {
    const position = row.id ? positions.withId(row.id) : positions.get(row.org_unit_code, row.title)
    if (position && !position.is_active && position.count > 0)
      problems.add(row, 'is_active', 'The position has active assignments.')
  }
}
