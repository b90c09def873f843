import { type RawBuilder, sql } from 'kysely'
import type { Orderings } from './orderings.ts'
import type { Em } from './orm.ts'

export type Slice = { limit: number; offset: number; ordering: string | undefined }
export type Page<Row> = { count: number; rows: Row[] }
export type Sql = RawBuilder<unknown>
export type Condition = Sql | false | undefined

/** What is shown of a table's rows: columns, and the joins they need, over the alias `page`. */
export type View = { table: string; columns: Sql; joins?: Sql }

export type List = View & {
  orderings: Orderings
  defaultOrdering: string
  /** Common table expressions that the conditions rest on, each ending in a comma. */
  given?: Sql
  /** Joins that the conditions rest on. */
  from?: Sql
  where?: Condition[]
}

/** From here on it pays to let PostgreSQL read a page from the end of the list if that is nearer. */
const deepOffset = 1000

/** One page of a list and the count of all its rows, in one statement, also when the page is empty. */
export async function readPage<Row>(em: Em, list: List, slice: Slice): Promise<Page<Row>> {
  const { columns, joins = sql``, given = sql`` } = list
  const statement = sql<Row & { count: number; is_row: boolean }>`
    with ${given}
    total as (select count(*)::int as count from ${rowsOf(list)}),
    page as (${slice.offset < deepOffset ? fromStart(list, slice) : fromNearerEnd(list, slice)})
    select ${columns}, total.count, page.ordinal is not null as is_row
    from total left join page on true ${joins}
    order by page.ordinal`
  const { rows } = await statement.execute(em.getKysely())
  return { count: rows[0]?.count ?? 0, rows: rows.filter((row) => row.is_row) }
}

/** The row with this id in the same view as its list; undefined when there is none that meets the conditions. */
export async function readOne<Row>(em: Em, view: View, id: string | number, where: Condition[] = []) {
  const table = sql.table(view.table)
  const statement = sql<Row>`
    select ${view.columns}
    from (select ${table}.* from ${table} ${whereAll([sql`${table}.id = ${id}`, ...where])}) page
    ${view.joins ?? sql``}`
  const { rows } = await statement.execute(em.getKysely())
  return rows[0]
}

/** All rows of a small table, ordered by one column. */
export async function readAll<Row>(em: Em, { table, columns, joins = sql`` }: View, ordering: string) {
  const statement = sql<Row>`
    select ${columns} from ${sql.table(table)} page ${joins} order by ${sql.ref(`page.${ordering}`)}`
  return (await statement.execute(em.getKysely())).rows
}

const rowsOf = ({ table, from = sql``, where = [] }: List) =>
  sql`${sql.table(table)} ${from} ${whereAll(where)}`

function whereAll(conditions: Condition[]) {
  const held = conditions.filter((condition) => !!condition)
  return held.length ? sql`where ${sql.join(held, sql` and `)}` : sql``
}

function fromStart(list: List, { limit, offset, ordering }: Slice) {
  const order = orderBy(list, ordering)
  return sql`select rows.*, row_number() over () as ordinal from (
    select ${sql.table(list.table)}.* from ${rowsOf(list)} order by ${order} limit ${limit} offset ${offset}) rows`
}

function fromNearerEnd(list: List, slice: Slice) {
  const { limit, offset, ordering } = slice
  const total = sql`(select count from total)`
  const reversed = orderBy(list, ordering, true)
  return sql`select * from (${fromStart(list, slice)}) forwards where ${total} >= 2 * ${offset}::bigint
    union all
    select * from (select rows.*, -row_number() over () as ordinal from (
      select ${sql.table(list.table)}.* from ${rowsOf(list)} order by ${reversed}
      limit greatest(least(${limit}::int, ${total} - ${offset}::bigint), 0)
      offset greatest(${total} - ${offset}::bigint - ${limit}::int, 0)) rows) backwards
    where ${total} < 2 * ${offset}::bigint`
}

function orderBy({ table, orderings, defaultOrdering }: List, ordering = defaultOrdering, reversed = false) {
  const isDescending = ordering.startsWith('-') !== reversed
  const expressions = [...(orderings[ordering.replace(/^-/, '')] ?? []), 'id']
  const direction = sql.raw(isDescending ? ' desc' : '')
  return sql.join(expressions.map((expression) => sql`${sql.raw(qualified(table, expression))}${direction}`))
}

/** `left(notes, 100)` and plain columns alike, made unambiguous beside joined tables. */
const qualified = (table: string, expression: string) =>
  expression.startsWith('left(') ? expression.replace('left(', `left(${table}.`) : `${table}.${expression}`
