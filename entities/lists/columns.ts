import { randomUUID } from 'node:crypto'
import { type Opt, p } from '@mikro-orm/core'

/** The one collation of ordered text, so that every server and every index agrees (D36). */
const collation = 'und-x-icu'

/** UUID v4 primary key, made by the service. */
export const uuidKey = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => randomUUID())

/** Text of at most `length` characters, ordered by {@link collation}. */
export const text = (length: number) =>
  p.string().length(length).columnType(`varchar(${length})`).collation(collation)

/** Enum as text with a CHECK constraint. */
export const choice = <const T extends readonly string[]>(values: T) => p.enum(values).collation(collation)

/** numeric(precision, 2), a string with two decimals in JavaScript: never a float. */
export const decimal = (precision: number) => p.decimal('string').precision(precision).scale(2)

/** timestamptz with milliseconds, a Date in JavaScript. */
export const instant = () => p.datetime(3)

/** The transaction that added a row; null in rows of 1.0.0. */
export const transactionId = () =>
  p.string().columnType('xid8').nullable().defaultRaw('pg_current_xact_id()').lazy()

/** Text that the database computes from other columns of the row, and stores. */
export const derived = <Text extends string>(expression: string) =>
  p.string().$type<Opt<Text>>().columnType('text').collation(collation).generated(`(${expression}) stored`)

/** Text that only searches read; the database computes it from other columns and stores it. */
export const searched = (expression: string) =>
  p
    .string()
    .columnType('text')
    .collation('C')
    .generated(`(${expression.replaceAll("E'\\n'", 'chr(10)')}) stored`)
    .lazy()
    .nullable()
