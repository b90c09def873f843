import { Overtaken } from '../../src/errors.ts'
import type { Author } from '../../src/logs/audit.ts'
import { isOutdatedStatement } from './client.ts'
import type { Em } from './em.ts'

const attempts = 3
const deadlockDetected = '40P01'

/**
 * Runs the work in one transaction, and flushes at its end. Repeats it if PostgreSQL ends it to break a deadlock or
 * because a prepared statement is outdated, and if another change has overtaken it. The change log names the author.
 */
export async function transaction<T>(
  { em, author }: { em: Em; author: Author },
  work: (em: Em) => Promise<T>,
): Promise<T> {
  const sessionContext = { variables: { 'coverage.author': JSON.stringify(author) } }
  for (let attempt = 1; ; attempt++) {
    try {
      return await em.fork().transactional((fork) => work(fork), { sessionContext })
    } catch (error) {
      const isRepeatable =
        (error as { code?: string }).code === deadlockDetected ||
        isOutdatedStatement(error) ||
        error instanceof Overtaken
      if (attempt === attempts || !isRepeatable) throw error
    }
  }
}
