import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { pino } from 'pino'
import { clientConfig } from '../../entities/connection/database-url.ts'
import { type Scope, scopes } from '../../src/accounts/limits.ts'
import { coverSomePositions, inserts } from './inserts.ts'
import type { Size } from './sizes.ts'

const connections = 2

/**
 * Fills a migrated, empty database without indexes, foreign keys and triggers. Then seals the logs, and
 * computes the totals instead of the triggers.
 */
export async function loadLarge(databaseUrl: string, size: Size, progress: (text: string) => void) {
  const options =
    '-c session_replication_role=replica -c timezone=UTC -c maintenance_work_mem=1GB -c work_mem=512MB'
  const pool = new pg.Pool({ ...clientConfig(databaseUrl), max: connections, options })
  const together = (statements: string[]) => Promise.all(statements.map((statement) => pool.query(statement)))
  try {
    progress('Loading rows')
    const dropped = await dropIndexes(pool)
    await together(inserts(size))
    await pool.query(coverSomePositions)
    progress(`Making ${dropped.length} indexes`)
    await together(dropped)
    progress('Sealing logs')
    while ((await pool.query('select trail.seal(50000) as more')).rows[0].more);
    progress('Computing the stored totals')
    await pool.query('select totals.recompute()')
    await pool.query('vacuum (analyze, parallel 2)')
  } finally {
    await pool.end()
  }
}

/** Drops all indexes except those of primary keys. Returns the statements that make them again. */
async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ drop: string; create: string }>(`
    select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.oid is null then replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
        end as create
    from pg_index i
    join pg_class index on index.oid = i.indexrelid and not index.relispartition
    join pg_class of on of.oid = i.indrelid and of.relnamespace = any('{public,trail}'::regnamespace[])
    left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('u', 'x')
    where not i.indisprimary
    order by pg_relation_size(i.indrelid) desc`)
  for (const { drop } of rows) await pool.query(drop)
  return rows.map(({ create }) => create)
}

type Throttling = typeof import('../../server/throttling/throttles.ts')

const together = 1000

/** Counts one request of each address, with the code of the service in the folder. */
export async function fillThrottleKeys(folder: string, redisUrl: string, keys: number): Promise<void> {
  const { Throttles }: Throttling = await import(join(folder, 'server/throttling/throttles.ts'))
  const redis = new Redis(redisUrl)
  await redis.ping()
  const off = Object.fromEntries(scopes.map((scope) => [scope, null])) as Record<Scope, null>
  const rates = { ...off, anon: { limit: 100, seconds: 3600 } }
  const throttles = new Throttles({ rates, redis, log: pino({ level: 'silent' }) })
  const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  for (let from = 0; from < keys; from += together) {
    const numbers = Array.from({ length: Math.min(together, keys - from) }, (_, index) => from + index)
    await Promise.all(numbers.map((number) => throttles.consume('anon', addressOf(number))))
  }
  redis.disconnect()
}
