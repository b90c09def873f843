import type { InterfaceFile } from '../../../server/openapi/interfaces.ts'
import type { Operation } from '../../../server/openapi/schemas.ts'
import {
  checkDocumented,
  documentedOperation,
  documentedResponse,
  validatorOf,
} from '../../expect/documented.ts'
import { forbidden } from '../../made/generative.ts'
import type { Endpoint, Json } from '../calls/operations.ts'
import type { Answer } from '../calls/send.ts'
import type { Generated } from './calls.ts'

const detail = { $ref: 'openapi.json#/components/schemas/Detail' }
const fieldErrorsIn = (file: InterfaceFile) => ({ $ref: `${file}#/components/schemas/FieldErrors` })
const errors = { anyOf: [detail, fieldErrorsIn('openapi.json')] }
const planningErrors = { anyOf: [detail, fieldErrorsIn('openapi-planning.json')] }

/** Any error of the part of the interface to which an operation belongs. */
const anyErrorOf = ({ path }: Endpoint) => (path.startsWith('/planning/') ? planningErrors : errors)

/** What is wrong with an answer over REST, if anything. */
export function problemOverRest(call: Generated, answer: Answer, isSignedIn: boolean): string | undefined {
  const { status, headers, text } = answer
  const { method } = call
  const [pathname = ''] = call.path.split('?', 1)
  if (status >= 500) return `${status} ${text}`
  if (method === 'HEAD') return text && 'an answer to HEAD has a body'
  if (method === 'OPTIONS') return status === 204 ? undefined : `OPTIONS is answered ${status}`
  const body = parsed(text)
  if (body === unreadable) return `${status}, whose body is no JSON: ${text}`
  if (status === 421) return undefined
  const operation = documentedOperation(method, pathname)
  if (!operation) return unknownPath(status, body)
  if (status < 300 && !isSignedIn && operation.security.length) return `${status} without a session: ${text}`
  const unlawful = status < 300 && forbiddenIn(operation, call)
  if (unlawful) return `${status} although the document forbids ${unlawful}`
  try {
    checkDocumented(method, pathname, { status, headers, body })
  } catch (error) {
    return (error as Error).message
  }
}

/** The fields and parameters of a call that the document forbids; of a repeated parameter the last one counts. */
function forbiddenIn(operation: Operation, { path, body }: Generated): string {
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : ''
  const text = new TextDecoder().decode(body).trim()
  const sent = operation.requestBody && JSON.parse(text || '{}')
  return forbidden(operation, Object.fromEntries(new URLSearchParams(query)), sent).join(', ')
}

const unknownPath = (status: number, body: Json) => {
  if (status !== 404 && status !== 405) return `${status} for what is not documented`
  return mismatch(detail, body)
}

const unreadable = Symbol('no JSON')

function parsed(text: string): Json {
  try {
    return text && JSON.parse(text)
  } catch {
    return unreadable
  }
}

function mismatch(schema: object, body: Json): string | undefined {
  const validator = validatorOf(schema)
  if (validator(body)) return
  const problems = validator.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`)
  return `${problems}: ${JSON.stringify(body)}`
}

/** What is wrong with an answer over tRPC; a batch is judged call by call. */
export function problemOverTrpc(
  call: Generated & { batch?: Endpoint[] },
  answer: Answer,
  isSignedIn: boolean,
) {
  const { status, text } = answer
  if (status >= 500) return `${status} ${text}`
  if (call.method === 'HEAD') return text && 'an answer to HEAD has a body'
  if (call.method === 'OPTIONS') return status === 204 ? undefined : `OPTIONS is answered ${status}`
  if (status === 304 && !text && isSignedIn && endpointOf(call)?.operation.responses[304]) return undefined
  const body = parsed(text)
  if (body === unreadable) return `${status}, whose body is no JSON: ${text}`
  if (status === 421) return undefined
  const { batch } = call
  if (!batch) return problemOfOne({ endpoint: endpointOf(call), status, body, isSignedIn })
  if (!Array.isArray(body)) return problemOfOne({ status, body, isSignedIn })
  if (body.length !== batch.length) return `${body.length} answers to ${batch.length} calls`
  const statuses = body.map((one) => one.error?.data.httpStatus ?? 200)
  const expected = new Set(statuses).size > 1 ? 207 : statuses[0]
  if (status !== expected) return `${status} for a batch of ${statuses}`
  return batch
    .map((endpoint, at) => problemOfOne({ endpoint, status: statuses[at], body: body[at], isSignedIn }))
    .find((problem) => problem)
}

/** Undefined once the address has been changed to another one. */
const endpointOf = ({ endpoint, path }: Generated) =>
  path.startsWith(`/trpc/${endpoint.operation.operationId.split('_')[0]}`) ? endpoint : undefined

type One = { endpoint?: Endpoint; status: number; body: Json; isSignedIn: boolean }

function problemOfOne({ endpoint, status, body, isSignedIn }: One): string | undefined {
  const { result, error, ...others } = body
  if (Object.keys(others).length || !result === !error) return `${status} with ${JSON.stringify(body)}`
  const operation = endpoint?.operation
  if (result) {
    if (status !== 200) return `${status} for a result`
    if (!isSignedIn && operation?.security.length)
      return `a result without a session: ${JSON.stringify(body)}`
    return operation && problemOfData(operation, result.data)
  }
  const { code, errorCode, httpStatus, path: _, body: native, ...more } = error.data
  const isNamed = typeof code === 'string' && typeof errorCode === 'string'
  if (httpStatus !== status || !isNamed || Object.keys(more).length)
    return `${status} with ${JSON.stringify(error.data)}`
  return endpoint ? problemOfError(endpoint, status, native) : mismatch(errors, native)
}

function problemOfData(operation: Operation, data: Json): string | undefined {
  const status = Object.keys(operation.responses).find((one) => one.startsWith('2')) ?? ''
  const content = documentedResponse(operation, status)?.content
  if (content) return mismatch(content['application/json'].schema, data)
  return data === undefined || data === null
    ? undefined
    : `data where none is documented: ${JSON.stringify(data)}`
}

/** Over tRPC every operation can be called with an input that is not valid, or by the wrong method. */
const everywhere = [400, 404, 405, 413, 415]

function problemOfError(endpoint: Endpoint, status: number, native: Json): string | undefined {
  if (everywhere.includes(status)) return mismatch(anyErrorOf(endpoint), native)
  const schema = documentedResponse(endpoint.operation, status)?.content?.['application/json'].schema
  return schema ? mismatch(schema, native) : `${status} is not documented`
}
