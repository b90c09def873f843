import { z } from 'zod'
import { findCaller, findUserIds } from '../../../entities/accounts/users.ts'
import { type Scope, scopes } from '../../../src/accounts/limits.ts'
import { conflict, invalid } from '../../../src/errors.ts'
import type { OperatorAction } from '../../../src/logs/events.ts'
import { reason, recorded } from '../../endpoints/operator-change.ts'
import { operatorChange, outageProofQuery, router } from '../../gate/procedure.ts'
import { opsPrefix, throttleKey } from '../../gate/throttling/address.ts'
import type { OperatorContext } from '../../ports/context.ts'
import { permissionDenied } from '../../ports/refusals.ts'
import { choice, integer, requiredText } from '../../schema/fields.ts'
import * as filters from '../../schema/filters.ts'
import { output } from '../../schema/output.ts'
import { CountsSource } from '../../schema/system.ts'
import { StoredKey } from './one-key.ts'
import { ShownKey, showKeys, targetOf } from './shown-key.ts'
import { countedKey, namesUsers, storedKey, userIdOf } from './typed-key.ts'

const shownKeys = 100

/** A key as an operator types it, for what the throttle will count. */
const OfTypedKey = z.object({ scope: choice(scopes), key: requiredText(300), reason: reason() })

/** A key exactly as it is stored, even a malformed one. */
const OfStoredKey = StoredKey.extend({ reason: reason() })
type OfKey = z.infer<typeof OfStoredKey>

/** An instant in the future, at most a year away. */
const until = () => z.iso.datetime({ error: 'Enter a valid instant, such as 2026-01-31T12:00:00Z.' })

const longestOverride = 366 * 86_400_000

function millisecondsUntil(until: string, now: Date): number {
  const milliseconds = Date.parse(until) - now.getTime()
  if (milliseconds <= 0) throw invalid('until', 'Enter an instant in the future.')
  if (milliseconds > longestOverride) throw invalid('until', 'Enter an instant within a year.')
  return milliseconds
}

/**
 * Finds keys by their text, by an address in any form, and by the user's name and email. Names are unknown while the
 * database is down.
 */
async function searchOf({ em, isRecalled }: OperatorContext, search: string) {
  const users = isRecalled ? [] : await findUserIds(em, search)
  const text = search.toLowerCase()
  const meant = [throttleKey(text)]
  const ofUsers = [...meant, ...users.flatMap((id) => [id, `${opsPrefix}${id}`])]
  return (scope: Scope) => ({ text, keys: namesUsers(scope) ? ofUsers : meant })
}

/**
 * The key that was typed, as the throttle counts it. 403 for a superuser's, unless the caller is one: no other operator
 * may shut a superuser out.
 */
async function asCounted({ em, caller, services }: OperatorContext, of: OfKey): Promise<OfKey> {
  if (!services.throttles.rates[of.scope]) throw invalid('scope', 'The throttle of this scope is off.')
  const counted = { ...of, key: await countedKey(em, of) }
  const id = userIdOf(counted)
  const user = id ? await findCaller(em, id) : undefined
  if (user?.is_superuser && !caller.is_superuser) throw permissionDenied()
  return counted
}

type KeyChange = { action: OperatorAction; of: OfKey; details?: Record<string, unknown> }

/** Records the change of a key, then makes it. Redis comes last, so that no change goes unrecorded. */
const changed = <T>(ctx: OperatorContext, { action, of, details }: KeyChange, change: () => Promise<T>) =>
  recorded(ctx, [], async (_em, record) => {
    await record({ action, target: targetOf(of), details, reason: of.reason })
    return change()
  })

const nothingToLift = {
  block: 'There is nothing to lift: this key is not blocked.',
  limit: 'There is nothing to lift: this key has no limit of its own.',
  both: 'There is nothing to lift: this key is neither blocked nor limited.',
}

/** The keys that throttles count, and what operators do to one of them. */
export const throttlesRouter = router({
  keys: outageProofQuery
    .meta({ access: 'oversee' })
    .input(z.object({ scope: filters.choice(scopes), search: filters.freeText() }))
    .output(
      CountsSource.extend({
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
      return { ...answer, keys: await showKeys(ctx, busiest) }
    }),

  /** Forgets what the key has used; 409 if that is nothing. */
  reset_key: operatorChange
    .input(OfStoredKey)
    .output(z.object({ was_open: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      const of = await storedKey(ctx.services.throttles, input)
      return changed(ctx, { action: 'throttles.reset_key', of }, async () => {
        if (await ctx.services.throttles.reset(of)) return { was_open: true }
        throw conflict('There is nothing to reset: no request is counted under this key.')
      })
    }),

  /** Raises or lowers the key's limit until an instant; what it has used of its window stays. */
  set_limit: operatorChange
    .input(OfTypedKey.extend({ limit: integer(1, 1_000_000), until: until() }))
    .output(z.object({ limit_until: output.instant() }))
    .mutation(async ({ ctx, input: { limit, until, ...typed } }) => {
      const milliseconds = millisecondsUntil(until, ctx.now)
      const of = await asCounted(ctx, typed)
      return changed(ctx, { action: 'throttles.set_limit', of, details: { limit, until } }, async () => {
        await ctx.services.throttles.setLimit(of, limit, milliseconds)
        return { limit_until: until }
      })
    }),

  /** Refuses the key with 429 until an instant, whatever it has used. */
  block: operatorChange
    .input(OfTypedKey.extend({ until: until() }))
    .output(z.object({ blocked_until: output.instant() }))
    .mutation(async ({ ctx, input: { until, ...typed } }) => {
      const milliseconds = millisecondsUntil(until, ctx.now)
      const of = await asCounted(ctx, typed)
      return changed(ctx, { action: 'throttles.block', of, details: { until } }, async () => {
        await ctx.services.throttles.block(of, milliseconds)
        return { blocked_until: until }
      })
    }),

  /** Ends the key's block, its override, or both; 409 if there is nothing to end. */
  lift: operatorChange
    .input(OfStoredKey.extend({ only: choice(['block', 'limit']).optional() }))
    .output(z.object({ was_in_force: z.boolean() }))
    .mutation(async ({ ctx, input: { only, ...given } }) => {
      const of = await storedKey(ctx.services.throttles, given)
      return changed(ctx, { action: 'throttles.lift', of, details: { only } }, async () => {
        if (await ctx.services.throttles.lift(of, only)) return { was_in_force: true }
        throw conflict(nothingToLift[only ?? 'both'])
      })
    }),
})
