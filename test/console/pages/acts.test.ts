import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../../../src/accounts/permissions.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { browserForFile, expectAccessible, lineOf, openSignedIn } from '../setup/browser.ts'

const { service, make } = await serviceForFile()
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
// Signs in only now, since the clock has moved.
const admin = await service.as('ADMIN')
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()

const day = 86_400_000
const start = Date.now()
const dayIn = (days: number) => new Date(start + days * day).toISOString().slice(0, 10)

const contract = (
  await make.tag({ name: 'FULL40', display_name: 'FULL40', category: 'CONTRACT', hours_delta: '40.00' })
).id
const night = (await make.tag({ name: 'NightDuty', display_name: 'NightDuty', category: 'CERTIFICATION' })).id
const parent = (await make.department({ name: 'Surgery' })).id
const ward = (await make.unit({ name: 'Ward 1', parent })).id
const nurse = (await make.position({ title: 'Nurse', org_unit: ward, required_weekly_hours: '90.00' })).id
await make.positionTag({ position: nurse, tag: night })

async function person(last_name: string, first_name: string, fields: object = {}) {
  const { id } = await make.employee({ last_name, first_name, ...fields })
  await make.employeeTag({ employee: id, tag: contract })
  return id
}

/** A nurse for night duty, and their assignment. */
async function atWork(last_name: string, first_name: string, effective_hours: string) {
  const employee = await person(last_name, first_name)
  await make.employeeTag({ employee, tag: night })
  const { id } = await make.assignment({ employee, position: nurse, effective_hours })
  return { employee, id }
}

/** What the API says of the first row that the filter finds. */
async function stored(path: string, filter: Record<string, string>) {
  const { body } = await admin.get(`/api/v1/${path}/?${new URLSearchParams(filter)}`)
  return body.results[0]
}

async function open(role: Role, path: string, fields: object = {}) {
  const { email } = await service.addUser(role, { is_staff: true, ...fields })
  const { page, context } = await openSignedIn(browser, ops.url, { email, path })
  return { page, dialog: page.getByRole('dialog'), close: () => context.close() }
}

