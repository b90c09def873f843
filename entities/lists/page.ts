import { type RawBuilder, sql } from 'kysely'
import { type Em, prepared, readRow, readRows } from '../connection/em.ts'
import type { Orderings } from './orderings.ts'
import { countedTables } from './rows.ts'

type Slice = { limit: number; offset: number; ordering: string | undefined }
export type Page<Row> = { count: number; rows: Row[] }
export type Sql = RawBuilder<unknown>
export type Condition = Sql | false | undefined

/** How rows of a table are shown: columns over the alias `page`, the joins that they need, and the conditions. */
export type View<Row> = { table: string; columns: RawBuilder<Row>; joins?: Sql; where?: Condition[] }

/** Selects columns of the rows that it finds and that meet the conditions. */
export type SearchPath = (columns: Sql, where: Condition[]) => Sql

/** A condition on text, in two forms: the paths find the rows that meet it, the predicate tests a single row. */
export type Search = {
  paths: readonly SearchPath[]
  predicate: Sql
  /** The ids of all rows, if there is a quicker way to count them than the paths. */
  all?: Sql
  wide?: Wide
}

/** For a term that matches too many rows; the paths then find nothing. */
type Wide = {
  isWide: Sql
  /** Selects all matching rows by reading the whole table. */
  fullScan: SearchPath
  /** Selects all other rows, if it is quicker to count those. */
  others?: SearchPath
}

export type List<Row> = View<Row> & {
  /** Common table expressions that the list or its search needs, each ending in a comma. */
  ctes?: Sql
  orderings: Orderings
  defaultOrdering: string
  /** One more condition, an expensive one. */
  search?: Search
  /** The number of rows that meet the conditions, if there is a quicker way to count them. */
  quickCount?: Sql
  /** The opposite of the only condition: if fewer rows meet it, these are counted. */
  rest?: { where: Sql; isFewer?: Sql }
  /** True if the best plan depends on the conditions' values, as it does for dates. */
  isUnprepared?: boolean
}

/** The parts of a list that a search makes. */
export type Searching = Pick<List<unknown>, 'ctes' | 'search'>

/** From this offset on, rows are skipped in the index alone, from the nearer end of the list. */
const deepOffset = 1000

/** A search that finds more rows than this does not sort them; it reads the list in its order. */
const mostSorted = 5000

/** One page of a list and the count of all its rows, in one statement, even if the page is empty. */
export async function readPage<Row>(em: Em, list: List<Row>, slice: Slice): Promise<Page<Row>> {
  const { columns, joins = sql`` } = list
  // Each offset makes another statement, and later pages are too rare to prepare.
  const options = slice.offset === 0 && !list.isUnprepared ? prepared : undefined
  const rows = await readRows<Row & { count: number; is_row: boolean }>(em, options)`
    with ${list.ctes ?? sql``} ${pageOf(list, slice)}
    select ${columns}, total.count, page.ordinal is not null as is_row
    from total left join page on true ${joins}
    order by page.ordinal`
  return { count: rows[0]?.count ?? 0, rows: rows.filter((row) => row.is_row) }
}

/** The first rows of a list in its own order. Those of a list without a search are not counted. */
export function readFirst<Row>(em: Em, list: List<Row>, limit: number): Promise<Row[]> {
  const { columns, joins = sql`` } = list
  return readRows<Row>(em, list.isUnprepared ? undefined : prepared)`
    with ${list.ctes ?? sql``} ${pageOf(list, { limit, offset: 0, ordering: undefined })}
    select ${columns} from page ${joins} order by page.ordinal`
}

/** The row with this id; undefined when there is none or the view hides it. */
export async function readOne<Row>(em: Em, view: View<Row>, id: string | number): Promise<Row | undefined> {
  const { columns, joins = sql``, where = [] } = view
  const table = sql.table(view.table)
  return readRow<Row>(em, prepared)`
    select ${columns}
    from (select ${table}.* from ${table} ${whereAll([sql`${table}.id = ${id}`, ...where])}) page ${joins}`
}

/** All rows of a small table, ordered by one column. */
export const readAll = <Row>(em: Em, { table, columns }: View<Row>, ordering: string) =>
  readRows<Row>(em, prepared)`
    select ${columns} from ${sql.table(table)} page order by ${sql.ref(`page.${ordering}`)}`

/** The common table expressions `total`, with the count of the list, and `page`, with the rows in their order. */
function pageOf<Row>(list: List<Row>, slice: Slice): Sql {
  if (list.search) return pageFound(list, list.search, slice)
  const page =
    slice.offset < deepOffset
      ? fromStart(inOrder(list, orderingOf(list, slice), sql`${sql.table(list.table)}.*`), slice)
      : withIds(list, slice, fromNearerEnd(list, slice))
  return sql`total as (select ${countOf(list)}::int as count), page as (${page})`
}

