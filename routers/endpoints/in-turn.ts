import type { Em } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { turnWith } from '../gate/turns.ts'
import type { AuthenticatedContext } from '../ports/context.ts'

/**
 * Runs a change in a transaction once it is its turn with each of the subjects, the ids of the rows that it locks.
 * While it waits, it holds no connection.
 */
export async function inTurn<T>(
  ctx: Pick<AuthenticatedContext, 'em' | 'author'>,
  subjects: readonly (string | undefined)[],
  work: (em: Em) => Promise<T>,
): Promise<T> {
  const end = await turnWith(subjects.filter((subject) => subject !== undefined))
  return transaction(ctx, work).finally(end)
}
