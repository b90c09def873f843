import { z } from 'zod'
import {
  readEndingTags,
  readLeavers,
  readProposals,
  readReuse,
  readShortages,
} from '../../entities/overview.ts'
import { scopes } from '../../src/accounts/limits.ts'
import { addDays, daysBetween } from '../../src/calendar.ts'
import { fullTimeEquivalents } from '../../src/hours.ts'
import { proposalTypes } from '../../src/people/employee-lifecycle.ts'
import { adminQuery, outageProofQuery, overseerQuery, router } from '../gate/procedure.ts'
import type { ActivitySeries } from '../ports/throttles.ts'
import { choice, reference } from '../schema/fields.ts'
import { output } from '../schema/output.ts'
import { CountsSource } from '../schema/system.ts'
import { endOf, ShownUser, usersOf } from './throttles/shown-key.ts'
import { userIdOf } from './throttles/typed-key.ts'

/** A key is near its limit from this share on. */
const nearShare = 0.8
const keysRead = 100
const keysShown = 5
const day = 86_400_000
/** How many days ahead the overview announces the end of a tag. */
const daysAhead = 30

/** How many there are (at least, if `is_more`), and the first five of them. */
const waiting = <Row extends z.ZodType>(row: Row) =>
  z.object({ count: output.count(), is_more: z.boolean(), first: z.array(row) })

const FullKey = z.object({
  scope: z.enum(scopes),
  key: z.string(),
  used: output.count(),
  limit: output.count(),
  /** Null while no window is open. */
  resets_at: output.instant().nullable(),
  user: ShownUser.nullable(),
})

const Trend = z.object({
  last_hour: output.count(),
  hour_before: output.count(),
  /** Counts by minute. */
  series: z.array(z.object({ at: output.instant(), count: output.count() })),
})

const ShortUnit = z.object({
  id: output.id(),
  name: z.string(),
  code: z.string(),
  required_hours: output.decimal(),
  assigned_hours: output.decimal(),
  shortfall_hours: output.decimal(),
})

const Shortages = z.object({
  /** The hours that positions lack; a surplus elsewhere does not offset them. */
  shortfall_hours: output.decimal(),
  shortfall_fte: output.decimal(),
  vacant: output.count(),
  partial: output.count(),
  /** How many units lack hours in a position of their own, and the five that lack most. */
  short_units: output.count(),
  worst: z.array(ShortUnit),
})

const EndingTag = z.object({
  id: output.id(),
  employee: output.id(),
  employee_name: z.string(),
  tag_name: z.string(),
  tag_display_name: z.string(),
  end_date: output.date(),
  days_left: z.number().int(),
})
type StoredTag = Omit<z.infer<typeof EndingTag>, 'days_left'>

const Proposal = z.object({
  /** The employee's id. */
  id: output.id(),
  employee_name: z.string(),
  proposal_type: z.enum(proposalTypes),
  /** Null if the log of that time has been retired. */
  proposed_at: output.instant().nullable(),
  expires_at: output.instant(),
})

const Leaver = z.object({
  /** The user's id. */
  id: output.id(),
  email: z.string(),
  employee: output.id(),
  employee_name: z.string(),
  termination_date: output.date().nullable(),
})

const Reuse = z.object({
  id: z.number().int(),
  user: output.id().nullable(),
  user_name: z.string(),
  address: z.string(),
  /** The time of the last one. */
  created_at: output.instant(),
  times: output.count(),
})

/** The units whose people are meant, with all below them; none for everybody. */
export const units = z.object({ org_unit_ids: z.array(reference()).max(200).optional() })

type Counts = ReadonlyMap<string, number>

const isNear = ({ used, limit }: { used: number; limit: number }) => used >= nearShare * limit

function trend(series: ActivitySeries, before: ActivitySeries, countOf: (counts: Counts) => number) {
  const counted = ({ buckets }: ActivitySeries) =>
    buckets.map(({ at, counts }) => ({ at, count: countOf(counts) }))
  const total = (of: ActivitySeries) => counted(of).reduce((sum, { count }) => sum + count, 0)
  return { last_hour: total(series), hour_before: total(before), series: counted(series) }
}

const refused = (counts: Counts) =>
  scopes.reduce((sum, scope) => sum + (counts.get(`scope:${scope}:blocked`) ?? 0), 0)
const failed = (counts: Counts) => counts.get('total') ?? 0

