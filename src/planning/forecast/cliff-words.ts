import { toDate } from '../../calendar.ts'
import { formatHundredths } from '../../hours.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import type { Cliff } from './cliffs.ts'

/** The most positions that a sentence names. */
const mostNamed = 3

/** A cliff as clients see it, with a sentence that says all of it. */
export function shownCliff(facts: ClinicFacts, cliff: Cliff) {
  const { employee, held, date, week, cause, direction } = cliff
  const { id = '', name = '' } = facts.employees[employee] ?? {}
  const positions = cliff.positions.map(({ position, hours }) => {
    const { id: position_id = '', title = '', unit = -1 } = facts.positions[position] ?? {}
    return {
      position_id,
      title,
      org_unit_name: facts.units[unit]?.name ?? '',
      hours: formatHundredths(hours),
    }
  })
  const tag = held && facts.tags[held.tag]
  const what = tag ? `${tag.name} of ${name}` : `An assignment of ${name}`
  const change = direction === 'LOSS' ? 'are no longer secure' : 'become secure'
  const named = positions.map(({ title, org_unit_name, hours }) => `${title}, ${org_unit_name} (${hours} h)`)
  return {
    date: toDate(date),
    week: week.name,
    cause,
    direction,
    employee: id,
    employee_name: name,
    employee_tag: held?.id ?? null,
    tag_name: tag?.name ?? null,
    hours: formatHundredths(cliff.hours),
    positions,
    sentence: `${what} ${eventOf(cliff, facts.today)} on ${toDate(date)}: from ${toDate(week.start)} on, ${formatHundredths(cliff.hours)} h a week ${change}: ${listed(named)}.`,
  }
}

/** `begins`, or `began` if that was before today. */
function eventOf({ event, date }: Cliff, today: number) {
  if (date >= today) return event
  return event === 'ends' ? 'ended' : 'began'
}

function listed(items: readonly string[]) {
  const shown =
    items.length > mostNamed
      ? [...items.slice(0, mostNamed - 1), `${items.length - mostNamed + 1} more positions`]
      : items
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(shown)
}
