import { columnsOf } from '../lists/fragments.ts'
import { BusinessRule } from './business-rule.ts'

/** The rules with their settings. */
export const businessRules = {
  table: 'business_rules',
  columns: columnsOf(
    BusinessRule,
    'id, code, name, severity, threshold, enabled, description, created_at, updated_at',
  ),
}
