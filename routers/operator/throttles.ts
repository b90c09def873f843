import { z } from 'zod'
import { findUserIds, type NamedUser, readNamedUsers } from '../../entities/reads/users.ts'
import { invalid } from '../../src/errors.ts'
import { type Scope, scopes } from '../../src/limits.ts'
import type { OperatorAction } from '../../src/operators/actions.ts'
import { opsPrefix, throttleKey } from '../gate/address.ts'
import type { OperatorContext } from '../gate/context.ts'
import { operatorChange, outageProofQuery, router } from '../gate/procedure.ts'
import { choice, integer, isUuid, output, requiredText } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { Source } from '../schema/system.ts'
import { reason, recorded } from './change.ts'

const ShownKey = z.object({
  scope: z.enum(scopes),
  /**
   * A user id in the scopes `user`, `planning` and `account`, `unknown:...` for an email without account, an address in `anon`, a
   * session id or an address in the others. Keys that the ops port counts begin with `ops:`.
   */
  key: z.string(),
  used: output.count(),
  limit: output.count(),
  remaining: output.count(),
  limit_source: z.enum(['default', 'environment', 'override']),
  /** Null while no window is open. */
  resets_at: output.instant().nullable(),
  limit_until: output.instant().nullable(),
  blocked_until: output.instant().nullable(),
  user: z.object({ id: output.id(), name: z.string(), email: z.string() }).nullable(),
})

const shownKeys = 100

const OfKey = z.object({
  scope: choice(scopes),
  key: requiredText(300).transform(throttleKey),
  reason: reason(),
})
type OfKey = z.infer<typeof OfKey>

/** An instant in the future, at most a year away. */
const until = () => z.iso.datetime({ error: 'Enter a valid instant, such as 2026-01-31T12:00:00Z.' })

const longestOverride = 366 * 86_400_000

function millisecondsUntil(until: string, now: Date): number {
  const milliseconds = Date.parse(until) - now.getTime()
  if (milliseconds <= 0) throw invalid('until', 'Enter an instant to come.')
  if (milliseconds > longestOverride) throw invalid('until', 'Enter an instant within a year.')
  return milliseconds
}

type Ctx = Pick<OperatorContext, 'em' | 'isRecalled'>
type Key = { scope: Scope; key: string }

const namesUsers = (scope: Scope) => ['user', 'planning', 'account'].includes(scope)

/** The user whom a key of the scopes `user`, `planning` and `account` names. */
function userIdOf({ scope, key }: Key): string | undefined {
  if (!namesUsers(scope)) return undefined
  const id = key.replace(opsPrefix, '')
  return isUuid(id) ? id : undefined
}

/**
 * Finds keys by their text, an address in any form, and the user's name and email. Names are unknown while the
 * database is away.
 */
async function searchOf({ em, isRecalled }: Ctx, search: string) {
  const users = isRecalled ? [] : await findUserIds(em, search)
  const text = search.toLowerCase()
  const meant = [throttleKey(text)]
  const ofUsers = [...meant, ...users.flatMap((id) => [id, `${opsPrefix}${id}`])]
  return (scope: Scope) => ({ text, keys: namesUsers(scope) ? ofUsers : meant })
}

async function usersOf({ em, isRecalled }: Ctx, keys: readonly Key[]) {
  const ids = keys.flatMap((key) => userIdOf(key) ?? [])
  const users: NamedUser[] = isRecalled || !ids.length ? [] : await readNamedUsers(em, ids)
  return new Map(users.map((user) => [user.id, user]))
}

type Change = { action: OperatorAction; of: OfKey; details?: Record<string, unknown> }

/** Records the change of a key, then makes it: Redis comes last, so that no change goes unrecorded. */
const changed = <T>(ctx: OperatorContext, { action, of, details }: Change, change: () => Promise<T>) =>
  recorded(ctx, async (_em, record) => {
    await record({ action, target: `${of.scope} ${of.key}`, details, reason: of.reason })
    return change()
  })

/** The keys that throttles count, and what operators do to one of them. */
export const throttlesRouter = router({
  keys: outageProofQuery
    .meta({ access: 'oversee' })
    .input(z.object({ scope: filters.choice(scopes), search: filters.text() }))
    .output(
      Source.extend({
        /** Keys that match; `keys` holds the busiest of them. */
        count: output.count(),
        keys: z.array(ShownKey),
      }),
    )
    .query(async ({ ctx, input: { scope, search } }) => {
      const { found: busiest, ...answer } = await ctx.services.throttles.keys({
        scope,
        search: search === undefined ? undefined : await searchOf(ctx, search),
        most: shownKeys,
      })
      const users = await usersOf(ctx, busiest)
      const instant = (left: number | null) =>
        left === null ? null : new Date(ctx.now.getTime() + left).toISOString()
      const keys = busiest.map(({ window_ends_in, limit_ends_in, block_ends_in, ...row }) => ({
        ...row,
        remaining: block_ends_in === null ? Math.max(0, row.limit - row.used) : 0,
        limit_source: limit_ends_in === null ? ctx.system.rateSources[row.scope] : ('override' as const),
        resets_at: instant(window_ends_in),
        limit_until: instant(limit_ends_in),
        blocked_until: instant(block_ends_in),
        user: users.get(userIdOf(row) ?? '') ?? null,
      }))
      return { ...answer, keys }
    }),

  reset_key: operatorChange
    .input(OfKey)
    .output(z.object({ was_open: z.boolean() }))
    .mutation(({ ctx, input }) =>
      changed(ctx, { action: 'throttles.reset_key', of: input }, async () => ({
        was_open: await ctx.services.throttles.reset(input),
      })),
    ),

  /** Raises or lowers the key's limit until an instant; what it has used of its window stays. */
  set_limit: operatorChange
    .input(OfKey.extend({ limit: integer(1, 1_000_000), until: until() }))
    .output(z.object({ limit_until: output.instant() }))
    .mutation(({ ctx, input }) => {
      const { limit, until } = input
      const milliseconds = millisecondsUntil(until, ctx.now)
      const details = { limit, until }
      return changed(ctx, { action: 'throttles.set_limit', of: input, details }, async () => {
        await ctx.services.throttles.setLimit(input, limit, milliseconds)
        return { limit_until: until }
      })
    }),

  /** Refuses the key with 429 until an instant, whatever it has used. */
  block: operatorChange
    .input(OfKey.extend({ until: until() }))
    .output(z.object({ blocked_until: output.instant() }))
    .mutation(({ ctx, input }) => {
      const { until } = input
      const milliseconds = millisecondsUntil(until, ctx.now)
      return changed(ctx, { action: 'throttles.block', of: input, details: { until } }, async () => {
        await ctx.services.throttles.block(input, milliseconds)
        return { blocked_until: until }
      })
    }),

  /** Ends the key's block and its override. */
  lift: operatorChange
    .input(OfKey)
    .output(z.object({ was_in_force: z.boolean() }))
    .mutation(({ ctx, input }) =>
      changed(ctx, { action: 'throttles.lift', of: input }, async () => ({
        was_in_force: await ctx.services.throttles.lift(input),
      })),
    ),
})
