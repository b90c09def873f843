import { z } from 'zod'
import { readAll } from '../../entities/lists/page.ts'
import { businessRules } from '../../entities/work/business-rule.ts'
import { severities } from '../../src/work/business-rules.ts'
import { ById, endpoint, showOne } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { output } from '../schema/fields.ts'

export const BusinessRuleDetail = z
  .object({
    id: output.id(),
    code: z.string(),
    name: z.string(),
    severity: z.enum(severities),
    threshold: output.decimal().nullable(),
    enabled: z.boolean(),
    description: z.string(),
    created_at: output.instant(),
    updated_at: output.instant(),
  })
  .meta({ id: 'BusinessRule' })

const path = '/api/v1/business-rules/'

export const businessRulesRouter = router({
  list: endpoint(`GET ${path}`, 'read_catalogue', {
    summary: 'List the business rules',
    description: 'Not paginated. Operators set the rules, outside this API.',
  })
    .output(z.array(BusinessRuleDetail))
    .query(({ ctx }) => readAll(ctx.em, businessRules, 'code')),

  get: endpoint(`GET ${path}{id}/`, 'read_catalogue', {
    summary: 'Show a business rule',
    description: 'Operators set the rules, outside this API.',
  })
    .input(ById)
    .output(BusinessRuleDetail)
    .query(({ ctx, input }) => showOne(ctx.em, businessRules, input.id)),
})