/** The next call of the procedure is done, but its answer does not arrive. */
const loseAnswer = (page: Page, name: string) =>
  page.route(
    `**/${name}*`,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const undo = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Undo' })

test('a MANAGER assigns a person from a day on, sees the week before and after, and undoes it with the keyboard', async () => {
  const ben = await person('Ode', 'Ben')
  const { page, dialog, close } = await open('MANAGER', `/people/${ben}`)
  await page.getByText('What concerns the service itself').waitFor()
  await press(page, 'Assign to a position')
  await dialog.getByRole('combobox', { name: 'Position' }).fill('Nurse')
  await page.getByRole('option', { name: 'Nurse, Ward 1' }).click()
  await dialog.getByLabel('Hours per week').fill('32,5')
  await dialog.getByLabel('From').fill(dayIn(1))
  await dialog.getByText('Lacks NightDuty.').waitFor()
  await lineOf(
    page,
    'The week before and after',
    'The person, with 40 h by contract',
    '0 h',
    '32.5 h',
  ).waitFor()
  await lineOf(page, 'The week before and after', 'The position, which requires 90 h').waitFor()
  await expectAccessible(page)
  // What is missing can be given first.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await press(page, 'Add a tag')
  await dialog.getByLabel('Qualification or contract').selectOption({ label: 'NightDuty' })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Ben Ode now has NightDuty.').waitFor()
  await lineOf(page, 'Tags', 'NightDuty', 'active').waitFor()
  await press(page, 'Assign to a position')
  await dialog.getByRole('combobox', { name: 'Position' }).fill('Nurse')
  await page.getByRole('option', { name: 'Nurse, Ward 1' }).click()
  await dialog.getByLabel('Hours per week').fill('32,5')
  await dialog.getByLabel('From').fill(dayIn(1))
  await dialog.getByText('No business rule is violated.').waitFor()
  await dialog.getByLabel('Notes').fill('Nights in spring')
  await press(page, 'Assign')
  await page.getByText(/^Ben Ode has 32\.5 h per week as Nurse, Ward 1 from .+ on\.$/).waitFor()
  const { id, ...made } = await stored('assignments', { employee: ben })
  expect(made).toMatchObject({ effective_hours: '32.50', effective_date: dayIn(1), status: 'ACTIVE' })
  await page.locator('#main').focus()
  await page.keyboard.press('Control+z')
  await page
    .getByRole('alert')
    .getByText(/^Undone: Ben Ode has 32\.5 h per week as Nurse, Ward 1 from .+ on\.$/)
    .waitFor()
  const { body } = await admin.get(`/api/v1/assignments/${id}/`)
  expect(body).toMatchObject({ status: 'ENDED', notes: expect.stringContaining('Undone: Ben Ode') })
  await close()
})

test('a SUPERVISOR changes hours, suspends, resumes and ends an assignment, and undoes each of them', async () => {
  const { employee: cleo, id } = await atWork('Roca', 'Cleo', '30.00')
  const { page, dialog, close } = await open('SUPERVISOR', `/positions/${nurse}`)
  const state = async () => (await admin.get(`/api/v1/assignments/${id}/`)).body
  const line = lineOf(page, 'Assignments', 'Roca, Cleo')
  await page.getByText('You can assign people, apply plans, and change, suspend').waitFor()

  await press(page, 'Change hours Roca, Cleo')
  await dialog.getByLabel('Hours per week').fill('20')
  await lineOf(
    page,
    'The week before and after',
    'The person, with 40 h by contract',
    '30 h',
    '20 h',
  ).waitFor()
  await press(page, 'Save')
  await line.getByText(/^20(\.0)? h$/).waitFor()
  await undo(page).click()
  await line.getByText(/^30(\.0)? h$/).waitFor()
  expect((await state()).effective_hours).toBe('30.00')

  await press(page, 'Suspend Roca, Cleo')
  await dialog.getByLabel('Reason').fill('Study')
  await press(page, 'Suspend')
  await line.getByText('suspended since').waitFor()
  await undo(page).click()
  await line.getByText('suspended since').waitFor({ state: 'detached' })
  expect((await state()).status).toBe('ACTIVE')
  const { body: log } = await admin.get(`/api/v1/assignments/${id}/transitions/`)
  expect(log.results.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Undone: The assignment of Cleo Roca is suspended.',
    'Study',
  ])

  await admin.post(`/api/v1/assignments/${id}/suspend/`, {})
  await page.reload()
  await press(page, 'Resume Roca, Cleo')
  await dialog.getByText(/^Suspended since .+\. Undo starts a new suspension today\.$/).waitFor()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await line.getByText('suspended since').waitFor({ state: 'detached' })
  await undo(page).click()
  await line.getByText('suspended since').waitFor()
  const { body: resumed } = await admin.get(`/api/v1/assignments/${id}/transitions/`)
  expect(resumed.results[0].reason).toMatch(/^Undone: .+ is active again\. Suspended since .+\.$/)

  await press(page, 'End Roca, Cleo')
  await dialog.getByLabel('Why').selectOption('TRANSFER')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'End' }).click()
  await line.waitFor({ state: 'detached' })
  expect(await state()).toMatchObject({ status: 'ENDED', end_reason: 'TRANSFER' })
  await undo(page).click()
  await line.getByText('suspended since').waitFor()
  expect(await stored('assignments', { employee: cleo })).toMatchObject({
    status: 'SUSPENDED',
    effective_hours: '30.00',
  })
  await close()
})

test('a dialog says who was faster, and an undo that somebody else has overtaken says that it came too late', async () => {
  const { employee: dana, id } = await atWork('Sanz', 'Dana', '30.00')
  const ana = await service.as('MANAGER', { given_name: 'Ana', family_name: 'Vidal' })
  const setHours = (effective_hours: string) => ana.patch(`/api/v1/assignments/${id}/`, { effective_hours })
  const { page, dialog, close } = await open('SUPERVISOR', `/people/${dana}`)
  await press(page, 'Change hours Nurse, Ward 1')
  await dialog.getByLabel('Hours per week').fill('25')
  await setHours('20.00')
  // The alert waits for what it shows, not for the rest of the page.
  await page.route('**/operator.people.page*', () => {})
  await press(page, 'Save')
  await dialog.getByText(/^(Ana Vidal|Vidal, Ana) changed this (just now|\d+ s ago)$/).waitFor()
  await lineOf(page, '', 'Hours per week', '30 h', '20 h').waitFor()
  await expectAccessible(page)
  await page.unrouteAll()
  await press(page, 'Save mine anyway')
  await page.getByText('Dana Sanz now has 25 h per week.').waitFor()
  await setHours('15.00')
  await undo(page).click()
  await page.getByText('This can no longer be undone.').waitFor()
  await page.getByText('It has been changed since.').waitFor()
  expect((await admin.get(`/api/v1/assignments/${id}/`)).body.effective_hours).toBe('15.00')
  await close()
})

