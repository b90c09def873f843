import { isDatabaseUnavailable } from '../../entities/connection/availability.ts'
import type { Em } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { checkRights } from '../gate/caller.ts'
import { turnWith } from '../gate/turns.ts'
import type { AuthenticatedContext } from '../ports/context.ts'

/**
 * Runs a change in a transaction once it is its turn with each of the subjects, the ids of the rows that it locks.
 * While it waits, it holds no connection. Nothing is stored if the caller has lost their rights meanwhile. The work
 * returns the procedure's answer, which is kept with the change for a request with an `Idempotency-Key`.
 */
export async function inTurn<T>(
  ctx: Pick<AuthenticatedContext, 'em' | 'author' | 'caller' | 'once'>,
  subjects: readonly (string | undefined)[],
  work: (em: Em) => Promise<T>,
): Promise<T> {
  const end = await turnWith(subjects.filter((subject) => subject !== undefined))
  // Callers who change their own account may thereby end their own sessions or rights.
  const changesCaller = subjects.includes(ctx.caller.id)
  const checked = async (em: Em) => {
    await ctx.once?.begin(em)
    if (changesCaller) await checkRights(em, ctx.caller)
    const result = await work(em)
    await em.flush()
    // Last, because the work may have waited for locks.
    if (!changesCaller) await checkRights(em, ctx.caller)
    await ctx.once?.end(em, result)
    return result
  }
  try {
    const result = await transaction(ctx, checked)
    end()
    return result
  } catch (error) {
    end(!isDatabaseUnavailable(error))
    throw error
  }
}
