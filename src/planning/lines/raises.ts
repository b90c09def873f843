import type { Reserve, Share } from './reserve.ts'

/** Raises these assignments, as far as that costs nothing elsewhere. */
export function raiseAssignments(reserve: Reserve, isMeant: (line: Omit<Share, 'hours'>) => boolean) {
  for (const [person, { raises }] of reserve.problem.people.entries())
    for (const { demand } of raises.filter(({ demand }) => isMeant({ person, demand })))
      if (!reserve.isSpent) give(reserve, person, demand)
}

function give(reserve: Reserve, person: number, demand: number) {
  const { left, lack } = reserve
  const hours = reserve.most(person, demand, Infinity)
  if (hours <= 0) return
  const { minimum } = reserve.problem
  const rest = (left[person] as number) - hours
  const lacking = (lack[demand] as number) - hours
  // What remains on either side may be of no use if it is too small for a new assignment.
  const kept = Math.max(tooSmall(rest, minimum), tooSmall(lacking, reserve.least(demand)))
  const isGiven = hours > kept && reserve.give({ person, demand, hours: hours - kept })
  if (!isGiven) reserve.give({ person, demand, hours })
}

/** How many more hours to keep, so that the rest is enough for a new assignment or nothing. */
const tooSmall = (rest: number, minimum: number) => (rest > 0 && rest < minimum ? minimum - rest : 0)
