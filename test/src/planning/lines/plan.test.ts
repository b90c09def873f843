import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { PlanningNetwork } from '../../../../src/planning/flow/network.ts'
import { planningProblem } from '../../../../src/planning/flow/problem.ts'
import type { PlanRequest, Solution } from '../../../../src/planning/flow/solution.ts'
import { fewestForHours } from '../../../../src/planning/lines/exact.ts'
import { compare } from '../../../../src/planning/lines/improve.ts'
import { solve } from '../../../../src/planning/lines/plan.ts'
import { problemByHand } from '../../../made/planning/by-hand.ts'
import { drawnClinic } from '../../../made/planning/drawn-clinic.ts'
import { edgeClinic } from '../../../made/planning/edge-clinic.ts'
import { mostHoursByHighs } from '../../../made/planning/highs.ts'
import { type HospitalSize, madeUpHospital, plainRequest, seeded } from '../../../made/planning/hospital.ts'
import { isAllowed, mostHours, tinyClinic } from '../../../made/planning/tiny-clinic.ts'
import { wardClinic } from '../../../made/planning/ward-clinic.ts'
import { onlyInCheck, seeds } from '../../../setup/run/ring.ts'

function hospital(size: HospitalSize, changes: Partial<PlanRequest> = {}) {
  const facts = madeUpHospital(size)
  return { facts, request: plainRequest(facts, changes) }
}

const small = seeds(60).map((seed) =>
  hospital({ seed, people: 15, positions: 9, assigned: seed % 3 ? 0.7 : 0 }),
)

/** What is wrong with the plan, in words; nothing when it may be applied as it is. */
function faults({ lines, planned, maximum, problem, ...solution }: Solution): string[] {
  const given = problem.people.map(() => 0)
  const got = problem.demands.map(() => 0)
  const pairs = new Set<string>()
  const found: string[] = []
  for (const { employee, position, assignment, added } of lines) {
    const person = problem.person_of.get(employee) as number
    const demand = problem.demand_of.get(position) as number
    const raise = problem.people[person]?.raises.find((one) => one.demand === demand)
    given[person] = (given[person] as number) + added
    got[demand] = (got[demand] as number) + added
    if (pairs.has(`${person} ${demand}`)) found.push('a pair twice')
    pairs.add(`${person} ${demand}`)
    if (!isAllowed(problem, person, demand)) found.push('a pair that is not allowed')
    if (assignment !== (raise?.assignment ?? null)) found.push('another assignment')
    if (!Number.isInteger(added) || added <= 0) found.push('hours that are not above zero')
    if (!raise && added < Math.min(problem.minimum, problem.demands[demand]?.need ?? 0))
      found.push('too small')
  }
  if (given.some((hours, person) => hours > (problem.people[person]?.free ?? 0)))
    found.push('more than a person has')
  if (got.some((hours, demand) => hours > (problem.demands[demand]?.need ?? 0))) found.push('more than lacks')
  if (planned !== lines.reduce((sum, { added }) => sum + added, 0)) found.push('another sum')
  if (planned > maximum || maximum > solution.maximum_without_minimum) found.push('more than the maximum')
  if (solution.is_maximum !== (planned === maximum)) found.push('a false claim')
  return found
}

const lackingIn = ({ problem }: Solution) => problem.demands.reduce((sum, { need }) => sum + need, 0)

/** The clinic once the plan is applied. */
function applied(facts: ClinicFacts, { lines }: Solution): ClinicFacts {
  const assignments = structuredClone(facts.assignments)
  for (const { employee, position, assignment, added } of lines) {
    const raised = assignments[assignment ?? -1]
    if (raised) raised.hours += added
    else
      assignments.push({
        id: `new ${assignments.length}`,
        employee,
        position,
        hours: added,
        from: null,
        is_suspended: false,
      })
  }
  return { ...facts, assignments }
}

test('a plan respects free hours, missing hours, qualifications and the minimum', () => {
  const tiny = seeds(1000).map(tinyClinic)
  const wrong = [...tiny, ...small].flatMap(({ facts, request }, index) =>
    faults(solve(facts, request)).map((fault) => ({ index, fault })),
  )
  expect(wrong).toEqual([])
})

