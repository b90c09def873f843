import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BuildOptions, build, type OutputOptions } from 'rolldown'
import { proceduresSource } from './procedures.ts'

const run = promisify(execFile)
const client = join(import.meta.dirname, '..')
const root = join(client, '..')
const program = (name: string) => join(root, 'node_modules', '.bin', name)

/** The text of `src/procedures.ts`, which is committed so that a change of the interface shows in reviews. */
export async function formattedProcedures(): Promise<string> {
  const file = join(client, 'src', 'procedures.ts')
  const formatting = run(program('biome'), ['format', `--stdin-file-path=${file}`], { cwd: root })
  formatting.child.stdin?.end(proceduresSource())
  return (await formatting).stdout
}

/**
 * Builds the package's `dist`: `index.js` for Node and bundlers, the self-contained `browser.js`, and the declarations.
 * Both include tRPC's client, because its package requires the server and the compiler of every consumer.
 */
export async function buildClient(): Promise<void> {
  const folder = join(client, 'dist')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build({ ...shared, external: ['decimal.js'], output: { ...esm, file: join(folder, 'index.js') } })
  await buildBrowser(folder)
  await writeFile(join(folder, 'index.d.ts'), await declarations())
  for (const name of ['@trpc/client', 'cookie'])
    await copyFile(
      join(root, 'node_modules', name, 'LICENSE'),
      join(folder, `LICENSE-${name.replace(/\W+/g, '-').replace(/^-/, '')}.txt`),
    )
}

/** Builds `browser.js` into the folder. */
export async function buildBrowser(folder: string): Promise<void> {
  await build({ ...shared, output: { ...esm, file: join(folder, 'browser.js'), minify: true } })
}

const shared: BuildOptions = {
  input: join(client, 'src', 'index.ts'),
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
}
const esm: OutputOptions = { format: 'esm' }

const declared = ['wire', 'procedures', 'cookie-jar', 'error', 'client', 'index']

/** All public declarations in one file, without those marked `@internal`. */
async function declarations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-client-'))
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--stripInternal']
  await run(program('tsc'), ['-p', client, ...emit, '--outDir', folder])
  const files = await Promise.all(declared.map((name) => readFile(join(folder, `${name}.d.ts`), 'utf8')))
  await rm(folder, { recursive: true })
  const joined = files
    .join('')
    .replace(/^(?:import|export) .* from '\.\/.*\n/gm, '')
    .replaceAll('export {};\n', '')
  return `${joined}export {};\n`
}
