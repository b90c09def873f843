import { createHash } from 'node:crypto'
import { type ClinicSnapshot, readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import { isDatabaseUnavailable } from '../../entities/connection/availability.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { busy } from '../ports/refusals.ts'

/** The context of a task; `read` reads what it needs, unless that is the whole clinic. */
type PlanningContext = AuthenticatedContext & { read?: () => Promise<ClinicSnapshot> }

/**
 * Runs the planner on the clinic as it is now. 400 for a clinic that is too large, 429 for a caller with two tasks
 * already, 503 for a busy planner.
 */
export async function planned<Name extends TaskName>(
  ctx: PlanningContext,
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskResult<Name>> {
  return (await run(ctx, name, input)).answer
}

/** Like {@link planned}, and says from which data and when. */
export async function fingerprinted<Name extends TaskName>(
  ctx: AuthenticatedContext,
  name: Name,
  input: TaskInput<Name>,
) {
  const { snapshot, answer } = await run(ctx, name, input)
  return { fingerprint: fingerprintOf(snapshot), computed_at: ctx.now.toISOString(), ...answer }
}

function run<Name extends TaskName>(ctx: PlanningContext, name: Name, input: TaskInput<Name>) {
  const { em, today, services, caller, response, language } = ctx
  const { read = () => readClinicSnapshot(em, today) } = ctx
  // Only the primary has what any session has written.
  const isOfAll = !ctx.read && em === services.orm.em
  const task = {
    user: caller.id,
    isAwaited: () => !response.destroyed,
    read: () => read().catch(refuseToRead),
    source: isOfAll ? today : undefined,
  }
  return services.planner.run(name, task, { ...input, language })
}

function refuseToRead(error: unknown): never {
  throw isDatabaseUnavailable(error) ? busy(1) : error
}

/** Identifies a snapshot: equal fingerprints mean equal facts, and so equal plans. */
export function fingerprintOf(snapshot: ClinicSnapshot): string {
  const hash = createHash('sha256')
  for (const rows of snapshot) hash.update(`${rows}\n`)
  return hash.digest('base64url')
}
