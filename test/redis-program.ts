import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** A Redis server to run, with the folders of libraries it brings along. */
export type RedisProgram = { program: string; libraries: string[] }

const PROGRAMS = ['redis-server', 'valkey-server']
const EXTRA_FOLDERS = ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/usr/sbin']

// None of these starts a service; apt-get would, so there the packages are only unpacked, which needs no root either.
const INSTALLERS = [
  'dnf install -y valkey',
  'dnf install -y redis',
  'apk add valkey',
  'apk add redis',
  'zypper --non-interactive install redis',
  'pacman -S --noconfirm valkey',
  'brew install redis',
]

const run = promisify(execFile)
const FIVE_MINUTES = 300_000

/** The Redis (or Valkey) server of this machine, installed first if the package manager does that unasked. */
export async function findRedis(): Promise<RedisProgram> {
  const found = installed() ?? (await unpackedByApt()) ?? (await installWithoutAsking())
  if (found) return found
  throw new Error(
    'The tests need a Redis: install redis-server or valkey-server (Debian, Ubuntu: apt-get install redis-server; ' +
      'macOS: brew install redis), or set REDIS_URL to one whose databases 1 to 15 are free.',
  )
}

function installed(): RedisProgram | undefined {
  const program = PROGRAMS.map(onPath).find((path) => path !== undefined)
  return program ? { program, libraries: [] } : undefined
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...EXTRA_FOLDERS]
  return folders.map((folder) => join(folder, name)).find(executable)
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installWithoutAsking(): Promise<RedisProgram | undefined> {
  for (const installer of INSTALLERS) {
    const [tool = '', ...args] = installer.split(' ')
    if (!onPath(tool)) continue
    const asRoot = process.getuid?.() === 0 || tool === 'brew'
    console.log(`No Redis found: trying ${installer}`)
    await (asRoot ? run(tool, args, { timeout: FIVE_MINUTES }) : run('sudo', ['-n', tool, ...args])).catch(
      () => {},
    )
    const found = installed()
    if (found) return found
  }
  return undefined
}

async function unpackedByApt(): Promise<RedisProgram | undefined> {
  if (!onPath('apt-get') || !onPath('dpkg')) return undefined
  const cache = await cacheFolder()
  const unpacked = join(cache, 'redis')
  if (existsSync(unpacked)) return programIn(unpacked)
  console.log('No Redis found: unpacking the one of apt-get')
  const work = await mkdtemp(join(cache, 'redis-'))
  try {
    const root = await unpackPackages(work)
    // Another run may have been quicker: then its folder serves.
    await rename(root, unpacked).catch(() => {})
    return await programIn(unpacked)
  } catch (error) {
    console.log(`apt-get did not give a Redis: ${(error as Error).message}`)
    return undefined
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function unpackPackages(work: string): Promise<string> {
  const [lists, archives, root] = ['lists', 'archives', 'root'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [join(lists, 'partial'), join(archives, 'partial'), root])
    await mkdir(folder, { recursive: true })
  const options = {
    'Dir::State::Lists': lists,
    'Dir::Cache::Archives': archives,
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'Debug::NoLocking': 'true',
    'APT::Sandbox::User': 'root',
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const aptGet = (...args: string[]) => run('apt-get', [...flags, ...args], { timeout: FIVE_MINUTES })
  await aptGet('update')
  const download = (name: string) =>
    aptGet('install', '-y', '--no-install-recommends', '--download-only', name)
  await download('redis-server').catch(() => download('valkey-server'))
  for (const file of await readdir(archives)) {
    if (file.endsWith('.deb')) await run('dpkg', ['-x', join(archives, file), root])
  }
  return root
}

async function programIn(root: string): Promise<RedisProgram | undefined> {
  const program = PROGRAMS.map((name) => join(root, 'usr', 'bin', name)).find(executable)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const libraries = entries.filter(({ name }) => name.includes('.so')).map(({ parentPath }) => parentPath)
  return program ? { program, libraries: [...new Set(libraries)] } : undefined
}

async function cacheFolder(): Promise<string> {
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache')
  try {
    await mkdir(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return mkdtemp(join(tmpdir(), 'coverage-redis-program-'))
  }
}
