import { type RawBuilder, sql } from 'kysely'
import type { Orderings } from './orderings.ts'
import type { Em } from './orm.ts'
import { plannedOnce } from './planned-once.ts'

type Slice = { limit: number; offset: number; ordering: string | undefined }
export type Page<Row> = { count: number; rows: Row[] }
export type Sql = RawBuilder<unknown>
export type Condition = Sql | false | undefined

/** How rows of a table are shown: columns and the joins that they need, over the alias `page`, where it holds. */
export type View<Row> = { table: string; columns: RawBuilder<Row>; joins?: Sql; where?: Condition[] }

export type List<Row> = View<Row> & {
  orderings: Orderings
  defaultOrdering: string
  /** Common table expressions that the conditions need, each ending in a comma. */
  given?: Sql
  /** Joins that the conditions need. */
  from?: Sql
  /** Whether the best plan depends on the values of the conditions, as it does for dates. */
  isPlannedAnew?: boolean
}

/** From this offset on it pays to let PostgreSQL read a page from the end of the list if that is nearer. */
const deepOffset = 1000

/** One page of a list and the count of all its rows, in one statement, also when the page is empty. */
export async function readPage<Row>(em: Em, list: List<Row>, slice: Slice): Promise<Page<Row>> {
  const { columns, joins = sql``, given = sql`` } = list
  // Later pages are rarer and their texts many.
  const mark = slice.offset === 0 && !list.isPlannedAnew ? plannedOnce : sql``
  const statement = sql<Row & { count: number; is_row: boolean }>`${mark}
    with ${given}
    total as (select count(*)::int as count from ${rowsOf(list)}),
    page as (${slice.offset < deepOffset ? fromStart(list, slice) : fromNearerEnd(list, slice)})
    select ${columns}, total.count, page.ordinal is not null as is_row
    from total left join page on true ${joins}
    order by page.ordinal`
  const { rows } = await statement.execute(em.getKysely())
  return { count: rows[0]?.count ?? 0, rows: rows.filter((row) => row.is_row) }
}

/** The row with this id; undefined when there is none or the view hides it. */
export async function readOne<Row>(em: Em, view: View<Row>, id: string | number): Promise<Row | undefined> {
  const { columns, joins = sql``, where = [] } = view
  const table = sql.table(view.table)
  const statement = sql<Row>`${plannedOnce}
    select ${columns}
    from (select ${table}.* from ${table} ${whereAll([sql`${table}.id = ${id}`, ...where])}) page ${joins}`
  return (await statement.execute(em.getKysely())).rows[0]
}

/** All rows of a small table, ordered by one column. */
export async function readAll<Row>(em: Em, { table, columns }: View<Row>, ordering: string): Promise<Row[]> {
  const statement = sql<Row>`${plannedOnce}
    select ${columns} from ${sql.table(table)} page order by ${sql.ref(`page.${ordering}`)}`
  return (await statement.execute(em.getKysely())).rows
}

const rowsOf = <Row>({ table, from = sql``, where = [] }: List<Row>) =>
  sql`${sql.table(table)} ${from} ${whereAll(where)}`

function whereAll(conditions: Condition[]) {
  const held = conditions.filter((condition) => !!condition)
  return held.length ? sql`where ${sql.join(held, sql` and `)}` : sql``
}

// Limit and offset are literals: for a parameter PostgreSQL assumes a tenth of the table.
function fromStart<Row>(list: List<Row>, { limit, offset, ordering }: Slice) {
  const order = orderBy(list, ordering)
  return sql`select rows.*, row_number() over () as ordinal from (
    select ${sql.table(list.table)}.* from ${rowsOf(list)} order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) rows`
}

function fromNearerEnd<Row>(list: List<Row>, slice: Slice) {
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

function orderBy<Row>(
  { table, orderings, defaultOrdering }: List<Row>,
  ordering = defaultOrdering,
  reversed = false,
) {
  const isDescending = ordering.startsWith('-') !== reversed
  const expressions = [...(orderings[ordering.replace(/^-/, '')] ?? []), 'id']
  const direction = sql.raw(isDescending ? ' desc' : '')
  return sql.join(expressions.map((expression) => sql`${sql.raw(qualified(table, expression))}${direction}`))
}

/** A column or `left(column, 100)`, qualified so that joined tables do not make it ambiguous. */
const qualified = (table: string, expression: string) =>
  expression.startsWith('left(') ? expression.replace('left(', `left(${table}.`) : `${table}.${expression}`
