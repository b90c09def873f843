import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { browserForFile, expectAccessible, lineOf, openSignedIn } from '../setup/browser.ts'
import { hardToHit } from '../setup/touch.ts'

const { service, make } = await serviceForFile()
service.clock.now = new Date('2026-11-25T10:00:00.000Z')
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()
const admin = await service.addUser('ADMIN', { is_staff: true })
const manager = await service.addUser('MANAGER', { is_staff: true })

const contract = (await make.tag({ name: 'FULL40', category: 'CONTRACT', hours_delta: '40.00' })).id
const night = (await make.tag({ name: 'NightDuty', display_name: 'Night duty', category: 'CERTIFICATION' }))
  .id
const surgery = (await make.department({ name: 'Surgery' })).id
const ward = (await make.unit({ name: 'Ward 1', parent: surgery })).id
const rooms = (await make.unit({ name: 'Rooms', parent: surgery })).id

async function position(title: string, org_unit: string, required_weekly_hours: string) {
  const { id } = await make.position({ title, org_unit, required_weekly_hours })
  await make.positionTag({ position: id, tag: night })
  return id
}

async function person(last_name: string, first_name: string, end_date?: string) {
  const { id } = await make.employee({ last_name, first_name })
  await make.employeeTag({ employee: id, tag: contract })
  await make.employeeTag({ employee: id, tag: night, ...(end_date && { end_date }) })
  return id
}

const nights = await position('Night nurse', ward, '40.00')
await position('Relief nurse', ward, '40.00')
await position('Scrub nurse', rooms, '10.00')
const ana = await person('Vidal', 'Ana', '2026-12-10')
await make.assignment({ employee: ana, position: nights, effective_hours: '40.00' })
await person('Ode', 'Ben')

const open = (path: string, { email } = admin, options: BrowserContextOptions = {}) =>
  openSignedIn(browser, ops.url, { ...options, email, path, now: service.clock.now })

const isFocused = async (page: Page, one: Locator) => (await one.and(page.locator(':focus')).count()) === 1

test('the board opens a gap by keyboard, shows who is there and who could, and assigns a person', async () => {
  const { page, context } = await open('/board')
  const map = page.getByRole('table', { name: 'Secure hours by week' })
  const loss = map.getByRole('link', {
    name: 'Ward 1, Dec 14 – 20: 0% secure, 80 h missing; Vidal, Ana loses 40 h',
  })
  await loss.getByText('▼ Vidal').waitFor()
  await map.getByRole('link', { name: /^Ward 1, Nov 23/ }).focus()
  for (let week = 0; week < 3; week++) await page.keyboard.press('ArrowRight')
  expect(await page.locator(':focus').textContent()).toContain('Dec 14 – 20')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: /^Ward 1, Dec 14/ })
  await panel
    .getByText(/^▼ NightDuty of Vidal, Ana ends on Dec 10, 2026: from Dec 14, 2026 on, 40 h /)
    .waitFor()
  await panel.getByRole('link', { name: 'Relief nurse' }).click()
  const gap = page.getByRole('region', { name: /^Relief nurse, Dec 14/ })
  await gap.getByText('No one is assigned.').waitFor()
  await gap.getByText('40 h more, 0 h of the contract left').waitFor()
  await expectAccessible(page)
  await gap.getByRole('button', { name: 'Assign Ode, Ben, Relief nurse' }).click()
  expect(await page.getByRole('dialog').getByLabel('From').inputValue()).toBe('2026-12-14')
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click()
  await gap.getByText('Nothing is missing in this week.').waitFor()
  await gap.getByRole('link', { name: 'Ode, Ben' }).waitFor()
  await map.getByRole('link', { name: /^Ward 1, Dec 14.*: 50% secure/ }).waitFor()
  await map.getByRole('link', { name: /^Ward 1, Nov 23.*: 50% secure/ }).waitFor()
  await gap.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^Ward 1, Dec 14/)
  for (const key of ['k', 'j']) await page.keyboard.press(key)
  expect(await page.locator('main tbody tr :focus').count()).toBe(1)
  await context.close()
})

test('Back from a cell of the board returns the focus to the cell', async () => {
  const { page, context } = await open('/board')
  const cell = page.getByRole('link', { name: /^Ward 1, Dec 14/ })
  await cell.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: /^Ward 1, Dec 14/ }).waitFor()
  await page.goBack()
  await expect.poll(() => cell.and(page.locator(':focus')).count()).toBe(1)
  await context.close()
})

