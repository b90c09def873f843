import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** A zip of the files. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return Buffer.from(await buffer(zip.outputStream))
}

/** The texts of the files in a zip. */
export async function unzipped(bytes: ArrayBuffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes))
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  return files
}
