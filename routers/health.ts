import { z } from 'zod'
import { askDatabase } from '../entities/database.ts'
import { rest } from './gate/meta.ts'
import { publicProcedure, router } from './gate/procedure.ts'
import { unhealthy } from './ports/refusals.ts'
import { output } from './schema/fields.ts'

const Health = z
  .object({
    status: z.literal('healthy'),
    database: z.literal('connected'),
    timestamp: output.instant(),
    version: z.string().optional(),
  })
  .meta({ id: 'Health' })

export const healthRouter = router({
  check: publicProcedure
    .meta(
      rest('GET /api/health/', 'public', {
        summary: 'Check that the service and its database work',
        description:
          'Needs no session. The version is shown to signed-in callers, and to everybody in debug mode.',
      }),
    )
    .output(Health)
    .query(async ({ ctx }) => {
      const { debug, version } = ctx.services
      const state = await askDatabase(ctx.services.orm).catch(() => 'unreachable' as const)
      if (state !== 'ok') throw unhealthy(state === 'unreachable' ? state : 'connected')
      const isSignedIn = await ctx.isSignedIn()
      const showsVersion = debug || isSignedIn
      return {
        status: 'healthy' as const,
        database: 'connected' as const,
        timestamp: ctx.now.toISOString(),
        ...(showsVersion && { version }),
      }
    }),
})
