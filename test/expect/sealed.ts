import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Orm } from '../../entities/connection/em.ts'
import { type SealedTo, sealLogs } from '../../entities/logs/seals.ts'

/** Seals all that has been committed, once the transactions of other tests on the same server let it. */
export async function sealAll(orm: Orm): Promise<SealedTo[]> {
  const read = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
    (await statement.execute(orm.em.fork().getKysely())).rows[0]
  const now = await read(sql<{ end: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as end`)
  let sealed: SealedTo[] = []
  const isDone = async () => {
    sealed = await sealLogs(orm)
    return read(sql<{ done: boolean }>`
      select bool_and(transaction_id >= ${now?.end}::xid8) as done from trail.heads where chain = 0`)
  }
  await expect.poll(isDone, { timeout: 50_000 }).toEqual({ done: true })
  return sealed
}
