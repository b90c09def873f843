import { parentPort, workerData } from 'node:worker_threads'
import { isDatabaseUnavailable } from '../../entities/connection/availability.ts'
import { failImports, finishImport } from '../../entities/integration/import-job.ts'
import { connect, longTimeout } from '../../entities/orm.ts'
import { sharedEmails } from '../../entities/people/employees.ts'
import { checkRights } from '../../routers/gate/caller.ts'
import type { AskedImport } from '../../routers/ports/bulk.ts'
import { WireError } from '../../routers/ports/refusals.ts'
import { fileKinds, fileOf } from '../../src/clinic-files.ts'
import { ImportRefused, shownProblems } from '../clinic-files/files/problems.ts'
import { importClinic } from '../clinic-files/import.ts'
import type { ImportReport } from '../clinic-files/plan/import-plan.ts'

// Does one import, and stores its outcome: in its transaction, or after it has failed.

export type ImportTask = AskedImport & { databaseUrl: string; now: Date; timeZone: string }

const { id, files, dry_run, end_assignments, caller, author, databaseUrl, now, timeZone }: ImportTask =
  workerData

let steps = 0

await using orm = connect(databaseUrl, { max: 2, queryTimeout: longTimeout })
try {
  // Buffers arrive as plain arrays of bytes.
  const given = Object.entries(files).map(([kind, bytes]) => [kind, Buffer.from(bytes)])
  await importClinic(orm, Object.fromEntries(given), {
    now,
    timeZone,
    author: { ...author, at: now },
    dryRun: dry_run,
    endAssignments: end_assignments,
    onProgress(done, total) {
      steps = total
      parentPort?.postMessage({ done, total })
    },
    async onDone(em, report) {
      await checkRights(em, caller, { outlives: true })
      const shared_emails = await sharedEmails(em)
      if (!(await finishImport(em, id, { ...outcomeOf(report), shared_emails })))
        throw new Error('The import was given up meanwhile.')
    },
  })
} catch (error) {
  const failure = failureOf(error)
  if (!failure) throw error
  await failImports(orm.em.fork(), [id], failure)
}

function outcomeOf({ files: counts, open_assignments_of_leavers }: ImportReport) {
  const sent = fileKinds.filter((kind) => files[kind] || counts[kind].updated)
  return {
    steps,
    counts: sent.map((kind) => ({ file: fileOf(kind), ...counts[kind] })),
    open_assignments_of_leavers,
  }
}

function failureOf(error: unknown) {
  if (error instanceof ImportRefused)
    return {
      detail: `The files have mistakes. ${error.isCut ? 'The search for them stopped early. ' : ''}Nothing was stored.`,
      errors: error.problems.slice(0, shownProblems),
      error_count: error.problems.length,
    }
  if (error instanceof WireError) return { detail: 'The sender may no longer import. Nothing was stored.' }
  if (isDatabaseUnavailable(error))
    return { detail: 'The database did not answer. Nothing was stored; send the files again.' }
}
