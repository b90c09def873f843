import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readClinicSnapshot } from '../../../entities/clinic-snapshot.ts'
import { readProposedAssignmentFacts } from '../../../entities/work/facts.ts'
import { toDate, toDay } from '../../../src/calendar.ts'
import { DomainError } from '../../../src/errors.ts'
import type { ClinicFacts } from '../../../src/planning/facts/clinic-facts.ts'
import { clinicFacts } from '../../../src/planning/facts/read-snapshot.ts'
import { candidates, openings } from '../../../src/planning/suggestions/suggestions.ts'
import { checkAssignment, isAssignable, previewAssignment } from '../../../src/work/assignment-check.ts'
import {
  allowedSeverities,
  type RuleSetting,
  ruleCodes,
  severities,
} from '../../../src/work/business-rules.ts'
import { days, today } from '../../made/random-clinic.ts'
import { serviceForFile } from '../../setup/fixture.ts'

// Planning evaluates the rules over a clinic in memory, preview and create over the database.

const { service, make, admin } = await serviceForFile()
const em = service.orm.em.fork()

const some = <T>(number: number, of: fc.Arbitrary<T>) => fc.sample(of, { numRuns: number, seed: 11 })
const hours = fc.constantFrom('0.50', '8.00', '20.00', '36.25')

let made = 0
/** Ids decide between equal candidates, so they are the same in every run. */
const id = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

/** A clinic in which every rule finds something. */
async function randomClinic() {
  await make.clinic({ max_weekly_hours: '48.00' })
  const contracts = { category: 'CONTRACT', hours_delta: '40.00' } as const
  const tags = await inTurn([contracts, contracts, {}, {}], (fields) => make.tag({ id: id(), ...fields }))
  const unit = (await make.unit()).id
  const statuses = fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'ON_LEAVE', 'TERMINATED', 'ONBOARDING')
  const employees = await inTurn(some(24, statuses), (status) => make.employee({ id: id(), status }))
  const positions = await inTurn(some(12, hours), (required_weekly_hours) =>
    make.position({ id: id(), org_unit: unit, required_weekly_hours }),
  )
  const idOf = (rows: { id: string }[]) => fc.constantFrom(...rows.map(({ id }) => id))
  const requirement = { position: idOf(positions), tag: idOf(tags), is_mandatory: fc.boolean() }
  const byPair = <T extends object>(rows: T[], ...keys: (keyof T)[]) =>
    Map.groupBy(rows, (row) => keys.map((key) => row[key]).join())
      .values()
      .map(([first]) => first as T)
  await inTurn(byPair(some(16, fc.record(requirement)), 'position', 'tag'), make.positionTag)
  const held = {
    employee: idOf(employees),
    tag: idOf(tags),
    start_date: fc.constantFrom('2025-01-01', ...days.slice(0, 3)),
    end_date: fc.constantFrom(null, ...days.slice(2)),
    status: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'REVOKED' as const),
  }
  await inTurn(some(60, fc.record(held)), make.employeeTag)
  const assignment = {
    employee: idOf(employees),
    position: idOf(positions),
    effective_hours: hours,
    effective_date: fc.constantFrom(null, ...days),
    status: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'SUSPENDED' as const),
  }
  await inTurn(byPair(some(50, fc.record(assignment)), 'employee', 'position'), make.assignment)
}

async function inTurn<T, Made>(rows: Iterable<T>, work: (row: T) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (const row of rows) made.push(await work(row))
  return made
}

const rulesOf = fc.tuple(
  ...ruleCodes.map((code) =>
    fc.record<RuleSetting>({
      code: fc.constant(code),
      severity: fc.constantFrom(...severities.filter((one) => allowedSeverities(code).includes(one))),
      enabled: fc.boolean(),
      threshold: fc.constantFrom(null, '5.00', '400.00'),
    }),
  ),
)

const everything = { allow_partial: false, include_ineligible: true, offset: 0, limit: 1000 }

