import { type Command, Option } from 'commander'
import { pino } from 'pino'
import { throttleKey } from '../../routers/gate/address.ts'
import { type Scope, scopes } from '../../src/limits.ts'
import { connectRedis } from '../redis.ts'
import { readSettings } from '../settings.ts'
import { Throttles } from '../throttling/throttles.ts'
import { carryOut, Refusal } from './connection.ts'
import { table } from './table.ts'

/** `coverage throttles ...` (D38). */
export function addThrottles(program: Command) {
  const throttles = program.command('throttles').description('show and clear request counts')

  throttles
    .command('list')
    .description('show every open window')
    .addHelpText('after', '\nExample:\n  coverage throttles list')
    .action(() =>
      withThrottles(async (throttles) => {
        const rows = (await throttles.list()).map(({ resets_in_seconds: seconds, ...window }) => {
          const { scope, key, used, limit } = window
          return [scope, key, used, limit, `${seconds} s`]
        })
        console.log(table(['scope', 'key', 'used', 'limit', 'resets in'], rows))
      }),
    )

  throttles
    .command('clear')
    .description('clear all counts, or those of one scope or key')
    .addOption(new Option('--scope <scope>', 'only this scope').choices(scopes))
    .option('--key <key>', 'only this key: a user, a session or an address, as shown by list')
    .addHelpText(
      'after',
      '\nExamples:\n  coverage throttles clear\n  coverage throttles clear --scope login --key 203.0.113.7',
    )
    .action((which: { scope?: Scope; key?: string }) =>
      carryOut('throttles clear', `${which.scope ?? 'all'} ${which.key ?? ''}`.trim(), () =>
        withThrottles(async (throttles) => {
          const key = which.key === undefined ? undefined : throttleKey(which.key)
          console.log(`Cleared ${await throttles.clear({ scope: which.scope, key })} windows.`)
        }),
      ),
    )
}

/** Silent, because the error itself says that Redis is unreachable. */
const log = pino({ level: 'silent' })

async function withThrottles(work: (throttles: Throttles) => Promise<void>) {
  const settings = readSettings(process.env)
  if (!settings.redisUrl)
    throw new Refusal(
      'Without REDIS_URL the service counts requests in its own memory, which this command cannot reach. Restart the service to clear them.',
    )
  const redis = await connectRedis(settings.redisUrl, log)
  try {
    if (redis.status !== 'ready') throw new Refusal('Redis cannot be reached; check REDIS_URL.')
    await work(new Throttles({ rates: settings.throttles, redis, log }))
  } finally {
    redis.disconnect()
  }
}
