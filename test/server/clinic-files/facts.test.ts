import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Assignment } from '../../../entities/assignment.ts'
import type { Audit } from '../../../entities/audit.ts'
import { Employee } from '../../../entities/employee.ts'
import { EmployeeTag } from '../../../entities/employee-tag.ts'
import { OrgUnit } from '../../../entities/org-unit.ts'
import type { Em } from '../../../entities/orm.ts'
import { readOne } from '../../../entities/page.ts'
import { Position } from '../../../entities/position.ts'
import { PositionTag } from '../../../entities/position-tag.ts'
import { readProposalFacts } from '../../../entities/reads/facts.ts'
import { positionRow } from '../../../entities/reads/positions.ts'
import { Tag } from '../../../entities/tag.ts'
import { byKind } from '../../../server/clinic-files/columns.ts'
import { assignmentFacts } from '../../../server/clinic-files/facts.ts'
import { planClinic } from '../../../server/clinic-files/import.ts'
import { ImportPlan } from '../../../server/clinic-files/plan.ts'
import { Problems } from '../../../server/clinic-files/problems.ts'
import { loadStored } from '../../../server/clinic-files/stored.ts'
import { assignmentStatuses } from '../../../src/assignment-lifecycle.ts'
import type { AssignmentFacts } from '../../../src/business-rules.ts'
import { employeeStatuses } from '../../../src/employee-lifecycle.ts'
import { employeeTagStatuses } from '../../../src/employee-tag-lifecycle.ts'
import { type ClinicDatabase, clinicDatabase } from '../../clinic-folder.ts'

// An import evaluates the rules over a clinic in memory, the API over the database: both must see the same facts.

const today = '2026-03-04'
const at = new Date(`${today}T10:00:00.000Z`)
const by: Audit = { actor: null, at, today, reason: '' }
const stamps = { created_at: at, updated_at: at }
const days = ['2025-06-01', '2026-03-03', today, '2026-03-05', '2026-12-31']

// Fifty clinics are compared pair by pair.
vi.setConfig({ testTimeout: 120_000 })

let clinic: ClinicDatabase

beforeAll(async () => {
  clinic = await clinicDatabase()
})
afterAll(() => clinic.drop())

const people = [0, 1, 2]
const statuses = employeeStatuses.filter((status) => status !== 'PROPOSAL_PENDING')
const tags = ['CONTRACT', 'CONTRACT', 'QUALIFICATION', 'CERTIFICATION'] as const
const indexOf = (list: readonly unknown[]) => fc.nat(list.length - 1)
const hours = fc.constantFrom('0.01', '7.50', '8.00', '20.00', '37.25')
const listOf = <T>(of: fc.Arbitrary<T>, maxLength: number) => fc.array(of, { maxLength, size: 'max' })

const isActive = ({ status }: { status: string }) => status === 'ACTIVE'
const assignments = listOf(
  fc.record({
    employee: indexOf(people),
    position: indexOf(people),
    status: fc.constantFrom('ACTIVE' as const, ...assignmentStatuses),
    effective_hours: hours,
  }),
  10,
).map((all) => all.filter((one, i) => !isActive(one) || all.findIndex(samePair(one)) === i))
const samePair = (one: { employee: number; position: number }) => (other: typeof one & { status: string }) =>
  isActive(other) && other.employee === one.employee && other.position === one.position

const clinics = fc.record({
  cap: fc.constantFrom(null, '36.50', '60.00'),
  employees: fc.tuple(...people.map(() => fc.constantFrom(...statuses))),
  positions: fc.tuple(
    ...people.map(() => fc.record({ required_weekly_hours: hours, is_active: fc.boolean() })),
  ),
  requirements: fc.uniqueArray(
    fc.record({ position: indexOf(people), tag: indexOf(tags), is_mandatory: fc.boolean() }),
    { selector: ({ position, tag }) => `${position} ${tag}`, size: 'max', maxLength: 8 },
  ),
  held: listOf(
    fc
      .record({
        employee: indexOf(people),
        tag: indexOf(tags),
        start_date: fc.constantFrom(...days),
        end_date: fc.constantFrom(null, ...days),
        status: fc.constantFrom('ACTIVE' as const, ...employeeTagStatuses),
      })
      .filter(({ start_date, end_date }) => end_date === null || start_date <= end_date),
    12,
  ),
  assignments,
})

type Clinic = typeof clinics extends fc.Arbitrary<infer T> ? T : never

