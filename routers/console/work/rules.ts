import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { readAll } from '../../../entities/lists/page.ts'
import { BusinessRule, businessRules } from '../../../entities/work/business-rule.ts'
import { readRule } from '../../../entities/work/facts.ts'
import { OrgUnit } from '../../../entities/work/org-unit.ts'
import { readImpacts } from '../../../entities/work/rule-impact.ts'
import { notFound } from '../../../src/errors.ts'
import {
  allowedSeverities,
  limitOf,
  ruleCodes,
  severities,
  thresholdRules,
} from '../../../src/work/business-rules.ts'
import { changedRule, seededThreshold } from '../../../src/work/rule-change.ts'
import { checkUnchanged, etag, etagOfRow } from '../../endpoints/conditional.ts'
import { reason, recorded, replacing } from '../../endpoints/operator-change.ts'
import { lockOne, showOne } from '../../endpoints/resource.ts'
import { operatorChange, operatorQuery, overseerQuery, router } from '../../gate/procedure.ts'
import { output } from '../../schema/output.ts'
import { BusinessRuleDetail, RuleChange } from '../../work/business-rules.ts'
import { weeklyCap } from '../../work/org-unit-schema.ts'

const Rule = BusinessRuleDetail.extend({
  code: z.enum(ruleCodes),
  takes_threshold: z.boolean(),
  /** In force while `threshold` is null. */
  default_threshold: output.decimal().nullable(),
  allowed_severities: z.array(z.enum(severities)),
  etag: etag(),
})

/** The rule's violations among the active assignments. */
const Impact = z.object({
  severity: z.enum(severities),
  threshold: output.decimal().nullable(),
  enabled: z.boolean(),
  employee_count: output.count(),
  assignment_count: output.count(),
  /** The first few by name. */
  employees: z.array(z.object({ id: output.id(), name: z.string(), message: z.string() })),
})

const StoredClinic = z.object({
  id: output.id(),
  name: z.string(),
  max_weekly_hours: output.decimal().nullable(),
})
const Clinic = StoredClinic.extend({ etag: etag() })

/** The rule with the changes that it allows. */
const withChoices = (rule: z.infer<typeof BusinessRuleDetail>): z.infer<typeof Rule> => {
  const code = z.enum(ruleCodes).parse(rule.code)
  return {
    ...rule,
    code,
    takes_threshold: thresholdRules.includes(code),
    default_threshold: limitOf({ ...rule, code, threshold: seededThreshold(code) }, null),
    allowed_severities: [...allowedSeverities(code)],
    etag: etagOfRow(BusinessRuleDetail, rule),
  }
}

export const rulesRouter = router({
  list: operatorQuery
    .output(z.object({ rules: z.array(Rule), clinic: Clinic.nullable() }))
    .query(async ({ ctx }) => {
      const rules = await readAll(ctx.em, businessRules, 'code')
      const clinic = await ctx.em.fork().findOne(OrgUnit, { unit_type: 'CLINIC' })
      return { rules: rules.map(withChoices), clinic: clinic && clinicDetail(clinic) }
    }),

  /** The impact of a change on the active assignments, without making it; `clinic_cap` as in set_clinic_cap. */
  preview: overseerQuery
    .input(RuleChange.extend({ clinic_cap: weeklyCap().nullable().optional() }))
    .output(z.object({ current: Impact, proposed: Impact }))
    .query(async ({ ctx, input: { code, clinic_cap, ...change } }) => {
      const current = await readRule(ctx.em, code)
      const setting = { ...current.setting, ...changedRule(code, change) }
      const clinicCap = clinic_cap === undefined ? current.clinicCap : clinic_cap
      return readImpacts(ctx.em, { current, proposed: { setting, clinicCap } }, ctx.today)
    }),

  update: operatorChange
    .input(RuleChange.extend({ reason: reason() }))
    .output(Rule)
    .mutation(({ ctx, input: { code, reason, ...change } }) =>
      recorded(ctx, [], async (em, record) => {
        const rule = await lockOne(em, BusinessRule, { code })
        await checkUnchanged(ctx, BusinessRuleDetail, () => showOne(em, businessRules, rule.id))
        const before = { ...rule }
        const details = replacing(before, rule.revise(change, ctx.services.clock()))
        await record({ action: 'rules.update', target: code, details, reason })
        return withChoices(await showOne(em, businessRules, rule.id))
      }),
    ),

  /** Null leaves the cap to the rule's threshold. 404 while there is no clinic. */
  set_clinic_cap: operatorChange
    .input(z.object({ max_weekly_hours: weeklyCap().nullable(), reason: reason() }))
    .output(Clinic)
    .mutation(({ ctx, input: { max_weekly_hours, reason } }) =>
      recorded(ctx, [], async (em, record) => {
        const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const
        const clinic = await em.findOne(OrgUnit, { unit_type: 'CLINIC' }, lock)
        if (!clinic) throw notFound('There is no clinic.')
        await checkUnchanged(ctx, StoredClinic, () => clinic)
        const details = replacing(clinic, { max_weekly_hours })
        clinic.revise({ max_weekly_hours }, ctx.services.clock())
        await record({ action: 'rules.set_clinic_cap', target: clinic.code, details, reason })
        return clinicDetail(clinic)
      }),
    ),
})

const clinicDetail = (clinic: OrgUnit) => {
  const stored = StoredClinic.parse(clinic)
  return { ...stored, etag: etagOfRow(StoredClinic, stored) }
}
