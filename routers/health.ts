import { sql } from 'kysely'
import { z } from 'zod'
import type { ProcedureContext } from './gate/context.ts'
import { findActiveCaller } from './gate/guard.ts'
import { rest } from './gate/meta.ts'
import { publicProcedure, router } from './gate/procedure.ts'
import { unhealthy } from './gate/refusals.ts'
import { view } from './schema/fields.ts'

const Health = z
  .object({
    status: z.literal('healthy'),
    database: z.literal('connected'),
    timestamp: view.instant(),
    version: z.string().optional(),
  })
  .meta({ id: 'Health' })

/** The version is for signed-in callers and debug mode only (contract, Health status). */
async function mayKnowVersion(ctx: ProcedureContext) {
  const { credentials, services } = ctx
  if (services.debug) return true
  if (credentials.state !== 'valid' || (await services.sessions.isEnded(credentials.sessionId))) return false
  return findActiveCaller(ctx).then(
    () => true,
    () => false,
  )
}

export const healthRouter = router({
  check: publicProcedure
    .meta(rest('GET', '/api/health/', 'public'))
    .output(Health)
    .query(async ({ ctx }) => {
      await sql`select 1`.execute(ctx.em.getKysely()).catch(() => {
        throw unhealthy()
      })
      const { version } = ctx.services
      return {
        status: 'healthy' as const,
        database: 'connected' as const,
        timestamp: ctx.now.toISOString(),
        ...((await mayKnowVersion(ctx)) && { version }),
      }
    }),
})
