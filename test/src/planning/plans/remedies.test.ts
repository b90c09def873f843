import { expect, test } from 'vitest'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { PlanningNetwork } from '../../../../src/planning/flow/network.ts'
import { planningProblem } from '../../../../src/planning/flow/problem.ts'
import type { PlanRequest } from '../../../../src/planning/flow/solution.ts'
import {
  type Remedy,
  RemedyFinder,
  remedyKinds,
  smallestMinimum,
} from '../../../../src/planning/plans/remedies.ts'
import { type ExplainedShortage, explainedShortages } from '../../../../src/planning/plans/shortages.ts'
import { shownShortages } from '../../../../src/planning/plans/shown-shortages.ts'
import { type Drawn, drawnClinic } from '../../../made/planning/drawn-clinic.ts'
import { plainRequest } from '../../../made/planning/hospital.ts'
import { proven } from '../../../made/planning/proven.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'
import { seeds } from '../../../setup/run/ring.ts'

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
    case 'RENEW':
    case 'CERTIFY':
      return changed(({ tags }, index) =>
        isNamed(remedy, index) ? { tags: [...tags, held(remedy.tag as number, request.day)] } : {},
      )
    case 'RETURN':
      return changed((_, index) => (isNamed(remedy, index) ? { status: 'ACTIVE' } : {}))
    case 'OVERTIME': {
      const { active } = shortage.holders
      const long = changed(({ tags }, index) =>
        active.includes(index) ? { tags: [...tags, held(facts.tags.length, 0)] } : {},
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

function openHours({ facts, request }: Asked) {
  const problem = planningProblem(facts, request)
  return problem.demands.reduce((sum, { need }) => sum + need, 0) - new PlanningNetwork(problem).maximum
}

test('every remedy closes as much as a new plan with its change', () => {
  const kinds = new Map<string, number>()
  for (const seed of seeds(2000)) {
    const { facts: qualified, request: booked } = tinyClinic(seed)
    const request = { ...booked, demand: seed % 2 ? ('BOOKED' as const) : ('SECURE' as const) }
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
        const closed = openHours(asked) - openHours(afterwards(asked, shortage, remedy))
        expect({ seed, ...remedy }).toEqual({ seed, ...remedy, closes: closed })
      }
  }
  expect([...kinds.keys()].sort()).toEqual(remedyKinds.toSorted())
})

/** The remedies of a clinic whose night nurses have no valid certificate, in a plan of hours that can be counted on. */
function nightRemedies(people: NonNullable<Drawn['people']>) {
  const facts = drawnClinic({
    certifications: ['Night'],
    people,
    positions: { Night: { hours: 68, tags: ['Night'] } },
  })
  const planned = proven(facts, plainRequest(facts, { demand: 'SECURE' }))
  return shownShortages(planned).flatMap(({ remedies }) =>
    remedies.map(({ kind, employees, closes_hours, sentence }) => ({
      kind,
      names: employees.map(({ name }) => name),
      closes_hours,
      sentence,
    })),
  )
}

test('the renewal of a fully booked nurse’s certificate closes the hours that are booked for her', () => {
  const [renewal] = nightRemedies({ 'Vidal, Ana': { hours: 40, works: { Night: 40 } } })
  expect(renewal).toEqual({
    kind: 'RENEW',
    names: ['Vidal, Ana'],
    closes_hours: '40.00',
    sentence:
      'Renewing Night for 1 person (Vidal, Ana), who works there and has everything else, would close 40.00 h.',
  })
})

test('renewals and certificates of other people are remedies of their own, each with all hours that it secures', () => {
  const remedies = nightRemedies({
    'Vidal, Ana': { hours: 40, works: { Night: 36 } },
    'Gil, Cleo': { hours: 32, works: { Night: 32 } },
    'Roy, Bea': { hours: 20 },
  })
  expect(remedies.map(({ kind, names, closes_hours }) => [kind, names, closes_hours])).toEqual([
    ['RENEW', ['Vidal, Ana', 'Gil, Cleo'], '68.00'],
    ['CERTIFY', ['Roy, Bea'], '20.00'],
    ['HIRE', [], '68.00'],
  ])
})

test('a plan of very many shortages has certificates for the greatest of them, and a hire for each', () => {
  const certifications = Array.from({ length: 120 }, (_, at) => `Induction ${at}`)
  const facts = drawnClinic({
    certifications,
    people: Object.fromEntries(['Ana', 'Bea', 'Cleo'].map((name) => [name, { hours: 10 }])),
    positions: Object.fromEntries(
      certifications.map((tag, at) => [`Ward ${at}`, { hours: 500 - at, tags: [tag] }]),
    ),
  })
  const kinds = shownShortages(proven(facts, plainRequest(facts))).map(({ remedies }) =>
    remedies.map(({ kind }) => kind).join(),
  )
  expect(kinds).toEqual([...Array(100).fill('CERTIFY,HIRE'), ...Array(20).fill('HIRE')])
})
