import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClinicDatabase, clinicDatabase, smallClinic } from '../../made/clinic-folder.ts'
import { testInCheck } from '../../setup/fixture.ts'

let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = await clinicDatabase()
  await clinic.importing()
})

afterEach(() => clinic.drop())

/** employees.csv alone, with E1 as a leaver. */
const leaving = {
  ...Object.fromEntries(Object.keys(smallClinic).map((name) => [name, null])),
  'employees.csv': smallClinic['employees.csv'].replace('2024-01-08,ACTIVE', '2024-01-08,TERMINATED'),
}

const assignments = () =>
  clinic.rows(sql`select employee_number as who, a.status, end_reason from assignments a
    join employees e on e.id = a.employee_id order by 1`)

const untouched = [
  { who: 'E1', status: 'ACTIVE', end_reason: '' },
  { who: 'E2', status: 'ACTIVE', end_reason: '' },
]

test('employees.csv alone changes employees only, and the report counts the open assignments of leavers', async () => {
  const { files, open_assignments_of_leavers } = await clinic.reporting(leaving)
  expect(files.employees).toEqual({ inserted: 0, updated: 1, unchanged: 1 })
  expect(files.assignments).toEqual({ inserted: 0, updated: 0, unchanged: 0 })
  expect(open_assignments_of_leavers).toBe(1)
  expect(await assignments()).toEqual(untouched)
})

test('an import locks org units and tags against other uses only if it may change them', async () => {
  const using = async () => {
    await clinic.rows(sql`select from org_units for share nowait`)
    await clinic.rows(sql`select from tags for share nowait`)
  }
  await clinic.reporting(leaving, { onDone: using })
  const files = { ...leaving, 'tags.csv': smallClinic['tags.csv'] }
  await expect(clinic.reporting(files, { onDone: using })).rejects.toThrow('could not obtain lock on row')
})

test('end_assignments ends the open assignments of leavers, also of earlier ones, with a reason', async () => {
  await clinic.reporting(leaving)
  const { files, open_assignments_of_leavers } = await clinic.reporting(leaving, { endAssignments: true })
  expect(files.employees).toEqual({ inserted: 0, updated: 0, unchanged: 2 })
  expect(files.assignments).toEqual({ inserted: 0, updated: 1, unchanged: 0 })
  expect(open_assignments_of_leavers).toBe(0)
  expect(await assignments()).toEqual([
    { who: 'E1', status: 'ENDED', end_reason: 'TERMINATED' },
    { who: 'E2', status: 'ACTIVE', end_reason: '' },
  ])
  expect(
    await clinic.rows(
      sql`select transition, reason, metadata from transition_log where assignment_id is not null`,
    ),
  ).toEqual([{ transition: 'end', reason: 'TERMINATED', metadata: { end_reason: 'TERMINATED', notes: '' } }])
  const again = await clinic.reporting(leaving, { endAssignments: true })
  expect(again.files.assignments).toEqual({ inserted: 0, updated: 0, unchanged: 0 })
})

testInCheck('the hours that leavers free can be assigned in the same import', async () => {
  const { files } = await clinic.reporting(
    {
      ...leaving,
      'employee_tags.csv': smallClinic['employee_tags.csv'],
      'assignments.csv': `${smallClinic['assignments.csv'].split('\n')[0]}\nE2,U,Day nurse,40.00,,,false\n`,
    },
    { endAssignments: true },
  )
  expect(files.assignments).toEqual({ inserted: 1, updated: 1, unchanged: 0 })
  expect(
    await clinic.rows(sql`select assigned_hours::text as hours from positions where title = 'Day nurse'`),
  ).toEqual([{ hours: '40.00' }])
})

testInCheck('a row of assignments.csv keeps an assignment of a leaver open, and is counted', async () => {
  const kept = { ...leaving, 'assignments.csv': smallClinic['assignments.csv'] }
  const { open_assignments_of_leavers } = await clinic.reporting(kept, { endAssignments: true })
  expect(open_assignments_of_leavers).toBe(1)
  expect(await assignments()).toEqual(untouched)
})
