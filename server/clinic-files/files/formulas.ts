import { type RawBuilder, sql } from 'kysely'

/** A text that a spreadsheet takes for a formula, with or without quotes in front; PostgreSQL reads it the same way. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The text as a cell that is no formula: with one more quote in front if needed. */
export const quoted = (text: RawBuilder<unknown>) =>
  sql`case when ${text} ~ ${sql.lit(formula.source)} then '''' || ${text} else ${text} end`

/** The text from which `quoted` made the cell. */
export const unquoted = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
