import { text } from '../../../language/text.ts'
import { hours, number } from '../../../language/wording.ts'
import type { Rebalance } from '../answers.ts'

type Summary = Rebalance['summary']

/** What the changes would put right, in a sentence that needs no explanation. */
export function rebalanceSentence(summary: Summary, limit: 'cap' | 'contract'): string {
  const [lacking, over, maximum] = [summary.lacking_hours, summary.over_contract_hours, summary.maximum_hours]
  if (Number(lacking) + Number(over) === 0)
    return text(
      'No position lacks hours and no one is over {limit, select, cap {the weekly cap} other {contract}}, so there is nothing to rebalance.',
      { limit },
    )
  if (summary.changes === 0)
    return Number(maximum) === 0
      ? text('No change can help; here is why.')
      : text('No changes were found that help; none could put right more than {maximum}.', {
          maximum: hours(maximum),
        })
  const parts = [
    Number(summary.covered_hours) > 0 &&
      text('cover {covered} of {lacking} missing hours', {
        covered: number(summary.covered_hours),
        lacking: number(lacking),
      }),
    Number(summary.relieved_hours) > 0 &&
      text('remove {relieved} of the {over} over {limit, select, cap {the weekly cap} other {contract}}', {
        relieved: number(summary.relieved_hours),
        over: hours(over),
        limit,
      }),
  ].filter((part) => part !== false)
  const [first = '', second] = parts
  const done = second ? text('{first} and {second}', { first, second }) : first
  const of = { changes: summary.changes, done }
  return summary.is_maximum
    ? text(
        '{changes, plural, one {# change would} other {# changes would}} {done}; that is the most, and at least {least, plural, one {# is} other {# are}} needed.',
        { ...of, least: summary.changes_at_least ?? 0 },
      )
    : text(
        '{changes, plural, one {# change would} other {# changes would}} {done}; no changes could put right more than {maximum} in all.',
        { ...of, maximum: hours(maximum) },
      )
}

/** What of a rebalance is proved, and what is only the best that was found. */
export function howSure({ is_maximum, changes, changes_at_least }: Summary): string {
  if (!is_maximum)
    return text(
      'How much can be put right at most is proved; other changes may come closer to it, or be fewer.',
    )
  return changes === changes_at_least
    ? text('That no more can be put right is proved, and so is that it takes this many changes.')
    : text('That no more can be put right is proved; that it takes this many changes is not.')
}
