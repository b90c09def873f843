import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { pino } from 'pino'
import { inOrder } from '../src/one-at-a-time.ts'
import { localCounts } from './compose.ts'
import { scheduleRetirement } from './jobs/log-retirement.ts'
import { processMetrics } from './metrics/metrics.ts'
import { answerLeader } from './metrics/processes.ts'
import { PlannerThread } from './planning/planner.ts'
import { serveOps, servePublic } from './serve.ts'
import { readSettings, SettingsError } from './settings/settings.ts'
import { settingsWarnings } from './settings/settings-warnings.ts'
import { exit, onStopSignal, StartRefused, type StopSignal } from './settings/start-and-stop.ts'
import { type Database, databaseWarnings, migrateDatabase, startDatabase } from './stores/database.ts'

const settings = await settingsOrExit()
const log = pino({ level: settings.logLevel })
const shared = {
  settings,
  log,
  metrics: processMetrics(),
  counts: localCounts(settings),
  planner: new PlannerThread(),
}

let database: Promise<Database> | undefined
/** Waits for a database that is still starting, so that no embedded server is left behind. */
const stopDatabase = async () => (await database?.catch(() => undefined))?.stop()

let isStopping = false
/** Runs on the first signal. Until the service listens, there are only workers and a database to stop. */
let stop = async (signal: StopSignal) => {
  await stopWorkers(signal)
  await stopDatabase()
}
onStopSignal(leave, hurry)

// Workers accept connections from the kernel themselves. If the leader handed them out, one that a dying worker had not
// yet taken would wait for ever.
cluster.schedulingPolicy = cluster.SCHED_NONE

try {
  if (cluster.isWorker) await work()
  else await lead()
} catch (error) {
  // A start that is stopped fails, which is not an error.
  if (!isStopping) await fail(error)
}

async function leave(signal: StopSignal) {
  isStopping = true
  log.info({ signal }, 'stopping')
  await stop(signal).catch((err) => log.error({ err }, 'could not stop cleanly'))
  exit(0)
}

/** On a second signal, does not wait for requests. Workers ignore it: terminal and leader may each have sent one. */
async function hurry() {
  if (cluster.isWorker) return
  await stopDatabase()
  exit(1)
}

async function fail(error: unknown) {
  const reason = error instanceof StartRefused ? { reason: error.message } : { err: error }
  log.fatal(reason, 'the service could not start')
  await stop('SIGINT')
  exit(1)
}

async function settingsOrExit() {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    exit(2)
    // Node then ends with this code, although the module still waits.
    return new Promise<never>(() => {})
  }
}

async function work() {
  answerLeader(shared.metrics.registry)
  const open = await servePublic({ ...shared, databaseUrl: settings.databaseUrl ?? '' })
  stop = async (signal) => {
    await open.finish(serveOnAfter(signal))
    await open.stop()
  }
}

async function lead() {
  database = startDatabase(settings, log)
  const { url, ownerUrl } = await database
  const migrated = await migrateDatabase({ url, ownerUrl }, settings, log)
  const ofDatabase = await databaseWarnings(settings, url)
  const warnings = [...settingsWarnings(settings), ...migrated.warnings, ...ofDatabase]
  for (const warning of warnings) log.warn(warning)
  const leader = { ...shared, databaseUrl: url }
  const ops = await serveOps({ ...leader, warnings }, process.env)
  // The jobs of the ops port end before the database does, also if the public port cannot be opened.
  stop = (signal) => inOrder(() => stopWorkers(signal), ops.stop, stopDatabase)()
  const open = settings.workers > 1 ? await startWorkers() : await serveAlone(leader)
  const retirement = scheduleRetirement({ settings, log, ownerUrl })
  stop = (signal) =>
    inOrder(
      // At once, because each port gives its requests ten seconds.
      () => Promise.all([open.finish(signal), ops.finish(serveOnAfter(signal))]),
      ...[open.stop, ops.stop, () => retirement?.stop(), stopDatabase],
    )()
  if ('allListen' in open) await open.allListen
  announce(open.address, ops.address)
}

async function serveAlone(leader: Parameters<typeof servePublic>[0]) {
  const { finish, ...open } = await servePublic(leader)
  return { ...open, finish: (signal: StopSignal) => finish(serveOnAfter(signal)) }
}

/** Milliseconds for balancers to notice that the service is not ready; none after Ctrl-C, which needs no wait. */
const serveOnAfter = (signal: StopSignal) => (signal === 'SIGTERM' ? settings.drainSeconds * 1000 : 0)

/** Starts workers that share the public port, and waits for the first. From then on, any that dies is replaced. */
async function startWorkers() {
  const replace = (worker: Worker, code: number) => {
    if (isStopping) return
    log.error({ pid: worker.process.pid, code }, 'a worker died and is replaced')
    setTimeout(startWorker, 1000)
  }
  let listening = 0
  const allListen = new Promise<void>((resolve) =>
    cluster.on('listening', () => ++listening === settings.workers && resolve()),
  )
  for (let i = 0; i < settings.workers; i++) startWorker()
  const died = once(cluster, 'exit').then(() => Promise.reject(new StartRefused('A worker could not start.')))
  await Promise.race([once(cluster, 'listening'), died])
  cluster.on('exit', replace)
  return {
    allListen,
    address: `http://localhost:${settings.port}`,
    finish: stopWorkers,
    stop: () => {},
  }
}

/** Starts a worker. If the machine can start no process, tries again every second. */
function startWorker() {
  if (isStopping) return
  const failed = (err: unknown) => {
    log.error({ err }, 'a worker cannot be started')
    setTimeout(startWorker, 1000)
  }
  try {
    const worker = cluster.fork()
    // A message to a worker that has just died is an error too; one that never came up has no pid.
    worker.on('error', (err) => worker.process.pid === undefined && failed(err))
  } catch (err) {
    failed(err)
  }
}

async function stopWorkers(signal: StopSignal) {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  for (const worker of workers) worker.process.kill(signal)
  await Promise.all(workers.map((worker) => worker.isDead() || once(worker, 'exit')))
}

function announce(address: string, opsAddress: string) {
  if (settings.deployment === 'production') return log.info({ address, opsAddress }, 'listening')
  console.log(`Workforce Coverage Service is up.

  REST       ${address}/api/v1/
  tRPC       ${address}/trpc
  Health     ${address}/api/health/
  Console    ${opsAddress}/ for staff
  Probes     ${opsAddress}/livez, /readyz, /metrics, /status

Create the first user with
  npx coverage users create --email you@example.org --role ADMIN --staff
and sign in with
  curl -c cookies.txt -H 'Content-Type: application/json' -d '{"email":"you@example.org","password":"..."}' ${address}/api/v1/auth/login/

Ctrl-C stops the service; its data stays.`)
}
