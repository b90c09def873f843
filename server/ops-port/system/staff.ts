import type { Caller } from '../../../entities/accounts/users.ts'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import { findActiveCaller } from '../../../routers/gate/caller.ts'
import type { RequestContext } from '../../../routers/ports/context.ts'

/** Milliseconds for which a member of staff is remembered. */
const lifetime = 5 * 60_000

/** Finds staff and remembers them, so that they can read the throttles and the system page without the database. */
export function rememberStaff(clock: () => Date) {
  const known = new Map<string, { caller: Caller; readAt: number }>()

  function recall({ credentials }: RequestContext) {
    const found = credentials.state === 'valid' ? known.get(credentials.userId) : undefined
    if (!found || credentials.state !== 'valid' || found.caller.session_epoch !== credentials.epoch) return
    if (clock().getTime() - found.readAt >= lifetime) return
    return { ...found.caller, sessionId: credentials.sessionId }
  }

  return async (context: RequestContext, mayRecall: boolean) => {
    const { credentials } = context
    try {
      const caller = await findActiveCaller(context)
      if (caller.is_staff) known.set(caller.id, { caller, readAt: clock().getTime() })
      else known.delete(caller.id)
      return { caller, isRecalled: false }
    } catch (error) {
      const recalled = mayRecall && isDatabaseUnavailable(error) && recall(context)
      if (recalled) return { caller: recalled, isRecalled: true }
      if ('userId' in credentials && !isDatabaseUnavailable(error)) known.delete(credentials.userId)
      throw error
    }
  }
}
