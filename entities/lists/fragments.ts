import type { EntityName } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import {
  contains,
  containsByIndex,
  containsFolded,
  containsFoldedByIndex,
  foldedColumn,
  sameEmail,
  withoutIndex,
} from './orderings.ts'
import { type Condition, type Search, type Sql, whereAll } from './page.ts'
import type { RowValues } from './row-values.ts'

type Names<List extends string> = List extends `${infer Name}, ${infer Rest}` ? Name | Names<Rest> : List

/** Columns of a view's rows, such as `id, name`, typed by the entity that they belong to. */
export const columnsOf = <Entity, List extends string>(
  _entity: EntityName<Entity>,
  list: Names<List> extends keyof Entity ? List : never,
) =>
  // A single piece of SQL, because a reference for each column would be compiled again in every request.
  sql.raw<RowValues<Pick<Entity, Names<List> & keyof Entity>>>(list.replaceAll(/\w+/g, 'page.$&'))

/** The type of the rows that a list of columns gives. */
export type RowOf<Columns> = Columns extends RawBuilder<infer Row> ? Row : never

/** `<LastName>, <FirstName>` of the joined employee `e`. */
export const employeeName = sql`e.last_name || ', ' || e.first_name`

/** `<FamilyName>, <GivenName>` of the joined actor `u`, else one of them, else the email, else `Sistema`. */
export const actorName = sql`coalesce(
  nullif(concat_ws(', ', nullif(u.family_name, ''), nullif(u.given_name, '')), ''), u.email, 'Sistema')`

/** No condition when the value is undefined. */
export const equals = (column: string, value: unknown): Condition =>
  value !== undefined && sql`${sql.raw(column)} = ${value}`

/** Like {@link equals}, for a column with few values. The value is part of the SQL, so each value has its own plan. */
export const isChosen = (column: string, choice: string | boolean | undefined): Condition =>
  choice !== undefined && sql`${sql.raw(column)} = ${sql.lit(choice)}`

/** Like {@link isChosen}, for several values; no condition when none is given. */
export const isOneOf = (column: string, choices: readonly string[] = []): Condition =>
  choices.length > 0 && sql`${sql.raw(column)} in (${sql.join(choices.map((choice) => sql.lit(choice)))})`

/** Whether a filter was given. */
export const isGiven = (...values: unknown[]) => values.some((value) => value !== undefined)

/** Limits rows to those of the employees with this email; no limit when it is undefined (D17). */
export const ownedBy = (employeeColumn: string, own: string | undefined): Condition =>
  own !== undefined &&
  sql`${sql.ref(employeeColumn)} in (select id from employees where ${sameEmail('email', own)})`

/** The filter of a log: by the fields of these names, by text, and by days. */
export type LogFilter<Name extends string> = { [Field in Name | 'search' | keyof Days]?: string }

type Days = { date_from?: string; date_to?: string }

/** Limits a log to whole days of a time zone, both ends included (D25). */
export const between = (zone: string, { date_from, date_to }: Days): Condition[] => [
  date_from !== undefined && sql`created_at >= ${midnight(sql`${date_from}::date`, zone)}`,
  date_to !== undefined && sql`created_at < ${midnight(sql`${date_to}::date + 1`, zone)}`,
]

const midnight = (day: Sql, zone: string) => sql`(${day})::timestamp at time zone ${zone}`

/** The entries outside the days. They are counted instead if the days cover more than half of the log's time. */
export function outside(log: string, zone: string, { date_from, date_to }: Days) {
  const middle = sql`(select min(created_at) + (max(created_at) - min(created_at)) / 2 from ${sql.table(log)})`
  if (date_from !== undefined) {
    const start = midnight(sql`${date_from}::date`, zone)
    return { where: sql`created_at < ${start}`, isFewer: sql`${start} < ${middle}` }
  }
  if (date_to === undefined) return undefined
  const end = midnight(sql`${date_to}::date + 1`, zone)
  return { where: sql`created_at >= ${end}`, isFewer: sql`${end} > ${middle}` }
}

/** The rows of a table whose own text contains the term (D37). */
export const searchOf = (table: string, text: string, term: string | undefined): Search | undefined =>
  term === undefined ? undefined : searchBy(table, containsByIndex(text, term), contains(text, term))

/** Like {@link searchOf}, but ignores accents, in a table that stores its folded text (D51). */
export const foldedSearchOf = (table: string, term: string | undefined): Search | undefined =>
  term === undefined
    ? undefined
    : searchBy(table, containsFoldedByIndex(foldedColumn, term), containsFolded(foldedColumn, term))

const searchBy = (table: string, byIndex: Sql, predicate: RawBuilder<boolean>): Search => ({
  paths: [(columns, where) => selectRows(table, columns, [...where, byIndex])],
  predicate: withoutIndex(predicate),
})

/** Ids of employees, read in the order of an index that holds their texts; the offset makes PostgreSQL use it. */
export const employeesInPass = (...where: Condition[]) =>
  sql`(${selectRows('employees', sql`id`, [sql`search_text is not null`, ...where])} order by id offset 0)`

export const selectRows = (table: string, columns: Sql, where: Condition[]) =>
  sql`select ${columns} from ${sql.table(table)} ${whereAll(where)}`
