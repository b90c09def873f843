import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { browserForFile, expectAccessible, lineOf, openSignedIn, seriousFindings } from '../setup/browser.ts'

const { service, make } = await serviceForFile()
service.clock.now = new Date('2026-11-25T10:00:00.000Z')
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', { is_staff: true })

const contract = (
  await make.tag({ name: 'FULL40', display_name: 'Full time', category: 'CONTRACT', hours_delta: '40.00' })
).id
const night = (
  await make.tag({ name: 'NightDuty', display_name: 'Fit for night duty', category: 'CERTIFICATION' })
).id
const parent = (await make.department({ name: 'Medicine' })).id
const ward = (await make.unit({ name: 'Ward 3B', parent })).id
const theatre = (await make.unit({ name: 'Theatre', parent })).id

async function person(last_name: string, first_name: string, fields: object, held: object[] = []) {
  const { id } = await make.employee({ last_name, first_name, ...fields })
  for (const tag of held) await make.employeeTag({ employee: id, tag: contract, ...tag })
  return id
}
const both = [{}, { tag: night }]
const xoan = await person('Castiñeira', 'Xoán', { email: 'xoan.c@aurelia.example' }, both)
const away = await person(
  'Lefèvre',
  'Maëlle',
  { status: 'ON_LEAVE', leave_started_at: new Date('2026-11-04T08:00Z') },
  both,
)
const asked = await person('Moreau', 'Luc', {
  status: 'PROPOSAL_PENDING',
  previous_status: 'ON_LEAVE',
  leave_started_at: new Date('2026-11-02T08:00Z'),
})
const gone = await person(
  'Phạm',
  'Minh',
  { email: 'minh@aurelia.example', status: 'TERMINATED', termination_date: '2026-11-11' },
  [{}],
)
await service.addUser('EMPLOYEE', { email: 'minh@aurelia.example', given_name: 'Minh', family_name: 'Phạm' })
await person('Bondar', 'Ana', {}, [{ end_date: '2026-12-04' }])
for (let number = 10; number < 36; number++) await person(`Other ${number}`, 'Person', {})

const nurse = (await make.position({ title: 'Nurse, night', org_unit: ward, required_weekly_hours: '80.00' }))
  .id
await make.positionTag({ position: nurse, tag: night })
await make.assignment({ position: nurse, employee: away, effective_hours: '15.00' })
await make.assignment({ position: nurse, employee: xoan, effective_hours: '30.00' })
await make.assignment({ position: nurse, employee: asked, effective_hours: '5.00' })
const porter = (await make.position({ title: 'Porter', org_unit: theatre, required_weekly_hours: '20.00' }))
  .id
await make.assignment({ position: porter, effective_hours: '36.00' })
const clerk = (await make.position({ title: 'Clerk', org_unit: ward, required_weekly_hours: '20.00' })).id
await make.assignment({ position: clerk, effective_hours: '22.50' })
await make.position({ title: 'Surgeon', org_unit: theatre })
await make.position({ title: 'Old post', org_unit: theatre, is_active: false })

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

async function open(options: BrowserContextOptions = {}) {
  const look = { viewport: sizes.desktop, ...options }
  const { page, context } = await openSignedIn(browser, ops.url, { ...look, email })
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  return { page, context }
}

const { page } = await open()
const menu = (name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true })
const query = (of: Page = page) => new URL(of.url()).searchParams
const rowsOf = (table: string) => page.getByRole('table', { name: table }).locator('tbody').getByRole('row')

/** Waits until a table has these rows, in this order; each is the text that its first cell contains. */
const expectRows = (table: string, names: readonly string[]) =>
  expect
    .poll(() => rowsOf(table).locator('td:first-child').allInnerTexts(), { timeout: 45_000 })
    .toEqual(names.map((name) => expect.stringContaining(name)))

testInCheck(
  'over-covered positions are found in two clicks, and the largest surplus first in one more',
  async () => {
    await menu('Positions').click()
    await page.getByRole('checkbox', { name: 'Over-covered' }).click()
    await expectRows('Positions', ['Clerk', 'Porter'])
    expect(query().getAll('state')).toEqual(['OVER_COVERED'])
    const surplus = page.getByRole('columnheader', { name: 'Surplus' })
    await surplus.getByRole('button').click()
    await expect.poll(() => rowsOf('Positions').first().innerText(), { timeout: 45_000 }).toContain('Porter')
    await lineOf(page, 'Positions', 'Porter', 'Theatre', 'over-covered', '20 h', '36.0 h', '16.0 h').waitFor()
    await page.getByRole('link', { name: 'Porter' }).click()
    await page.getByRole('heading', { level: 1, name: 'Porter' }).waitFor()
    await page.getByText('16 h', { exact: true }).waitFor()
    await page.getByText('Surplus', { exact: true }).waitFor()
  },
)

