import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import type { FileBytes, FileKind } from '../../../src/clinic-files.ts'
import type { ClinicRow } from './columns.ts'
import { byKind, clinicFiles, fileColumns, isCurrent, isOptional, key, keyColumns } from './columns.ts'
import type { ImportProblems } from './problems.ts'

/** The result of reading one file. */
export type FileRows<R> = {
  rows: R[]
  /** The readable parts of the key of each row with a mistake, by column. */
  broken: Readonly<Record<string, string>>[]
  /** False when the rows could not be read at all, so that any key may be among them. */
  isReadable: boolean
}
export type ClinicFiles = { [K in FileKind]: FileRows<ClinicRow<K>> }

/** Parses a clinic's files. Adds what is wrong with them, their columns, cells and keys to the problems. */
export const parseFiles = (files: FileBytes, problems: ImportProblems) =>
  byKind((kind) => new FileReader(kind, problems).read(files[kind])) as ClinicFiles

type RowValues = Record<string, unknown>

/** The cells of one line; null for a cell that is not UTF-8. */
type CsvLine = { texts: (string | null)[]; line: number }

/** Reads one file into rows of values by column. */
class FileReader {
  private readonly kind: FileKind
  private readonly problems: ImportProblems
  /** The first line of each key, and of each id that tells its rows apart. */
  private readonly linesOfKey = new Map<string, Map<unknown, number>>()
  private readonly lineOfId = new Map<unknown, number>()

  constructor(kind: FileKind, problems: ImportProblems) {
    this.kind = kind
    this.problems = problems
  }

  /** A missing file has no rows. */
  read(bytes: Buffer | undefined): FileRows<RowValues> {
    const { kind } = this
    const file: FileRows<RowValues> = { rows: [], broken: [], isReadable: !bytes }
    if (!bytes) return file
    const isText = isUtf8(bytes)
    let names: string[] | undefined
    const isCsv = this.parse(bytes, (cells, line) => {
      if (!names) {
        names = cells.map((cell) => cell.trim())
        file.isReadable = this.areColumns(names)
      } else if (file.isReadable) {
        // Bytes that are not UTF-8 have become this character.
        const texts = cells.map((cell) => (isText || !cell.includes('\ufffd') ? cell : null))
        const values = this.valuesOf({ texts, line }, names)
        if (values && this.isNew(line, values)) file.rows.push({ kind, line, ...values })
        else file.broken.push(this.soundKeyOf(byName(names, texts)))
      }
    })
    if (!isCsv) return { rows: [], broken: [], isReadable: false }
    if (!names) this.areColumns([])
    return file
  }

  private add(line: number | null, column: string | null, message: string) {
    this.problems.add({ kind: this.kind, line }, column, message)
  }

  /** Reads the file's records one by one, each with the line on which it starts. False, with a problem, unless it is CSV. */
  private parse(bytes: Buffer, read: (cells: string[], line: number) => void): boolean {
    let next = 1
    const on_record = (cells: string[], { lines }: { lines: number }) => {
      next = lines + 1
      read(cells, lines - (cells.join().match(/\n/g)?.length ?? 0))
      return null
    }
    try {
      const options = { bom: true, relax_column_count: true, skip_empty_lines: true, on_record }
      parse(bytes, { ...options, record_delimiter: ['\r\n', '\n'] })
      return true
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const column = typeof error.column === 'string' ? error.column : null
      if (error.code === 'CSV_QUOTE_NOT_CLOSED')
        this.add(next, null, 'A quote (") in the row that begins here is never closed.')
      else this.add(Number(error.lines) || null, column, `The file is not valid CSV: ${error.message}.`)
      return false
    }
  }

  private areColumns(names: string[]): boolean {
    if (names.length === 1 && names[0]?.includes(';')) {
      this.add(1, null, 'Columns are separated by commas, not by semicolons. Save the file with commas.')
      return false
    }
    const columns = fileColumns(this.kind)
    const missing = [...columns].filter(([name, column]) => !isOptional(column) && !names.includes(name))
    const unknown = names.filter((name) => !columns.has(name))
    const repeated = names.filter((name, i) => columns.has(name) && names.indexOf(name) < i)
    for (const [name] of missing) this.add(1, name, 'The column is missing.')
    for (const name of unknown) this.add(1, name || '(unnamed)', 'There is no such column.')
    for (const name of repeated) this.add(1, name, 'The column is there twice.')
    return missing.length + repeated.length === 0
  }

  /** The row's values; undefined, with problems, unless all of its cells can be read. */
  private valuesOf({ texts, line }: CsvLine, names: string[]): RowValues | undefined {
    const isComplete = texts.length === names.length
    if (!isComplete) this.add(line, null, `The line has ${texts.length} cells, the header ${names.length}.`)
    const { data, error } = clinicFiles[this.kind].safeParse(byName(names, texts))
    for (const name of names.slice(0, texts.length))
      for (const { path, message } of error?.issues ?? []) if (path[0] === name) this.add(line, name, message)
    return isComplete ? data : undefined
  }

  /** Adds a problem when an earlier row has the same key, unless their ids tell the two apart. */
  private isNew(line: number, values: RowValues): boolean {
    const withId = values.id === undefined ? undefined : this.lineOfId.get(values.id)
    this.lineOfId.set(values.id, withId ?? line)
    if (withId !== undefined) this.add(line, 'id', `Line ${withId} has the same id already.`)
    if (['assignments', 'employee_tags'].includes(this.kind) && !isCurrent(values)) return !withId
    const columns = keyColumns[this.kind]
    const key = JSON.stringify(columns.map((column) => values[column]))
    const lines = this.linesOfKey.get(key) ?? new Map<unknown, number>()
    const id = values.id ?? values.position_id
    const [first] = lines.values()
    const same = id === undefined ? first : (lines.get(id) ?? lines.get(undefined))
    this.linesOfKey.set(key, lines.set(id, lines.get(id) ?? line))
    if (same === undefined || withId) return !withId
    this.add(line, columns.at(-1) ?? null, `Line ${same} has the same ${columns.join(', ')} already.`)
    return false
  }

  /** As a row of another file would name it. */
  private soundKeyOf(texts: Record<string, string | null>): Record<string, string> {
    const parts = keyColumns[this.kind].map((name) => [name, key.safeParse(texts[name]).data])
    return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
  }
}

const byName = (names: string[], texts: CsvLine['texts']): Record<string, string | null> =>
  Object.fromEntries(names.slice(0, texts.length).map((name, i) => [name, texts[i] ?? null]))
