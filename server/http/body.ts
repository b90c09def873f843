import type { IncomingMessage } from 'node:http'
import { WireError } from '../../routers/ports/refusals.ts'
import { nativeType } from '../../routers/schema/native-type.ts'
import { invalidAsAWhole } from '../../src/errors.ts'

/** The largest body that is accepted, in bytes (D7). */
export const maximumBody = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The maximum number of values in one body; even a body full of ids has fewer. */
export const maximumValues = 30_000

/** The JSON object in a request's body; an absent or empty body is an empty object (D7). */
export const readJsonObject = async (req: IncomingMessage) => toObject(await readJson(req))

/** The JSON in a request's body; undefined for an absent or empty body. */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  if (!bringsBody(req)) return undefined
  const bytes = await readBytes(req)
  if (!bytes.length) return undefined
  checkMediaType(req)
  if (hasMoreValues(bytes, maximumValues))
    throw tooLarge(`Request body has more than ${maximumValues} values.`)
  return parseJson(decode(bytes))
}

/** Whether a body follows the headers; a chunked one may turn out to be empty. */
export const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

function checkMediaType({ headers }: IncomingMessage) {
  const given = headers['content-type'] ?? ''
  const isJson = given.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
  const encoding = headers['content-encoding'] ?? 'identity'
  if (isJson && encoding === 'identity') return
  const unsupported = isJson ? `content encoding "${encoding}"` : `media type "${given}"`
  throw new WireError('UNSUPPORTED_MEDIA_TYPE', { detail: `Unsupported ${unsupported} in request.` })
}

async function readBytes(req: IncomingMessage): Promise<Buffer> {
  if (Number(req.headers['content-length']) > maximumBody) throw tooManyBytes()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length
    if (size > maximumBody) throw tooManyBytes()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (detail: string) => new WireError('PAYLOAD_TOO_LARGE', { detail })

const tooManyBytes = () => tooLarge(`Request body exceeds ${maximumBody} bytes.`)

const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{')

/**
 * Whether the JSON has more values than the limit, including empty lists and objects. Counted before parsing, because
 * 1 MiB of small values takes a hundred times as long to parse as 1 MiB of text.
 */
function hasMoreValues(json: Buffer, most: number): boolean {
  if (json.length <= most) return false
  let values = 1
  let inText = false
  for (let at = 0; at < json.length && values <= most; at++) {
    const byte = json[at]
    if (byte === quote) inText = !inText
    else if (byte === backslash) at++
    else if (!inText && (byte === comma || byte === bracket || byte === brace)) values++
  }
  return values > most
}

const malformed = (why: string) => new WireError('MALFORMED', { detail: `JSON parse error - ${why}` })

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('the body is not valid UTF-8')
  }
}

/** The value of a JSON text; undefined for an empty one. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed((error as Error).message)
  }
}

/** The value as an object; an absent one is empty, anything else is refused (D7). */
export function toObject(value: unknown): Record<string, unknown> {
  if (value === undefined) return {}
  if (value === null) throw invalidAsAWhole('No data provided')
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalidAsAWhole(`Invalid data. Expected a dictionary, but got ${nativeType(value)}.`)
}
