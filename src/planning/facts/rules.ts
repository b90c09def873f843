import { fullDayHours, maximumWeekHours, toHundredths } from '../../hours.ts'
import { defaultThresholds, limitOf, type RuleCode } from '../../work/business-rules.ts'
import type { ClinicFacts } from './clinic-facts.ts'

/** The most weekly hours that anyone may be assigned. Planning keeps to the cap even where its rule only warns. */
export function weeklyLimit(facts: Pick<ClinicFacts, 'rules' | 'weekly_cap'>): number {
  const cap = enabledRule(facts, 'MAX_WEEKLY_HOURS')
  const shifts = enabledRule(facts, 'MAX_CONSECUTIVE_SHIFTS')
  const own = facts.weekly_cap ?? toHundredths(cap?.threshold ?? defaultThresholds.MAX_WEEKLY_HOURS)
  let limit = Math.min(maximumWeekHours * 100, cap ? own : Infinity)
  if (shifts?.severity === 'BLOCKING') {
    const days = Math.ceil(Number(limitOf(shifts, null))) - 1
    limit = Math.min(limit, days * fullDayHours * 100)
  }
  return Math.max(0, limit)
}

/** The rule if it is enabled. */
export const enabledRule = ({ rules }: Pick<ClinicFacts, 'rules'>, wanted: RuleCode) =>
  rules.find(({ code, enabled }) => code === wanted && enabled)

/** Whether a rule refuses to give any position more hours than it requires. */
export const refusesOverCoverage = (facts: Pick<ClinicFacts, 'rules'>) =>
  enabledRule(facts, 'COVERAGE_EXCEEDED')?.severity === 'BLOCKING'
