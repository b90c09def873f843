import type { IncomingMessage } from 'node:http'
import { nativeType } from '../../routers/gate/native-type.ts'
import { WireError } from '../../routers/gate/refusals.ts'
import { invalidAsAWhole } from '../../src/errors.ts'

/** The largest body that is accepted, in bytes (D7). */
export const maximumBody = 1024 * 1024

/** The most calls in one tRPC batch. */
export const maximumCalls = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON object in a request's body; an absent or empty body is an empty object (D7). */
export async function readJsonObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  if (!bringsBody(req)) return {}
  const bytes = await readBytes(req)
  if (!bytes.length) return {}
  checkMediaType(req)
  const text = decode(bytes)
  return text.trim() === '' ? {} : toObject(parse(text))
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
  if (Number(req.headers['content-length']) > maximumBody) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length
    if (size > maximumBody) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const tooLarge = () =>
  new WireError('PAYLOAD_TOO_LARGE', { detail: `Request body exceeds ${maximumBody} bytes.` })

const malformed = (why: string) => new WireError('MALFORMED', { detail: `JSON parse error - ${why}` })

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('the body is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed((error as Error).message)
  }
}

function toObject(value: unknown): Record<string, unknown> {
  if (value === null) throw invalidAsAWhole('No data provided')
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalidAsAWhole(`Invalid data. Expected a dictionary, but got ${nativeType(value)}.`)
}
