import type { Em } from './orm.ts'

const attempts = 3
const deadlockDetected = '40P01'

/** Runs the work in one transaction, flushed at its end; all of it again when PostgreSQL broke a deadlock by ending it. */
export async function transaction<T>(em: Em, work: (em: Em) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await em.fork().transactional((fork) => work(fork as Em))
    } catch (error) {
      if (attempt === attempts || (error as { code?: string }).code !== deadlockDetected) throw error
    }
  }
}
