import type { ReactNode } from 'react'
import type { Message } from '../language/text.ts'
import { hours, number, percent } from '../language/wording.ts'

export type Value = string | number | null

/** A column of a table. */
export type Column<Row> = {
  header: Message
  /** What the table shows; without it, the value. */
  cell?: (row: Row) => ReactNode
  /** The value, for sorting in the browser and for files. */
  value: (row: Row) => Value
  /** What files have instead of a value that is only for sorting. */
  text?: (row: Row) => Value
  /** What the cell shows beside the value, which is a column of its own in files. */
  also?: { header: Message; value: (row: Row) => Value }
  /** What a text value is: an ISO date, or an instant. */
  kind?: Kind
  /** Aligns the column as numbers; without a `cell`, all get the same number of decimals. */
  numeric?: boolean
  /** What the first click on the heading puts first; by default the largest number, or the smallest other value. */
  first?: 'most' | 'least'
  /** The unit of the numbers. */
  unit?: keyof typeof units
  /** The server's name for the order by this column; with a minus, the largest comes first. */
  ordering?: string
}

export type Kind = 'day' | 'moment'

/** A column of buttons, which files leave out. */
type Buttons<Row> = {
  header: 'Action' | 'Actions' | 'Assign' | 'Change' | 'Chosen'
  cell: (row: Row) => ReactNode
  value?: never
}

/** What all columns have in common. */
export type AnyColumn<Row> = Omit<Column<Row>, 'value'> & { value?: Column<Row>['value'] | undefined }

export type Columns<Row> = readonly (Column<Row> | Buttons<Row>)[]

const units = { h: hours, '%': percent } as const

/** The decimals that the numbers of a column need, two at most. */
const decimalsOf = (values: Value[]) =>
  Math.max(
    0,
    ...values.map((value) => `${value ?? ''}`.match(/\.(\d+?)0*$/)?.[1]?.replace(/^0+$/, '').length ?? 0),
  )

/** Writes the cells of a column: what its `cell` makes of a row, or its value. */
export function cellsOf<Row>({ cell, value, unit }: AnyColumn<Row>, rows: readonly Row[]) {
  if (cell) return (row: Row) => cell(row)
  const decimals = Math.min(2, decimalsOf(rows.map((row) => value?.(row) ?? null)))
  return (row: Row) => {
    const found = value?.(row)
    if (typeof found !== 'number') return found ?? '–'
    return unit ? units[unit](found, decimals) : number(found, decimals)
  }
}

/** The columns of a table's files: all but the buttons. */
export const fileColumns = <Row>(columns: Columns<Row>) =>
  columns.flatMap(({ header, value, text = value, kind, also }: AnyColumn<Row>) => [
    ...(text ? [{ header, kind, value: text }] : []),
    ...(also ? [{ ...also, kind: undefined }] : []),
  ])

export type FileColumns<Row> = ReturnType<typeof fileColumns<Row>>