test('the maximum of random hospitals equals that of a linear program', () => {
  const made = seeds(200, 40).map((seed) =>
    hospital({ seed, people: 25, positions: 15, assigned: seed % 2 ? 0.8 : 0 }),
  )
  const wrong = made.filter(({ facts, request }) => {
    const problem = planningProblem(facts, request)
    return new PlanningNetwork(problem).maximum !== mostHoursByHighs(problem)
  })
  expect(wrong).toEqual([])
})

test('plans of small hospitals are within 0.1 % of the optimum', () => {
  const totals = { planned: 0, best: 0 }
  for (const { facts, request } of small) {
    totals.planned += solve(facts, request).planned
    totals.best += mostHoursByHighs(planningProblem(facts, request), { withMinimum: true })
  }
  expect(totals.planned).toBeGreaterThanOrEqual(0.999 * totals.best)
})

/** A clinic whose positions need hours that no number of contracts adds up to. */
function unevenClinic(seed: number, people: number, positions: number) {
  const random = seeded(seed)
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const some = (share: number) => ['A', 'B', 'C', 'D'].filter(() => random() < share)
  const named = <T>(count: number, make: () => T) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`.padStart(3, '0'), make()]))
  return drawnClinic({
    people: named(people, () => ({ hours: one([20, 30, 40, 40, 40, 44, 50]), tags: some(0.5) })),
    positions: named(positions, () => ({
      hours: one([24, 40, 48, 56, 72, 84, 96, 120, 168]),
      tags: some(0.4),
    })),
  })
}

test.each([25, 400, 1600, 4000])(
  'plans of uneven clinics with a minimum of %i hundredths are optimal',
  (minimum) => {
    const wrong = seeds(60, 10).filter((seed) => {
      const facts = unevenClinic(seed, 25, 8)
      const { planned, is_maximum, problem } = solve(facts, plainRequest(facts, { minimum }))
      return !is_maximum && planned !== mostHoursByHighs(problem, { withMinimum: true })
    })
    expect(wrong).toEqual([])
  },
)

test.each([25, 400, 4000])(
  'on the edges of the rules, plans with a minimum of %i hundredths and their proofs are those of a solver that reads the clinic by hand',
  (minimum) => {
    const wrong = seeds(200, 20).filter((seed) => {
      const facts = edgeClinic(seed)
      const solution = solve(facts, plainRequest(facts, { minimum }))
      const problem = problemByHand(facts, minimum)
      const maximum = mostHoursByHighs(problem)
      const most = solution.planned === maximum ? maximum : mostHoursByHighs(problem, { withMinimum: true })
      return faults(solution).length || solution.maximum !== maximum || solution.planned !== most
    })
    expect(wrong).toEqual([])
  },
)

test('plans of wards have at most 4 % more new assignments than the fewest that are known', () => {
  const fewest = [74, 73, 67, ...onlyInCheck(120, 99, 114)]
  const parts = fewest.map((known, at) => {
    const facts = wardClinic(at + 1, at < 3 ? 80 : 120)
    const { lines, is_maximum, new_assignments_at_least } = solve(facts, plainRequest(facts))
    expect(is_maximum).toBe(true)
    expect(new_assignments_at_least / known).toBeGreaterThanOrEqual(0.85)
    return lines.length / known
  })
  expect(Math.max(...parts)).toBeLessThanOrEqual(1.04)
})

test('no plan with the maximum has fewer new assignments than are proved to be needed', () => {
  const made = [...seeds(300).map(tinyClinic), ...small]
  const wrong = made.filter(({ facts, request }) => {
    const { lines, is_maximum, maximum, problem } = solve(facts, request)
    const created = lines.filter(({ assignment }) => assignment === null).length
    return is_maximum && created < fewestForHours(problem, maximum)
  })
  expect(wrong).toEqual([])
})

test('a plan goes by the hours, then by where they are most urgent, then by the number of assignments', () => {
  const worths = [
    { hours: [5, 2], created: 9 },
    { hours: [2, 4], created: 1 },
    { hours: [4, 2], created: 1 },
    { hours: [4, 2], created: 2 },
  ]
  expect(worths.toSorted((a, b) => compare(b, a))).toEqual([0, 2, 3, 1].map((at) => worths[at]))
})

test.each([
  { people: 120, positions: 60, counts: [20, 5] },
  { people: 1000, positions: 500, counts: [50, 3] },
] as const)(
  'plans for $people people reach 99.5 % of the proven maximum',
  ({ people, positions, counts: [all, few] }) => {
    const parts = seeds(all, few).map((seed) => {
      const { facts, request } = hospital({ seed, people, positions, assigned: seed % 2 ? 0.8 : 0 })
      const { planned, maximum } = solve(facts, request)
      return planned / maximum
    })
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(0.995)
  },
)

test('a plan without a minimum reaches the maximum, for every prefix of the priorities', () => {
  const wrong = seeds(600).filter((seed) => {
    const { facts, request } = tinyClinic(seed)
    const { lines, problem } = solve(facts, { ...request, minimum: 1, priorities: [2, 1] })
    return [0, 1, 2].some((last) => {
      const urgent = [...problem.demands.keys()].filter(
        (demand) => (problem.demands[demand]?.priority ?? 0) <= last,
      )
      const positions = new Set(urgent.map((demand) => problem.demands[demand]?.position))
      const planned = lines
        .filter(({ position }) => positions.has(position))
        .reduce((sum, { added }) => sum + added, 0)
      return planned !== mostHours(problem, urgent)
    })
  })
  expect(wrong).toEqual([])
})

test.each(['BOOKED', 'SECURE'] as const)(
  'an applied maximum plan of %s hours leaves nothing to plan',
  (demand) => {
    for (const { facts, request: usual } of [...small, ...seeds(300).map(tinyClinic)])
      for (const hours_limit of ['CONTRACT', 'WEEKLY_CAP'] as const) {
        const request = { ...usual, demand, hours_limit }
        const first = solve(facts, request)
        if (!first.is_maximum || request.allow !== 'CREATE_AND_RAISE') continue
        const second = solve(applied(facts, first), request)
        expect([second.lines, lackingIn(second)]).toEqual([[], lackingIn(first) - first.planned])
      }
  },
)

/** The same clinic with its rows in another order. */
function shuffled(facts: ClinicFacts, seed: number): ClinicFacts {
  const random = seeded(seed)
  const order = (rows: readonly unknown[]) => {
    const keys = [...rows.keys()].map((at) => ({ at, key: random() }))
    return keys.sort((a, b) => a.key - b.key).map(({ at }) => at)
  }
  const [employees, positions, tags, assignments] = [
    order(facts.employees),
    order(facts.positions),
    order(facts.tags),
    order(facts.assignments),
  ]
  const pick = <Row>(rows: readonly Row[], picked: readonly number[]) => picked.map((at) => rows[at] as Row)
  return {
    ...facts,
    tags: pick(facts.tags, tags),
    employees: pick(facts.employees, employees).map((employee) => ({
      ...employee,
      tags: employee.tags.map((held) => ({ ...held, tag: tags.indexOf(held.tag) })).reverse(),
    })),
    positions: pick(facts.positions, positions).map((position) => ({
      ...position,
      mandatory: position.mandatory.map((tag) => tags.indexOf(tag)).reverse(),
    })),
    assignments: pick(facts.assignments, assignments).map((assignment) => ({
      ...assignment,
      employee: employees.indexOf(assignment.employee),
      position: positions.indexOf(assignment.position),
    })),
  }
}

/** The lines with ids in place of indexes. */
const named = (facts: ClinicFacts, { lines }: Solution) =>
  lines
    .map(({ employee, position, assignment, added }) => [
      facts.employees[employee]?.id,
      facts.positions[position]?.id,
      assignment === null ? null : facts.assignments[assignment]?.id,
      added,
    ])
    .sort()

test('the order of the rows does not change a plan', () => {
  for (const size of [
    { seed: 1, people: 200, positions: 100 },
    { seed: 2, people: 200, positions: 100, assigned: 0.8 },
  ]) {
    const { facts, request } = hospital(size)
    const lines = named(facts, solve(facts, request))
    for (const seed of seeds(3, 1)) {
      const other = shuffled(facts, seed)
      expect(named(other, solve(other, request))).toEqual(lines)
    }
  }
})

test('another process makes the same plan', () => {
  const size = { seed: 3, people: 200, positions: 100, assigned: 0.8 }
  const { facts, request } = hospital(size)
  const code = `
    import { solve } from './src/planning/lines/plan.ts'
    import { madeUpHospital, plainRequest } from './test/made/planning/hospital.ts'
    const facts = madeUpHospital(${JSON.stringify(size)})
    process.stdout.write(JSON.stringify(solve(facts, plainRequest(facts)).lines))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual(solve(facts, request).lines)
})