/** Sorts the rows that a search finds, if few. If many, it only counts them, and reads the list in its order. */
function pageFound<Row>(list: List<Row>, search: Search, slice: Slice): Sql {
  const { table, where = [] } = list
  const { paths, predicate, wide } = search
  const columns = sql.join(orderingOf(list, slice).expressions.map((one, at) => sql`${one} as ${column(at)}`))
  const matched = paths.map((path) => sql`(${path(columns, where)} limit ${sql.lit(mostSorted + 1)})`)
  const ids = sql`${sql.table(table)}.id`
  const union = sql` union `
  const byPaths = paths.map((path) => path(ids, where))
  const all = search.all ?? sql.join(byPaths, union)
  const few = sql`(select is_few from total)`
  const late = wide && sql`union all ${wide.fullScan(columns, [...where, few, wide.isWide])}`
  const walked = { ...list, where: [...where, predicate] }
  const many =
    slice.offset < deepOffset
      ? fromStart(inOrder(walked, orderingOf(list, slice)), slice)
      : fromNearerEnd(walked, slice)
  const page = sql`select * from (${sorted(list, slice, late)}) few where ${few}
    union all select * from (${many}) many where not ${few}`
  return sql`matched as materialized (${sql.join(matched, union)}),
    counted as materialized (select case
      ${wide ? sql`when ${wide.isWide} then ${countWide(list, wide)}` : sql``}
      when number <= ${sql.lit(mostSorted)} then number
      else ${countRows(all)} end as count from (select count(*) as number from matched) found),
    total as (select count::int, count <= ${sql.lit(mostSorted)} as is_few from counted),
    page as (${withIds(list, slice, page)})`
}

function countWide<Row>(list: List<Row>, { fullScan, others }: Wide): Sql {
  const { table, where = [] } = list
  const ids = sql`${sql.table(table)}.id`
  return others ? sql`${countOf(list)} - ${countRows(others(ids, where))}` : countRows(fullScan(ids, where))
}

const countRows = (rows: Sql) => sql`(select count(*) from (${rows}) rows)`

/** The number of the list's rows, without its search. Triggers store that of a whole table. */
function countOf<Row>({ table, where = [], rest, quickCount }: List<Row>) {
  const count = (conditions: Condition[]) =>
    sql`(select count(*) from ${tableRows({ table, where: conditions })})`
  const stored = sql`(select coalesce(sum(number), 0) from totals.counts where counted = ${table})`
  const conditions = where.filter(Boolean).length
  if (countedTables.has(table) && conditions === 0) return stored
  if (quickCount) return quickCount
  if (conditions !== 1 || !rest) return count(where)
  return sql`(case when ${rest.isFewer ?? sql`true`} then ${stored} - ${count([rest.where])} else ${count(where)} end)`
}

const tableRows = ({ table, where = [] }: Pick<List<unknown>, 'table' | 'where'>) =>
  sql`${sql.table(table)} ${whereAll(where)}`

/** One `where` for all conditions. */
export function whereAll(conditions: Condition[]) {
  const held = conditions.filter((condition) => !!condition)
  return held.length ? sql`where ${sql.join(held, sql` and `)}` : sql``
}

/** The rows with the ids and ordinals that the statement selects. */
const withIds = <Row>({ table }: List<Row>, { limit }: Slice, ids: Sql) =>
  sql`select ${sql.table(table)}.*, ids.ordinal from (select * from (${ids}) ids limit ${sql.lit(limit)}) ids
    join ${sql.table(table)} on ${sql.table(table)}.id = ids.id`

// Literals, because PostgreSQL takes an unknown limit or offset for a tenth of the table.
const fromStart = (rows: Sql, { limit, offset }: Slice) =>
  sql`select rows.*, row_number() over () as ordinal from (
    ${rows} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) rows`

function fromNearerEnd<Row>(list: List<Row>, slice: Slice) {
  const { limit, offset } = slice
  const total = sql`(select count from total)`
  const order = orderingOf(list, slice)
  const reversed = { ...order, isDescending: !order.isDescending }
  return sql`select * from (${fromStart(inOrder(list, order), slice)}) forwards
    where ${total} >= ${sql.lit(2 * offset)}::bigint
    union all
    select * from (select rows.*, -row_number() over () as ordinal from (
      ${inOrder(list, reversed)}
      limit greatest(least(${sql.lit(limit)}, ${total} - ${sql.lit(offset)}::bigint), 0)
      offset greatest(${total} - ${sql.lit(offset + limit)}::bigint, 0)) rows) backwards
    where ${total} < ${sql.lit(2 * offset)}::bigint`
}

const inOrder = <Row>(list: List<Row>, order: Order, columns = sql`${sql.table(list.table)}.id`) =>
  sql`select ${columns} from ${tableRows(list)} order by ${orderBy(order)}`

/** Sorts the rows in `matched` and those of `more`, and takes a page. */
function sorted<Row>(list: List<Row>, slice: Slice, more = sql``) {
  const { expressions, isDescending } = orderingOf(list, slice)
  const order = orderBy({ expressions: expressions.map((_, at) => column(at)), isDescending })
  return sql`select id, row_number() over () as ordinal from (select ${column(expressions.length - 1)} as id
    from (select * from matched ${more}) found
    order by ${order} limit ${sql.lit(slice.limit)} offset ${sql.lit(slice.offset)}) found`
}

const column = (at: number) => sql.raw(`k${at}`)

/** The expressions to order by, ending in the id. */
type Order = { expressions: Sql[]; isDescending: boolean }

function orderingOf<Row>(
  { table, orderings, defaultOrdering }: List<Row>,
  { ordering = defaultOrdering }: Slice,
): Order {
  const expressions = [...(orderings[ordering.replace(/^-/, '')] ?? []), 'id']
  return {
    expressions: expressions.map((expression) => sql.raw(qualified(table, expression))),
    isDescending: ordering.startsWith('-'),
  }
}

const orderBy = ({ expressions, isDescending }: Order) =>
  sql.join(expressions.map((expression) => sql`${expression}${sql.raw(isDescending ? ' desc' : '')}`))

/** Qualifies a column, because joined tables may have one of that name. Longer expressions stay as they are. */
const qualified = (table: string, expression: string) =>
  /^\w+$/.test(expression) ? `${table}.${expression}` : expression