testInCheck('positions are filtered by unit, required tag, use and text, as the address says', async () => {
  await menu('Positions').click()
  await expectRows('Positions', ['Clerk', 'Nurse, night', 'Porter', 'Surgeon'])
  await page.getByRole('combobox', { name: 'Required tag' }).click()
  await page.getByRole('option', { name: 'Fit for night duty (NightDuty)' }).click()
  await expectRows('Positions', ['Nurse, night'])
  expect(query().get('tag')).toBe(night)
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(() => rowsOf('Positions').count(), { timeout: 45_000 }).toBe(4)
  await page.getByRole('combobox', { name: 'Unit' }).fill('theatre')
  await page.getByRole('option', { name: 'Theatre' }).click()
  await expectRows('Positions', ['Porter', 'Surgeon'])
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'In use or not' })
  await expect.poll(() => rowsOf('Positions').count(), { timeout: 45_000 }).toBe(3)
  await page.getByLabel('Search').fill('óld')
  await expectRows('Positions', ['Old post'])
  await page.reload()
  await lineOf(page, 'Positions', 'Old post', 'out of use').waitFor()
  await page.getByLabel('Search').fill('zzz')
  await page.getByText('Nothing matches these filters.').waitFor()
  await expectAccessible(page)
})

test('a ward’s night shift finds the people who could cover it, and names those who are away', async () => {
  await page.goto(`${ops.url}/positions?search=night`)
  await page.getByRole('link', { name: 'Nurse, night' }).click()
  await page.getByText('2 of 3 people cannot work now').waitFor()
  await page.getByText(/Lefèvre, Maëlle.*: on leave since Nov 4, 2026, 15 h/).waitFor()
  await page.getByText(/Moreau, Luc.*: on leave since Nov 2, 2026, 5 h/).waitFor()
  await page.getByText('Their 20 h count as assigned all the same.').waitFor()
  await lineOf(page, 'Assignments', 'Lefèvre, Maëlle', 'on leave since Nov 4, 2026').waitFor()
  await page.getByText('30 h', { exact: true }).first().waitFor()
  await lineOf(page, 'Candidates', 'Castiñeira, Xoán').waitFor()
  const tag = lineOf(page, 'Required tags', 'Fit for night duty (NightDuty)', 'mandatory')
  await tag.getByRole('link', { name: 'who holds it' }).click()
  await expectRows('People', ['Castiñeira, Xoán', 'Lefèvre, Maëlle'])
  await lineOf(page, 'People', 'Castiñeira', '40 h', '30 h', '10 h').getByRole('link').click()
  await lineOf(page, 'Tags', 'Fit for night duty (NightDuty)').waitFor()
})

testInCheck('people are found with or without accents, by email, and by filters', async () => {
  await menu('People').click()
  await page.getByText('33 people').waitFor()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(() => rowsOf('People').count(), { timeout: 45_000 }).toBe(8)
  const box = page.getByLabel('Name, number or email')
  for (const text of ['castineira', 'XOAN C', 'c@aurelia']) {
    await box.fill(text)
    await expectRows('People', ['Castiñeira, Xoán'])
  }
  await box.fill('')
  await page.getByLabel('Contract ends').selectOption({ label: 'within 30 days' })
  await expectRows('People', ['Bondar, Ana'])
  expect(query().get('contract_ends')).toBe('30')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByLabel('Has unused hours this week').click()
  await page.getByRole('columnheader', { name: 'Balance' }).getByRole('button').click()
  await expectRows('People', ['Bondar', 'Lefèvre', 'Castiñeira'])
  await page.getByRole('combobox', { name: 'Works in, with sub-units' }).fill('ward')
  await page.getByRole('option', { name: 'Ward 3B' }).click()
  // Further units could be chosen.
  await page.keyboard.press('Escape')
  await expectRows('People', ['Lefèvre', 'Castiñeira'])
  await page.getByRole('checkbox', { name: 'On leave' }).click()
  await expectRows('People', ['Lefèvre'])
  const shared = await open()
  await shared.page.goto(page.url())
  await lineOf(shared.page, 'People', 'Lefèvre', 'on leave', '25 h').waitFor()
  await shared.context.close()
  await expectAccessible(page)
})

