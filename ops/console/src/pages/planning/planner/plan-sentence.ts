import { text } from '../../../language/text.ts'
import { hours, number } from '../../../language/wording.ts'
import type { Plan } from '../answers.ts'

/** How much can be covered, in one sentence that needs no explanation. */
export function planSentence(summary: Plan['summary'], isSecure: boolean): string {
  const { lacking_hours, planned_hours, maximum_hours, is_maximum } = summary
  if (Number(lacking_hours) === 0) return nothingLacks(summary, isSecure)
  const missing = isSecure
    ? text('{hours} hours that are missing or at risk', { hours: number(lacking_hours) })
    : text('{hours} missing hours', { hours: number(lacking_hours) })
  const of = { missing, planned: number(planned_hours), maximum: number(maximum_hours) }
  if (planned_hours === lacking_hours) return text('All {missing} can be covered.', of)
  if (!is_maximum)
    return text(
      'This plan covers {planned} of {missing}; no plan covers more than {maximum}, here is why.',
      of,
    )
  return Number(planned_hours) === 0
    ? text('None of the {missing} can be covered; here is why.', of)
    : text('{planned} of {missing} can be covered; that is the most, here is why.', of)
}

function nothingLacks({ surplus_hours, over_contract_hours }: Plan['summary'], isSecure: boolean): string {
  const nothing = isSecure
    ? text('No position lacks hours or has any at risk, so there is nothing to add.')
    : text('No position lacks hours, so there is nothing to add.')
  const more = [
    Number(surplus_hours) > 0 &&
      text('Positions have {hours} more than required.', { hours: hours(surplus_hours) }),
    Number(over_contract_hours) > 0 &&
      text('People are {hours} over contract: a rebalance shows what could change.', {
        hours: hours(over_contract_hours),
      }),
  ]
  return [nothing, ...more].filter(Boolean).join(' ')
}