test('a plan that keeps an earlier one keeps 99 % of its lines when an employee goes on leave', () => {
  const stayed = seeds(10, 3).map((seed) => {
    const { facts, request } = hospital({ seed, people: 120, positions: 60, assigned: seed % 2 ? 0.8 : 0 })
    const earlier = solve(facts, request)
    const leaving = earlier.lines[7]?.employee as number
    const away = facts.employees.map((employee, index) =>
      index === leaving ? { ...employee, status: 'ON_LEAVE' as const } : employee,
    )
    const changed = { ...facts, employees: away }
    const later = solve(changed, { ...request, keep: earlier.lines })
    expect(faults(later)).toEqual([])
    expect(later.planned / later.maximum).toBeGreaterThanOrEqual(0.995)
    const lines = new Set(later.lines.map((line) => JSON.stringify(line)))
    const wanted = earlier.lines.filter(({ employee }) => employee !== leaving)
    return wanted.filter((line) => lines.has(JSON.stringify(line))).length / wanted.length
  })
  expect(stayed.reduce((sum, part) => sum + part, 0) / stayed.length).toBeGreaterThanOrEqual(0.99)
})

test('a plan leaves out excluded people, excluded positions and other units', () => {
  const { facts, request } = hospital({ seed: 5, people: 60, positions: 30 })
  const [first] = solve(facts, request).lines
  const { employee, position } = first as Solution['lines'][number]
  const others = solve(facts, {
    ...request,
    exclude_employees: [employee],
    exclude_positions: [position],
  }).lines
  expect(others.filter((line) => line.employee === employee || line.position === position)).toEqual([])
  const unit = facts.positions[position]?.unit as number
  const inside = solve(facts, { ...request, units: [unit] }).lines.map(
    (line) => facts.positions[line.position]?.unit,
  )
  expect(new Set(inside)).toEqual(new Set([unit]))
})

