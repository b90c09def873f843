import type { ReactNode } from 'react'
import type { Message } from '../language/text.ts'
import { hours, number, percent } from '../language/wording.ts'

export type Value = string | number | null

/** A column of a table. */
export type Column<Row> = {
  header: Message
  /** What the table shows; without it, the value. */
  cell?: (row: Row) => ReactNode
  /** The value for sorting in the browser and for CSV; by default the cell, if that is plain text. */
  value?: (row: Row) => Value
  /** Aligns the column as numbers; without a `cell`, all get the same number of decimals. */
  numeric?: boolean
  /** What the first click on the heading puts first; by default the largest number, or the smallest other value. */
  first?: 'most' | 'least'
  /** The unit of the numbers. */
  unit?: keyof typeof units
  /** The server's name for the order by this column; with a minus, the largest comes first. */
  ordering?: string
}

export type Columns<Row> = readonly Column<Row>[]

const units = { h: hours, '%': percent } as const

/** The decimals that the numbers of a column need, two at most. */
const decimalsOf = (values: Value[]) =>
  Math.max(
    0,
    ...values.map((value) => `${value ?? ''}`.match(/\.(\d+?)0*$/)?.[1]?.replace(/^0+$/, '').length ?? 0),
  )

/** Writes the cells of a column: what its `cell` makes of a row, or its value. */
export function cellsOf<Row>({ cell, value, unit }: Column<Row>, rows: readonly Row[]) {
  if (cell) return (row: Row) => cell(row)
  const decimals = Math.min(2, decimalsOf(rows.map((row) => value?.(row) ?? null)))
  return (row: Row) => {
    const found = value?.(row)
    if (typeof found !== 'number') return found ?? '–'
    return unit ? units[unit](found, decimals) : number(found, decimals)
  }
}

/** The text of a row in CSV; undefined if the column has no plain text. */
export function plainOf<Row>({ cell, value }: Column<Row>, row: Row): Value | undefined {
  if (value) return value(row)
  const shown = cell?.(row)
  return typeof shown === 'string' || typeof shown === 'number' || shown === null ? shown : undefined
}
