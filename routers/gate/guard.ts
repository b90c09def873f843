import { isDatabaseUnavailable } from '../../entities/unavailable.ts'
import { findCaller } from '../../entities/user.ts'
import type { ThrottleOutcome } from '../../server/operators/metrics.ts'
import { rateLimitHeaders, type Scope } from '../../server/throttling/throttles.ts'
import { dateIn } from '../../src/calendar.ts'
import { DomainError, notFound } from '../../src/errors.ts'
import { isPermitted, ownEmail } from '../../src/permissions.ts'
import type { AuthenticatedContext, OperatorContext, ProcedureContext, RequestContext } from './context.ts'
import { cookieNames } from './cookies.ts'
import { checkCsrf, checkOrigin, csrfToken, csrfTokenIsValid } from './csrf.ts'
import type { Meta } from './procedure.ts'

type Call = {
  ctx: RequestContext
  meta: Meta | undefined
  type: 'query' | 'mutation' | 'subscription'
  path: string
  getRawInput: () => Promise<unknown>
}

const invalidToken = 'Given token not valid for any token type'

/** Throttle, then Origin: what holds for every call, signed in or not (D24, D18). */
export async function admitAnyone({ ctx, meta, type, path, getRawInput }: Call): Promise<ProcedureContext> {
  await consume(ctx, path, meta?.throttle)
  if (type === 'mutation') checkOriginOf(ctx)
  return procedureContext(ctx, meta, getRawInput)
}

/** D41's order: throttle, authentication, CSRF, role; no input has been read by then. */
export async function admitCaller(
  { ctx, meta, type, path, getRawInput }: Call,
  { find = findActiveCaller, isEnded = sessionIsEnded } = {},
): Promise<AuthenticatedContext> {
  const [hasEnded] = await Promise.all([isEnded(ctx), consume(ctx, path, meta?.throttle)])
  if (hasEnded) throw notAuthenticated(invalidToken)
  const context = procedureContext(ctx, meta, getRawInput)
  const caller = await find(context)
  if (type === 'mutation') {
    checkOriginOf(ctx)
    checkCsrfOf(ctx, caller.sessionId)
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

const permissionDenied = () =>
  new DomainError('PERMISSION_DENIED', { detail: 'You do not have permission to perform this action.' })

const sessionIsEnded = async ({ credentials, services }: RequestContext) =>
  credentials.state === 'valid' && services.sessions.isEnded(credentials.sessionId)

/** Staff alone, and for a change ADMIN or superuser; a few queries also while the database is away. */
export async function admitOperator(call: Call): Promise<OperatorContext> {
  const { operations } = call.ctx.services
  if (!operations) throw notFound()
  const isOutageProof = call.meta?.isOutageProof ?? false
  let isRecalled = false
  const context = await admitCaller(call, {
    async find(context) {
      const found = await operations.staff.find(context, isOutageProof)
      isRecalled = found.isRecalled
      return found
    },
    isEnded: (ctx) =>
      sessionIsEnded(ctx).catch((error) => {
        if (!isOutageProof || !isDatabaseUnavailable(error)) throw error
        return false
      }),
  })
  const { caller } = context
  if (!caller.is_staff || (call.type === 'mutation' && !isPermitted(caller, 'act_as_admin')))
    throw permissionDenied()
  return { ...context, operations, isRecalled }
}

/** The user behind a valid access cookie; refuses with 401 in the native words. */
export async function findActiveCaller({ credentials, em }: ProcedureContext) {
  if (credentials.state === 'none') throw notAuthenticated('Authentication credentials were not provided.')
  if (credentials.state === 'unverifiable') throw credentials.cause
  if (credentials.state !== 'valid') throw notAuthenticated(invalidToken)
  const caller = await findCaller(em, credentials.userId)
  if (!caller) throw notAuthenticated('User not found')
  if (!caller.is_active) throw notAuthenticated('User is inactive')
  if (caller.session_epoch !== credentials.epoch) throw notAuthenticated(invalidToken)
  return { ...caller, sessionId: credentials.sessionId }
}

const notAuthenticated = (detail: string) => new DomainError('NOT_AUTHENTICATED', { detail })

/** Counts the call in its scope, and tells the client what is left; of a batch, what its last call left (D24). */
async function consume(ctx: RequestContext, path: string, throttle: Meta['throttle']) {
  const { throttles, metrics, activity } = ctx.services
  if (throttle === 'anonymous only' && ctx.credentials.state === 'valid') return
  const [scope, key] = counter(ctx, throttle === 'anonymous only' ? undefined : throttle)
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

function counter(ctx: RequestContext, ownScope: Scope | undefined): [Scope, key: string] {
  const { services, credentials, cookies, ip } = ctx
  if (ownScope === 'login') return ['login', ip]
  if (ownScope === 'token_refresh')
    return [ownScope, services.sessions.readRefresh(cookies[cookieNames.refresh])?.sessionId ?? ip]
  const known = credentials.state === 'valid' || credentials.state === 'expired' ? credentials : undefined
  if (ownScope) return [ownScope, known?.sessionId ?? ip]
  return known ? ['user', known.userId] : ['anon', ip]
}

function procedureContext(
  ctx: RequestContext,
  meta: Meta | undefined,
  getRawInput: () => Promise<unknown>,
): ProcedureContext {
  const { orm, clock, timeZone } = ctx.services
  const now = clock()
  return {
    ...ctx,
    em: orm.em,
    now,
    today: dateIn(timeZone, now),
    pageUrl: async (page) => pageUrl(ctx.origin, meta?.openapi?.path ?? '/', await getRawInput(), page),
  }
}

function pageUrl(origin: string, path: string, input: unknown, page: number) {
  const parameters = new Map(Object.entries((input ?? {}) as Record<string, unknown>))
  const pathname = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(parameters.get(name))
    parameters.delete(name)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of parameters)
    if (name !== 'page' && value !== undefined && typeof value !== 'object') query.append(name, String(value))
  if (page > 1) query.append('page', String(page))
  return `${origin}${pathname}${query.size ? `?${query}` : ''}`
}

function checkOriginOf({ headers, origin, services }: RequestContext) {
  checkOrigin({ origin: headers.origin, own: origin, allowed: services.allowedOrigins })
}

/** For a mutation that a cookie of this session authenticates (D18). */
export function checkCsrfOf({ cookies, headers, services }: RequestContext, sessionId: string) {
  checkCsrf({
    cookie: cookies[cookieNames.csrf],
    header: headers['x-csrftoken']?.toString(),
    sessionId,
    secret: services.csrfSecret,
  })
}

function renewCsrfCookie({ cookies, services, response }: RequestContext, sessionId: string) {
  if (csrfTokenIsValid(services.csrfSecret, sessionId, cookies[cookieNames.csrf])) return
  response.appendHeader('Set-Cookie', services.cookies.csrf(csrfToken(services.csrfSecret, sessionId)))
}
