import { TablesBusy } from '../../entities/connection/short-locks.ts'
import { findExpired, retireLogs } from '../../entities/logs/retention.ts'
import { readRetired, sealedLogs, verifyLogs } from '../../entities/logs/seals.ts'
import type { Command } from './common/command.ts'
import {
  asJson,
  asOwner,
  CommandRefusal,
  commandLine,
  listed,
  mostShown,
  print,
  type Shown,
  withDatabase,
} from './common/connection.ts'
import { progress } from './common/progress.ts'

/** `coverage audit ...` (D47) and `coverage logs ...`. */
export function addCommands(program: Command) {
  program
    .command('audit')
    .description('examine the logs')
    .command('verify')
    .description('check that no log entries were changed, removed or inserted')
    .option(...asJson)
    .addHelpText('after', '\nPrints a line for each such entry and exits with 1 if there is one.')
    .examples('coverage audit verify')
    .action(verify)

  program
    .command('logs')
    .description('drop old months of the logs')
    .command('retire')
    .description('drop the months of the logs that are older than LOG_RETENTION_MONTHS')
    .option('--dry-run', 'only say what would be dropped')
    .option(...asJson)
    .addHelpText(
      'after',
      `
Run it daily. Dropped entries are gone: run "coverage audit verify" and make a backup first. Without
LOG_RETENTION_MONTHS nothing is dropped. Needs the owner of the tables: set DATABASE_ADMIN_URL. The service may keep
running.`,
    )
    .examples(
      'LOG_RETENTION_MONTHS=24 coverage logs retire --dry-run',
      'LOG_RETENTION_MONTHS=24 coverage logs retire',
    )
    .action(retire)
}

const verify = (shown: Shown) =>
  withDatabase(async (orm) => {
    const bar = progress('verifying')
    const problems: string[] = []
    let found = 0
    let verified = 0
    const report = (total: number) => {
      bar.update(0, total)
      return {
        problem: (sentence: string) => (++found <= mostShown || shown.json) && problems.push(sentence),
        progress(entries: number) {
          verified += entries
          bar.update(verified, total)
        },
      }
    }
    await verifyLogs(orm, report).finally(bar.stop)
    const retired = await readRetired(orm.em.fork())
    const entries = verified - retired.reduce((sum, { number }) => sum + number, 0)
    const lines = retired.map(
      ({ log, until, number, at, by }) =>
        `${log}: retired until ${until}, on ${at} by ${by}; entries: ${number}.`,
    )
    if (!found)
      lines.push(
        `All ${entries} entries of the ${sealedLogs.length} logs are as they were written; none is missing.`,
      )
    if (shown.json || lines.length) print(shown, { entries, problems, retired }, () => lines.join('\n'))
    if (found) throw new CommandRefusal(listed('The logs are not as they were written:', problems, found))
  })

const retire = ({ dryRun, ...shown }: Shown & { dryRun?: true }) =>
  asOwner('logs retire', { dryRun }, async (orm, { logRetentionMonths: months }) => {
    // No refusal: a job that runs every night must not fail while nobody wants entries dropped.
    if (months === undefined)
      return print(shown, [], () => 'LOG_RETENTION_MONTHS is not set: all entries are kept for good.')
    const author = commandLine()
    const done = dryRun ? [] : await retireLogs({ em: orm.em, author }, months).catch(refuse)
    const due = dryRun ? await findExpired(orm.em.fork(), author.at, months) : []
    const lines = [
      ...due.map(({ name, until }) => `${name} would be dropped: entries until ${until}.`),
      ...done.map(({ log, until, number }) => `Dropped ${log} until ${until}; entries: ${number}.`),
    ]
    print(shown, dryRun ? due : done, () => lines.join('\n') || 'Nothing is due.')
  })

function refuse(error: Error): never {
  throw error instanceof TablesBusy ? new CommandRefusal(error.message) : error
}
