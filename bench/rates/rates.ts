import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { migrate } from '../../entities/schema/migrate.ts'
import { execute } from '../../test/setup/stores/execute.ts'
import { type BenchAnswer, createClient, signedIn } from '../service/calls.ts'
import { checkOut } from '../service/checkout.ts'
import { load } from '../service/load.ts'
import { type Running, running, startService } from '../service/processes.ts'
import {
  openDatabase,
  openRedis,
  postgresProcess,
  redisProcess,
  type StartedStore,
} from '../service/stores.ts'
import type { Start } from './bare.ts'
import { capture } from './capture.ts'
import { type Case, makeCases } from './cases.ts'
import { connections, type Measured, measure, type Server } from './measure.ts'
import { besideBare, besideCommit, type CaseRounds, machine, ratesTable } from './report.ts'

type RatesOptions = { against?: string; quick?: boolean; case: string }

const limit = 999_999_999
const secret = 'a secret of the benchmark, thirty-two bytes'
const forgetNewest = 'delete from assignments where created_at = (select max(created_at) from assignments)'
const progress = (text: string) => console.error(text)

/** Measures the service and the bare server, or the service of another commit, under load. Prints the table. */
export async function measureRates(options: RatesOptions): Promise<void> {
  progress('Starting PostgreSQL and Redis')
  const database = await openDatabase()
  const redis = await openRedis()
  try {
    await run(options, database, redis)
  } finally {
    await redis.stop()
    await database.stop()
  }
}

async function run(options: RatesOptions, database: StartedStore, redis: StartedStore) {
  progress('Loading 10,000 employees, 2,000 positions and 15,000 active assignments')
  await migrate(database.url)
  const { userId, ...loaded } = await load(database.url)
  const headers = signedIn(secret, userId)
  const cases = makeCases({ userId, ...loaded }).filter(({ name }) => name.startsWith(options.case))
  const environment = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    JWT_SECRET: secret,
    THROTTLE_USER: `${limit}/hour`,
    LOG_LEVEL: 'warn',
  }
  const recorded = await capture(cases, environment, { headers, userId })
  const stores = { postgres: await postgresProcess(database.url), redis: await redisProcess(redis.url) }

  const service = await startService(environment)
  const other = await startOther(options, environment, recorded)
  const serverOf = ({ url, pid }: Running): Server => ({
    client: createClient(url, headers),
    pids: { server: pid, ...stores },
  })
  try {
    const sides = { ours: serverOf(service), theirs: serverOf(other), databaseUrl: database.url }
    const { measured, failures } = await measureAll(cases, sides, options)
    const statements = new Map(Object.values(recorded).map((one) => [one.name, one.statements.length]))
    const lines = measured.map((line) => ({ ...line, statements: statements.get(line.name) ?? 0 }))
    report(lines, options, service.startMilliseconds)
    for (const failure of failures) console.log(`\nFailed: ${failure}`)
    if (failures.length) process.exitCode = 1
  } finally {
    await service.stop()
    await other.stop()
  }
}

const effortOf = ({ quick }: RatesOptions) => (quick ? { rounds: 3, seconds: 2 } : { rounds: 3, seconds: 4 })

function report(lines: CaseRounds[], options: RatesOptions, startMilliseconds: number) {
  const { rounds, seconds } = effortOf(options)
  const memory = Math.max(...lines.flatMap((line) => line.service.map((round) => round.memory)))
  console.log(`
${machine()}; ${connections} connections, median of ${rounds} x ${seconds} s

${ratesTable(lines, options.against ? besideCommit : besideBare)}

Resident memory of the service under load: at most ${memory.toFixed(0)} MB
From start to listening: ${startMilliseconds.toFixed(0)} ms`)
}

type Environment = Record<string, string>

/** The service of the commit to compare with, or else the bare server. */
async function startOther(
  { against }: RatesOptions,
  environment: Environment,
  recorded: Awaited<ReturnType<typeof capture>>,
): Promise<Running> {
  const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = environment
  if (!against) return startBare({ databaseUrl, redisUrl, secret, limit, recorded })
  progress(`Checking out ${against}`)
  const checkout = await checkOut(against)
  // The other commit may be older than the database.
  const older = { ...environment, ALLOW_NEWER_DATABASE: 'true' }
  const running = await startService(older, checkout.folder).catch(async (error) => {
    await checkout.remove()
    throw error
  })
  return { ...running, stop: () => running.stop().finally(checkout.remove) }
}

type Sides = { ours: Server; theirs: Server; databaseUrl: string }

/** Reports a failed case, so that the others are still measured. */
async function measureAll(cases: Case[], sides: Sides, options: RatesOptions) {
  const measured: Omit<CaseRounds, 'statements'>[] = []
  const failures: string[] = []
  for (const one of cases)
    try {
      if (!options.against) await compare(one, sides)
      measured.push({ name: one.name, ...(await alternate(one, sides, options)) })
    } catch (error) {
      failures.push(`${one.name}: ${(error as Error).message}`)
    }
  return { measured, failures }
}

/** Throws unless both servers answer the same, apart from the order of fields and generated ids and instants. */
async function compare({ name, calls, newCall }: Case, { ours, theirs, databaseUrl }: Sides) {
  for (const call of newCall ? [newCall()] : calls.slice(0, 10)) {
    const answer = comparable(await ours.client.send(call), name)
    if (newCall) await execute(databaseUrl, forgetNewest)
    const other = comparable(await theirs.client.send(call), name)
    if (!isDeepStrictEqual(answer, other))
      throw new Error(`the answers differ.\n${JSON.stringify(answer)}\n${JSON.stringify(other)}`)
  }
}

/** An answer without its host, and without the instant of a balance or the id and instants of a new row. */
function comparable({ status, headers, body }: BenchAnswer, name: string) {
  const generated =
    name === 'assignment create' ? /"(id|created_at|updated_at)":"[^"]*"/g : /"(computed_at)":"[^"]*"/g
  const text = body.replace(generated, '"$1":null').replace(/127\.0\.0\.1:\d+/, '')
  return { status, headers, body: JSON.parse(text) as unknown }
}

/** Alternates between the servers, so that other work of the machine affects both alike. */
async function alternate(one: Case, { ours, theirs }: Sides, options: RatesOptions) {
  const { rounds, seconds } = effortOf(options)
  const service: Measured[] = []
  const other: Measured[] = []
  for (const server of [ours, theirs]) await measure(server, one, 2)
  for (let round = 1; round <= rounds; round++) {
    progress(`${one.name}: round ${round} of ${rounds}`)
    service.push(await measure(ours, one, seconds))
    other.push(await measure(theirs, one, seconds))
  }
  return { service, other }
}

/** Starts the bare server, and waits until it listens. */
async function startBare(start: Start): Promise<Running> {
  const started = performance.now()
  const child = fork(join(import.meta.dirname, 'bare.ts'))
  child.send(start)
  const [port] = (await once(child, 'message')) as [number]
  return running(child, [port, port], performance.now() - started)
}
