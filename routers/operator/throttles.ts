import { z } from 'zod'
import { findUserIds, type NamedUser, readNamedUsers } from '../../entities/reads/users.ts'
import { invalid } from '../../src/errors.ts'
import { type Scope, scopes } from '../../src/limits.ts'
import { activityRanges } from '../../src/operators/activity.ts'
import type { OperatorContext } from '../gate/context.ts'
import { operatorChange, outageProofQuery, router } from '../gate/procedure.ts'
import { choice, integer, output, requiredText } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { reason, recorded } from './change.ts'

/** Where the numbers come from: `memory` are those of this process alone, shown while Redis is away or not in use. */
const Source = z.object({
  source: z.enum(['redis', 'memory']),
  redis: z.enum(['connected', 'unreachable', 'not_configured']),
})

const InRange = z.object({ range: choice(activityRanges) })

const Rate = z.object({
  limit: z.number().int(),
  seconds: z.number().int(),
  source: z.enum(['default', 'environment']),
})

/** Three disjoint counts: allowed below 80 % of the limit, allowed from there on, refused. */
const Outcomes = z.object({ allowed: output.count(), near: output.count(), blocked: output.count() })

const Overview = Source.extend({
  range: z.enum(activityRanges),
  from: output.instant(),
  to: output.instant(),
  bucket_seconds: z.number().int(),
  scopes: z.array(
    z.object({
      scope: z.enum(scopes),
      /** Null while the throttle is off. */
      rate: Rate.nullable(),
      /** Keys with a limit of their own, or blocked, at the moment. */
      override_count: output.count(),
      totals: Outcomes,
      series: z.array(Outcomes.extend({ at: output.instant() })),
    }),
  ),
})