/** All that is suggested in the clinic, for each position and for each employee. */
function suggestions(facts: ClinicFacts, hours: number, day: number) {
  const forPositions = facts.positions.flatMap(({ id: position }) =>
    candidates(facts, { ...everything, position, hours, day }).rows.map((row) => ({ ...row, position })),
  )
  const people = facts.employees.filter(({ status }) => day === facts.today && isAssignable(status))
  const forPeople = people.flatMap(({ id: employee }) =>
    openings(facts, { ...everything, employee, hours, unit: null, is_cost_told: true }).rows.map((row) => {
      return { ...row, employee, position: row.position_id }
    }),
  )
  return [...forPositions, ...forPeople]
}

type Suggested = ReturnType<typeof suggestions>[number]

/** Reads what preview and create look at, or PATCH for a raise; each pair once. */
function factsReader({ assignments }: ClinicFacts, day: number) {
  const known = new Map<string, ReturnType<typeof readProposedAssignmentFacts>>()
  const dateOf = (id: string | null) => {
    const from = assignments.find((one) => one.id === id)?.from ?? null
    return from === null ? null : toDate(from)
  }
  return ({ employee, position, assignment: except, effective_hours }: Suggested) => {
    const effective_date = except ? dateOf(except) : toDate(day)
    const proposal = { employee, position, effective_hours, effective_date, except }
    const key = JSON.stringify(proposal)
    const facts = known.get(key) ?? readProposedAssignmentFacts(em, proposal, { today })
    known.set(key, facts)
    return facts
  }
}

function accepts(check: () => unknown) {
  try {
    return !!check()
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

await randomClinic()

test('a thousand suggestions have the same violations as their preview', async () => {
  const seen = { CREATE: 0, RAISE: 0, valid: 0, blocked: 0 }
  const stored = clinicFacts(await readClinicSnapshot(em, today))
  for (const [hours, date] of [
    [50, today],
    [1000, today],
    [2500, '2026-12-31'],
  ] as const) {
    const factsOf = factsReader(stored, toDay(date))
    for (const rules of [stored.rules, ...some(3, rulesOf)])
      for (const suggested of suggestions({ ...stored, rules }, hours, toDay(date))) {
        const facts = await factsOf(suggested)
        const expected = {
          violations: previewAssignment(rules, true, facts),
          is_valid: accepts(() => checkAssignment(rules, true, facts)),
        }
        const { violations, is_valid, kind } = suggested
        expect({ violations, is_valid }).toEqual(expected)
        seen[kind] += 1
        seen[is_valid ? 'valid' : 'blocked'] += 1
      }
  }
  expect(seen.CREATE + seen.RAISE).toBeGreaterThan(1000)
  for (const number of Object.values(seen)) expect(number).toBeGreaterThan(200)
})

test('preview, create and PATCH agree with the is_valid of a candidate', async () => {
  const seen = { 200: 0, 201: 0, 400: 0 }
  const { positions } = clinicFacts(await readClinicSnapshot(em, today))
  const sorted = positions.toSorted((a, b) => a.title.localeCompare(b.title))
  const rounds = [...sorted, ...sorted, ...sorted].map(({ id }, index) => [id, index] as const)
  for (const [position_id, index] of rounds) {
    const path = `/planning/v1/positions/${position_id}/candidates/?effective_hours=9&include_ineligible=true`
    const { results } = (await admin.get(path)).body
    const { employee, assignment, effective_hours, is_valid, violations } =
      results[(7 * index) % results.length]
    if (!assignment) {
      const proposed = { employee, position_id, effective_hours }
      const previewed = await admin.post('/api/v1/assignments/preview/', proposed)
      expect(previewed.body).toMatchObject({ is_valid, violations })
    }
    const { status } = assignment
      ? await admin.patch(`/api/v1/assignments/${assignment}/`, { effective_hours })
      : await admin.post('/api/v1/assignments/', { employee, position_id, effective_hours })
    expect(status).toBe(is_valid ? (assignment ? 200 : 201) : 400)
    seen[status as keyof typeof seen] += 1
  }
  for (const number of Object.values(seen)) expect(number).toBeGreaterThan(0)
})
