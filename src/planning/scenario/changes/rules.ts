import { invalid } from '../../../errors.ts'
import { toHundredths } from '../../../hours.ts'
import { changedRule } from '../../../work/rule-change.ts'
import { type Make, withFacts } from './draft.ts'

export const changeCap: Make<'CAP_CHANGED'> = (draft, { max_weekly_hours: cap }) => {
  if (!draft.facts.units.some(({ type }) => type === 'CLINIC'))
    throw invalid('max_weekly_hours', 'There is no clinic.')
  return withFacts(draft, { weekly_cap: cap === null ? null : toHundredths(cap) })
}

export const changeRule: Make<'RULE_CHANGED'> = (draft, { code, severity, threshold, enabled }) => {
  const changes = changedRule(code, { severity, threshold, enabled })
  const rules = draft.facts.rules.map((rule) => (rule.code === code ? { ...rule, ...changes } : rule))
  return withFacts(draft, { rules })
}
