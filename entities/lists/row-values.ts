import { sql } from 'kysely'

// The format of values in answers: instants `2026-11-20T23:45:51.120Z`, decimals as text, days `YYYY-MM-DD`.

/** Columns of an entity as the driver reads them. */
export type RowValues<Entity> = { [Column in keyof Entity]-?: RowValue<Exclude<Entity[Column], undefined>> }
type RowValue<Value> = Value extends Date ? string : Value

/** An instant inside JSON that PostgreSQL builds. */
export const jsonInstant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A decimal inside JSON, as text: a number would become a float. */
export const jsonDecimal = (column: string) => sql`${sql.ref(column)}::text`
