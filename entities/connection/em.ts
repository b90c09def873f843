import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { sql } from 'kysely'

export type Orm = MikroORM
export type Em = EntityManager

type Statement = Parameters<typeof sql>

/** The rows of a statement, which is written as for kysely: readRows<Row>(em)`select ...`. */
export const readRows =
  <Row>(em: Em) =>
  async (...statement: Statement): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(em.getKysely())).rows

/** The first row of a statement; undefined if it gives none. */
export const readRow =
  <Row>(em: Em) =>
  async (...statement: Statement): Promise<Row | undefined> =>
    (await readRows<Row>(em)(...statement))[0]

/** The row of a statement that always gives one. */
export const readSingleRow =
  <Row>(em: Em) =>
  async (...statement: Statement) =>
    (await readRows<Row>(em)(...statement))[0] as Row
