import { sql } from 'kysely'
import { z } from 'zod'
import { rest } from './gate/meta.ts'
import { publicProcedure, router } from './gate/procedure.ts'
import { unhealthy } from './gate/refusals.ts'
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
        description: 'The version is shown to signed-in callers, and to everybody in debug mode.',
      }),
    )
    .output(Health)
    .query(async ({ ctx }) => {
      const { debug, version } = ctx.services
      await sql`select 1`.execute(ctx.em.getKysely()).catch(() => {
        throw unhealthy()
      })
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
