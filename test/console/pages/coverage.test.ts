import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { pino } from 'pino'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { nightKeeper } from '../../../server/jobs/nights.ts'
import { Metrics } from '../../../server/metrics/metrics.ts'
import { PlannerThread } from '../../../server/planning/planner.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import {
  browserForFile,
  expectAccessible,
  lineOf,
  openConsole,
  openSignedIn,
  signIn,
} from '../setup/browser.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', { is_staff: true })

const medicine = (await make.department({ name: 'Medicine' })).id
const surgery = (await make.department({ name: 'Surgery' })).id
const ward = (await make.unit({ name: 'Ward 1', parent: medicine })).id
const desk = (await make.unit({ name: 'Admissions', parent: medicine })).id
await make.position({ org_unit: ward, title: 'Night nurse', required_weekly_hours: '1200.00' })
const relief = await make.position({ org_unit: ward, title: 'Relief nurse', required_weekly_hours: '30.00' })
await make.assignment({ position: relief.id, effective_hours: '10.50' })
const clerk = await make.position({ org_unit: desk, title: 'Clerk', required_weekly_hours: '20.00' })
await make.assignment({ position: clerk.id, effective_hours: '36.00' })
for (let number = 1; number <= 12; number++) {
  const { id } = await make.unit({ name: `Theatre ${number}`, parent: surgery })
  await make.position({ org_unit: id, required_weekly_hours: `${number}.00` })
}

const open = (path: string, options: BrowserContextOptions = {}) =>
  openSignedIn(browser, ops.url, { acceptDownloads: true, ...options, email, path })

/** The number that a fact of the page says, by its label. */
async function fact(page: Page, label: string) {
  const said = page.getByText(label, { exact: true }).locator('xpath=following-sibling::*')
  return Number.parseFloat((await said.first().innerText()).replaceAll(',', ''))
}

test('the missing hours are the largest text, and the figures add up for a reader', async () => {
  const { page, context } = await open('/coverage')
  await page.getByText('1,297.5 h 32.44 FTE').waitFor()
  const largest = await page.evaluate<string>(`(() => {
    const sizeOf = (element) => Number.parseFloat(getComputedStyle(element).fontSize)
    const said = [...document.querySelectorAll('main *')].filter(({ childNodes }) =>
      [...childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim()),
    )
    return said.sort((a, b) => sizeOf(b) - sizeOf(a))[0].textContent
  })()`)
  expect(largest).toContain('1,297.5 h')
  const [needed, covered, short, assigned, surplus] = await Promise.all(
    ['Required per week', 'Covered', 'Short', 'Assigned', 'Surplus'].map((label) => fact(page, label)),
  )
  expect({ needed, covered, short, assigned, surplus }).toEqual({
    needed: 1328,
    covered: 30.5,
    short: 1297.5,
    assigned: 46.5,
    surplus: 16,
  })
  await page.getByText('30.5 h (2.3%)').waitFor()
  expect(await fact(page, 'Assigned / required')).toBe(3.5)
  await page.getByRole('link', { name: '13 vacant' }).click()
  await page.getByRole('link', { name: 'Night nurse' }).waitFor()
  expect(await page.getByRole('table', { name: 'Positions' }).getByText('vacant').count()).toBe(13)
  await context.close()
})

