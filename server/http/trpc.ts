import { type AnyProcedure, type AnyRouter, TRPCError } from '@trpc/server'
import { getErrorShape } from '@trpc/server/shared'
import type { Request, Response } from 'express'
import pLimit from 'p-limit'
import { hasCondition } from '../../routers/endpoints/conditional.ts'
import { nativeAnswer, toTRPCError } from '../../routers/gate/errors.ts'
import { type Meta, onlyReads } from '../../routers/gate/meta.ts'
import type { RequestContext, Services, Surface } from '../../routers/ports/context.ts'
import { badKey, WireError } from '../../routers/ports/refusals.ts'
import { shortened } from '../../src/errors.ts'
import { namesOf } from '../tracing/requests.ts'
import { type Answered, call, isNotModified, send } from './answer.ts'
import { answer, batchOf, type CallAnswer, callsAtOnce, lineOf, maximumCalls } from './batch.ts'
import { parseJson, readJson, toObject } from './body.ts'
import { languageOf, requestContext } from './context.ts'
import { decode } from './endpoints.ts'
import { type Events, sendEvents } from './event-stream.ts'

/**
 * Serves the procedures of the router as tRPC's links call them: one by one, in batches, and as subscriptions. tRPC's
 * own adapter checks a body before its caller, and answers some errors in plain text (D41).
 */
export function trpcAdapter(router: AnyRouter, services: Services, surface: Surface) {
  const contextOf = requestContext(services, surface)
  const procedureOf = procedureFinder(router)
  const problemOf = batchProblems(router)
  const errorOf = errorAnswers(router, services)
  const routeOf = routes(router)

  return async (req: Request, res: Response) => {
    const ctx = await contextOf(req, res)
    if (surface === 'operator') ctx.language = languageOf(req)
    const { names, isBatch, readInput } = requested(req)

    async function answerTo(name: string, index: number): Promise<CallAnswer> {
      let procedure: AnyProcedure | undefined
      try {
        procedure = procedureOf(req.method, name)
        const isLive = procedure._def.type === 'subscription'
        if (isLive && isBatch) throw notInBatch()
        const signal = isLive ? untilClosed(res) : undefined
        const data = await call({
          name,
          procedure,
          ctx,
          readInput: (caller) => readInput(index, caller),
          signal,
        })
        if (isLive) return { ...nothing, events: data as Events }
        return answered({ procedure, ctx, data }, names.length === 1)
      } catch (thrown) {
        return errorOf(thrown, { ctx, name, isUnknown: !procedure })
      }
    }

    const problem = problemOf(names, ctx)
    if (problem) return send(req, res, errorOf(problem, { ctx, name: '', isUnknown: true }))
    res.locals.route = routeOf(names)
    const limited = pLimit(callsAtOnce)
    const answers = await Promise.all(names.map((name, index) => limited(() => answerTo(name, index))))
    if (answers[0]?.events) return sendEvents(res, answers[0].events)
    return send(req, res, isBatch ? joined(req, answers) : (answers[0] as CallAnswer))
  }
}

/** The answer to a call; one that is alone in its request may have an `ETag`. */
const answered = (one: Answered, isAlone: boolean) =>
  answer(isAlone && isNotModified(one) ? 304 : 200, { result: { data: one.data } })

/** The answer to a batch. `httpBatchStreamLink` reads the calls' answers only if the status is a success. */
function joined({ headers }: Request, answers: readonly CallAnswer[]) {
  const isStream = [headers['trpc-accept'], headers.accept].includes('application/jsonl')
  const [status = 200, ...others] = new Set(answers.map((one) => one.status))
  if (isStream) return { status: others.length || status >= 400 ? 207 : status, json: lineOf(answers) }
  return { status: others.length ? 207 : status, json: batchOf(answers) }
}

