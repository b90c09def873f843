import { BusinessRule } from '../business-rule.ts'
import { columnsOf } from './fragments.ts'

/** The rules with their settings. */
export const businessRules = {
  table: 'business_rules',
  columns: columnsOf(
    BusinessRule,
    'id, code, name, severity, threshold, enabled, description, created_at, updated_at',
  ),
}