/** Stores the clinic; the ids are those of its employees and positions, in order. */
async function store(em: Em, { cap, ...clinic }: Clinic) {
  const [root, department, unit] = [randomUUID(), randomUUID(), randomUUID()]
  const units = [
    { id: root, unit_type: 'CLINIC' as const, max_weekly_hours: cap },
    { id: department, unit_type: 'DEPARTMENT' as const, parent: root },
    { id: unit, unit_type: 'UNIT' as const, parent: department },
  ]
  for (const one of units) em.create(OrgUnit, { code: one.unit_type, name: one.unit_type, ...one, ...stamps })
  const tagIds = tags.map((category, i) => {
    const name = `Tag-${i}`
    return em.create(Tag, {
      id: randomUUID(),
      name,
      display_name: name,
      category,
      hours_delta: '0.00',
      ...stamps,
    }).id
  })
  const employees = clinic.employees.map((status, i) => {
    const employee_number = `E${i}`
    const names = { employee_number, first_name: 'First', last_name: 'Last', email: `${i}@clinic.example` }
    return em.create(Employee, { id: randomUUID(), ...names, status, ...stamps }).id
  })
  const positions = clinic.positions.map((fields, i) => {
    return em.create(Position, {
      id: randomUUID(),
      org_unit: unit,
      title: `Position ${i}`,
      ...fields,
      ...stamps,
    }).id
  })
  const idIn = (ids: string[], i: number) => ids[i] ?? ''
  for (const { position, tag, is_mandatory } of clinic.requirements) {
    const pair = { position: idIn(positions, position), tag: idIn(tagIds, tag) }
    em.create(PositionTag, { ...pair, is_mandatory, created_at: at })
  }
  for (const { employee, tag, ...fields } of clinic.held) {
    const pair = { employee: idIn(employees, employee), tag: idIn(tagIds, tag) }
    em.create(EmployeeTag, { ...pair, ...fields, ...stamps }).assigned(by)
  }
  for (const { employee, position, ...fields } of clinic.assignments) {
    const pair = { employee: idIn(employees, employee), position: idIn(positions, position) }
    em.create(Assignment, { ...pair, ...fields, metadata: { violations: [] }, ...stamps })
  }
  await em.flush()
  return { employees, positions }
}

/** The clinic as an import of empty files has it in memory. */
async function remembered(em: Em) {
  const numbers = people.map((i) => `E${i}`)
  const stored = await loadStored(em, { numbers, codes: ['UNIT'] })
  const folder = byKind(() => ({ rows: [], broken: [], isReadable: true }))
  const plan = new ImportPlan({ em, folder, stored, problems: new Problems(), by })
  return { stored, ...planClinic(plan) }
}

const sorted = (facts: AssignmentFacts): AssignmentFacts => ({
  ...facts,
  missingMandatoryTags: facts.missingMandatoryTags.toSorted(),
  missingOptionalTags: facts.missingOptionalTags.toSorted(),
  contractEndDates: facts.contractEndDates.toSorted(),
})

/** Runs the check over a stored clinic, and forgets the clinic. */
async function within(
  made: Clinic,
  check: (em: Em, ids: Awaited<ReturnType<typeof store>>) => Promise<void>,
) {
  const em = clinic.orm.em.fork() as Em
  await em.begin()
  try {
    await check(em, await store(em, made))
  } finally {
    await em.rollback()
  }
}

const effective_hours = '8.00'

async function queried(
  em: Em,
  pair: { employee: string; position: string },
  more: { day: string; except?: string },
) {
  const proposed = { ...pair, effective_hours, effective_date: more.day, except: more.except }
  const { employee_name, position_is_active, settings, ...facts } = await readProposalFacts(em, proposed, {
    today,
  })
  return sorted(facts)
}

test('an import sees the facts of every employee and position as the query does', async () => {
  await fc.assert(
    fc.asyncProperty(clinics, fc.constantFrom(...days), (made, day) =>
      within(made, async (em, ids) => {
        const { employees, positions, cap } = await remembered(em)
        for (const employee of employees.values)
          for (const position of positions.values) {
            const active = [...employee.active].find(([, one]) => one.position === position.id)
            for (const except of new Set([undefined, active?.[0]])) {
              const proposed = { employee, position, hours: effective_hours, day, except }
              const facts = sorted(assignmentFacts(proposed, { cap, today }))
              const pair = { employee: employee.id, position: position.id }
              expect(facts).toEqual(await queried(em, pair, { day, except }))
            }
          }
        expect(employees.values.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.employees))
        expect(positions.values.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.positions))
      }),
    ),
    { numRuns: 50, seed: 1 },
  )
})

test('an import knows the active hours and assignments of every position as its detail does', async () => {
  await fc.assert(
    fc.asyncProperty(clinics, (made) =>
      within(made, async (em, ids) => {
        const { positions } = await remembered(em)
        for (const id of ids.positions) {
          const { assigned, count: assignment_count } = positions.withId(id) ?? {}
          const known = { assigned_hours: assigned?.toFixed(2), assignment_count }
          expect(await readOne(em, positionRow(), id)).toMatchObject(known)
        }
      }),
    ),
    { numRuns: 20, seed: 2 },
  )
})
