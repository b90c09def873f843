import { toDate } from '../../calendar.ts'
import { formatHundredths } from '../../hours.ts'
import type { Language } from '../../language.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { cliffSentence } from '../words/cliff.ts'
import type { Cliff } from './cliffs.ts'
import { placeOf } from './parts.ts'

/** A cliff as clients see it, with a sentence that sums it up. */
export function shownCliff(facts: ClinicFacts, cliff: Cliff, language?: Language) {
  const { held, week, cause, direction, event, hours } = cliff
  const { id = '', name = '' } = facts.employees[cliff.employee] ?? {}
  const tag_name = (held && facts.tags[held.tag]?.name) ?? null
  const date = toDate(cliff.date)
  const positions = cliff.positions.map(({ position, hours }) => ({ ...placeOf(facts, position), hours }))
  const figures = {
    ...{ cause, tag_name, event, date, direction, hours, positions },
    employee_name: name,
    is_past: cliff.date < facts.today,
    from: toDate(week.start),
  }
  return {
    date,
    week: week.name,
    cause,
    direction,
    employee: id,
    employee_name: name,
    employee_tag: held?.id ?? null,
    tag_name,
    hours: formatHundredths(hours),
    positions: positions.map((one) => ({ ...one, hours: formatHundredths(one.hours) })),
    sentence: cliffSentence(figures, language),
  }
}
