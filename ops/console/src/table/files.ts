import { stringify } from 'csv-stringify/browser/esm/sync'
import writeXlsx, { type Cell } from 'write-excel-file/browser'
import { withoutFormulas } from '../../../../src/csv-formulas.ts'
import { say } from '../language/text.ts'
import { number } from '../language/wording.ts'
import type { FileColumns, Kind, Value } from './column.ts'

type Make = <Row>(columns: FileColumns<Row>, rows: readonly Row[]) => Promise<Blob>

/** Makes the files of a table, with its headings in the page's language. */
export const fileOf: Record<'csv' | 'xlsx', Make> = {
  /** With the separators that a spreadsheet in the page's language expects; text that it would run is escaped. */
  async csv(columns, rows) {
    const isComma = number(0.5).includes(',')
    const decimal = (value: number) => (isComma ? `${value}`.replace('.', ',') : `${value}`)
    const header = columns.map(({ header }) => say(header))
    const lines = rows.map((row) => columns.map(({ value, kind }) => textOf(value(row), kind)))
    const options = { bom: true, delimiter: isComma ? ';' : ',', cast: { number: decimal } }
    return new Blob([stringify([header, ...lines], options)], { type: 'text/csv' })
  },

  /** Numbers and dates are such in the file, so that each spreadsheet shows them as its user is used to. */
  async xlsx(columns, rows) {
    const header = columns.map(({ header }) => ({ value: say(header), fontWeight: 'bold' }) as const)
    const lines = rows.map((row) => columns.map(({ value, kind }) => cellOf(value(row), kind)))
    const widths = columns.map((_, at) => ({ width: widthOf([header, ...lines].map((line) => line[at])) }))
    return writeXlsx([header, ...lines], { columns: widths, stickyRowsCount: 1 }).toBlob()
  },
}

function textOf(value: Value, kind: Kind | undefined) {
  if (typeof value !== 'string') return value
  return kind === 'moment' ? localOf(value).replace('T', ' ').slice(0, 16) : withoutFormulas(value)
}

/** The instant as clocks show it in the browser's time zone, in ISO form. */
function localOf(instant: string) {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString()
}

function cellOf(value: Value, kind: Kind | undefined): Cell {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { value, type: Number }
  if (kind === 'day') return { value: new Date(value), type: Date, format: 'yyyy-mm-dd' }
  // Cells have no time zone: they hold what the clock shows.
  if (kind === 'moment') return { value: new Date(localOf(value)), type: Date, format: 'yyyy-mm-dd hh:mm' }
  return { value, type: String }
}

const widthOf = (cells: Cell[]) =>
  Math.min(60, 2 + Math.max(...cells.slice(0, 200).map((cell) => lengthOf(cell))))

function lengthOf(cell: Cell): number {
  const value = cell && typeof cell === 'object' && 'value' in cell ? cell.value : ''
  return value instanceof Date ? 16 : `${value}`.length
}
