import { chmod, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transaction } from '../../../entities/connection/transaction.ts'
import { Employee } from '../../../entities/people/employee.ts'
import { exportClinic } from '../../../server/clinic-files/export.ts'
import { theService } from '../../../src/logs/audit.ts'
import {
  type ClinicDatabase,
  clinicDatabase,
  readAll,
  smallClinic,
  temporaryFolder,
} from '../../made/clinic-folder.ts'
import { factories } from '../../made/factories.ts'
import { testInCheck } from '../../setup/fixture.ts'
import { execute } from '../../setup/stores/execute.ts'

let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = await clinicDatabase()
})

afterEach(() => clinic.drop())

const exported = async () => {
  const folder = await temporaryFolder()
  await exportClinic(clinic.orm, folder)
  return readAll(folder)
}

/** Exports, imports that into an empty database, and exports it from there. */
async function roundTrip() {
  const first = await exported()
  const there = await clinicDatabase()
  try {
    await there.importing(first, { now: new Date('2026-04-01T08:00:00Z') })
    const again = await temporaryFolder()
    await exportClinic(there.orm, again)
    return { first, second: await readAll(again) }
  } finally {
    await there.drop()
  }
}

test('an export of an imported clinic gives the imported files', async () => {
  await clinic.importing()
  expect(await exported()).toEqual(smallClinic)
})

test('an export of an empty database gives seven files with only a header', async () => {
  const headers = Object.entries(smallClinic).map(([name, text]) => [name, `${text.split('\n')[0]}\n`])
  expect(await exported()).toEqual(Object.fromEntries(headers))
})

testInCheck('an export gives the same bytes after an import into an empty database', async () => {
  await clinic.importing()
  const { first, second } = await roundTrip()
  expect(second).toEqual(first)
})

testInCheck('an import of an export changes nothing, not even a blank photo', async () => {
  const make = factories(clinic)
  for (const photo of ['/p.png', '', null]) await make.employee({ photo })
  const before = await clinic.everything()
  expect((await clinic.importing(await exported())).employees).toEqual({
    inserted: 0,
    updated: 0,
    unchanged: 3,
  })
  expect(await clinic.everything()).toEqual(before)
})

test('an export contains statuses, retired units, positions and tags, and ended assignments', async () => {
  const make = factories(clinic)
  const { now } = clinic.clock
  const by = { actor: null, at: now, today: '2026-03-04', reason: '' }
  const root = await make.clinic({ max_weekly_hours: '48.00' })
  const department = await make.department({ parent: root.id })
  const unit = await make.unit({ parent: department.id, is_management: true })
  await make.unit({ parent: department.id, is_active: false })
  const tag = await make.tag({ name: 'Nurse', description: 'Comma, "quote"\nand line' })
  const retired = await make.tag({ name: 'Retired', is_active: false, hours_delta: '-4.00' })
  await make.tag({ name: 'Deleted', is_active: false, deleted_at: now })
  const position = await make.position({ org_unit: unit.id })
  const closed = await make.position({ org_unit: unit.id, is_active: false })
  await make.positionTag({ position: position.id, tag: tag.id })
  const statuses = ['ACTIVE', 'ON_LEAVE', 'DEACTIVATED', 'TERMINATED', 'PROPOSAL_PENDING'] as const
  for (const status of statuses) {
    const { id: employee } = await make.employee({ status, photo: status === 'ACTIVE' ? '/p.png' : null })
    await make.employeeTag({
      employee,
      tag: tag.id,
      start_date: '2025-01-01',
      end_date: '2025-12-31',
      status: 'EXPIRED',
    })
    await make.employeeTag({ employee, tag: tag.id, start_date: '2026-01-01' })
    await make.employeeTag({ employee, tag: tag.id, start_date: '2026-01-01', status: 'REVOKED' })
    await make.employeeTag({ employee, tag: retired.id })
    await make.assignment({ employee, position: position.id })
    await make.assignment({
      employee,
      position: position.id,
      status: 'ENDED',
      end_reason: 'OTHER',
      effective_hours: '48.00',
    })
    await make.assignment({
      employee,
      position: position.id,
      status: 'ENDED',
      end_reason: 'OTHER',
      effective_hours: '48.00',
    })
    await make.assignment({
      employee,
      position: position.id,
      status: 'SUSPENDED',
      suspended_at: now,
      notes: 'a\nb',
    })
    await make.assignment({ employee, position: closed.id, status: 'ENDED', end_reason: 'POSITION_CLOSED' })
  }
  await transaction({ em: clinic.orm.em, author: theService(clinic.clock.now) }, async (em) => {
    for (const employee of await em.find(Employee, { status: 'ACTIVE' }))
      employee.transition('go_on_leave', by)
  })
  const { first, second } = await roundTrip()
  expect(second).toEqual(first)
  expect(first['assignments.csv']?.split('\n')[0]).toBe(
    'employee_number,org_unit_code,position_title,effective_hours,effective_date,notes,is_reinforcement,status,end_reason',
  )
})

