import type { Command } from 'commander'
import { findDifferences, recompute } from '../../entities/schema/totals.ts'
import { asOwner, CommandRefusal, withDatabase } from './connection.ts'

/** The maximum number of differences printed. */
const mostShown = 50
/** The statement timeout in milliseconds. */
const queryTimeout = 10 * 60_000

/** `coverage verify` (D50). */
export function addCommands(program: Command) {
  program
    .command('verify')
    .description('check the stored totals of positions and units and the stored numbers of rows')
    .option('--repair', 'recompute them; requests that change data wait meanwhile')
    .addHelpText(
      'after',
      `
Prints a line for each value that differs from the rows, and exits with 1 if there is one.
Repairing needs the owner of the tables: set DATABASE_ADMIN_URL.

Examples:
  coverage verify
  coverage verify --repair`,
    )
    .action(({ repair }: { repair?: true }) => (repair ? repairAll() : withDatabase(verify)))
}

async function verify(orm: Parameters<typeof findDifferences>[0]) {
  const differences = await findDifferences(orm)
  const lines = differences
    .slice(0, mostShown)
    .map(({ what, of, stored, real }) => `${of}: ${what}: stored ${stored}, real ${real}`)
  if (differences.length > mostShown) lines.push(`And ${differences.length - mostShown} more.`)
  if (lines.length) throw new CommandRefusal(['Stored totals differ from the rows:', ...lines].join('\n'))
  console.log('All stored totals and numbers match the rows.')
}

async function repairAll() {
  await asOwner('verify --repair', { queryTimeout }, (orm) =>
    orm.em.fork().transactional((em) => recompute(em)),
  )
  await withDatabase(verify)
}
