import type { Em } from '../../entities/connection/em.ts'
import { OperatorLog } from '../../entities/logs/operator-log.ts'
import type { OperatorAction } from '../../src/logs/events.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { longText } from '../schema/fields.ts'
import { inTurn } from './in-turn.ts'

/** Why an operator makes a change; every change requires it. */
export const reason = () => longText(2000).refine((value) => value !== '', 'This field may not be blank.')

type RecordedAction = {
  action: OperatorAction
  /** What was changed, as a person would search for it: an email, a rule's code, `login 203.0.113.7`. */
  target: string
  details?: Record<string, unknown>
  reason: string
}

/**
 * Does the work once it is its turn with its subjects and writes its entry in the operators' log, in one transaction.
 * Changes outside the database must come after `record`, so that they are not made if the database refuses the entry.
 */
export const recorded = <T>(
  ctx: Pick<AuthenticatedContext, 'em' | 'author' | 'caller' | 'services'>,
  subjects: readonly string[],
  work: (em: Em, record: (entry: RecordedAction) => Promise<void>) => Promise<T>,
): Promise<T> =>
  inTurn(ctx, subjects, (em) =>
    work(em, async ({ details = {}, ...entry }) => {
      const created_at = ctx.services.clock()
      em.create(OperatorLog, { ...entry, details, actor: ctx.caller.id, created_at })
      await em.flush()
    }),
  )

/** The changes of an entity as details of an entry, with the values that they replace. */
export const replacing = <T extends object, Changes extends Partial<T>>(before: T, changes: Changes) => {
  const names = Object.keys(changes) as (keyof Changes & keyof T)[]
  return { ...changes, before: Object.fromEntries(names.map((name) => [name, before[name] ?? null])) }
}
