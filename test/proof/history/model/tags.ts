import type { Row } from '../commits/commits.ts'
import { bool, type Effect, type Expected, type Model, refused, text, unknownRow } from './expected.ts'

/** Changes of the catalogue. */
export const tags: Model = ({ id = '', body }, view) => {
  if (!view.row('tags', id)) return unknownRow
  const set = { is_active: bool(body.is_active), description: text(body.description) }
  return { effect: { table: 'tags', id, set } }
}

/** Tags that employees are given, that change and that are revoked. */
export const employeeTags: Model = ({ procedure, id = '', body }, view) => {
  if (procedure === 'employee_tags.create') {
    const isActive = view.row('tags', text(body.tag))?.is_active === 't'
    if (!isActive) return refused('active tag', 400, 'tag: The tag is not active.')
    return given(body)
  }
  const row = view.row('employee_tags', id)
  if (!row) return unknownRow
  return procedure === 'employee_tags.delete'
    ? logged(row, { status: 'REVOKED' }, { action: 'REVOKED', reason: '' })
    : changed(row, body)
}

type Body = Record<string, unknown>

const dateOf = (value: unknown) => (value ? String(value) : null)
const badPeriod = refused('period', 400, 'end_date: End date must not be before the start date.')
const isBad = ({ start_date, end_date }: Row) => !!end_date && end_date < text(start_date)

function given(body: Body): Expected {
  const set = {
    employee_id: text(body.employee),
    tag_id: text(body.tag),
    start_date: dateOf(body.start_date),
    end_date: dateOf(body.end_date),
    status: 'ACTIVE',
  }
  return isBad(set) ? badPeriod : logged(set, set, { action: 'ASSIGNED', reason: '' })
}

function changed(row: Row, body: Body): Expected {
  const { start_date = row.start_date, end_date = row.end_date, status: wanted } = body
  const dates = { start_date: dateOf(start_date), end_date: dateOf(end_date) }
  if (isBad(dates)) return badPeriod
  const status = text(wanted ?? row.status)
  if (wanted === 'ACTIVE' && row.status !== 'ACTIVE')
    return refused(
      'lifecycle',
      400,
      `status: A tag that is ${row.status} cannot become ACTIVE again; assign a new one.`,
    )
  const isMoved = dates.start_date !== row.start_date || dates.end_date !== row.end_date
  const isEnded = wanted === 'REVOKED' || wanted === 'EXPIRED'
  if (!isEnded && !isMoved) return 'nothing'
  return logged(
    row,
    { ...dates, status },
    { action: isEnded ? status : 'MODIFIED', reason: text(body.reason) },
  )
}

function logged({ id, employee_id, tag_id }: Row, set: Row, said: Row): Expected {
  const entry = { employee_id: text(employee_id), tag_id: text(tag_id), ...said }
  const effect: Effect = { table: 'employee_tags', set, logged: { table: 'tag_change_log', entry } }
  return { effect: id ? { ...effect, id } : effect }
}
