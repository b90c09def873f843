import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Em, Orm } from '../../entities/connection/em.ts'
import { Employee } from '../../entities/people/employee.ts'
import { EmployeeTag } from '../../entities/people/employee-tag.ts'
import { Tag } from '../../entities/people/tag.ts'
import { Assignment } from '../../entities/work/assignment.ts'
import { OrgUnit } from '../../entities/work/org-unit.ts'
import { Position } from '../../entities/work/position.ts'
import { PositionTag } from '../../entities/work/position-tag.ts'
import type { Audit } from '../../src/logs/audit.ts'
import { employeeStatuses } from '../../src/people/employee-lifecycle.ts'
import { employeeTagStatuses } from '../../src/people/employee-tag-lifecycle.ts'
import { assignmentStatuses } from '../../src/work/assignment-lifecycle.ts'

export const today = '2026-03-04'
const at = new Date(`${today}T10:00:00.000Z`)
export const by: Audit = { actor: null, at, today, reason: '' }
const stamps = { created_at: at, updated_at: at }
export const days = ['2025-06-01', '2026-03-03', today, '2026-03-05', '2026-12-31']

export const people = [0, 1, 2]
const lastNames = ['Zapata', 'Álvarez', 'alvarez']
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
    effective_date: fc.constantFrom(null, ...days),
  }),
  10,
)
const withUniquePairs = assignments.map((all) =>
  all.filter((one, i) => !isActive(one) || all.findIndex(samePair(one)) === i),
)
const samePair = (one: { employee: number; position: number }) => (other: typeof one & { status: string }) =>
  isActive(other) && other.employee === one.employee && other.position === one.position

const parts = {
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
}

export const randomClinics = fc.record({ ...parts, assignments: withUniquePairs })
/** Clinics in which an employee may have two active assignments to one position, which the database refuses. */
export const impossibleClinics = fc.record({ ...parts, assignments })

type Clinic = typeof randomClinics extends fc.Arbitrary<infer T> ? T : never

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
    const names = {
      employee_number,
      first_name: 'First',
      last_name: lastNames[i] ?? '',
      email: `${i}@clinic.example`,
    }
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

/** Runs the check over the clinic in the database, and forgets the clinic. */
export async function withinClinic(
  orm: Orm,
  made: Clinic,
  check: (em: Em, ids: Awaited<ReturnType<typeof store>>) => Promise<void>,
) {
  const em = orm.em.fork()
  await em.begin()
  try {
    await check(em, await store(em, made))
  } finally {
    await em.rollback()
  }
}
