import type { ClinicFacts, HeldTagFacts } from '../../../src/planning/facts/clinic-facts.ts'
import type { Problem } from '../../../src/planning/flow/solution.ts'

/**
 * The problem of planning today as docs/planning.md describes it, read from the facts without the planner: raises and
 * new assignments, up to the contracts.
 */
export function problemByHand(facts: ClinicFacts, minimum: number): Problem {
  const { today, employees, positions, assignments, tags } = facts
  const rule = (code: string) => facts.rules.find((one) => one.code === code && one.enabled)
  const isBlocking = (code: string) => rule(code)?.severity === 'BLOCKING'
  const thresholdOf = (code: string, usual: number) => Number(rule(code)?.threshold ?? usual)

  const weekCap = rule('MAX_WEEKLY_HOURS')
    ? (facts.weekly_cap ?? 100 * thresholdOf('MAX_WEEKLY_HOURS', 60))
    : 168_00
  const shiftCap = isBlocking('MAX_CONSECUTIVE_SHIFTS')
    ? 8_00 * (Math.ceil(thresholdOf('MAX_CONSECUTIVE_SHIFTS', 6)) - 1)
    : 168_00
  const isLeaving = (held: readonly HeldTagFacts[]) =>
    isBlocking('CONTRACT_NEAR_EXPIRY') &&
    held.some(
      ({ tag, end }) =>
        tags[tag]?.category === 'CONTRACT' &&
        end >= today &&
        end - today <= thresholdOf('CONTRACT_NEAR_EXPIRY', 30),
    )
  const monday = today - ((today + 3) % 7)
  const poolOf = (held: readonly HeldTagFacts[]) => {
    let [whole, sevenths] = [0, 0]
    for (const { tag, start, end } of held) {
      const hours = tags[tag]?.hours_delta ?? 0
      const week = Array.from({ length: 7 }, (_, at) => monday + at).filter(
        (day) => start <= day && day <= end,
      )
      if (hours > 0 && start <= today && today <= end) whole += hours
      if (hours < 0) sevenths += hours * week.length
    }
    return whole + Math.round(sevenths / 7)
  }
  const holdsAll = (held: readonly HeldTagFacts[], position: number, day: number) =>
    positions[position]?.mandatory.every((tag) =>
      held.some((one) => one.tag === tag && one.start <= day && day <= one.end),
    )
  const active = assignments.filter(({ is_suspended }) => !is_suspended)
  const sum = (of: typeof active) => of.reduce((hours, one) => hours + one.hours, 0)

  const people = employees.flatMap(({ status, tags: held }, employee) => {
    if (status !== 'ACTIVE' || isLeaving(held)) return []
    const own = assignments.flatMap((one, assignment) =>
      one.employee === employee ? [{ ...one, assignment }] : [],
    )
    const canRaise = ({ position, from }: (typeof own)[number]) =>
      holdsAll(held, position, today) &&
      (!isBlocking('TAG_REQUIREMENT_MISMATCH') || holdsAll(held, position, from ?? today))
    const raised = own.filter((one) => !one.is_suspended && one.position >= 0 && canRaise(one))
    return {
      employee,
      free: Math.max(
        0,
        Math.min(weekCap, shiftCap, poolOf(held)) - sum(own.filter((one) => !one.is_suspended)),
      ),
      tags: [
        ...new Set(held.filter(({ start, end }) => start <= today && today <= end).map(({ tag }) => tag)),
      ],
      raises: raised.map(({ position, assignment }) => ({ demand: position, assignment })),
      barred: own.map(({ position }) => position),
    }
  })
  const demands = positions.map(({ required, mandatory }, position) => {
    const got = sum(active.filter((one) => one.position === position))
    return { position, need: Math.max(0, required - got), tags: mandatory, priority: 0 }
  })
  return { people, demands, minimum, allow: 'CREATE_AND_RAISE', person_of: new Map(), demand_of: new Map() }
}