testInCheck('a person’s page shows the hours of any week, and its address keeps the week', async () => {
  await page.goto(`${ops.url}/people/${xoan}`)
  const panel = page.getByRole('region', { name: 'Hours of the week' })
  await panel.getByText('10 h', { exact: true }).waitFor()
  await panel.getByText('More can be assigned: these hours of the contract are unused.').waitFor()
  await panel.getByRole('button', { name: 'Next week' }).click()
  await panel.getByText('Nov 30 – Dec 6').waitFor()
  expect(query().get('week')).toBe('2026-W49')
  await panel.getByRole('button', { name: 'Next week' }).click()
  await expect.poll(() => query().get('week')).toBe('2026-W50')
  await page.goBack()
  await panel.getByText(/^More can be assigned.* Contracts are those held on Nov 30, 2026/).waitFor()
  await page.goto(`${ops.url}/people?search=bondar`)
  await page.getByRole('link', { name: 'Bondar, Ana' }).click()
  await page.goto(`${page.url()}?week=2026-W50`)
  await panel.getByText('No tag gives hours in this week.').waitFor()
  await panel.getByLabel('Week', { exact: true }).fill('2026-W48')
  await panel.getByText('40 h', { exact: true }).first().waitFor()
  expect(query().get('week')).toBeNull()
  await page.goto(`${page.url()}?week=2026-W54`)
  await page.getByText('There is no such week. Write it like 2026-W48.').waitFor()
})

testInCheck(
  'the page of a person who has left shows no unused hours and links to their active account',
  async () => {
    await page.goto(`${ops.url}/people/${gone}`)
    const panel = page.getByRole('region', { name: 'Hours of the week' })
    await panel.getByText('The person has left: nothing can be assigned.').waitFor()
    await page.getByText('Nov 11, 2026').waitFor()
    expect(await panel.getByText('Unused hours').count()).toBe(0)
    expect(await page.getByText('The next 26 weeks').count()).toBe(0)
    await expectAccessible(page)
    await page.getByText('The account is still active').waitFor()
    await page.getByRole('link', { name: 'Open the account' }).click()
    await page.getByRole('heading', { level: 1, name: /Minh/ }).waitFor()
  },
)

if (isCheck)
  test('the lists and pages of people and positions fit a phone, dark and in Spanish', async () => {
    const look = { viewport: sizes.phone, colorScheme: 'dark', locale: 'es-ES' } as const
    const { page: phone, context } = await openSignedIn(browser, ops.url, { ...look, email })
    const shown = {
      '/positions?state=OVER_COVERED': 'Quitar los filtros',
      '/people?unused=yes': 'Castiñeira, Xoán',
      [`/people/${xoan}`]: 'Fit for night duty (NightDuty)',
      [`/positions/${nurse}`]: 'Sus 20 h cuentan como asignadas de todos modos.',
    }
    for (const [path, text] of Object.entries(shown)) {
      await phone.goto(ops.url + path)
      await phone.getByText(text).first().waitFor({ state: 'attached' })
      const excess = await phone.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect({ path, excess, found: await seriousFindings(phone) }).toEqual({ path, excess: 0, found: [] })
    }
    await context.close()
  }, 60_000)

test('an expected return is set on the person’s page, is a reason of the forecast, and is cleared', async () => {
  await page.goto(`${ops.url}/people/${away}`)
  const panel = page.getByRole('region', { name: 'Expected back' })
  await panel.getByText('No date is known, so planning counts without this person.').waitFor()
  await panel.getByLabel('Expected back').fill('2026-12-14')
  await panel.getByRole('button', { name: 'Save the date' }).click()
  await panel.getByText('Dec 14, 2026').waitFor()
  await rowsOf('Changes').getByText('Dec 14, 2026').first().waitFor()
  await panel.getByRole('button', { name: 'Clear the date' }).click()
  await panel.getByText('No date is known').waitFor()
})

test('an expected return can be set while a proposal awaits an answer', async () => {
  const onLeave = { previous_status: 'ON_LEAVE', leave_started_at: new Date('2026-11-02T08:00:00Z') } as const
  const { id } = await make.employee({ status: 'PROPOSAL_PENDING', ...onLeave })
  await page.goto(`${ops.url}/people/${id}`)
  const panel = page.getByRole('region', { name: 'Expected back' })
  await panel.getByLabel('Expected back').fill('2026-12-14')
  await panel.getByRole('button', { name: 'Save the date' }).click()
  await panel.getByText('Dec 14, 2026').waitFor()
})

test('what a position requires from a date on is set and removed on its page', async () => {
  await page.goto(`${ops.url}/positions/${clerk}`)
  const panel = page.getByRole('region', { name: 'Required on later dates' }).first()
  await panel.getByText('The position requires the same on every date.').waitFor()
  await panel.getByLabel('From').fill('2026-12-01')
  await panel.getByLabel('Required hours').fill('12.5')
  await panel.getByRole('button', { name: 'Save the hours' }).click()
  await lineOf(page, 'Required on later dates', 'Dec 1, 2026', '12.5 h').waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Remove Dec 1, 2026' }).click()
  await panel.getByText('The position requires the same on every date.').waitFor()
})

test('a person’s page says that it has only the latest of many tags', async () => {
  const many = await person('Many', 'Tags', {}, Array(101).fill({ tag: night }))
  await page.goto(`${ops.url}/people/${many}`)
  const panel = page.getByRole('region', { name: 'Tags', exact: true })
  await panel.getByText('At most the latest 100 of each kind are shown.').waitFor()
})
