import { CoverageError, refusal } from '../contract/error.ts'
import type { CallOptions } from '../contract/wire.ts'
import { noAnswer, type Transport } from './transport.ts'

/** How a procedure is called over HTTP: queries by GET, mutations by POST. */
export type ProcedureKind = 'query' | 'mutation'

export type CallRequest = {
  kind: ProcedureKind
  name: string
  input: unknown
  signal: AbortSignal
  /** Goes with each attempt at a change, so that the service makes it only once. */
  key?: string | undefined
} & Pick<CallOptions, 'ifMatch' | 'onETag'>

/** A key that no other call has. Browsers have `randomUUID` only in pages that came over https. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The header of a change that is made only once. */
export const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'Idempotency-Key': key }

/** Makes a call, and gives its answer or throws a `CoverageError`. */
export type SendCall = (request: CallRequest) => Promise<unknown>

/** Each call in a request of its own, as tRPC's `httpLink` sends it. */
export const oneByOne = (transport: Transport): SendCall => {
  const post = poster(transport)
  return async ({ name, onETag, ...request }) => {
    const { json, response } = await post({ path: name, ...request })
    const result = resultOf(json, response)
    // A proxy that compresses marks it as weak, and `If-Match` never takes a weak one.
    const etag = response.headers.get('etag')?.replace(/^W\//, '')
    if (etag !== undefined) onETag?.(etag)
    return result
  }
}

type Sent = Omit<CallRequest, 'name' | 'onETag'> & { path: string; batch?: boolean }

/** The address of a call; a query has its input there. */
export const addressOf = ({ kind, path, input, batch }: Omit<Sent, 'signal'>) =>
  [
    `/trpc/${path}?`,
    batch ? 'batch=1&' : '',
    kind === 'query' ? `input=${encodeURIComponent(JSON.stringify(input))}` : '',
  ]
    .join('')
    .replace(/[?&]$/, '')

/** Sends one call or a batch, and reads the answer. */
export const poster =
  ({ fetch, service }: Transport) =>
  async (sent: Sent) => {
    const { signal, ifMatch } = sent
    const address = service.origin + addressOf(sent)
    const response = await (sent.kind === 'query'
      ? fetch(address, { signal })
      : fetch(address, {
          method: 'POST',
          signal,
          headers: {
            'Content-Type': 'application/json',
            ...keyHeader(sent.key),
            ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
          },
          body: JSON.stringify(sent.input),
        }))
    return { response, json: await jsonOf(response, service) }
  }

/** Opens a subscription; its events are read as they arrive. */
export const opener =
  ({ fetch, service }: Transport) =>
  async (name: string, input: object, signal: AbortSignal): Promise<Response> => {
    const address = service.origin + addressOf({ kind: 'query', path: name, input })
    const response = await fetch(address, { signal })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    return isStream ? response : (resultOf(await jsonOf(response, service), response) as never)
  }

/** Asks for a file over REST, or sends one; the bytes of the answer are read as they arrive. */
export const transferrer =
  ({ fetch, service }: Transport) =>
  async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(service.origin + path, init)
    return response.ok ? response : (resultOf(await jsonOf(response, service), response) as never)
  }

/** Anything but JSON comes from a proxy in between, or from another server. */
async function jsonOf(response: Response, service: URL): Promise<unknown> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? 'no content'
  if (type.startsWith('application/json'))
    return response.json().catch((thrown) => {
      throw noAnswer(thrown, service)
    })
  const message = `${service.origin} answered ${status} with ${type.split(';')[0]} instead of JSON: is this the address of the service?`
  throw refusal({ status, headers, message: status < 500 ? message : undefined })
}

type CallAnswer = {
  result?: { data?: unknown }
  error?: { message?: string; data?: { httpStatus?: number; body?: unknown; errorCode?: string } }
}

/** The data of one call's answer; throws if it was refused. */
export function resultOf(json: unknown, { status, headers, url }: Response): unknown {
  const { result, error } = (json ?? {}) as CallAnswer
  if (result) return result.data
  const { httpStatus = status, body = error ? undefined : json, errorCode: code } = error?.data ?? {}
  if (httpStatus >= 400) throw refusal({ status: httpStatus, headers, body, message: error?.message, code })
  throw new CoverageError(`${url} is not an answer of the service: check the url.`, { status, body })
}
