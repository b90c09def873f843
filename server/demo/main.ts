import { Command, CommanderError } from 'commander'
import { pino } from 'pino'
import { calendarIn } from '../../src/calendar.ts'
import { inOrder } from '../../src/one-at-a-time.ts'
import { localCounts } from '../compose.ts'
import { processMetrics } from '../metrics/metrics.ts'
import { PlannerThread } from '../planning/planner.ts'
import { serveOps, servePublic } from '../serve.ts'
import { readSettings, SettingsError } from '../settings/settings.ts'
import { exit, onStopSignal, StartRefused } from '../settings/start-and-stop.ts'
import { migrateDatabase, orRefuse, startDatabase } from '../stores/database.ts'
import { hasDemo, loadDemo } from './load.ts'
import { countTraffic } from './traffic.ts'
import { welcome } from './welcome.ts'

const program = new Command('npm run demo')
  .usage('[-- --help]')
  .description(
    `Starts the service with a fictional clinic of 120 people, and prints its addresses and users. Its data stays in .data/.
The environment sets it up, as it does the service: \`npx coverage settings\` lists what there is.`,
  )
  .addHelpText(
    'after',
    `
Examples:
  npm run demo
  PORT=8080 OPS_PORT=9090 npm run demo   # on other ports
  THROTTLE_LOGIN=off npm run demo        # without the limit of five logins an hour
  HOST=0.0.0.0 npm run demo              # open to other machines, although its passwords are public`,
  )
  .exitOverride()

const tell = (what: string) => console.log(`${what} ...`)

let isStopping = false
let stop = async () => {}
const started = start()
started.catch(fail)
onStopSignal(async () => {
  isStopping = true
  // A half-loaded clinic would be refused at the next start.
  await started.catch(() => {})
  await stop()
  exit(0)
})

async function start() {
  program.parse()
  // The passwords are public, so the demo listens on this machine only, unless HOST says otherwise.
  const { HOST = '', LOG_LEVEL = '' } = process.env
  const fixed = { HOST: HOST || '127.0.0.1', LOG_LEVEL: LOG_LEVEL || 'warn', AUTH_MODE: 'local' }
  const env = { ...process.env, ...fixed }
  const settings = readSettings(env)
  if (settings.deployment === 'production')
    throw new StartRefused(
      'The passwords of the demo are public, so it does not run with DEPLOYMENT=production.',
    )
  const log = pino({ level: settings.logLevel })

  tell('Starting the database')
  const database = await startDatabase(settings, log)
  stop = database.stop
  const isLoaded = await orRefuse(hasDemo(database.ownerUrl ?? database.url), settings)
  await migrateDatabase(database, settings, log)
  if (!isLoaded) await loadDemo(settings, database.url, { now: new Date(), log, tell })

  const counts = localCounts(settings)
  const shared = { counts, metrics: processMetrics(), planner: new PlannerThread() }
  const service = { settings, databaseUrl: database.url, log, ...shared }
  // Counts in memory are lost at each stop; Redis keeps them.
  if (!isLoaded || !settings.redisUrl) await countTraffic(service, new Date())
  const ops = await serveOps(service, env)
  stop = inOrder(ops.stop, database.stop)
  const open = await servePublic(service)
  stop = inOrder(open.stop, ops.stop, database.stop)
  const today = calendarIn(settings.timeZone)(new Date())
  const shown = { address: open.address, opsAddress: ops.address, today, logins: settings.throttles.login }
  console.log(await welcome(database.url, shown))
}

async function fail(error: unknown) {
  if (isStopping) return
  // Commander has already printed what is wrong.
  if (error instanceof CommanderError) return exit(error.exitCode)
  const isExpected = error instanceof SettingsError || error instanceof StartRefused
  console.error(isExpected ? error.message : error)
  await stop()
  exit(1)
}
