import { pino } from 'pino'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDemo } from '../../server/demo/load.ts'
import { demoUsers } from '../../server/demo/users.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { startConsole } from '../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../setup/fixture.ts'
import { onlyInCheck } from '../setup/run/ring.ts'
import { cuttableProxy } from '../setup/stores/cuttable-proxy.ts'
import {
  browserForFile,
  confirmPassword,
  lineOf,
  openConsole,
  openSignedIn,
  seriousFindings,
} from './setup/browser.ts'

// What operators and ward managers come for, each within two clicks of the overview.

const env = { TRUST_PROXY: '1', THROTTLE_USER: '5000/hour', THROTTLE_LOGIN: '10/hour' }
const { service } = await serviceForFile({
  env,
  async databaseUrl(url) {
    await loadDemo(readSettings({}), url, { now: new Date(), log: pino({ level: 'silent' }) })
    return url
  },
})
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
const redis = closedAfterAll(await cuttableProxy(service.redisUrl))
const operators = closedAfterAll(await startConsole(service, { env, redisUrl: redis.url }))
const browser = await browserForFile()
const { admin, supervisor, viewer, employee } = demoUsers

type Device = {
  device: string
  options: BrowserContextOptions
  /** Where a flood of logins comes from. */
  address: string
  /** The user that an operator has blocked. */
  blocked: { email: string; family_name: string }
}
const devices: Device[] = [
  {
    device: 'a desktop',
    options: { viewport: { width: 1366, height: 768 } },
    address: '203.0.113.7',
    blocked: viewer,
  },
  ...onlyInCheck({
    device: 'a phone',
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    address: '203.0.113.8',
    blocked: supervisor,
  }),
]

const logIn = (from: string, login: { email: string; password: string }) =>
  service.anonymous().post('/api/v1/auth/login/', login, { headers: { 'X-Forwarded-For': from } })

