import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'
import {
  clinicFiles,
  columnsOf,
  fileOf,
  isCurrent,
  isOptional,
  type Kind,
  keyColumns,
  type Row,
} from './columns.ts'
import { ImportRefused, type Problems } from './problems.ts'

/** What was read of one file. */
export type Rows<R> = {
  rows: R[]
  /** Of each row with a mistake, the parts of its key that are sound, by column. */
  broken: Readonly<Record<string, string>>[]
  /** False when the rows could not be read at all, so that any key may be among them. */
  isReadable: boolean
}
export type Folder = { [K in Kind]: Rows<Row<K>> }

/** Reads a clinic's folder. Adds what is wrong with its files, columns, cells and keys to the problems. */
export async function readFolder(folder: string, problems: Problems): Promise<Folder> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder)
    throw new ImportRefused([{ file: folder, line: null, column: null, message: 'There is no such folder.' }])
  const read = <K extends Kind, T extends Record<string, unknown>>(kind: K, schema: z.ZodType<T>) =>
    new FileReader(kind, schema, problems).read(folder)
  return {
    org_units: await read('org_units', clinicFiles.org_units),
    tags: await read('tags', clinicFiles.tags),
    employees: await read('employees', clinicFiles.employees),
    employee_tags: await read('employee_tags', clinicFiles.employee_tags),
    positions: await read('positions', clinicFiles.positions),
    position_tags: await read('position_tags', clinicFiles.position_tags),
    assignments: await read('assignments', clinicFiles.assignments),
  }
}

/** The cells of one line; null for a cell that is not UTF-8. */
type Line = { texts: (string | null)[]; line: number }

/** Reads one file, whose rows are values by column. */
class FileReader<K extends Kind, T extends Record<string, unknown>> {
  private readonly kind: K
  private readonly schema: z.ZodType<T>
  private readonly problems: Problems
  private readonly lineOfKey = new Map<string, number>()

  constructor(kind: K, schema: z.ZodType<T>, problems: Problems) {
    this.kind = kind
    this.schema = schema
    this.problems = problems
  }

  async read(folder: string): Promise<Rows<{ kind: K; line: number } & T>> {
    const { kind, problems } = this
    const file: Rows<{ kind: K; line: number } & T> = { rows: [], broken: [], isReadable: false }
    const bytes = await readFile(join(folder, fileOf(kind))).catch(({ code }: NodeJS.ErrnoException) =>
      problems.addToFile(
        kind,
        code === 'ENOENT' ? 'The file is missing.' : `The file cannot be read: ${code}.`,
      ),
    )
    const records = bytes && this.parse(bytes)
    if (!records) return file
    const [header, ...lines] = records
    const names = header?.cells.map((cell) => cell.trim()) ?? []
    file.isReadable = this.areColumns(names)
    if (!file.isReadable) return file
    const isText = isUtf8(bytes)
    for (const { cells, line } of lines) {
      // Bytes that are not UTF-8 have become this character.
      const texts = cells.map((cell) => (isText || !cell.includes('\ufffd') ? cell : null))
      const values = this.valuesOf({ texts, line }, names)
      if (values && this.isNew(line, values)) file.rows.push({ kind, line, ...values })
      else file.broken.push(this.soundKeyOf(byName(names, texts)))
    }
    return file
  }

  /** The file's records, each with the line on which it starts; undefined, with a problem, unless the file is CSV. */
  private parse(bytes: Buffer) {
    const records: { cells: string[]; line: number }[] = []
    const on_record = (cells: string[], { lines }: { lines: number }) => {
      records.push({ cells, line: lines - (cells.join().match(/\n/g)?.length ?? 0) })
      return null
    }
    try {
      const record_delimiter = ['\r\n', '\n']
      parse(bytes, {
        bom: true,
        record_delimiter,
        relax_column_count: true,
        skip_empty_lines: true,
        on_record,
      })
      return records
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const line = Number(error.lines) || null
      const column = typeof error.column === 'string' ? error.column : null
      this.problems.addToFile(this.kind, `The file is not valid CSV: ${error.message}.`, { line, column })
    }
  }

  private areColumns(names: string[]): boolean {
    const columns = columnsOf(this.kind)
    const missing = [...columns].filter(([name, column]) => !isOptional(column) && !names.includes(name))
    const unknown = names.filter((name) => !columns.has(name))
    const repeated = names.filter((name, i) => columns.has(name) && names.indexOf(name) < i)
    const add = (column: string, message: string) =>
      this.problems.addToFile(this.kind, message, { line: 1, column })
    for (const [name] of missing) add(name, 'The column is missing.')
    for (const name of unknown) add(name || '(unnamed)', 'There is no such column.')
    for (const name of repeated) add(name, 'The column is there twice.')
    return missing.length + repeated.length === 0
  }

  /** The row's values; undefined, with problems, unless all of its cells can be read. */
  private valuesOf({ texts, line }: Line, names: string[]): T | undefined {
    const place = { kind: this.kind, line }
    const isComplete = texts.length === names.length
    if (!isComplete)
      this.problems.add(place, null, `The line has ${texts.length} cells, the header ${names.length}.`)
    const { data, error } = this.schema.safeParse(byName(names, texts))
    for (const name of names.slice(0, texts.length))
      for (const { path, message } of error?.issues ?? [])
        if (path[0] === name) this.problems.add(place, name, message)
    return isComplete ? data : undefined
  }

  /** Adds a problem when an earlier row has the same key. */
  private isNew(line: number, values: T): boolean {
    if (['assignments', 'employee_tags'].includes(this.kind) && !isCurrent(values)) return true
    const columns = keyColumns[this.kind]
    const key = JSON.stringify(columns.map((column) => values[column]))
    const first = this.lineOfKey.get(key)
    if (first === undefined) this.lineOfKey.set(key, line)
    else {
      const message = `Line ${first} has the same ${columns.join(', ')} already.`
      this.problems.add({ kind: this.kind, line }, columns.at(-1) ?? null, message)
    }
    return first === undefined
  }

  private soundKeyOf(texts: Record<string, string | null>): Record<string, string> {
    const columns = columnsOf(this.kind)
    const parts = keyColumns[this.kind].map((name) => [name, columns.get(name)?.safeParse(texts[name]).data])
    return Object.fromEntries(parts.filter(([, value]) => typeof value === 'string'))
  }
}

const byName = (names: string[], texts: Line['texts']): Record<string, string | null> =>
  Object.fromEntries(names.slice(0, texts.length).map((name, i) => [name, texts[i] ?? null]))
