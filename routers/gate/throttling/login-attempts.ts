import { createHmac } from 'node:crypto'
import { findAccount } from '../../../entities/accounts/login-address.ts'
import type { ProcedureContext, RequestContext } from '../../ports/context.ts'
import { BadCredentials } from '../../ports/refusals.ts'
import type { Sessions } from '../../ports/sessions.ts'
import { addressKey, opsPrefix } from './address.ts'
import { addressKeyOf, attempt, type Counter } from './counting.ts'

type Login = Awaited<ReturnType<Sessions['login']>>

/**
 * Logs in, unless failures at addresses that are new to the account have used up its limit (D24). Nobody can guess a
 * temporary password, so that one always passes. A failure counts, and takes as long, whether or not the account exists.
 */
export async function guardedLogin(
  ctx: ProcedureContext,
  email: string,
  login: (temporaryOnly: boolean) => Promise<Login>,
) {
  const { activity, securityLog } = ctx.services
  const account = await findAccount(ctx.em, email, { address: addressKey(ctx.ip), now: ctx.now })
  const { refusal, ...counted } = await countAttempt(ctx, email, account)
  try {
    const opened = await login(refusal !== undefined)
    await counted.giveBack()
    return opened
  } catch (error) {
    if (!(error instanceof BadCredentials)) {
      await counted.giveBack()
      throw error
    }
    counted.record()
    if (refusal) throw refusal
    activity.loginFailed(ctx.ip, account?.email)
    // Counted each second, because operators watch them; the limit of the address keeps them few.
    securityLog.record('failed_login', ctx, { user: account?.id ?? null, seconds: 1 })
    throw error
  }
}

type Account = Awaited<ReturnType<typeof findAccount>>

/**
 * Counts an attempt by account, unless the account knows the address. On the ops port failures count by address as well;
 * one at its limit leaves each account that knows it its own limit, so that one operator cannot lock out an office.
 */
async function countAttempt(ctx: ProcedureContext, email: string, account: Account) {
  const counted: Attempt[] = []
  async function add(...counter: Counter): Promise<unknown> {
    const { isFull, ...attempted } = await attemptOrFull(ctx, counter)
    counted.push(attempted)
    return isFull
  }
  const isFull = ctx.surface === 'operator' ? await add('login', addressKeyOf(ctx)) : undefined
  if (isFull && !account?.is_known) throw isFull
  const isCounted = isFull || !account?.is_known
  return {
    /** Why only a temporary password is admitted. */
    refusal: isCounted ? await add('account', accountKey(ctx, email, account)) : undefined,
    record: () => counted.forEach(({ record }) => void record()),
    giveBack: () => Promise.all(counted.map(({ giveBack }) => giveBack())),
  }
}

type Attempt = Awaited<ReturnType<typeof attempt>>

/** An attempt, or why the counter is full, which then counts nothing; throws if an operator has blocked it. */
export async function attemptOrFull(
  ctx: RequestContext,
  [scope, key]: Counter,
): Promise<Attempt & { isFull?: unknown }> {
  try {
    return await attempt(ctx, [scope, key])
  } catch (isFull) {
    const { found } = await ctx.services.throttles.find({ scope, key })
    if (found?.block_ends_in != null) throw isFull
    return { isFull, record: () => {}, giveBack: async () => {} }
  }
}

/** The user's id or, without an account, a keyed hash, because someone may have typed a password as the email. */
function accountKey({ services, surface }: ProcedureContext, email: string, account?: { id: string }) {
  const typed = createHmac('sha256', services.secrets[0]).update(`account:${email.toLowerCase()}`)
  const key = account?.id ?? `unknown:${typed.digest('base64url').slice(0, 22)}`
  return surface === 'operator' ? opsPrefix + key : key
}
