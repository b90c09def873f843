import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Redis } from 'ioredis'
import { startEmbeddedPostgres } from '../../server/stores/postgres/embedded.ts'
import { connected, execute } from '../../test/setup/stores/execute.ts'
import { startRedis } from '../../test/setup/stores/redis-server.ts'
import { parentOf } from './processes.ts'

export type StartedStore = { url: string; stop(): Promise<unknown> }

/** Creates a database on the server of DATABASE_URL, or on an embedded one in a temporary folder. */
export async function openDatabase(): Promise<StartedStore> {
  const server = await openServer({})
  const { url, stop } = await createDatabase(server.url, `coverage_bench_${process.pid}`)
  return { url, stop: () => stop().then(server.stop) }
}

/** Creates a database on the server, replacing any of that name. */
export async function createDatabase(server: string, name: string, options = ''): Promise<StartedStore> {
  const stop = () => execute(server, `drop database if exists ${name} with (force)`)
  await stop()
  await execute(server, `create database ${name} ${options}`)
  return { url: databaseAt(server, name), stop }
}

/** The address of another database of the same server. */
export function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

type Embedded = { folder?: string; settings?: Record<string, string | number> }

/** The server of DATABASE_URL, or an embedded one; a folder keeps its data. */
export async function openServer(options: Embedded): Promise<StartedStore> {
  if (options.folder || !process.env.DATABASE_URL) return embedded(options)
  return { url: process.env.DATABASE_URL, stop: async () => {} }
}

/** The Redis of REDIS_URL, or one started for the benchmark. */
export async function openRedis(): Promise<StartedStore> {
  return process.env.REDIS_URL ? { url: process.env.REDIS_URL, stop: async () => {} } : startRedis()
}

async function embedded({ folder, settings }: Embedded): Promise<StartedStore> {
  const dataDir = folder ? resolve(folder) : join(await temporaryFolder(), 'data')
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  return {
    url: postgres.ownerUrl,
    async stop() {
      await postgres.stop()
      if (folder) return
      for (const path of [postgres.folder, dirname(dataDir)]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** A folder that others can reach: when root runs the benchmark, the database server runs as another user. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-bench-'))
  await chmod(folder, 0o755)
  return folder
}

/** The server process of the database; NaN when it runs on another machine. */
export async function postgresProcess(url: string): Promise<number> {
  return connected(url, async (client) => {
    // Read while the connection is open: its process ends with it.
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
}

/** The process of the Redis server. */
export async function redisProcess(url: string): Promise<number> {
  const redis = new Redis(url)
  const info = await redis.info('server')
  redis.disconnect()
  return Number(/^process_id:(\d+)/m.exec(info)?.[1])
}
