import { type Logger, pino } from 'pino'
import { connect, type Orm } from '../../entities/orm.ts'
import { type Database, NotMigrated, openDatabase } from '../database.ts'
import { readSettings, type Settings } from '../settings.ts'

/** Why a command cannot do what it was asked. Printed without a stack trace; exit code 1. */
export class Refusal extends Error {}

/** Logs to standard error, because standard output is for the command's result. */
const log: Logger = pino({ level: 'warn' }, pino.destination(2))

/** Milliseconds that one statement may take; an import's statements take longer than a request's. */
const queryTimeout = 10 * 60_000

/** Runs a command on the service's database, which is started and migrated if necessary (D38, D40). */
export function withDatabase(work: (orm: Orm, settings: Settings) => Promise<void>): Promise<void> {
  return withStarted(
    (settings) => openDatabase(settings, log),
    async ({ url }, settings) => {
      const orm = connect(url, { max: 2, queryTimeout })
      await work(orm, settings).finally(() => orm.close())
    },
  )
}

/** Runs a command on the database that `start` opens, and stops it afterwards, even if the command is interrupted. */
export async function withStarted(
  start: (settings: Settings, log: Logger) => Promise<Database>,
  work: (database: Database, settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = readSettings(process.env)
  const database = await start(settings, log).catch((error: Error) => {
    if (error instanceof NotMigrated) throw new Refusal(error.message)
    const advice = settings.databaseUrl ? '. Check DATABASE_URL.' : ''
    throw new Refusal(`The database cannot be used: ${error.message}${advice}`, { cause: error })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => database.stop().finally(() => process.exit(130)))
  await work(database, settings).finally(() => database.stop())
}
