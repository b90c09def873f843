import { randomUUID } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedIn } from '../../../bench/service/calls.ts'
import { type Running, startService } from '../../../bench/service/processes.ts'
import { openRedis } from '../../../bench/service/stores.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import type { Role } from '../../../src/accounts/permissions.ts'
import { execute } from '../../setup/stores/execute.ts'
import { throttlesOff } from '../../setup/throttle-settings.ts'

export type PairOptions = {
  /** A PostgreSQL server other than that of the run. */
  serverUrl?: string
  /** More environment variables of both instances, over throttles that are off. */
  env?: Record<string, string>
  /** WORKERS of each instance. */
  workers?: [number, number]
  /** The checkout that the instances run; this one otherwise. */
  folder?: string
  /** Work on the migrated database before the instances start. */
  prepare?: (ownerUrl: string) => Promise<void>
}

export type Pair = {
  instances: [Running, Running]
  ownerUrl: string
  /** The database's address for the instances. */
  databaseUrl: string
  redisUrl: string
  env: Record<string, string>
  /** Adds a user and returns the headers of a signed-in browser of theirs. */
  signIn(role: Role, fields?: { email?: string; is_superuser?: boolean }): Promise<Record<string, string>>
  close(): Promise<void>
}

const secret = 'a secret of the proof, thirty-two bytes'

/** Starts two instances on a new, migrated database of the server and on a Redis. */
export async function startPair(serverUrl: string, options: PairOptions = {}): Promise<Pair> {
  const closings: (() => unknown)[] = []
  const close = async () => {
    for (const one of closings.splice(0).reverse()) await one()
  }
  try {
    const database = await openDatabase(serverUrl)
    closings.push(database.drop)
    await options.prepare?.(database.ownerUrl)
    const redis = await openRedis()
    closings.push(redis.stop)
    const env = {
      DATABASE_URL: database.databaseUrl,
      REDIS_URL: redis.url,
      JWT_SECRET: secret,
      LOG_LEVEL: 'warn',
      ...throttlesOff,
      ...options.env,
    }
    const log = openLog()
    closings.push(log.close)
    const [one, two] = options.workers ?? [1, 2]
    const start = async (workers: number) => {
      const running = await startService({ ...env, WORKERS: String(workers) }, options.folder, log.file)
      closings.push(running.stop)
      return running
    }
    const instances = await Promise.all([start(one), start(two)])
    const signIn: Pair['signIn'] = (role, fields) => addUser(database.ownerUrl, { role, ...fields })
    return { instances, ...database, redisUrl: redis.url, env, signIn, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The log of both instances; what they did not expect is printed at the end, because an answer of 500 hides it. */
function openLog() {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-proof-'))
  const path = join(folder, 'service.log')
  const file = openSync(path, 'a')
  const close = () => {
    closeSync(file)
    const unexpected = readFileSync(path, 'utf8').match(/^.*"msg":"unexpected error".*$/gm) ?? []
    for (const line of unexpected.slice(0, 5)) console.error(`  ${line}`)
    rmSync(folder, { recursive: true })
  }
  return { file, close }
}

/** A migrated database with a working role of its own. */
async function openDatabase(serverUrl: string) {
  const name = `coverage_proof_${process.pid}_${randomUUID().slice(0, 8)}`
  await execute(serverUrl, `create database ${name}`)
  const owner = new URL(serverUrl)
  owner.pathname = `/${name}`
  const worker = new URL(owner)
  worker.username = name
  worker.password = randomUUID()
  await migrate(owner.href, worker.href)
  return {
    ownerUrl: owner.href,
    databaseUrl: worker.href,
    async drop() {
      await execute(serverUrl, `drop database if exists ${name} with (force)`)
      await execute(serverUrl, `drop role if exists ${name}`)
    },
  }
}

type Fields = { role: Role; email?: string; is_superuser?: boolean }

async function addUser(ownerUrl: string, { role, email, is_superuser = false }: Fields) {
  const id = randomUUID()
  const address = email ?? `${role.toLowerCase()}-${id}@clinic.example`
  await execute(
    ownerUrl,
    `insert into users (id, email, given_name, family_name, role, is_superuser, date_joined)
      values ($1, $2, 'Given', 'Family', $3, $4, now())`,
    [id, address, role, is_superuser],
  )
  return signedIn(secret, id)
}