const Key = z.object({
  scope: z.enum(scopes),
  /** A user id in the scope `user`, an address in `anon` and `login`, a session id or an address in the others. */
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

const Endpoints = Source.extend({
  endpoints: z.array(Outcomes.extend({ procedure: z.string() })),
})

/** Counts by the buckets of the range: `last_at` is the start of the last bucket that has one. */
const FailedLogins = Source.extend({
  total: output.count(),
  series: z.array(z.object({ at: output.instant(), count: output.count() })),
  by_address: z.array(z.object({ address: z.string(), count: output.count(), last_at: output.instant() })),
  by_account: z.array(z.object({ email: z.string(), count: output.count(), last_at: output.instant() })),
})

const shownKeys = 100

const OfKey = z.object({ scope: choice(scopes), key: requiredText(300), reason: reason() })

/** An instant to come, at most a year away. */
const until = () => z.iso.datetime({ error: 'Enter a valid instant, such as 2026-01-31T12:00:00Z.' })

const longestOverride = 366 * 86_400_000

function millisecondsUntil(until: string, now: Date): number {
  const milliseconds = Date.parse(until) - now.getTime()
  if (milliseconds <= 0) throw invalid('until', 'Enter an instant to come.')
  if (milliseconds > longestOverride) throw invalid('until', 'Enter an instant within a year.')
  return milliseconds
}

const outcomeNames = ['allowed', 'near', 'blocked'] as const

type Counts = ReadonlyMap<string, number>

const outcomes = (counts: Counts, prefix: string) => ({
  allowed: counts.get(`${prefix}:allowed`) ?? 0,
  near: counts.get(`${prefix}:near`) ?? 0,
  blocked: counts.get(`${prefix}:blocked`) ?? 0,
})

function summed(parts: readonly z.infer<typeof Outcomes>[]): z.infer<typeof Outcomes> {
  const total = { allowed: 0, near: 0, blocked: 0 }
  for (const part of parts) for (const name of outcomeNames) total[name] += part[name]
  return total
}

const sum = ({ allowed, near, blocked }: z.infer<typeof Outcomes>) => allowed + near + blocked

/** Names under a prefix with their counts, the largest first. */
function ranked(buckets: readonly { at: string; counts: Counts }[], prefix: string) {
  const found = new Map<string, { name: string; count: number; last_at: string }>()
  for (const { at, counts } of buckets)
    for (const [field, count] of counts) {
      if (!field.startsWith(prefix)) continue
      const name = field.slice(prefix.length)
      found.set(name, { name, count: (found.get(name)?.count ?? 0) + count, last_at: at })
    }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, shownKeys)
}

type Ctx = Pick<OperatorContext, 'em' | 'isRecalled'>

/** By the key itself or, in the scope `user`, by name and email; names are unknown while the database is away. */
async function searching({ em, isRecalled }: Ctx, search: string) {
  const users = new Set(isRecalled ? [] : await findUserIds(em, search))
  const term = search.toLowerCase()
  return ({ scope, key }: { scope: Scope; key: string }) =>
    key.toLowerCase().includes(term) || (scope === 'user' && users.has(key))
}

async function namesOf({ em, isRecalled }: Ctx, rows: readonly { scope: Scope; key: string }[]) {
  const ids = rows.filter(({ scope }) => scope === 'user').map(({ key }) => key)
  const users: NamedUser[] = isRecalled || !ids.length ? [] : await readNamedUsers(em, ids)
  return new Map(users.map((user) => [user.id, user]))
}

type Busy = { used: number; limit: number; block_ends_in: number | null; limit_ends_in: number | null }

/** Keys that operators have touched, then by how much of the limit is used. */
function busiestFirst(a: Busy, b: Busy) {
  const touched = ({ block_ends_in, limit_ends_in }: Busy) =>
    Number((block_ends_in ?? limit_ends_in) !== null)
  return touched(b) - touched(a) || b.used / b.limit - a.used / a.limit
}

export const throttlesRouter = router({
  overview: outageProofQuery
    .input(InRange)
    .output(Overview)
    .query(async ({ ctx, input }) => {
      const { throttles, activity } = ctx.services
      const { buckets, ...measured } = await activity.requests(input.range)
      const touched = await throttles.touched()
      return {
        ...measured,
        scopes: scopes.map((scope) => {
          const rate = throttles.rates[scope]
          const series = buckets.map(({ at, counts }) => ({ at, ...outcomes(counts, `scope:${scope}`) }))
          return {
            scope,
            rate: rate && { ...rate, source: ctx.system.rateSources[scope] },
            override_count: touched.get(scope) ?? 0,
            totals: summed(series),
            series,
          }
        }),
      }
    }),

  keys: outageProofQuery
    .input(z.object({ scope: filters.choice(scopes), search: filters.text() }))
    .output(
      Source.extend({
        /** Keys that match; `keys` holds the busiest of them. */
        count: output.count(),
        keys: z.array(Key),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { throttles } = ctx.services
      const { scope, search } = input
      const isFound = search === undefined ? () => true : await searching(ctx, search)
      const { count, rows, ...from } = await throttles.keys(
        (of) => (scope === undefined || of.scope === scope) && isFound(of),
        shownKeys,
      )
      const busiest = rows.sort(busiestFirst).slice(0, shownKeys)
      const users = await namesOf(ctx, busiest)
      const inMilliseconds = (left: number | null) =>
        left === null ? null : new Date(ctx.now.getTime() + left).toISOString()
      const keys = busiest.map(({ window_ends_in, limit_ends_in, block_ends_in, ...row }) => ({
        ...row,
        remaining: block_ends_in === null ? Math.max(0, row.limit - row.used) : 0,
        limit_source: limit_ends_in === null ? ctx.system.rateSources[row.scope] : ('override' as const),
        resets_at: inMilliseconds(window_ends_in),
        limit_until: inMilliseconds(limit_ends_in),
        blocked_until: inMilliseconds(block_ends_in),
        user: (row.scope === 'user' && users.get(row.key)) || null,
      }))
      return { ...from, count, keys }
    }),

  endpoints: outageProofQuery
    .input(InRange)
    .output(Endpoints)
    .query(async ({ ctx, input }) => {
      const { buckets, source, redis } = await ctx.services.activity.requests(input.range)
      const procedures = new Set(
        buckets.flatMap(({ counts }) =>
          [...counts.keys()].flatMap((field) => /^procedure:(.*):\w+$/.exec(field)?.[1] ?? []),
        ),
      )
      const endpoints = [...procedures].map((procedure) => ({
        procedure,
        ...summed(buckets.map(({ counts }) => outcomes(counts, `procedure:${procedure}`))),
      }))
      return { source, redis, endpoints: endpoints.sort((a, b) => sum(b) - sum(a)) }
    }),

  failed_logins: outageProofQuery
    .input(InRange)
    .output(FailedLogins)
    .query(async ({ ctx, input }) => {
      const { buckets, source, redis } = await ctx.services.activity.failedLogins(input.range)
      const series = buckets.map(({ at, counts }) => ({ at, count: counts.get('total') ?? 0 }))
      return {
        source,
        redis,
        total: series.reduce((total, { count }) => total + count, 0),
        series,
        by_address: ranked(buckets, 'address:').map(({ name, ...rest }) => ({ address: name, ...rest })),
        by_account: ranked(buckets, 'account:').map(({ name, ...rest }) => ({ email: name, ...rest })),
      }
    }),

  reset_key: operatorChange
    .input(OfKey)
    .output(z.object({ was_open: z.boolean() }))
    .mutation(({ ctx, input: { scope, key, reason } }) =>
      recorded(ctx, async (_em, record) => {
        await record({ action: 'throttles.reset_key', target: `${scope} ${key}`, reason })
        return { was_open: await ctx.services.throttles.reset({ scope, key }) }
      }),
    ),

  /** Raises or lowers the key's limit until an instant; what it has used of its window stays. */
  set_limit: operatorChange
    .input(OfKey.extend({ limit: integer(1, 1_000_000), until: until() }))
    .output(z.object({ limit_until: output.instant() }))
    .mutation(({ ctx, input: { scope, key, reason, limit, until } }) =>
      recorded(ctx, async (_em, record) => {
        const milliseconds = millisecondsUntil(until, ctx.now)
        const details = { limit, until }
        await record({ action: 'throttles.set_limit', target: `${scope} ${key}`, details, reason })
        await ctx.services.throttles.setLimit({ scope, key }, limit, milliseconds)
        return { limit_until: until }
      }),
    ),

  /** Refuses the key with 429 until an instant, whatever it has used. */
  block: operatorChange
    .input(OfKey.extend({ until: until() }))
    .output(z.object({ blocked_until: output.instant() }))
    .mutation(({ ctx, input: { scope, key, reason, until } }) =>
      recorded(ctx, async (_em, record) => {
        const milliseconds = millisecondsUntil(until, ctx.now)
        await record({ action: 'throttles.block', target: `${scope} ${key}`, details: { until }, reason })
        await ctx.services.throttles.block({ scope, key }, milliseconds)
        return { blocked_until: until }
      }),
    ),

  /** Ends the key's block and its own limit. */
  lift: operatorChange
    .input(OfKey)
    .output(z.object({ was_in_force: z.boolean() }))
    .mutation(({ ctx, input: { scope, key, reason } }) =>
      recorded(ctx, async (_em, record) => {
        await record({ action: 'throttles.lift', target: `${scope} ${key}`, reason })
        return { was_in_force: await ctx.services.throttles.lift({ scope, key }) }
      }),
    ),
})
