import { defineEntity, p } from '@mikro-orm/core'
import { ruleCodes, severities } from '../../src/work/business-rules.ts'
import { changedRule, type RuleChange } from '../../src/work/rule-change.ts'
import { choice, decimal, instant, text, uuidKey } from '../lists/columns.ts'
import { columnsOf } from '../lists/fragments.ts'

export const BusinessRuleSchema = defineEntity({
  name: 'BusinessRule',
  tableName: 'business_rules',
  properties: {
    id: uuidKey(),
    code: choice(ruleCodes),
    name: text(200),
    severity: choice(severities),
    threshold: decimal(10).nullable(),
    enabled: p.boolean().default(true),
    description: text(2000).default(''),
    created_at: instant(),
    updated_at: instant(),
  },
  uniques: [{ name: 'business_rules_code_unique', properties: ['code'] }],
})

export class BusinessRule extends BusinessRuleSchema.class {
  /** 400 for a severity or a threshold that the rule does not take (D38). Returns the changes as they are stored. */
  revise(change: RuleChange, at: Date) {
    const changes = changedRule(this.code, change)
    Object.assign(this, changes, { updated_at: at })
    return changes
  }
}

BusinessRuleSchema.setClass(BusinessRule)

/** The rules with their settings. */
export const businessRules = {
  table: 'business_rules',
  columns: columnsOf(
    BusinessRule,
    'id, code, name, severity, threshold, enabled, description, created_at, updated_at',
  ),
}
