import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { addDays } from '../../../src/calendar.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, closedAfterTest, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { browserForFile, expectAccessible, lineOf, openSignedIn } from '../setup/browser.ts'

const { service, make } = await serviceForFile()
service.clock.now = new Date('2026-11-25T10:00:00.000Z')
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', { is_staff: true })
const contract = (await make.tag({ name: 'FULL40', category: 'CONTRACT', hours_delta: '40.00' })).id

const parent = (await make.department({ name: 'Surgery' })).id
const ward = (await make.unit({ name: 'Ward 1', parent })).id
const store = (await make.unit({ name: 'Store', parent })).id
const { id: nurse } = await make.position({
  title: 'Night nurse',
  org_unit: ward,
  required_weekly_hours: '30.00',
})
const { id: porter } = await make.position({
  title: 'Porter',
  org_unit: store,
  required_weekly_hours: '30.00',
})
const person = async (last_name: string, first_name: string) => {
  const { id } = await make.employee({ last_name, first_name })
  await make.employeeTag({ employee: id, tag: contract })
  return id
}
await person('Ode', 'Ben')
const eva = await person('Lund', 'Eva')
const over = await make.assignment({ employee: eva, position: porter, effective_hours: '45.00' })

const { page } = await openSignedIn(browser, ops.url, { email, path: '/planner' })
const go = (path: string) => page.goto(ops.url + path)
const named = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

test('a plan for a later week is kept as a draft, which shows whether it holds', async () => {
  const nextWeek = addDays('2026-11-25', 7)
  await go(`/planner?unit=${ward}&date=${nextWeek}`)
  await named('Keep as a draft').click()
  await page.getByText('The line still holds.').waitFor()
  await lineOf(page, 'Lines', 'Ode, Ben', 'Night nurse', 'Ward 1', 'holds').waitFor()
  expect(await named('Apply').isDisabled()).toBe(true)
  await named('Apply').press('Enter')
  await page.getByRole('alert').getByText('It can be applied from Nov 30, 2026 on.').waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('link', { name: 'Plan for Dec 2, 2026' }).click()
  await named('Delete…').click()
  await page.getByText('Its lines are lost.').waitFor()
  await named('Delete').click()
  await page.getByText('No plan is kept. The planner keeps one for a later week.').waitFor()
})

test('a plan of more lines than a draft may have is not kept in part', async () => {
  await page.route(/planning\.solve/, async (route) => {
    const response = await route.fetch()
    const lines = /"lines":\[(.+?)\],"shortages"/
    const body = (await response.text()).replace(lines, (_, line) => {
      const many = Array.from({ length: 501 }, (_, index) =>
        line.replace(/"employee":"[^"]+"/, `"employee":"${index}"`),
      )
      return `"lines":[${many}],"shortages"`
    })
    await route.fulfill({ response, body })
  })
  onTestFinished(() => page.unrouteAll())
  await go(`/planner?unit=${ward}&date=${addDays('2026-11-25', 7)}`)
  const keep = named('Keep as a draft')
  await expect
    .poll(() => keep.getAttribute('title'))
    .toBe('A draft can have at most 500 lines; untick some, or choose a smaller unit.')
  expect(await keep.isDisabled()).toBe(true)
})

test('a draft for this week is applied by a click, and taken back', async () => {
  const client = await service.as('MANAGER')
  const { lines } = (await client.post('/planning/v1/plans/', { org_unit_id: ward })).body
  const { employee, position_id, assignment, current_hours, effective_hours } = lines[0]
  const line = { employee, position_id, assignment, current_hours, effective_hours }
  const sent = { name: 'Before Advent', reference_date: '2026-11-27', lines: [line] }
  const { id } = (await client.post('/planning/v1/drafts/', sent)).body
  await go(`/drafts/${id}`)
  await named('Apply').click()
  await page.getByText('The draft was applied.').waitFor()
  await lineOf(page, 'Lines', 'Ode, Ben', '30 h', '40 h', '–').waitFor()
  const download = page.waitForEvent('download')
  await named('Download CSV: Lines').click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('"Ode, Ben",Night nurse,Ward 1,30,30,40,–')
  await named('Take back').press('Enter')
  await page.getByText('Everything is as it was before.').waitFor()
  await page.getByText('The line still holds.').waitFor()
  // Its button is gone, and the focus is not.
  await expect.poll(() => page.locator('#main:focus').count()).toBe(1)
  await go('/drafts')
  await lineOf(page, 'What was applied', 'Plan', 'by ').waitFor()
})

