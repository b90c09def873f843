import { formatHundredths, fullTimeEquivalents } from '../../hours.ts'
import { compareText } from '../../text-order.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import type { Planned } from './planned.ts'
import { type Remedy, RemedyFinder } from './remedies.ts'
import { remedySentence } from './remedy-words.ts'
import { shortAlone, shortageSentence } from './shortage-words.ts'
import { type ExplainedShortage, explainedShortages, type TagSet } from './shortages.ts'

/** The most positions that a shortage lists. */
const mostPositions = 50

/** What stays open in any plan and what would close it, as clients see it, the greatest shortage first. */
export function shownShortages(planned: Planned) {
  const remedies = new RemedyFinder(planned)
  return explainedShortages(planned).map((shortage) => {
    const { part, short, tag_sets, holders } = shortage
    return {
      short_hours: formatHundredths(short),
      short_fte: fullTimeEquivalents(formatHundredths(short)),
      lacking_hours: formatHundredths(part.lacking),
      free_hours: formatHundredths(part.free),
      tag_sets: tag_sets.map((set) => shownTagSet(planned.facts, set)),
      positions: shownPositions(planned, shortage),
      position_count: part.positions.length,
      holders: {
        active: holders.active,
        on_leave: holders.on_leave,
        other: holders.other,
        contract_hours: formatHundredths(holders.contract),
        assigned_hours: formatHundredths(holders.assigned),
        left_below_minimum_hours: formatHundredths(holders.left_below_minimum),
      },
      cause: shortage.cause,
      sentence: shortageSentence(planned, shortage),
      remedies: remedies.find(shortage).map((remedy) => shownRemedy(planned, shortage, remedy)),
    }
  })
}

function shownTagSet({ tags }: ClinicFacts, set: TagSet) {
  return {
    tags: set.tags.map((tag) => tags[tag]?.name ?? '').sort(compareText),
    position_count: set.positions.length,
    lacking_hours: formatHundredths(set.lacking),
    short_alone_hours: formatHundredths(shortAlone(set)),
  }
}

function shownPositions({ facts, solution: { problem } }: Planned, { part }: ExplainedShortage) {
  const needOf = (position: number) => problem.demands[problem.demand_of.get(position) ?? -1]?.need ?? 0
  return part.positions
    .toSorted((a, b) => needOf(b) - needOf(a) || a - b)
    .slice(0, mostPositions)
    .map((position) => {
      const { id = '', title = '', unit = -1 } = facts.positions[position] ?? {}
      return {
        position_id: id,
        title,
        org_unit_name: facts.units[unit]?.name ?? '',
        lacking_hours: formatHundredths(needOf(position)),
      }
    })
}

function shownRemedy(planned: Planned, shortage: ExplainedShortage, remedy: Remedy) {
  const { employees, tags } = planned.facts
  const tag = remedy.tag === null ? undefined : tags[remedy.tag]
  return {
    kind: remedy.kind,
    tag: tag?.id ?? null,
    tag_name: tag?.name ?? null,
    employees: remedy.employees.map((employee) => ({
      id: employees[employee]?.id ?? '',
      name: employees[employee]?.name ?? '',
    })),
    closes_hours: formatHundredths(remedy.closes),
    sentence: remedySentence(planned, shortage, remedy),
  }
}
