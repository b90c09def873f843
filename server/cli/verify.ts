import type { Command } from 'commander'
import { ownsTables } from '../../entities/grants.ts'
import { findDifferences, recompute } from '../../entities/kept.ts'
import { migrate } from '../../entities/migrate.ts'
import { connect, type Em } from '../../entities/orm.ts'
import { startDatabase } from '../database.ts'
import { keepCommand, Refusal, withDatabase, withStarted } from './connection.ts'

/** The most differences that are printed. */
const mostShown = 50
/** Milliseconds that one statement may take. */
const queryTimeout = 10 * 60_000

/** `coverage verify` (D50). */
export function addVerify(program: Command) {
  program
    .command('verify')
    .description('check the kept totals of positions and units and the kept numbers of rows')
    .option('--repair', 'compute them anew; requests that change data wait meanwhile')
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
    .map(({ what, of, kept, real }) => `${of}: ${what}: kept ${kept}, real ${real}`)
  if (differences.length > mostShown) lines.push(`And ${differences.length - mostShown} more.`)
  if (lines.length) throw new Refusal(['What is kept differs from the rows:', ...lines].join('\n'))
  console.log('All kept totals and numbers match the rows.')
}

const repairAll = () =>
  withStarted(startDatabase, async ({ url, ownerUrl = url }) => {
    const orm = connect(ownerUrl, { max: 2, queryTimeout })
    try {
      if (!(await ownsTables(orm.em.fork())))
        throw new Refusal('Set DATABASE_ADMIN_URL to the address of the role that owns the tables.')
      await migrate(ownerUrl, url)
      await orm.em.fork().transactional((em) => recompute(em as Em))
      await keepCommand(url, 'verify --repair')
      await verify(orm)
    } finally {
      await orm.close()
    }
  })
