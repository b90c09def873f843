import { findCaller } from '../../entities/reads/users.ts'
import { isDatabaseUnavailable } from '../../entities/unavailable.ts'
import { notFound } from '../../src/errors.ts'
import type { Scope } from '../../src/limits.ts'
import { isPermitted, ownEmail } from '../../src/permissions.ts'
import type {
  AuthenticatedContext,
  OperatorContext,
  ProcedureContext,
  RefreshContext,
  RequestContext,
  SignedIn,
  ThrottleOutcome,
} from './context.ts'
import { cookieNames } from './cookies.ts'
import { checkCsrf, checkOrigin, renewCsrfCookie } from './csrf.ts'
import type { Meta } from './meta.ts'
import {
  badRefreshToken,
  invalidToken,
  notAuthenticated,
  permissionDenied,
  rateLimitHeaders,
} from './refusals.ts'

/** A call of a procedure before anything is known about it. */
export type Call = {
  ctx: RequestContext
  meta: Meta | undefined
  type: 'query' | 'mutation' | 'subscription'
  path: string
  getRawInput: () => Promise<unknown>
}

// Each admits a call in D41's order: throttle, authentication, CSRF, role. The input is read only after that.

/** Anybody: only the throttle and the origin are checked. */
export async function admitAnyone(call: Call): Promise<ProcedureContext> {
  await count(call, counterOf(call))
  if (call.type === 'mutation') checkOrigin(call.ctx)
  return procedureContext(call)
}

/** Anybody with a genuine refresh cookie. Whether it may still be used is checked when it is used. */
export async function admitRefresh(call: Call): Promise<RefreshContext> {
  const { ctx } = call
  const token = ctx.cookies[cookieNames.refresh]
  const refresh = ctx.services.sessions.readRefresh(token)
  await count(call, ['token_refresh', refresh?.sessionId ?? ctx.ip])
  checkOrigin(ctx)
  if (!token) throw notAuthenticated('Refresh token cookie is missing.')
  if (!refresh) throw badRefreshToken()
  checkCsrf(ctx, refresh.sessionId)
  return { ...procedureContext(call), refresh }
}

/** Signed-in callers with the permission that the procedure requires. */
export async function admitCaller(call: Call): Promise<AuthenticatedContext> {
  const [isEnded] = await Promise.all([sessionIsEnded(call.ctx), count(call, counterOf(call))])
  if (isEnded) throw invalidToken()
  const context = procedureContext(call)
  return permitted(call, context, await findActiveCaller(context))
}

/** Staff only; a few queries admit them even while the database is unreachable. */
export async function admitOperator(call: Call): Promise<OperatorContext> {
  const { ctx, meta } = call
  const { system } = ctx.services
  if (!system) throw notFound()
  const mayRecall = meta?.isOutageProof ?? false
  const isEnded = sessionIsEnded(ctx).catch((error) => {
    if (mayRecall && isDatabaseUnavailable(error)) return false
    throw error
  })
  if ((await Promise.all([isEnded, count(call, counterOf(call))]))[0]) throw invalidToken()
  const context = procedureContext(call)
  const { caller, isRecalled } = await system.findStaff(context, mayRecall)
  const admitted = permitted(call, context, caller)
  if (!caller.is_staff) throw permissionDenied()
  return { ...admitted, system, isRecalled }
}

/** The user behind a valid access cookie; 401 for anybody else. */
export async function findActiveCaller({ credentials, em }: ProcedureContext): Promise<SignedIn> {
  if (credentials.state === 'none') throw notAuthenticated('Authentication credentials were not provided.')
  if (credentials.state === 'unverifiable') throw credentials.cause
  if (credentials.state !== 'valid') throw invalidToken()
  const caller = await findCaller(em, credentials.userId)
  if (!caller) throw notAuthenticated('User not found')
  if (!caller.is_active) throw notAuthenticated('User is inactive')
  if (caller.session_epoch !== credentials.epoch) throw invalidToken()
  return { ...caller, sessionId: credentials.sessionId }
}

/** Whether the access cookie is valid and its session and user are still active. */
export async function isSignedIn(ctx: ProcedureContext): Promise<boolean> {
  const { credentials, em } = ctx
  if (credentials.state !== 'valid' || (await sessionIsEnded(ctx))) return false
  const caller = await findCaller(em, credentials.userId)
  return caller?.is_active === true && caller.session_epoch === credentials.epoch
}

const sessionIsEnded = async ({ credentials, services }: RequestContext) =>
  credentials.state === 'valid' && services.sessions.isEnded(credentials.sessionId)

/** 403 for a change without its CSRF token, then for a role that lacks the permission. */
function permitted(call: Call, context: ProcedureContext, caller: SignedIn): AuthenticatedContext {
  const { ctx, meta, type } = call
  if (type === 'mutation') {
    checkOrigin(ctx)
    checkCsrf(ctx, caller.sessionId)
  } else renewCsrfCookie(ctx, caller.sessionId)
  const access = meta?.access
  if (access !== 'authenticated' && !(access && access !== 'public' && isPermitted(caller, access)))
    throw permissionDenied()
  return {
    ...context,
    caller,
    own: ownEmail(caller),
    audit: (reason = '') => ({ actor: caller.id, at: context.now, today: context.today, reason }),
  }
}

type Counter = [Scope, key: string]

/** The scope that counts the call, and the key it counts under (D24); undefined when nothing counts it. */
function counterOf({ ctx: { credentials, ip }, meta }: Call): Counter | undefined {
  const throttle = meta?.throttle
  if (throttle === 'login') return ['login', ip]
  if (throttle === 'anonymous only' && credentials.state === 'valid') return undefined
  const known = credentials.state === 'valid' || credentials.state === 'expired' ? credentials : undefined
  if (throttle === 'logout') return ['logout', known?.sessionId ?? ip]
  return known ? ['user', known.userId] : ['anon', ip]
}

/** Counts the call and tells the client what is left of the window; in a batch, the last call's numbers stand. */
async function count({ ctx, path }: Call, counter: Counter | undefined) {
  if (!counter) return
  const [scope, key] = counter
  const { throttles, metrics, activity } = ctx.services
  const record = (outcome: ThrottleOutcome) => {
    metrics.throttled(scope, outcome)
    activity.counted(scope, path, outcome)
  }
  const counted = await throttles.consume(scope, key).catch((refusal) => {
    record('blocked')
    throw refusal
  })
  if (!counted) return
  record(counted.used < 0.8 * counted.limit ? 'allowed' : 'near')
  if (ctx.response.headersSent) return
  for (const [name, value] of Object.entries(rateLimitHeaders(counted))) ctx.response.setHeader(name, value)
}

function procedureContext({ ctx, meta, getRawInput }: Call): ProcedureContext {
  const { orm, clock, dateOf } = ctx.services
  const now = clock()
  const address = { path: meta?.openapi?.path ?? '/', readInput: getRawInput }
  return { ...ctx, em: orm.em, now, today: dateOf(now), address }
}
