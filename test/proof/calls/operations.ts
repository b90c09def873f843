import type { Operation } from '../../../server/openapi/schemas.ts'
import { checkDocumented, documentedOperations } from '../../expect/documented.ts'
import type { Answer as ClientAnswer } from '../../setup/client.ts'
import { type Headers, sendPatiently } from './send.ts'

export type Surface = 'rest' | 'trpc'

export type Json = ClientAnswer['body']

/** `repeated` is how often the service was too busy before. */
export type Reply = { status: number; body: Json; repeated: number }
export type Endpoint = { method: string; path: string; operation: Operation }

const byName = new Map(documentedOperations.map((one) => [one.operation.operationId, one]))

/** An operation of the document by its name, such as `employees_list`. */
export function endpointNamed(name: string): Endpoint {
  const found = byName.get(name)
  if (!found) throw new Error(`${name} is not documented.`)
  return found
}

/** The name of an operation's procedure: the resource is the longest that begins it. */
export const procedureOf = ({ operation }: Endpoint) => {
  const [resource = ''] = operation.tags
  return operation.operationId.replace(`${resource}_`, `${resource}.`)
}

/** What a caller asks of an instance: an operation with its input, over one of the surfaces. */
export type Call = {
  url: string
  /** Those that identify the caller. */
  headers: Headers
  surface: Surface
  name: string
  input: Record<string, unknown>
}

/** Makes the call; an answer over REST must be as the document describes it. */
export const call = (asked: Call): Promise<Reply> =>
  asked.surface === 'rest' ? callRest(asked) : callTrpc(asked)

const json = { 'content-type': 'application/json' }

async function callRest({ url, headers, name, input }: Call): Promise<Reply> {
  const { method, path } = endpointNamed(name)
  const rest = { ...input }
  const pathname = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(rest[parameter])
    delete rest[parameter]
    return encodeURIComponent(value)
  })
  const hasBody = method === 'POST' || method === 'PATCH'
  const query = hasBody ? '' : new URLSearchParams(rest as Record<string, string>).toString()
  const target = query ? `${pathname}?${query}` : pathname
  const answer = await sendPatiently(url, {
    method,
    path: target,
    headers: { ...headers, ...(hasBody && json) },
    body: hasBody ? JSON.stringify(rest) : undefined,
  })
  const { status, text, repeated } = answer
  const body = text && JSON.parse(text)
  checkDocumented(method, pathname, { status, headers: answer.headers, body })
  return { status, body, repeated }
}

async function callTrpc({ url, headers, name, input }: Call): Promise<Reply> {
  const endpoint = endpointNamed(name)
  const isQuery = endpoint.method === 'GET'
  const text = JSON.stringify(input)
  const path = `/trpc/${procedureOf(endpoint)}`
  const answer = isQuery
    ? await sendPatiently(url, { method: 'GET', path: `${path}?input=${encodeURIComponent(text)}`, headers })
    : await sendPatiently(url, { method: 'POST', path, headers: { ...headers, ...json }, body: text })
  const { result, error } = JSON.parse(answer.text)
  const { status, repeated } = answer
  return { status, body: error ? error.data.body : (result.data ?? ''), repeated }
}
