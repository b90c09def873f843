import { formatHundredths, formattedHours, fullTimeEquivalents } from '../../hours.ts'
import { type ClinicFacts, type EmployeeFacts, tagNames } from '../facts/clinic-facts.ts'
import { placeOf } from '../forecast/parts.ts'
import { remedySentence } from '../words/remedy.ts'
import { type NamedTags, shortageSentence } from '../words/shortage.ts'
import type { Planned } from './plan-request.ts'
import { hiredHours, type Remedy, RemedyFinder, smallestMinimum } from './remedies.ts'
import { type ExplainedShortage, explainedShortages, sum, type TagSet } from './shortages.ts'

/** The maximum number of positions that a shortage lists. */
const mostPositions = 50

/** What stays open in any plan and what would close it, as clients see it, the greatest shortage first. */
export function shownShortages(planned: Planned) {
  const remedies = new RemedyFinder(planned)
  return explainedShortages(planned).map((shortage) => {
    const { part, short, tag_sets, holders } = shortage
    const { other, contract, assigned, left_below_minimum } = holders
    const [active, on_leave] = [holders.active.length, holders.on_leave.length]
    const named = tag_sets.map((set) => namedTags(planned.facts, set))
    return {
      short_hours: formatHundredths(short),
      short_fte: fullTimeEquivalents(formatHundredths(short), planned.facts.full_time),
      ...formattedHours({ lacking: part.lacking, free: part.free }),
      tag_sets: named.map(({ lacking, short_alone, ...set }) => {
        return { ...set, ...formattedHours({ lacking, short_alone }) }
      }),
      positions: shownPositions(planned, shortage),
      position_count: part.positions.length,
      holders: { active, on_leave, other, ...formattedHours({ contract, assigned, left_below_minimum }) },
      cause: shortage.cause,
      sentence: sentenceOf(planned, shortage, named),
      remedies: remedies.find(shortage).map((remedy) => shownRemedy(planned, { shortage, named, remedy })),
    }
  })
}

/** `short_alone` is what would stay short if the people were wanted for these positions only. */
const namedTags = (facts: ClinicFacts, { tags, positions, lacking, free }: TagSet) => ({
  tags: tagNames(facts, tags),
  position_count: positions.length,
  lacking,
  short_alone: Math.max(0, lacking - free),
})

function sentenceOf(
  { facts, solution, language }: Planned,
  { part, short, cause, holders }: ExplainedShortage,
  tag_sets: NamedTags[],
) {
  const people = new Set(part.people)
  const used = sum(solution.lines, ({ employee, added }) => (people.has(employee) ? added : 0))
  const units = new Set(part.positions.map((position) => facts.positions[position]?.unit)).size
  const { lacking, free } = part
  const { minimum } = solution.problem
  const figures = {
    ...{ short, lacking, free, used, minimum, tag_sets, cause, units },
    full_time: facts.full_time,
    holders: { ...holders, active: holders.active.length },
    positions: part.positions.length,
    people: people.size,
  }
  return shortageSentence(figures, language)
}

function shownPositions({ facts, solution: { problem } }: Planned, { part }: ExplainedShortage) {
  const needOf = (position: number) => problem.demands[problem.demand_of.get(position) ?? -1]?.need ?? 0
  return part.positions
    .toSorted((a, b) => needOf(b) - needOf(a) || a - b)
    .slice(0, mostPositions)
    .map((position) => ({ ...placeOf(facts, position), lacking_hours: formatHundredths(needOf(position)) }))
}

type Told = { shortage: ExplainedShortage; named: NamedTags[]; remedy: Remedy }

function shownRemedy({ facts, request, language }: Planned, { shortage, named, remedy }: Told) {
  const { kind, closes } = remedy
  const tag = remedy.tag === null ? undefined : facts.tags[remedy.tag]
  const employees = remedy.employees.map((employee) => {
    const { id, name } = facts.employees[employee] as EmployeeFacts
    return { id, name }
  })
  const tag_name = tag?.name ?? null
  const figures = {
    ...{ kind, closes, tag_name, tag_sets: named, minimum: request.minimum },
    is_wider: kind === 'SMALLER_MINIMUM' || closes > shortage.short,
    employees: employees.map(({ name }) => name),
    hired: hiredHours(shortage, request),
    full_time: facts.full_time,
    smaller_minimum: smallestMinimum,
  }
  return {
    kind,
    tag: tag?.id ?? null,
    tag_name,
    employees,
    closes_hours: formatHundredths(closes),
    sentence: remedySentence(figures, language),
  }
}
