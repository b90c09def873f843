import { invalid } from '../../src/errors.ts'
import type { SecurityEvent } from '../../src/logs/events.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { passwordNotConfirmed } from '../ports/refusals.ts'
import { checkRights } from './caller.ts'
import { attempt } from './throttling/counting.ts'

/** How long a confirmation is valid. */
const confirmationSeconds = 300

/**
 * 400 under the field unless it is the caller's own password, and 401 if their sessions have ended meanwhile. Attempts
 * count in scope `login`, by session, until one is right, so that a stolen session cannot be used to guess the password.
 */
export async function checkOwnPassword(
  ctx: AuthenticatedContext,
  password: string,
  { field, failure }: { field: string; failure: SecurityEvent },
) {
  const { caller, services } = ctx
  const { sessions, throttles, securityLog, activity } = services
  // Where the service takes no passwords, users give their credentials to the provider again (D60).
  if (sessions.provider?.takesPasswords() === false) return checkConfirmed(ctx)
  const [scope, key] = ['login', caller.sessionId] as const
  const failed = await attempt(ctx, [scope, key])
  const verify = async () => {
    const em = ctx.em.fork()
    const matches = await sessions.verifyPassword(em, { userId: caller.id, password }, ctx.now)
    await checkRights(em, caller)
    return matches
  }
  const matches = await verify().catch(async (error) => {
    await failed.giveBack()
    throw error
  })
  if (matches) {
    // If Redis fails now, the count still ends with its window.
    await throttles.clear({ scope, key }).catch(() => {})
    return
  }
  failed.record()
  securityLog.record(failure, ctx)
  activity.loginFailed(ctx.ip, caller.email)
  throw invalid(field, 'Your password was entered incorrectly. Please enter it again.')
}

/**
 * Confirms the password, so that this session may change users for a while; returns when that ends. Where the service
 * takes no passwords, only the provider's page confirms: an earlier confirmation must not renew itself.
 */
export async function confirmPassword(ctx: AuthenticatedContext, password: string): Promise<Date> {
  if (ctx.services.sessions.provider?.takesPasswords() === false) throw passwordNotConfirmed()
  await checkOwnPassword(ctx, password, { field: 'password', failure: 'failed_reauthentication' })
  await ctx.services.sessionRecords.confirm(ctx.caller.sessionId, ctx.now)
  ctx.services.securityLog.record('reauthentication', ctx)
  return new Date(ctx.now.getTime() + confirmationSeconds * 1000)
}

/** 403 with a code unless this session has a valid confirmation. */
export async function checkConfirmed({ caller, services }: AuthenticatedContext) {
  const confirmedAt = await services.sessionRecords.confirmedAt(caller.sessionId)
  if (!confirmedAt || services.clock().getTime() - confirmedAt.getTime() >= confirmationSeconds * 1000)
    throw passwordNotConfirmed()
}
