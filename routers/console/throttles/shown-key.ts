import { z } from 'zod'
import { type NamedUser, readNamedUsers } from '../../../entities/accounts/users.ts'
import { readLatestOverrides } from '../../../entities/logs/operator-log.ts'
import { scopes } from '../../../src/accounts/limits.ts'
import { operatorActions } from '../../../src/logs/events.ts'
import type { OperatorContext } from '../../ports/context.ts'
import type { Key, ThrottledKey } from '../../ports/throttles.ts'
import { output } from '../../schema/output.ts'
import { readKeyCounts } from './key-counts.ts'
import { userIdOf } from './typed-key.ts'

/** Something that an operator did to a key. */
const ShownAct = z.object({
  id: z.number().int(),
  action: z.enum(operatorActions),
  details: z.record(z.string(), z.unknown()),
  reason: z.string(),
  actor: output.id(),
  actor_name: z.string(),
  created_at: output.instant(),
})

type TargetedAct = z.infer<typeof ShownAct> & { target: string }

export const ShownUser = z.object({ id: output.id(), name: z.string(), email: z.string() })

export const ShownKey = z.object({
  scope: z.enum(scopes),
  /**
   * A user id in the scopes `user`, `planning` and `account`, or `unknown:...` for an email without account; an address
   * in `anon`; a session id or an address in the others. Keys of the ops port begin with `ops:`.
   */
  key: z.string(),
  used: output.count(),
  limit: output.count(),
  /** How long a window lasts. */
  window_seconds: z.number().int(),
  remaining: output.count(),
  /** Requests refused in the last hour. */
  refused: output.count(),
  limit_source: z.enum(['default', 'environment', 'override']),
  /** Null while no window is open. */
  resets_at: output.instant().nullable(),
  limit_until: output.instant().nullable(),
  blocked_until: output.instant().nullable(),
  /** Who set the current block and limit, and why; null if unknown, for example while the database is down. */
  blocked_by: ShownAct.nullable(),
  limited_by: ShownAct.nullable(),
  user: ShownUser.nullable(),
})

/** How an operators' log entry names a key. */
export const targetOf = ({ scope, key }: Key) => `${scope} ${key}`.slice(0, 400)

type Ctx = Pick<OperatorContext, 'em' | 'isRecalled' | 'now' | 'services' | 'system'>

/** The users that keys name, by id; none while the database is down. */
export async function usersOf({ em, isRecalled }: Ctx, keys: readonly Key[]) {
  const ids = keys.flatMap((key) => userIdOf(key) ?? [])
  const users: NamedUser[] = isRecalled || !ids.length ? [] : await readNamedUsers(em, ids)
  return new Map(users.map((user) => [user.id, user]))
}

/** The latest block and limit that operators set for each of the keys that are blocked or limited. */
async function overridesOf({ em, isRecalled }: Ctx, keys: readonly ThrottledKey[]) {
  const targets = keys
    .filter(({ limit_ends_in, block_ends_in }) => (limit_ends_in ?? block_ends_in) !== null)
    .map(targetOf)
  const acts = isRecalled || !targets.length ? [] : await readLatestOverrides<TargetedAct>(em, targets)
  return new Map(acts.map((act) => [`${act.action} ${act.target}`, act]))
}

/** When something ends that has so many milliseconds left. */
export const endOf = (now: Date, left: number | null) =>
  left === null ? null : new Date(now.getTime() + left).toISOString()

/** The keys as operators see them. */
export async function showKeys(ctx: Ctx, keys: readonly ThrottledKey[]): Promise<z.infer<typeof ShownKey>[]> {
  const [users, overrides, counts] = await Promise.all([
    usersOf(ctx, keys),
    overridesOf(ctx, keys),
    readKeyCounts(ctx.services.activity, 'hour'),
  ])
  const setBy = (action: TargetedAct['action'], key: Key, left: number | null) =>
    (left !== null && overrides.get(`${action} ${targetOf(key)}`)) || null
  return keys.map(({ window_ends_in, limit_ends_in, block_ends_in, ...row }) => ({
    ...row,
    window_seconds: ctx.services.throttles.rates[row.scope]?.seconds ?? 0,
    remaining: block_ends_in === null ? Math.max(0, row.limit - row.used) : 0,
    refused: counts.of(row)?.refused ?? 0,
    limit_source: limit_ends_in === null ? ctx.system.rateSources[row.scope] : ('override' as const),
    resets_at: endOf(ctx.now, window_ends_in),
    limit_until: endOf(ctx.now, limit_ends_in),
    blocked_until: endOf(ctx.now, block_ends_in),
    blocked_by: setBy('throttles.block', row, block_ends_in),
    limited_by: setBy('throttles.set_limit', row, limit_ends_in),
    user: users.get(userIdOf(row)?.toLowerCase() ?? '') ?? null,
  }))
}
