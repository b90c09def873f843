import fc from 'fast-check'
import { documentedBody } from '../../expect/documented.ts'
import { body, concretePath, type Pool, query, valid } from '../../made/generative.ts'
import { type Endpoint, procedureOf } from '../calls/operations.ts'
import type { Headers } from '../calls/send.ts'
import { hostileHeaders, hostileJson, hostileMethod, hostileText, spoilt } from './hostile.ts'

/** A request as it is sent, with what it was made of. */
export type Generated = {
  endpoint: Endpoint
  method: string
  path: string
  headers: Headers
  body?: Buffer
}

type Made = { text: string; bytes: Buffer }

const plain = (text: string): Made => ({ text, bytes: Buffer.from(text) })
const placeholder = '§ placeholder §'

/** The JSON of an input: valid or with one odd field; sometimes a hostile value, a duplicate key or broken syntax too. */
const jsonOf = (input: fc.Arbitrary<Record<string, unknown>>, fields: string[]): fc.Arbitrary<Made> => {
  const field = fc.constantFrom(...fields, 'unknown')
  const proper = input.map((given) => JSON.stringify(given))
  const hostile = fc
    .tuple(input, field, hostileJson)
    .map(([given, name, json]) =>
      JSON.stringify({ ...given, [name]: placeholder }).replace(`"${placeholder}"`, () => json),
    )
  const doubled = fc
    .tuple(proper, field, hostileJson)
    .map(
      ([json, name, value]) => `{${JSON.stringify(name)}:${value}${json === '{}' ? '' : ','}${json.slice(1)}`,
    )
  return fc.oneof(
    { weight: 6, arbitrary: proper.map(plain) },
    { weight: 6, arbitrary: hostile.map(plain) },
    { weight: 1, arbitrary: doubled.map(plain) },
    { weight: 2, arbitrary: proper.chain((json) => spoilt(json).map((bytes) => ({ text: json, bytes }))) },
  )
}

/** Spoils the request in one call of six. */
const twisted = (made: fc.Arbitrary<Generated>): fc.Arbitrary<Generated> =>
  fc.oneof(
    { weight: 10, arbitrary: made },
    { weight: 1, arbitrary: fc.tuple(made, hostileMethod).map(([one, method]) => ({ ...one, method })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(made, hostileHeaders)
        .map(([one, headers]) => ({ ...one, headers: { ...one.headers, ...headers } })),
    },
  )

const bodyFields = ({ operation }: Endpoint) =>
  Object.keys((documentedBody(operation).properties as object) ?? {})

const json = { 'content-type': 'application/json' }

/** A call of the operation over REST. */
export function restCall(endpoint: Endpoint, pool: Pool): fc.Arbitrary<Generated> {
  const { method, path, operation } = endpoint
  const sent: fc.Arbitrary<Made | undefined> = operation.requestBody
    ? jsonOf(body(operation, pool, path), bodyFields(endpoint))
    : fc.constant(undefined)
  const made = fc
    .record({ target: pathOf(path, pool), search: queryOf(endpoint, pool), sent })
    .map(({ target, search, sent }) => ({
      endpoint,
      method,
      path: search ? `${target}?${search}` : target,
      headers: sent ? json : {},
      body: sent?.bytes,
    }))
  return twisted(made)
}

/** Mostly a path of the document. */
const pathOf = (path: string, pool: Pool) =>
  fc.oneof(
    { weight: 15, arbitrary: concretePath(path, pool) },
    { weight: 2, arbitrary: hostileText.map((text) => path.replace(/\{\w+\}/, () => segment(text))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(concretePath(path, pool), hostileText, fc.nat())
        .map(([target, text, at]) => insert(target, segment(text), at)),
    },
  )

/** The text without characters that would end the path or that no client can send. */
const segment = (text: string) => text.replace(/[?#\s]/g, '').replace(/[^\u0021-\u00ff]/g, '')

const insert = (text: string, part: string, at: number) => {
  const place = 1 + (at % text.length)
  return text.slice(0, place) + part + text.slice(place)
}

/** Parameters of the operation, allowed or not; repeated, unknown and malformed ones. */
function queryOf({ operation, path }: Endpoint, pool: Pool): fc.Arbitrary<string> {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const proper = query(operation, pool, path).map((given) => new URLSearchParams(given).toString())
  const odd = fc
    .tuple(
      proper,
      fc.constantFrom(...names, 'unknown', 'page', 'ordering', 'a[b]', '__proto__', ''),
      hostileText,
    )
    .map(([search, name, text]) => [search, `${name}=${segment(text)}`].filter(Boolean).join('&'))
  return fc.oneof(
    { weight: names.length ? 3 : 5, arbitrary: proper },
    { weight: names.length ? 3 : 1, arbitrary: odd },
  )
}

/** The input of a procedure: what stands in the path, the query and the body over REST, in one object. */
function inputOf({ operation, path }: Endpoint, pool: Pool): fc.Arbitrary<Record<string, unknown>> {
  const parameters = operation.parameters.filter((one) => one.in !== 'header')
  const model = Object.fromEntries(
    parameters.map(({ name, schema }) => [name, valid(schema, name === 'id' ? '' : name, pool, path)]),
  )
  const requiredKeys = parameters.filter((one) => one.required).map(({ name }) => name)
  const ofParameters = fc.record(model, { requiredKeys }) as fc.Arbitrary<Record<string, unknown>>
  if (!operation.requestBody) return ofParameters
  return fc.tuple(ofParameters, body(operation, pool, path)).map(([one, other]) => ({ ...one, ...other }))
}

/** A call of the operation's procedure over tRPC, alone. */
export function trpcCall(endpoint: Endpoint, pool: Pool): fc.Arbitrary<Generated> {
  const fields = [...endpoint.operation.parameters.map(({ name }) => name), ...bodyFields(endpoint)]
  const isQuery = endpoint.method === 'GET'
  const pathname = `/trpc/${procedureOf(endpoint)}`
  const made = jsonOf(inputOf(endpoint, pool), fields).map(({ bytes }) =>
    isQuery
      ? { endpoint, method: 'GET', path: `${pathname}?input=${inQuery(bytes)}`, headers: {} }
      : { endpoint, method: 'POST', path: pathname, headers: json, body: bytes },
  )
  const elsewhere = fc
    .tuple(made, hostileText)
    .map(([one, text]) => ({ ...one, path: `/trpc/${segment(text)}` }))
  return fc.oneof({ weight: 20, arbitrary: twisted(made) }, { weight: 1, arbitrary: elsewhere })
}

/** Longer addresses are cut, because Node refuses them before the service sees them. */
const inQuery = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .slice(0, 9000)

/** Several procedures in one request. */
export function trpcBatch(
  endpoints: Endpoint[],
  pool: Pool,
): fc.Arbitrary<Generated & { batch: Endpoint[] }> {
  const [endpoint] = endpoints as [Endpoint]
  const isQuery = endpoint.method === 'GET'
  const path = `/trpc/${endpoints.map(procedureOf)}?batch=1`
  const inputs = fc
    .tuple(...endpoints.map((one) => jsonOf(inputOf(one, pool), ['id'])))
    .map((all) => `{${all.map(({ text }, at) => `"${at}":${text}`)}}`)
  return inputs.map((text) => ({
    endpoint,
    batch: endpoints,
    ...(isQuery
      ? { method: 'GET', path: `${path}&input=${inQuery(Buffer.from(text))}`, headers: {} }
      : { method: 'POST', path, headers: json, body: Buffer.from(text) }),
  }))
}
