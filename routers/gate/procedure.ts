import { initTRPC } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { OpenApiMeta, OpenApiMethod } from 'trpc-to-openapi'
import type { Scope } from '../../server/throttling/throttles.ts'
import { DomainError } from '../../src/errors.ts'
import type { Permission } from '../../src/permissions.ts'
import type { RequestContext } from './context.ts'
import { nativeAnswer, toTRPCError } from './errors.ts'
import { admitAnyone, admitCaller, admitOperator } from './guard.ts'

/** What a procedure declares beside its input and output. */
export type Meta = OpenApiMeta<{
  /** Who may call; a `public` procedure looks its caller up itself, if at all. */
  access?: Permission | 'authenticated' | 'public'
  /** The scope that counts the call instead of `user` or `anon` (D24). */
  throttle?: Scope | 'anonymous only'
  /** Whether staff who were read lately may call while the database is away. */
  isOutageProof?: boolean
  /** HTTP status of success over REST; 200 unless said otherwise. */
  status?: 201 | 204
}>

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      data: { ...shape.data, body: nativeAnswer(error).body },
    }),
  })

export const router = t.router
export const mergeRouters = t.mergeRouters

/** For callers who need not be signed in: health, login, token refresh. */
export const publicProcedure = t.procedure.use(async (call) => {
  const start = performance.now()
  const ctx = await admitAnyone(call).catch((error) => refuse(call, start, error))
  const result = await call.next({ ctx })
  if (!result.ok) refuse(call, start, result.error)
  count(call, start, 200)
  return result
})

/** For signed-in callers who hold the permission named in `meta.access`. */
export const procedure = t.procedure.use(async (call) => {
  const start = performance.now()
  const ctx = await admitCaller(call).catch((error) => refuse(call, start, error))
  const result = await call.next({ ctx })
  if (!result.ok) refuse(call, start, result.error)
  count(call, start, 200)
  return result
})

const operatorProcedure = t.procedure
  .meta({ access: 'authenticated', throttle: 'anonymous only' })
  .use(async (call) => {
    const start = performance.now()
    const ctx = await admitOperator(call).catch((error) => refuse(call, start, error))
    const result = await call.next({ ctx })
    if (!result.ok) refuse(call, start, result.error)
    count(call, start, 200)
    return result
  })

/** For staff, on the operators' listener. */
export const operatorQuery = operatorProcedure

/** The same, also while the database is away. */
export const outageProofQuery = operatorProcedure.meta({ isOutageProof: true })

/** For staff who are ADMIN or superuser. */
export const operatorChange = operatorProcedure

type Call = { ctx: RequestContext; path: string }

function refuse(call: Call, start: number, thrown: unknown): never {
  const { response } = call.ctx
  const error = toTRPCError(thrown)
  count(call, start, getHTTPStatusCodeFromError(error))
  if (error.cause instanceof DomainError && !response.headersSent)
    for (const [name, value] of Object.entries(error.cause.headers)) response.setHeader(name, value)
  throw error
}

function count({ ctx, path }: Call, start: number, status: number) {
  ctx.services.metrics.answered(ctx.surface, path, status, (performance.now() - start) / 1000)
}

/** The REST side of a procedure, by which the adapter and the document find it. */
export const rest = (
  method: OpenApiMethod,
  path: `/api/${string}/`,
  access: Meta['access'],
  more: Omit<Meta, 'openapi' | 'access'> = {},
): Meta => ({ openapi: { method, path }, access, ...more })
