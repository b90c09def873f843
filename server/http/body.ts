import type { IncomingMessage } from 'node:http'
import { busy, throttledFor, WireError } from '../../routers/ports/refusals.ts'
import { nativeType } from '../../routers/schema/native-type.ts'
import { invalidAsAWhole } from '../../src/errors.ts'
import { maximumFiles } from '../bulk/unpack.ts'

const mebibyte = 1024 * 1024

/** The largest JSON body that is accepted, in bytes (D7). */
export const maximumBody = mebibyte

/** Files must arrive within so many seconds; any other body has half a minute. */
export const filesTime = 600

/**
 * The most bytes of bodies that are in progress, in this process and from one caller, and the seconds in which one must
 * arrive. Files have room of their own.
 */
const bodies = {
  time: 30,
  inProgress: 0,
  most: 32 * mebibyte,
  mostOfCaller: 2 * mebibyte,
  byCaller: new Map<string, number>(),
}
const files = {
  ...bodies,
  time: filesTime,
  most: 2 * maximumFiles,
  mostOfCaller: maximumFiles,
  byCaller: new Map<string, number>(),
}
/** What a piece of a body counts as at least: a chunk of one byte takes as much memory. */
const smallestPiece = 512

/** Bytes a second below which a body is cut, and the seconds that it has to begin. */
const slowest = 1000
const patience = 5

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The maximum number of values in one body; even a body full of ids has fewer. */
export const maximumValues = 30_000

/** Who sends a body, and how large it may be, in bytes. */
type Allowed = { caller: string; maximum: number }

/** The JSON object in a request's body; an absent or empty body is an empty object (D7). */
export const readJsonObject = async (req: IncomingMessage, caller: string) =>
  toObject(await readJson(req, caller))

/** The JSON in a request's body; undefined for an absent or empty body. */
export async function readJson(req: IncomingMessage, caller: string): Promise<unknown> {
  if (!bringsBody(req)) return undefined
  const bytes = await readBytes(req, { caller, maximum: maximumBody })
  if (!bytes.length) return undefined
  checkMediaType(req)
  if (hasMoreValues(bytes, maximumValues))
    throw tooLarge(`Request body has more than ${maximumValues} values.`)
  return parseJson(decode(bytes))
}

/** Whether a body follows the headers; a chunked one may turn out to be empty. */
export const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** Without its parameters, in lower case. */
export const mediaTypeOf = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

function checkMediaType({ headers }: IncomingMessage) {
  if (mediaTypeOf({ headers }) !== 'application/json')
    throw unsupported(`media type "${headers['content-type'] ?? ''}"`)
  checkEncoding({ headers })
}

/** 415 for a body that is compressed as a whole. */
export function checkEncoding({ headers }: Pick<IncomingMessage, 'headers'>) {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw unsupported(`content encoding "${encoding}"`)
}

const unsupported = (what: string) =>
  new WireError('UNSUPPORTED_MEDIA_TYPE', { detail: `Unsupported ${what} in request.` })

/** The bytes of a request's body. */
export async function readBytes(req: IncomingMessage, { caller, maximum }: Allowed): Promise<Buffer> {
  const room = maximum > maximumBody ? files : bodies
  if (Number(req.headers['content-length']) > maximum) throw tooManyBytes(maximum)
  const chunks: Buffer[] = []
  let size = 0
  let counted = 0
  let seconds = 0
  // Counts ticks, not time: after a stall of the process, the bytes that arrived meanwhile are read first.
  const watch = setInterval(() => {
    const isSlow = ++seconds >= patience && size < seconds * slowest
    if (isSlow || seconds >= room.time) req.destroy(tooSlow())
  }, 1000)
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      const { length } = chunk as Buffer
      const memory = Math.max(length, smallestPiece)
      size += length
      counted += memory
      addInProgress(room, caller, memory)
      if (size > maximum) throw tooManyBytes(maximum)
      refuseBeyondBudget(room, caller)
      chunks.push(chunk as Buffer)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    // What Node says of a client that has left, it could say of a store.
    throw (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? cutShort() : error
  } finally {
    clearInterval(watch)
    addInProgress(room, caller, -counted)
  }
}

function addInProgress(room: typeof bodies, caller: string, bytes: number) {
  room.inProgress += bytes
  const own = (room.byCaller.get(caller) ?? 0) + bytes
  if (own) room.byCaller.set(caller, own)
  else room.byCaller.delete(caller)
}

/** 429 for a caller who sends too much at once, 503 if all callers do. */
function refuseBeyondBudget({ byCaller, mostOfCaller, inProgress, most }: typeof bodies, caller: string) {
  if ((byCaller.get(caller) ?? 0) > mostOfCaller) throw throttledFor(1)
  if (inProgress > most) throw busy(1)
}

const tooSlow = () => new WireError('MALFORMED', { detail: 'The request body arrives too slowly.' })

const cutShort = () => new WireError('MALFORMED', { detail: 'The request body ends too early.' })

const tooLarge = (detail: string) => new WireError('PAYLOAD_TOO_LARGE', { detail })

const tooManyBytes = (maximum: number) => tooLarge(`Request body exceeds ${maximum} bytes.`)

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
