import { isDatabaseUnavailable } from '../../entities/connection/availability.ts'
import { isPermitted, ownEmail, type Permission } from '../../src/accounts/permissions.ts'
import { notFound } from '../../src/errors.ts'
import type {
  AuthenticatedContext,
  OperatorContext,
  ProcedureContext,
  PublicContext,
  RefreshContext,
  RequestContext,
  SignedIn,
} from '../ports/context.ts'
import { cookieNames } from '../ports/cookies.ts'
import { idempotencyKey, successorOf } from '../ports/idempotency-key.ts'
import { badRefreshToken, notAuthenticated, permissionDenied, SessionOver } from '../ports/refusals.ts'
import type { RefreshClaims } from '../ports/sessions.ts'
import { findActiveCaller, findLivingCaller, machineOf, rightsOf, sessionIsEnded } from './caller.ts'
import { checkCsrf, checkPage, csrfProblem, renewCsrfCookie } from './csrf.ts'
import { identifyMachine } from './machines.ts'
import { type Meta, onlyReads } from './meta.ts'
import { addressKeyOf, type Counter, count, countByAddress, isKnownToBeOver } from './throttling/counting.ts'

/** A call of a procedure, before anything is known about it. */
export type ProcedureCall = {
  ctx: RequestContext
  meta: Meta | undefined
  type: 'query' | 'mutation' | 'subscription'
  path: string
  getRawInput: () => Promise<unknown>
}

/** What a procedure's context has beyond its request's. */
export type Added<Context extends ProcedureContext> = Omit<Context, keyof RequestContext>

// Each function admits a call in D41's order: page, throttle, authentication, CSRF, role. The input is read only after
// that.

/** Admits anyone. */
export async function admitAnyone(call: ProcedureCall): Promise<Added<PublicContext>> {
  checkPage(call.ctx)
  const counter = counterOf(call)
  const giveBack = await count(call, counter)
  const ifOver = () => countByAddress(call, counter, giveBack)
  return { ...(await admitted(call)), isSignedIn: () => isSignedIn(call, ifOver) }
}

/** Admits anyone with a genuine refresh cookie. Its use decides whether it may still be used. */
export async function admitRefresh(call: ProcedureCall): Promise<Added<RefreshContext>> {
  const { ctx } = call
  checkPage(ctx)
  const token = ctx.cookies[cookieNames.refresh]
  const genuine = ctx.services.sessions.readRefresh(token)
  const refresh = genuine && { ...genuine, successor: successorOf(genuine.tokenId, ctx) }
  const session = refresh && !csrfProblem(ctx, refresh.sessionId) ? refresh.sessionId : undefined
  try {
    await count(call, ['token_refresh', session ?? addressKeyOf(ctx)])
    if (!token) throw notAuthenticated('Refresh token cookie is missing.')
    if (!refresh) throw badRefreshToken()
    checkCsrf(ctx, refresh.sessionId)
    idempotencyKey(ctx)
  } catch (refusal) {
    if (refresh) await endIfReused(ctx, refresh)
    throw refusal
  }
  return { ...(await admitted(call)), refresh }
}

/** A thief who has refreshes refused, by filling the window, must not hide the second use of a token (D19). */
async function endIfReused(ctx: RequestContext, refresh: RefreshClaims) {
  const { clock, securityLog, sessions } = ctx.services
  const isReused = await sessions.endIfReused(refresh, clock()).catch(() => false)
  if (isReused) securityLog.record('reuse', ctx, { user: refresh.userId })
}

/** Admits signed-in callers with the permission that the procedure requires. */
export async function admitCaller(call: ProcedureCall): Promise<Added<AuthenticatedContext>> {
  const { ctx } = call
  checkPage(ctx)
  await identifyMachine(call)
  return permitted(call, await countedCaller(call, sessionIsEnded(ctx), () => findActiveCaller(ctx)))
}

/** Admits staff only, to a few queries even while the database is unreachable. Only calls of others are counted. */
export async function admitOperator(call: ProcedureCall): Promise<Added<OperatorContext>> {
  const { ctx, meta } = call
  checkPage(ctx)
  const { system } = ctx.services
  if (!system) throw notFound()
  await identifyMachine(call)
  const mayRecall = meta?.isOutageProof ?? false
  const isEnded = sessionIsEnded(ctx).catch((error) => {
    if (mayRecall && isDatabaseUnavailable(error)) return false
    throw error
  })
  // Nobody is recalled whose session may have ended: neither store can say so.
  const find = async () => system.findStaff(ctx, mayRecall && (await isEnded) === false)
  const { caller, isRecalled } = await countedCaller(call, isEnded, find)
  if (!caller.is_staff) await count(call, [caller.kind === 'MACHINE' ? 'machine' : 'user', caller.id])
  return { ...(await permitted(call, caller)), system, isRecalled }
}

