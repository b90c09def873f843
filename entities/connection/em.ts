import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { type CompiledQuery, sql } from 'kysely'

export type Orm = MikroORM
export type Em = EntityManager

type Statement = Parameters<typeof sql>
type Options = { isPrepared?: boolean }

/**
 * For reads that each connection prepares once. Use it for a small number of statements that contain no values, and
 * whose best plan is the same for all values.
 */
export const prepared: Options = { isPrepared: true }

/** The rows of a statement, which is written as for kysely: readRows<Row>(em)`select ...`. */
export const readRows =
  <Row>(em: Em, { isPrepared }: Options = {}) =>
  async (...statement: Statement): Promise<Row[]> => {
    const kysely = em.getKysely()
    const query = sql<Row>(...statement).compile(kysely)
    return (await kysely.executeQuery(isPrepared ? asPrepared(query) : query)).rows
  }

/** kysely passes `sql` on to the PostgreSQL client unread, so it can be an object instead of a string. */
const asPrepared = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => ({
  ...query,
  sql: { text: query.sql, isPrepared: true } as unknown as string,
})

/** The first row of a statement; undefined if it gives none. */
export const readRow =
  <Row>(em: Em, options?: Options) =>
  async (...statement: Statement): Promise<Row | undefined> =>
    (await readRows<Row>(em, options)(...statement))[0]

/** The row of a statement that always gives one. */
export const readSingleRow =
  <Row>(em: Em, options?: Options) =>
  async (...statement: Statement) =>
    (await readRows<Row>(em, options)(...statement))[0] as Row
