import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { clientConfig } from '../entities/database-url.ts'
import { startEmbeddedPostgres } from '../server/postgres/embedded.ts'
import { startRedis } from '../test/redis-server.ts'
import { parentOf } from './processes.ts'

export type Store = { url: string; stop(): Promise<unknown> }

/** Creates a database on the server of DATABASE_URL, or on an embedded one in a temporary folder. */
export async function openDatabase(): Promise<Store> {
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await embedded()
  const name = `coverage_bench_${process.pid}`
  await execute(server.url, `create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async stop() {
      await execute(server.url, `drop database if exists ${name} with (force)`)
      await server.stop()
    },
  }
}

/** The Redis of REDIS_URL, or one started for the benchmark. */
export async function openRedis(): Promise<Store> {
  return process.env.REDIS_URL ? { url: process.env.REDIS_URL, stop: async () => {} } : startRedis()
}

async function embedded(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-bench-'))
  // When root runs the benchmark, the server runs as another user.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  return {
    url: postgres.ownerUrl,
    async stop() {
      await postgres.stop()
      for (const path of [postgres.folder, folder]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** The server process of the database; NaN when it runs on another machine. */
export async function postgresProcess(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  } finally {
    await client.end()
  }
}

/** The process of the Redis server. */
export async function redisProcess(url: string): Promise<number> {
  const redis = new Redis(url)
  const info = await redis.info('server')
  redis.disconnect()
  return Number(/^process_id:(\d+)/m.exec(info)?.[1])
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(clientConfig(url))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