test('several changes of the same thing are undone one after the other', async () => {
  const { employee: gil, id } = await atWork('Mas', 'Gil', '30.00')
  const { page, dialog, close } = await open('SUPERVISOR', `/people/${gil}`)
  const storedHours = async () => (await admin.get(`/api/v1/assignments/${id}/`)).body.effective_hours
  for (const hours of ['27', '28', '29']) {
    await press(page, 'Change hours Nurse, Ward 1')
    await dialog.getByLabel('Hours per week').fill(hours)
    await press(page, 'Save')
    await page.getByText(`Gil Mas now has ${hours} h per week.`).waitFor()
  }
  for (const [undone, hours] of [
    ['29', '28.00'],
    ['28', '27.00'],
    ['27', '30.00'],
  ]) {
    if (undone === '28') {
      await page.route('**/assignments.update*', (route) => route.abort())
      await page.keyboard.press('Control+z')
      await page.getByRole('alert').getByText('Can’t reach the service. Try again in a moment.').waitFor()
      await page.unroute('**/assignments.update*')
    }
    await page.keyboard.press('Control+z')
    await page.getByRole('alert').getByText(`Undone: Gil Mas now has ${undone} h per week.`).waitFor()
    expect(await storedHours()).toBe(hours)
  }
  const { notes } = (await admin.get(`/api/v1/assignments/${id}/`)).body
  expect(notes.match(/\d+ h/g)).toEqual(['29 h', '28 h', '27 h'])
  await close()
})

test('a tag that is renewed three times is put back three times, though its ETag comes again', async () => {
  const tom = await person('Bosch', 'Tom')
  const { id } = await make.employeeTag({ employee: tom, tag: night, end_date: dayIn(9) })
  const { page, dialog, close } = await open('MANAGER', `/people/${tom}`)
  for (const end of [dayIn(20), dayIn(30), dayIn(40)]) {
    await page.getByRole('button', { name: /^Renew NightDuty/ }).click()
    await dialog.getByLabel('New end').fill(end)
    await dialog.getByRole('button', { name: 'Renew' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await expect.poll(() => undo(page).count()).toBe(3)
  for (const [end, left] of [
    [dayIn(30), 2],
    [dayIn(20), 1],
    [dayIn(9), 0],
  ]) {
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await admin.get(`/api/v1/employee-tags/${id}/`)).body.end_date).toBe(end)
    await expect.poll(() => undo(page).count()).toBe(left)
  }
  await close()
})

test('a dialog warns of a tag that the person holds already', async () => {
  const mia = await person('Puig', 'Mia')
  const { page, dialog, close } = await open('MANAGER', `/people/${mia}`)
  await press(page, 'Add a tag')
  await dialog.getByRole('combobox', { name: 'Qualification or contract' }).selectOption({ label: 'FULL40' })
  await dialog.getByText('Its hours would count twice.').waitFor()
  await dialog
    .getByRole('combobox', { name: 'Qualification or contract' })
    .selectOption({ label: 'NightDuty' })
  await dialog.getByText('Its hours would count twice.').waitFor({ state: 'detached' })
  await close()
})

test('a refusal is in the language of the page', async () => {
  const eva = await person('Roure', 'Eva')
  const { email } = await service.addUser('MANAGER', { is_staff: true })
  const spanish = { email, path: `/people/${eva}`, locale: 'es-ES' }
  const { page, context } = await openSignedIn(browser, ops.url, spanish)
  await press(page, 'Añadir una titulación o un contrato')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Titulación o contrato').selectOption({ label: 'NightDuty' })
  await dialog.getByLabel('Hasta').fill('2020-01-01')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('La fecha final no puede ser anterior a la inicial.').waitFor()
  await context.close()
})

test('a change whose answer is lost is not said to have failed, and a refusal goes with what was refused', async () => {
  const { employee: leo, id } = await atWork('Pla', 'Leo', '30.00')
  const { page, dialog, close } = await open('SUPERVISOR', `/people/${leo}`)
  await press(page, 'Change hours Nurse, Ward 1')
  await dialog.getByLabel('Hours per week').fill('999')
  await press(page, 'Save')
  await dialog.getByText('Nothing was changed').waitFor()
  await dialog.getByLabel('Hours per week').fill('25')
  await dialog.getByText('Nothing was changed').waitFor({ state: 'detached' })
  await loseAnswer(page, 'assignments.update')
  await press(page, 'Save')
  await dialog.getByText('It is not known whether this was done').waitFor()
  await dialog.getByLabel('Hours per week').fill('26')
  expect(await dialog.getByText('It is not known whether this was done').count()).toBe(1)
  expect((await admin.get(`/api/v1/assignments/${id}/`)).body.effective_hours).toBe('25.00')
  await press(page, 'Save')
  await dialog.getByText('It may be your own change, whose answer did not arrive.').waitFor()
  await press(page, 'Save mine anyway')
  await page.getByText('Leo Pla now has 26 h per week.').waitFor()
  await close()
})

test('an undo whose answer is lost can be tried again, and is done once', async () => {
  const { employee: ona, id } = await atWork('Vila', 'Ona', '30.00')
  const { page, dialog, close } = await open('MANAGER', `/people/${ona}`)
  const toast = page.getByRole('alert')
  await press(page, 'Revoke NightDuty')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await lineOf(page, 'Tags', 'NightDuty', 'revoked').waitFor()
  await loseAnswer(page, 'employee_tags.create')
  await undo(page).click()
  await toast.getByText('Can’t reach the service. Try again in a moment.').waitFor()
  await undo(page).click()
  await toast.getByText('Undone: ').waitFor()
  const { body } = await admin.get(`/api/v1/employee-tags/?employee_id=${ona}&category=CERTIFICATION`)
  expect(body.results.map(({ status }: { status: string }) => status)).toEqual(['ACTIVE', 'REVOKED'])

  await press(page, 'Suspend Nurse, Ward 1')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('The assignment of Ona Vila is suspended.').waitFor()
  await page.route('**/assignments.resume*', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 504 })
  })
  // The page's own questions stay open.
  await page.route('**/operator.people.page*', () => {})
  await undo(page).click()
  await toast.getByText('No answer has arrived.').waitFor()
  await page.unrouteAll()
  await undo(page).click()
  await toast.getByText('It may have been undone already.').waitFor()
  expect((await admin.get(`/api/v1/assignments/${id}/`)).body.status).toBe('ACTIVE')
  await close()
})

