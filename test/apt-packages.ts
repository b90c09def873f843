import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)
const TEN_MINUTES = 600_000
const EXTRA_FOLDERS = ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/usr/sbin']

/** Where a program of this name is that can be executed. */
export function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...EXTRA_FOLDERS]
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * A folder with the files of the first of the packages that apt-get has, and of what they need beyond the machine's own
 * packages. They are unpacked only, which needs no root and starts no service, and stay in a cache; undefined without apt-get.
 */
export async function unpackedByApt(name: string, packages: string[]): Promise<string | undefined> {
  if (!onPath('apt-get') || !onPath('dpkg')) return undefined
  const cache = await cacheFolder()
  const unpacked = join(cache, name)
  if (existsSync(unpacked)) return unpacked
  console.log(`No ${name} found: unpacking the one of apt-get`)
  const work = await mkdtemp(join(cache, `${name}-`))
  try {
    const root = await unpack(work, packages)
    // Another run may have been quicker: then its folder serves.
    await rename(root, unpacked).catch(() => {})
    return unpacked
  } catch (error) {
    console.log(`apt-get did not give a ${name}: ${(error as Error).message}`)
    return undefined
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The folders below `root` that hold libraries. */
export async function libraryFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const libraries = entries.filter(({ name }) => name.includes('.so')).map(({ parentPath }) => parentPath)
  return [...new Set(libraries)]
}

async function unpack(work: string, packages: string[]): Promise<string> {
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
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const aptGet = (...args: string[]) => run('apt-get', [...flags, ...args], { timeout: TEN_MINUTES })
  await aptGet('update')
  await firstOf(packages, (name) =>
    aptGet('install', '-y', '--no-install-recommends', '--download-only', name),
  )
  for (const file of await readdir(archives))
    if (file.endsWith('.deb')) await run('dpkg', ['-x', join(archives, file), root])
  return root
}

async function firstOf([name = '', ...others]: string[], download: (name: string) => Promise<unknown>) {
  const downloaded = download(name)
  await (others.length ? downloaded.catch(() => firstOf(others, download)) : downloaded)
}

async function cacheFolder(): Promise<string> {
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache')
  try {
    await mkdir(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return mkdtemp(join(tmpdir(), 'coverage-packages-'))
  }
}
