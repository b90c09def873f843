import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Em, Orm } from '../../entities/connection/em.ts'
import { poolOf } from '../../entities/connection/pool.ts'

type Pooled = { query: (...args: unknown[]) => unknown }
type Statement = { text: string; values: unknown[] }

const running = new WeakMap<Orm, Statement[]>()

/** The statements that reach PostgreSQL through the pool of `orm` while the work runs. */
export async function statementsOf(orm: Orm, work: () => Promise<unknown>): Promise<Statement[]> {
  if (!running.has(orm)) watch(orm)
  const statements: Statement[] = []
  running.set(orm, statements)
  await work()
  running.set(orm, [])
  return statements
}

function watch(orm: Orm) {
  const watched = new WeakSet<Pooled>()
  poolOf(orm).on('acquire', (acquired: unknown) => {
    const client = acquired as Pooled
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client)
    client.query = (...args) => {
      const [given, values = []] = args as [string | Statement, unknown[]?]
      const statement = { text: typeof given === 'string' ? given : given.text, values }
      // The security log is written in the background, up to a second later.
      if (!statement.text.includes('"security_log"')) running.get(orm)?.push(statement)
      return query(...args)
    }
  })
}

export type Plan = {
  'Node Type': string
  'Parent Relationship'?: string
  'Scan Direction'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** How PostgreSQL would run the statement. */
export async function explained(em: Em, { text, values }: Statement): Promise<Plan> {
  const pieces = text.split(/\$\d+/)
  const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => values[Number(place) - 1])
  const statement = pieces.reduce(
    (built, piece, index) =>
      index === 0 ? sql`${sql.raw(piece)}` : sql`${built}${places[index - 1]}${sql.raw(piece)}`,
    sql``,
  )
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }]
  }>`explain (format json) ${statement}`.execute(em.getKysely())
  return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan
}

/** The plan's nodes. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const queued = `
  with recursive queued as (
    select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
    union
    select lock.pid from queued join pg_locks lock on not granted and queued.pid = any(pg_blocking_pids(lock.pid))
  )
  select count(*)::int as count from queued`

type Query = (statement: string) => Promise<{ rows: unknown[] }>

/** Waits until so many connections queue for the locks of the one that runs the query; fails if they do not. */
export async function untilQueued(count: number, query: Query) {
  const options = { interval: 10, message: `${count} connections queue for the lock` }
  await expect.poll(async () => (await query(queued)).rows, options).toEqual([{ count }])
}
