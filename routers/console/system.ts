import { z } from 'zod'
import { isPermitted, type Permission, permissionNames, roles } from '../../src/accounts/permissions.ts'
import { notFound } from '../../src/errors.ts'
import { reason, recorded } from '../endpoints/operator-change.ts'
import { operatorChange, operatorQuery, outageProofQuery, router } from '../gate/procedure.ts'
import { output } from '../schema/output.ts'
import { Replica, Setting, Store, SweepRun } from '../schema/system.ts'

const Overview = z.object({
  now: output.instant(),
  started_at: output.instant(),
  /** True while nothing can be changed; while the database is down, only this page and the throttles can be read. */
  is_read_only: z.boolean(),
  versions: z.object({ service: z.string(), node: z.string() }),
  deployment: z.enum(['local', 'production']),
  auth_mode: z.enum(['local', 'oidc']),
  workers: z.number().int(),
  time_zone: z.string(),
  settings: z.array(Setting),
  /** Probable mistakes in the settings, each as a sentence. */
  warnings: z.array(z.string()),
  database: Store,
  replicas: z.array(Replica),
  redis: Store,
  /** Null while the database is down. */
  migrations: z.object({ applied: z.array(z.string()), pending: z.array(z.string()) }).nullable(),
  sweeps: z.object({
    /** The last sweep of any process, even before this one started; null if there was none. */
    last: SweepRun.nullable(),
    next_at: output.instant().nullable(),
  }),
})

const Viewer = z.object({
  id: output.id(),
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  role: z.enum(roles),
  is_superuser: z.boolean(),
  /** Whether the caller has each permission, in the console as over the API (D61). */
  may: z.record(z.enum(permissionNames), z.boolean()),
  /** The zone of the clinic's days (D25). */
  time_zone: z.string(),
  /** Whether the caller has a temporary password (D46). */
  must_change_password: z.boolean(),
})

export const systemRouter = router({
  /** The caller, as the console needs them. */
  viewer: operatorQuery.output(Viewer).query(({ ctx: { caller, services } }) => ({
    ...caller,
    time_zone: services.timeZone,
    may: Object.fromEntries(permissionNames.map((name) => [name, isPermitted(caller, name)])) as Record<
      Permission,
      boolean
    >,
    must_change_password: caller.password_expires_at !== null,
  })),

  overview: outageProofQuery.output(Overview).query(async ({ ctx }) => {
    // A recalled caller has already waited once for the database, which is down.
    const { system, services, isRecalled } = ctx
    const [database, redis, migrations, last] = await Promise.all([
      isRecalled ? system.databaseAway : system.database(),
      system.redis(),
      isRecalled ? null : system.migrations(),
      isRecalled ? system.knownLastSweep() : system.lastSweep(),
    ])
    return {
      now: ctx.now.toISOString(),
      started_at: system.startedAt.toISOString(),
      is_read_only: database.state !== 'connected',
      versions: { service: services.version, node: process.version },
      deployment: system.deployment,
      auth_mode: system.authMode,
      workers: system.workers,
      time_zone: services.timeZone,
      settings: system.settings,
      warnings: system.warnings,
      database,
      replicas: services.replicas?.states() ?? [],
      redis,
      migrations: migrations ?? null,
      sweeps: { last: last ?? null, next_at: system.nextSweepAt()?.toISOString() ?? null },
    }
  }),

  /** Ends expired proposals and tags now, as the service does every minute. */
  run_sweep: operatorChange
    .input(z.object({ reason: reason() }))
    .output(SweepRun)
    .mutation(async ({ ctx, input: { reason } }) => {
      // Stored first, because PostgreSQL ends a transaction that a sweep leaves idle for ten seconds.
      await recorded(ctx, [], (_em, record) =>
        record({ action: 'system.run_sweep', target: 'expiry', reason }),
      )
      const run = await ctx.system.sweep()
      if (!run) throw notFound()
      return run
    }),
})
