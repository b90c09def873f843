import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readClinicSnapshot,
  readOpeningsSnapshot,
  readPersonSnapshot,
} from '../../entities/clinic-snapshot.ts'
import { readActiveFacts } from '../../entities/work/facts.ts'
import { toDay } from '../../src/calendar.ts'
import { formatHundredths } from '../../src/hours.ts'
import type { EmployeeStatus } from '../../src/people/employee-lifecycle.ts'
import { clinicFacts } from '../../src/planning/facts/read-snapshot.ts'
import { employeeForecast } from '../../src/planning/forecast/employee-forecast.ts'
import { missingTags } from '../../src/planning/forecast/outlook.ts'
import { openings } from '../../src/planning/suggestions/suggestions.ts'
import { isAssignable } from '../../src/work/assignment-check.ts'
import { randomClinics, withinClinic } from '../made/random-clinic.ts'
import { serviceForFile } from '../setup/fixture.ts'

const { service, make } = await serviceForFile()
const today = '2026-03-04'

const read = async () => clinicFacts(await readClinicSnapshot(service.orm.em, today))
const byId = <Row extends { id: string }>(...rows: Row[]) => rows.sort((a, b) => (a.id < b.id ? -1 : 1))
/** The rows with these ids, without those of other tests. */
const those = <Row extends { id: string }>(rows: Row[], ...wanted: { id: string }[]) =>
  rows.filter(({ id }) => wanted.some((one) => one.id === id))
const indexIn = (rows: { id: string }[], { id }: { id: string }) => rows.findIndex((row) => row.id === id)

test('the facts of an empty clinic are empty, but for the seeded rules', async () => {
  const { rules, ...rest } = await read()
  expect(rest).toEqual({
    today: toDay(today),
    weekly_cap: null,
    headroom: 0,
    full_time: 4000,
    tags: [],
    units: [],
    employees: [],
    positions: [],
    assignments: [],
  })
  expect(rules.find(({ code }) => code === 'MAX_CONSECUTIVE_SHIFTS')).toEqual({
    code: 'MAX_CONSECUTIVE_SHIFTS',
    severity: 'WARNING',
    threshold: null,
    enabled: true,
  })
  expect(rules).toHaveLength(7)
})

// Before the other tests make a clinic, because there can be only one.
test('the facts of any clinic have the same hours and missing tags as the rules', async () => {
  await fc.assert(
    fc.asyncProperty(randomClinics, (made) =>
      withinClinic(service.orm, made, async (em, { employees }) => {
        const facts = clinicFacts(await readClinicSnapshot(em, today))
        const active = facts.assignments.filter(({ is_suspended }) => !is_suspended)
        const shown = active.map((assignment) => {
          const { employee, position, hours, from } = assignment
          const own = active.filter((one) => one.employee === employee)
          const missing = missingTags(facts, assignment, from ?? facts.today)
          return {
            employee: facts.employees[employee]?.id,
            employeeStatus: facts.employees[employee]?.status,
            requestedHours: formatHundredths(hours),
            employeeOtherHours: formatHundredths(own.reduce((sum, one) => sum + one.hours, -hours)),
            position_is_active: position >= 0,
            missingMandatoryTags: missing.map((tag) => facts.tags[tag]?.name).sort(),
          }
        })
        const read = (await readActiveFacts(em, employees, today)).map((one) => ({
          employee: one.employee,
          employeeStatus: one.employeeStatus,
          requestedHours: one.requestedHours,
          employeeOtherHours: one.employeeOtherHours,
          position_is_active: one.position_is_active,
          missingMandatoryTags: one.position_is_active ? [...one.missingMandatoryTags].sort() : [],
        }))
        const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()
        expect(inOrder(shown)).toEqual(inOrder(read))
      }),
    ),
    { numRuns: 25 },
  )
})

