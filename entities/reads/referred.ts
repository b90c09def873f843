import { sql } from 'kysely'
import { employeeSearchText } from '../employee.ts'
import { countedTables } from '../kept.ts'
import { containsByIndex, containsWithoutIndex } from '../orderings.ts'
import { type Found, mostSorted, type Search } from '../page.ts'
import { accountText, userSearchText } from '../user.ts'
import { rowsOf } from './fragments.ts'

/** A table whose text is searched. */
type Searched = { table: string; text: string }

export const searchedEmployees: Searched = { table: 'employees', text: employeeSearchText }
export const searchedUsers: Searched = { table: 'users', text: userSearchText }
/** Users also by their email and id: without an index, because they are few. */
export const searchedAccounts: Searched = { table: 'users', text: accountText }

/** A column that refers to rows of a searched table, directly or through a table in between. */
type Way = Searched & { column: string; through?: { table: string; column: string } }

export type Referring = {
  table: string
  ways: readonly Way[]
  /** The id of the employee that a row is about; may be null for a row that is found by another way. */
  person: string
  /** The column in whose order an index holds the rows, with everything that the ways need. */
  order: string
}

/** The rows that refer to a row whose text contains the term, in one of the ways given (D37). */
export function searchOfReferred(referring: Referring, term: string | undefined): Search | undefined {
  if (term === undefined) return undefined
  const { table, ways } = referring
  const tables = [...new Map(ways.map((way) => [way.table, way])).values()]
  const plain = (way: Way) => sql`exists (${referredIds(way)} and ${containsWithoutIndex(way.text, term)})`
  return {
    paths: ways.map((way) => pathOf(table, way)),
    plain: sql`(${sql.join(ways.map(plain), sql` or `)})`,
    referred: {
      given: sql`${sql.join(tables.map((way) => given(way, referring, term)))},
        narrow as materialized (select ${sql.join(
          tables.map((way) => isComplete(way, referring)),
          sql` and `,
        )} as is_narrow),`,
      isNarrow,
      inOnePass: inOnePass(referring, term),
    },
  }
}

const found = ({ table }: Searched) => sql.raw(`found_${table}`)

/** The most rows of a searched table that are looked up one by one: of a large one, a fifth if that is quick. */
const mostFound = ({ table }: Searched, { ways }: Referring) =>
  countedTables.has(table) && !ways.some(({ through }) => through)
    ? sql`(select greatest(${sql.lit(mostSorted)}, sum(number) / 5)::int from kept.row_counts where table_name = ${sql.lit(table)})`
    : sql.lit(mostSorted)

// Found first, so that PostgreSQL cannot search anew for each row.
const given = (way: Way, referring: Referring, term: string) => sql`${found(way)} as materialized (
  select id from ${sql.raw(way.table)} where ${containsByIndex(way.text, term)} limit 1 + ${mostFound(way, referring)})`

const isComplete = (way: Way, referring: Referring) =>
  sql`(select count(*) <= ${mostFound(way, referring)} from ${found(way)})`

const isNarrow = sql`(select is_narrow from narrow)`

/** The offset makes PostgreSQL look rows up one by one; in the order of the ids, neighbours share pages of the index. */
const pathOf =
  (table: string, { column, through, ...searched }: Way): Found =>
  (columns, where) => {
    const ids = sql`(select id from ${found(searched)} order by id) found`
    const between =
      through &&
      sql`cross join lateral (select id from ${sql.raw(through.table)} h
        where h.${sql.raw(through.column)} = found.id offset 0) between_ids`
    const id = sql.raw(through ? 'between_ids.id' : 'found.id')
    const rows = rowsOf(table, columns, [...where, sql`${sql.raw(column)} = ${id}`])
    return sql`select rows.* from ${ids} ${between ?? sql``} cross join lateral (${rows} offset 0) rows where ${isNarrow}`
  }

/** The rows `r` that are searched and that a row refers to, if there is a table in between, by a row `h` of it. */
const referredIds = ({ table, column, through }: Way) =>
  through
    ? sql`select from ${sql.raw(through.table)} h join ${sql.raw(table)} r on r.id = h.${sql.raw(through.column)}
        where h.id = ${sql.raw(column)}`
    : sql`select from ${sql.raw(table)} r where r.id = ${sql.raw(column)}`

/**
 * All rows, each with its person, beside all people. Unless rows are filtered, they are read in the order of ids, from an
 * index alone: to look people up in a hash table of hundreds of thousands, or anywhere in an index, takes twice as long.
 */
function inOnePass({ table, ways, person, order }: Referring, term: string): Found {
  const others = ways.filter((way) => way.table !== searchedEmployees.table)
  const id = (index: number) => sql.raw(`other_${index}`)
  const join = ({ table, column, text }: Way, index: number) =>
    sql`left join (select id as ${id(index)} from ${sql.raw(table)} where ${containsByIndex(text, term)})
      others_${sql.raw(`${index}`)} on ${id(index)} = ${sql.raw(column)}`
  const isFound = others.map((_, index) => sql`or ${id(index)} is not null`)
  return (columns, where) => {
    const isWhole = !where.some(Boolean)
    const rows = rowsOf(table, sql`${sql.table(table)}.*, ${sql.raw(person)} as person`, where)
    // With `distinct`, PostgreSQL knows that it need not go back when it merges.
    return sql`select ${columns} from (${rows} ${isWhole ? inOrderOf(order) : sql``}) ${sql.table(table)}
      left join (select distinct id as person_id from employees
        where search_text is not null and ${containsWithoutIndex(employeeSearchText, term)}
        ${isWhole && person === order ? inOrderOf('id') : sql``}) people on person_id = person ${sql.join(others.map(join), sql` `)}
      where person_id is not null ${sql.join(isFound, sql` `)}`
  }
}

/** The offset makes PostgreSQL keep to it. */
const inOrderOf = (column: string) => sql`order by ${sql.raw(column)} offset 0`
