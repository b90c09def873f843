import { sharedEmails } from '../../entities/people/employees.ts'
import { fileKinds } from '../../src/clinic-files.ts'
import { exportClinic } from '../clinic-files/export.ts'
import { byKind } from '../clinic-files/files/columns.ts'
import { readFolder } from '../clinic-files/files/read-folder.ts'
import { importClinic } from '../clinic-files/import.ts'
import type { ImportReport } from '../clinic-files/plan/import-plan.ts'
import type { Command } from './common/command.ts'
import { asJson, CommandRefusal, carryOut, print, type Shown, table } from './common/connection.ts'
import { progress } from './common/progress.ts'

/** `coverage import` and `coverage export` (D38, D39). */
export function addCommands(program: Command) {
  program
    .command('import')
    .description('import a clinic from a folder of CSV files: everything, or nothing if anything is wrong')
    .argument('<dir>', `the folder with any of ${fileKinds.join('.csv, ')}.csv`)
    .option('--end-assignments', 'end the open assignments of employees whom the files terminate')
    .option('--dry-run', 'report all mistakes and count the changes, but store nothing')
    .option(...asJson)
    .examples('coverage import clinics/north --dry-run', 'coverage import staff --end-assignments')
    .action(importFolder)

  program
    .command('export')
    .description('export the clinic to a folder, as the CSV files that import reads')
    .argument('<dir>', 'the folder, created if necessary; files of the same names are replaced')
    .option(...asJson)
    .examples('coverage export backup/north')
    .action((dir: string, shown: Shown) =>
      carryOut('export', dir, async ({ orm, record }) => {
        const bar = progress('exporting')
        const options = { onProgress: bar.update, before: record }
        const rows = await exportClinic(orm, dir, options)
          .catch((error: NodeJS.ErrnoException) => {
            if (!error.path) throw error
            throw new CommandRefusal(`The folder ${dir} cannot be written to: ${error.message}.`, {
              cause: error,
            })
          })
          .finally(bar.stop)
        print(shown, rows, () => `Exported ${enumerated(rows)} to ${dir}.`)
      }),
    )
}

const adviceForLeavers =
  'With --end-assignments an import ends those that assignments.csv does not keep open.'

type ImportFlags = Shown & { dryRun?: boolean; endAssignments?: boolean }

function importFolder(dir: string, { dryRun = false, endAssignments = false, ...shown }: ImportFlags) {
  const details = [dir, endAssignments && '--end-assignments', dryRun && '--dry-run']
    .filter(Boolean)
    .join(' ')
  return carryOut('import', details, async ({ orm, settings: { timeZone }, author }) => {
    const files = await readFolder(dir)
    const bar = progress('importing')
    const options = { now: author.at, timeZone, author, dryRun, endAssignments, onProgress: bar.update }
    const report = await importClinic(orm, files, options).finally(bar.stop)
    print(shown, report, () => summary(report, dryRun))
    for (const { email, employee_numbers: numbers } of await sharedEmails(orm.em.fork()))
      console.warn(
        `Warning: employees ${numbers.join(', ')} share ${email}: its user sees the data of them all.`,
      )
  })
}

const titled = (kind: string) => kind.replace('_', ' ')

const enumerated = (rows: Record<string, number>) =>
  fileKinds.map((kind) => `${rows[kind]} ${titled(kind)}`).join(', ')

function summary(
  { files: report, open_assignments_of_leavers: open }: ImportReport,
  isDryRun: boolean,
): string {
  const read = byKind((kind) => Object.values(report[kind]).reduce((sum, count) => sum + count, 0))
  const changed = Object.values(report).reduce((sum, { inserted, updated }) => sum + inserted + updated, 0)
  const columns = ['inserted', 'updated', 'unchanged'] as const
  const rows = fileKinds.map((kind) => [titled(kind), ...columns.map((column) => report[kind][column])])
  const outcome = isDryRun
    ? `Dry run: ${changed} rows would be inserted or updated; nothing was stored.`
    : `${changed || 'No'} rows were inserted or updated.`
  const kept = open ? `\nTerminated employees keep ${open} open assignments. ${adviceForLeavers}` : ''
  return `${table(['', ...columns], rows)}\nRead ${enumerated(read)}.\n${outcome}${kept}`
}
