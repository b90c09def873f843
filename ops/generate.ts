import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formattedProcedures, versionSource } from '../client/build/package.ts'
import { openApiText } from '../server/openapi/document.ts'
import { reference } from '../server/openapi/reference.ts'

const root = join(import.meta.dirname, '..')

/** The files that are generated from the procedures and from `src`, with the text that each must have. */
export const generated: Record<string, () => string | Promise<string>> = {
  'client/src/contract/procedures.ts': formattedProcedures,
  'client/src/transport/version.ts': versionSource,
  'openapi.json': () => openApiText('openapi.json'),
  'openapi-planning.json': () => openApiText('openapi-planning.json'),
  'openapi-integration.json': () => openApiText('openapi-integration.json'),
  'docs/reference.md': reference,
}

/** Whether the committed file has the text that it must have. */
export const isCurrent = async (file: string) =>
  (await readFile(join(root, file), 'utf8').catch(() => '')) === (await generated[file]?.())

if (import.meta.main) {
  const isCheck = process.argv.includes('--check')
  for (const [file, textOf] of Object.entries(generated)) {
    if (await isCurrent(file)) continue
    console.log(isCheck ? `${file} is out of date: run \`npm run generate\`.` : `Wrote ${file}.`)
    if (isCheck) process.exitCode = 1
    else await writeFile(join(root, file), await textOf())
  }
}
