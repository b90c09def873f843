import { expect } from 'vitest'

const queued = `
  with recursive queued as (
    select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
    union
    select lock.pid from queued join pg_locks lock on not granted and queued.pid = any(pg_blocking_pids(lock.pid))
  )
  select count(*)::int as count from queued`

type Query = (statement: string) => Promise<{ rows: unknown[] }>

/** Waits until so many connections queue for the locks of the one that runs the query; fails after ten seconds. */
export async function untilQueued(count: number, query: Query) {
  const options = { timeout: 10_000, interval: 10, message: `${count} connections queue for the lock` }
  await expect.poll(async () => (await query(queued)).rows, options).toEqual([{ count }])
}