test('a MANAGER renews a certificate from the overview and from the person, revokes it, and undoes all of it', async () => {
  const eva = await person('Lund', 'Eva')
  const held = (await make.employeeTag({ employee: eva, tag: night, end_date: dayIn(9) })).id
  const { page, dialog, close } = await open('MANAGER', '/')
  const end = async () => (await admin.get(`/api/v1/employee-tags/${held}/`)).body.end_date
  await press(page, 'Renew NightDuty, Lund, Eva')
  expect(await dialog.getByLabel('New end').inputValue()).toBe(
    `${Number(dayIn(9).slice(0, 4)) + 1}${dayIn(9).slice(4)}`.replace('-02-29', '-02-28'),
  )
  await dialog.getByLabel('New end').fill(dayIn(400))
  await dialog.getByLabel('Reason').fill('Course passed')
  await press(page, 'Renew')
  await page.getByText(/^NightDuty now ends on /).waitFor()
  expect(await end()).toBe(dayIn(400))
  await undo(page).click()
  await page.getByRole('button', { name: 'Renew NightDuty, Lund, Eva' }).waitFor()
  expect(await end()).toBe(dayIn(9))

  await page.getByRole('link', { name: 'Lund, Eva' }).first().click()
  await press(page, 'Renew NightDuty')
  await dialog.getByLabel('New end').fill('')
  await press(page, 'Renew')
  await lineOf(page, 'Tags', 'NightDuty', 'open-ended').waitFor()
  await undo(page).click()
  await lineOf(page, 'Tags', 'NightDuty', 'open-ended').waitFor({ state: 'detached' })
  await press(page, 'Revoke NightDuty')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await lineOf(page, 'Tags', 'NightDuty', 'revoked').waitFor()
  await page.getByRole('button', { name: 'Give again NightDuty' }).waitFor()
  await undo(page).click()
  await lineOf(page, 'Tags', 'NightDuty', 'active').waitFor()
  await close()
})

