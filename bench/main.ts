import { isDeepStrictEqual, parseArgs } from 'node:util'
import { migrate } from '../entities/migrate.ts'
import { type Answer, type Client, createClient, signedIn } from './calls.ts'
import { capture } from './capture.ts'
import { type Case, makeCases } from './cases.ts'
import { checkOut } from './checkout.ts'
import { load } from './load.ts'
import { connections, type Measured, measure, type Server } from './measure.ts'
import { type Running, startBare, startService } from './processes.ts'
import { besideBare, besideCommit, type Line, machine, table } from './report.ts'
import { execute, openDatabase, openRedis, postgresProcess, redisProcess } from './stores.ts'

const help = `Usage: npm run bench [-- options]

Loads a clinic of 10,000 employees, 2,000 positions and 15,000 active assignments. Then measures the service and, in
turn, a bare node:http server that sends the same statements and the same answers. Prints both and their ratio, and the
processor time that each request takes in the service, in PostgreSQL and in Redis.

  --against <commit>  instead of the bare server, measure the service of that commit on the same database
  --quick             one short round of each case
  --case <text>       only the cases whose names start with the text
  --help              print this text

Uses the PostgreSQL of DATABASE_URL and the Redis of REDIS_URL, or starts its own.

Examples:
  npm run bench -- --quick --case demand
  npm run bench -- --against HEAD~1`

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    quick: { type: 'boolean' },
    case: { type: 'string', default: '' },
    help: { type: 'boolean' },
  },
})
if (options.help) {
  console.log(help)
  process.exit()
}
const { rounds, seconds } = options.quick ? { rounds: 1, seconds: 2 } : { rounds: 3, seconds: 4 }
const limit = 999_999_999
const secret = 'a secret of the benchmark, thirty-two bytes'
const forgetNewest = 'delete from assignments where created_at = (select max(created_at) from assignments)'
const progress = (text: string) => console.error(text)

progress('Starting PostgreSQL and Redis')
const database = await openDatabase()
const redis = await openRedis()
try {
  await run()
} finally {
  await redis.stop()
  await database.stop()
}

async function run() {
  progress('Loading 10,000 employees, 2,000 positions and 15,000 active assignments')
  await migrate(database.url)
  const loaded = await load(database.url)
  const headers = signedIn(secret, loaded.userId)
  const cases = makeCases(loaded).filter(({ name }) => name.startsWith(options.case))
  const environment = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    JWT_SECRET: secret,
    THROTTLE_USER: `${limit}/hour`,
    LOG_LEVEL: 'warn',
  }
  const recorded = await capture(cases, environment, { headers, userId: loaded.userId })
  const statements = new Map(Object.values(recorded).map((one) => [one.name, one.statements.length]))
  const stores = { postgres: await postgresProcess(database.url), redis: await redisProcess(redis.url) }

  const service = await startService(environment)
  const other = await startOther({ environment, recorded })
  const serverOf = ({ url, pid }: Running): Server => ({
    client: createClient(url, headers),
    pids: { server: pid, ...stores },
  })
  try {
    const { measured, failures } = await measureAll(cases, serverOf(service), serverOf(other))
    const lines = measured.map((line) => ({ ...line, statements: statements.get(line.name) ?? 0 }))
    const memory = Math.max(...lines.flatMap((line) => line.service.map((round) => round.memory)))
    console.log(`
${machine()}; ${connections} connections, median of ${rounds} x ${seconds} s

${table(lines, options.against ? besideCommit : besideBare)}

Resident memory of the service under load: at most ${memory.toFixed(0)} MB
From start to listening: ${service.startMilliseconds.toFixed(0)} ms`)
    for (const failure of failures) console.log(`\nFailed: ${failure}`)
    if (failures.length) process.exitCode = 1
  } finally {
    await service.stop()
    await other.stop()
  }
}

/** A case that fails does not keep the others from being measured. */
async function measureAll(cases: Case[], ours: Server, theirs: Server) {
  const measured: Omit<Line, 'statements'>[] = []
  const failures: string[] = []
  for (const one of cases)
    try {
      if (!options.against) await compare(one, ours.client, theirs.client)
      measured.push({ name: one.name, ...(await alternate(one, ours, theirs)) })
    } catch (error) {
      failures.push(`${one.name}: ${(error as Error).message}`)
    }
  return { measured, failures }
}

type Prepared = { environment: Record<string, string>; recorded: Awaited<ReturnType<typeof capture>> }

/** The service of the commit to compare with, or else the bare server. */
async function startOther({ environment, recorded }: Prepared): Promise<Running> {
  if (!options.against)
    return startBare({ databaseUrl: database.url, redisUrl: redis.url, secret, limit, recorded })
  progress(`Checking out ${options.against}`)
  const checkout = await checkOut(options.against)
  const running = await startService(environment, checkout.folder).catch(async (error) => {
    await checkout.remove()
    throw error
  })
  return { ...running, stop: () => running.stop().finally(checkout.remove) }
}

/** Throws unless both servers answer the same, apart from the order of fields and generated ids and instants. */
async function compare({ name, calls, newCall }: Case, service: Client, bare: Client) {
  for (const call of newCall ? [newCall()] : calls.slice(0, 10)) {
    const ours = comparable(await service.send(call), name)
    if (newCall) await execute(database.url, forgetNewest)
    const theirs = comparable(await bare.send(call), name)
    if (!isDeepStrictEqual(ours, theirs))
      throw new Error(`the answers differ.\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`)
  }
}

/** An answer without its host, and without the instant of a balance or the id and instants of a new row. */
function comparable({ status, headers, body }: Answer, name: string) {
  const generated =
    name === 'assignment create' ? /"(id|created_at|updated_at)":"[^"]*"/g : /"(computed_at)":"[^"]*"/g
  const text = body.replace(generated, '"$1":null').replace(/127\.0\.0\.1:\d+/, '')
  return { status, headers, body: JSON.parse(text) as unknown }
}

/** Measures both servers in turn, so that other work of the machine affects both alike. */
async function alternate(one: Case, ours: Server, theirs: Server) {
  const service: Measured[] = []
  const other: Measured[] = []
  for (const server of [ours, theirs]) await measure(server, one, 1)
  for (let round = 1; round <= rounds; round++) {
    progress(`${one.name}: round ${round} of ${rounds}`)
    service.push(await measure(ours, one, seconds))
    other.push(await measure(theirs, one, seconds))
  }
  return { service, other }
}
