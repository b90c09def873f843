import { z } from 'zod'
import { maximumWeekHours } from '../../src/hours.ts'
import { ruleCodes, severities } from '../../src/work/business-rules.ts'
import { boolean, choice, decimal } from './fields.ts'

/** The clinic's cap. */
export const weeklyCap = () => decimal({ digits: 5, minimum: '0.01', maximum: `${maximumWeekHours}` })

/** The change of a rule. */
export const RuleChange = z.object({
  code: choice(ruleCodes),
  severity: choice(severities).optional(),
  /** Null restores the default. */
  threshold: decimal({ digits: 10, minimum: '0' }).nullable().optional(),
  enabled: boolean().optional(),
})
