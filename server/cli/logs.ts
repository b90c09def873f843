import type { Command } from 'commander'
import type { Orm } from '../../entities/connection/em.ts'
import { TablesBusy } from '../../entities/connection/short-locks.ts'
import { partitionedLogs, partitionLog } from '../../entities/logs/partitions.ts'
import { planRetirement, type Retention, retireLogs } from '../../entities/logs/retention.ts'
import { sealedLogs } from '../../entities/logs/seals.ts'
import type { Author } from '../../src/logs/audit.ts'
import type { Settings } from '../settings/settings.ts'
import { asOwner, CommandRefusal, commandLine } from './connection.ts'

/** The statement timeout in milliseconds: building an index on a large log takes a while. */
const queryTimeout = 12 * 60 * 60_000

const nothingDue = 'Nothing is due.'

type DryRunOption = { dryRun?: true }
type Given = { orm: Orm; author: Author; settings: Settings; dryRun?: true }

/** `coverage logs ...`. */
export function addCommands(program: Command) {
  const logs = program.command('logs').description('partition the logs by month, and drop old months')
  const owners = `Needs the owner of the tables: set DATABASE_ADMIN_URL. The service may keep running.`

  logs
    .command('partition')
    .description('partition the logs by month, once')
    .option('--dry-run', 'only say what would be done')
    .addHelpText(
      'after',
      `
The present table of each log becomes its first partition. ${owners}

Examples:
  coverage logs partition --dry-run
  coverage logs partition`,
    )
    .action((options: DryRunOption) => changeLogs('logs partition', options, partitionAll))

  logs
    .command('retire')
    .description('create the partitions of the next months, and drop those older than LOG_RETENTION_MONTHS')
    .option('--dry-run', 'only say what would be done')
    .addHelpText(
      'after',
      `
Run it daily. Without LOG_RETENTION_MONTHS it drops nothing. Dropped entries are gone: run "coverage audit verify"
and make a backup first. ${owners}

Examples:
  coverage logs retire --dry-run
  LOG_RETENTION_MONTHS=24 coverage logs retire`,
    )
    .action((options: DryRunOption) => changeLogs('logs retire', options, retireAll))
}

const changeLogs = (command: string, { dryRun }: DryRunOption, work: (given: Given) => Promise<void>) =>
  asOwner(command, { queryTimeout, dryRun }, (orm, settings) =>
    work({ orm, author: commandLine(), settings, dryRun }).catch((error) => {
      throw error instanceof TablesBusy ? new CommandRefusal(error.message) : error
    }),
  )

async function partitionAll({ orm, author, settings: { timeZone }, dryRun }: Given) {
  const partitioned = await partitionedLogs(orm.em.fork())
  for (const log of sealedLogs) {
    if (partitioned.includes(log)) console.log(`${log} is partitioned already.`)
    else if (dryRun) console.log(`${log} would be partitioned.`)
    else {
      console.log(`Partitioning ${log} ...`)
      const end = await partitionLog({ em: orm.em, author }, log, timeZone)
      console.log(`${log} is partitioned; its first partition ends at ${end}.`)
    }
  }
  if (!dryRun)
    await runRetirement({ orm, author, retention: { at: author.at, zone: timeZone, months: undefined } })
}

async function retireAll({ orm, author, settings, dryRun }: Given) {
  const partitioned = await partitionedLogs(orm.em.fork())
  if (!partitioned.length)
    throw new CommandRefusal('The logs are not partitioned. Run "coverage logs partition" first.')
  const { timeZone: zone, logRetentionMonths: months } = settings
  const retention = { at: author.at, zone, months }
  if (months === undefined) console.log('LOG_RETENTION_MONTHS is not set: no entry is dropped.')
  if (!dryRun) return runRetirement({ orm, author, retention })
  const plan = await planRetirement(orm.em.fork(), retention)
  for (const { name } of plan.months) console.log(`${name} would be created.`)
  for (const { name, until } of plan.expired) console.log(`${name} would be dropped: entries until ${until}.`)
  if (!plan.months.length && !plan.expired.length) console.log(nothingDue)
}

async function runRetirement({ orm, author, retention }: { orm: Orm; author: Author; retention: Retention }) {
  let steps = 0
  const say = (sentence: string) => {
    steps += 1
    console.log(sentence)
  }
  await retireLogs({ em: orm.em, author }, retention, {
    made: ({ name, starts, ends }) => say(`Created ${name}: from ${starts} to ${ends}.`),
    retired: ({ log, until, number }) => say(`Dropped ${log} until ${until}; entries: ${number}.`),
  })
  if (!steps) console.log(nothingDue)
}