test('a person is dragged from one gap to another, whose dialog opens for them', async () => {
  await make.position({ title: 'Porter', org_unit: rooms, required_weekly_hours: '8.00' })
  const cleo = await person('Roca', 'Cleo')
  const { page, context } = await open(`/board?unit=${surgery}&rows=POSITION`)
  const map = page.getByRole('table', { name: 'Secure hours by week' })
  await map.getByRole('link', { name: /^Scrub nurse, Nov 23/ }).click()
  const line = page
    .getByRole('list', { name: 'Candidates' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/people/${cleo}"]`) })
  await line.waitFor()
  await line.getByTitle('Drag to a cell').dragTo(map.getByRole('link', { name: /^Porter, Nov 30/ }))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Roca, Cleo · Porter, Rooms').waitFor()
  expect(new URL(page.url()).searchParams.get('assign')).toBeNull()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('region', { name: /^Porter, Nov 30/ }).waitFor()
  await context.close()
})

test('a person who may not work there is refused where they are dropped', async () => {
  const { page, context } = await open(
    `/board?open=${ward}&position=${nights}&week=2026-W51&assign=${ana}&rows=POSITION`,
  )
  await page.getByRole('alert').getByText('lacks a required tag').waitFor()
  await page.goto(`${ops.url}/board?open=${ward}&week=2020-W01`)
  await page.getByText('The board no longer shows this week or position.').waitFor()
  await context.close()
})

test('a ward manager starts with her units, which the browser remembers, and not with logins', async () => {
  const { page, context } = await open('/', manager)
  const main = page.getByRole('main')
  await main.getByRole('rowheader', { name: 'Rooms' }).waitFor()
  await main.getByRole('link', { name: /^Ward 1, Dec 14/ }).click()
  await main.locator('tbody [aria-current]').waitFor()
  await page.goBack()
  await page.getByRole('combobox', { name: 'My units' }).fill('Ward')
  await page.getByRole('option', { name: 'Ward 1' }).click()
  await main.getByRole('rowheader', { name: 'Night nurse' }).waitFor()
  expect(await main.getByRole('rowheader', { name: 'Scrub nurse' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'My units' }).fill('Rooms')
  await page.getByRole('option', { name: 'Rooms' }).click()
  await main.getByRole('rowheader', { name: 'Scrub nurse' }).waitFor()
  await page.reload()
  await main.getByRole('region', { name: 'Certificates' }).getByText('Vidal, Ana').waitFor()
  await main.getByText('No proposal waits for an answer.').waitFor()
  const links = await main.getByRole('link', { name: /^What could be covered|whose certificate/ }).all()
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    `/planner?unit=${ward}`,
    `/planner?unit=${rooms}`,
    `/people?certificate_ends=30&unit=${ward}&unit=${rooms}`,
  ])
  expect(await main.getByText(/PostgreSQL|login/).count()).toBe(0)
  await expectAccessible(page)
  await main.getByRole('link', { name: /^Night nurse, Dec 14/ }).click()
  await page.getByRole('region', { name: /^Night nurse, Dec 14/ }).waitFor()
  await main.getByRole('rowheader', { name: 'Relief nurse' }).waitFor()
  expect(await main.getByRole('rowheader', { name: 'Scrub nurse' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'My units' }).press('Backspace')
  await main.getByRole('rowheader', { name: 'Scrub nurse' }).waitFor()
  await page.getByRole('button', { name: 'Whole clinic' }).click()
  await main.getByRole('rowheader', { name: 'Scrub nurse' }).waitFor({ state: 'detached' })
  await main.getByRole('rowheader', { name: 'Rooms' }).waitFor()
  await context.close()
})

test('the renewals have no column of buttons for those who may not renew', async () => {
  const { page, context } = await open('/renewals', await service.addUser('VIEWER', { is_staff: true }))
  await lineOf(page, 'Renewals', 'Vidal, Ana').waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Person',
    'Qualification or contract',
    'Last day',
    'Hours at stake',
    'No one else',
    'Positions',
  ])
  await context.close()
})

