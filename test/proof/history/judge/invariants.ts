import { isDeepStrictEqual } from 'node:util'
import { type Applied, hundredths, type View } from '../commits/replay.ts'
import { changedColumns, keptColumns } from './effects.ts'
import type { Report } from './violations.ts'

/** The change log leaves out what follows from other columns, and times of changes. */
const unlogged = ['updated_at', ...keptColumns]
const masterTables = ['employees', 'assignments', 'employee_tags', 'positions', 'tags']

/** What holds after each commit. */
export function checkCommit(applied: Applied[], after: View, found: Report) {
  for (const id of touched(applied, 'position_id', 'positions')) checkPosition(id, after, found)
  for (const id of touched(applied, 'employee_id', 'employees')) checkEmployee(id, after, found)
  checkChangeLog(applied, found)
}

/** The ids of the table's rows that the commit has changed, itself or through an assignment. */
function touched(applied: Applied[], column: string, table: string): Set<string> {
  const rows = applied.flatMap((one) => {
    const name = one.table === table ? 'id' : one.table === 'assignments' ? column : undefined
    return name ? [one.before?.[name], one.after?.[name]] : []
  })
  return new Set(rows.filter((id) => typeof id === 'string'))
}

function checkPosition(id: string, view: View, found: Report) {
  const row = view.row('positions', id)
  const active = view.activeIn(id)
  const hours = active.reduce((sum, one) => sum + one.hours, 0)
  if (hundredths(row?.assigned_hours) !== hours || Number(row?.assignment_count) !== active.length)
    found(
      'kept totals',
      `position ${id} keeps ${row?.assigned_hours} / ${row?.assignment_count}, not ${hours / 100} / ${active.length}`,
    )
  if (row?.is_active === 'f' && active.length)
    found('active position', `${id} is inactive, with active assignments`)
}

function checkEmployee(id: string, view: View, found: Report) {
  const positions = view.activeOf(id).map(({ position }) => position)
  if (new Set(positions).size < positions.length) found('one active pair', `employee ${id} is assigned twice`)
}

/** One entry for each row whose logged columns changed, with their values before and after. */
function checkChangeLog(applied: Applied[], found: Report) {
  const changes = applied.filter(
    (one) => masterTables.includes(one.table) && (!one.before || loggedColumns(one).length),
  )
  const entries = applied
    .flatMap(({ table, after }) => (table === 'change_log' && after ? [after] : []))
    .filter(({ subject }) => masterTables.includes(subject ?? ''))
  if (changes.length !== entries.length)
    found('change log', `${entries.length} entries for ${changes.length} changed rows`)
  for (const change of changes) {
    const id = change.after?.id ?? change.before?.id
    const entry = entries.find(({ subject, subject_id }) => subject === change.table && subject_id === id)
    if (
      !entry ||
      !says(entry.after, change, 'after') ||
      (change.before && !says(entry.before, change, 'before'))
    )
      found('change log', `no entry says what has changed in ${change.table} ${id}`)
  }
}

const loggedColumns = (change: Applied) =>
  changedColumns(change).filter((column) => !unlogged.includes(column))

/** Whether the JSON of the log has the values of the row: of all columns for a new one, else of those that changed. */
function says(json: string | null | undefined, change: Applied, side: 'before' | 'after'): boolean {
  const values = JSON.parse(json ?? '{}') as Record<string, unknown>
  const columns = loggedColumns(change)
  const named = change.before ? Object.keys(values).sort().join() === [...columns].sort().join() : true
  return named && columns.every((column) => isSame(values[column], change[side]?.[column]))
}

function isSame(value: unknown, text: string | null | undefined): boolean {
  if (value === null || text === null || text === undefined) return (value ?? null) === (text ?? null)
  if (typeof value === 'boolean') return text === (value ? 't' : 'f')
  if (typeof value === 'number') return Number(text) === value
  if (typeof value === 'object') return isDeepStrictEqual(value, JSON.parse(text))
  return value === text || timeOf(String(value)) === timeOf(text)
}

/** Milliseconds of an instant as PostgreSQL or JSON writes it, in UTC; NaN, which equals nothing, for other text. */
export const timeOf = (text: string) => Date.parse(text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z'))
