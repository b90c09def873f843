import { type ClinicFacts, tagNames } from '../facts/clinic-facts.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { refusesOverCoverage } from '../facts/rules.ts'
import { PlanningNetwork } from '../flow/network.ts'
import { usualRequest } from '../flow/problem.ts'
import type { Demand } from '../flow/solution.ts'
import { solve } from '../lines/plan.ts'
import type { Planned } from '../plans/plan-request.ts'
import type { TakenOver } from '../words/scenario.ts'

/**
 * Plans the same day before and after, for all positions, within contracts. It plans all hours that are not secure,
 * because those of employees on leave stay booked. Booked hours count only if a rule refuses to exceed coverage.
 */
export function replan(before: ClinicFacts, after: ClinicFacts, day: number) {
  const demand = [before, after].some(refusesOverCoverage) ? 'BOOKED' : 'SECURE'
  const request = { ...usualRequest, day, demand } as const
  const planned = (clinic: ClinicFacts): Planned => {
    const facts = clinicOn(clinic, day)
    return { facts, request, solution: solve(facts, request) }
  }
  return { before: planned(before), after: planned(after) }
}

const openIn = ({ certificate, planned }: Planned['solution']) => certificate.lacking - planned

/**
 * Takes the hours that positions lack only after the changes. Finds how many the people who are left can cover, on top
 * of all they could cover anyway, and what stays open. `more_open` compares the plans.
 */
export function takenOver({ before, after }: ReturnType<typeof replan>): TakenOver {
  const idOf = ({ facts }: Planned, { position }: Demand) => facts.positions[position]?.id
  const was = new Map(before.solution.problem.demands.map((one) => [idOf(before, one), one.need]))
  const { problem, certificate, maximum } = after.solution
  const known = problem.demands.map((one) => {
    return { ...one, need: Math.min(one.need, was.get(idOf(after, one)) ?? 0) }
  })
  const added = problem.demands.map((one, at) => ({ ...one, hours: one.need - (known[at]?.need ?? 0) }))
  const short = new Set(certificate.short.positions)
  const open = added
    .filter(({ position, hours }) => hours > 0 && short.has(position))
    .sort((a, b) => b.hours - a.hours)
  return {
    wanted: added.reduce((sum, { hours }) => sum + hours, 0),
    taken: maximum - new PlanningNetwork({ ...problem, demands: known }).maximum,
    open_tags: [...new Set(open.map(({ tags }) => tagNames(after.facts, tags).join(' + ')))],
    more_open: openIn(after.solution) - openIn(before.solution),
  }
}