testInCheck(
  'the tree of units opens branch by branch, its CSV file has all units, and a unit lists its sub-units',
  async () => {
    const { page, context } = await open('/coverage')
    const tree = page.getByRole('table', { name: 'Units', exact: true })
    await tree.getByRole('link', { name: 'Surgery' }).waitFor()
    expect(await tree.getByRole('link', { name: 'Theatre 1', exact: true }).count()).toBe(0)
    await tree.getByRole('button', { name: 'Sub-units of Surgery' }).click()
    await tree.getByRole('link', { name: 'Theatre 1', exact: true }).waitFor()

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV: Units', exact: true }).click()
    const rows = parse(await readFile(await (await saved).path()), { bom: true, columns: true }) as Record<
      string,
      string
    >[]
    expect(rows).toHaveLength(17)
    expect(rows.find(({ Unit }) => Unit === 'Admissions')).toEqual({
      Unit: 'Admissions',
      Required: '20',
      Short: '0',
      Surplus: '16',
      Covered: '100',
    })

    await tree.getByRole('link', { name: 'Medicine' }).click()
    await page.getByRole('heading', { name: 'Totals, sub-units included' }).waitFor()
    await page.getByRole('link', { name: '1 over-covered' }).click()
    await lineOf(page, 'Positions', 'Clerk', 'over-covered', '16 h').waitFor()
    await page.goBack()
    await page
      .getByRole('table', { name: 'Units', exact: true })
      .getByRole('link', { name: 'Ward 1' })
      .click()
    await page.getByRole('heading', { name: 'Totals', exact: true }).waitFor()
    await lineOf(page, 'Positions', 'Relief nurse', 'partial', '19.5 h', '0.49').waitFor()
    expect(await page.getByRole('heading', { name: 'Sub-units' }).count()).toBe(0)
    await expectAccessible(page)
    await context.close()
  },
)

/** The relative luminance of a colour such as `rgb(253, 198, 146)`, as WCAG defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

testInCheck.each(['light', 'dark'] as const)(
  'the scale of shortages in %s is told by lightness alone, with readable numbers',
  async (colorScheme) => {
    const { page, context } = await open('/coverage', { colorScheme })
    await page.getByText('Share of hours short:').waitFor()
    const colors = await page.evaluate<{ ground: string; text: string }[]>(`
      [...document.querySelectorAll('main section [style*="--console-level"]:not([style*="level-0"])')]
        .slice(0, 5)
        .map((element) => getComputedStyle(element))
        .map(({ backgroundColor, color }) => ({ ground: backgroundColor, text: color }))`)
    const levels = colors.map(({ ground, text }) => ({ ground: luminance(ground), text: luminance(text) }))
    expect(levels).toHaveLength(5)
    const grounds = levels.map(({ ground }) => ground)
    expect(grounds).toEqual(grounds.toSorted((a, b) => (colorScheme === 'light' ? b - a : a - b)))
    for (const { ground, text } of levels) {
      const [darker = 0, lighter = 0] = [ground, text].toSorted((a, b) => a - b)
      expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThan(4.5)
    }
    await expectAccessible(page)
    await context.close()
  },
)

testInCheck(
  'the tree of units on a phone in Spanish is indented, and its buttons are large enough to tap',
  async () => {
    const phone = { viewport: { width: 390, height: 844 }, locale: 'es-ES' }
    const { page, context } = await open('/coverage', phone)
    await page.getByText('1297,5 h 32,44 ETC').waitFor()
    const tree = page.getByRole('table', { name: 'Unidades', exact: true })
    const button = tree.getByRole('button', { name: 'Subunidades de Surgery' })
    await button.click()
    const left = async (name: string) =>
      (await tree.getByRole('link', { name, exact: true }).boundingBox())?.x ?? Number.NaN
    const lefts = [await left('The clinic'), await left('Surgery'), await left('Theatre 1')]
    expect(lefts).toEqual([...new Set(lefts)].toSorted((a, b) => a - b))
    const { width, height } = (await button.boundingBox()) ?? {}
    expect([width, height]).toEqual([44, 44])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await expectAccessible(page)
    await context.close()
  },
)

/** The places of what a chart draws, in pixels, in order and without doubles. */
const placesOf = (page: Page, selector: string, edge: 'x' | 'y') =>
  page.locator(`[role=img] ${selector}`).evaluateAll(
    (elements, side) =>
      [
        ...new Set(
          elements.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            return Math.round(side === 'x' ? x + width / 2 : y + height / 2)
          }),
        ),
      ].sort((a, b) => a - b),
    edge,
  )

const distances = (places: number[]) => places.slice(1).map((place, index) => place - (places[index] ?? 0))

