import { type Audit, type Author, theService } from '../../entities/audit.ts'
import type { Em, Orm } from '../../entities/orm.ts'
import { transaction } from '../../entities/transaction.ts'
import { calendarIn } from '../../src/calendar.ts'
import { planAssignments } from './assignments.ts'
import { planEmployeeTags } from './employee-tags.ts'
import { planEmployees } from './employees.ts'
import { checkRetiredUnits, clinicCap, planOrgUnits } from './org-units.ts'
import { ImportPlan, type Report, type Waves } from './plan.ts'
import { checkRetiredPositions, planPositions, planPositionTags } from './positions.ts'
import { Problems } from './problems.ts'
import { readFolder } from './read-folder.ts'
import { loadStored, namedIn } from './stored.ts'
import { planTags } from './tags.ts'

/** Steps between two flushes. */
const flushSize = 1000

export type ImportOptions = {
  now: Date
  timeZone: string
  /** The service itself unless given. */
  author?: Author
  /** Finds all mistakes and counts what would change, but stores nothing. */
  dryRun?: boolean
  /** Called after each flush with the number of steps done and the total. */
  onProgress?: (done: number, total: number) => void
}

/**
 * Brings the database to what a folder of CSV files says, in one transaction (D39). Returns what changed, by file.
 * Throws ImportRefused with all mistakes, and then stores nothing.
 */
export async function importClinic(orm: Orm, folder: string, options: ImportOptions): Promise<Report> {
  const { now, timeZone, author = theService(now), dryRun = false } = options
  const by: Audit = { actor: null, at: now, today: calendarIn(timeZone)(now), reason: 'import' }
  const problems = new Problems()
  const read = await readFolder(folder, problems)
  return transaction({ em: orm.em, author }, async (em) => {
    const stored = await loadStored(em, namedIn(read))
    const plan = new ImportPlan({ em, folder: read, stored, problems, by })
    planClinic(plan)
    problems.refuse()
    if (!dryRun) await carryOut(em, plan.waves, options)
    return plan.report
  })
}

/** Plans every file, and returns the clinic as it will be. */
export function planClinic(plan: ImportPlan) {
  const units = planOrgUnits(plan)
  const tags = planTags(plan)
  const employees = planEmployees(plan)
  const positions = planPositions(plan, units)
  const cap = clinicCap(units)
  planEmployeeTags(plan, employees, tags)
  planPositionTags(plan, positions, tags)
  planAssignments(plan, { employees, positions, cap })
  checkRetiredUnits(plan, units, positions)
  checkRetiredPositions(plan, positions)
  return { employees, positions, cap }
}

/** A flush compares every entity that the entity manager knows, so it knows only those of these steps. */
async function carryOut(em: Em, { all }: Waves, { onProgress }: ImportOptions) {
  const total = all.reduce((sum, wave) => sum + wave.length, 0)
  let done = 0
  em.clear()
  for (const wave of all)
    while (wave.length) {
      // Taken from the wave, so that entities which no other step needs do not stay in memory.
      const steps = wave.splice(0, flushSize)
      for (const { entity, change } of steps) {
        change?.()
        em.persist(entity())
      }
      await em.flush()
      em.clear()
      done += steps.length
      onProgress?.(done, total)
    }
}
