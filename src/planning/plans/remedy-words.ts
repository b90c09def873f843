import { formatHundredths, fullTimeEquivalents } from '../../hours.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { counted, spokenHours } from '../facts/words.ts'
import type { Planned } from './planned.ts'
import { hiredHours, type Remedy, type RemedyKind, smallestMinimum } from './remedies.ts'
import { baseOf, tagNames } from './shortage-words.ts'
import type { ExplainedShortage, TagSet } from './shortages.ts'

/** What the remedy would close, in one sentence. */
export function remedySentence(planned: Planned, shortage: ExplainedShortage, remedy: Remedy): string {
  // It may close other shortages too; a smaller minimum is one for the whole plan.
  const isWider = remedy.kind === 'SMALLER_MINIMUM' || remedy.closes > shortage.short
  const closes = `${spokenHours(remedy.closes)}${isWider ? ' in all' : ''}`
  return `${subjects[remedy.kind](planned, shortage, remedy)} would close ${closes}.`
}

type Subject = (planned: Planned, shortage: ExplainedShortage, remedy: Remedy) => string

const subjects: Record<RemedyKind, Subject> = {
  CERTIFY: ({ facts }, _, { tag, employees }) => {
    const people = counted(employees.length, 'more person', 'more people')
    const have = employees.length === 1 ? 'has' : 'have'
    return `${facts.tags[tag ?? -1]?.name} for ${people} (${names(facts, employees)}), who ${have} the rest and hours left,`
  },
  RETURN: ({ facts }, _, { employees }) => `The return from leave of ${names(facts, employees)}`,
  OVERTIME: () => 'Overtime up to the weekly cap, by those who may fill the positions,',
  HIRE: ({ facts, request }, shortage) =>
    `Hiring ${fullTimeEquivalents(formatHundredths(hiredHours(shortage, request)))} FTE ${whoHold(facts, shortage.tag_sets)}`,
  SMALLER_MINIMUM: ({ request }) =>
    `A minimum of ${spokenHours(smallestMinimum)} instead of ${spokenHours(request.minimum)} per new assignment`,
}

const shownNames = 3

/** Names are `last, first`; a semicolon keeps them apart. */
function names({ employees }: ClinicFacts, indexes: readonly number[]) {
  const shown = indexes.slice(0, shownNames).map((employee) => employees[employee]?.name ?? '')
  const more = indexes.length - shown.length
  return `${shown.join('; ')}${more > 0 ? ` and ${counted(more, 'other')}` : ''}`
}

function whoHold(facts: ClinicFacts, sets: readonly TagSet[]) {
  const base = baseOf(sets)
  if (!base?.tags.length) return 'with what the positions require'
  const more = sets.length > 1 ? ' and whatever else the positions require' : ''
  return `with ${tagNames(facts, base.tags)}${more}`
}
