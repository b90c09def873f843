import { join } from 'node:path'
import { machine } from '../rates/report.ts'
import { benchSecret, signedIn } from '../service/calls.ts'
import { type Checkout, checkOut } from '../service/checkout.ts'
import { residentMemory, startService } from '../service/processes.ts'
import { databaseAt, openRedis, openServer, postgresProcess } from '../service/stores.ts'
import { type LargeCase, largeCases } from './cases.ts'
import { type Ran, runCommands } from './commands.ts'
import { dropLoaded, openLoaded, serverSettings } from './database.ts'
import { fillThrottleKeys } from './fill.ts'
import { type CommandLine, hasFailed, type LargeLine, largeReport } from './report.ts'
import { createRequests, type Target } from './requests.ts'
import { idOf, sizes } from './sizes.ts'

export type LargeOptions = {
  size: keyof typeof sizes
  /** The folder that keeps the loaded database. */
  data?: string
  against?: string
  quick?: boolean
  case: string
}

const root = join(import.meta.dirname, '../..')
const progress = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)

type Stores = { server: string; database: string; redis: string }

/** Sends every request of the large clinic, runs the commands, and prints what each took. */
export async function runLarge(options: LargeOptions): Promise<void> {
  const { size, work } = sizes[options.size]
  const server = await openServer({ folder: options.data, settings: serverSettings })
  const redis = await openRedis()
  const checkout = options.against ? await checkOut(options.against) : undefined
  const name = `coverage_bench_${options.size}${options.data ? '' : `_${process.pid}`}`
  try {
    const database = await openLoaded({ server: server.url, name, size, progress })
    const served = await serve(options, { server: server.url, database, redis: redis.url }, checkout)
    const commandRun = { server: server.url, name, work, progress }
    const commands = isChosen('commands', options) ? await runAll(commandRun, checkout).catch(reported) : []
    const wrong = served.lines.filter(({ taken }) => hasFailed(taken))
    console.log(`${machine()}; ${options.size} size${checkout ? `; before: ${checkout.name}` : ''}

${largeReport(served.lines, commands)}

${served.summary}`)
    if (wrong.length || commands.some(({ taken }) => taken.code !== 0)) process.exitCode = 1
  } finally {
    await checkout?.remove()
    await redis.stop()
    if (!options.data) await dropLoaded(server.url, name)
    await server.stop()
  }
}

/** Reports a failure of the commands, so that the results of the requests are still printed. */
function reported(error: Error): CommandLine[] {
  console.error(error)
  process.exitCode = 1
  return []
}

const isChosen = (label: string, options: LargeOptions) => label.startsWith(options.case)
const labelOf = ({ group, name }: LargeCase) => `${group}: ${name}`

async function serve(options: LargeOptions, stores: Stores, checkout: Checkout | undefined) {
  const { size, work } = sizes[options.size]
  const cases = largeCases(size, { today: new Date(), hasOrderings: !options.quick }).filter((one) =>
    isChosen(labelOf(one), options),
  )
  const effort = { most: options.size === 'tiny' ? 1 : options.quick ? 2 : 7, milliseconds: 1000 }
  const folders = checkout ? [root, checkout.folder] : [root]
  const services = await Promise.all(folders.map((folder, index) => start(folder, index, stores)))
  try {
    if (cases.some(({ group }) => group === 'throttle keys'))
      for (const { folder, redis } of services) await fillThrottleKeys(folder, redis, work.throttleKeys)
    const [ours, theirs] = services.map(({ target }) => createRequests(target, effort))
    const lines: LargeLine[] = []
    for (const one of cases) {
      if (one.group !== lines.at(-1)?.one.group) progress(one.group)
      const before = await theirs?.(one)
      const taken = await ours?.(one)
      if (taken) lines.push({ one, taken, before })
    }
    const [{ running }] = services as [(typeof services)[number]]
    const memory = residentMemory(running.pid).toFixed(0)
    const summary = `Resident memory of the service afterwards: ${memory} MB
From start to listening: ${running.startMilliseconds.toFixed(0)} ms`
    return { lines, summary }
  } finally {
    for (const { running } of services) await running.stop()
  }
}

/** Each service has its own Redis database, because their keys may differ. */
async function start(folder: string, index: number, { database, redis: redisUrl }: Stores) {
  const redis = databaseAt(redisUrl, String(index + 1))
  const environment = {
    DATABASE_URL: database,
    REDIS_URL: redis,
    JWT_SECRET: benchSecret,
    THROTTLE_USER: '999999999/hour',
    LOG_LEVEL: 'fatal',
    // The other commit may be older than the database.
    ALLOW_NEWER_DATABASE: 'true',
  }
  const running = await startService(environment, folder)
  const target: Target = {
    url: running.url,
    opsUrl: running.opsUrl,
    headers: signedIn(benchSecret, idOf('user', 0)),
    pids: { service: running.pid, postgres: await postgresProcess(database) },
  }
  return { folder, redis, running, target }
}

async function runAll(commandRun: Parameters<typeof runCommands>[1], checkout: Checkout | undefined) {
  const before: Ran[] = checkout ? await runCommands(checkout.folder, commandRun) : []
  const after = await runCommands(root, commandRun)
  return after.map((taken, index): CommandLine => ({ taken, before: before[index] }))
}
