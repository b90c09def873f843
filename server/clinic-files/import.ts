import type { EntityName } from '@mikro-orm/core'
import type { Em, Orm } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { calendarIn } from '../../src/calendar.ts'
import type { FileBytes } from '../../src/clinic-files.ts'
import { type Audit, type Author, theService } from '../../src/logs/audit.ts'
import { parseFiles } from './files/parse-files.ts'
import { ImportProblems } from './files/problems.ts'
import {
  type ImportPlan,
  type ImportReport,
  type ImportStep,
  importPlan,
  type Stages,
  type Target,
} from './plan/import-plan.ts'
import { loadStored, namedIn, waitForTurn } from './plan/stored.ts'
import { planAssignments } from './tables/assignments.ts'
import { planEmployeeTags } from './tables/employee-tags.ts'
import { planEmployees } from './tables/employees.ts'
import { checkRetiredUnits, clinicCap, planOrgUnits } from './tables/org-units.ts'
import { checkRetiredPositions, planPositions, planPositionTags } from './tables/positions.ts'
import { planTags } from './tables/tags.ts'

/** How many tracks are stored together; only their entities are in memory. */
const tracksAtOnce = 500

export type ImportOptions = {
  now: Date
  timeZone: string
  /** The service itself by default. */
  author?: Author
  /** Ends the open assignments of employees whom the files terminate. */
  endAssignments?: boolean
  /** Finds all mistakes and counts what would change, but stores nothing. */
  dryRun?: boolean
  /** Called after each flush with the number of steps done and the total. */
  onProgress?: (done: number, total: number) => void
  /** Called in the transaction, once everything is stored. */
  onDone?: (em: Em, report: ImportReport) => Promise<void>
}

/**
 * Makes the database match CSV files, in one transaction (D39). Returns what changed, by file. Throws ImportRefused with
 * all mistakes, and then stores nothing.
 */
export async function importClinic(
  orm: Orm,
  files: FileBytes,
  options: ImportOptions,
): Promise<ImportReport> {
  const { now, timeZone, author = theService(now), dryRun = false } = options
  const by: Audit = { actor: author.actor, at: now, today: calendarIn(timeZone)(now), reason: 'import' }
  return transaction({ em: orm.em, author }, async (em) => {
    await waitForTurn(em)
    const { stages, report } = await planFiles(em, files, { by, endAssignments: options.endAssignments })
    if (!dryRun) await carryOut(em, stages, options)
    await options.onDone?.(em, report)
    return report
  })
}

type HowToPlan = Pick<Parameters<typeof importPlan>[0], 'by' | 'endAssignments'>

/** The stages and the report of a valid plan; the rows read need not stay in memory. */
async function planFiles(em: Em, files: FileBytes, how: HowToPlan) {
  const problems = new ImportProblems()
  const folder = parseFiles(files, problems)
  const plan = importPlan({ folder, stored: await loadStored(em, namedIn(folder)), problems, ...how })
  planClinic(plan)
  problems.refuse()
  const { stages, report } = plan
  return { stages, report }
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

async function carryOut(em: Em, stages: Stages, { onProgress }: ImportOptions) {
  const all = Object.values(stages)
  const total = all.flat().reduce((sum, track) => sum + track.length, 0)
  let done = 0
  for (const stage of all)
    while (stage.length) {
      // Taken out of the stage, so that stored tracks leave the memory.
      const tracks = stage.splice(0, tracksAtOnce)
      const entities = new Map<Target, object>()
      for (let turn = 0; tracks.some((track) => turn < track.length); turn++) {
        const steps = tracks.flatMap((track) => track[turn] ?? [])
        await store(em, steps, entities)
        done += steps.length
        onProgress?.(done, total)
      }
    }
}

/** A flush compares every entity that the entity manager knows, so it gets only those of these steps. */
async function store(em: Em, steps: ImportStep[], entities: Map<Target, object>) {
  const unopened = steps.map(({ target }) => target).filter((target) => !entities.has(target))
  await open(em, unopened, entities)
  for (const { target, change } of steps) {
    const entity = entities.get(target) as object
    change?.(entity)
    em.persist(entity)
  }
  await em.flush()
  em.clear()
  for (const { target } of steps) target.id = (entities.get(target) as { id: string }).id
}

/** Creates the entities of new rows, and loads those of stored ones. */
async function open(em: Em, targets: Target[], entities: Map<Target, object>) {
  const stored = targets.filter(({ values }) => !values)
  for (const [entity, some] of Map.groupBy(stored, ({ entity }) => entity as EntityName<{ id: string }>)) {
    const found = await em.find(entity, { id: { $in: some.map(({ id }) => id ?? '') } })
    const byId = new Map(found.map((one) => [one.id, one]))
    for (const target of some) entities.set(target, byId.get(target.id ?? '') as object)
  }
  for (const target of targets) {
    if (!target.values) continue
    entities.set(target, em.create(target.entity, target.values, { persist: false }))
    target.values = undefined
  }
}
