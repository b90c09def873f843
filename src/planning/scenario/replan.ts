import type { Language } from '../../language.ts'
import { type ClinicFacts, tagNames } from '../facts/clinic-facts.ts'
import { clinicOn } from '../facts/known-dates.ts'
import { refusesOverCoverage } from '../facts/rules.ts'
import { PlanningNetwork } from '../flow/network.ts'
import { usualRequest } from '../flow/problem.ts'
import { solve } from '../lines/plan.ts'
import { planOverview } from '../plans/plan-answer.ts'
import type { Planned } from '../plans/plan-request.ts'
import type { TakenOver } from '../words/scenario.ts'

/** The plans for one day before and after the changes. */
export type Replanned = { before: Planned; after: Planned }

/**
 * Plans the same day before and after, for all positions, within contracts. It plans all hours that are not secure,
 * because those of employees on leave stay booked. Booked hours count only if a rule refuses to exceed coverage.
 */
export function replan(before: ClinicFacts, after: ClinicFacts, day: number): Replanned {
  const demand = [before, after].some(refusesOverCoverage) ? 'BOOKED' : 'SECURE'
  const request = { ...usualRequest, day, demand } as const
  const planned = (clinic: ClinicFacts): Planned => {
    const facts = clinicOn(clinic, day)
    return { facts, request, solution: solve(facts, request) }
  }
  return { before: planned(before), after: planned(after) }
}

export const shownReplan = ({ before, after }: Replanned, language?: Language) => ({
  plan_before: planOverview({ ...before, language }),
  plan_after: planOverview({ ...after, language }),
})

const openIn = ({ certificate, planned }: Planned['solution']) => certificate.lacking - planned

/**
 * Takes the hours that positions lack only after the changes. Finds how many the people who are left can cover, on top
 * of all they could cover anyway, and what stays open. `more_open` compares the plans.
 */
export function takenOver({ before, after }: Replanned): TakenOver {
  const was = needs(before)
  const { problem, certificate, maximum } = after.solution
  const idOf = (position: number) => after.facts.positions[position]?.id ?? ''
  const known = problem.demands.map((one) => ({
    ...one,
    need: Math.min(one.need, was.get(idOf(one.position)) ?? 0),
  }))
  const added = problem.demands.map(({ position, need, tags }, at) => ({
    position,
    hours: need - (known[at]?.need ?? 0),
    tags: tagNames(after.facts, tags).join(' + '),
  }))
  const wanted = added.reduce((sum, { hours }) => sum + hours, 0)
  const taken = maximum - new PlanningNetwork({ ...problem, demands: known }).maximum
  const short = new Set(certificate.short.positions)
  const open = added.filter(({ position, hours }) => hours > 0 && short.has(position))
  return {
    wanted,
    taken,
    open_tags: [...new Set(open.sort((a, b) => b.hours - a.hours).map(({ tags }) => tags))],
    more_open: openIn(after.solution) - openIn(before.solution),
  }
}

/** What positions need, by their ids. */
const needs = ({ facts, solution: { problem } }: Planned) =>
  new Map(problem.demands.map(({ position, need }) => [facts.positions[position]?.id ?? '', need]))
