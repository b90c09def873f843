import { z } from 'zod'
import { readAll, readOne } from '../entities/page.ts'
import { businessRule } from '../entities/reads/business-rules.ts'
import { severities } from '../src/business-rules.ts'
import { notFound } from '../src/errors.ts'
import { rest } from './gate/meta.ts'
import { procedure, router } from './gate/procedure.ts'
import { pathId, view } from './schema/fields.ts'

export const BusinessRuleView = z
  .object({
    id: view.id(),
    code: z.string(),
    name: z.string(),
    severity: z.enum(severities),
    threshold: view.decimal().nullable(),
    enabled: z.boolean(),
    description: z.string(),
    created_at: view.instant(),
    updated_at: view.instant(),
  })
  .meta({ id: 'BusinessRule' })

const path = '/api/v1/business-rules/'

export const businessRulesRouter = router({
  list: procedure
    .meta(
      rest(`GET ${path}`, 'read_catalogue', {
        summary: 'List the business rules',
        description: 'Not paginated.',
      }),
    )
    .output(z.array(BusinessRuleView))
    .query(({ ctx }) => readAll<z.infer<typeof BusinessRuleView>>(ctx.em, businessRule, 'code')),

  get: procedure
    .meta(rest(`GET ${path}{id}/`, 'read_catalogue', { summary: 'Show a business rule' }))
    .input(z.object({ id: pathId() }))
    .output(BusinessRuleView)
    .query(async ({ ctx, input }) => {
      const found = await readOne<z.infer<typeof BusinessRuleView>>(ctx.em, businessRule, input.id)
      if (!found) throw notFound()
      return found
    }),
})
