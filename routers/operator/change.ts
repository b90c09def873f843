import { OperatorLog } from '../../entities/operator-log.ts'
import type { Em } from '../../entities/orm.ts'
import { transaction } from '../../entities/transaction.ts'
import type { OperatorAction } from '../../src/operators/actions.ts'
import type { AuthenticatedContext } from '../gate/context.ts'
import { requiredText } from '../schema/fields.ts'

/** Why an operator changes something; asked for with every change. */
export const reason = () => requiredText(2000)

type Entry = {
  action: OperatorAction
  /** What was changed, as a person would look for it: an email, a rule's code, `login 203.0.113.7`. */
  target: string
  details?: Record<string, unknown>
  reason: string
}

/**
 * Does the work in one transaction with its entry in the operators' log: neither is kept without the other. Work
 * outside the database comes last in it, so that a database that refuses the entry prevents the work.
 */
export const recorded = <T>(
  ctx: Pick<AuthenticatedContext, 'em' | 'caller' | 'now'>,
  work: (em: Em, record: (entry: Entry) => Promise<void>) => Promise<T>,
): Promise<T> =>
  transaction(ctx.em, (em) =>
    work(em, async ({ details = {}, ...entry }) => {
      em.create(OperatorLog, { ...entry, details, actor: ctx.caller.id, created_at: ctx.now })
      await em.flush()
    }),
  )
