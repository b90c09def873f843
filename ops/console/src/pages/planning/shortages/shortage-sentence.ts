import { text } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import type { Remedy, Shortage } from '../answers.ts'

const mostNamed = 3

/** How many hours of which tags are short, and why. */
export const shortageSentence = (shortage: Shortage) => `${whatLacks(shortage)}. ${why(shortage)}`

function whatLacks({ tag_sets, position_count: count, lacking_hours }: Shortage): string {
  // The tags that all of the positions require say the most in the fewest words.
  const all = tag_sets.find(({ tags }) =>
    tag_sets.every((set) => tags.every((tag) => set.tags.includes(tag))),
  )
  const sets = all ? [all] : tag_sets
  const tags = named(sets.map((set) => set.tags.join(' + ')).filter(Boolean)) || text('No particular tags')
  return text('{tags}: {count, plural, one {# position lacks} other {# positions lack}} {hours}', {
    tags,
    count,
    hours: hours(lacking_hours),
  })
}

function why({ cause, holders, free_hours }: Shortage): string {
  if (cause === 'NOBODY_HOLDS') return text('No one who may be planned holds the required tags.')
  return cause === 'NOT_ENOUGH_HOURS'
    ? text('The people who hold the required tags have only {hours} left.', { hours: hours(free_hours) })
    : text(
        '{count, plural, one {The only active person who holds the required tags can take no more hours there.} other {None of the # active people who hold the required tags can take more hours there.}}',
        { count: holders.active },
      )
}

/** What the remedy would close. */
export function remedySentence({ kind, tag_name, employees, closes_hours }: Remedy): string {
  const of = {
    tag: tag_name ?? '',
    people: named(employees.map(({ name }) => name)),
    hours: hours(closes_hours),
  }
  if (kind === 'CERTIFY') return text('{tag} for {people} would close {hours}.', of)
  if (kind === 'RETURN') return text('The return from leave of {people} would close {hours}.', of)
  if (kind === 'OVERTIME') return text('Overtime up to the weekly cap would close {hours}.', of)
  return kind === 'HIRE'
    ? text('Hiring people with the required tags would close {hours}.', of)
    : text('Shorter new assignments would close {hours}.', of)
}

/** The first names; they are `last, first`, so a semicolon keeps them apart. */
function named(names: string[]): string {
  const more = names.length - mostNamed
  const shown = names.slice(0, mostNamed).join('; ')
  return more > 0 ? `${shown} ${text('and {count} more', { count: more })}` : shown
}
