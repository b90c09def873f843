import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { tracingChannel } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'

/** One visible word, as long as its column. */
const validId = /^[!-~]{1,100}$/
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/

/** The trace that the request belongs to, as its `traceparent` says (W3C Trace Context). */
const traceOf = (headers: IncomingHttpHeaders) => traceparent.exec(String(headers.traceparent))?.[1]

type Named = { id: unknown; headers: IncomingHttpHeaders }

/** The names of a request in the lines of the log. */
export const namesOf = ({ id, headers }: Named) => ({ request: id, trace: traceOf(headers) })

/** The same, where no procedure has been found. */
export const namesIn = ({ headers }: IncomingMessage, res: ServerResponse) =>
  namesOf({ id: res.getHeader('X-Request-Id'), headers })

const requests = tracingChannel('coverage:request')
const statements = tracingChannel('coverage:statement')

/**
 * Names each request in `X-Request-Id`: as the client does, else by its trace, else anew. Writes a line about each at
 * `LOG_LEVEL=debug`, without what the client has written but the id.
 */
export function traceRequests(log: Logger | undefined) {
  const isLogged = log?.isLevelEnabled('debug')
  const current = new AsyncLocalStorage<{ statements: number }>()
  if (isLogged)
    statements.start.subscribe(() => {
      const request = current.getStore()
      if (request) request.statements++
    })

  return (req: Request, res: Response, next: NextFunction) => {
    const own = req.get('X-Request-Id') ?? ''
    const trace = traceOf(req.headers)
    const id = validId.test(own) ? own : (trace ?? randomUUID())
    res.setHeader('X-Request-Id', id)
    if (!isLogged && !requests.hasSubscribers) return next()
    const { method, headers } = req
    const start = performance.now()
    const counted = { statements: 0 }
    const traced = { id, method, headers, response: res, route: undefined }
    res.once('close', () => {
      const route = res.locals.route ?? req.route?.path
      const about = { route, status: res.statusCode, isCut: !res.writableFinished || undefined }
      const ms = Math.round(performance.now() - start)
      log?.debug({ request: id, trace, method, ...about, ms, ...counted }, 'request')
      requests.asyncEnd.publish(Object.assign(traced, { route }))
    })
    requests.start.runStores(traced, () => current.run(counted, next))
  }
}
