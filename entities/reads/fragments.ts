import { type RawBuilder, sql } from 'kysely'
import { containsByIndex, containsWithoutIndex, sameEmail } from '../orderings.ts'
import { type Condition, mostSorted, type Search, type Sql } from '../page.ts'
import type { Wire } from './wire.ts'

type Names<List extends string> = List extends `${infer Name}, ${infer Rest}` ? Name | Names<Rest> : List

/** Columns of a view's rows, such as `id, name`, typed by the entity that they belong to. */
export const columnsOf = <Entity, List extends string>(
  _entity: new (...args: never) => Entity,
  list: Names<List> extends keyof Entity ? List : never,
) =>
  // One piece of text: a reference for each column would be compiled again for every request.
  sql.raw<Wire<Pick<Entity, Names<List> & keyof Entity>>>(list.replaceAll(/\w+/g, 'page.$&'))

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

/** The same for one of few values. The value is part of the text, so each value has a plan of its own. */
export const isChosen = (column: string, choice: string | boolean | undefined): Condition =>
  choice !== undefined && sql`${sql.raw(column)} = ${sql.lit(choice)}`

/** Whether a filter was given. */
export const isGiven = (...values: unknown[]) => values.some((value) => value !== undefined)

/** Limits rows to those of the employees with this email; no limit when it is undefined (D17). */
export const ownedBy = (employeeColumn: string, own: string | undefined): Condition =>
  own !== undefined &&
  sql`${sql.ref(employeeColumn)} in (select id from employees where ${sameEmail('email', own)})`

/** Limits an instant to whole days of a time zone, both ends included (D25). */
export const between = (
  column: string,
  zone: string,
  { date_from, date_to }: { date_from?: string; date_to?: string },
): Condition[] => [
  date_from !== undefined && sql`${sql.ref(column)} >= ${midnight(sql`${date_from}::date`, zone)}`,
  date_to !== undefined && sql`${sql.ref(column)} < ${midnight(sql`${date_to}::date + 1`, zone)}`,
]

const midnight = (day: Sql, zone: string) => sql`(${day})::timestamp at time zone ${zone}`

/** The rows whose own text contains the term (D37). */
export const searchOf = (text: string, term: string | undefined): Search | undefined =>
  term === undefined
    ? undefined
    : { paths: [containsByIndex(text, term)], plain: containsWithoutIndex(text, term) }

/**
 * A table that rows refer to, directly or through a table in between: the column with its ids, and the text that is
 * searched.
 */
export type Referred = {
  column: string
  table: string
  text: string
  through?: { table: string; column: string }
}

/** The rows that refer to a row whose text contains the term, in one of the ways given. */
export function searchOfReferred(ways: readonly Referred[], term: string | undefined): Search | undefined {
  if (term === undefined) return undefined
  const tables = [...new Map(ways.map((way) => [way.table, way])).values()]
  const found = ({ table }: Referred) => sql.raw(`found_${table}`)
  const isFound = ({ text }: Referred) => containsByIndex(text, term)
  // Found first, so that PostgreSQL cannot search anew for each row.
  const given = (way: Referred) => sql`${found(way)} as materialized (
    select id from ${sql.raw(way.table)} where ${isFound(way)} limit ${sql.lit(mostSorted + 1)}),`
  const isNarrow = (way: Referred) => sql`(select count(*) <= ${sql.lit(mostSorted)} from ${found(way)})`
  const joinedId = (index: number) => sql.raw(`found_id_${index}`)
  const join = (
    way: Referred,
    index: number,
  ) => sql`left join (${referredIds(way, sql`as ${joinedId(index)}`)}
    where ${isFound(way)}) found_${sql.raw(`${index}`)} on ${joinedId(index)} = ${sql.raw(way.column)}`
  const plain = (way: Referred) => sql`exists (${referredIds(way)}
    where ${sql.raw(way.through ? 'h' : 'r')}.id = ${sql.raw(way.column)} and ${containsWithoutIndex(way.text, term)})`
  return {
    paths: ways.map((way) => sql`${sql.raw(way.column)} in (${foundIds(way)})`),
    plain: sql`(${sql.join(ways.map(plain), sql` or `)})`,
    referred: {
      given: sql.join(tables.map(given), sql` `),
      isNarrow: sql`(${sql.join(tables.map(isNarrow), sql` and `)})`,
      joins: sql.join(ways.map(join), sql` `),
      isJoined: sql`(${sql.join(
        ways.map((_, index) => sql`${joinedId(index)} is not null`),
        sql` or `,
      )})`,
    },
  }
}

/** The ids that rows may refer to, of rows `r` that are searched or, if there is a table in between, of its rows `h`. */
const referredIds = ({ table, through }: Referred, name = sql``) =>
  through
    ? sql`select h.id ${name} from ${sql.raw(through.table)} h
        join ${sql.raw(table)} r on r.id = h.${sql.raw(through.column)}`
    : sql`select r.id ${name} from ${sql.raw(table)} r`

const foundIds = ({ table, through }: Referred) => {
  const found = sql`select id from ${sql.raw(`found_${table}`)}`
  return through
    ? sql`select id from ${sql.raw(through.table)} where ${sql.raw(through.column)} in (${found})`
    : found
}
