import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Argument } from 'commander'
import { findDifferences, recompute } from '../../entities/schema/totals.ts'
import { sweep } from '../jobs/sweeps.ts'
import { shownSettings } from '../ops-port/system/shown-settings.ts'
import { readSettings } from '../settings/settings.ts'
import { migrateDatabase } from '../stores/database.ts'
import type { Command } from './common/command.ts'
import {
  asJson,
  asOwner,
  CommandRefusal,
  carryOut,
  keepCommand,
  listed,
  log,
  print,
  type Shown,
  table,
  withDatabase,
  withStarted,
} from './common/connection.ts'
import { completionFor, type Shell, shells } from './completion/completion.ts'

/** `coverage migrate`, `coverage openapi`, `coverage settings`, `coverage sweep` (D38) and `coverage verify` (D50). */
export function addCommands(program: Command) {
  addSettings(program)
  addVerify(program)
  addCompletion(program)
  program
    .command('migrate')
    .description('bring the database and the rights of the role of DATABASE_URL up to date')
    .option(...asJson)
    .examples('coverage migrate')
    .action((shown: Shown) =>
      withStarted(async ({ url, ownerUrl }, settings) => {
        if (!ownerUrl)
          throw new CommandRefusal('Set DATABASE_ADMIN_URL to the address of the role that owns the tables.')
        const { migrations, warnings } = await migrateDatabase({ url, ownerUrl }, settings, log)
        await keepCommand(url, `migrate ${migrations.join(' ')}`.trim())
        const [outcome = 'The database is up to date.'] = warnings
        print(shown, { migrations, warnings }, () =>
          migrations.length ? `Migrated: ${migrations.join(', ')}.` : outcome,
        )
      }),
    )

  program
    .command('openapi')
    .description('print the OpenAPI document of the REST API')
    .option('--planning', 'that of the paths under /planning/')
    .option('--integration', 'that of the paths under /integration/')
    .examples('coverage openapi > openapi.json')
    .action(printDocument)

  program
    .command('sweep')
    .description('expire proposals and tags whose time has passed, as the service does every minute')
    .option(...asJson)
    .examples('coverage sweep')
    .action((shown: Shown) =>
      carryOut('sweep', '', async ({ orm, settings, author }) => {
        const swept = await sweep(orm, author, settings.timeZone)
        const { expired_proposals: proposals, expired_tags: tags } = swept
        print(shown, swept, () => `Expired ${proposals} proposals and ${tags} tags.`)
      }),
    )
}

function addCompletion(program: Command) {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .examples(
      'source <(coverage completion bash)',
      'source <(coverage completion zsh)',
      'coverage completion fish | source',
    )
    .action((shell: Shell) => console.log(completionFor(program, shell)))
}

function addVerify(program: Command) {
  program
    .command('verify')
    .description('check the stored totals of positions and units and the stored numbers of rows')
    .option('--repair', 'recompute them; requests that change data wait meanwhile')
    .option(...asJson)
    .addHelpText(
      'after',
      `
Prints a line for each value that differs from the rows, and exits with 1 if there is one.
Repairing needs the owner of the tables: set DATABASE_ADMIN_URL.`,
    )
    .examples('coverage verify', 'coverage verify --repair')
    .action(({ repair, ...shown }: Shown & { repair?: true }) => (repair ? repairAll : verify)(shown))
}

function addSettings(program: Command) {
  program
    .command('settings')
    .description('print the settings in force and where each comes from, without secrets')
    .option(...asJson)
    .examples('coverage settings')
    .action(printSettings)
}

async function printDocument({ planning, integration }: { planning?: true; integration?: true }) {
  const part = planning ? '-planning' : integration ? '-integration' : ''
  const file = join(import.meta.dirname, '..', '..', `openapi${part}.json`)
  process.stdout.write(await readFile(file, 'utf8'))
}

function printSettings(shown: Shown) {
  readSettings(process.env)
  const settings = shownSettings(process.env)
  const rows = settings.map(({ name, value, source, is_secret }) => {
    const isHidden = is_secret && source !== 'default'
    return [name, isHidden ? '(hidden)' : (value ?? ''), source]
  })
  print(shown, settings, () => table(['setting', 'value', 'from'], rows))
}

const verify = (shown: Shown) =>
  withDatabase(async (orm) => {
    const differences = await findDifferences(orm)
    const lines = differences.map(
      ({ what, of, stored, real }) => `${of}: ${what}: stored ${stored}, real ${real}`,
    )
    if (shown.json || !lines.length)
      print(shown, differences, () => 'All stored totals and numbers match the rows.')
    if (lines.length) throw new CommandRefusal(listed('Stored totals differ from the rows:', lines))
  })

async function repairAll(shown: Shown) {
  await asOwner('verify --repair', {}, (orm) => orm.em.fork().transactional(recompute))
  await verify(shown)
}
