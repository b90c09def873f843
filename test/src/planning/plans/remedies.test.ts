import { expect, test } from 'vitest'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { PlanningNetwork } from '../../../../src/planning/flow/network.ts'
import { planningProblem } from '../../../../src/planning/flow/problem.ts'
import type { PlanRequest } from '../../../../src/planning/flow/solution.ts'
import { type Remedy, RemedyFinder, smallestMinimum } from '../../../../src/planning/plans/remedies.ts'
import { type ExplainedShortage, explainedShortages } from '../../../../src/planning/plans/shortages.ts'
import { proven } from '../../../made/planning/proven.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'

type Asked = { facts: ClinicFacts; request: PlanRequest }

const held = (tag: number, start: number) => ({ id: '', tag, start, end: Number.POSITIVE_INFINITY })
const isNamed = ({ employees }: Remedy, index: number) => employees.includes(index)

/** The clinic with an unused contract of the given hours. */
function withContract(facts: ClinicFacts, hours_delta: number) {
  const contract = {
    id: '',
    name: 'More',
    display_name: '',
    category: 'CONTRACT' as const,
    hours_delta,
    is_active: true,
  }
  return { ...facts, tags: [...facts.tags, contract] }
}

/** The request and the clinic once what the remedy says is done. */
function afterwards({ facts, request }: Asked, shortage: ExplainedShortage, remedy: Remedy): Asked {
  const changed = (employee: (one: ClinicFacts['employees'][number], index: number) => object) => ({
    request,
    facts: {
      ...facts,
      employees: facts.employees.map((one, index) => ({ ...one, ...employee(one, index) })),
    },
  })
  switch (remedy.kind) {
    case 'CERTIFY':
      return changed(({ tags }, index) =>
        isNamed(remedy, index) ? { tags: [...tags, held(remedy.tag as number, request.day)] } : {},
      )
    case 'RETURN':
      return changed((_, index) => (isNamed(remedy, index) ? { status: 'ACTIVE' } : {}))
    case 'OVERTIME': {
      const { active_employees } = shortage.holders
      const long = changed(({ tags }, index) =>
        active_employees.includes(index) ? { tags: [...tags, held(facts.tags.length, 0)] } : {},
      )
      return { request, facts: withContract(long.facts, 100_000) }
    }
    case 'HIRE':
      return hired({ facts, request }, shortage)
    case 'SMALLER_MINIMUM':
      return { facts, request: { ...request, minimum: smallestMinimum } }
  }
}

/** One person more, with a contract of exactly the hours that are short, or of the minimum. */
function hired({ facts, request }: Asked, { short, tag_sets }: ExplainedShortage): Asked {
  const tags = new Set([...tag_sets.flatMap((set) => set.tags), facts.tags.length])
  const newcomer = {
    id: 'z',
    name: 'New',
    number: 'N',
    status: 'ACTIVE' as const,
    previous_status: null,
    tags: [...tags].map((tag) => held(tag, 0)),
  }
  const clinic = withContract(facts, Math.max(short, request.minimum))
  return { request, facts: { ...clinic, employees: [...facts.employees, newcomer] } }
}

const mostHours = ({ facts, request }: Asked) => new PlanningNetwork(planningProblem(facts, request)).maximum

test('every remedy closes as much as a new plan with its change', () => {
  const kinds = new Map<string, number>()
  for (let seed = 1; seed <= 1000; seed++) {
    const { facts: qualified, request } = tinyClinic(seed)
    const tags = qualified.tags.map((tag) => ({
      ...tag,
      is_active: true,
      category: tag.category === 'CONTRACT' ? tag.category : ('CERTIFICATION' as const),
    }))
    const asked = { facts: { ...qualified, tags }, request }
    const planned = proven(asked.facts, request)
    const finder = new RemedyFinder(planned)
    for (const shortage of explainedShortages(planned))
      for (const remedy of finder.find(shortage)) {
        kinds.set(remedy.kind, (kinds.get(remedy.kind) ?? 0) + 1)
        const closed = mostHours(afterwards(asked, shortage, remedy)) - mostHours(asked)
        expect({ seed, ...remedy }).toEqual({ seed, ...remedy, closes: closed })
      }
  }
  expect([...kinds.keys()].sort()).toEqual(['CERTIFY', 'HIRE', 'OVERTIME', 'RETURN', 'SMALLER_MINIMUM'])
})
