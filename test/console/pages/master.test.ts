import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { smallClinic, temporaryFolder } from '../../made/clinic-folder.ts'
import { unzipped, zipOf } from '../../made/zip.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { onlyInCheck } from '../../setup/run/ring.ts'
import { browserForFile, expectAccessible, lineOf, openSignedIn } from '../setup/browser.ts'

// A thread starts for each import.
vi.setConfig({ testTimeout: 90_000 })

const { service, make } = await serviceForFile()
service.clock.now = new Date('2026-11-25T10:00:00.000Z')
const admin = await service.as('ADMIN')
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', { is_staff: true })

const parent = (await make.department({ name: 'Medicine', code: 'MED' })).id
const ward = (await make.unit({ name: 'Ward 3B', code: '3B', parent })).id
const night = (
  await make.tag({ name: 'NightDuty', display_name: 'Fit for night duty', category: 'CERTIFICATION' })
).id
await make.employee({ first_name: 'Ana', last_name: 'Bondar', employee_number: 'N-1' })
const nurse = (await make.position({ title: 'Nurse', org_unit: ward, required_weekly_hours: '40.00' })).id
const porter = (await make.position({ title: 'Porter', org_unit: ward, required_weekly_hours: '20.00' })).id

const { page } = await openSignedIn(browser, ops.url, { email })
const dialog = page.getByRole('dialog')

