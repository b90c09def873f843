import { chmod, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transaction } from '../../../entities/connection/transaction.ts'
import { Employee } from '../../../entities/people/employee.ts'
import { exportClinic } from '../../../server/clinic-files/export.ts'
import { quoted } from '../../../server/clinic-files/files/columns.ts'
import { withoutFormulas } from '../../../src/csv-formulas.ts'
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
    'x,=1+1,y',
    'x|=1+5|-y',
    'a;"=1+1;b',
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
  const parts = cells.flatMap((cell) => cell.split(/[,;|\t\r\n]"*/))
  expect(parts.filter((part) => /^[=+\-@＝]/.test(part))).toEqual(numbers)
  for (const cell of [
    "'+1",
    "''=1",
    "'''-1",
    "'quoted'",
    "it's",
    "a;'=1+1;''=2;b",
    "x,'=1+1,y",
    "x|'=1+5|'-y",
    `a;"'=1+1;b`,
  ])
    expect(cells).toContain(cell)
})

test('PostgreSQL puts a quote in front of the same formulas as the service', async () => {
  const unit = fc.constantFrom(...'ab\'"=+-@,;|\t\r\n＝＋－＠')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 200, maxLength: 200 }),
      async (texts) => {
        const rows = await clinic.rows(sql<{ text: string }>`select ${quoted(sql`text`)} as text
        from unnest(${texts}::text[]) with ordinality given (text, number) order by number`)
        expect(rows.map(({ text }) => text)).toEqual(texts.map(withoutFormulas))
      },
    ),
    { numRuns: 10 },
  )
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

/** The small clinic with two positions of one title and two ACTIVE tags of one start, of which one is used each. */
async function withSharedKeys() {
  await clinic.importing()
  const make = factories(clinic)
  const [day] = await clinic.rows(sql<{ id: string; org_unit: string; employee: string; tag: string }>`
    select p.id, p.org_unit_id as org_unit, e.id as employee, t.id as tag
    from positions p, employees e, tags t
    where p.title = 'Day nurse' and e.employee_number = 'E2' and t.name = 'Nurse'`)
  const { org_unit, employee, tag } = day as NonNullable<typeof day>
  const position = await make.position({ org_unit, title: 'Day nurse', required_weekly_hours: '20.00' })
  await make.positionTag({ position: position.id, tag, is_mandatory: false })
  await make.assignment({ employee, position: position.id, effective_hours: '8.00' })
  const held = await make.employeeTag({ employee, tag, start_date: '2024-01-08', end_date: '2031-01-01' })
  return { first: day?.id ?? '', second: position.id, held: held.id }
}

test('rows that share a key are exported with their ids', async () => {
  const { first, second, held } = await withSharedKeys()
  const files = await exported()
  const [other] = await clinic.rows(sql<{ id: string }>`select id from employee_tags et
    where start_date = '2024-01-08' and end_date is null and tag_id = (select tag_id from employee_tags where id = ${held})`)
  expect(files['positions.csv']).toBe(
    `org_unit_code,title,required_weekly_hours,notes,is_active,id
U,Day nurse,20.00,,true,${second}
U,Day nurse,40.00,,true,${first}
U,Night nurse,32.50,By turns,true,
`.replaceAll(/(is_active,|true,)/g, ''),
  )
  expect(files['employee_tags.csv']?.split('\n').filter((line) => line.startsWith('E2'))).toEqual([
    `E2,Nurse,2024-01-08,,${other?.id}`,
    `E2,Nurse,2024-01-08,2031-01-01,${held}`,
  ])
  expect(files['position_tags.csv']).toContain(`\nU,Day nurse,Nurse,false,${second}\n`)
  expect(files['assignments.csv']).toContain(`\nE2,U,Day nurse,8.00,,,false,${second}\n`)
})

test('an import of rows that share a key changes nothing, and gives the same clinic elsewhere', async () => {
  await withSharedKeys()
  const { first, second } = await roundTrip()
  expect(second).toEqual(first)
  const before = await clinic.everything()
  const report = await clinic.importing(first)
  const changed = Object.values(report).reduce((sum, { inserted, updated }) => sum + inserted + updated, 0)
  expect(changed).toBe(0)
  expect(await clinic.everything()).toEqual(before)
})

test('an import changes the one of several rows that the id names', async () => {
  const { second, held } = await withSharedKeys()
  const files = await exported()
  const changed = Object.entries(files).map(([name, text]) => [
    name,
    text.replace('U,Day nurse,20.00', 'U,Day nurse,24.00').replace('2031-01-01', '2032-01-01'),
  ])
  await clinic.importing(Object.fromEntries(changed))
  expect(
    await clinic.rows(sql`select
      (select required_weekly_hours::text from positions where id = ${second}) as hours,
      (select end_date::text from employee_tags where id = ${held}) as end_date`),
  ).toEqual([{ hours: '24.00', end_date: '2032-01-01' }])
})

test('an interrupted export leaves the earlier files unchanged and nothing else', async () => {
  await clinic.importing()
  const folder = await temporaryFolder()
  await exportClinic(clinic.orm, folder)
  await execute(clinic.ownerUrl, `update employees set first_name = 'Zoë'`)
  const rows: [done: number, total: number][] = []
  const onProgress = (done: number, total: number) => {
    rows.push([done, total])
    throw new Error('interrupted')
  }
  await expect(exportClinic(clinic.orm, folder, { onProgress })).rejects.toThrow('interrupted')
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
  const onProgress = () => {
    batches++
    deletion ??= execute(clinic.ownerUrl, `delete from employees where employee_number like 'N%'`)
  }
  await exportClinic(clinic.orm, folder, { onProgress })
  await deletion
  const numbers = (await readAll(folder))['employees.csv']
    ?.split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])
  expect(numbers).toHaveLength(4502)
  expect(numbers).toEqual(numbers?.toSorted())
  expect(batches).toBe(6 + 5)
})
