import { expect, test } from 'vitest'
import { certificate } from '../../../../src/planning/flow/certificate.ts'
import { PlanningNetwork } from '../../../../src/planning/flow/network.ts'
import { planningProblem } from '../../../../src/planning/flow/problem.ts'
import { madeUpHospital, plainRequest } from '../../../made/planning/hospital.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'

const tiny = Array.from({ length: 4900 }, (_, at) => () => tinyClinic(at + 1))
const hospitals = Array.from({ length: 100 }, (_, at) => () => {
  const facts = madeUpHospital({ seed: at + 1, people: 40, positions: 25, assigned: at % 2 ? 0.8 : 0 })
  return { facts, request: plainRequest(facts) }
})

test('the certificate equals the maximum flow of 5,000 clinics', () => {
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
