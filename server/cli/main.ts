#!/usr/bin/env -S node --max-semi-space-size=16 --heap-growing-percent=60 --no-parallel-scavenge
import { format } from 'node:util'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { CommanderError } from 'commander'
import { isDatabaseUnavailable, writeRefusal } from '../../entities/connection/availability.ts'
import { violatedConstraint } from '../../entities/schema/constraints.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { DomainError } from '../../src/errors.ts'
import { terminalText } from '../../src/visible-text.ts'
import { ImportRefused } from '../clinic-files/files/problems.ts'
import { SettingsError } from '../settings/settings.ts'
import { StartRefused } from '../settings/start-and-stop.ts'
import { Command } from './common/command.ts'
import { CommandRefusal } from './common/connection.ts'

const program = new Command('coverage')
  .description('Administers the Workforce Coverage Service through its database.')
  .version(packageJson.version)
  .showHelpAfterError('(run it with --help for usage)')
  .addHelpText(
    'after',
    `
It reads the same environment variables as the service: DATABASE_URL, REDIS_URL, TIME_ZONE and others.
Exit codes: 0 done, 1 refused with a reason, 2 wrong usage.`,
  )
  .examples(
    'coverage users create --email ada@clinic.example --role ADMIN',
    'coverage import clinics/north --dry-run',
    'coverage rules set MAX_WEEKLY_HOURS --threshold 48',
  )
  .exitOverride()

const lostSecret =
  'If it held a password, a token or a secret, make a new one: coverage users set-password, machines rotate or webhooks rotate.'

const questions = [
  ...['plan', 'rebalance', 'forecast', 'who', 'renewals', 'training', 'single-points'],
  ...['establishment', 'history'],
]

/** The commands by their first word. Only the called one is loaded: loading all takes half a second. */
const parts = [
  { words: ['users'], load: () => import('./users.ts') },
  { words: ['machines'], load: () => import('./machines.ts') },
  { words: ['webhooks'], load: () => import('./webhooks.ts') },
  { words: ['rules'], load: () => import('./rules.ts') },
  { words: ['import', 'export'], load: () => import('./clinic.ts') },
  { words: questions, load: () => import('./planning/questions.ts') },
  { words: ['plans'], load: () => import('./planning/plans.ts') },
  { words: ['dates', 'requirements'], load: () => import('./planning/dates.ts') },
  { words: ['migrate', 'openapi', 'settings', 'sweep', 'verify'], load: () => import('./maintenance.ts') },
  { words: ['throttles'], load: () => import('./throttles.ts') },
  { words: ['audit', 'logs'], load: () => import('./audit.ts') },
]
const called = parts.filter(({ words }) => words.includes(process.argv[2] ?? ''))
for (const { load } of called.length ? called : parts) (await load()).addCommands(program)

// `coverage plan | head` reads no more than it shows.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return
  console.error(`The output cannot be written: ${message}.\n${lostSecret}`)
  process.exitCode = 1
})
for (const stream of ['log', 'error'] as const) {
  const print = console[stream].bind(console)
  console[stream] = (...values: unknown[]) => print(terminalText(format(...values)))
}

try {
  await program.parseAsync()
} catch (error) {
  // Commander has already printed what is wrong.
  if (error instanceof CommanderError) process.exitCode = error.exitCode && 2
  else {
    console.error(reasonOf(error) ?? error)
    process.exitCode = 1
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof ImportRefused) return `${error.message}\nNothing was imported.`
  if ([CommandRefusal, SettingsError, StartRefused].some((kind) => error instanceof kind))
    return (error as Error).message
  const refusal = error instanceof UniqueConstraintViolationException ? violatedConstraint(error) : error
  if (refusal instanceof DomainError) return Object.values(refusal.body).flat().join('\n')
  const noWrites = writeRefusal(error)
  if (noWrites) return `The database refuses changes (${noWrites}): ${(error as Error).message}.`
  if (isDatabaseUnavailable(error))
    return `The database cannot be reached: ${(error as Error).message}. Check DATABASE_URL.`
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return message
}
