import { SingleBar } from 'cli-progress'
import type { Command } from 'commander'
import { readRetired, sealedLogs, verifyLogs } from '../../entities/logs/seals.ts'
import { CommandRefusal, withDatabase } from './connection.ts'

/** The maximum number of problems printed. */
const mostShown = 50

/** `coverage audit ...` (D47). */
export function addCommands(program: Command) {
  program
    .command('audit')
    .description('examine the logs')
    .command('verify')
    .description('check that no log entries were changed, removed or inserted')
    .addHelpText(
      'after',
      '\nPrints a line for each such entry and exits with 1 if there is one.\n\nExample:\n  coverage audit verify',
    )
    .action(verify)
}

const verify = () =>
  withDatabase(async (orm) => {
    const bar = new SingleBar({ format: 'verifying [{bar}] {percentage}% | {value} of {total}' })
    const problems: string[] = []
    let found = 0
    let verified = 0
    const report = (total: number) => {
      if (process.stderr.isTTY && total) bar.start(total, 0)
      return {
        problem: (sentence: string) => ++found <= mostShown && problems.push(sentence),
        progress(entries: number) {
          verified += entries
          if (bar.isActive) bar.update(verified)
        },
      }
    }
    await verifyLogs(orm, report).finally(() => bar.stop())
    let retired = 0
    for (const { log, until, number, at, by } of await readRetired(orm.em.fork())) {
      console.log(`${log}: retired until ${until}, on ${at} by ${by}; entries: ${number}.`)
      retired += number
    }
    if (found > mostShown) problems.push(`And ${found - mostShown} more.`)
    if (found) throw new CommandRefusal(['The logs are not as they were written:', ...problems].join('\n'))
    console.log(
      `All ${verified - retired} entries of the ${sealedLogs.length} logs are as they were written; none is missing.`,
    )
  })
