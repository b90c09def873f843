import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { browserForFile, expectAccessible, lineOf, openSignedIn, seriousFindings } from '../setup/browser.ts'
import { hardToHit } from '../setup/touch.ts'

const { service, make } = await serviceForFile()
service.clock.now = new Date('2026-11-25T10:00:00.000Z')
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', { is_staff: true })

const contract = (await make.tag({ name: 'FULL40', category: 'CONTRACT', hours_delta: '40.00' })).id
const night = (await make.tag({ name: 'NightDuty', category: 'CERTIFICATION' })).id
const theatre = (await make.tag({ name: 'Theatre', category: 'CERTIFICATION' })).id

type Held = { tag: string; end_date?: string }

async function person(last_name: string, first_name: string, held: Held[]) {
  const { id } = await make.employee({ last_name, first_name })
  for (const tag of held) await make.employeeTag({ employee: id, ...tag })
  return id
}

const parent = (await make.department({ name: 'Surgery' })).id
const ward = (await make.unit({ name: 'Ward 1', parent })).id
const rooms = (await make.unit({ name: 'Operating rooms', parent })).id

const training = (await make.unit({ name: 'Training', parent })).id

async function position(title: string, org_unit: string, tag: string, required_weekly_hours = '40.00') {
  const { id } = await make.position({ title, org_unit, required_weekly_hours })
  await make.positionTag({ position: id, tag })
  return id
}

await position('Night nurse', ward, night)
const relief = await position('Relief nurse', ward, night)
await position('Scrub nurse', rooms, theatre)
const perfusion = (await make.tag({ name: 'Perfusion', category: 'CERTIFICATION' })).id
await position('Perfusionist', rooms, perfusion, '20.00')
const trainer = await position('Trainer', training, theatre)

const ana = await person('Vidal', 'Ana', [{ tag: contract, end_date: '2027-02-14' }, { tag: night }])
await make.assignment({ employee: ana, position: relief, effective_hours: '40.00' })
await person('Ode', 'Ben', [{ tag: contract }, { tag: night }])
const cleo = await person('Roca', 'Cleo', [{ tag: contract }, { tag: theatre }])
const dana = await person('Sanz', 'Dana', [{ tag: contract }, { tag: theatre }])

const open = (path: string, options: BrowserContextOptions = {}) =>
  openSignedIn(browser, ops.url, { ...options, email, path })

const { page } = await open('/coverage')
const dialog = page.getByRole('dialog')
const go = (path: string) => page.goto(ops.url + path)

test('a ward manager gets from the overview to a covered vacancy', async () => {
  await page.getByRole('table', { name: 'Units' }).getByRole('link', { name: 'Ward 1' }).click()
  await page.getByRole('link', { name: 'Night nurse' }).click()
  const ben = lineOf(page, 'Candidates', 'Ode, Ben')
  await ben.getByText('1. Ode, Ben').waitFor()
  await page.getByRole('textbox', { name: 'Hours per week' }).fill('39,5')
  await ben.getByText('39.5 h').waitFor()
  await page.getByRole('textbox', { name: 'Hours per week' }).fill('')
  await ben.getByText('40 h', { exact: true }).waitFor()
  await ben.getByRole('button', { name: 'Assign Ode, Ben' }).click()
  await dialog.getByText('No business rule is violated.').waitFor()
  await dialog.getByLabel('Notes').fill('The vacancy of May')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText('Ben Ode now has 40 h per week as Night nurse, Ward 1.').waitFor()
  await page.getByText('covered', { exact: true }).waitFor()
  await page.getByText('This position lacks no hours.').waitFor()
  await lineOf(page, 'Assignments', 'Ode, Ben', '40 h').waitFor()
})