test('a rebalance is applied and taken back, which is refused once something has changed', async () => {
  await go(`/planner?unit=${store}&rebalance=1`)
  await named('Apply 1 change…').click()
  await page.getByText('Assignments from today: 0 ended, 1 lowered, 0 raised, 0 new.').waitFor()
  await page.getByLabel('Notes').fill('Agreed with Eva')
  await named('Apply').click()
  await page.getByText('The rebalance was applied.').waitFor()
  await page.getByText('There is nothing to change.').waitFor()
  const client = await service.as('MANAGER')
  await client.patch(`/api/v1/assignments/${over.id}/`, { notes: 'Since then.' })
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/The assignment Porter of Lund, Eva was changed\.$/).waitFor()
})

test('what a scenario compares is ordered by what it would be, as a number', async () => {
  const change = (position_id: string, required_weekly_hours: string) => {
    return { kind: 'POSITION_CHANGED', position_id, required_weekly_hours }
  }
  const changes = JSON.stringify([change(nurse, '9'), change(porter, '100')])
  await go(`/sandbox?${new URLSearchParams({ changes, weeks: '1' })}`)
  const table = page.getByRole('table', { name: 'Positions' })
  await table.getByRole('button', { name: 'Required' }).click()
  await expect.poll(() => table.getByRole('row').nth(1).innerText()).toContain('30 h → 100 h')
})

test('scenarios are kept, compared beside each other, and deleted', async () => {
  const changes = (kind: string) =>
    encodeURIComponent(JSON.stringify([{ kind, assignment: over.id, effective_hours: '9' }]))
  for (const [kind, name] of [
    ['ASSIGNMENT_CHANGED', 'Fewer hours'],
    ['ASSIGNMENT_ENDED', 'No hours'],
  ] as const) {
    await go(`/sandbox?changes=${changes(kind)}&weeks=1`)
    await page.getByLabel('Name of the scenario').fill(name)
    await named('Keep').click()
    await page.getByRole('link', { name }).waitFor()
  }
  const choose = async (label: string, name: RegExp) => {
    const list = page.getByLabel(label, { exact: true })
    await list.selectOption(await list.getByRole('option', { name }).getAttribute('value'))
  }
  await choose('Compare', /^Fewer hours \(Nov 25, 2026.*, \S+\)$/)
  await choose('with', /^No hours/)
  await page
    .getByRole('region', { name: 'Fewer hours' })
    .getByText(/^If .*31 h/)
    .waitFor()
  await page
    .getByRole('region', { name: 'No hours' })
    .getByText(/^If .*40 h/)
    .waitFor()
  await expectAccessible(page)
  // As if many more were kept.
  await page.route(/planning\.kept_scenarios/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"count":2', '"count":120') })
  })
  onTestFinished(() => page.unrouteAll())
  await page.reload()
  await page.getByText('and 118 more').waitFor()
  await page.unrouteAll()
  await named('Delete No hours').click()
  await named('Delete').click()
  await page.getByText('The scenario was deleted.').waitFor()
  await page.getByRole('link', { name: 'No hours' }).waitFor({ state: 'detached' })
})

testInCheck(
  'from midnight on at the clinic, a draft of the week can be applied, and a plan of it too',
  async () => {
    const { now } = service.clock
    onTestFinished(() => {
      service.clock.now = now
    })
    service.clock.now = new Date('2026-11-29T23:30:00.000Z')
    const madrid = closedAfterTest(await startConsole(service, { env: { TIME_ZONE: 'Europe/Madrid' } }))
    const asked = { org_unit_id: ward, reference_date: '2026-12-01' }
    const client = await service.as('MANAGER')
    const { lines } = (await client.post('/planning/v1/plans/', asked)).body
    const { employee, position_id, assignment, current_hours, effective_hours } = lines[0]
    const line = { employee, position_id, assignment, current_hours, effective_hours }
    const sent = { reference_date: asked.reference_date, lines: [line] }
    const { id } = (await client.post('/planning/v1/drafts/', sent)).body
    const path = `/planner?unit=${ward}&date=${asked.reference_date}`
    const { page, context } = await openSignedIn(browser, madrid.url, { email, path })
    await page.getByRole('button', { name: /^Apply 1 / }).waitFor()
    await page.goto(`${madrid.url}/drafts/${id}`)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('The draft was applied.').waitFor()
    await context.close()
  },
)
