import { type Command, Option } from 'commander'
import { pino } from 'pino'
import { migrate } from '../../entities/migrate.ts'
import { type Scope, scopes } from '../../src/limits.ts'
import { startDatabase } from '../database.ts'
import { openApiDocument } from '../openapi/document.ts'
import { connectRedis } from '../redis.ts'
import { readSettings } from '../settings.ts'
import { sweep } from '../sweeps.ts'
import { createThrottles } from '../throttling/throttles.ts'
import { Refusal, withDatabase, withStarted } from './connection.ts'
import { table } from './table.ts'

/** `coverage migrate`, `coverage openapi`, `coverage sweep` and `coverage throttles ...` (D38). */
export function addMaintenance(program: Command) {
  program
    .command('migrate')
    .description('bring the database up to date, as the service does when it starts')
    .addHelpText('after', '\nExample:\n  coverage migrate')
    .action(() =>
      withStarted(startDatabase, async (_settings, url) => {
        const names = await migrate(url)
        console.log(names.length ? `Migrated: ${names.join(', ')}.` : 'The database is up to date.')
      }),
    )

  program
    .command('openapi')
    .description('print the OpenAPI document of the REST interface')
    .addHelpText('after', '\nExample:\n  coverage openapi > openapi.json')
    .action(() => console.log(JSON.stringify(openApiDocument(), null, 2)))

  program
    .command('sweep')
    .description('end the proposals and tags whose time has passed, as the service does every minute')
    .addHelpText('after', '\nExample:\n  coverage sweep')
    .action(() =>
      withDatabase(async ({ orm, settings }) => {
        const swept = await sweep(orm, new Date(), settings.timeZone)
        console.log(`Expired ${swept.expired_proposals} proposals and ${swept.expired_tags} tags.`)
      }),
    )

  const throttles = program
    .command('throttles')
    .description('look at and forget what was counted of requests')

  throttles
    .command('list')
    .description('show every open window')
    .addHelpText('after', '\nExample:\n  coverage throttles list')
    .action(() =>
      withThrottles(async (throttles) => {
        const rows = (await throttles.list()).map(({ scope, key, used, limit, resets_in_seconds }) => [
          scope,
          key,
          used,
          limit,
          `${resets_in_seconds} s`,
        ])
        console.log(table(['scope', 'key', 'used', 'limit', 'resets in'], rows))
      }),
    )

  throttles
    .command('clear')
    .description('forget what was counted, all of it or that of a scope or a key')
    .addOption(new Option('--scope <scope>', 'only this scope').choices(scopes))
    .option('--key <key>', 'only this key: a user, a session or an address, as list shows it')
    .addHelpText(
      'after',
      '\nExamples:\n  coverage throttles clear\n  coverage throttles clear --scope login --key 203.0.113.7',
    )
    .action((which: { scope?: Scope; key?: string }) =>
      withThrottles(async (throttles) => console.log(`Cleared ${await throttles.clear(which)} windows.`)),
    )
}

/** Redis out of reach is told once, by the refusal. */
const log = pino({ level: 'silent' })

async function withThrottles(work: (throttles: ReturnType<typeof createThrottles>) => Promise<void>) {
  const settings = readSettings(process.env)
  if (!settings.redisUrl)
    throw new Refusal(
      'Without REDIS_URL each service counts requests in its own memory, out of reach from here. Restart it to clear them.',
    )
  const redis = await connectRedis(settings.redisUrl, log)
  try {
    if (redis.status !== 'ready') throw new Refusal('Redis cannot be reached; check REDIS_URL.')
    await work(createThrottles({ rates: settings.throttles, redis, log }))
  } finally {
    redis.disconnect()
  }
}
