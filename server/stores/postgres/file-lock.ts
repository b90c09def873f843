import { accessSync, constants } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

// SQLite has the only lock in Node that the kernel frees when its holder dies, so no lock goes stale. The files stay
// empty.

/** Waits for the exclusive lock on `file`, across processes, and runs `work` under it. */
export async function exclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  using lock = openLock(file)
  while (!tryExclusive(lock)) await sleep(50)
  return await work()
}

/** Counts the caller among the users of `file` until `leave`, which returns whether it was the last. */
export function joinUsers(file: string): { leave(): boolean } {
  const lock = openLock(file)
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

function openLock(file: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    lock = new DatabaseSync(file)
    lock.exec('select 1 from sqlite_master')
    return lock
  } catch (cause) {
    if (lock && isBusy(cause)) return lock
    lock?.close()
    throw new Error(`${file} cannot be used as a lock; remove it`, { cause })
  }
}

function tryExclusive(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/** Whether another process holds the lock. */
const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === 5
