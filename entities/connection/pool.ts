import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql'
import pg from 'pg'
import { writabilityAt } from './availability.ts'
import { type ClientOptions, DatabaseClient } from './client.ts'
import { Deadline, requestDeadline } from './deadline.ts'
import type { Orm } from './em.ts'

/** The connections to PostgreSQL, opened as they are needed. */
export class DatabasePool extends pg.Pool {
  readonly #queryTimeout: number | undefined

  constructor(options: pg.PoolConfig & ClientOptions) {
    // The published type of `Client` leaves out its options.
    super({ ...options, types, Client: DatabaseClient as never })
    this.#queryTimeout = options.queryTimeout
    // Without a listener, a broken idle connection would end the process. The pool drops it.
    this.on('error', () => {})
  }

  /** Waits for a connection until the request's deadline. Replaces one that is worn out. */
  override async connect(): Promise<pg.PoolClient> {
    const deadline = requestDeadline() ?? new Deadline(this.#queryTimeout)
    for (;;) {
      const opening = super.connect() as Promise<pg.PoolClient & DatabaseClient>
      const giveUp = () => {
        opening.then((client) => client.release()).catch(() => {})
      }
      try {
        const client = await deadline.wait(opening, { giveUp })
        if (!client.isWorn) return client
        client.release(true)
      } catch (error) {
        // The pool's own timers cannot tell a stall of this process from a server that does not answer.
        if (!isTimeout(error)) throw error
      }
    }
  }
}

const isTimeout = (error: unknown) =>
  /^timeout exceeded when|due to connection timeout$|^timeout expired$/.test((error as Error).message)

/** PostgreSQL's numbers for the types. */
const timestamptz = 1184
const textArray: number = 1009

/** How values are read: dates and times stay texts. */
export const types = new pg.TypeOverrides()
for (const [type, parse] of Object.entries(createPostgreSqlTypeParsers(pg.types.getTypeParser(textArray))))
  types.setTypeParser(Number(type), parse)
types.setTypeParser(timestamptz, parseInstant)

/** PostgreSQL's `2026-11-20 23:45:51.12+00` as `2026-11-20T23:45:51.120Z`. */
function parseInstant(text: string): string {
  const [seconds = '', fraction = ''] = text.replace('+00', '').split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0')}Z`
}

const pools = new WeakMap<object, DatabasePool>()

/** Remembers the pool of the ORM, under the configuration that its forks share. */
export const keepPool = ({ config }: Orm, pool: DatabasePool) => pools.set(config, pool)

export const poolOf = ({ config }: Orm) => pools.get(config) as DatabasePool

/** The connections of the ORM's pool: all, idle ones, and the callers waiting for one. */
export function connectionsOf(orm: Orm) {
  const { totalCount, idleCount, waitingCount } = poolOf(orm)
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** Whether the ORM's database accepts writes. */
export const writabilityOf = ({ config }: Orm) => writabilityAt(config.get('clientUrl') as string)
