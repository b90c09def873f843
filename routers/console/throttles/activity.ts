import { z } from 'zod'
import { activityRanges, scopes } from '../../../src/accounts/limits.ts'
import { outageProofQuery, router } from '../../gate/procedure.ts'
import type { ActivitySeries } from '../../ports/throttles.ts'
import { choice } from '../../schema/fields.ts'
import { output } from '../../schema/output.ts'
import { CountsSource } from '../../schema/system.ts'
import { type LastBucket, lastBucket } from './key-counts.ts'

export const InRange = z.object({ range: choice(activityRanges) })

const Rate = z.object({
  limit: z.number().int(),
  seconds: z.number().int(),
  source: z.enum(['default', 'environment']),
})

/** Three disjoint counts: requests allowed below 80 % of the limit, allowed from there on, and refused. */
const Outcomes = z.object({ allowed: output.count(), near: output.count(), blocked: output.count() })

const Overview = CountsSource.extend({
  range: z.enum(activityRanges),
  from: output.instant(),
  to: output.instant(),
  bucket_seconds: z.number().int(),
  scopes: z.array(
    z.object({
      scope: z.enum(scopes),
      /** Null while the throttle is off. */
      rate: Rate.nullable(),
      /** Keys that have an override of their limit, or are blocked. */
      override_count: output.count(),
      totals: Outcomes,
      series: z.array(Outcomes.extend({ at: output.instant() })),
    }),
  ),
})

const Endpoints = CountsSource.extend({
  endpoints: z.array(Outcomes.extend({ procedure: z.string() })),
})

const Failures = { count: output.count(), last_at: output.instant(), last_before: output.instant() }

const FailedLogins = CountsSource.extend({
  total: output.count(),
  series: z.array(z.object({ at: output.instant(), count: output.count() })),
  by_address: z.array(z.object({ address: z.string(), ...Failures })),
  by_account: z.array(z.object({ email: z.string(), ...Failures })),
})

const shownNames = 100

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

/** The names under a prefix with the highest counts. */
function ranked({ buckets, bucket_seconds }: ActivitySeries, prefix: string) {
  const found = new Map<string, { name: string; count: number } & LastBucket>()
  for (const { at, counts } of buckets)
    for (const [field, count] of counts) {
      if (!field.startsWith(prefix)) continue
      const name = field.slice(prefix.length)
      const sum = (found.get(name)?.count ?? 0) + count
      found.set(name, { name, count: sum, ...lastBucket(at, bucket_seconds) })
    }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, shownNames)
}

/** Requests and failed logins over time, on the throttles' page. */
export const activityRouter = router({
  overview: outageProofQuery
    .input(InRange)
    .output(Overview)
    .query(async ({ ctx, input }) => {
      const { throttles, activity } = ctx.services
      const { buckets, ...measured } = await activity.requests(input.range)
      const overrides = await throttles.overrideCounts()
      return {
        ...measured,
        scopes: scopes.map((scope) => {
          const rate = throttles.rates[scope]
          const series = buckets.map(({ at, counts }) => ({ at, ...outcomes(counts, `scope:${scope}`) }))
          return {
            scope,
            rate: rate && { ...rate, source: ctx.system.rateSources[scope] },
            override_count: overrides.get(scope) ?? 0,
            totals: summed(series),
            series,
          }
        }),
      }
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
    .meta({ access: 'oversee' })
    .input(InRange)
    .output(FailedLogins)
    .query(async ({ ctx, input }) => {
      const found = await ctx.services.activity.failedLogins(input.range)
      const { buckets, source, redis } = found
      const series = buckets.map(({ at, counts }) => ({ at, count: counts.get('total') ?? 0 }))
      return {
        source,
        redis,
        total: series.reduce((total, { count }) => total + count, 0),
        series,
        by_address: ranked(found, 'address:').map(({ name, ...rest }) => ({ address: name, ...rest })),
        by_account: ranked(found, 'account:').map(({ name, ...rest }) => ({ email: name, ...rest })),
      }
    }),
})
