import { invalid } from '../../../errors.ts'
import { toHundredths } from '../../../hours.ts'
import { changedRule } from '../../../work/rule-change.ts'
import type { ScenarioChangeOf } from './change.ts'
import type { Draft } from './draft.ts'

export function changeCap(draft: Draft, { max_weekly_hours: cap }: ScenarioChangeOf<'CAP_CHANGED'>): Draft {
  if (!draft.facts.units.some(({ type }) => type === 'CLINIC'))
    throw invalid('max_weekly_hours', 'There is no clinic.')
  return { ...draft, facts: { ...draft.facts, weekly_cap: cap === null ? null : toHundredths(cap) } }
}

export function changeRule(
  draft: Draft,
  { code, severity, threshold, enabled }: ScenarioChangeOf<'RULE_CHANGED'>,
): Draft {
  const changes = changedRule(code, { severity, threshold, enabled })
  const rules = draft.facts.rules.map((rule) => (rule.code === code ? { ...rule, ...changes } : rule))
  return { ...draft, facts: { ...draft.facts, rules } }
}
