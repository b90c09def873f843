import { initTRPC } from '@trpc/server'
import type { SecurityEvent } from '../../src/logs/events.ts'
import type { ProcedureContext, RequestContext } from '../ports/context.ts'
import { CsrfFailed, WireError } from '../ports/refusals.ts'
import type { Replicas } from '../ports/stores.ts'
import { errorCode, nativeAnswer, toTRPCError } from './errors.ts'
import {
  type Added,
  admitAnyone,
  admitCaller,
  admitOperator,
  admitRefresh,
  type ProcedureCall,
} from './guard.ts'
import { type Meta, onlyReads } from './meta.ts'
import { answerOnce, type Result } from './once.ts'

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const { status, body } = nativeAnswer(error)
      return { ...shape, data: { ...shape.data, httpStatus: status, body, errorCode: errorCode(error) } }
    },
  })

export const router = t.router
export const mergeRouters = t.mergeRouters

/** Builds procedures that admit each call first, answer errors in the native form, and measure every outcome. */
const guarded = <Context extends ProcedureContext>(admit: (call: ProcedureCall) => Promise<Added<Context>>) =>
  t.procedure.use(async (call) => {
    const start = performance.now()
    const ctx = await admit(call).catch((error) => refuse(call, start, error))
    const answer = answerOnce(call, ctx, (once) => call.next({ ctx: once ? { ...ctx, once } : ctx }))
    const result = await answer.catch((thrown) => ({ ok: false as const, error: toTRPCError(thrown) }))
    const { replicas } = call.ctx.services
    if (replicas) await rememberWrite(replicas, call, result)
    if (!result.ok) refuse(call, start, result.error)
    measure(call, start, 200)
    return result
  })

/** Remembers that the session of a change knows what is stored now: what it has changed, or why it was refused. */
async function rememberWrite(replicas: Replicas, call: ProcedureCall, outcome: Result) {
  const { credentials } = call.ctx
  if (onlyReads(call) || !('sessionId' in credentials)) return
  // A failed change may yet be committed.
  const isOver = outcome.ok || nativeAnswer(toTRPCError(outcome.error)).status < 500
  await replicas.knows([credentials.sessionId], isOver)
}

/** For anybody: health and login. */
export const publicProcedure = guarded(admitAnyone)

/** For the token refresh only. */
export const refreshProcedure = guarded(admitRefresh)

/** For signed-in callers with the permission named in `meta.access`. */
export const procedure = guarded(admitCaller)

/** For staff, on the ops port. */
export const operatorQuery = guarded(admitOperator).meta({
  access: 'authenticated',
  throttle: 'anonymous only',
})

/** Like {@link operatorQuery}, even while the database is unreachable. */
export const outageProofQuery = operatorQuery.meta({ isOutageProof: true })

/** For staff whose role may see everyone, on the ops port (D17). */
export const overseerQuery = operatorQuery.meta({ access: 'oversee' })

/** For staff who are ADMIN or superuser, on the ops port. */
export const adminQuery = operatorQuery.meta({ access: 'act_as_admin' })

/** For the changes that they make. */
export const operatorChange = adminQuery

function refuse(call: ProcedureCall, start: number, thrown: unknown): never {
  const { response } = call.ctx
  const error = toTRPCError(thrown)
  const { status, headers } = nativeAnswer(error)
  measure(call, start, status)
  recordRefusal(call, error.cause)
  if (!response.headersSent)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  throw error
}

/** Records a refused call, except logins and refreshes, which are recorded where their user is known. */
function recordRefusal(call: ProcedureCall, cause: unknown) {
  if (!(cause instanceof WireError)) return
  const { ctx, path } = call
  const event = refusalOf(cause, call)
  const seconds = Number(cause.headers['Retry-After']) || undefined
  if (event) ctx.services.securityLog.record(event, ctx, { target: path, seconds })
}

function refusalOf(cause: WireError, { ctx, meta }: ProcedureCall): SecurityEvent | undefined {
  if (cause instanceof CsrfFailed) return 'csrf'
  // The one with a code only asks for the password, which every operator without a confirmation meets.
  if (cause.code === 'PERMISSION_DENIED') return 'code' in cause.body ? undefined : 'role'
  if (cause.code === 'THROTTLED') return 'throttled'
  if (ctx.credentials.state === 'token' && cause.code === 'NOT_AUTHENTICATED') return 'failed_token'
  const isGenuine = ctx.credentials.state === 'valid' && meta?.access !== 'public'
  return isGenuine && cause.code === 'NOT_AUTHENTICATED' ? 'ended_session' : undefined
}

function measure({ ctx, path, meta }: ProcedureCall, start: number, status: number) {
  const seconds = meta?.mayWait ? undefined : (performance.now() - start) / 1000
  ctx.services.metrics.answered(ctx.surface, path, { status, seconds })
}
