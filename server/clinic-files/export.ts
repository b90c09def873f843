import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IsolationLevel } from '@mikro-orm/core'
import { stringify } from 'csv-stringify/sync'
import { type RawBuilder, sql } from 'kysely'
import { type Em, type Orm, readSingleRow } from '../../entities/connection/em.ts'
import { type FileKind, fileKinds, fileOf } from '../../src/clinic-files.ts'
import { byKind, fileColumns, isNumeric, isOptional, quoted } from './files/columns.ts'

/** Positions, and the ids of those that share unit and title with others (D39). */
const positions = sql`(select p.*, u.code as org_unit_code,
    case when count(*) over (partition by p.org_unit_id, p.title) > 1 then p.id end as shared_id
    from positions p join org_units u on u.id = p.org_unit_id) p`

const whileActive = sql`et.status = 'ACTIVE'`

/** The rows of each file, with its columns and more. Deleted tags are left out: another may have taken the name (D29). */
const rowsOf: Record<FileKind, RawBuilder<unknown>> = {
  org_units: sql`select u.*, parent.code as parent_code from org_units u left join org_units parent on parent.id = u.parent_id`,
  tags: sql`select * from tags where deleted_at is null`,
  employees: sql`select * from employees`,
  employee_tags: sql`select e.employee_number, t.name as tag, et.start_date, et.end_date, et.status,
    case when ${whileActive} and 1 < count(*) filter (where ${whileActive})
      over (partition by et.employee_id, et.tag_id, et.start_date) then et.id end as id
    from employee_tags et
    join employees e on e.id = et.employee_id join tags t on t.id = et.tag_id and t.deleted_at is null`,
  positions: sql`select p.org_unit_code, p.title, p.required_weekly_hours, p.notes, p.is_active, p.shared_id as id
    from ${positions}`,
  position_tags: sql`select p.org_unit_code, p.title as position_title, t.name as tag, pt.is_mandatory,
    p.shared_id as position_id
    from ${positions} join position_tags pt on pt.position_id = p.id join tags t on t.id = pt.tag_id`,
  assignments: sql`select e.employee_number, p.org_unit_code, p.title as position_title, a.effective_hours,
    a.effective_date, a.notes, a.is_reinforcement, a.status, a.end_reason, p.shared_id as position_id
    from ${positions} join assignments a on a.position_id = p.id join employees e on e.id = a.employee_id`,
}

type Rows = Record<FileKind, number>
type OnProgress = (done: number, total: number) => void
type ExportOptions = {
  onProgress?: OnProgress
  /** What must have been done before the files appear. */
  before?: () => Promise<unknown>
}

/** One moment of the clinic. */
export const snapshot = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true }

/** Rows in memory at once. */
const batchSize = 1000

/**
 * Writes the clinic as the CSV files that `importClinic` reads, sorted, so that equal clinics give equal bytes (D39).
 * An optional column is written if a row needs it. The files appear once all are complete. Returns the number of rows
 * by file.
 */
export async function exportClinic(orm: Orm, folder: string, { onProgress, before }: ExportOptions = {}) {
  await makeFolder(folder)
  const unfinished = await mkdtemp(join(folder, '.export-'))
  const discard = () => rmSync(unfinished, { recursive: true, force: true })
  process.once('exit', discard)
  try {
    const write = (em: Em) => writeFiles(em, unfinished, onProgress)
    const rows = await orm.em.fork().transactional(write, snapshot)
    await before?.()
    for (const kind of fileKinds) await rename(join(unfinished, fileOf(kind)), join(folder, fileOf(kind)))
    return rows
  } finally {
    process.off('exit', discard)
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Makes the folder and those above it. Node's own recursion never ends where none can be made, such as below /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    // Another export may have made it meanwhile.
    if (error.code !== 'EEXIST') throw error
  })
}

async function writeFiles(em: Em, folder: string, onProgress?: OnProgress): Promise<Rows> {
  const layouts = await readLayouts(em)
  const total = layouts.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  const count = (rows: number) => {
    done += rows
    onProgress?.(done, total)
  }
  for (const layout of layouts) {
    // Only its owner can read the file.
    await using file = await open(join(folder, fileOf(layout.kind)), 'wx', 0o600)
    for await (const text of textOf(em, layout, count)) await file.appendFile(text)
  }
  return byKind((kind) => layouts.find((layout) => layout.kind === kind)?.rows ?? 0)
}

type Layout = { kind: FileKind; rows: number; names: string[] }

/** What each file has. */
export const readLayouts = (em: Em) => Array.fromAsync(fileKinds, (kind) => readLayout(em, kind))

/** The text of a file, batch by batch; tells how many rows each one had once it has been used. */
export async function* textOf(em: Em, { kind, names }: Layout, onRows: (rows: number) => void = () => {}) {
  yield csvOf([names])
  for await (const lines of linesOf(em, kind, names)) {
    yield csvOf(lines)
    onRows(lines.length)
  }
}

const csvOf = (lines: string[][]) => stringify(lines, { quoted_match: /\r/ })

/** The number of rows of a file, and its columns, without optional ones that would be empty in every row. */
async function readLayout(em: Em, kind: FileKind): Promise<Layout> {
  const columns = [...fileColumns(kind)]
  const needed = columns.map(([name, column]) => {
    const blank = String((isOptional(column) && column.parse('')) ?? '')
    const isNeeded = isOptional(column)
      ? sql`coalesce(bool_or(${cellText(name)} <> ${blank}), false)`
      : sql`true`
    return sql`${isNeeded} as ${sql.id(name)}`
  })
  type Read = Record<string, boolean> & { row_count: number }
  const read = await readSingleRow<Read>(em)`
    select count(*)::int as row_count, ${sql.join(needed)} from (${rowsOf[kind]}) each_row`
  const names = columns.map(([name]) => name).filter((name) => read[name])
  return { kind, rows: read.row_count, names }
}

/** The rows of a file in batches, compared cell by cell and by code point, so that every machine sorts alike. */
async function* linesOf(em: Em, kind: FileKind, names: string[]): AsyncGenerator<string[][]> {
  const db = em.getKysely()
  const cells = sql.join(names.map((name) => sql`${cellOf(name)} as ${sql.id(name)}`))
  const order = sql.join(names.map((name) => sql`${sql.ref(name)} collate "C"`))
  const rows = sql`select * from (select ${cells} from (${rowsOf[kind]}) each_row) cells order by ${order}`
  await sql`declare exported no scroll cursor for ${rows}`.execute(db)
  const batch = sql<Record<string, string>>`fetch ${sql.lit(batchSize)} from exported`
  for (let read = await batch.execute(db); read.rows.length; read = await batch.execute(db))
    yield read.rows.map((row) => names.map((name) => row[name] ?? ''))
  await sql`close exported`.execute(db)
}

const cellText = (name: string) => sql`coalesce(${sql.ref(name)}::text, '')`

/** The row's cell in the column, escaped if a spreadsheet would read it as a formula. */
const cellOf = (name: string) => (isNumeric(name) ? cellText(name) : quoted(cellText(name)))
