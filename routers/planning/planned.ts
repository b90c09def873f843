import { createHash } from 'node:crypto'
import { type ClinicSnapshot, readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import type { AuthenticatedContext } from '../ports/context.ts'

/** Runs the planner on the clinic as it is now; 400 for a clinic that is too large, 503 for a busy planner. */
export async function planned<Name extends TaskName>(
  ctx: AuthenticatedContext,
  task: Name,
  input: TaskInput<Name>,
): Promise<TaskResult<Name>> {
  return ctx.services.planner.run(task, await snapshotToPlan(ctx), { ...input, language: ctx.language })
}

/** The clinic as it is now; 503 for a busy planner, before anything is read. */
export async function snapshotToPlan({ em, today, services }: AuthenticatedContext) {
  services.planner.refuseIfBusy()
  return await readClinicSnapshot(em, today)
}

/** Identifies a snapshot: equal fingerprints mean equal facts, and so equal plans. */
export function fingerprintOf(snapshot: ClinicSnapshot): string {
  const hash = createHash('sha256')
  for (const rows of snapshot) hash.update(`${rows}\n`)
  return hash.digest('base64url')
}
