import type { Reserve } from './reserve.ts'

/** Raises the assignments of those people, as far as that costs nothing elsewhere. */
export function raiseAssignments(reserve: Reserve, isMeant: (person: number) => boolean) {
  for (const [person, { raises }] of reserve.problem.people.entries())
    if (isMeant(person)) for (const { demand } of raises) give(reserve, person, demand)
}

function give(reserve: Reserve, person: number, demand: number) {
  const { left, lack } = reserve
  const hours = reserve.most(person, demand, Infinity)
  if (hours <= 0) return
  const { minimum } = reserve.problem
  const rest = (left[person] as number) - hours
  const lacking = (lack[demand] as number) - hours
  // A rest of either side that is too small for a new assignment may be of no use.
  const kept = Math.max(tooSmall(rest, minimum), tooSmall(lacking, reserve.least(demand)))
  const isGiven = hours > kept && reserve.give({ person, demand, hours: hours - kept })
  if (!isGiven) reserve.give({ person, demand, hours })
}

/** What more must be kept so that the rest is nothing or the minimum. */
const tooSmall = (rest: number, minimum: number) => (rest > 0 && rest < minimum ? minimum - rest : 0)
