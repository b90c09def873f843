import type { Command } from 'commander'
import { sweep } from '../jobs/sweeps.ts'
import { migrateDatabase } from '../stores/database.ts'
import { CommandRefusal, carryOut, keepCommand, log, withStarted } from './connection.ts'

/** `coverage migrate`, `coverage openapi` and `coverage sweep` (D38). */
export function addCommands(program: Command) {
  program
    .command('migrate')
    .description('bring the database and the rights of the role of DATABASE_URL up to date')
    .addHelpText('after', '\nExample:\n  coverage migrate')
    .action(() =>
      withStarted(async ({ url, ownerUrl }, settings) => {
        if (!ownerUrl)
          throw new CommandRefusal('Set DATABASE_ADMIN_URL to the address of the role that owns the tables.')
        const { migrations, warnings } = await migrateDatabase({ url, ownerUrl }, settings, log)
        await keepCommand(url, `migrate ${migrations.join(' ')}`.trim())
        const [outcome = 'The database is up to date.'] = warnings
        console.log(migrations.length ? `Migrated: ${migrations.join(', ')}.` : outcome)
      }),
    )

  program
    .command('openapi')
    .description('print the OpenAPI document of the REST API')
    .option('--planning', 'that of the paths under /planning/')
    .addHelpText('after', '\nExample:\n  coverage openapi > openapi.json')
    .action(async ({ planning }) => {
      const { openApiText } = await import('../openapi/document.ts')
      process.stdout.write(openApiText(planning ? 'openapi-planning.json' : 'openapi.json'))
    })

  program
    .command('sweep')
    .description('expire proposals and tags whose time has passed, as the service does every minute')
    .addHelpText('after', '\nExample:\n  coverage sweep')
    .action(() =>
      carryOut('sweep', '', async ({ orm, settings, author }) => {
        const swept = await sweep(orm, author, settings.timeZone)
        console.log(`Expired ${swept.expired_proposals} proposals and ${swept.expired_tags} tags.`)
      }),
    )
}
