import { invalid } from '../../src/errors.ts'
import type { SecurityEvent } from '../../src/operators/security-events.ts'
import type { AuthenticatedContext } from './context.ts'
import { passwordNotConfirmed } from './refusals.ts'

/** How long a change of users' rights may follow the password. */
const confirmationSeconds = 300

/**
 * 400 under the field unless it is the caller's own password. Counts as a login of the session until it is right, so
 * that a stolen session cannot be used to guess the password.
 */
export async function checkOwnPassword(
  ctx: AuthenticatedContext,
  password: string,
  { field, failure }: { field: string; failure: SecurityEvent },
) {
  const { caller, services } = ctx
  const { sessions, throttles, securityLog, activity } = services
  const counter = { scope: 'login', key: caller.sessionId } as const
  await throttles.consume(counter.scope, counter.key)
  if (await sessions.verifyPassword(ctx.em.fork(), { userId: caller.id, password }, ctx.now)) {
    // Should Redis fail right now, what was counted lapses with its window.
    await throttles.clear(counter).catch(() => {})
    return
  }
  securityLog.record(failure, ctx)
  activity.loginFailed(ctx.ip, caller.email)
  throw invalid(field, 'Your password was entered incorrectly. Please enter it again.')
}

/** Opens the way to changes of users' rights in this session for a while; returns its end. */
export async function confirmPassword(ctx: AuthenticatedContext, password: string): Promise<Date> {
  await checkOwnPassword(ctx, password, { field: 'password', failure: 'failed_reauthentication' })
  await ctx.services.sessionRecords.confirm(ctx.caller.sessionId, ctx.now)
  ctx.services.securityLog.record('reauthentication', ctx)
  return new Date(ctx.now.getTime() + confirmationSeconds * 1000)
}

/** 403 with a code unless the caller has confirmed their password in this session a short while ago. */
export async function checkConfirmed({ caller, services, now }: AuthenticatedContext) {
  const confirmedAt = await services.sessionRecords.confirmedAt(caller.sessionId)
  if (!confirmedAt || now.getTime() - confirmedAt.getTime() >= confirmationSeconds * 1000)
    throw passwordNotConfirmed()
}
