import { userInfo } from 'node:os'
import Table from 'cli-table3'
import { InvalidArgumentError, Option } from 'commander'
import { stringify } from 'csv-stringify/sync'
import { type Logger, pino } from 'pino'
import type { z } from 'zod'
import { writeRefusal } from '../../../entities/connection/availability.ts'
import type { Em, Orm } from '../../../entities/connection/em.ts'
import { transaction } from '../../../entities/connection/transaction.ts'
import { sealLogs } from '../../../entities/logs/seals.ts'
import { recordCommand } from '../../../entities/logs/security-log.ts'
import { connect, longTimeout } from '../../../entities/orm.ts'
import { ownsTables } from '../../../entities/schema/grants.ts'
import { withoutFormulas } from '../../../src/csv-formulas.ts'
import type { Author } from '../../../src/logs/audit.ts'
import { readSettings, type Settings } from '../../settings/settings.ts'
import { onStopSignal } from '../../settings/start-and-stop.ts'
import {
  checkMigrated,
  type Database,
  migrateDatabase,
  orRefuse,
  startDatabase,
} from '../../stores/database.ts'

/** Why a command cannot do what it was asked. Printed without a stack trace; exit code 1. */
export class CommandRefusal extends Error {}

/** Logs to standard error, because standard output is for the command's result. */
export const log: Logger = pino({ level: 'warn' }, pino.destination(2))

/**
 * Runs a command on the service's database, which is started and migrated if necessary (D38, D40), and seals what it has
 * logged, unless the database refuses changes.
 */
export function withDatabase(work: (orm: Orm, settings: Settings) => Promise<void>): Promise<void> {
  return withStarted(async (database, settings) => {
    await migrateDatabase(database, settings, log)
    // A sweep uses three connections.
    await using orm = connect(database.url, { max: 3, queryTimeout: longTimeout })
    await work(orm, settings).finally(() =>
      sealLogs(orm).catch((error) => {
        if (!writeRefusal(error)) throw error
      }),
    )
  })
}

type Work = (given: {
  orm: Orm
  settings: Settings
  author: Author
  /** Makes the author's changes in one transaction. */
  inTransaction: <T>(work: (em: Em) => Promise<T>) => Promise<T>
  /** Records the command before it has ended. A command calls it before it shows people. */
  record: () => Promise<unknown>
}) => Promise<void>

/**
 * Runs a command that changes or exports data, and records it in the security log with the system user's name. A failed
 * command is recorded without details, because they may contain a password.
 */
export const carryOut = (command: string, details: string, work: Work) =>
  withDatabase(async (orm, settings) => {
    const author = commandLine()
    const entry = { author, target: `${command} ${details}`.trim() }
    let recorded: Promise<unknown> | undefined
    const record = () => (recorded ??= recordCommand(orm.em.fork(), 'command', entry))
    try {
      const inTransaction = <T>(work: (em: Em) => Promise<T>) => transaction({ em: orm.em, author }, work)
      await work({ orm, settings, author, inTransaction, record })
    } catch (error) {
      await recordCommand(orm.em.fork(), 'failed_command', { author, target: command }).catch(() => {})
      throw error
    }
    await record()
  })

type OwnersWork = (orm: Orm, settings: Settings) => Promise<unknown>

/**
 * Runs a command as the owner of the tables, on the migrated database, and records it in the security log. A dry run
 * neither migrates the database nor is recorded.
 */
export const asOwner = (command: string, { dryRun }: { dryRun?: true }, work: OwnersWork) =>
  withStarted(async ({ url, ownerUrl = url }, settings) => {
    await using orm = connect(ownerUrl, { max: 2, queryTimeout: longTimeout })
    if (!(await orRefuse(ownsTables(orm.em.fork()), settings)))
      throw new CommandRefusal('Set DATABASE_ADMIN_URL to the address of the role that owns the tables.')
    await (dryRun ? checkMigrated(orm, settings) : migrateDatabase({ url, ownerUrl }, settings, log))
    await work(orm, settings)
    if (!dryRun) await keepCommand(url, command)
  })