test('one person’s part of any clinic gives the same openings and forecast as all of it', async () => {
  const everyOpening = { hours: null, unit: null, include_ineligible: true, is_cost_told: false }
  await fc.assert(
    fc.asyncProperty(randomClinics, (made) =>
      withinClinic(service.orm, made, async (em, { employees }) => {
        const all = clinicFacts(await readClinicSnapshot(em, today, { named: employees }))
        for (const employee of employees) {
          const of = { employee, weeks: 26, computed_at: '' }
          const own = clinicFacts(await readPersonSnapshot(em, today, employee))
          expect(employeeForecast(own, of)).toEqual(employeeForecast(all, of))
          if (!isAssignable(all.employees.find(({ id }) => id === employee)?.status as EmployeeStatus))
            continue
          const input = { ...everyOpening, employee, limit: 100, offset: 0 }
          const open = clinicFacts(await readOpeningsSnapshot(em, today, employee))
          expect(openings(open, input)).toEqual(openings(all, input))
        }
      }),
    ),
    { numRuns: 25 },
  )
})

test('the facts name the parents of units and the weekly cap of the clinic', async () => {
  const clinic = await make.clinic({ max_weekly_hours: '48.50' })
  const department = await make.department({ code: 'D', name: 'Surgery' })
  const unit = await make.unit({ code: 'U', name: 'Ward', parent: department.id, is_active: false })
  const row = { is_active: true }
  const facts = await read()
  expect(facts.weekly_cap).toBe(4850)
  expect(those(facts.units, clinic, department, unit)).toEqual(
    byId(
      { ...row, id: clinic.id, code: 'CLINIC', name: 'The clinic', type: 'CLINIC', parent: null },
      {
        ...row,
        id: department.id,
        code: 'D',
        name: 'Surgery',
        type: 'DEPARTMENT',
        parent: indexIn(facts.units, clinic),
      },
      {
        id: unit.id,
        code: 'U',
        name: 'Ward',
        type: 'UNIT',
        parent: indexIn(facts.units, department),
        is_active: false,
      },
    ),
  )
})

test('the facts list the active tags of employees of every status', async () => {
  const tag = await make.tag({ name: 'FULL', category: 'CONTRACT', hours_delta: '37.50' })
  const deleted = await make.tag({ is_active: false, hours_delta: '-0.01', deleted_at: service.clock.now })
  const ana = await make.employee({ first_name: 'Ana', last_name: 'Vidal', employee_number: 'N1' })
  const gone = await make.employee({ status: 'TERMINATED' })
  const asked = await make.employee({ status: 'PROPOSAL_PENDING', previous_status: 'ON_LEAVE' })
  const dates = { start_date: '2026-03-01', end_date: '2026-03-31' }
  const held = [
    await make.employeeTag({ employee: ana.id, tag: tag.id, ...dates }),
    await make.employeeTag({ employee: ana.id, tag: deleted.id, start_date: '1950-01-01' }),
  ]
  for (const status of ['REVOKED', 'EXPIRED'] as const)
    await make.employeeTag({ employee: gone.id, tag: tag.id, status })
  await make.assignment({ employee: gone.id })
  const own = await make.employeeTag({ employee: asked.id, tag: tag.id, ...dates })
  const facts = await read()
  const [first, second] = [
    { start: toDay(dates.start_date), end: toDay(dates.end_date), tag: indexIn(facts.tags, tag) },
    { start: toDay('1950-01-01'), end: Number.POSITIVE_INFINITY, tag: indexIn(facts.tags, deleted) },
  ]
  const of = ({ id, employee_number: number, ...row }: typeof ana) => {
    const { status, previous_status = null } = row
    return {
      id,
      name: `${row.last_name}, ${row.first_name}`,
      number,
      status,
      previous_status,
      tags: [] as unknown[],
    }
  }
  const anas = byId({ id: held[0]?.id ?? '', ...first }, { id: held[1]?.id ?? '', ...second })
  expect(those(facts.employees, ana, gone, asked)).toEqual(
    byId({ ...of(ana), tags: anas }, of(gone), { ...of(asked), tags: [{ id: own.id, ...first }] }),
  )
  expect(
    those(facts.tags, tag, deleted).map(({ id, hours_delta, is_active }) => ({ id, hours_delta, is_active })),
  ).toEqual(
    byId(
      { id: tag.id, hours_delta: 3750, is_active: true },
      { id: deleted.id, hours_delta: -1, is_active: false },
    ),
  )
  expect(facts.tags.find(({ id }) => id === tag.id)).toMatchObject({
    name: 'FULL',
    display_name: 'A tag',
    category: 'CONTRACT',
  })
})

