import { createHmac } from 'node:crypto'
import { findAccount, keepLoginAddress } from '../../entities/accounts/login-address.ts'
import type { ProcedureContext } from '../ports/context.ts'
import { BadCredentials } from '../ports/refusals.ts'
import type { Sessions } from '../ports/sessions.ts'
import { addressKey, opsPrefix } from './address.ts'
import { addressKeyOf, attempt } from './counting.ts'

type Login = Awaited<ReturnType<Sessions['login']>>

/**
 * Logs in, unless failures at addresses that are new to the account have used up its limit (D24). A failure counts
 * whether or not the account exists, so that the answer reveals nothing.
 */
export async function guardedLogin(ctx: ProcedureContext, email: string, login: () => Promise<Login>) {
  const { activity, log, securityLog } = ctx.services
  const at = { address: addressKey(ctx.ip), now: ctx.now }
  const account = await findAccount(ctx.em, email, at)
  const failed = account?.is_known
    ? undefined
    : await attempt(ctx, ['account', accountKey(ctx, email, account)])
  try {
    const opened = await login()
    await failed?.giveBack()
    // Operators often share the address of a tunnel, so on the ops port only failures use up its logins.
    if (ctx.surface === 'operator') await ctx.services.throttles.giveBack('login', addressKeyOf(ctx))
    await keepLoginAddress(ctx.em, opened.user.id, at).catch((err) =>
      log.warn({ err }, 'could not store the address of a login'),
    )
    return opened
  } catch (error) {
    if (error instanceof BadCredentials) {
      failed?.record()
      activity.loginFailed(ctx.ip, account?.email)
      securityLog.record('failed_login', ctx, { user: account?.id ?? null })
    } else await failed?.giveBack()
    throw error
  }
}

/** The user's id or, without an account, a keyed hash, because someone may have typed a password as the email. */
function accountKey({ services, surface }: ProcedureContext, email: string, account?: { id: string }) {
  const typed = createHmac('sha256', services.secrets[0]).update(`account:${email.toLowerCase()}`)
  const key = account?.id ?? `unknown:${typed.digest('base64url').slice(0, 22)}`
  return surface === 'operator' ? opsPrefix + key : key
}