test('no exported cell is a formula to a spreadsheet, and an import restores the texts', async () => {
  const make = factories(clinic)
  const texts = [
    '=HYPERLINK("http://evil.example")',
    '+1',
    '-2',
    '@SUM(A1)',
    '＝1',
    "'=1",
    "''-1",
    "'quoted'",
    "it's",
    "a;=1+1;'=2;b",
  ]
  const root = await make.clinic()
  const department = await make.department({ parent: root.id })
  const unit = await make.unit({ parent: department.id, code: '=U', name: '-name', sort_order: -1 })
  const tag = await make.tag({ name: '+Tag+', display_name: '@tag', hours_delta: '-4.00' })
  const position = await make.position({ org_unit: unit.id, title: '=Nurse', notes: '-3' })
  for (const text of texts) {
    const { id: employee } = await make.employee({
      employee_number: text,
      first_name: text,
      last_name: text,
      document_number: text,
    })
    await make.employeeTag({ employee, tag: tag.id })
    await make.assignment({
      employee,
      position: position.id,
      notes: `${text}\n=1\t@x\n- A list\n\n\tof 'lines'`,
    })
  }
  const { first, second } = await roundTrip()
  expect(second).toEqual(first)
  const numbers = ['-1', '-4.00']
  const cells = Object.values(first).flatMap((text) => (parse(text) as string[][]).flat())
  // Some spreadsheets take these for the end of a cell.
  const parts = cells.flatMap((cell) => cell.split(/[;\t\r\n]/))
  expect(parts.filter((part) => /^[=+\-@＝]/.test(part))).toEqual(numbers)
  for (const cell of ["'+1", "''=1", "'''-1", "'quoted'", "it's", "a;'=1+1;''=2;b"])
    expect(cells).toContain(cell)
})

test('only the user who exports can read the files, in a new folder and in an existing one', async () => {
  const parent = await temporaryFolder()
  const modeOf = async (path: string) => (await stat(join(parent, path))).mode & 0o777
  await exportClinic(clinic.orm, join(parent, 'new/north'))
  expect([await modeOf('new/north'), await modeOf('new/north/employees.csv')]).toEqual([0o700, 0o600])
  await chmod(parent, 0o755)
  await writeFile(join(parent, 'tags.csv'), 'an older export', { mode: 0o644 })
  await exportClinic(clinic.orm, parent)
  expect([await modeOf('.'), await modeOf('tags.csv'), await modeOf('employees.csv')]).toEqual([
    0o755, 0o600, 0o600,
  ])
})

test('an export is refused when keys are ambiguous', async () => {
  await clinic.importing()
  const make = factories(clinic)
  const [unit] = await clinic.rows(sql<{ id: string }>`select id from org_units where code = 'U'`)
  await make.position({ org_unit: unit?.id, title: 'Day nurse' })
  await expect(exported()).rejects.toThrow('positions: U, Day nurse (2 times)')
})

test('an interrupted export leaves the earlier files unchanged and nothing else', async () => {
  await clinic.importing()
  const folder = await temporaryFolder()
  await exportClinic(clinic.orm, folder)
  await execute(clinic.ownerUrl, `update employees set first_name = 'Zoë'`)
  const rows: [done: number, total: number][] = []
  const interrupt = (done: number, total: number) => {
    rows.push([done, total])
    throw new Error('interrupted')
  }
  await expect(exportClinic(clinic.orm, folder, interrupt)).rejects.toThrow('interrupted')
  expect(await readAll(folder)).toEqual(smallClinic)
  expect(rows).toEqual([[3, 16]])
})

test('an export reads one moment of the clinic, in several batches', async () => {
  await clinic.importing()
  await execute(
    clinic.ownerUrl,
    `insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
      select gen_random_uuid(), 'N' || n, 'First', 'Last', n || '@clinic.example', 'ACTIVE', now(), now()
      from generate_series(1, 4500) n`,
  )
  const folder = await temporaryFolder()
  let batches = 0
  let deletion: Promise<unknown> | undefined
  await exportClinic(clinic.orm, folder, () => {
    batches++
    deletion ??= execute(clinic.ownerUrl, `delete from employees where employee_number like 'N%'`)
  })
  await deletion
  const numbers = (await readAll(folder))['employees.csv']
    ?.split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])
  expect(numbers).toHaveLength(4502)
  expect(numbers).toEqual(numbers?.toSorted())
  expect(batches).toBe(6 + 5)
})
