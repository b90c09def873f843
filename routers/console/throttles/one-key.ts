import { z } from 'zod'
import { readAccountsTried } from '../../../entities/logs/security-log.ts'
import { scopes } from '../../../src/accounts/limits.ts'
import { invalid } from '../../../src/errors.ts'
import { ById } from '../../endpoints/resource.ts'
import { adminQuery, outageProofQuery, router } from '../../gate/procedure.ts'
import { addressKey, opsPrefix } from '../../gate/throttling/address.ts'
import type { OperatorContext } from '../../ports/context.ts'
import type { Key } from '../../ports/throttles.ts'
import { choice, storable } from '../../schema/fields.ts'
import { output } from '../../schema/output.ts'
import { CountsSource } from '../../schema/system.ts'
import { InRange } from './activity.ts'
import { callsOf, readKeyCounts, seriesOf } from './key-counts.ts'
import { ShownKey, ShownUser, showKeys, usersOf } from './shown-key.ts'
import { countedKey, isAddress, isInUse, namesUsers, storedKey, userIdOf } from './typed-key.ts'

/** A key exactly as it is stored, even a malformed one. */
export const StoredKey = z.object({
  scope: choice(scopes),
  key: z
    .string('Not a valid string.')
    .refine((key) => key.trim() !== '', 'This field may not be blank.')
    .refine((key) => key.length <= 1000, 'Ensure this field has no more than 1000 characters.')
    .check(...storable),
})

const AnyKey = z.object({ scope: z.enum(scopes), key: z.string() })

/** Requests that were refused, or allowed from 80 % of the limit on. */
const Counts = z.object({ refused: output.count(), near: output.count() })

const LastBucket = { last_at: output.instant(), last_before: output.instant() }

const Called = Counts.extend({ scope: z.enum(scopes), procedure: z.string(), ...LastBucket })

const week = 7 * 86_400_000

/** The most keys that are shown at once. */
const mostShown = 100

/** The address of a key; undefined if the key is not an address. */
const addressOf = ({ scope, key }: Key) =>
  !namesUsers(scope) && isAddress(key) ? key.replace(opsPrefix, '') : undefined

/** The text that all addresses of a /64 begin with, up to the first group of zeros, which may be left out. */
function beginningOf(address: string) {
  if (!address.endsWith('/64')) return address
  const groups = address.split(':')
  const kept = groups.findIndex((group) => group === '' || group === '0')
  return `${groups.slice(0, kept).join(':')}:`
}

/** The key, if it is or recently was in use; otherwise the one that the operator must mean. 400 if it cannot be one. */
async function knownKey({ em, isRecalled, services: { throttles, activity } }: OperatorContext, of: Key) {
  if (isRecalled || !throttles.rates[of.scope] || (await isInUse(throttles, of))) return of
  const counts = await readKeyCounts(activity, 'week')
  return counts.of(of) ? of : { ...of, key: await countedKey(em, of) }
}

/** Adds up the logins tried from several addresses, by account. */
function byAccount(rows: Awaited<ReturnType<typeof readAccountsTried>>) {
  const found = new Map<string | undefined, Omit<(typeof rows)[number], 'address'>>()
  for (const { user, failed, succeeded, last_at } of rows) {
    const known = found.get(user?.id) ?? { user, failed: 0, succeeded: 0, last_at }
    known.failed += failed
    known.succeeded += succeeded
    found.set(user?.id, known)
  }
  return [...found.values()]
}

/** For one key of a throttle, or for one user: why they were refused, who blocked them, and what they called. */
export const oneKeyRouter = router({
  /** The keys that were refused most. */
  offenders: outageProofQuery
    .meta({ access: 'oversee' })
    .input(InRange)
    .output(
      CountsSource.extend({
        keys: z.array(AnyKey.extend(Counts.shape).extend({ ...LastBucket, user: ShownUser.nullable() })),
        /** Refused requests of further keys. */
        others: output.count(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { source, redis, all, others } = await readKeyCounts(ctx.services.activity, input.range)
      const most = all.filter(({ refused }) => refused > 0).sort((a, b) => b.refused - a.refused)
      const keys = most.splice(0, mostShown)
      const users = await usersOf(ctx, keys)
      const userOf = (key: Key) => users.get(userIdOf(key) ?? '') ?? null
      return {
        ...{ source, redis },
        others: most.reduce((sum, { refused }) => sum + refused, others),
        keys: keys.map((key) => ({ ...key, user: userOf(key) })),
      }
    }),

  /** The state of one key, and its requests that were refused or near its limit. */
  key: outageProofQuery
    .meta({ access: 'oversee' })
    .input(StoredKey.extend(InRange.shape))
    .output(
      CountsSource.extend({
        key: ShownKey,
        /** Whether the key is an address, so that `key_accounts` may know what it tried. */
        is_address: z.boolean(),
        bucket_seconds: z.number().int(),
        series: z.array(Counts.extend({ at: output.instant() })),
        endpoints: z.array(Called),
      }),
    )
    .query(async ({ ctx, input: { range, ...given } }) => {
      const { activity, throttles } = ctx.services
      const of = await knownKey(ctx, await storedKey(throttles, given))
      const { found, ...source } = await throttles.find(of)
      if (!found) throw invalid('scope', 'The throttle of this scope is off.')
      const [keys, calls, [key]] = await Promise.all([
        activity.keys(range),
        activity.keyCalls(range),
        showKeys(ctx, [found]),
      ])
      return {
        ...source,
        key: key as z.infer<typeof ShownKey>,
        is_address: addressOf(of) !== undefined,
        bucket_seconds: keys.bucket_seconds,
        series: seriesOf(keys, of),
        endpoints: callsOf(calls, [of]),
      }
    }),

  /** The accounts that were tried from the key's address in the last week; for those who may read the security log. */
  key_accounts: adminQuery
    .input(StoredKey)
    .output(
      z.object({
        accounts: z.array(
          z.object({
            /** Null for all emails without an account. */
            user: ShownUser.nullable(),
            failed: output.count(),
            succeeded: output.count(),
            last_at: output.instant(),
          }),
        ),
      }),
    )
    .query(async ({ ctx, input }) => {
      const address = addressOf(input)
      if (!address) return { accounts: [] }
      const rows = await readAccountsTried(ctx.em, {
        address: beginningOf(address),
        isConsole: input.key.startsWith(opsPrefix),
        since: new Date(ctx.now.getTime() - week),
      })
      return { accounts: byAccount(rows.filter((row) => addressKey(row.address) === address)) }
    }),

  /** The state of every key of a user, and what they called in the last day when refused or near a limit. */
  user_keys: outageProofQuery
    .meta({ access: 'oversee' })
    .input(ById)
    .output(CountsSource.extend({ keys: z.array(ShownKey), endpoints: z.array(Called) }))
    .query(async ({ ctx, input: { id } }) => {
      const of: Key[] = [
        { scope: 'user', key: id },
        { scope: 'machine', key: id },
        { scope: 'planning', key: id },
        { scope: 'account', key: id },
        { scope: 'account', key: opsPrefix + id },
      ]
      const { activity, throttles } = ctx.services
      const [states, calls] = await Promise.all([
        Promise.all(of.map((key) => throttles.find(key))),
        activity.keyCalls('day'),
      ])
      const { source, redis } = states[0] as (typeof states)[number]
      const found = states.flatMap((state) => state.found ?? [])
      return { source, redis, keys: await showKeys(ctx, found), endpoints: callsOf(calls, of) }
    }),
})
