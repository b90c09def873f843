import { expect, test } from 'vitest'
import { certificate } from '../../../../src/planning/flow/certificate.ts'
import { PlanningNetwork } from '../../../../src/planning/flow/network.ts'
import { planningProblem } from '../../../../src/planning/flow/problem.ts'
import { madeUpHospital, plainRequest } from '../../../made/planning/hospital.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'
import { seeds } from '../../../setup/run/ring.ts'

const tiny = seeds(4900).map((seed) => () => tinyClinic(seed))
const hospitals = seeds(100).map((seed) => () => {
  const facts = madeUpHospital({ seed, people: 40, positions: 25, assigned: seed % 2 ? 0 : 0.8 })
  return { facts, request: plainRequest(facts) }
})

test('the certificate equals the maximum flow of random clinics', () => {
  for (const [index, made] of [...tiny, ...hospitals].entries()) {
    const { facts, request } = made()
    const problem = planningProblem(facts, request)
    const network = new PlanningNetwork(problem)
    const { maximum, lacking, parts } = certificate(problem, network.shortDemands())
    const open = parts.map((part) => part.lacking - part.free)
    expect({ index, maximum }).toEqual({ index, maximum: network.maximum })
    expect({ index, open: open.reduce((sum, hours) => sum + hours, 0) }).toEqual({
      index,
      open: lacking - maximum,
    })
    expect({ index, nothing: open.filter((hours) => hours <= 0) }).toEqual({ index, nothing: [] })
    const people = parts.flatMap((part) => part.people)
    expect({ index, people: new Set(people).size }).toEqual({ index, people: people.length })
  }
})

test('a certificate with other positions never claims less than the maximum', () => {
  for (const made of tiny.slice(0, 500)) {
    const { facts, request } = made()
    const problem = planningProblem(facts, request)
    const all = [...problem.demands.keys()]
    const { maximum } = new PlanningNetwork(problem)
    for (const wrong of [[], all, all.slice(1), all.filter((at) => at % 2)])
      expect(certificate(problem, wrong).maximum).toBeGreaterThanOrEqual(maximum)
  }
})