/** Counts the call and finds its caller; one whose session is over is counted by address instead (D24). */
async function countedCaller<T>(
  call: ProcedureCall,
  isEnded: Promise<boolean | undefined>,
  find: () => Promise<T>,
): Promise<T> {
  const counter = counterOf(call)
  const [hasEnded, giveBack] = await Promise.all([isEnded, count(call, counter)])
  try {
    if (hasEnded) throw new SessionOver()
    return await find()
  } catch (refusal) {
    if (refusal instanceof SessionOver) await countByAddress(call, counter, giveBack)
    throw refusal
  }
}

async function isSignedIn(call: ProcedureCall, ifOver: () => Promise<void>) {
  try {
    await findLivingCaller(call)
    return true
  } catch (refusal) {
    if (refusal instanceof SessionOver) await ifOver()
    return false
  }
}

/**
 * 403 for a change without its CSRF token, then for a role without the permission. The ops port is for staff; others
 * may only sign out there.
 */
async function permitted(call: ProcedureCall, caller: SignedIn): Promise<Added<AuthenticatedContext>> {
  const { ctx, meta, type, path } = call
  const isPerson = caller.kind === 'PERSON'
  if (isPerson && type === 'mutation') checkCsrf(ctx, caller.sessionId)
  else if (isPerson) renewCsrfCookie(ctx, caller.sessionId)
  if (ctx.surface === 'operator' && !caller.is_staff && path !== 'auth.logout') throw permissionDenied()
  const access = meta?.access
  if (!access || access === 'public' || !mayCall(caller, access)) throw permissionDenied()
  const context = await admitted(call, caller)
  const reader = onlyReads(call) ? ctx.services.replicas?.reader(caller.sessionId) : undefined
  return {
    ...context,
    em: reader ?? context.em,
    caller,
    own: ownEmail(caller),
    audit: (reason = '') => {
      const at = ctx.services.clock()
      return { actor: caller.id, at, today: ctx.services.dateOf(at), reason }
    },
  }
}

function mayCall(caller: SignedIn, access: Permission | 'authenticated' | 'person') {
  if (access === 'person') return caller.kind === 'PERSON'
  return access === 'authenticated' || isPermitted(caller, access)
}

/** Milliseconds within which a body usually arrives. */
const promptly = 1000

/**
 * Reads the input of an admitted call. A client may take minutes to send it, so a caller who has lost their session or
 * rights meanwhile is refused after all.
 */
async function admitted(call: ProcedureCall, caller?: SignedIn): Promise<Added<ProcedureContext>> {
  const { ctx, meta } = call
  const { orm, clock, dateOf } = ctx.services
  const now = clock()
  const input = await call.getRawInput()
  const isLate = clock().getTime() - now.getTime() >= promptly
  if (caller && isLate && rightsOf(await findLivingCaller(call)) !== rightsOf(caller))
    throw permissionDenied()
  const author = {
    actor: caller?.id ?? null,
    via: ctx.surface,
    ...(caller?.kind === 'MACHINE' && { via: 'token' as const, name: caller.email }),
    at: now,
    address: ctx.ip,
    request: ctx.id,
  }
  return { em: orm.em, now, today: dateOf(now), author, address: { path: meta?.openapi?.path ?? '/', input } }
}

/** The scope that counts the call, and the key it counts under (D24); undefined when nothing counts it. */
function counterOf({ ctx, meta, type }: ProcedureCall): Counter | undefined {
  const { credentials } = ctx
  const throttle = meta?.throttle
  // On the ops port the account decides too, so the login itself counts.
  if (throttle === 'login') return ctx.surface === 'operator' ? undefined : ['login', addressKeyOf(ctx)]
  if (throttle === 'anonymous only' && credentials.state === 'valid') return undefined
  const machine = machineOf(ctx)
  const isForged =
    !machine &&
    type === 'mutation' &&
    'sessionId' in credentials &&
    csrfProblem(ctx, credentials.sessionId) !== undefined
  const known = 'userId' in credentials && !isForged ? credentials : undefined
  if (throttle === 'logout') return ['logout', known?.sessionId ?? addressKeyOf(ctx)]
  if (!known || isKnownToBeOver(known)) return ['anon', addressKeyOf(ctx)]
  return [throttle === 'planning' ? 'planning' : machine ? 'machine' : 'user', known.userId]
}
