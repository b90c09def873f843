import { z } from 'zod'
import { askDatabase } from '../entities/database.ts'
import { rest } from './gate/meta.ts'
import { publicProcedure, router } from './gate/procedure.ts'
import { unhealthy } from './ports/refusals.ts'
import { named, output } from './schema/output.ts'

const Health = named('Health', 'The health of the service and its database.', {
  status: z.literal('healthy').describe('The service works.'),
  database: z.literal('connected').describe('The database answers and can store changes.'),
  timestamp: output.instant('When the check was made.'),
  version: z
    .string()
    .optional()
    .describe('The version of the service; only for signed-in callers and in debug mode.'),
})

export const healthRouter = router({
  check: publicProcedure
    .meta(
      rest('GET /api/health/', 'public', {
        summary: 'Check that the service and its database work',
        description:
          'Needs no session. The version is shown to signed-in callers, and to everyone in debug mode.',
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
