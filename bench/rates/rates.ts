import { migrate } from '../../entities/schema/migrate.ts'
import { benchSecret, ofMachine, signedIn } from '../service/calls.ts'
import { checkOut } from '../service/checkout.ts'
import { load } from '../service/load.ts'
import { type Running, startService } from '../service/processes.ts'
import {
  openDatabase,
  openRedis,
  postgresProcess,
  redisProcess,
  type StartedStore,
} from '../service/stores.ts'
import { type Case, makeCases } from './cases.ts'
import { connections, type Measured, measure, type Server } from './measure.ts'
import { alone, besideCommit, type CaseRounds, machine, tableOf } from './report.ts'

type RatesOptions = { against?: string; quick?: boolean; case: string }

const rounds = 3
const progress = (text: string) => console.error(text)

/** Measures the service under load, perhaps beside the service of another commit. Prints the table. */
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
  const loaded = await load(database.url)
  const headers = { person: signedIn(benchSecret, loaded.userId), machine: await ofMachine(database.url) }
  const cases = makeCases(loaded).filter(({ name }) => name.startsWith(options.case))
  const environment = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    JWT_SECRET: benchSecret,
    THROTTLE_USER: '999999999/hour',
    THROTTLE_MACHINE: '999999999/hour',
    LOG_LEVEL: 'warn',
  }
  const stores = { postgres: await postgresProcess(database.url), redis: await redisProcess(redis.url) }
  const service = await startService(environment)
  const other = options.against ? await startOther(options.against, environment) : undefined
  const serverOf = ({ url, pid }: Running): Server => ({ url, headers, pids: { server: pid, ...stores } })
  try {
    const { measured, failures } = await measureAll(
      cases,
      { ours: serverOf(service), theirs: other && serverOf(other) },
      options,
    )
    report(measured, options, service.startMilliseconds)
    for (const failure of failures) console.log(`\nFailed: ${failure}`)
    if (failures.length) process.exitCode = 1
  } finally {
    await service.stop()
    await other?.stop()
  }
}

const secondsOf = ({ quick }: RatesOptions) => (quick ? 2 : 4)

function report(lines: CaseRounds[], options: RatesOptions, startMilliseconds: number) {
  const memory = Math.max(...lines.flatMap((line) => line.service.map((round) => round.memory)))
  console.log(`
${machine()}; ${connections} connections, median of ${rounds} x ${secondsOf(options)} s

${tableOf(lines, options.against ? besideCommit : alone)}

Resident memory of the service under load: at most ${memory.toFixed(0)} MB
From start to listening: ${startMilliseconds.toFixed(0)} ms`)
}

/** The service of the commit to compare with. */
async function startOther(against: string, environment: Record<string, string>): Promise<Running> {
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

type Sides = { ours: Server; theirs: Server | undefined }

/** Reports a failed case, so that the others are still measured. */
async function measureAll(cases: Case[], sides: Sides, options: RatesOptions) {
  const measured: CaseRounds[] = []
  const failures: string[] = []
  for (const one of cases)
    try {
      measured.push({ name: one.name, ...(await alternate(one, sides, options)) })
    } catch (error) {
      failures.push(`${one.name}: ${(error as Error).message}`)
    }
  return { measured, failures }
}

/** Alternates between the servers, so that other work of the machine affects both alike. */
async function alternate(one: Case, { ours, theirs }: Sides, options: RatesOptions) {
  const seconds = secondsOf(options)
  const service: Measured[] = []
  const other: Measured[] = []
  for (const server of [ours, theirs]) if (server) await measure(server, one, 2)
  for (let round = 1; round <= rounds; round++) {
    progress(`${one.name}: round ${round} of ${rounds}`)
    service.push(await measure(ours, one, seconds))
    if (theirs) other.push(await measure(theirs, one, seconds))
  }
  return { service, other }
}
