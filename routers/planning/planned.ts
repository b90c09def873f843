import { createHash } from 'node:crypto'
import { type ClinicSnapshot, readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import { isDatabaseUnavailable } from '../../entities/connection/availability.ts'
import { toHundredths } from '../../src/hours.ts'
import { type Basis, mostHeadroom } from '../../src/planning/facts/clinic-facts.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import { checkRights } from '../gate/caller.ts'
import type { AuthenticatedContext, Services } from '../ports/context.ts'
import { busy } from '../ports/refusals.ts'
import { decimal } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'

const meaning = `The percentage of every pool that is kept for leave, sickness and study, 0.00 to ${mostHeadroom}.00: by default what the clinic has set (HEADROOM_PCT), otherwise 0.00.`

/** The headroom in a body, and in a query. */
export const headroom = () =>
  decimal({ digits: 4, minimum: '0.00', maximum: `${mostHeadroom}` })
    .optional()
    .describe(meaning)
export const headroomFilter = () => filters.percentage(mostHeadroom, meaning)

/** What any task may be asked with, in place of the clinic's setting. */
type Asked = { headroom_pct?: string | undefined }

/** The context of a task; `read` reads what it needs, unless that is the whole clinic. */
type PlanningContext = AuthenticatedContext & { read?: () => Promise<ClinicSnapshot> }

/**
 * Runs the planner on the clinic as it is now. 400 for a clinic that is too large, 429 for a caller with two tasks
 * already, 503 for a busy planner.
 */
export async function planned<Name extends TaskName>(
  ctx: PlanningContext,
  name: Name,
  input: TaskInput<Name> & Asked,
): Promise<TaskResult<Name>> {
  return (await run(ctx, name, input)).answer
}

/** Like {@link planned}, and says from which data and when. */
export async function fingerprinted<Name extends TaskName>(
  ctx: AuthenticatedContext,
  name: Name,
  input: TaskInput<Name> & Asked,
) {
  const { snapshot, answer } = await run(ctx, name, input)
  return { fingerprint: fingerprintOf(snapshot), computed_at: ctx.now.toISOString(), ...answer }
}

/** Milliseconds within which the planner usually answers. */
const promptly = 1000

async function run<Name extends TaskName>(ctx: PlanningContext, name: Name, input: TaskInput<Name> & Asked) {
  const { em, today, services, caller, response, language } = ctx
  const { read = () => readClinicSnapshot(em, today) } = ctx
  // Only the primary has what any session has written.
  const basis = basisOf(services, input)
  const isOfAll = !ctx.read && em === services.orm.em
  const task = {
    user: caller.id,
    isAwaited: () => !response.destroyed,
    read: async () => countedBy(basis, await read().catch(refuseToRead)),
    source: isOfAll ? `${today} ${basis.headroom}` : undefined,
  }
  const answered = await services.planner.run(name, task, { ...input, language })
  // Meanwhile the caller may have lost their session or rights.
  if (services.clock().getTime() - ctx.now.getTime() >= promptly) await checkRights(services.orm.em, caller)
  return answered
}

/** How hours are counted for the request: by the clinic's settings, unless it asks for another headroom. */
export const basisOf = (services: Pick<Services, 'basis'>, { headroom_pct }: Asked): Basis =>
  headroom_pct === undefined ? services.basis : { ...services.basis, headroom: toHundredths(headroom_pct) }

/** The snapshot, and how its hours are counted. */
export const countedBy = (basis: Basis, snapshot: ClinicSnapshot): ClinicSnapshot => [
  ...snapshot,
  JSON.stringify(basis),
]

function refuseToRead(error: unknown): never {
  throw isDatabaseUnavailable(error) ? busy(1) : error
}

/** Identifies a snapshot: equal fingerprints mean equal facts, and so equal plans. */
export function fingerprintOf(snapshot: ClinicSnapshot): string {
  const hash = createHash('sha256')
  for (const rows of snapshot) hash.update(`${rows}\n`)
  return hash.digest('base64url')
}
