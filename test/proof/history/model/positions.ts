import { bool, decimal, type Model, refused, text, unknownRow } from './expected.ts'

/** Changes of positions: one with active assignments stays active. */
export const positions: Model = ({ procedure, id = '', body }, view) => {
  const row = view.row('positions', id)
  if (!row) return unknownRow
  const isDeleted = procedure === 'positions.delete'
  const wasActive = row.is_active === 't'
  const isActive = isDeleted ? false : (body.is_active ?? wasActive)
  const isDeactivated = isDeleted || (wasActive && !isActive)
  if (isDeactivated && view.activeIn(id).length)
    return refused(
      'position in use',
      409,
      'detail: The position has active assignments.',
      'code: CONFLICT_HAS_DEPENDENCIES',
    )
  const set = {
    is_active: bool(isActive),
    required_weekly_hours: decimal(body.required_weekly_hours ?? row.required_weekly_hours),
    notes: text(body.notes ?? row.notes),
  }
  return { effect: { table: 'positions', id, set } }
}
