import type { AssignedHours, ClinicFacts, EmployeeFacts, HoursLimit } from '../facts/clinic-facts.ts'
import { covers, mondayOf, poolOn } from '../facts/day.ts'
import { isOnDuty } from '../facts/known-dates.ts'
import { weeklyLimit } from '../facts/rules.ts'
import { type Week, weeksAhead } from './weeks.ts'

/** Why booked hours cannot be counted on, in order of precedence. */
export const risks = ['away', 'missing_tags', 'not_started', 'over_contract'] as const
export type Risk = (typeof risks)[number]

/**
 * Which booked hours can be counted on in a week, in hundredths. `pools` is by employee; `secure` is by assignment, and
 * `risk` says why the rest of the assignment's hours is not secure.
 */
export type Outlook = { day: number; pools: number[]; secure: number[]; risk: (Risk | null)[] }

export type Ahead = { week: Week; outlook: Outlook }

/** The indexes of each employee's ACTIVE assignments. */
export function staffing({ employees, assignments }: ClinicFacts): number[][] {
  const own: number[][] = employees.map(() => [])
  for (const [index, { employee, is_suspended }] of assignments.entries())
    if (!is_suspended) own[employee]?.push(index)
  return own
}

/** The clinic with this employee only. */
export const aloneIn = (facts: ClinicFacts, employee: EmployeeFacts, own: AssignedHours[] = []) => ({
  ...facts,
  employees: [employee],
  assignments: own.map((assignment) => ({ ...assignment, employee: 0 })),
})

/** The mandatory tags of the position that the employee does not hold on the day. */
export function missingTags(facts: ClinicFacts, on: { employee: number; position: number }, day: number) {
  const holder = facts.employees[on.employee]
  return facts.positions[on.position]?.mandatory.filter((tag) => !isHeld(holder, tag, day)) ?? []
}

const isHeld = (holder: EmployeeFacts | undefined, tag: number, day: number) =>
  holder?.tags.some((one) => one.tag === tag && covers(one, day))

/** The outlooks for the week of a day, today's unless said otherwise, and those after it. */
export function outlooksAhead(facts: ClinicFacts, count: number, from = facts.today): Ahead[] {
  const weeks = weeksAhead(from, count)
  const days = weeks.map(({ reference }) => reference)
  return outlooksOn(facts, days).map((outlook, at) => ({ week: weeks[at] as Week, outlook }))
}

/**
 * The outlooks for the weeks of these reference days. With WEEKLY_CAP, hours over contract are secure too, up to the
 * weekly cap.
 */
export function outlooksOn(facts: ClinicFacts, days: readonly number[], limit: HoursLimit = 'CONTRACT') {
  const { employees, assignments } = facts
  const staff = staffing(facts)
  const cap = limit === 'CONTRACT' ? undefined : weeklyLimit(facts)
  const outlooks = days.map(
    (day): Outlook => ({
      day,
      pools: new Array<number>(employees.length).fill(0),
      secure: new Array<number>(assignments.length).fill(0),
      risk: new Array<Risk | null>(assignments.length).fill(null),
    }),
  )
  // It is much faster to go person by person, through all weeks of each, than week by week.
  for (const [employee, own] of staff.entries())
    for (const outlook of outlooks) assess(facts, outlook, { employee, own, cap })
  return outlooks
}

/** `cap` takes the place of the pool. */
type EmployeeAssignments = { employee: number; own: readonly number[]; cap: number | undefined }

/** Puts a person's pool and assignments into the outlook. */
function assess(facts: ClinicFacts, outlook: Outlook, { employee, own, cap }: EmployeeAssignments) {
  const { day, pools, secure, risk } = outlook
  const pool = poolOn(facts, facts.employees[employee] as EmployeeFacts, day)
  let able = 0
  for (const index of own) {
    const assignment = facts.assignments[index] as AssignedHours
    risk[index] = riskOf(facts, assignment, day)
    if (risk[index]) continue
    secure[index] = assignment.hours
    able += assignment.hours
  }
  pools[employee] = pool
  const most = cap ?? pool
  if (able > most) cutTo(outlook, most, own)
}

function riskOf(facts: ClinicFacts, assignment: AssignedHours, day: number): Risk | null {
  const employee = facts.employees[assignment.employee]
  if (!employee || !isOnDuty(employee, day)) return 'away'
  const mandatory = facts.positions[assignment.position]?.mandatory
  if (mandatory?.some((tag) => !isHeld(employee, tag, day))) return 'missing_tags'
  return assignment.from !== null && assignment.from > mondayOf(day) + 6 ? 'not_started' : null
}

/** Cuts an employee's secure hours down to the most that count, in proportion. */
function cutTo({ secure, risk }: Outlook, most: number, own: readonly number[]) {
  const able = own.filter((index) => risk[index] === null)
  const hours = able.map((index) => secure[index] as number)
  const shares = divided(most, hours)
  for (const [at, index] of able.entries()) {
    secure[index] = shares[at] as number
    risk[index] = 'over_contract'
  }
}

/**
 * Whole hundredths divided in proportion to the parts. The hundredths that rounding leaves go to the largest
 * remainders, and among equals to the first.
 */
export function divided(whole: number, parts: readonly number[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0)
  const remainders = parts.map((part) => (part * whole) % total)
  let left = remainders.reduce((sum, one) => sum + one, 0) / total
  const shares = parts.map((part, at) => (part * whole - (remainders[at] as number)) / total)
  const largest = [...parts.keys()].sort((a, b) => (remainders[b] as number) - (remainders[a] as number))
  for (const at of largest) if (left-- > 0) shares[at] = (shares[at] as number) + 1
  return shares
}