/** Why a batch is refused as a whole: its calls share their headers, which are about one change. */
const batchProblems = (router: AnyRouter) => (names: readonly string[], ctx: RequestContext) => {
  if (names.length > maximumCalls) return malformed(`A batch may have at most ${maximumCalls} calls.`)
  const procedures: Record<string, AnyProcedure> = router._def.procedures
  const isChange = (name: string) => {
    const { type = 'query', meta } = procedures[name]?._def ?? {}
    return !onlyReads({ type, meta: meta as Meta | undefined })
  }
  if (names.filter(isChange).length < 2) return
  if (hasCondition(ctx))
    return malformed('A change with If-Match or If-None-Match needs a request of its own.')
  if (ctx.surface !== 'operator' && ctx.headers['idempotency-key'] !== undefined)
    return badKey('a batch may have one change only, because all calls share the key.')
}

const malformed = (detail: string) => new WireError('MALFORMED', { detail })

const notInBatch = () => malformed('A subscription needs a request of its own: use httpSubscriptionLink.')

const nothing = answer(200, { result: { data: null } })

/** Aborted when either side closes the connection. */
function untilClosed(res: Response) {
  const closing = new AbortController()
  // It may have closed while the session was being looked up.
  if (res.closed) closing.abort()
  res.once('close', () => closing.abort())
  return closing.signal
}

const longestName = 100

/** A query may come by POST (tRPC's `methodOverride`), if its input is too long for an address. */
const methods = { query: ['GET', 'HEAD', 'POST'], mutation: ['POST'], subscription: ['GET'] }

/** Finds a procedure by name; 404 for an unknown one, 405 for the wrong method. */
const procedureFinder = (router: AnyRouter) => (method: string, name: string) => {
  const procedures: Record<string, AnyProcedure> = router._def.procedures
  const procedure = Object.hasOwn(procedures, name) ? procedures[name] : undefined
  if (!procedure) {
    const message = `No procedure found on path "${shortened(name, longestName)}"`
    throw new TRPCError({ code: 'NOT_FOUND', message })
  }
  const allowed = methods[procedure._def.type]
  if (allowed.includes(method)) return procedure
  const detail = `Method "${method}" not allowed.`
  throw new WireError('METHOD_NOT_ALLOWED', { detail }, { Allow: allowed.join(', ') })
}

/** The address of a call or batch in the log, where a name that the client has made up does not belong. */
const routes = (router: AnyRouter) => (names: readonly string[]) =>
  `/trpc/${names.map((name) => (Object.hasOwn(router._def.procedures, name) ? name : 'unknown'))}`

type Refused = { ctx: RequestContext; name: string; isUnknown: boolean }

/** Turns a refusal into tRPC's answer, and records it if no procedure has. */
const errorAnswers =
  (router: AnyRouter, { log, metrics }: Services) =>
  (thrown: unknown, { ctx, name, isUnknown }: Refused): CallAnswer => {
    const error = toTRPCError(thrown)
    const { status, headers } = nativeAnswer(error)
    if (isUnknown && ctx.surface === 'trpc') metrics.answeredUnknown('trpc', status)
    if (error.code === 'INTERNAL_SERVER_ERROR')
      log.error({ err: error.cause, ...namesOf(ctx), path: name }, 'unexpected error')
    for (const [header, value] of Object.entries(headers)) ctx.response.setHeader(header, value)
    const path = shortened(name, longestName)
    const config = router._def._config
    const shape = getErrorShape({ config, error, type: 'unknown', path, input: undefined, ctx })
    return answer(status, { error: shape })
  }

/** The names of the procedures that are called. Their inputs are read when the first procedure asks for its own. */
function requested(req: Request) {
  const [pathname = '/', ...queries] = req.url.split('?')
  const query = new URLSearchParams(queries.join('?'))
  const isBatch = query.get('batch') === '1'
  const path = decode(pathname.slice(1))
  const names = isBatch ? path.split(',') : [path]
  const read = async (caller: string) =>
    req.method === 'POST' ? readJson(req, caller) : parseJson(query.get('input') ?? '')
  let inputs: Promise<unknown> | undefined
  // A reconnecting EventSource repeats its first address, and sends the last event's id in this header.
  const lastEventId = req.get('last-event-id')
  return {
    names,
    isBatch,
    async readInput(index: number, caller: string) {
      inputs ??= read(caller)
      const given = await inputs
      const input = toObject(isBatch ? toObject(given)[index] : given)
      return lastEventId === undefined ? input : { ...input, lastEventId }
    },
  }
}
