import { expect, test } from 'vitest'
import { PlanningNetwork } from '../../../../src/planning/flow/network.ts'
import { planningProblem } from '../../../../src/planning/flow/problem.ts'
import { WhatIfNetwork } from '../../../../src/planning/qualifications/what-if-network.ts'
import { seeded } from '../../../made/planning/hospital.ts'
import { mostHours, tinyClinic } from '../../../made/planning/tiny-clinic.ts'
import { seeds } from '../../../setup/run/ring.ts'

test('the maximum flow of 1,000 tiny clinics equals that of a search over all sets of positions', () => {
  for (const seed of seeds(1000)) {
    const { facts, request } = tinyClinic(seed)
    const problem = planningProblem(facts, request)
    expect({ seed, hours: new PlanningNetwork(problem).maximum }).toEqual({
      seed,
      hours: mostHours(problem, [...problem.demands.keys()]),
    })
  }
})

test('the most urgent positions get all they can, and the total stays the maximum', () => {
  for (const seed of seeds(1000)) {
    const { facts, request } = tinyClinic(seed)
    const problem = planningProblem(facts, { ...request, priorities: [2] })
    const network = new PlanningNetwork(problem)
    const urgent = [...problem.demands.keys()].filter((demand) => problem.demands[demand]?.priority === 0)
    const all = mostHours(problem, [...problem.demands.keys()])
    expect({ seed, hours: network.maximum }).toEqual({ seed, hours: all })
    const first = network.priorityArcs[0]
    const hours = first === undefined ? 0 : network.flow.flow(first)
    expect({ seed, hours }).toEqual({ seed, hours: mostHours(problem, urgent) })
  }
})

test('a what-if gives the maximum of the changed problem, and does not change the network', () => {
  for (const seed of seeds(1000)) {
    const { facts, request } = tinyClinic(seed)
    const problem = planningProblem(facts, request)
    const random = seeded(seed)
    const any = (count: number) => Math.floor(random() * count)
    const network = new WhatIfNetwork(problem, true)
    const before = network.maximum
    for (let round = 0; round < 3 && problem.people.length && problem.demands.length; round++) {
      const at = any(problem.people.length)
      const person = {
        ...structuredClone(problem.people[at] as (typeof problem.people)[number]),
        free: 100 * any(13),
      }
      if (any(2)) person.tags = [0, 1, 2]
      const isRaised = (demand: number) => person.raises.some((raise) => raise.demand === demand)
      if (any(2)) person.barred = [...problem.demands.keys()].filter((one) => !isRaised(one) && any(2))
      const demand = any(problem.demands.length)
      const { need = 0 } = problem.demands[demand] ?? {}
      const by = Math.max(-need, 100 * (any(15) - any(15)))
      const isAdded = any(3) === 0
      const changed = structuredClone(problem)
      if (isAdded) changed.people.push(person)
      else changed.people[at] = person
      Object.assign(changed.demands[demand] ?? {}, { need: need + by })
      const change = { people: [{ instead: isAdded ? null : at, person }], needs: [{ demand, by }] }
      expect({ seed, round, hours: network.maximumIf(change) }).toEqual({
        seed,
        round,
        hours: mostHours(changed, [...changed.demands.keys()]),
      })
    }
    expect(network.maximumIf({ people: [] })).toBe(before)
    expect(network.maximum).toBe(before)
  }
})