testInCheck(
  'a chart has a label at each line, at even distances, and covers none of the text below it',
  async () => {
    const { page, context } = await open('/forecast')
    const chart = page.locator('[role=img]').first()
    await chart.locator('.recharts-surface').first().waitFor()
    const labels = await placesOf(page, '.recharts-yAxis-tick-labels text', 'y')
    const lines = await placesOf(page, '.recharts-cartesian-grid-horizontal line', 'y')
    expect(labels).toHaveLength(lines.length)
    for (const places of [labels, lines, await placesOf(page, '.recharts-xAxis-tick-labels text', 'x')]) {
      const steps = distances(places)
      expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(2)
    }
    const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const readout = page.locator('.recharts-tooltip-wrapper')
    const thisWeek = await readout.innerText()
    expect(thisWeek).toContain('1,328 h')
    await page.mouse.move(box.x + box.width - 40, box.y + box.height / 2)
    await expect.poll(() => readout.innerText()).not.toBe(thisWeek)
    const said = (await readout.boundingBox()) ?? { y: 0, height: 0 }
    expect(said.y + said.height).toBeLessThanOrEqual(box.y)
    await context.close()
  },
)

testInCheck('the library of the charts is fetched for the first chart, not for the first page', async () => {
  const { page, context } = await openConsole(browser, ops.url)
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  // Read here, because a page that is left or closed gives no more text.
  const textOf = async (url: string) => (await fetch(url)).text()
  const isFetched = async () =>
    (await Promise.all(scripts.map(textOf))).some((text) => text.includes('recharts-surface'))
  await page.goto(`${ops.url}/coverage`)
  await signIn(page, email)
  await page.getByRole('table', { name: 'Units', exact: true }).waitFor()
  expect(await isFetched()).toBe(false)
  await page.goto(`${ops.url}/forecast`)
  await page.locator('[role=img] .recharts-surface').first().waitFor()
  expect(await isFetched()).toBe(true)
  await context.close()
})

test('pages show changed hours at once, and say when live updates are interrupted', async () => {
  const { page, context } = await open(`/positions/${relief.id}`)
  await page.getByText('19.5 h').first().waitFor()
  await vi.waitFor(() => expect(ops.services.live.size).toBe(1), 30_000)
  await make.assignment({ position: relief.id, effective_hours: '4.50' })
  // Without a connection the page would refresh after 15 seconds.
  await page.getByText('15 h').first().waitFor({ timeout: 10_000 })

  await page.route('**/trpc/live.coverage**', (route) => route.abort())
  ops.services.live.close()
  await page.getByText('Live updates are interrupted').waitFor()
  await context.close()
})

test('the establishment shows totals, units and their qualifications, and the last year once nights are kept', async () => {
  const { page, context } = await open('/establishment')
  await page.getByText('No night has been kept yet. The service keeps one each day.').waitFor()
  const ward1 = page
    .getByRole('table', { name: 'By unit', exact: true })
    .getByRole('row', { name: /^Ward 1/ })
  expect((await ward1.innerText()).split(/\s*\n?\t\s*/)).toEqual([
    'Ward 1',
    '2',
    '1,230 h',
    '0 h',
    '15 h',
    '0 h',
    '1,215 h',
    '30.38',
    '98.78%',
  ])
  const planner = new PlannerThread()
  const parts = { orm: service.orm, planner, metrics: new Metrics().nights, log: pino({ level: 'silent' }) }
  await nightKeeper({ ...readSettings({}), ...parts })(service.clock.now)
  await planner.close()
  await page.reload()
  await page.getByRole('img', { name: /required 1,328 h, booked 51 h/ }).waitFor()
  await page.getByLabel('Unit', { exact: true }).selectOption(desk)
  await page.getByRole('img', { name: /required 20 h, booked 36 h/ }).waitFor()
  await lineOf(page, 'Night by night', '20 h', '36 h').waitFor()
  await expectAccessible(page)
  await context.close()
})
