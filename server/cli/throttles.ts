import { Option } from 'commander'
import { pino } from 'pino'
import { meantKeys } from '../../routers/console/throttles/typed-key.ts'
import type { ThrottledKey } from '../../routers/ports/throttles.ts'
import { type Scope, scopes } from '../../src/accounts/limits.ts'
import { readSettings } from '../settings/settings.ts'
import { connectRedis } from '../stores/redis-client.ts'
import { Throttles } from '../throttling/throttles.ts'
import type { Command } from './common/command.ts'
import { asJson, CommandRefusal, carryOut, print, type Shown, table } from './common/connection.ts'

type Which = Shown & { scope?: Scope; key?: string; overrides?: true }

/** `coverage throttles ...` (D38). */
export function addCommands(program: Command) {
  const throttles = program
    .command('throttles')
    .description('show and clear request counts, and the blocks and limits that operators set')
  const ofScope = () => new Option('--scope <scope>', 'only this scope').choices(scopes)

  throttles
    .command('list')
    .description('show every key that is counted, blocked or limited')
    .addOption(ofScope())
    .option('--overrides', 'only keys that an operator blocked or limited')
    .option(...asJson)
    .examples('coverage throttles list', 'coverage throttles list --scope login --overrides')
    .action((which: Which) => withThrottles((throttles) => list(throttles, which)))

  throttles
    .command('clear')
    .description('clear request counts; of a single key, also its block and its limit')
    .addOption(ofScope())
    .option('--key <key>', 'only this key: an email, an address, or a key as shown by list')
    .option('--overrides', 'without --key: also end the blocks and limits that operators set')
    .addHelpText('after', '\nWithout --key, blocks and limits stay unless --overrides is given.')
    .examples(
      'coverage throttles clear',
      'coverage throttles clear --scope login --key 203.0.113.7',
      'coverage throttles clear --key ada@clinic.example',
      'coverage throttles clear --scope user --overrides',
    )
    .action((which: Which) =>
      carryOut('throttles clear', argumentsOf(which), ({ orm }) =>
        withThrottles(async (throttles) => {
          const keys = which.key === undefined ? undefined : await meantKeys(orm.em.fork(), which.key)
          console.log(await clear(throttles, which, keys))
        }),
      ),
    )
}

/** What the security log records about the command. */
const argumentsOf = ({ scope, key, overrides }: Which) =>
  [scope ?? 'all', key, overrides && '--overrides'].filter(Boolean).join(' ')

const isOverridden = ({ limit_ends_in, block_ends_in }: ThrottledKey) =>
  (limit_ends_in ?? block_ends_in) !== null

async function list(throttles: Throttles, { scope, overrides, json }: Which) {
  const { found } = await throttles.keys({ scope })
  const keys = found.filter((key) => !overrides || isOverridden(key))
  const rows = keys.map(({ limit_ends_in, block_ends_in, window_ends_in, ...of }) => {
    const state = [
      block_ends_in !== null && `blocked for ${span(block_ends_in)}`,
      limit_ends_in !== null && `limited for ${span(limit_ends_in)}`,
    ]
    const resets = window_ends_in === null ? '' : span(window_ends_in)
    return [of.scope, of.key, of.used, of.limit, resets, state.filter(Boolean).join(', ')]
  })
  const none = overrides ? 'No key is blocked or limited.' : 'No key is counted, blocked or limited.'
  const head = ['scope', 'key', 'used', 'limit', 'resets in', 'set by operators']
  print({ json }, keys.map(asInstants), () => (rows.length ? table(head, rows) : none))
}

/** The key with the names and instants that the console has. */
function asInstants({ window_ends_in, limit_ends_in, block_ends_in, ...of }: ThrottledKey) {
  const instant = (left: number | null) => (left === null ? null : new Date(Date.now() + left).toISOString())
  return {
    ...of,
    resets_at: instant(window_ends_in),
    limit_until: instant(limit_ends_in),
    blocked_until: instant(block_ends_in),
  }
}

const span = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`

async function clear(throttles: Throttles, { scope, key, overrides }: Which, keys: string[] | undefined) {
  const { found } = await throttles.keys({ scope })
  const overridden = found.filter((each) => isOverridden(each) && (!keys || keys.includes(each.key)))
  const lifts = keys || overrides ? overridden : []
  let lifted = 0
  for (const each of lifts) if (await throttles.lift(each)) lifted++
  // A window may be in no list, if its process was killed; only its key finds it.
  const cleared = await Promise.all(
    (keys ?? [undefined]).map((each) => throttles.clear({ scope, key: each })),
  )
  const windows = cleared.reduce((sum, count) => sum + count, 0)
  if (keys && windows + lifted === 0)
    throw new CommandRefusal(
      `Nothing is counted, blocked or limited under ${key}. See: coverage throttles list`,
    )
  return [
    `Cleared ${counted(windows, 'window')}.`,
    lifts.length > 0 && `Ended the block or limit of ${counted(lifted, 'key')}.`,
    overridden.length > lifts.length &&
      `Still blocked or limited: ${counted(overridden.length, 'key')}; add --overrides to end that, too.`,
  ]
    .filter(Boolean)
    .join('\n')
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Silent, because the error itself says that Redis is unreachable. */
const log = pino({ level: 'silent' })

async function withThrottles(work: (throttles: Throttles) => Promise<void>) {
  const settings = readSettings(process.env)
  if (!settings.redisUrl)
    throw new CommandRefusal(
      'Without REDIS_URL the service counts requests in its own memory, which this command cannot reach. Use the Throttles page of the console; a restart of the service clears everything.',
    )
  const redis = await connectRedis(settings.redisUrl, log)
  try {
    if (redis.status !== 'ready')
      throw new CommandRefusal(
        'Redis cannot be reached; check REDIS_URL. Until it is back, each process counts on its own, without blocks and limits.',
      )
    await work(new Throttles({ rates: settings.throttles, redis, log }))
  } finally {
    redis.disconnect()
  }
}
