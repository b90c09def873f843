import type { Row } from '../commits/commits.ts'
import type { Applied } from '../commits/replay.ts'
import type { Effect } from '../model/expected.ts'
import type { Answer } from '../race/race.ts'
import type { Report } from './violations.ts'

const eventLogs = ['transition_log', 'tag_change_log']
const logs = [...eventLogs, 'change_log']
/** Triggers keep them in the transaction of an assignment. */
export const keptColumns = ['assigned_hours', 'assignment_count']

/** The names of changed columns. */
export function changedColumns({ before, after }: Applied): string[] {
  const columns = Object.keys({ ...before, ...after })
  return columns.filter((column) => before?.[column] !== after?.[column])
}

/** Every message of a body, after its field. */
export const messagesOf = (body: Record<string, unknown>) =>
  Object.entries(body).flatMap(([field, messages]) =>
    [messages].flat().map((message) => `${field}: ${message}`),
  )

type Done = { effect: Effect; applied: Applied[]; answer: Answer }

/** Exactly the columns that the request asks for have changed, with one log entry, and the answer says the same. */
export function checkEffect({ effect, applied, answer }: Done, found: Report) {
  const rows = applied.filter(({ table }) => !logs.includes(table))
  const own = rows.filter((row) => isOwn(row, effect))
  if (own.length > 1) found('changed twice', effect.table)
  const others = rows.filter((row) => !isOwn(row, effect) && !isKept(row))
  for (const row of others) found('unasked change', `${row.table} ${changedColumns(row).join()}`)
  const [row] = own
  if (row) checkRow(row, effect, found)
  checkLogged(effect, applied, found)
  checkBody(effect, answer, found)
}

const isOwn = ({ table, before, after }: Applied, effect: Effect) =>
  table === effect.table && (effect.id ? after?.id === effect.id : !before)
const isKept = (row: Applied) =>
  row.table === 'positions' && changedColumns(row).every((column) => keptColumns.includes(column))

function checkRow(row: Applied, { set, may = [] }: Effect, found: Report) {
  for (const [column, value] of Object.entries(set))
    if (row.after?.[column] !== value)
      found('lost update', `${column} is ${row.after?.[column]}, not ${value}`)
  if (!row.before) return
  const expected = [...Object.keys(set), ...may, 'updated_at']
  const unasked = changedColumns(row).filter((column) => !expected.includes(column))
  if (unasked.length) found('unasked change', unasked.join())
}

/** One log entry with the change, in the same transaction, or none. */
function checkLogged({ logged }: Effect, applied: Applied[], found: Report) {
  const entries = applied.filter(({ table }) => eventLogs.includes(table))
  if (entries.length !== (logged ? 1 : 0)) found('log', `${entries.length} entries for one change`)
  const [entry] = entries
  if (!logged || !entry) return
  const wrong = entry.table !== logged.table ? ['table'] : differing(logged.entry, entry.after)
  if (wrong.length) found('log', `the entry has another ${wrong.join()}`)
}

const differing = (wanted: Row, row: Row | undefined) =>
  Object.keys(wanted).filter((column) => row?.[column] !== wanted[column])

/** Columns whose fields have other names. */
const fields: Record<string, string> = { employee_id: 'employee', tag_id: 'tag' }

function checkBody({ set }: Effect, { body }: Answer, found: Report) {
  for (const [column, value] of Object.entries(set)) {
    const answered = body[fields[column] ?? column]
    if (answered !== undefined && asText(answered) !== value)
      found('answer', `${column} is said to be ${answered}`)
  }
}

function asText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return value === null ? null : String(value)
}

/** A sweep expires ACTIVE employee tags that ended before today, with one entry each, and nothing else. */
export function checkSwept(applied: Applied[], at: Date, found: Report) {
  const today = at.toISOString().slice(0, 10)
  const rows = applied.filter(({ table }) => !logs.includes(table))
  for (const row of rows) {
    const { table, before, after } = row
    const isDue = before?.status === 'ACTIVE' && !!before.end_date && before.end_date < today
    if (table !== 'employee_tags' || !isDue || after?.status !== 'EXPIRED')
      found('sweep', `${table} ${after?.id}`)
    const unasked = changedColumns(row).filter((column) => !['status', 'updated_at'].includes(column))
    if (unasked.length) found('sweep', `${table} ${after?.id}: ${unasked.join()}`)
  }
  const entries = applied.filter(({ table }) => eventLogs.includes(table))
  const actions = entries.filter(({ after }) => after?.action === 'EXPIRED' && after.actor_id === null)
  if (entries.length !== rows.length || actions.length !== rows.length)
    found('log', `${entries.length} entries for ${rows.length} expired tags`)
}
