import { buffer } from 'node:stream/consumers'
import { MIMEType } from 'node:util'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { fileBytes } from '../../routers/integration/imports.ts'
import { WireError } from '../../routers/ports/refusals.ts'
import { fileNames, problemOfNames } from '../../src/clinic-files.ts'
import { invalid } from '../../src/errors.ts'

/** The most that the files of a clinic may have together, unpacked too, in bytes. */
export const maximumFiles = 50 * 1024 * 1024

type Files = Record<string, Buffer>
type Unpack = (body: Buffer, type: string) => Promise<Files>

/** Reads the files that a body brings, by name; undefined if bodies of the media type bring none. */
export function unpackerOf(mediaType: string | undefined): Unpack | undefined {
  if (mediaType === 'application/zip') return unzip
  return mediaType === 'multipart/form-data' ? readForm : undefined
}

async function unzip(body: Buffer): Promise<Files> {
  const files: Files = {}
  const zip = await fromBufferPromise(body).catch(unreadable('zip'))
  const entries = zip.eachEntry()
  let size = 0
  for (;;) {
    const { value: entry, done } = await entries.next().catch(unreadable('zip'))
    if (done) return files
    checkName(entry.fileName, files)
    // An entry that turns out to be larger than it says is refused while it is unpacked.
    size += entry.uncompressedSize
    if (size > maximumFiles) throw tooLarge()
    const content = await zip.openReadStreamPromise(entry).catch(unreadable('zip'))
    const bytes = await buffer(content).catch(unreadable('zip'))
    if (crc32(bytes) !== entry.crc32) unreadable('zip')(new Error(`${entry.fileName} is damaged`))
    files[entry.fileName] = fileBytes(bytes)
  }
}

/** By the names of the fields; files in other fields by their own names. */
async function readForm(body: Buffer, type: string): Promise<Files> {
  if (hasTooManyParts(body, type)) throw invalid('files', `There are more than ${fileNames.length} files.`)
  const files: Files = {}
  const names: readonly string[] = fileNames
  const received = new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
  for (const [field, part] of await received.formData().catch(unreadable('form'))) {
    const name = typeof part === 'string' || names.includes(field) ? field : part.name
    checkName(name, files)
    files[name] = fileBytes(typeof part === 'string' ? part : Buffer.from(await part.arrayBuffer()))
  }
  return files
}

/** Whether the form has more parts than a clinic has files. Nothing else is answered while parts are parsed. */
function hasTooManyParts(body: Buffer, type: string) {
  const boundary = `\r\n--${new MIMEType(type).params.get('boundary')}`
  let parts = 0
  for (let at = body.indexOf(boundary); at >= 0 && parts <= fileNames.length; parts++)
    at = body.indexOf(boundary, at + 1)
  return parts > fileNames.length
}

function checkName(name: string, files: Files) {
  const problem = Object.hasOwn(files, name) ? `${name} is there twice.` : problemOfNames([name])
  if (problem) throw invalid('files', problem)
}

const unreadable = (what: string) => (error: Error) => {
  throw new WireError('MALFORMED', { detail: `The ${what} cannot be read: ${error.message}` })
}

const tooLarge = () =>
  new WireError('PAYLOAD_TOO_LARGE', { detail: `The files have more than ${maximumFiles} bytes.` })
