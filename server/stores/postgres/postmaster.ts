import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, postgresEnvironment } from './binaries.ts'
import type { Home } from './home.ts'

/** The server process of a cluster, from its postmaster.pid; `ready` when it accepts connections. */
export type Postmaster = { pid: number; port: number; ready: boolean }

export type ServerSettings = Record<string, string | number>
export type Cluster = { home: Home; binaries: Binaries; settings: ServerSettings }

/** Milliseconds within which the server must be ready. */
const startTimeout = 60_000
/** Milliseconds within which a crashed server's remains must be gone. */
const crashTimeout = 15_000

/** The folder of the cluster itself, PostgreSQL's data directory. */
export const clusterFolder = ({ folder }: Home) => join(folder, 'cluster')

const logFile = ({ folder }: Home) => join(folder, 'server.log')
const pidFile = (home: Home) => join(clusterFolder(home), 'postmaster.pid')

/** The live server of the cluster, if any. Dead processes, zombies and other programs with a reused pid do not count. */
export function livePostmaster(home: Home): Postmaster | undefined {
  const found = readPidFile(home)
  return found && isServer(found.pid, home) ? found : undefined
}

/** The live server of the cluster; waits while it starts. Undefined when there is none, or it exits. */
export async function readyPostmaster(home: Home): Promise<Postmaster | undefined> {
  const deadline = Date.now() + startTimeout
  while (Date.now() < deadline) {
    const server = livePostmaster(home)
    if (!server || server.ready) return server
    await sleep(20)
  }
  throw notReady(home)
}

/** Starts the server of the cluster and waits until it is ready. After a crash, retries until the remains are gone. */
export async function launchPostmaster(cluster: Cluster): Promise<Postmaster> {
  const { home } = cluster
  const crashed = readPidFile(home) !== undefined
  const deadline = Date.now() + (crashed ? crashTimeout : 0)
  for (;;) {
    if (crashed) markPidFileStale(home)
    const logged = existsSync(logFile(home)) ? readFileSync(logFile(home)).length : 0
    const server = await spawnPostmaster(cluster)
    if (server) return server
    if (Date.now() >= deadline) {
      const lines = readFileSync(logFile(home)).subarray(logged).toString().trim().split('\n')
      throw new Error(`its server does not start (${lines.join(' / ')})`)
    }
    await sleep(300)
  }
}

// Detached, so that Ctrl-C reaches only this process, which still needs the database while it drains.
async function spawnPostmaster({ home, binaries, settings }: Cluster) {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const log = openSync(logFile(home), O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries.folder, 'postgres'), ['-D', clusterFolder(home), ...options], {
    cwd: home.folder,
    env: postgresEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.once('error', () => {})
  child.unref()
  const deadline = Date.now() + startTimeout
  while (child.pid && child.exitCode === null && child.signalCode === null) {
    const server = readPidFile(home)
    if (server?.pid === child.pid && server.ready) return server
    if (Date.now() >= deadline) throw notReady(home)
    await sleep(20)
  }
  return undefined
}

const notReady = (home: Home) => new Error(`its server is not ready after a minute, see ${logFile(home)}`)

function readPidFile(home: Home): Postmaster | undefined {
  try {
    const [pid, , , port, , , , status = ''] = readFileSync(pidFile(home), 'utf8').split('\n')
    return { pid: Number(pid), port: Number(port), ready: status.trim() === 'ready' }
  } catch {
    return undefined
  }
}

// PostgreSQL refuses to start while any process has the pid in the file, even a zombie, but takes its parent's pid for
// stale. The rest of the file stays: PostgreSQL checks with it that no orphaned backend still uses the data.
function markPidFileStale(home: Home): void {
  if (!existsSync(pidFile(home))) return
  const [, ...rest] = readFileSync(pidFile(home), 'utf8').split('\n')
  writeFileSync(pidFile(home), [process.pid, ...rest].join('\n'))
}

function isServer(pid: number, home: Home): boolean {
  try {
    if (platform() === 'win32') return process.kill(pid, 0)
    const commandLine =
      platform() === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return commandLine.includes(clusterFolder(home))
  } catch {
    return false
  }
}
