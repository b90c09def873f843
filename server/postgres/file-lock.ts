import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

// SQLite has the only lock in Node that the kernel frees when its holder dies, so no lock goes stale. The files stay
// empty.

/** Waits for the exclusive lock on `file`, across processes, and runs `work` under it. */
export async function exclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file)
  try {
    while (!tryExclusive(lock)) await sleep(50)
    return await work()
  } finally {
    lock.close()
  }
}

/** Counts the caller among the users of `file` until `leave`, which returns whether it was the last. */
export function joinUsers(file: string): { leave(): boolean } {
  const lock = new DatabaseSync(file)
  lock.exec('begin; select 1 from sqlite_master')
  return {
    leave() {
      lock.exec('rollback')
      const last = tryExclusive(lock)
      lock.close()
      return last
    },
  }
}

const sqliteBusy = 5

function tryExclusive(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false
    throw error
  }
}
