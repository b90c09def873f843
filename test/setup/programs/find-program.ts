import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** A program's path, and an environment in which it finds the libraries that it brings. */
export type Program = { path: string; env: NodeJS.ProcessEnv }
type Wanted = { programs: string[]; packages: string[]; hint?: string }

const run = promisify(execFile)
const TEN_MINUTES = 600_000
const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')

/**
 * The first of the programs on the PATH; else, on Debian and Ubuntu, out of the first package that apt-get has, unpacked
 * below node_modules/.cache: that needs no root and starts no service. Nothing is ever installed.
 */
export async function findProgram({ programs, packages, hint = '' }: Wanted): Promise<Program> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
  if (installed) return { path: installed, env: process.env }
  const missing = `The tests need ${programs.join(' or ')}: install ${packages.join(' or ')}${hint}.`
  const root = await unpackedByApt(packages).catch((cause) => {
    throw new Error(missing, { cause })
  })
  // A program in a library's folder comes first: Chromium's usr/bin/chromium is a script that wants to be installed.
  const paths = programs.flatMap((name) => [
    ...globSync(join(root, 'usr/lib', '*', name)),
    join(root, 'usr/bin', name),
    join(root, 'usr/sbin', name),
  ])
  const path = paths.find(isExecutable)
  if (!path) throw new Error(missing)
  const libraries = [...(await libraryFolders(root)), process.env.LD_LIBRARY_PATH ?? []].flat()
  return { path, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) } }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

async function libraryFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const libraries = entries.filter(({ name }) => name.includes('.so')).map(({ parentPath }) => parentPath)
  return [...new Set(libraries)]
}

/** A folder with the files of one of the packages and of what it needs beyond the machine's own packages. */
async function unpackedByApt([name = '', ...others]: string[]): Promise<string> {
  const unpacked = join(cache, name)
  if (existsSync(unpacked)) return unpacked
  console.log(`No ${name} found: unpacking the one of apt-get into node_modules/.cache`)
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(`${unpacked}-`)
  try {
    const root = await unpack(name, work)
    // Another run may have been quicker: then its folder serves.
    await rename(root, unpacked).catch(() => {})
    return unpacked
  } catch (error) {
    if (others.length) return await unpackedByApt(others)
    throw error
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function unpack(name: string, work: string): Promise<string> {
  const folder = (name: string) => join(work, name)
  const [lists, archives, root] = [folder('lists'), folder('archives'), folder('root')]
  for (const path of [join(lists, 'partial'), join(archives, 'partial'), root])
    await mkdir(path, { recursive: true })
  const options = {
    'Dir::State::Lists': lists,
    'Dir::Cache::Archives': archives,
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'Debug::NoLocking': 'true',
    'APT::Sandbox::User': 'root',
  }
  const flags = Object.entries(options).flatMap(([option, value]) => ['-o', `${option}=${value}`])
  const aptGet = (...args: string[]) => run('apt-get', [...flags, ...args], { timeout: TEN_MINUTES })
  await aptGet('update')
  await aptGet('install', '-y', '--no-install-recommends', '--download-only', name)
  for (const file of await readdir(archives))
    if (file.endsWith('.deb')) await run('dpkg', ['-x', join(archives, file), root])
  return root
}
