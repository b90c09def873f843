import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, isoWeek } from '../../../src/calendar.ts'
import { allTables } from '../../expect/tables.ts'
import { unknown } from '../../expect/texts.ts'
import { clinicDatabase } from '../../made/clinic-folder.ts'
import { factories } from '../../made/factories.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { runCommand } from '../../setup/programs/command.ts'
import { lastingToday } from '../../setup/today.ts'

const today = await lastingToday()
const nextMonday = addDays(isoWeek(today).start_date, 7)

const clinic = await clinicDatabase()
closedAfterAll({ close: clinic.drop })
await clinic.importing()
const make = factories(clinic)
const [unit] = await clinic.rows<{ id: string }>(sql`select id from org_units where code = 'U'`)
const org_unit = unit?.id ?? ''
await make.position({ org_unit, title: 'Porter', required_weekly_hours: '10.00' })
const { id: employee } = await make.employee({
  employee_number: 'P1',
  last_name: 'Gil',
  first_name: 'Ana',
})
const contract = await make.tag({ name: 'Short', category: 'CONTRACT', hours_delta: '30.00' })
await make.employeeTag({ employee, tag: contract.id })

const run = <Row>(statement: string) => clinic.rows<Row>(sql.raw(statement))
const plans = (...args: string[]) => runCommand(['plans', ...args], { env: { DATABASE_URL: clinic.url } })

test('coverage plans keeps, lists, shows and applies a draft, and takes it back', async () => {
  const kept = await plans('keep', '--date', today, '--unit', 'U', '--name', 'This week', '--json')
  expect([kept.code, kept.err]).toEqual([0, ''])
  const { id } = JSON.parse(kept.out)
  expect((await plans('list')).out).toMatch(new RegExp(`${id} .* This week .* no `))
  const shown = await plans('show', id)
  expect(shown.out).toMatch(/still hold/)
  expect(shown.out).toMatch(/Porter .* Gil, Ana .* HOLDS/)
  const before = await allTables(run)
  const applied = JSON.parse((await plans('apply', id, '--json')).out)
  expect(applied.applied.length).toBeGreaterThan(0)
  expect((await plans('list')).out).toMatch(/ by /)
  expect((await plans('show', id)).out).toMatch(/^\S.* applied it at \d{4}-\S+Z\.\n/)
  expect(JSON.parse((await plans('show', id, '--json')).out).drift).toBeNull()
  expect((await plans('applied')).out).toMatch(new RegExp(`${applied.application} .* PLAN`))
  const again = await plans('apply', id)
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/ has applied this draft already\.\n$/)])
  const back = await plans('take-back', applied.application)
  expect([back.code, back.out]).toEqual([
    0,
    expect.stringMatching(/^Removed \d+, put back \d+ and reopened 0/),
  ])
  expect(await allTables(run)).toEqual(before)
  const twice = await plans('take-back', applied.application)
  expect([twice.code, twice.err]).toEqual([1, expect.stringMatching(/ has taken this back already\.\n$/)])
})

test('coverage plans applies no draft before its week', async () => {
  const { id } = JSON.parse((await plans('keep', '--date', nextMonday, '--unit', 'U', '--json')).out)
  expect(await plans('apply', id)).toEqual({
    code: 1,
    out: '',
    err: `This draft is for the week of ${nextMonday}, and can be applied from that day on.\n`,
  })
})

test('coverage plans refuses unknown ids, and a day without a plan', async () => {
  for (const id of [unknown, 'no-id']) {
    expect((await plans('show', id)).err).toBe(`There is no draft ${id}.\n`)
    expect((await plans('apply', id)).err).toBe(`There is no draft ${id}.\n`)
    expect((await plans('take-back', id)).code).toBe(1)
  }
  expect((await plans('keep', '--date', '2020-01-01')).err).toMatch(/^Ensure this date is not before /)
  expect((await plans('keep')).code).toBe(2)
})