const operator = operators.anonymous()
await operator.login(admin.email, admin.password)
const until = new Date(Date.now() + 3_600_000).toISOString()
for (const { address, blocked } of devices) {
  for (let attempt = 0; attempt < 12; attempt++)
    await logIn(address, { email: employee.email, password: 'wrong' })
  const block = { scope: 'user', key: blocked.email, until, reason: 'A script that runs wild' }
  const answer = await operator.trpc('mutation', 'operator.throttles.block', block)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

describe.each(devices)(
  'on $device, within two clicks of the overview,',
  ({ device, options, address, blocked }) => {
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
    const button = (name: string | RegExp) => page.getByRole('button', { name })

    /** Follows a link of the menu, which a phone has behind a button. */
    async function go(name: string) {
      const menu = button('Open the menu')
      if (await menu.isVisible()) await click(menu)
      await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }))
    }

    /** Gives a reason in the dialog that a button has opened, and confirms. */
    async function confirm(reason: string, name: string) {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name, exact: true }).click()
    }

    /** Opens what the search over everything finds. */
    async function find(typed: string, name: string | RegExp) {
      await click(page.getByRole('banner').getByRole('button', { name: /^Find/ }))
      await page.getByRole('dialog').getByRole('textbox').fill(typed)
      await click(page.getByRole('option', { name }))
    }

    test('an operator signs in without a mouse and reaches the page of the address', async () => {
      const { email, password } = admin
      const visitor = await openConsole(browser, `${operators.url}/people`, options)
      await visitor.page.locator('input[type=email]:focus').waitFor()
      await visitor.page.keyboard.type(email)
      await visitor.page.keyboard.press('Tab')
      await visitor.page.keyboard.type(password)
      await visitor.page.keyboard.press('Enter')
      await visitor.page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
      await visitor.context.close()
    })

    test('an operator sees which units are short of hours, by how many, and where most', async () => {
      await panel('Hours short per week')
        .getByText(/^[\d,]+ h$/)
        .waitFor()
      await panel('Units that lack the most hours').getByRole('link', { name: 'Ward 3B' }).waitFor()
      expect(clicks).toBe(0)
    })

    test('an operator finds a night nurse for the unit that is short of most hours', async () => {
      await click(link('Ward 3B'))
      await click(link('Nurse, night'))
      const best = page.getByRole('table', { name: 'Candidates' }).getByRole('row').nth(1)
      await best.getByText(/^1\. /).waitFor()
      const assign = best.getByRole('button', { name: /^(Assign|Raise) / })
      await assign.waitFor()
      expect(await assign.isEnabled()).toBe(true)
    })

    test('an operator sees which positions have more hours than they require, and how many', async () => {
      await click(panel('Hours short per week').getByRole('link', { name: / h$/ }))
      await click(link('5 over-covered'))
      await lineOf(page, 'Positions', 'Cardiologist', '16 h').waitFor()
      expect(await page.getByRole('table', { name: 'Positions' }).getByRole('row').count()).toBe(6)
    })

    test('an operator sees a person’s week, and then the next', async () => {
      await find('castineira', /SA-/)
      const week = panel('Hours of the week')
      await week.getByText('Contract hours', { exact: true }).waitFor()
      const weeks = page.getByRole('list', { name: 'Balance by week' }).getByRole('listitem')
      await weeks
        .nth(1)
        .getByText(/unused|above the contract|all hours used/)
        .waitFor()
    })

    test('an operator sees what was done to a person, by which user and why', async () => {
      await find(employee.email, /SA-/)
      await lineOf(page, 'History', 'Import').first().waitFor()
      expect(await page.getByRole('table', { name: 'History' }).getByRole('row').count()).toBeGreaterThan(3)
    })

    test('an operator sees why a user gets 429, who did it and why, and unblocks, limits and blocks the user', async () => {
      await find(blocked.email, blocked.email)
      const line = lineOf(page, 'Throttles of this user', 'Users')
      await line.getByText('blocked until').waitFor()
      await line.getByText(/Villalba, Teresa: A script that runs wild/).waitFor()
      await line.getByRole('button', { name: /^Unblock/ }).click()
      await confirm('They have stopped it', 'Unblock')
      await line.getByText('blocked until').waitFor({ state: 'detached' })
      await line.getByRole('button', { name: /^Limit/ }).click()
      await page.getByRole('dialog').getByLabel('Limit').fill('40')
      await confirm('Until it is mended', 'Set limit')
      await line.getByText('limit 40 until').waitFor()
      await button('Block…').click()
      await confirm('It runs wild again', 'Block')
      await line.getByText('blocked until').waitFor()
    })

    test('an operator finds an address that floods the login and lifts its limit there', async () => {
      const { email, password } = employee
      await click(link(new RegExp(`^${address.replaceAll('.', '\\.')} `)).first())
      await page.getByRole('heading', { level: 1, name: address }).waitFor()
      await page.getByText('10 of 10').first().waitFor()
      expect((await logIn(address, { email, password })).status).toBe(429)
      await button(/^Reset/).click()
      await confirm('A nurse who has forgotten the password', 'Reset')
      await page.getByText('10 of 10').first().waitFor({ state: 'detached' })
      await expect.poll(async () => (await logIn(address, { email, password })).status).toBe(200)
    })

    test('an operator creates a user, resets the password, ends the sessions, gives a right and deactivates the user', async () => {
      const email = `${device.replaceAll(' ', '-')}@aurelia.example`
      await find('users', 'Users')
      await button('Create a user…').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Given name').fill('Nova')
      await dialog.getByLabel('Reason').fill('Starts on Monday')
      await confirmPassword(dialog, admin.password, 'Create')
      await dialog.getByTestId('generated-secret').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.goto(operators.url)
      clicks = 0
      await find(email, email)
      await button('Reset password…').click()
      await confirm('Forgotten', 'Reset password')
      const password = await dialog.getByTestId('generated-secret').innerText()
      await dialog.getByRole('button', { name: 'Done' }).click()
      const session = service.anonymous()
      const isIn = async () => (await session.get('/api/v1/auth/me/')).status
      await session.login(email, password)
      expect(await isIn()).toBe(200)
      await button('End all sessions…').click()
      await confirm('A lost phone', 'End all sessions')
      await expect.poll(isIn).toBe(401)
      await button('Change permissions…').click()
      await dialog.getByLabel('Staff').check()
      await confirm('Watches the throttles', 'Change permissions')
      await page.getByRole('main').getByText('Staff', { exact: true }).waitFor()
      await button('Deactivate…').click()
      await confirm('Does not come', 'Deactivate')
      await button('Reactivate…').waitFor()
      expect((await session.login(email, password)).status).toBe(400)
    })

    test('an operator sees which people another weekly cap would affect before it is saved', async () => {
      await find('rules', 'Rules')
      await button('Change the clinic’s cap…').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Hours per week').fill('30')
      await dialog
        .getByText(/^After the change: \d+ people are over the cap, in \d+ assignments\.$/)
        .waitFor()
      const first = dialog.getByRole('listitem').first()
      await first.getByText(/The weekly hours are [\d.]+, above the cap of 30\./).waitFor()
      await dialog.getByLabel('Reason').fill('Only tried')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
    })

    test('an operator sees how the service and its stores are, and where each setting comes from', async () => {
      await go('System')
      await panel('PostgreSQL').getByText('connected', { exact: true }).waitFor()
      await panel('Redis').getByText('connected', { exact: true }).waitFor()
      await lineOf(page, 'Settings', 'THROTTLE_LOGIN', '10/hour').waitFor()
    })

    test('an operator sees that Redis is down, and when it is back', async () => {
      const trouble = link('Redis is not responding')
      await redis.cut()
      await trouble.waitFor({ timeout: 45_000 })
      await redis.restore()
      await trouble.waitFor({ state: 'detached', timeout: 45_000 })
    })

    test('an operator calls the API from its reference', async () => {
      await go('API reference')
      const operation = page.locator('[id="operations-auth-auth_me"]')
      await page.getByPlaceholder('Filter by tag or path').fill('auth/me')
      await page.locator('#operations-health-health_check').waitFor({ state: 'detached' })
      await operation.locator('.opblock-summary-control').click()
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      const answer = operation.locator('.live-responses-table')
      await answer.locator('.response-col_status').getByText('200').waitFor()
      await answer.getByText(admin.email).first().waitFor()
      await page.getByRole('link', { name: 'Console' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    })

    test('an operator reaches the metrics', async () => {
      const [answer] = await Promise.all([page.waitForResponse(/\/metrics$/), go('Metrics')])
      expect(answer.status()).toBe(200)
    })
  },
)
