import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CsvError, type Info, parse } from 'csv-parse/sync'
import { type Column, clinicColumns, fileOf, type Kind, kinds, type Row } from './columns.ts'
import { ImportRefused, type Problems } from './problems.ts'

export type Rows<K extends Kind> = {
  rows: Row<K>[]
  /** Rows with something wrong, as far as they could be read: their keys are known, nothing else is judged by them. */
  broken: Partial<Row<K>>[]
  /** False when the file's rows could not be read at all, so that any key may be in it. */
  isReadable: boolean
}
export type Folder = { [K in Kind]: Rows<K> }

/** The columns that tell the rows of a file apart (D39). */
const keyColumns = {
  org_units: ['code'],
  tags: ['name'],
  employees: ['employee_number'],
  employee_tags: ['employee_number', 'tag', 'start_date'],
  positions: ['org_unit_code', 'title'],
  position_tags: ['org_unit_code', 'position_title', 'tag'],
  assignments: ['employee_number', 'org_unit_code', 'position_title'],
} as const satisfies { [K in Kind]: readonly (keyof Row<K>)[] }

/** Reads a clinic's folder; whatever is wrong with its files, columns, cells and keys is added to the problems. */
export async function readFolder(folder: string, problems: Problems): Promise<Folder> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder)
    throw new ImportRefused([{ file: folder, line: null, column: null, message: 'There is no such folder.' }])
  const files = await Promise.all(kinds.map(async (kind) => [kind, await readRows(folder, kind, problems)]))
  return Object.fromEntries(files) as Folder
}

async function readRows<K extends Kind>(folder: string, kind: K, problems: Problems): Promise<Rows<K>> {
  const unreadable: Rows<K> = { rows: [], broken: [], isReadable: false }
  const bytes = await readFile(join(folder, fileOf(kind))).catch((error: NodeJS.ErrnoException) => {
    const message =
      error.code === 'ENOENT' ? 'The file is missing.' : `The file cannot be read: ${error.code}.`
    problems.addToFile(kind, message)
  })
  const records = bytes && parseRecords(bytes, kind, problems)
  const isText = !!bytes && isUtf8(bytes)
  if (!records) return unreadable
  const [header = { cells: [], line: 1 }, ...lines] = records
  const names = header.cells.map((cell) => cell.trim())
  if (!areColumns(kind, names, problems)) return unreadable
  const read: Rows<K> = { rows: [], broken: [], isReadable: true }
  const firstLines = new Map<string, number>()
  for (const record of lines) {
    const row = readRow(kind, names, record, isText, problems)
    const isSound = row.isSound && isNew(row.values as Row<K>, firstLines, problems)
    if (isSound) read.rows.push(row.values as Row<K>)
    else read.broken.push(row.values)
  }
  return read
}

type Line = { cells: string[]; line: number }

/** The file's records, each with the line on which it starts. */
function parseRecords(bytes: Buffer, kind: Kind, problems: Problems): Line[] | undefined {
  try {
    const parsed = parse(bytes, {
      bom: true,
      info: true,
      raw: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: Info; raw: string }[]
    return parsed.map(({ record, info, raw }) => ({
      cells: record,
      line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines) || null
    const column = typeof error.column === 'string' ? error.column : null
    problems.addToFile(kind, `The file is not valid CSV: ${error.message}.`, column, line)
  }
}

function areColumns(kind: Kind, names: string[], problems: Problems): boolean {
  const columns: Record<string, Column> = clinicColumns[kind]
  const missing = Object.keys(columns).filter((name) => !columns[name]?.optional && !names.includes(name))
  const unknown = names.filter((name) => !Object.hasOwn(columns, name))
  const repeated = names.filter((name, i) => Object.hasOwn(columns, name) && names.indexOf(name) < i)
  for (const name of missing) problems.addToFile(kind, 'The column is missing.', name, 1)
  for (const name of unknown) problems.addToFile(kind, 'There is no such column.', name || '(unnamed)', 1)
  for (const name of repeated) problems.addToFile(kind, 'The column is there twice.', name, 1)
  return missing.length + repeated.length === 0
}

function readRow<K extends Kind>(
  kind: K,
  names: string[],
  { cells, line }: Line,
  isText: boolean,
  problems: Problems,
) {
  const columns: Record<string, Column> = clinicColumns[kind]
  const values: Record<string, unknown> = { kind, line }
  let isSound = cells.length === names.length
  if (!isSound)
    problems.add({ kind, line }, null, `The line has ${cells.length} cells, the header ${names.length}.`)
  for (const [i, name] of names.entries()) {
    const column = Object.hasOwn(columns, name) && columns[name]
    const cell = cells[i]
    if (!column || cell === undefined) continue
    // Bytes that are no UTF-8 have become this character.
    const isGarbled = !isText && cell.includes('\ufffd')
    const messages = isGarbled
      ? ['The text is not UTF-8.']
      : complaints(column, cell, (value) => {
          values[name] = value
        })
    for (const message of messages) problems.add({ kind, line }, name, message)
    if (messages.length) isSound = false
  }
  return { values: values as Partial<Row<K>>, isSound }
}

function complaints({ field, read, ...column }: Column, cell: string, accept: (value: unknown) => void) {
  const text = cell.trim()
  if (text === '' && 'blank' in column) {
    accept(column.blank)
    return []
  }
  const { success, data, error } = field.safeParse(read ? read(text) : text)
  if (success) accept(data)
  return error?.issues.map(({ message }) => message) ?? []
}

/** Whether no earlier row has the same key. What is past, unlike what is ACTIVE, may have happened more than once. */
function isNew<K extends Kind>(row: Row<K>, firstLines: Map<string, number>, problems: Problems): boolean {
  if ((row.kind === 'assignments' || row.kind === 'employee_tags') && !isLive(row as { status?: string }))
    return true
  const columns: readonly string[] = keyColumns[row.kind]
  const key = JSON.stringify(columns.map((column) => row[column as keyof Row<K>]))
  const first = firstLines.get(key)
  if (first === undefined) firstLines.set(key, row.line)
  else problems.add(row, columns.at(-1) ?? null, `Line ${first} has the same ${columns.join(', ')} already.`)
  return first === undefined
}

/** Whether the row is about what holds now rather than about what is past. */
export const isLive = ({ status = 'ACTIVE' }: { status?: string }) => status === 'ACTIVE'
