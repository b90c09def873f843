import { pino } from 'pino'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDemo } from '../../server/demo/load.ts'
import { demoUsers } from '../../server/demo/users.ts'
import { readSettings } from '../../server/settings.ts'
import { startConsole } from '../console.ts'
import { closedAfterAll, serviceForFile } from '../fixture.ts'
import { lineOf, openBrowser, openSignedIn } from './browser.ts'

// What operators and ward managers come for, each within two clicks of the overview.

const env = { TRUST_PROXY: '1', THROTTLE_USER: '5000/hour', THROTTLE_LOGIN: '5/hour' }
const { service } = await serviceForFile({
  env,
  async databaseUrl(url) {
    await loadDemo(readSettings({}), url, { now: new Date(), log: pino({ level: 'silent' }) })
    return url
  },
})
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
const operators = closedAfterAll(await startConsole(service, { env }))
const browser = closedAfterAll(await openBrowser())
const { viewer, admin, employee } = demoUsers

// A flood of logins, and a user whom an operator has blocked.
const flood = { headers: { 'X-Forwarded-For': '203.0.113.7' } }
for (let attempt = 0; attempt < 7; attempt++)
  await service.anonymous().post('/api/v1/auth/login/', { email: viewer.email, password: 'wrong' }, flood)
const operator = operators.anonymous()
await operator.login(admin.email, admin.password)
const until = new Date(Date.now() + 3_600_000).toISOString()
const block = { scope: 'user', key: viewer.email, until, reason: 'A script that runs wild' }
const blocked = await operator.trpc('mutation', 'operator.throttles.block', block)
if (blocked.status !== 200) throw new Error(JSON.stringify(blocked.body))

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

describe.each<{ device: string; options: BrowserContextOptions }>([
  { device: 'a desktop', options: desktop },
  { device: 'a phone', options: phone },
])('on $device, within two clicks of the overview,', ({ options }) => {
  let page: Page
  let close = async () => {}
  let clicks = 0

  beforeAll(async () => {
    const { email, password: secret } = admin
    const opened = await openSignedIn(browser, operators.url, { ...options, email, secret })
    page = opened.page
    close = () => opened.context.close()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })
  afterAll(() => close())

  beforeEach(async () => {
    await page.goto(operators.url)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    clicks = 0
  })
  afterEach(() => expect(clicks).toBeLessThanOrEqual(2))

  async function click(target: Locator) {
    clicks++
    await target.click()
  }

  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
  const panel = (name: string) => page.getByRole('region', { name, exact: true })

  /** Opens what the search over everything finds. */
  async function find(typed: string, name: string | RegExp) {
    await click(page.getByRole('banner').getByRole('button', { name: /^Find/ }))
    await page.getByRole('dialog').getByRole('textbox').fill(typed)
    await click(page.getByRole('option', { name }))
  }

  test('one sees who is short, by how much, and where most', async () => {
    await panel('Hours short per week')
      .getByText(/^[\d,]+ h$/)
      .waitFor()
    await panel('Units that lack most hours').getByRole('link', { name: 'Ward 3B' }).waitFor()
    expect(clicks).toBe(0)
  })

  test('one finds who could cover a night nurse of the unit that lacks most', async () => {
    await click(link('Ward 3B'))
    await click(link('Nurse, night'))
    const best = page.getByRole('table', { name: 'Candidates' }).getByRole('row').nth(1)
    await best.getByText(/^1\. /).waitFor()
    const assign = best.getByRole('button', { name: /^(Assign|Raise) / })
    await assign.waitFor()
    expect(await assign.isEnabled()).toBe(true)
  })

  test('one sees which positions have more hours than they require, and how many', async () => {
    await click(panel('Hours short per week').getByRole('link', { name: / h$/ }))
    await click(link('5 over-covered'))
    await lineOf(page, 'Positions', 'Cardiologist', '16 h').waitFor()
    expect(await page.getByRole('table', { name: 'Positions' }).getByRole('row').count()).toBe(6)
  })

  test('one sees a person’s week, and then the next', async () => {
    await find('castineira', /SA-/)
    const week = panel('Hours of the week')
    await week.getByText('Contract hours', { exact: true }).waitFor()
    const weeks = page.getByRole('list', { name: 'Balance by week' }).getByRole('listitem')
    await weeks
      .nth(1)
      .getByText(/unused|above the contract|all hours used/)
      .waitFor()
  })

  test('one sees what was done to a person, by name', async () => {
    await find(employee.email, /SA-/)
    await page.getByRole('heading', { name: 'History' }).waitFor()
  })

  test('one sees why a user gets 429, who did it and why', async () => {
    await find('noa prat', /viewer@aurelia\.example/)
    await panel('Throttles of this user').getByText('blocked until').first().waitFor()
    await page.getByText('A script that runs wild').first().waitFor()
  })

  test('one finds an address that floods the login, and can lift its limit there', async () => {
    await click(link(/^203\.0\.113\.7 /).first())
    await page.getByRole('heading', { level: 1, name: '203.0.113.7' }).waitFor()
    await page.getByText('5 of 5').first().waitFor()
    expect(await page.getByRole('button', { name: /^Reset/ }).isEnabled()).toBe(true)
  })

  test('one reaches what can be blocked, changed and created', async () => {
    await find('users', 'Users')
    await page.getByRole('button', { name: 'Create a user…' }).waitFor()
    await page.goto(operators.url)
    clicks = 0
    await find('rules', 'Rules')
    await page.getByRole('button', { name: 'Change the clinic’s cap…' }).waitFor()
  })
})