testInCheck(
  'the forecast lists the losses of February with names and dates, and its address keeps the month',
  async () => {
    await go('/forecast')
    await page.getByText(/^\d+ h of 180 h required are secure this week/).waitFor()
    await page.getByLabel('When').selectOption({ label: 'February 2027' })
    const loss = lineOf(page, 'Losses', 'Vidal, Ana', 'Feb 14, 2027', '−40 h', 'Relief nurse, Ward 1')
    await loss.waitFor()
    expect(new URL(page.url()).searchParams.get('period')).toBe('2027-02')
    await page.getByLabel('When').selectOption({ label: 'January 2027' })
    await page.getByText('Nothing matches these filters.').waitFor()
    await lineOf(page, 'Weeks', 'W07').getByRole('button').click()
    await loss.waitFor()
    await loss.getByRole('link', { name: 'Try renewing it' }).click()
    await page.getByText(/^If .*40 h a week are gained/).waitFor()
  },
)

testInCheck(
  'an operator tries a leave in the sandbox, and the link shows a colleague the same on a phone',
  async () => {
    await go('/sandbox')
    await page.getByLabel('Add a change').selectOption({ label: 'Someone goes on leave' })
    await page.getByRole('combobox', { name: 'Person' }).fill('Vidal')
    await page.getByRole('option', { name: 'Vidal, Ana' }).click()
    const sentence = page.getByText(/^If .*goes on leave, 40 h a week are lost in 1 unit/)
    await sentence.waitFor()
    const said = await sentence.innerText()
    await lineOf(page, 'Positions', 'Relief nurse, Ward 1', '40 h → 0 h').waitFor()
    await page.getByLabel('Until').fill('2020-01-01')
    await page.getByText('The service would refuse this').waitFor()
    await page.getByLabel('Until').fill('')
    await sentence.waitFor()
    await expectAccessible(page)

    const phone = { width: 390, height: 844 }
    const shared = await open(`/sandbox${new URL(page.url()).search}`, { viewport: phone })
    await shared.page.getByText(said).waitFor()
    expect(await shared.page.getByRole('combobox', { name: 'Person' }).inputValue()).toBe('Vidal, Ana')
    expect(await shared.page.evaluate(hardToHit())).toEqual([])
    await shared.context.close()
  },
)

test('the counts of a large plan have separators', async () => {
  await page.route(/planning\.solve/, async (route) => {
    const response = await route.fetch()
    const counts = /"(new_assignments_at_least|new_assignments|raised_assignments|employees)":\d+/g
    const of = {
      new_assignments_at_least: 1111,
      new_assignments: 2222,
      raised_assignments: 3333,
      employees: 4444,
    }
    const body = (await response.text()).replace(
      counts,
      (_, name: keyof typeof of) => `"${name}":${of[name]}`,
    )
    await route.fulfill({ response, body })
  })
  await go(`/planner?unit=${rooms}`)
  for (const text of ['2,222, at least 1,111 needed', '3,333', '4,444'])
    await page.getByText(text, { exact: true }).waitFor()
  await page.unrouteAll()
})

