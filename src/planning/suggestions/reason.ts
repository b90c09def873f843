import type { Language } from '../../language.ts'
import { type ClinicFacts, tagNames } from '../facts/clinic-facts.ts'
import { reasonToGive } from '../words/reason.ts'
import type { RankedSuggestion } from './ranking.ts'

/** In one sentence of facts, why the suggestion ranks where it does; a second one says why it would be refused. */
export const reasonOf = (facts: ClinicFacts, one: RankedSuggestion, language?: Language) =>
  reasonToGive(
    {
      ...one,
      is_raise: one.assignment !== null,
      held: tagNames(
        facts,
        one.on.mandatory.filter((tag) => !one.missing.includes(tag)),
      ),
      missing: tagNames(facts, one.missing),
      is_on_leave: one.of.status === 'ON_LEAVE',
      refusals: one.violations.blocking,
    },
    language,
  )
