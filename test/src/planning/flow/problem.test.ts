import { expect, test } from 'vitest'
import type { AssignedHours, ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { planningProblem } from '../../../../src/planning/flow/problem.ts'
import type { PlanRequest } from '../../../../src/planning/flow/solution.ts'
import { madeUpHospital, plainRequest } from '../../../made/planning/hospital.ts'

const [nurse, contract] = [0, 1]
/** A Monday. */
const today = 20_780
const nextMonday = today + 7

type Changes = Partial<Omit<ClinicFacts, 'assignments'>> & { assignments?: Partial<AssignedHours>[] }

/** One nurse with a contract of 40 hours, and one position of 30 hours that needs a nurse. */
function clinic({ assignments = [], ...changes }: Changes = {}): ClinicFacts {
  const held = (tag: number) => ({ id: `held ${tag}`, tag, start: 0, end: Number.POSITIVE_INFINITY })
  const tag = { display_name: '', is_active: true }
  const made = madeUpHospital({ seed: 1, people: 1, positions: 1 })
  return {
    ...made,
    today,
    rules: [],
    tags: [
      { ...tag, id: '1', name: 'Nurse', category: 'QUALIFICATION', hours_delta: 0 },
      { ...tag, id: '2', name: 'Full', category: 'CONTRACT', hours_delta: 4000 },
    ],
    employees: made.employees.map((one) => ({
      ...one,
      status: 'ACTIVE',
      tags: [held(nurse), held(contract)],
    })),
    positions: made.positions.map((one) => ({ ...one, unit: 2, required: 3000, mandatory: [nurse] })),
    ...changes,
    assignments: assignments.map((one, index) => ({
      id: `${index}`,
      employee: 0,
      position: 0,
      hours: 1000,
      from: null,
      is_suspended: false,
      ...one,
    })),
  }
}

const problemOf = (facts: ClinicFacts, changes: Partial<PlanRequest> = {}) =>
  planningProblem(facts, plainRequest(facts, changes))

const freeHours = (facts: ClinicFacts, changes: Partial<PlanRequest> = {}) =>
  problemOf(facts, changes).people.map(({ free }) => free)

const rule = (
  code: 'MAX_WEEKLY_HOURS' | 'MAX_CONSECUTIVE_SHIFTS' | 'CONTRACT_NEAR_EXPIRY' | 'TAG_REQUIREMENT_MISMATCH',
  threshold: string | null,
) => ({
  code,
  threshold,
  severity: 'BLOCKING' as const,
  enabled: true,
})
const softened = { severity: 'WARNING' as const }
const disabled = { enabled: false }

test.each<[string, Changes, Partial<PlanRequest>, number]>([
  ['the contract', {}, {}, 4000],
  ['the contract minus the assigned hours', { assignments: [{ position: -1 }] }, {}, 3000],
  ['the contract, even with a suspended assignment', { assignments: [{ is_suspended: true }] }, {}, 4000],
  ['zero if more is assigned', { assignments: [{ hours: 5000 }] }, {}, 0],
  [
    'the cap of the clinic if that is below the contract',
    { rules: [rule('MAX_WEEKLY_HOURS', '60.00')], weekly_cap: 3500 },
    {},
    3500,
  ],
  ['168 hours at most', { weekly_cap: null }, { hours_limit: 'WEEKLY_CAP' }, 16_800],
  [
    '168 hours if the rule of the cap is disabled',
    { rules: [{ ...rule('MAX_WEEKLY_HOURS', '45.50'), ...disabled }], weekly_cap: 4800 },
    { hours_limit: 'WEEKLY_CAP' },
    16_800,
  ],
  [
    'the cap of the rule',
    { rules: [rule('MAX_WEEKLY_HOURS', '45.50')], weekly_cap: null, assignments: [{}] },
    { hours_limit: 'WEEKLY_CAP' },
    3550,
  ],
  [
    'the cap of the clinic rather than that of the rule',
    { rules: [rule('MAX_WEEKLY_HOURS', '45.50')], weekly_cap: 5000 },
    { hours_limit: 'WEEKLY_CAP' },
    5000,
  ],
  [
    'the default cap if none is set',
    { rules: [rule('MAX_WEEKLY_HOURS', null)], weekly_cap: null },
    { hours_limit: 'WEEKLY_CAP' },
    6000,
  ],
  [
    'the cap even of a rule that only warns',
    { rules: [{ ...rule('MAX_WEEKLY_HOURS', null), ...softened }], weekly_cap: null },
    { hours_limit: 'WEEKLY_CAP' },
    6000,
  ],
  ['the days that consecutive shifts allow', { rules: [rule('MAX_CONSECUTIVE_SHIFTS', '4.50')] }, {}, 3200],
  [
    'the contract if the rule of consecutive shifts only warns',
    { rules: [{ ...rule('MAX_CONSECUTIVE_SHIFTS', '4.00'), ...softened }] },
    {},
    4000,
  ],
])('the free hours of an employee are %s', (_, facts, request, free) => {
  expect(freeHours(clinic(facts), request)).toEqual([free])
})

test('the free hours follow the contract on the reference day', () => {
  const facts = clinic()
  const [employee] = facts.employees
  if (employee?.tags[contract]) employee.tags[contract].end = today + 10
  expect(freeHours(facts, { day: today + 10 })).toEqual([4000])
  expect(freeHours(facts, { day: today + 11 })).toEqual([0])
})

test.each(['ONBOARDING', 'PROPOSAL_PENDING', 'ON_LEAVE', 'TERMINATED'] as const)(
  'an employee who is %s is not planned',
  (status) => {
    const facts = clinic()
    expect(freeHours({ ...facts, employees: facts.employees.map((one) => ({ ...one, status })) })).toEqual([])
  },
)

test.each([
  [
    'is planned',
    'if their contract ends after the window',
    today + 31,
    rule('CONTRACT_NEAR_EXPIRY', null),
    1,
  ],
  [
    'is not planned',
    'if their contract ends within the window',
    today + 30,
    rule('CONTRACT_NEAR_EXPIRY', null),
    0,
  ],
  [
    'is planned',
    'if their contract ends within the window of a rule that only warns',
    today + 30,
    { ...rule('CONTRACT_NEAR_EXPIRY', null), ...softened },
    1,
  ],
])('an employee %s %s', (_, __, end, near, count) => {
  const facts = clinic({ rules: [near] })
  for (const { tags } of facts.employees) for (const held of tags) if (held.tag === contract) held.end = end
  expect(problemOf(facts).people).toHaveLength(count)
})

test('a position lacks its required hours above the booked ones, and never less than zero', () => {
  const need = (facts: ClinicFacts) => problemOf(facts).demands.map((demand) => demand.need)
  expect(need(clinic({ assignments: [{}, { is_suspended: true }] }))).toEqual([2000])
  expect(need(clinic({ assignments: [{ hours: 3500 }] }))).toEqual([0])
})

test('an active assignment can be raised, and a suspended one bars the position', () => {
  const of = (assignments: Partial<AssignedHours>[], changes: Partial<PlanRequest> = {}) => {
    const [person] = problemOf(clinic({ assignments }), changes).people
    return { raises: person?.raises, barred: person?.barred }
  }
  const raised = { raises: [{ demand: 0, assignment: 0 }], barred: [] }
  const barred = { raises: [], barred: [0] }
  expect(of([{}])).toEqual(raised)
  expect(of([{}, { is_suspended: true }])).toEqual(raised)
  expect(of([{ is_suspended: true }])).toEqual(barred)
  expect(of([{}], { allow: 'CREATE' })).toEqual(barred)
  expect(of([{ position: -1 }])).toEqual({ raises: [], barred: [] })
})

test('insecure hours are missing hours when secure demand is planned', () => {
  const need = (assignment: Partial<AssignedHours>, lost: boolean) => {
    const facts = clinic({ assignments: [assignment] })
    for (const { tags } of facts.employees)
      for (const held of tags) if (lost && held.tag === nurse) held.end = today - 1
    return problemOf(facts, { demand: 'SECURE' }).demands.map((demand) => demand.need)
  }
  expect(need({}, false)).toEqual([2000])
  expect(need({}, true)).toEqual([3000])
  expect(need({ from: nextMonday }, false)).toEqual([3000])
})

test('an assignment that starts after the week is not raised for secure demand', () => {
  const facts = clinic({ assignments: [{ from: nextMonday }] })
  const [booked] = problemOf(facts).people
  const [secure] = problemOf(facts, { demand: 'SECURE' }).people
  expect(booked?.raises).toHaveLength(1)
  expect(secure).toMatchObject({ raises: [], barred: [0] })
})

test('an assignment older than its required tags is raised only if the tag rule allows it', () => {
  const raises = (from: number | null, changes: object = {}) => {
    const rules = [{ ...rule('TAG_REQUIREMENT_MISMATCH', null), ...changes }]
    const facts = clinic({ rules, assignments: [{ from }] })
    for (const { tags } of facts.employees)
      for (const held of tags) if (held.tag === nurse) held.start = today - 5
    const [person] = problemOf(facts).people
    return person && { raises: person.raises.length, barred: person.barred }
  }
  expect(raises(today - 6)).toEqual({ raises: 0, barred: [0] })
  for (const from of [today - 5, null]) expect(raises(from)).toEqual({ raises: 1, barred: [] })
  for (const rule of [softened, disabled]) expect(raises(today - 6, rule)).toEqual({ raises: 1, barred: [] })
})

test('the priority of a position is that of the first unit above it', () => {
  const priority = (priorities: number[]) =>
    problemOf(clinic(), { priorities }).demands.map((one) => one.priority)
  expect(priority([])).toEqual([0])
  expect(priority([2])).toEqual([0])
  expect(priority([1, 2])).toEqual([0])
  expect(priority([3])).toEqual([1])
})
