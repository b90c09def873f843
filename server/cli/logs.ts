import type { Command } from 'commander'
import { TablesBusy } from '../../entities/connection/short-locks.ts'
import { findExpired, retireLogs } from '../../entities/logs/retention.ts'
import { asOwner, CommandRefusal, commandLine } from './connection.ts'

/** The statement timeout in milliseconds. */
const queryTimeout = 10 * 60_000

/** `coverage logs ...`. */
export function addCommands(program: Command) {
  program
    .command('logs')
    .description('drop old months of the logs')
    .command('retire')
    .description('drop the months of the logs that are older than LOG_RETENTION_MONTHS')
    .option('--dry-run', 'only say what would be dropped')
    .addHelpText(
      'after',
      `
Run it daily. Dropped entries are gone: run "coverage audit verify" and make a backup first. Needs the owner of the
tables: set DATABASE_ADMIN_URL. The service may keep running.

Examples:
  LOG_RETENTION_MONTHS=24 coverage logs retire --dry-run
  LOG_RETENTION_MONTHS=24 coverage logs retire`,
    )
    .action(retire)
}

const retire = ({ dryRun }: { dryRun?: true }) =>
  asOwner('logs retire', { queryTimeout, dryRun }, async (orm, { logRetentionMonths: months }) => {
    if (months === undefined)
      throw new CommandRefusal('Set LOG_RETENTION_MONTHS: without it, entries are kept for good.')
    const author = commandLine()
    const lines = dryRun
      ? (await findExpired(orm.em.fork(), author.at, months)).map(
          ({ name, until }) => `${name} would be dropped: entries until ${until}.`,
        )
      : (await retireLogs({ em: orm.em, author }, months).catch(orRefuse)).map(
          ({ log, until, number }) => `Dropped ${log} until ${until}; entries: ${number}.`,
        )
    console.log(lines.join('\n') || 'Nothing is due.')
  })

function orRefuse(error: Error): never {
  throw error instanceof TablesBusy ? new CommandRefusal(error.message) : error
}