testInCheck('what is worth renewing, training and backing up has pages with their figures', async () => {
  const { page, context } = await open('/renewals')
  await lineOf(page, 'Renewals', 'Vidal, Ana', 'Night duty', 'Dec 10, 2026', '40 h', 'Night nurse').waitFor()
  await page.getByRole('button', { name: /Night duty, Vidal, Ana/ }).waitFor()
  await page.goto(`${ops.url}/single-points`)
  await lineOf(page, 'Single points', 'Ward 1', 'Vidal, Ana', 'Night duty').waitFor()
  await position('Night lead', ward, '200.00')
  await make.employeeTag({ employee: (await make.employee({ last_name: 'Lund' })).id, tag: contract })
  await page.goto(`${ops.url}/training?demand=secure`)
  await lineOf(page, 'Training', 'Lund', 'Night duty').waitFor()
  await page.getByRole('img', { name: /^1 training closes 32 h of / }).waitFor()
  await page.getByText(/^1 more qualification would close 32 h of the \d+ h /).waitFor()
  await context.close()
})

testInCheck('the board prints on one sheet, however many rows are shown at first', async () => {
  for (let number = 1; number <= 40; number++) {
    const { id } = await make.unit({ name: `Theatre ${number}`, parent: surgery })
    await make.position({ org_unit: id, required_weekly_hours: '20.00' })
  }
  const { page, context } = await open(`/board?show=clinic&open=${ward}`, manager)
  await page.getByRole('region', { name: /^Ward 1/ }).waitFor()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type ?\/Page\b/g)).toHaveLength(1)
  const [, width, height] = /\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  expect(Number(width)).toBeGreaterThan(Number(height))
  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await page.getByRole('rowheader', { name: 'Theatre 1', exact: true }).waitFor()
  await expect.poll(() => isFocused(page, page.locator('main tbody tr').nth(30))).toBe(true)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV: Board' }).click()
  const rows = parse(await readFile(await (await saved).path()), { bom: true, columns: true })
  expect(rows).toHaveLength(8 * 42)
  expect(rows).toContainEqual({
    Unit: 'Theatre 1',
    Position: '',
    Week: 'Nov 23 – 29',
    Required: '20',
    Secure: '0',
    Missing: '20',
    Losses: '',
  })
  await context.close()
})

testInCheck('the board is as easy to touch on a phone, where each week says its date', async () => {
  const { page, context } = await open(`/board?unit=${ward}&rows=POSITION`, admin, {
    viewport: { width: 390, height: 844 },
    locale: 'es-ES',
  })
  await page.getByRole('link', { name: /^Night nurse, 14/ }).click()
  await page.getByRole('region', { name: /^Night nurse, 14/ }).waitFor()
  expect(await page.evaluate(hardToHit())).toEqual([])
  await expectAccessible(page)
  await context.close()
})

test('an open cell asks for no more candidates than it shows, until all are wanted or one is dropped', async () => {
  const kitchen = (await make.tag({ category: 'CERTIFICATION' })).id
  const cook = (await make.position({ title: 'Cook', org_unit: rooms, required_weekly_hours: '40.00' })).id
  await make.positionTag({ position: cook, tag: kitchen })
  for (let one = 0; one < 7; one++)
    await make.employeeTag({ employee: (await make.employee()).id, tag: kitchen })
  const { page, context } = await open('')
  const asked: string[] = []
  page.on('request', (request) => {
    const [, size] = /planning\.candidates.*"page_size":(\d+)/.exec(decodeURIComponent(request.url())) ?? []
    if (size) asked.push(size)
  })
  const candidates = page.getByRole('list', { name: 'Candidates' }).getByRole('listitem')
  await page.goto(`${ops.url}/board?open=${rooms}&position=${cook}`)
  await expect.poll(() => candidates.count()).toBe(5)
  expect(asked).toEqual(['5'])
  await page.getByRole('button', { name: 'Show 2 more' }).press('Enter')
  await expect.poll(() => isFocused(page, candidates.nth(5))).toBe(true)
  expect(await candidates.count()).toBe(7)
  expect(asked).toEqual(['5', '100'])

  const last = await candidates.last().getByRole('link').getAttribute('href')
  await page.goto(`${ops.url}/board?open=${rooms}&position=${cook}&assign=${last?.split('/').pop()}`)
  await page.getByRole('dialog').getByText('Cook, Rooms').waitFor()
  expect(asked.slice(2)).not.toContain('5')

  await page.route(/planning\.candidates/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"count":7', '"count":130') })
  })
  await page.goto(`${ops.url}/board?open=${rooms}&position=${cook}&assign=${ana}`)
  await page.getByRole('alert').getByText('is not among the best 100 candidates').waitFor()
  await page.getByRole('button', { name: 'Show 95 more' }).click()
  await page.getByRole('link', { name: 'and 123 more' }).waitFor()
  await context.close()
})