async function open(part: string, of: Page = page) {
  await of.goto(`${ops.url}/master/${part}`)
  await of.getByRole('heading', { level: 1 }).waitFor()
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = async (name: string) => {
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('an ADMIN creates a person, sees refusals at their fields, edits, duplicates and deactivates', async () => {
  await page.getByRole('link', { name: 'Master data' }).click()
  await lineOf(page, 'Employees', 'Bondar', 'N-1').waitFor()
  await press('Create an employee…')
  await dialog.getByLabel('First name').fill('Noa')
  await dialog.getByLabel('Email').fill('noa')
  await dialog.getByLabel('Employee number').fill('N-1')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Enter a valid email address.').first().waitFor()
  expect(await dialog.getByLabel('Last name').getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill('noa@clinic.example')
  await dialog.getByLabel('Last name').fill('Prat')
  await dialog.getByLabel('Hired on').fill('2026-12-01')
  await dialog.getByRole('button', { name: 'Create' }).click()
  // What only the service can know is at its field too.
  await dialog.getByText('employee with this employee number already exists.').first().waitFor()
  await dialog.getByLabel('Employee number').fill('N-2')
  await confirm('Create')
  await lineOf(page, 'Employees', 'Prat', 'N-2', 'onboarding').waitFor()

  await press('Edit Noa Prat')
  await dialog.getByLabel('Document number').fill('ID-7')
  await confirm('Save')
  await press('Duplicate Noa Prat')
  await expect.poll(() => dialog.getByLabel('First name').inputValue()).toBe('Noa')
  expect(await dialog.getByLabel('Document number').inputValue()).toBe('')
  await dialog.getByLabel('Last name').fill('Prats')
  await dialog.getByLabel('Email').fill('prats@clinic.example')
  await dialog.getByLabel('Employee number').fill('N-3')
  await confirm('Duplicate')
  await lineOf(page, 'Employees', 'Prats', 'N-3').waitFor()
  const found = await admin.get('/api/v1/employees/?search=N-2')
  const { body } = await admin.get(`/api/v1/employees/${found.body.results[0].id}/`)
  expect(body).toMatchObject({ document_number: 'ID-7', last_name: 'Prat', hire_date: '2026-12-01' })

  await press('Activate Noa Prats')
  await confirm('Activate')
  await press('Deactivate Noa Prats')
  await confirm('Deactivate')
  await page.getByLabel('Status').selectOption('DEACTIVATED')
  await expect.poll(() => page.getByRole('table', { name: 'Employees' }).getByRole('row').count()).toBe(2)
  await lineOf(page, 'Employees', 'Prats', 'deactivated').waitFor()
  await page.getByLabel('Name or number').fill('bondar')
  await page.getByText('Nothing matches these filters.').waitFor()
})

test('a deactivation is undone, unless somebody else has changed the row since', async () => {
  const { id } = await make.position({ title: 'Cleaner', org_unit: ward, required_weekly_hours: '10.00' })
  const path = `/api/v1/demand/${id}/`
  await open('positions')
  for (const [isChanged, said] of [
    [false, /^Undone: /],
    [true, 'It has been changed since.'],
  ] as const) {
    await press('Deactivate Cleaner, Ward 3B')
    await confirm('Deactivate')
    if (isChanged) await admin.patch(path, { is_active: true })
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByText(said).waitFor()
    expect((await admin.get(path)).body.is_active).toBe(true)
  }
})

test('a tag, a unit and a position are created, edited, duplicated and deactivated', async () => {
  await open('tags')
  await press('Create a tag…')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Full')
  await dialog.getByLabel('Display name').fill('Full time')
  await dialog.getByLabel('Category').selectOption('CONTRACT')
  await dialog.getByLabel('Hours given').fill('40')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Ensure this field has at least 5 characters.').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Full40')
  await confirm('Create')
  await lineOf(page, 'Tags', 'Full40', 'Full time', 'contract', '40 h', 'yes').waitFor()
  await press('Edit Full40')
  await dialog.getByLabel('Description').fill('Forty hours a week')
  await confirm('Save')
  await press('Duplicate Full40')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Half20')
  await dialog.getByLabel('Hours given').fill('20,5')
  await confirm('Duplicate')
  await lineOf(page, 'Tags', 'Half20', 'Full time', '20.5 h').waitFor()
  await press('Deactivate Half20')
  await confirm('Deactivate')
  await lineOf(page, 'Tags', 'Half20', 'no').waitFor()

  await page.getByRole('link', { name: 'Units', exact: true }).click()
  await press('Duplicate Ward 3B')
  await dialog.getByLabel('Code').fill('3C')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ward 3C')
  await confirm('Duplicate')
  await lineOf(page, 'Units', '3C', 'Ward 3C', 'Medicine').waitFor()
  await press('Create a unit…')
  await dialog.getByLabel('Code').fill('X')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Second clinic')
  await dialog.getByLabel('Kind of unit').selectOption('CLINIC')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Only one CLINIC may exist.').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await press('Edit Ward 3C')
  expect(await dialog.getByLabel('Kind of unit').isDisabled()).toBe(true)
  await dialog.getByLabel('Short name').fill('3C')
  await confirm('Save')
  await press('Deactivate Medicine')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await press('Deactivate Ward 3C')
  await confirm('Deactivate')
  await lineOf(page, 'Units', 'Ward 3C', 'no').waitFor()

  await page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: 'Positions' }).click()
  await press('Create a position…')
  await dialog.getByLabel('Title').fill('Clerk')
  await dialog.getByLabel('Hours required per week').fill('0')
  await dialog.getByLabel('Unit').selectOption({ label: '\u2003\u2003Ward 3B' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Ensure this value is greater than or equal to 0.01.').first().waitFor()
  await dialog.getByLabel('Hours required per week').fill('12.5')
  await confirm('Create')
  await lineOf(page, 'Positions', 'Clerk', 'Ward 3B', '12.5 h').waitFor()
  await press('Deactivate Clerk, Ward 3B')
  await confirm('Deactivate')
  await lineOf(page, 'Positions', 'Clerk', 'no').waitFor()
})

test('tags are required for a position, and its copy requires them too', async () => {
  await open('positions')
  await page.getByRole('link', { name: 'Required tags: Nurse, Ward 3B' }).click()
  await page.getByText('This position requires no tags.').waitFor()
  await press('Require a tag…')
  await dialog.getByLabel('Tag').selectOption(night)
  await confirm('Create')
  await lineOf(page, 'Required tags', 'Fit for night duty', 'yes').waitFor()
  await press('Edit Fit for night duty')
  await dialog.getByLabel('Mandatory').uncheck()
  await confirm('Save')
  await lineOf(page, 'Required tags', 'Fit for night duty', 'no').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Positions' }).click()
  await press('Duplicate Nurse, Ward 3B')
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Nurse (copy)')
  await dialog.getByLabel('Title').fill('Nurse, night')
  await confirm('Duplicate')
  await page.getByRole('link', { name: 'Required tags: Nurse, night, Ward 3B' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nurse, night' }).waitFor()
  await press('Remove Fit for night duty')
  await confirm('Remove')
  await page.getByText('This position requires no tags.').waitFor()
  const { body } = await admin.get(`/api/v1/position-tags/?position_id=${nurse}`)
  expect(body.results).toMatchObject([{ tag: night, is_mandatory: false }])
})

test('hours are changed in their place by keyboard alone, unless somebody else was faster', async () => {
  await open('positions')
  const cell = page.getByRole('button', { name: 'Change Hours required per week of Porter, Ward 3B' })
  await cell.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Hours required per week' })
  await field.waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('-3')
  await page.keyboard.press('Enter')
  await page.getByText('Ensure this value is greater than or equal to 0.01.').waitFor()
  await field.fill('')
  await page.keyboard.press('Enter')
  await page.getByText('This field may not be null.').waitFor()
  await admin.patch(`/api/v1/demand/${porter}/`, { required_weekly_hours: '24.00' })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  await page.getByText('Somebody else has changed this meanwhile: 20 h, now 24 h.').waitFor()
  await page.keyboard.press('Enter')
  await lineOf(page, 'Positions', 'Porter', '30 h').waitFor()
  await expect.poll(() => page.locator(':focus').innerText()).toBe('30 h')
  await page.keyboard.press('Enter')
  await field.waitFor()
  await page.keyboard.type('99')
  await page.keyboard.press('Escape')
  await lineOf(page, 'Positions', 'Porter', '30 h').waitFor()
})

test('what was changed in its place is said to be saved at once, even if the list has to wait', async () => {
  await make.position({ title: 'Gardener', org_unit: ward, required_weekly_hours: '20.00' })
  await open('positions')
  await page.getByRole('button', { name: 'Change Hours required per week of Gardener' }).click()
  await page.getByRole('textbox', { name: 'Hours required per week' }).fill('21')
  await page.route(/positions\.list/, () => {})
  onTestFinished(() => page.unrouteAll())
  await page.keyboard.press('Enter')
  await page.getByText('Gardener, Ward 3B was saved.').waitFor()
})

test('a form refuses to empty what a row must have', async () => {
  await open('positions')
  await press('Edit Nurse, Ward 3B')
  await dialog.getByLabel('Hours required per week').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This field may not be null.').first().waitFor()
  await dialog.getByLabel('Hours required per week').fill('40')
  await dialog.getByLabel('Unit').selectOption('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => dialog.getByLabel('Unit').getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('Escape')
  await confirm('Discard')
})

test('a form shows what somebody else has changed meanwhile, and replaces only what it changes itself', async () => {
  const { id } = await make.position({ title: 'Cook', org_unit: ward, required_weekly_hours: '30.00' })
  await open('positions')
  await press('Edit Cook, Ward 3B')
  await dialog.getByLabel('Title').fill('Head cook')
  await admin.patch(`/api/v1/demand/${id}/`, { required_weekly_hours: '36.00' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const alert = dialog.getByRole('alert')
  await alert.getByRole('row', { name: 'Hours required per week 30 h 36 h' }).waitFor()
  await alert.getByRole('button', { name: 'Save mine anyway' }).click()
  await lineOf(page, 'Positions', 'Head cook', '36 h').waitFor()
})

test('an undo of what replaced the change of somebody else puts that change back', async () => {
  const { id } = await make.position({ title: 'Baker', org_unit: ward, required_weekly_hours: '30.00' })
  const hours = async () => (await admin.get(`/api/v1/demand/${id}/`)).body.required_weekly_hours
  await open('positions')
  await press('Edit Baker, Ward 3B')
  await dialog.getByLabel('Hours required per week').fill('40')
  await admin.patch(`/api/v1/demand/${id}/`, { required_weekly_hours: '36.00' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await confirm('Save mine anyway')
  await expect.poll(hours).toBe('40.00')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByText('Undone: Baker, Ward 3B was saved.').waitFor()
  expect(await hours()).toBe('36.00')
})

test('a deactivation that somebody else was faster with deactivates all the same, and has no undo', async () => {
  const { id } = await make.position({ title: 'Guard', org_unit: ward, required_weekly_hours: '30.00' })
  await open('positions')
  await press('Deactivate Guard, Ward 3B')
  await dialog.getByText('The record stays').waitFor()
  await admin.patch(`/api/v1/demand/${id}/`, { is_active: false })
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await confirm('Continue anyway')
  await page.getByText('Guard, Ward 3B is no longer in use.').waitFor()
  expect((await admin.get(`/api/v1/demand/${id}/`)).body.is_active).toBe(false)
  expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
})

test('a form and a value in its place say that the row no longer exists', async () => {
  const { id } = await make.tag({ name: 'Fleeting', display_name: 'Fleeting tag' })
  await open('tags')
  await press('Edit Fleeting')
  await dialog.getByLabel('Display name').fill('Lasting tag')
  await admin.delete(`/api/v1/tags/${id}/`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('It no longer exists.').waitFor()
  await page.keyboard.press('Escape')
  await confirm('Discard')
  await page.getByRole('button', { name: 'Change Display name of Fleeting' }).click()
  await page.getByRole('alert').getByText('It no longer exists.').waitFor()
})

test('several certificates are renewed at once, except those that somebody else has changed', async () => {
  const ends = async (last_name: string, end_date: string) => {
    const employee = (await make.employee({ first_name: 'Eva', last_name })).id
    return (await make.employeeTag({ employee, tag: night, start_date: '2026-01-01', end_date })).id
  }
  const [first, second, third] = [
    await ends('Alba', '2026-12-01'),
    await ends('Bruno', '2026-12-02'),
    await ends('Cruz', '2026-12-03'),
  ]
  await ends('Later', '2027-09-01')
  await open('ending')
  await page.getByLabel('Choose all of this page').check()
  await page.getByLabel('Choose Cruz, Eva: Fit for night duty').uncheck()
  await press('Renew 2 tags…')
  await dialog.getByLabel('New last day').fill('2027-11-30')
  await admin.patch(`/api/v1/employee-tags/${second}/`, { end_date: '2026-12-20' })
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await dialog.getByText('1 of 2 could not be changed:').waitFor()
  await dialog.getByText('Bruno, Eva: Fit for night duty: Somebody else has changed this meanwhile').waitFor()
  await expectAccessible(page)
  await confirm('Done')
  const endOf = async (id: string) => (await admin.get(`/api/v1/employee-tags/${id}/`)).body.end_date
  expect(await Promise.all([first, second, third].map(endOf))).toEqual([
    '2027-11-30',
    '2026-12-20',
    '2026-12-03',
  ])
  await page
    .getByRole('alert')
    .filter({ hasText: '1 tag was renewed.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByText('Undone: 1 tag was renewed.').waitFor()
  expect(await endOf(first)).toBe('2026-12-01')
})

test('an undo of several, one of which has to wait, can be tried again', async () => {
  const tag = (await make.tag({ name: 'Dialysis', category: 'CERTIFICATION' })).id
  const ids: string[] = []
  for (const last_name of ['Ferrer', 'Gual']) {
    const employee = (await make.employee({ first_name: 'Eva', last_name })).id
    const dates = { start_date: '2026-01-01', end_date: '2026-11-26' }
    ids.push((await make.employeeTag({ employee, tag, ...dates })).id)
  }
  const ends = () =>
    Promise.all(ids.map(async (id) => (await admin.get(`/api/v1/employee-tags/${id}/`)).body.end_date))
  await open('ending')
  for (const name of ['Ferrer', 'Gual']) await page.getByLabel(`Choose ${name}, Eva`).check()
  await press('Renew 2 tags…')
  await dialog.getByLabel('New last day').fill('2027-11-30')
  await confirm('Renew')
  await page.getByText('2 tags were renewed.').waitFor()
  await page.route(/employee_tags\.update/, (route) => route.fulfill({ status: 503 }), { times: 1 })
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alert').getByText('Try again in a moment.').waitFor()
  expect((await ends()).toSorted()).toEqual(['2026-11-26', '2027-11-30'])
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByText('Undone: 2 tags were renewed.').waitFor()
  expect(await ends()).toEqual(['2026-11-26', '2026-11-26'])
})

test('a list leaves its last page once all rows there have been renewed', async () => {
  const tag = (await make.tag({ name: 'Midwife', category: 'QUALIFICATION' })).id
  const employee = (await make.employee({ first_name: 'Eva', last_name: 'Duran' })).id
  const dates = { start_date: '2026-01-01', end_date: '2026-12-05' }
  for (let i = 0; i < 26; i++) await make.employeeTag({ employee, tag, ...dates })
  await open('ending?category=QUALIFICATION&page=2')
  await page.getByText('26 tags').waitFor()
  await page.getByLabel('Choose all of this page').check()
  await press('Renew 1 tag…')
  await dialog.getByLabel('New last day').fill('2027-11-30')
  await confirm('Renew')
  await page.getByText('25 tags').waitFor()
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([
    expect.stringContaining('1 tag was renewed.'),
  ])
  expect(new URL(page.url()).search).toBe('?category=QUALIFICATION')
})

test('several assignments are ended at once, with a reason', async () => {
  const ids: string[] = []
  const employees: string[] = []
  for (const last_name of ['Duarte', 'Egea']) {
    const employee = (await make.employee({ first_name: 'Ivo', last_name })).id
    employees.push(employee)
    ids.push((await make.assignment({ employee, position: nurse })).id)
  }
  await open('assignments')
  for (const name of ['Duarte, Ivo: Nurse', 'Egea, Ivo: Nurse'])
    await page.getByLabel(`Choose ${name}`).check()
  await press('End 2 assignments…')
  await dialog.getByLabel('Reason for the end').selectOption('TRANSFER')
  await confirm('End')
  await page.getByText('2 assignments were ended.').waitFor()
  for (const id of ids)
    expect((await admin.get(`/api/v1/assignments/${id}/`)).body).toMatchObject({
      status: 'ENDED',
      end_reason: 'TRANSFER',
    })

  await admin.post(`/api/v1/employees/${employees[0]}/terminate/`, {})
  await page
    .getByRole('alert')
    .filter({ hasText: '2 assignments were ended.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByText('1 of 2 could not be undone: Duarte, Ivo: Nurse').waitFor()
  const active = employees.map(
    async (id) => (await admin.get(`/api/v1/assignments/?employee=${id}&status=ACTIVE`)).body.count,
  )
  expect(await Promise.all(active)).toEqual([0, 1])
})

const asFiles = (files: Record<string, string>) =>
  Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }))

test('files are imported after their mistakes are shown by line, and the clinic is exported', async () => {
  await open('import')
  const choose = async (files: Parameters<Awaited<ReturnType<typeof chooser>>['setFiles']>[0]) =>
    (await chooser()).setFiles(files)
  const chooser = async () => {
    const chosen = page.waitForEvent('filechooser')
    await press('Choose files…')
    return chosen
  }
  const employees = smallClinic['employees.csv']
  await choose(asFiles({ 'employees.csv': employees.replace('eve@clinic.example', 'eve') }))
  await page.getByText('Nothing was imported').waitFor()
  await lineOf(page, 'Mistakes', 'employees.csv', '3', 'email', 'Enter a valid email address.').waitFor()
  await expectAccessible(page)
  await choose(asFiles({ 'people.csv': employees }))
  await page
    .getByText('people.csv is not a clinic’s file.')
    .or(page.getByText("people.csv is not a clinic's file."))
    .waitFor()

  const tags = smallClinic['tags.csv']
  const zip = await zipOf({ 'employees.csv': employees, 'tags.csv': tags })
  await choose([{ name: 'clinic.zip', mimeType: 'application/zip', buffer: zip }])
  await page.getByText('Nothing is wrong with the files').waitFor()
  await lineOf(page, 'Changes', 'employees.csv', '2').waitFor()
  expect((await admin.get('/api/v1/employees/?search=Zapata')).body.count).toBe(0)
  await press('Import now')
  await page.getByText('The files were imported').waitFor()
  expect((await admin.get('/api/v1/employees/?search=Zapata')).body.count).toBe(1)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the clinic’s CSV files (zip)' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
  const exported = await unzipped(new Uint8Array(Buffer.concat(chunks)).buffer)
  expect(exported['employees.csv']).toContain('Zapata')
  await ops.services.securityLog.stop()
  const { rows } = await sql`select target from security_log where event = 'personal_data_export'`.execute(
    service.orm.em.fork().getKysely(),
  )
  expect(rows).toEqual([{ target: 'integration.export' }])
})

test('a file is read again when it is chosen again, now without its mistakes', async () => {
  await open('import')
  const file = join(await temporaryFolder(), 'employees.csv')
  const browserItself = await page.context().newCDPSession(page)
  // As a person does: Playwright would say that something was chosen even if the browser says nothing.
  async function choose(text: string) {
    await writeFile(file, text)
    const chosen = page.waitForEvent('filechooser')
    await press('Choose files…')
    await chosen
    const input = { expression: `document.querySelector('input[type=file]')` }
    const { result } = await browserItself.send('Runtime.evaluate', input)
    await browserItself.send('DOM.setFileInputFiles', { objectId: result.objectId, files: [file] })
  }
  const employees = smallClinic['employees.csv']
  await choose(employees.replace('eve@clinic.example', 'eve'))
  await page.getByText('Nothing was imported').waitFor()
  await choose(employees)
  await page.getByText('Nothing is wrong with the files').waitFor()
})

test('a VIEWER on a phone sees why nothing can be changed', async () => {
  const viewer = await service.addUser('VIEWER', { is_staff: true })
  const { page: phone, context } = await openSignedIn(browser, ops.url, {
    email: viewer.email,
    viewport: { width: 390, height: 844 },
  })
  const lists = onlyInCheck('employees', 'tags', 'units', 'positions', 'ending', 'assignments')
  for (const part of [...lists, 'import']) {
    await open(part, phone)
    await phone.getByRole('navigation', { name: 'Parts' }).waitFor()
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await expectAccessible(phone)
  }
  expect(await phone.getByRole('button', { name: 'Choose files…' }).isDisabled()).toBe(true)
  expect(await phone.getByRole('link', { name: /Download/ }).count()).toBe(0)
  await open('employees', phone)
  const create = phone.getByRole('button', { name: 'Create an employee…' })
  expect(await create.isDisabled()).toBe(true)
  expect(await create.getAttribute('title')).toBe('Only for: administrator, manager, or superuser.')
  expect(await phone.getByRole('button', { name: /^Change / }).count()).toBe(0)
  await context.close()
})

testInCheck('a MANAGER on a phone changes hours, but may neither deactivate people nor import', async () => {
  const manager = await service.addUser('MANAGER', { is_staff: true })
  const { page: phone, context } = await openSignedIn(browser, ops.url, {
    email: manager.email,
    viewport: { width: 390, height: 844 },
  })
  const { id } = await make.position({ title: 'Driver', org_unit: ward, required_weekly_hours: '20.00' })
  await open('positions', phone)
  await phone.getByRole('button', { name: 'Change Hours required per week of Driver' }).click()
  await phone.getByRole('textbox', { name: 'Hours required per week' }).fill('22,5')
  await phone.keyboard.press('Enter')
  await lineOf(phone, 'Positions', 'Driver', '22.5 h').waitFor()
  expect((await admin.get(`/api/v1/demand/${id}/`)).body.required_weekly_hours).toBe('22.50')
  await open('employees', phone)
  expect(await phone.getByRole('button', { name: 'Edit Ana Bondar' }).isEnabled()).toBe(true)
  expect(await phone.getByRole('button', { name: 'Deactivate Ana Bondar' }).isDisabled()).toBe(true)
  await open('import', phone)
  expect(await phone.getByRole('button', { name: 'Choose files…' }).isDisabled()).toBe(true)
  await context.close()
})