testInCheck(
  'a plan is proved, planned again without a person, found outdated, planned again and applied',
  async () => {
    await go(`/planner?unit=${rooms}`)
    const box = page.getByRole('checkbox', { name: 'Scrub nurse' })
    await page.getByText('40 of 60 missing hours can be covered; that is the most').waitFor()
    await page.getByRole('button', { name: 'Why it cannot be more' }).click()
    await lineOf(page, 'The sum', 'The most that can be covered', '= 40 h').waitFor()
    const isCleo = (await box.getAttribute('aria-label'))?.startsWith('Roca, Cleo')
    const other = isCleo ? { id: dana, name: 'Sanz, Dana' } : { id: cleo, name: 'Roca, Cleo' }
    await box.uncheck()
    expect(await page.getByRole('button', { name: 'Apply 0 lines…' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Plan again without this person' }).click()
    await page.getByRole('checkbox', { name: `${other.name}, Scrub nurse` }).waitFor()
    await make.assignment({ employee: other.id, position: trainer, effective_hours: '40.00' })
    await page.getByRole('button', { name: 'Apply 1 line…' }).click()
    await dialog.getByLabel('Notes').fill('The plan of November')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText('The line no longer holds.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await page.getByText(/^No longer holds: /).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Plan again, keep the rest' }).click()
    await page.getByText('There is nothing to propose.').waitFor()
    await page.getByRole('button', { name: /^Include .* again$/ }).click()
    await box.waitFor()
    await page.getByRole('button', { name: 'Apply 1 line…' }).click()
    await dialog
      .getByRole('listitem')
      .getByText(/as Scrub nurse, Operating rooms: 40 h, new$/)
      .waitFor()
    await dialog.getByLabel('Notes').fill('The plan of November')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 line was applied, 40 h per week.').waitFor()
    await page.getByText('There is nothing to propose.').waitFor()
  },
)

testInCheck('a plan that also fills hours at risk is applied with them', async () => {
  const tag = (await make.tag({ name: 'Midwife' })).id
  const place = await position('Midwife', rooms, tag)
  const away = (await make.employee({ status: 'ON_LEAVE' })).id
  await make.assignment({ employee: away, position: place, effective_hours: '40.00' })
  await person('Cruz', 'Flor', [{ tag: contract }, { tag }])
  await go(`/planner?unit=${rooms}&demand=secure`)
  await page.getByRole('checkbox', { name: 'Cruz, Flor, Midwife' }).waitFor()
  await page.getByRole('button', { name: /^Apply \d lines?…$/ }).click()
  await dialog.getByText(/^They also fill hours that are booked but at risk/).waitFor()
  await dialog.getByLabel('Notes').fill('Leave in spring')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/^\d lines? (was|were) applied, /).waitFor()
})

testInCheck('a rebalance is proved and listed by unit or person, on a phone too', async () => {
  const store = (await make.unit({ name: 'Store', parent })).id
  const porter = (await make.position({ title: 'Porter', org_unit: store, required_weekly_hours: '30.00' }))
    .id
  const eva = await person('Lund', 'Eva', [{ tag: contract }])
  await make.assignment({ employee: eva, position: porter, effective_hours: '45.00' })
  await page.setViewportSize({ width: 390, height: 844 })
  await go(`/planner?unit=${store}`)
  await page.getByRole('button', { name: 'Show the changes' }).press('Enter')
  await page
    .getByText(/^1 change would remove 5 of the 5 h over contract \(1 person\); that is the most/)
    .waitFor()
  await page.reload()
  const ofEva = page.getByRole('region', { name: 'Changes of Lund, Eva' })
  await ofEva.getByText('1. Lund, Eva as Porter in Store: lowered, 45 h → 40 h').waitFor()
  await page.getByRole('region', { name: 'rebalance' }).getByRole('button', { name: 'How this' }).click()
  await lineOf(page, 'The sum of the rebalance', 'The most that can be put right', '= 5 h').waitFor()
  expect([await seriousFindings(page), await page.evaluate(hardToHit())]).toEqual([[], []])
  await page.getByLabel('Changes by').selectOption({ label: 'Unit' })
  const changes = page.getByRole('region', { name: 'Changes of Store' })
  await changes.getByText('1. Lund, Eva as Porter: lowered, 45 h → 40 h').waitFor()
  expect(await changes.getByRole('link', { name: 'Porter' }).getAttribute('href')).toBe(
    `/positions/${porter}`,
  )
  await changes.getByRole('link', { name: 'Lund, Eva' }).click()
  await page.getByRole('heading', { name: 'Where are hours needed?' }).waitFor()
  await go(`/planner?unit=${training}&rebalance=1`)
  await page.getByText('There is nothing to change.').waitFor()
  await page.getByRole('button', { name: 'Hide the changes' }).click()
  expect(new URL(page.url()).search).toBe(`?unit=${training}`)
})
