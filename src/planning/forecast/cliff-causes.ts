import type { AssignedHours, ClinicFacts, EmployeeFacts, HeldTagFacts } from '../facts/clinic-facts.ts'
import { covers, daysInWeek } from '../facts/day.ts'
import { missingTags, type Outlook } from './outlook.ts'

export const causes = [
  'CONTRACT_ENDS',
  'CERTIFICATE_ENDS',
  'REDUCTION_BEGINS',
  'LEAVE_ENDS',
  'EMPLOYMENT_BEGINS',
  'OTHER',
] as const

/** What changes an employee's secure hours: a tag that they hold, or where `held` is null, an assignment or their status. */
export type Cause = {
  cause: (typeof causes)[number]
  /** The last day of a tag or assignment that ends, or the first day of one that begins. */
  date: number
  event: 'ends' | 'begins'
  held: HeldTagFacts | null
}

/** An employee with all their ACTIVE assignments, and the outlooks for two consecutive weeks. */
export type OutlookChange = { employee: number; own: readonly number[]; before: Outlook; after: Outlook }

/** A cause that would take hours from the person, or add some, even if it were the only one. */
type Event = Cause & { pull: -1 | 1 }

/** The first cause by date among those that pull in the direction, which is -1 for a loss and 1 for a gain. */
export function causeOf(facts: ClinicFacts, change: OutlookChange, direction: number): Cause {
  const events = [dutyEvents, assignmentEvents, poolEvents].flatMap((found) => found(facts, change))
  const pulling = events.filter(({ pull }) => pull === direction)
  const [first] = (pulling.length ? pulling : events).sort((a, b) => a.date - b.date)
  // There is always one: secure hours change only by an event.
  return first as Event
}

/** The return or the start of a person who is expected between the weeks. */
function dutyEvents({ employees }: ClinicFacts, { employee, before, after }: OutlookChange): Event[] {
  const { status, expected: date = Infinity } = employees[employee] as EmployeeFacts
  if (date <= before.day || date > after.day) return []
  const cause = status === 'ONBOARDING' ? 'EMPLOYMENT_BEGINS' : 'LEAVE_ENDS'
  return [{ cause, date, event: 'begins', held: null, pull: 1 }]
}

/** Assignments that become secure or stop being so, because of a required tag or because they begin. */
function assignmentEvents(facts: ClinicFacts, change: OutlookChange): Event[] {
  const { own, before, after } = change
  return own
    .filter((index) => before.risk[index] !== after.risk[index])
    .flatMap((index): Event[] => {
      const assignment = facts.assignments[index] as AssignedHours
      const { from, employee } = assignment
      const hasStarted = before.risk[index] === 'not_started' && from !== null
      const missingBefore = missingTags(facts, assignment, before.day)
      const missingAfter = missingTags(facts, assignment, after.day)
      const tags = facts.employees[employee]?.tags ?? []
      const ended = tags.filter((held) => missingAfter.includes(held.tag) && covers(held, before.day))
      const begun = tags.filter((held) => missingBefore.includes(held.tag) && covers(held, after.day))
      return [
        ...(hasStarted
          ? [{ cause: 'OTHER', date: from, event: 'begins', held: null, pull: 1 } as const]
          : []),
        ...ended.map((held) => tagEvent(facts, held, 'ends')),
        ...begun.map((held) => tagEvent(facts, held, 'begins')),
      ]
    })
}

/** Tags that change the pool, if it limits the employee; not those renewed at once with the same hours. */
function poolEvents(facts: ClinicFacts, { employee, own, before, after }: OutlookChange): Event[] {
  const isCut = ({ risk }: Outlook) => own.some((index) => risk[index] === 'over_contract')
  if (!isCut(before) && !isCut(after)) return []
  const tags = (facts.employees[employee]?.tags ?? []).filter(({ tag }) => hoursOf(facts, tag) !== 0)
  const amountOn = (held: HeldTagFacts, day: number) =>
    hoursOf(facts, held.tag) > 0 ? Number(covers(held, day)) : daysInWeek(held, day)
  const more = (held: HeldTagFacts) => amountOn(held, after.day) - amountOn(held, before.day)
  return tags
    .filter((held) => {
      const ofTag = tags.filter(({ tag }) => tag === held.tag).reduce((sum, one) => sum + more(one), 0)
      return Math.sign(more(held)) * Math.sign(ofTag) > 0
    })
    .map((held) => tagEvent(facts, held, more(held) > 0 ? 'begins' : 'ends'))
}

const hoursOf = ({ tags }: ClinicFacts, tag: number) => tags[tag]?.hours_delta ?? 0

/** The end or the beginning of a tag. A reduction takes hours when it begins, any other tag when it ends. */
function tagEvent(facts: ClinicFacts, held: HeldTagFacts, event: Cause['event']): Event {
  const hours = hoursOf(facts, held.tag)
  const common = { date: event === 'ends' ? held.end : held.start, event, held }
  if (hours < 0 === (event === 'ends')) return { ...common, cause: 'OTHER', pull: 1 }
  if (hours < 0) return { ...common, cause: 'REDUCTION_BEGINS', pull: -1 }
  return { ...common, cause: hours > 0 ? 'CONTRACT_ENDS' : 'CERTIFICATE_ENDS', pull: -1 }
}
