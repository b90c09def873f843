import { z } from 'zod'
import { readAll } from '../../entities/lists/page.ts'
import { businessRules } from '../../entities/work/business-rule.ts'
import { ruleCodes, severities } from '../../src/work/business-rules.ts'
import { resource, showOne } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { boolean, choice, decimal } from '../schema/fields.ts'
import { bodyOf, named, orNull, output, shared } from '../schema/output.ts'

export const BusinessRuleDetail = named(
  'BusinessRule',
  'A rule that assignments must pass, with its setting.',
  {
    id: shared.id,
    code: output.text('Which rule it is, such as MAX_WEEKLY_HOURS.'),
    name: output.text('The rule’s name, for people.'),
    severity: output.choice(severities, 'The consequence of a violation of the rule.'),
    threshold: orNull.decimal(
      'The hours or days at which the rule applies. Null for none, and for the default of 6 days.',
    ),
    enabled: output.boolean('Whether the rule is evaluated at all.'),
    description: output.text('When the rule is violated.'),
    created_at: shared.created_at,
    updated_at: shared.updated_at,
  },
)

/** The change of a rule. */
export const RuleChange = bodyOf(BusinessRuleDetail.shape, {
  code: choice(ruleCodes).describe('The rule to change.'),
  severity: choice(severities).optional(),
  /** Null restores the default. */
  threshold: decimal({ digits: 10, minimum: '0' }).nullable().optional(),
  enabled: boolean().optional(),
})

const { list, get } = resource('/api/v1/business-rules/', 'read_catalogue')

export const businessRulesRouter = router({
  list: list('List the business rules', 'Not paginated. Operators set the rules, outside this API.')
    .output(z.array(BusinessRuleDetail))
    .query(({ ctx }) => readAll(ctx.em, businessRules, 'code')),

  get: get('Show a business rule', 'Operators set the rules, outside this API.')
    .output(BusinessRuleDetail)
    .query(({ ctx, input }) => showOne(ctx.em, businessRules, input.id)),
})