test('the facts list the required tags of active positions in the order of the tags', async () => {
  const unit = await make.unit()
  const position = await make.position({
    org_unit: unit.id,
    title: 'Nurse',
    required_weekly_hours: '9999.99',
  })
  const closed = await make.position({ org_unit: unit.id, is_active: false })
  const tags = []
  for (const is_mandatory of [true, true, true, false]) {
    const tag = await make.tag()
    tags.push(tag)
    await make.positionTag({ position: position.id, tag: tag.id, is_mandatory })
    await make.positionTag({ position: closed.id, tag: tag.id, is_mandatory })
  }
  const facts = await read()
  const sorted = facts.tags.map(({ id }) => id)
  const indexes = tags.map(({ id }) => sorted.indexOf(id))
  expect(those(facts.positions, position, closed)).toEqual([
    {
      id: position.id,
      title: 'Nurse',
      unit: indexIn(facts.units, unit),
      required: 999_999,
      mandatory: indexes.slice(0, 3).sort((a, b) => a - b),
      optional: indexes.slice(3),
    },
  ])
})

test('the facts contain active and suspended assignments, also to inactive positions', async () => {
  const employee = await make.employee()
  const position = await make.position()
  const inactive = (await make.position({ is_active: false })).id
  const fields = { employee: employee.id, effective_hours: '7.25' }
  const active = await make.assignment({ ...fields, position: position.id, effective_date: '2026-03-09' })
  const suspended = await make.assignment({ ...fields, position: position.id, status: 'SUSPENDED' })
  const elsewhere = await make.assignment({ ...fields, position: inactive })
  const ended = await make.assignment({ ...fields, position: position.id, status: 'ENDED' })
  const facts = await read()
  const indexes = {
    employee: indexIn(facts.employees, employee),
    position: indexIn(facts.positions, position),
  }
  const row = { ...indexes, hours: 725, from: null, is_suspended: false }
  expect(those(facts.assignments, active, suspended, elsewhere, ended)).toEqual(
    byId(
      { ...row, id: active.id, from: toDay('2026-03-09') },
      { ...row, id: suspended.id, is_suspended: true },
      { ...row, id: elsewhere.id, position: -1 },
    ),
  )
})

test('a clinic that is too large is refused with the name of what exceeds the limit', async () => {
  await make.positionTag()
  await make.position({ is_active: false })
  const { positions } = await read()
  const most = { employees: 20_000, 'active positions': positions.length, 'active employee tags': 100_000 }
  const readAtMost = (limits: Partial<typeof most>) =>
    readClinicSnapshot(service.orm.em, today, { most: { ...most, ...limits } })
  await expect(readAtMost({})).resolves.toHaveLength(10)
  await make.position()
  await expect(readAtMost({})).rejects.toMatchObject({
    code: 'INVALID',
    body: {
      non_field_errors: [`Planning takes at most ${positions.length} active positions; the clinic has more.`],
    },
  })
  await make.employeeTag()
  await expect(
    readAtMost({ employees: 0, 'active positions': 20_000, 'active employee tags': 0 }),
  ).rejects.toMatchObject({
    body: {
      non_field_errors: [
        'Planning takes at most 0 employees; the clinic has more.',
        'Planning takes at most 0 active employee tags; the clinic has more.',
      ],
    },
  })
})

test('people who have left count only while they hold a tag or are assigned, and are read if they are named', async () => {
  const { employees } = await read()
  const gone = [await make.employee({ status: 'TERMINATED' }), await make.employee({ status: 'TERMINATED' })]
  const [holder, worker] = [
    await make.employee({ status: 'TERMINATED' }),
    await make.employee({ status: 'TERMINATED' }),
  ]
  await make.employeeTag({ employee: holder.id })
  await make.assignment({ employee: worker.id, status: 'SUSPENDED' })
  const most = {
    employees: employees.length + 2,
    'active positions': 20_000,
    'active employee tags': 100_000,
  }
  const readAs = async (named: string[]) =>
    clinicFacts(await readClinicSnapshot(service.orm.em, today, { most, named })).employees
  expect(those(await readAs([]), ...gone, holder, worker).map(({ id }) => id)).toEqual(
    byId(holder, worker).map(({ id }) => id),
  )
  const [named] = gone
  expect(those(await readAs([named?.id ?? '']), ...gone)).toMatchObject([{ id: named?.id, tags: [] }])
})
