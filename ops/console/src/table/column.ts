import type { ReactNode } from 'react'
import type { Message } from '../language/text.ts'
import { hours, number, percent } from '../language/wording.ts'

type Value = string | number | null

/** A column of a table. */
export type Column<Row> = {
  header: Message
  /** What the table shows; without it, the value. */
  cell?: (row: Row) => ReactNode
  /** What it is sorted by in the browser and what CSV says; without it, the cell if that is plain text. */
  value?: (row: Row) => Value
  /** Aligned as numbers; without a cell, numbers have equally many decimals. */
  numeric?: boolean
  /** What its heading puts first when it is first clicked; by default the most of numbers, and else the least. */
  first?: 'most' | 'least'
  /** What the numbers are in. */
  unit?: keyof typeof units
  /** What the server calls the order by this column; with a minus, the largest comes first. */
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

/** What CSV says of a row; undefined if the column cannot be said in plain text. */
export function plainOf<Row>({ cell, value }: Column<Row>, row: Row): Value | undefined {
  if (value) return value(row)
  const shown = cell?.(row)
  return typeof shown === 'string' || typeof shown === 'number' || shown === null ? shown : undefined
}