test('a MANAGER withdraws a proposal from the overview and undoes it; only the employee may accept or decline', async () => {
  const flor = await person('Cruz', 'Flor')
  await admin.post(`/api/v1/employees/${flor}/propose/`, { proposal_type: 'TRANSFER', notes: 'To ICU' })
  const status = async () => (await admin.get(`/api/v1/employees/${flor}/`)).body
  const { page, dialog, close } = await open('MANAGER', '/')
  await page.getByRole('button', { name: 'Withdraw Cruz, Flor' }).waitFor()
  expect(await page.getByRole('button', { name: 'Accept Cruz, Flor' }).count()).toBe(0)
  await press(page, 'Withdraw Cruz, Flor')
  await dialog.getByText('Transfer: To ICU').waitFor()
  await press(page, 'Withdraw')
  await page.getByText('The proposal to Flor Cruz was withdrawn.').waitFor()
  expect((await status()).status).toBe('ACTIVE')
  await undo(page).click()
  await page.getByRole('button', { name: 'Withdraw Cruz, Flor' }).waitFor()
  expect((await status()).current_proposal).toMatchObject({ proposal_type: 'TRANSFER', notes: 'To ICU' })
  await close()

  const { email } = await status()
  const own = await open('EMPLOYEE', `/people/${flor}`, { email })
  await own.page.getByText('You see only yourself.').waitFor()
  await press(own.page, 'Decline')
  await own.dialog.getByLabel('Reason').fill('The children')
  await own.dialog.getByRole('button', { name: 'Decline' }).click()
  await own.page.getByText('The proposal to Flor Cruz was declined. This cannot be undone.').waitFor()
  expect(await undo(own.page).count()).toBe(0)
  await press(own.page, 'Go on leave')
  await own.dialog.getByRole('button', { name: 'Go on leave' }).click()
  await own.page.getByRole('button', { name: 'Return from leave' }).waitFor()
  expect((await status()).status).toBe('ON_LEAVE')
  await undo(own.page).click()
  await own.page.getByRole('button', { name: 'Go on leave' }).waitFor()
  expect((await status()).status).toBe('ACTIVE')
  await own.close()
})

test('an answer to a proposal that has replaced the one in the dialog is undone as the answer to that', async () => {
  const ada = await person('Font', 'Ada')
  const call = (name: string, body: object) => admin.post(`/api/v1/employees/${ada}/${name}/`, body)
  await call('propose', { proposal_type: 'TRANSFER', notes: 'To ICU' })
  const { page, dialog, close } = await open('MANAGER', `/people/${ada}`)
  await press(page, 'Withdraw')
  await dialog.getByText('Transfer: To ICU').waitFor()
  await call('cancel-proposal', {})
  await call('propose', { proposal_type: 'ASSIGNMENT', notes: 'More nights' })
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.getByRole('button', { name: 'Continue anyway' }).click()
  await page.getByText('The proposal to Ada Font was withdrawn.').waitFor()
  await undo(page).click()
  await page.getByRole('alert').getByText('Undone: ').waitFor()
  expect((await admin.get(`/api/v1/employees/${ada}/`)).body.current_proposal).toMatchObject({
    proposal_type: 'ASSIGNMENT',
    notes: 'More nights',
  })
  await close()
})

test('an assignment whose notes are full is ended by its undo all the same', async () => {
  const kai = await person('Prieto', 'Kai')
  await make.employeeTag({ employee: kai, tag: night })
  const { page, dialog, close } = await open('SUPERVISOR', `/people/${kai}`)
  await press(page, 'Assign to a position')
  await dialog.getByRole('combobox', { name: 'Position' }).fill('Nurse')
  await page.getByRole('option', { name: 'Nurse, Ward 1' }).click()
  await dialog.getByLabel('Hours per week').fill('8')
  await dialog.getByLabel('Notes').fill('n'.repeat(1990))
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await page.getByText('Kai Prieto now has 8 h per week as Nurse, Ward 1.').waitFor()
  await undo(page).click()
  await page.getByRole('alert').getByText('Undone: ').waitFor()
  expect(await stored('assignments', { employee: kai })).toMatchObject({ status: 'ENDED' })
  await close()
})

test('a VIEWER is told that they may change nothing, and is offered no act', async () => {
  const gus = await person('Berg', 'Gus')
  await make.assignment({ employee: gus, position: nurse, effective_hours: '5.00' })
  const { page, close } = await open('VIEWER', `/people/${gus}`)
  await page.getByText('You can view everything, but change nothing.').waitFor()
  await lineOf(page, 'Tags', 'FULL40').waitFor()
  for (const name of [/^Assign/, /^Change hours/, /^Suspend/, /^End/, /^Renew/, /^Revoke/, /^Add/, /leave$/])
    expect([name, await page.getByRole('main').getByRole('button', { name }).count()]).toEqual([name, 0])
  await close()
  const all = await open('ADMIN', `/people/${gus}`)
  await lineOf(all.page, 'Tags', 'FULL40').waitFor()
  expect(await all.page.getByText(/^You can /).count()).toBe(0)
  await all.close()
})

