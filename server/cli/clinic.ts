import { SingleBar } from 'cli-progress'
import type { Command } from 'commander'
import { kinds } from '../clinic-files/columns.ts'
import { exportClinic } from '../clinic-files/export.ts'
import { importClinic } from '../clinic-files/import.ts'
import type { Report } from '../clinic-files/plan.ts'
import { withDatabase } from './connection.ts'
import { table } from './table.ts'

/** `coverage import` and `coverage export` (D38, D39). */
export function addClinic(program: Command) {
  program
    .command('import')
    .description('bring the database to what a folder of CSV files says, all or nothing')
    .argument('<dir>', `the folder of ${kinds.join('.csv, ')}.csv`)
    .option('--dry-run', 'find all that is wrong and count what would change; store nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  coverage import clinics/north --dry-run\n  coverage import clinics/north',
    )
    .action((dir: string, { dryRun }: { dryRun?: true }) =>
      withDatabase(async ({ orm, settings }) => {
        const bar = new SingleBar({ format: 'importing [{bar}] {percentage}% | {value} of {total}' })
        const onProgress = (done: number, total: number) => {
          if (!process.stderr.isTTY) return
          if (!bar.isActive) bar.start(total, done)
          else bar.update(done)
        }
        const options = { now: new Date(), timeZone: settings.timeZone, dryRun, onProgress }
        const report = await importClinic(orm, dir, options).finally(() => bar.stop())
        console.log(summary(report, !!dryRun))
      }),
    )

  program
    .command('export')
    .description('write the clinic as the CSV files that import reads')
    .argument('<dir>', 'the folder to write, made if need be; files of these names are replaced')
    .addHelpText('after', '\nExample:\n  coverage export backup/north')
    .action((dir: string) =>
      withDatabase(async ({ orm }) => {
        const rows = await exportClinic(orm, dir)
        console.log(`Exported ${enumerated(rows)} to ${dir}.`)
      }),
    )
}

const titled = (kind: string) => kind.replace('_', ' ')

const enumerated = (rows: Record<string, number>) =>
  kinds.map((kind) => `${rows[kind]} ${titled(kind)}`).join(', ')

function summary(report: Report, isDryRun: boolean): string {
  const rows = kinds.map((kind) => {
    const { inserted, updated, unchanged } = report[kind]
    return { kind, inserted, updated, unchanged, total: inserted + updated + unchanged }
  })
  const drawn = table(
    ['', 'inserted', 'updated', 'unchanged'],
    rows.map(({ kind, inserted, updated, unchanged }) => [titled(kind), inserted, updated, unchanged]),
  )
  const totals = Object.fromEntries(rows.map(({ kind, total }) => [kind, total]))
  const changed = rows.reduce((sum, { inserted, updated }) => sum + inserted + updated, 0)
  const outcome = isDryRun
    ? `A dry run: nothing was stored; ${changed} rows would be inserted or updated.`
    : `${changed || 'No'} rows were inserted or updated.`
  return `${drawn}\nRead ${enumerated(totals)}.\n${outcome}`
}
