import { join } from 'node:path'
import { isExecutable, libraryFolders, onPath, run, unpackedByApt } from './apt-packages.ts'

/** A Redis server to run, with the folders of libraries it brings along. */
export type RedisProgram = { program: string; libraries: string[] }

const PROGRAMS = ['redis-server', 'valkey-server']

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

const FIVE_MINUTES = 300_000

/** The Redis (or Valkey) server of this machine, installed first if the package manager does that unasked. */
export async function findRedis(): Promise<RedisProgram> {
  const found = installed() ?? (await unpacked()) ?? (await installWithoutAsking())
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

async function unpacked(): Promise<RedisProgram | undefined> {
  const root = await unpackedByApt('redis', ['redis-server', 'valkey-server'])
  const program = root && PROGRAMS.map((name) => join(root, 'usr', 'bin', name)).find(isExecutable)
  return program ? { program, libraries: await libraryFolders(root) } : undefined
}