/** What needs an operator now. Each part has a procedure of its own, so that it fails alone. */
export const overviewRouter = router({
  /** The keys that have used most of their limit, or all of it. */
  keys: outageProofQuery
    .meta({ access: 'oversee' })
    .output(
      CountsSource.extend({
        ...waiting(FullKey).shape,
        /** How many of them have used all of it. */
        full: output.count(),
      }),
    )
    .query(async ({ ctx }) => {
      const { throttles } = ctx.services
      const overrides = await throttles.overrideCounts()
      const overridden = overrides.values().reduce((sum, count) => sum + count, 0)
      // Reads more keys, because those with an override come first, however little they have used.
      const { found, source, redis } = await throttles.keys({ most: keysRead + overridden })
      const near = found.filter(isNear).sort((a, b) => b.used / b.limit - a.used / a.limit)
      const first = near.slice(0, keysShown)
      const users = await usersOf(ctx, first)
      return {
        source,
        redis,
        count: near.length,
        is_more: near.length >= keysRead,
        full: near.filter(({ used, limit }) => used >= limit).length,
        first: first.map((key) => ({
          ...key,
          resets_at: endOf(ctx.now, key.window_ends_in),
          user: users.get(userIdOf(key) ?? '') ?? null,
        })),
      }
    }),

  /** Refused requests and failed logins of the last hour, and of the hour before for comparison. */
  refusals: outageProofQuery
    .meta({ access: 'oversee' })
    .output(CountsSource.extend({ requests: Trend, logins: Trend }))
    .query(async ({ ctx }) => {
      const { activity } = ctx.services
      const [requests, requestsBefore, logins, loginsBefore] = await Promise.all([
        activity.requests('hour'),
        activity.hourBefore('requests'),
        activity.failedLogins('hour'),
        activity.hourBefore('logins'),
      ])
      const { source, redis } = requests
      return {
        source,
        redis,
        requests: trend(requests, requestsBefore, refused),
        logins: trend(logins, loginsBefore, failed),
      }
    }),

  shortages: overseerQuery.output(Shortages).query(async ({ ctx }) => {
    const rows = await readShortages<z.infer<typeof ShortUnit>>(ctx.em)
    const [{ clinic_shortfall, vacant, partial, short_units }] = rows
    return {
      shortfall_hours: clinic_shortfall,
      shortfall_fte: fullTimeEquivalents(clinic_shortfall, ctx.services.basis.full_time),
      ...{ vacant, partial, short_units },
      worst: rows.filter((row) => row.id !== null),
    }
  }),

  /**
   * Contracts, or certificates and qualifications, that end within 30 days: how many people have one, and the first
   * five.
   */
  ending: overseerQuery
    .input(units.extend({ kind: choice(['contracts', 'certificates']) }))
    .output(waiting(EndingTag))
    .query(async ({ ctx, input: { kind, org_unit_ids = [] } }) => {
      const days = { from: ctx.today, to: addDays(ctx.today, daysAhead), units: org_unit_ids }
      const { first, ...found } = await readEndingTags<StoredTag>(ctx.em, kind, days)
      const daysLeft = (date: string) => daysBetween(ctx.today, date)
      return { ...found, first: first.map((tag) => ({ ...tag, days_left: daysLeft(tag.end_date) })) }
    }),

  proposals: overseerQuery
    .input(units.optional())
    .output(waiting(Proposal).extend({ next_day: output.count() }))
    .query(async ({ ctx, input }) => {
      const { em, now } = ctx
      const tomorrow = new Date(now.getTime() + day)
      const found = await readProposals<z.infer<typeof Proposal>>(em, input?.org_unit_ids ?? [], tomorrow)
      return { ...found, next_day: found.first[0]?.soon ?? 0 }
    }),

  /** Users who are still active although they have left. */
  leavers: overseerQuery
    .output(waiting(Leaver))
    .query(({ ctx }) => readLeavers<z.infer<typeof Leaver>>(ctx.em)),

  /** Refresh tokens that were used again in the last seven days; for those who may read the security log. */
  reuse: adminQuery.output(waiting(Reuse).extend({ last_day: output.count() })).query(async ({ ctx }) => {
    const before = (days: number) => new Date(ctx.now.getTime() - days * day)
    const found = await readReuse<z.infer<typeof Reuse>>(ctx.em, { since: before(7), day: before(1) })
    return { ...found, last_day: found.first[0]?.in_day ?? 0 }
  }),
})