/** Records a finished command in the security log of the database at the address. */
export async function keepCommand(url: string, target: string) {
  await using orm = connect(url, { max: 1 })
  await recordCommand(orm.em.fork(), 'command', { author: commandLine(), target })
  await sealLogs(orm)
}

/** The system user as an author. */
export function commandLine(): Author {
  return { actor: null, via: 'command line', name: systemUser(), at: new Date() }
}

/** In a container the process may run as a user without a name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

/** Runs a command on the service's database as it is, and stops it afterwards, even if the command is interrupted. */
export async function withStarted(work: (database: Database, settings: Settings) => Promise<void>) {
  const settings = readSettings(process.env)
  const starting = startDatabase(settings, log)
  const stop = async () => (await starting).stop()
  onStopSignal(() => void stop().finally(() => process.exit(130)))
  await work(await starting, settings).finally(stop)
}

/** Reads an option by the schema of the field that it fills. */
export const readBy =
  <T>(schema: z.ZodType<T>, given: (text: string) => unknown = (text) => text) =>
  (text: string): T => {
    const { data, error } = schema.safeParse(given(text))
    if (error) throw new InvalidArgumentError(error.issues.map(({ message }) => message).join(' '))
    return data
  }

/** The option of commands that print data. */
export const asJson = ['--json', 'print everything as JSON'] as const
export const asCsv = () =>
  new Option('--csv', 'print the rows as CSV, without nested fields').conflicts('json')
export type Shown = { json?: true; csv?: true }

/** Prints the answer of a command as JSON, or else as text. */
export const print = ({ json }: Shown, answer: unknown, text: () => string) =>
  console.log(json ? JSON.stringify(answer, null, 2) : text())

/** What a change says once it is stored: a sentence, or what prints its answer. */
export type Outcome = string | (() => void)

export const tell = (outcome: Outcome) => (typeof outcome === 'string' ? console.log(outcome) : outcome())

export type Answer = { answer: unknown; rows: readonly object[]; text: () => string }

/** The same for an answer that has rows, which can be printed as CSV. */
export function printRows(shown: Shown, { answer, rows, text }: Answer) {
  if (shown.csv) process.stdout.write(csvOf(rows))
  else print(shown, answer, text)
}

/** The most findings of a check that are printed as text. */
export const mostShown = 50

/** The title, with the first findings below it. */
export function listed(title: string, findings: string[], count = findings.length) {
  const rest = count > mostShown ? [`And ${count - mostShown} more.`] : []
  return [title, ...findings.slice(0, mostShown), ...rest].join('\n')
}

/** These fields of a row. */
export const only = <Row, Field extends keyof Row & string>(row: Row, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>

/** Rows as CSV for spreadsheets: the fields that hold one value each. Text that would be a formula gets a quote in front. */
export function csvOf(rows: readonly object[]): string {
  const isNested = (row: object, field: string) => typeof (row[field as keyof typeof row] ?? '') === 'object'
  const fields = Object.keys(rows[0] ?? {}).filter((field) => !rows.some((row) => isNested(row, field)))
  const isText = (value: unknown) => typeof value === 'string' && Number.isNaN(Number(value))
  const cell = (value: unknown) => (isText(value) ? withoutFormulas(String(value)) : value)
  const lines = rows.map((row) => fields.map((field) => cell(row[field as keyof typeof row])))
  return rows.length ? stringify([fields, ...lines], { quoted_match: /\r/, cast: { boolean: String } }) : ''
}

type Align = 'left' | 'right'

/** A plain table for terminals and pipes, with numbers aligned to the right. */
export function table(
  head: string[],
  rows: (string | number)[][],
  colAligns = head.map((_, i): Align => (typeof rows[0]?.[i] === 'number' ? 'right' : 'left')),
): string {
  const drawn = new Table({ head, colAligns, style: { head: [], border: [], compact: true } })
  drawn.push(...rows)
  return drawn.toString()
}
