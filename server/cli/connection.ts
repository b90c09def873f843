import { type Logger, pino } from 'pino'
import { connect, type Orm } from '../../entities/orm.ts'
import { openDatabase } from '../database.ts'
import { readSettings, type Settings } from '../settings.ts'

/** A reason for which a command does not do what it was asked; told without a stack trace, exit code 1. */
export class Refusal extends Error {}

/** What goes wrong on the way is told on standard error; standard output is the command's. */
const log: Logger = pino({ level: 'warn' }, pino.destination(2))

/** Milliseconds that one statement may take: an import's are longer than a request's. */
const queryTimeout = 10 * 60_000

type Session = { orm: Orm; settings: Settings; log: Logger }

/** Runs a command on the service's database, which is started and migrated if need be (D38, D40). */
export function withDatabase(work: (session: Session) => Promise<void>): Promise<void> {
  return withStarted(
    (settings) => openDatabase(settings, log),
    async (settings, url) => {
      const orm = connect(url, { max: 2, queryTimeout })
      await work({ orm, settings, log }).finally(() => orm.close())
    },
  )
}

type Database = { url: string; stop(): Promise<unknown> }

/** Runs a command on a database that `start` gives, and stops it afterwards, also when the command is interrupted. */
export async function withStarted(
  start: (settings: Settings, log: Logger) => Promise<Database>,
  work: (settings: Settings, url: string) => Promise<void>,
): Promise<void> {
  const settings = readSettings(process.env)
  const database = await start(settings, log).catch((error: Error) => {
    throw new Refusal(`The database cannot be used: ${error.message}`, { cause: error })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => database.stop().finally(() => process.exit(130)))
  await work(settings, database.url).finally(() => database.stop())
}
