import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from '../programs/find-program.ts'
import { freePort } from '../programs/free-port.ts'

/** The files with which a server speaks TLS: its authority's, and its own. */
export type Tls = { ca: string; cert: string; key: string }

export type StartedRedis = {
  url: string
  tls: Tls | undefined
  port: number
  /** Where the servers of a cluster reach it. */
  busPort: number
  /** Sends the signal to the server. */
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
  abandon(): void
}

type Kind = 'sentinel' | 'cluster'

/** The first of the servers that this machine has: COVERAGE_REDIS=valkey-server names one. */
const servers = process.env.COVERAGE_REDIS ? [process.env.COVERAGE_REDIS] : ['redis-server', 'valkey-server']

/** The options of a server that speaks nothing else, also to others. */
const encrypted = (port: number, { ca, cert, key }: Tls) => ({
  ...{ port: 0, 'tls-port': port, 'tls-auth-clients': 'no', 'tls-replication': 'yes', 'tls-cluster': 'yes' },
  ...{ 'tls-ca-cert-file': ca, 'tls-cert-file': cert, 'tls-key-file': key },
})

/** Starts a Redis of its own on a free port, without persistence, and waits until it is ready. */
export async function startRedis(
  kind?: Kind,
  more: Record<string, string> = {},
  tls?: Tls,
): Promise<StartedRedis> {
  const { path, env } = await findProgram({
    programs: servers,
    packages: servers,
    hint: ', or set REDIS_URL to a Redis whose databases but the first are free',
  })
  const [port, busPort] = [await freePort(), await freePort()]
  const folder = await mkdtemp(join(tmpdir(), 'coverage-redis-'))
  const own = { ...(tls ? encrypted(port, tls) : { port }), bind: '127.0.0.1', dir: folder, databases: 64 }
  const options = {
    ...own,
    save: '',
    appendonly: 'no',
    daemonize: 'no',
    'repl-diskless-sync-delay': 0,
    ...more,
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  if (kind === 'cluster') args.push('--cluster-enabled', 'yes', '--cluster-port', `${busPort}`)
  if (kind === 'sentinel') {
    const file = join(folder, 'sentinel.conf')
    const named = ['resolve-hostnames yes', 'announce-hostnames yes', 'announce-ip localhost']
    await writeFile(file, tls ? named.map((line) => `sentinel ${line}\n`).join('') : '')
    args.unshift(file, '--sentinel')
  }
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  await untilReady(child.stdout)
  child.stdout.resume()
  child.stderr.resume()
  const abandon = () => {
    // Also one that a test has stopped for a while ends.
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  const stop = async () => {
    abandon()
    await exited
  }
  return {
    url: tls ? `rediss://localhost:${port}` : `redis://127.0.0.1:${port}`,
    tls,
    port,
    busPort,
    signal: (signal) => child.kill(signal),
    stop,
    abandon,
  }
}

async function untilReady(output: NodeJS.ReadableStream): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface({ input: output })) {
    if (/Ready to accept connections|Sentinel ID is/.test(line)) return
    lines.push(line)
  }
  throw new Error(`redis-server does not start:\n${lines.join('\n')}`)
}
