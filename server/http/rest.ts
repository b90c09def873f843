import type { AnyRouter } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextFunction, Request, Response } from 'express'
import { toTRPCError } from '../../routers/gate/errors.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import type { Download } from '../../routers/ports/bulk.ts'
import type { RequestContext, Services, Surface } from '../../routers/ports/context.ts'
import { zipHeaders } from '../bulk/exports.ts'
import { maximumFiles, unpackerOf } from '../bulk/unpack.ts'
import { namesIn } from '../tracing/requests.ts'
import { type Answered, answerError, call, isNotModified, send } from './answer.ts'
import { checkEncoding, mediaTypeOf, readBytes, readJsonObject } from './body.ts'
import { requestContext } from './context.ts'
import { type Endpoint, endpointFinder } from './endpoints.ts'

type FoundEndpoint = { endpoint: Endpoint; parameters: Record<string, string>; query: string }

type RestOptions = { surface: Surface; answerWith?: (req: Request, res: Response, thrown: unknown) => void }

/** Serves the procedures of the router at the exact methods and paths of their `meta.openapi`. */
export function restAdapter(router: AnyRouter, services: Services, options: RestOptions) {
  const { surface, answerWith = answerError } = options
  const { log, metrics } = services
  const endpoints = endpointFinder(router)
  const contextOf = requestContext(services, surface)

  return async (req: Request, res: Response, next: NextFunction) => {
    const [pathname = '/', ...queries] = req.url.split('?')
    if (!endpoints.isBelow(pathname)) return next()
    let ctx: RequestContext | undefined
    try {
      const found = { ...endpoints.find(req.method, pathname), query: queries.join('?') }
      res.locals.route = found.endpoint.meta.openapi?.path
      ctx = await contextOf(req, res)
      const { name, procedure, meta } = found.endpoint
      const data = await call({ name, procedure, ctx, readInput: (caller) => readInput(found, req, caller) })
      if (meta.isDownload) await download(req, res, data as Download)
      else answer(req, res, { procedure, ctx, data })
    } catch (thrown) {
      const error = toTRPCError(thrown)
      if (!ctx) metrics.answeredUnknown(surface, getHTTPStatusCodeFromError(error))
      if (error.code === 'INTERNAL_SERVER_ERROR')
        log.error({ err: error.cause, ...namesIn(req, res), path: pathname }, 'unexpected error')
      if (res.headersSent) res.destroy()
      else answerWith(req, res, error)
    }
  }
}

function answer(req: Request, res: Response, answered: Answered) {
  const { status = 200 } = answered.procedure._def.meta as Meta
  const json = status === 204 ? undefined : JSON.stringify(answered.data)
  send(req, res, { status: isNotModified({ ...answered, json }) ? 304 : status, json })
}

const download = async (req: Request, res: Response, sendTo: Download) =>
  req.method === 'HEAD' ? void res.writeHead(200, zipHeaders).end() : sendTo(res)

/** Body or query; the path's parameters override both. The last of repeated query parameters counts. */
async function readInput({ endpoint, parameters, query }: FoundEndpoint, req: Request, caller: string) {
  const { hasBody, meta } = endpoint
  const asked = () => Object.fromEntries(new URLSearchParams(query))
  const unpack = meta.takesFiles ? unpackerOf(mediaTypeOf(req)) : undefined
  if (unpack) {
    checkEncoding(req)
    const files = await readBytes(req, { caller, maximum: maximumFiles })
    return { ...asked(), files: await unpack(files, req.get('content-type') ?? '') }
  }
  const body = hasBody ? await readJsonObject(req, caller) : undefined
  // Without this, files in JSON would be stored despite a `dry_run` in the query.
  return { ...((!body || meta.takesFiles) && asked()), ...body, ...parameters }
}
