import { account, auth, business_rules, health, live } from './account.ts'
import { common } from './common.ts'
import { hours } from './hours.ts'
import { employee_tags, employees, position_tags, tag_change_logs, tags, transitions } from './people.ts'
import { planning } from './planning.ts'
import { assignments, org_units, positions } from './work.ts'

/**
 * What fields mean, by resource, or `common` to all. A key is a field's name or the end of its path, which begins with
 * the action that takes it (`list.status`) or the named schema that has it (`PositionRow.required_tags`).
 */
export const texts: Record<string, Record<string, string>> = {
  common,
  employees,
  transitions,
  tag_change_logs,
  tags,
  employee_tags,
  position_tags,
  org_units,
  positions,
  assignments,
  hours,
  business_rules,
  planning,
  health,
  live,
  auth,
  account,
}
