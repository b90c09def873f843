import type { Audit } from '../../entities/audit.ts'
import type { Em, Orm } from '../../entities/orm.ts'
import { transaction } from '../../entities/transaction.ts'
import { calendarIn } from '../../src/calendar.ts'
import { planAssignments } from './assignments.ts'
import {
  checkRetired,
  clinicCap,
  planOrgUnits,
  planPositions,
  planPositionTags,
  planTags,
} from './catalogue.ts'
import { planEmployees, planEmployeeTags } from './people.ts'
import { Problems } from './problems.ts'
import { readFolder } from './read-folder.ts'
import { loadStored } from './stored.ts'
import { emptyReport, type Report, Waves, type Work } from './work.ts'

/** Acts between two flushes. */
const flushSize = 5000

export type ImportOptions = {
  now: Date
  timeZone: string
  /** Finds everything that is wrong and counts what would change, and stores nothing. */
  dryRun?: boolean
  /** Told after each flush how many of so many acts are done. */
  onProgress?: (done: number, total: number) => void
}

/**
 * Brings the database to what a folder of CSV files says, in one transaction (D39); returns what that changed, by file.
 * Throws ImportRefused, with everything that is wrong, when it stores nothing.
 */
export async function importClinic(orm: Orm, folder: string, options: ImportOptions): Promise<Report> {
  const { now, timeZone, dryRun = false } = options
  const by: Audit = { actor: null, at: now, today: calendarIn(timeZone)(now), reason: 'import' }
  const problems = new Problems()
  const read = await readFolder(folder, problems)
  return transaction(orm.em.fork(), async (em) => {
    const stored = await loadStored(em, read)
    const work: Work = { em, folder: read, stored, problems, waves: new Waves(), report: emptyReport(), by }
    plan(work)
    problems.refuse()
    if (!dryRun) await carryOut(em, work.waves, options)
    return work.report
  })
}

function plan(work: Work) {
  const units = planOrgUnits(work)
  const tags = planTags(work)
  const employees = planEmployees(work)
  const positions = planPositions(work, units)
  planEmployeeTags(work, employees, tags)
  planPositionTags(work, positions, tags)
  planAssignments(work, employees, positions, clinicCap(units))
  checkRetired(work, units, positions)
}

async function carryOut(em: Em, { all }: Waves, { onProgress }: ImportOptions) {
  const total = all.reduce((sum, wave) => sum + wave.length, 0)
  let done = 0
  for (const wave of all)
    for (let start = 0; start < wave.length; start += flushSize) {
      const acts = wave.slice(start, start + flushSize)
      for (const act of acts) act()
      await em.flush()
      done += acts.length
      onProgress?.(done, total)
    }
}
