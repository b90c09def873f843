import type { AssignmentFacts, ClinicFacts, HeldTagFacts } from './clinic-facts.ts'
import { covers, daysInWeek } from './day.ts'
import { missingTags, type Outlook } from './outlook.ts'

export const causes = ['CONTRACT_ENDS', 'CERTIFICATE_ENDS', 'REDUCTION_BEGINS', 'OTHER'] as const

/** What changes somebody's secure hours: a tag that they hold, or an assignment of theirs where `held` is null. */
export type Cause = {
  cause: (typeof causes)[number]
  /** The last day of what ends, the first of what begins. */
  date: number
  event: 'ends' | 'begins'
  held: HeldTagFacts | null
}

/** Somebody, with all their ACTIVE assignments, and the outlooks for two weeks that follow one another. */
export type Change = { employee: number; own: readonly number[]; before: Outlook; after: Outlook }

/** What alone would take hours from the person, or add to them. */
type Event = Cause & { pull: -1 | 1 }

/** The first cause by date among those that pull in the direction, which is -1 for a loss and 1 for a gain. */
export function causeOf(facts: ClinicFacts, change: Change, direction: number): Cause {
  const events = [...assignmentEvents(facts, change), ...poolEvents(facts, change)]
  const pulling = events.filter(({ pull }) => pull === direction)
  const [first] = (pulling.length ? pulling : events).sort((a, b) => a.date - b.date)
  const { cause, date, event, held } = first ?? unknown(change)
  return { cause, date, event, held }
}

const unknown = ({ after }: Change): Cause => ({
  cause: 'OTHER',
  date: after.day,
  event: 'begins',
  held: null,
})

/** Assignments that become able or stop being so: by a required tag, or because they begin. */
function assignmentEvents(facts: ClinicFacts, change: Change): Event[] {
  const { own, before, after } = change
  return own
    .filter((index) => before.risk[index] !== after.risk[index])
    .flatMap((index) => {
      const assignment = facts.assignments[index] as AssignmentFacts
      const starts: Event[] =
        before.risk[index] === 'not_started' && assignment.from !== null
          ? [{ cause: 'OTHER', date: assignment.from, event: 'begins', held: null, pull: 1 }]
          : []
      return [...starts, ...requirementEvents(facts, change, assignment)]
    })
}

function requirementEvents(
  facts: ClinicFacts,
  { before, after }: Change,
  assignment: AssignmentFacts,
): Event[] {
  const tags = facts.employees[assignment.employee]?.tags ?? []
  const missingBefore = missingTags(facts, assignment, before.day)
  const missingAfter = missingTags(facts, assignment, after.day)
  const ended = tags.filter((held) => missingAfter.includes(held.tag) && covers(held, before.day))
  const begun = tags.filter((held) => missingBefore.includes(held.tag) && covers(held, after.day))
  return [...ended.map((held) => ends(facts, held)), ...begun.map(begins)]
}

/** Tags that change the pool of somebody whom it limits; the end of a tag that is held again is none. */
function poolEvents(facts: ClinicFacts, { employee, own, before, after }: Change): Event[] {
  const isCut = ({ risk }: Outlook) => own.some((index) => risk[index] === 'over_contract')
  if (!isCut(before) && !isCut(after)) return []
  const tags = facts.employees[employee]?.tags ?? []
  const hours = (held: HeldTagFacts) => facts.tags[held.tag]?.hours_delta ?? 0
  const isHeld = (tag: number, { day }: Outlook) => tags.some((held) => held.tag === tag && covers(held, day))
  const ofContract = (held: HeldTagFacts): Event[] => {
    if (isHeld(held.tag, before) === isHeld(held.tag, after)) return []
    if (covers(held, before.day)) return [ends(facts, held)]
    return covers(held, after.day) ? [begins(held)] : []
  }
  const ofReduction = (held: HeldTagFacts): Event[] => {
    const days = daysInWeek(held, after.day) - daysInWeek(held, before.day)
    if (days > 0) return [{ cause: 'REDUCTION_BEGINS', date: held.start, event: 'begins', held, pull: -1 }]
    return days < 0 ? [{ cause: 'OTHER', date: held.end, event: 'ends', held, pull: 1 }] : []
  }
  return tags.flatMap((held) => {
    if (hours(held) > 0) return ofContract(held)
    return hours(held) < 0 ? ofReduction(held) : []
  })
}

const ends = ({ tags }: ClinicFacts, held: HeldTagFacts): Event => ({
  cause: (tags[held.tag]?.hours_delta ?? 0) > 0 ? 'CONTRACT_ENDS' : 'CERTIFICATE_ENDS',
  date: held.end,
  event: 'ends',
  held,
  pull: -1,
})

const begins = (held: HeldTagFacts): Event => ({
  cause: 'OTHER',
  date: held.start,
  event: 'begins',
  held,
  pull: 1,
})
