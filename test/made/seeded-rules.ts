import type { RuleSetting } from '../../src/work/business-rules.ts'

/** The rules as the first migration seeds them. */
export const seededRules: readonly RuleSetting[] = [
  { code: 'MAX_WEEKLY_HOURS', severity: 'BLOCKING', threshold: '60.00', enabled: true },
  { code: 'DUPLICATE_ASSIGNMENT', severity: 'BLOCKING', threshold: null, enabled: true },
  { code: 'EMPLOYEE_TERMINATED', severity: 'BLOCKING', threshold: null, enabled: true },
  { code: 'TAG_REQUIREMENT_MISMATCH', severity: 'BLOCKING', threshold: null, enabled: true },
  { code: 'MAX_CONSECUTIVE_SHIFTS', severity: 'WARNING', threshold: null, enabled: true },
  { code: 'COVERAGE_EXCEEDED', severity: 'WARNING', threshold: null, enabled: true },
  { code: 'CONTRACT_NEAR_EXPIRY', severity: 'INFO', threshold: '30.00', enabled: true },
]
