import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BuildOptions, build, type OutputOptions } from 'rolldown'
import packageJson from '../package.json' with { type: 'json' }
import { proceduresSource } from './procedures.ts'

const run = promisify(execFile)
const client = join(import.meta.dirname, '..')
const root = join(client, '..')
const program = (name: string) => join(root, 'node_modules', '.bin', name)

/** The text of `src/contract/procedures.ts`, which is committed so that a change of the interface shows in reviews. */
export async function formattedProcedures(): Promise<string> {
  const file = join(client, 'src', 'contract', 'procedures.ts')
  const formatting = run(program('biome'), ['format', `--stdin-file-path=${file}`], { cwd: root })
  formatting.child.stdin?.end(proceduresSource())
  return (await formatting).stdout
}

/** The text of the client's `version.ts`: the package's own file cannot be imported into its bundles. */
export const versionSource = () => `// Generated from package.json by \`npm run generate\`.

/** The name of the client in the User-Agent header, outside browsers. @internal */
export const userAgent = 'workforce-coverage-client/${packageJson.version}'
`

/**
 * Builds the package's `dist`: `index.js` for Node and bundlers, the self-contained `browser.js`, and the declarations.
 * Each subpath has a file of its own.
 */
export async function buildClient(): Promise<void> {
  const folder = join(client, 'dist')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build({ ...shared, output: { ...esm, file: join(folder, 'index.js') } })
  await buildBrowser(folder)
  for (const subpath of subpaths) {
    const input = source(subpath)
    // A framework that renders on a server must run the hooks in the browser only.
    const banner = subpath === 'react' ? "'use client'" : ''
    const output = { ...esm, banner, file: join(folder, `${subpath}.js`) }
    await build({ ...shared, input, external, output })
  }
  await writeDeclarations(folder)
  for (const name of ['cookie', 'eventsource-parser'])
    await copyFile(join(root, 'node_modules', name, 'LICENSE'), join(folder, `LICENSE-${name}.txt`))
}

/** Builds `browser.js` into the folder. */
export async function buildBrowser(folder: string): Promise<void> {
  await build({ ...shared, output: { ...esm, file: join(folder, 'browser.js'), minify: true } })
}

const source = (name: string) => join(client, 'src', `${name}.ts`)

/** What consumers import as `@workforce-coverage/client/<subpath>`. */
const subpaths = ['decimal', 'live', 'react', 'router']
/** The packages that consumers install. */
const external = ['decimal.js', 'react', '@tanstack/react-query']

const shared: BuildOptions = {
  input: source('index'),
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
}
const esm: OutputOptions = { format: 'esm' }

const declared = [
  'contract/wire',
  'contract/procedures',
  'transport/cookie-jar',
  'contract/error',
  'session/client-events',
  'transport/options',
  'transport/live-streams',
  'client',
  'index',
]

/** The declarations of each subpath, and all others in one file, without those marked `@internal`. */
async function writeDeclarations(folder: string): Promise<void> {
  const emitted = await mkdtemp(join(tmpdir(), 'coverage-client-'))
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--stripInternal']
  await run(program('tsc'), ['-p', client, ...emit, '--outDir', emitted])
  const read = (name: string) => readFile(join(emitted, `${name}.d.ts`), 'utf8')
  const files = await Promise.all(declared.map(read))
  const joined = files
    .join('')
    .replace(/^(?:import|export) .* from '\.{1,2}\/.*\n/gm, '')
    .replaceAll('export {};\n', '')
  await writeFile(join(folder, 'index.d.ts'), `${joined}export {};\n`)
  for (const subpath of subpaths) {
    const text = (await read(subpath)).replace(/from '\.\/(?:[\w-]+\/)*([\w-]+)\.(?:ts|js)'/g, (_, name) => {
      return `from './${subpaths.includes(name) ? name : 'index'}.js'`
    })
    await writeFile(join(folder, `${subpath}.d.ts`), text)
  }
  await rm(emitted, { recursive: true })
}

if (import.meta.main) await buildClient()