testInCheck(
  'of many changes at once the newest are shown, and can be undone, on a phone as well',
  async () => {
    const noa = await person('Prat', 'Noa')
    const { id } = await make.assignment({ employee: noa, position: nurse, effective_hours: '5.00' })
    const { page, dialog, close } = await open('SUPERVISOR', `/people/${noa}`)
    const change = async (name: string, done: string) => {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await dialog.getByRole('button', { name, exact: true }).click()
      // A toast of an earlier change may say the same.
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('alert').getByText(done).last().waitFor()
    }
    const shown = () =>
      page
        .getByRole('alert')
        .getByText(/^The assignment of Noa Prat is/)
        .count()
    for (const _ of [1, 2, 3]) {
      await change('Suspend', 'The assignment of Noa Prat is suspended.')
      await change('Resume', 'The assignment of Noa Prat is active again.')
    }
    await expect.poll(shown).toBe(5)
    await page.setViewportSize({ width: 390, height: 844 })
    await change('Suspend', 'The assignment of Noa Prat is suspended.')
    await expect.poll(shown).toBe(2)
    await page.locator('#main').focus()
    await page.context().setOffline(true)
    await page.keyboard.press('Control+z')
    await page.getByRole('alert').getByText('Can’t reach the service. Try again in a moment.').waitFor()
    await page.context().setOffline(false)
    await press(page, 'Change hours Nurse, Ward 1')
    await dialog.getByRole('button', { name: 'Cancel' }).focus()
    for (const key of ['Control+z', 'Control+k', 'Escape']) await page.keyboard.press(key)
    await dialog.waitFor({ state: 'detached' })
    expect((await admin.get(`/api/v1/assignments/${id}/`)).body.status).toBe('SUSPENDED')
    await page.locator('#main').focus()
    await page.keyboard.press('Control+z')
    await page.getByRole('alert').getByText('Undone: The assignment of Noa Prat is suspended.').waitFor()
    expect((await admin.get(`/api/v1/assignments/${id}/`)).body.status).toBe('ACTIVE')
    await page.keyboard.press('Control+z')
    await page.getByRole('alert').getByText('Undone: The assignment of Noa Prat is active again.').waitFor()
    expect((await admin.get(`/api/v1/assignments/${id}/`)).body.status).toBe('SUSPENDED')
    await close()
  },
)

testInCheck('a superuser accepts a proposal for the employee, and undoes it', async () => {
  const ivo = await person('Kranjčar', 'Ivo')
  await admin.post(`/api/v1/employees/${ivo}/propose/`, { proposal_type: 'ASSIGNMENT' })
  const { page, dialog, close } = await open('ADMIN', `/people/${ivo}`, { is_superuser: true })
  await press(page, 'Accept')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('The proposal to Ivo Kranjčar was accepted.').waitFor()
  const { body } = await admin.get(`/api/v1/employees/${ivo}/transitions/`)
  expect(body.results[0].transition).toBe('force_accept_proposal')
  await undo(page).click()
  await page.getByRole('button', { name: 'Withdraw' }).waitFor()
  await close()
})

