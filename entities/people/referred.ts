import { sql } from 'kysely'
import { accountText, userSearchText } from '../accounts/user.ts'
import { employeesInPass, selectRows } from '../lists/fragments.ts'
import { contains, containsByIndex, isIndexed, withoutIndex } from '../lists/orderings.ts'
import type { Searching, SearchPath, Sql } from '../lists/page.ts'
import { employeeSearchText } from './employee.ts'

/** A table whose text is searched. */
type Searched = { table: string; text: string }

export const searchedEmployees: Searched = { table: 'employees', text: employeeSearchText }
export const searchedUsers: Searched = { table: 'users', text: userSearchText }
/** Users, searched by email and id as well. They have no index, because there are few. */
export const searchedAccounts: Searched = { table: 'users', text: accountText }

/** A column that refers to rows of a searched table, directly or through a table in between. */
type Way = Searched & { column: string; through?: Between }
type Between = { table: string; column: string }

export type Referring = {
  table: string
  ways: readonly Way[]
  /** The id of the employee that a row is about; null for a row that another column finds. */
  person: string
  /** The column whose order finds the person quickest, if rows have to be looked up for it. */
  order?: string
}

/** The rows that refer to a row whose text contains the term, in one of the ways given (D37). */
export function searchOfReferred(referring: Referring, term: string | undefined): Searching {
  if (term === undefined) return {}
  const { table, ways } = referring
  const small = new Map(ways.filter((way) => !isPerson(way)).map((way) => [way.table, way])).values()
  const predicate = (way: Way) =>
    sql`exists (${referredIds(way)} and ${withoutIndex(contains(way.text, term))})`
  const through = ways.flatMap((way) => way.through ?? [])
  const tooMany = sql`or cardinality(ids) > ${sql.lit(mostLookedUp)}`
  return {
    ctes: sql`${peopleFound(term, through.length ? sql`0.5` : sql`0.33`)}, ${joined([...small].map((way) => rowsFound(way, term)))}
      wide as materialized (select is_broad ${through.length ? tooMany : sql``} as is_wide from broad, found_employees),
      ${joined(through.map(rowsBetween))}`,
    search: {
      paths: ways.map((way) => pathOf(table, way)),
      predicate: sql`(${sql.join(ways.map(predicate), sql` or `)})`,
      wide: {
        isWide,
        fullScan: fullScanOf(referring),
        others: through.length ? undefined : othersOf(referring),
      },
    },
  }
}

const joined = (parts: Sql[]) => sql.join(parts, sql` `)
const isPerson = ({ table }: Searched) => table === searchedEmployees.table
const isBroad = sql`(select is_broad from broad)`
const isCommon = sql`(select is_common from broad)`
const isWide = sql`(select is_wide from wide)`

/** The sample from which it is guessed whether most people match. The guess affects speed, never the result. */
const sampled = 200

/** A table in between is looked up for at most this many people. */
const mostLookedUp = 50_000

/**
 * The ids of the people who match, or of the others if most seem to match. For a common term, all texts are read in the
 * order of an index, because trigrams would find almost the whole table.
 */
function peopleFound(term: string, most: Sql) {
  const match = contains(employeeSearchText, term)
  const people = isIndexed(term)
    ? sql`select id from employees where not ${isCommon} and ${match}
        union all ${employeesInPass(isCommon, sql`(${match}) <> ${isBroad}`)}`
    : employeesInPass(sql`(${match}) <> ${isBroad}`)
  const found = sql`count(*) filter (where is_found)`
  return sql`broad as materialized (select ${found} > count(*) * ${most} as is_broad, ${found} * 20 > count(*) as is_common from (
      select ${match} as is_found from employees where search_text is not null order by id limit ${sql.lit(sampled)}) sample),
    found_employees as materialized (select coalesce(array_agg(id), '{}') as ids from (${people}) people)`
}

const rowsFound = ({ table, text }: Searched, term: string) => sql`${foundIn({ table })} as materialized (
  select coalesce(array_agg(id), '{}') as ids from ${sql.raw(table)} where ${containsByIndex(text, term)}),`

const rowsBetween = ({ table, column }: Between) => sql`${foundIn({ table })} as materialized (
  select coalesce(array_agg(id), '{}') as ids from ${sql.raw(table)}
  where not ${isWide} and ${sql.raw(column)} ${isAnyOf(searchedEmployees)}),`

const foundIn = ({ table, through }: Pick<Way, 'table' | 'through'>) =>
  sql.raw(`found_${through?.table ?? table}`)
const isAnyOf = (way: Pick<Way, 'table' | 'through'>) => sql`= any((select ids from ${foundIn(way)})::uuid[])`
const isIn = (way: Searched) => sql`in (select unnest(ids) from ${foundIn(way)})`

const pathOf =
  (table: string, { column, ...way }: Way): SearchPath =>
  (columns, where) =>
    selectRows(table, columns, [...where, sql`not ${isWide}`, sql`${sql.raw(column)} ${isAnyOf(way)}`])

/** Finds the matching rows among all rows; users and tags are few. */
function fullScanOf({ table, ways, person, order }: Referring): SearchPath {
  const others = ways.filter((way) => !isPerson(way))
  const inOrder = order === undefined ? sql`` : sql`order by ${sql.raw(order)}`
  const isFound = others.map((way) => sql`${sql.raw(way.column)} ${isIn(way)} or`)
  return (columns, where) => sql`select ${columns} from (
      ${selectRows(table, sql`${sql.table(table)}.*, ${sql.raw(person)} as person`, where)} ${inOrder} offset 0) ${sql.table(table)}
    where ${joined(isFound)} person is not null and (person ${isIn(searchedEmployees)}) <> ${isBroad}`
}

/** Selects the rows that do not match, if `found_employees` has the people who do not. */
function othersOf({ table, ways, person }: Referring): SearchPath {
  const others = ways.filter((way) => !isPerson(way))
  const isNotFound = others.map((way) => sql`(${sql.raw(way.column)} ${isIn(way)}) is not true`)
  return (columns, where) =>
    selectRows(table, columns, [
      ...where,
      sql`${sql.raw(person)} ${isAnyOf(searchedEmployees)}`,
      ...isNotFound,
    ])
}

/** The searched rows `r` that a row refers to, through a row `h` if there is a table in between. */
const referredIds = ({ table, column, through }: Way) =>
  through
    ? sql`select from ${sql.raw(through.table)} h join ${sql.raw(table)} r on r.id = h.${sql.raw(through.column)}
        where h.id = ${sql.raw(column)}`
    : sql`select from ${sql.raw(table)} r where r.id = ${sql.raw(column)}`
