import { tracingChannel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyProcedure } from '@trpc/server'
import { withDeadline } from '../../entities/connection/deadline.ts'
import { etagOf, unmetCondition } from '../../routers/endpoints/conditional.ts'
import { nativeAnswer, toTRPCError } from '../../routers/gate/errors.ts'
import { changesObject, type Meta, onlyReads } from '../../routers/gate/meta.ts'
import type { RequestContext } from '../../routers/ports/context.ts'
import { preconditionFailed } from '../../routers/ports/refusals.ts'
import { bringsBody } from './body.ts'
import { callerOf } from './context.ts'

const procedures = tracingChannel('coverage:procedure')

type ProcedureCall = {
  name: string
  procedure: AnyProcedure
  ctx: RequestContext
  /** Called once the procedure has admitted the call: a refused call costs no parsing. The caller is then known. */
  readInput: (caller: string) => Promise<unknown>
  /** Ends a subscription. */
  signal?: AbortSignal
}

/** Calls a procedure; throws its refusal. Operators' calls have the two seconds of D43 for each statement. */
export function call({ name, procedure, ctx, readInput, signal }: ProcedureCall): Promise<unknown> {
  const { inputs, output } = procedure._def as unknown as NonNullable<RequestContext['schemas']>
  const ofCall = { ...ctx, schemas: { inputs, output } }
  let input: Promise<unknown> | undefined
  const getRawInput = async () => {
    checkTarget(procedure, ofCall)
    if (inputs.length > 0) input ??= readInput(callerOf(ofCall))
    return input
  }
  const options = {
    ctx: ofCall,
    path: name,
    type: procedure._def.type,
    signal,
    getRawInput,
  } as Parameters<AnyProcedure>[0]
  const run = () => (ctx.surface === 'operator' ? procedure(options) : withDeadline(() => procedure(options)))
  return procedures.hasSubscribers ? procedures.tracePromise(run, { name }) : run()
}

/** 412 for an `If-Match` on a change of no object: there is none whose `ETag` it could name (RFC 9110, 13.1.1). */
function checkTarget({ _def }: AnyProcedure, ctx: RequestContext) {
  const meta: Meta = _def.meta ?? {}
  const isExempt =
    ctx.surface === 'operator' || meta.access === 'public' || onlyReads({ type: _def.type, meta })
  if (!isExempt && !changesObject(meta) && unmetCondition(ctx, '') === 'If-Match')
    throw preconditionFailed('If-Match')
}

/** What a procedure has answered, perhaps as JSON already. */
export type Answered = {
  procedure: AnyProcedure
  ctx: RequestContext
  data: unknown
  json?: string | undefined
}

/** Sets the `ETag` of an object; 412 if the client wants another one. Whether the client has this one already (304). */
export function isNotModified({ procedure, ctx, data, json }: Answered): boolean {
  const { type, meta } = procedure._def
  const isObject = (meta as Meta | undefined)?.isObject
  if (!(typeof isObject === 'function' ? isObject(data as never) : isObject)) return false
  const etag = etagOf(json ?? JSON.stringify(data))
  ctx.response.setHeader('ETag', etag)
  // A change has checked its conditions, before it was made.
  const unmet = type === 'query' ? unmetCondition(ctx, etag) : undefined
  if (unmet === 'If-Match') throw preconditionFailed(unmet)
  return unmet === 'If-None-Match'
}

/** Writes the native answer to an error. */
export function answerError(req: IncomingMessage, res: ServerResponse, thrown: unknown) {
  const { status, headers, body } = nativeAnswer(toTRPCError(thrown))
  for (const [header, value] of Object.entries(headers)) res.setHeader(header, value)
  send(req, res, { status, json: JSON.stringify(body) })
}

type HttpAnswer = { status: number; json: string | undefined }

/**
 * Writes an answer, with `no-store`; a 304 has no body. Closes the connection rather than wait for a body that was not
 * read.
 */
export function send(req: IncomingMessage, res: ServerResponse, { status, json }: HttpAnswer) {
  res.statusCode = status
  res.setHeader('Cache-Control', 'no-store')
  if (!req.complete && bringsBody(req)) res.setHeader('Connection', 'close')
  if (json === undefined || status === 304) return res.end()
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', Buffer.byteLength(json))
  res.end(json)
}