testInCheck('what was tried in the sandbox is made, all of it or nothing, and undone', async () => {
  const hal = await person('Nord', 'Hal')
  const held = (await make.employeeTag({ employee: hal, tag: night, end_date: dayIn(9) })).id
  const course = (await make.tag({ name: 'ALS-Course', category: 'CERTIFICATION' })).id
  const changes = [
    { kind: 'TAG_EXTENDED', employee_tag: held, end_date: dayIn(99) },
    { kind: 'ASSIGNMENT_ADDED', employee: hal, position_id: nurse, effective_hours: '10.00' },
    { kind: 'POSITION_CHANGED', position_id: nurse, required_weekly_hours: '95.00', remove_tags: [night] },
    { kind: 'TAG_GRANTED', employee: hal, tag: course },
  ]
  const path = `/sandbox?${new URLSearchParams({ changes: JSON.stringify(changes) })}`
  const state = async () => {
    const { body } = await admin.get(`/api/v1/employee-tags/?employee_id=${hal}&status=ACTIVE`)
    return [
      (await admin.get(`/api/v1/employee-tags/${held}/`)).body.end_date,
      (await stored('assignments', { employee: hal, status: 'ACTIVE' }))?.effective_hours,
      (await admin.get(`/api/v1/demand/${nurse}/`)).body.required_weekly_hours,
      body.results.find(({ tag }: { tag: string }) => tag === course)?.start_date,
    ]
  }
  const before = [dayIn(9), undefined, '90.00', undefined]
  const { page, dialog, close } = await open('MANAGER', path)
  const make_it = async () => {
    await press(page, 'Make it so…')
    await dialog
      .getByText('A tag is extended · Someone is assigned · A position changes · Someone gets a tag')
      .waitFor()
    await dialog.getByLabel('Reason').fill('As agreed')
    await dialog.getByRole('button', { name: 'Make it so' }).click()
  }
  await make_it()
  await page.getByText('4 changes were made.').waitFor()
  expect(await state()).toEqual([dayIn(99), '10.00', '95.00', dayIn(0)])
  await page.getByText('Add a change and fill in its fields.').waitFor()
  await undo(page).click()
  await page.getByRole('alert').getByText('Undone: 4 changes were made.').waitFor()
  expect(await state()).toEqual(before)

  await page.goto(ops.url + path)
  await page.route('**/operator.audit.note_made*', (route) => route.abort())
  await make_it()
  await page.getByText('The operators’ log has no entry of all changes together.').waitFor()
  await page
    .getByRole('alert')
    .filter({ hasText: '4 changes were made.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(state).toEqual(before)
  await page.unroute('**/operator.audit.note_made*')

  // Another has changed the first tag meanwhile, so only the other three are undone.
  await page.goto(ops.url + path)
  await make_it()
  await page.getByText('4 changes were made.').waitFor()
  await admin.patch(`/api/v1/employee-tags/${held}/`, { end_date: dayIn(50) })
  await undo(page).click()
  await page.getByRole('alert').getByText('1 of 4 could not be undone.').waitFor()
  expect(await state()).toEqual([dayIn(50), undefined, '90.00', undefined])
  await page.goto(`${ops.url}/audit`)
  await page.getByText('1 of 4 could not be undone.').waitFor()
  await admin.patch(`/api/v1/employee-tags/${held}/`, { end_date: dayIn(9) })

  // Another has assigned the person meanwhile, so the second change is refused and the first taken back.
  await page.goto(ops.url + path)
  await page.getByRole('button', { name: 'Make it so…' }).waitFor()
  const { id } = await make.assignment({ employee: hal, position: nurse, effective_hours: '4.00' })
  await make_it()
  await dialog.getByText('Nothing was changed').waitFor()
  expect(await state()).toEqual([dayIn(9), '4.00', '90.00', undefined])
  await admin.post(`/api/v1/assignments/${id}/end/`, {})
  await close()

  const supervisor = await open('SUPERVISOR', path)
  const button = supervisor.page.getByRole('button', { name: 'Make it so…' })
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)
  expect(await button.getAttribute('title')).toBe('Only for: administrator, manager, or superuser.')
  await supervisor.close()
})

/** The sandbox, in which a user of the role has made these changes. */
async function madeInSandbox(changes: object[], role: Role = 'MANAGER', fields = {}) {
  const path = `/sandbox?${new URLSearchParams({ changes: JSON.stringify(changes) })}`
  const { page, dialog, close } = await open(role, path, fields)
  await press(page, 'Make it so…')
  await dialog.getByLabel('Reason').fill('As agreed')
  await dialog.getByRole('button', { name: 'Make it so' }).click()
  const made = changes.length === 1 ? '1 change was made.' : `${changes.length} changes were made.`
  await page.getByText(made).waitFor()
  return { page, close }
}

test('an undo says what it could not restore of the leave of a person who was made to leave', async () => {
  const lou = (await make.employee({ status: 'ON_LEAVE', leave_started_at: new Date(Date.now() - 9 * day) }))
    .id
  const { page, close } = await madeInSandbox([{ kind: 'TERMINATION', employee: lou }], 'ADMIN')
  await undo(page).click()
  await page.getByRole('alert').getByText('The person is back, but not on leave: You do not have').waitFor()
  expect((await admin.get(`/api/v1/employees/${lou}/`)).body.status).toBe('ACTIVE')
  await close()
})

testInCheck(
  'a leave that ended in the sandbox begins anew by an undo, whose reason keeps the first day',
  async () => {
    const lea = (
      await make.employee({ status: 'ON_LEAVE', leave_started_at: new Date(Date.now() - 9 * day) })
    ).id
    const changes = [{ kind: 'RETURN', employee: lea }]
    const { page, close } = await madeInSandbox(changes, 'ADMIN', { is_superuser: true })
    await undo(page).click()
    await page.getByRole('alert').getByText('Undone: 1 change was made.').waitFor()
    const { body } = await admin.get(`/api/v1/employees/${lea}/transitions/`)
    expect(body.results[0].reason).toMatch(/^Undone: 1 change was made\. On leave since .+\.$/)
    await close()
  },
)

testInCheck('changes of the same assignment in the sandbox are undone in turn', async () => {
  const { id: assignment } = await atWork('Soler', 'Ida', '20.00')
  const kind = 'ASSIGNMENT_CHANGED'
  const changes = ['25.00', '30.00'].map((effective_hours) => ({ kind, assignment, effective_hours }))
  const storedHours = async () => (await admin.get(`/api/v1/assignments/${assignment}/`)).body.effective_hours
  const { page, close } = await madeInSandbox(changes)
  expect(await storedHours()).toBe('30.00')
  await undo(page).click()
  await page.getByRole('alert').getByText('Undone: 2 changes were made.').waitFor()
  expect(await storedHours()).toBe('20.00')
  await close()
})

testInCheck('changes of the same rule in the sandbox are undone in turn', async () => {
  const code = 'CONTRACT_NEAR_EXPIRY'
  const rule = { kind: 'RULE_CHANGED', code, enabled: true }
  const changes = ['40.00', '50.00'].map((threshold) => ({ ...rule, threshold }))
  const threshold = async () =>
    (await admin.get('/api/v1/business-rules/')).body.find((rule: { code: string }) => rule.code === code)
      .threshold
  const { page, close } = await madeInSandbox(changes, 'ADMIN')
  expect(await threshold()).toBe('50.00')
  await undo(page).click()
  await page.getByRole('alert').getByText('Undone: 2 changes were made.').waitFor()
  expect(await threshold()).toBe('30.00')
  await close()
})

testInCheck('an undo in the sandbox replaces nothing that others have changed since', async () => {
  const { id } = await make.position({ title: 'Cook', org_unit: ward, required_weekly_hours: '20.00' })
  const clinic = await stored('org-units', { unit_type: 'CLINIC' })
  const changes = [
    { kind: 'CAP_CHANGED', max_weekly_hours: '44.00' },
    { kind: 'POSITION_CHANGED', position_id: id, required_weekly_hours: '30.00' },
  ]
  const { page, close } = await madeInSandbox(changes, 'ADMIN')
  await admin.patch(`/api/v1/demand/${id}/`, { required_weekly_hours: '25.00' })
  await admin.patch(`/api/v1/org-units/${clinic.id}/`, { max_weekly_hours: '45.00' })
  await undo(page).click()
  await page.getByRole('alert').getByText('It has been changed since.').waitFor()
  expect((await admin.get(`/api/v1/demand/${id}/`)).body.required_weekly_hours).toBe('25.00')
  expect((await stored('org-units', { unit_type: 'CLINIC' })).max_weekly_hours).toBe('45.00')
  await admin.patch(`/api/v1/org-units/${clinic.id}/`, { max_weekly_hours: clinic.max_weekly_hours })
  await close()
})

testInCheck('an undo of several changes, one of which gets no answer, can be tried again', async () => {
  const both = await Promise.all([atWork('Roig', 'Pau', '20.00'), atWork('Roig', 'Eli', '20.00')])
  const ids = both.map(({ id }) => id)
  const kind = 'ASSIGNMENT_CHANGED'
  const changes = ids.map((assignment) => ({ kind, assignment, effective_hours: '25.00' }))
  const { page, close } = await madeInSandbox(changes)
  await loseAnswer(page, 'assignments.update')
  await undo(page).click()
  await page.getByRole('alert').getByText('Can’t reach the service. Try again in a moment.').waitFor()
  for (const id of ids)
    expect((await admin.get(`/api/v1/assignments/${id}/`)).body.effective_hours).toBe('20.00')
  await undo(page).click()
  await page.getByRole('alert').getByText('It may have been undone already.').waitFor()
  await close()
})

testInCheck('a dialog that is opened again stays open when what it asked for before is done', async () => {
  const { employee: ivo } = await atWork('Sala', 'Ivo', '20.00')
  const { page, dialog, close } = await open('SUPERVISOR', `/people/${ivo}`)
  const { promise: later, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/assignments.update*', async (route) => {
    await later
    await route.continue()
  })
  await press(page, 'Change hours Nurse, Ward 1')
  await dialog.getByLabel('Hours per week').fill('21')
  await press(page, 'Save')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await press(page, 'Change hours Nurse, Ward 1')
  await dialog.getByLabel('Hours per week').fill('22')
  answer()
  await page.getByText('Ivo Sala now has 21 h per week.').waitFor()
  expect(await dialog.getByLabel('Hours per week').inputValue()).toBe('22')
  await close()
})