test('clinics with unusual hours and positions are planned too', () => {
  const { facts } = hospital({ seed: 6, people: 40, positions: 20 })
  const withContracts = (hours: number) => ({
    ...facts,
    rules: [],
    tags: facts.tags.map((tag) => ({ ...tag, hours_delta: tag.category === 'CONTRACT' ? hours : 0 })),
  })
  const withPositions = (change: (at: number) => Partial<ClinicFacts['positions'][number]>) => ({
    ...facts,
    positions: facts.positions.map((position, at) => ({ ...position, ...change(at) })),
  })
  const odd: [string, ClinicFacts, number | null][] = [
    ['no positions', { ...facts, positions: [] }, 0],
    ['no people', { ...facts, employees: [] }, 0],
    ['no hours', withContracts(0), 0],
    ['all people under the minimum', withContracts(399), 0],
    ['huge contracts', withContracts(999_999), null],
    ['huge needs', withPositions(() => ({ required: 999_999, mandatory: [] })), null],
    ['needs below the minimum', withPositions(() => ({ required: 1, mandatory: [] })), 20],
    [
      'a set of tags for each position',
      withPositions((at) => ({ mandatory: [at % 6, 6 + (at % 14)] })),
      null,
    ],
  ]
  for (const [name, clinic, planned] of odd) {
    const solution = solve(clinic, plainRequest(clinic))
    expect({ name, faults: faults(solution) }).toEqual({ name, faults: [] })
    if (planned !== null) expect({ name, planned: solution.planned }).toEqual({ name, planned })
  }
})

test('barred pairs stay barred even if there are very many', () => {
  const { facts, request } = hospital(
    { seed: 7, people: 1500, positions: 500, assigned: 0.8 },
    { allow: 'CREATE' },
  )
  const solution = solve(facts, request)
  const barred = solution.problem.people.reduce((sum, person) => sum + person.barred.length, 0)
  expect(barred).toBeGreaterThan(2000)
  expect(faults(solution)).toEqual([])
  expect(solution.planned / solution.maximum).toBeGreaterThanOrEqual(0.99)
})

test.each([0, 5000, 50_000])(
  'a plan whose effort ends after %i steps is a smaller one, with the same proof',
  (effort) => {
    const { facts, request } = hospital({ seed: 8, people: 120, positions: 60, assigned: 0.8 })
    const [whole, part] = [solve(facts, request), solve(facts, request, effort)]
    expect(faults(part)).toEqual([])
    expect([part.maximum, part.certificate]).toEqual([whole.maximum, whole.certificate])
    expect(part.is_maximum).toBe(part.planned === part.maximum)
    expect(part.planned / part.maximum).toBeGreaterThanOrEqual(0.95)
  },
)
