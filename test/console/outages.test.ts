import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConsole } from '../console.ts'
import { type CuttableProxy, cuttableProxy } from '../cuttable-proxy.ts'
import { startService, type TestService } from '../service.ts'
import { openBrowser, openConsole, signIn } from './browser.ts'

let service: TestService
let operators: Awaited<ReturnType<typeof startConsole>>
let database: CuttableProxy
let redis: CuttableProxy
let browser: Browser
let page: Page
/** Milliseconds within which the console says what has changed. */
const soon = { timeout: 15_000 }

beforeAll(async () => {
  service = await startService()
  Object.defineProperty(service.clock, 'now', { get: () => new Date() })
  database = await cuttableProxy(service.databaseUrl)
  redis = await cuttableProxy(service.redisUrl)
  operators = await startConsole(service, { databaseUrl: database.url, redisUrl: redis.url })
  browser = await openBrowser()
  const { email } = await service.addUser('ADMIN', { is_staff: true })
  page = (await openConsole(browser, operators.url)).page
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Throttles' }).waitFor()
}, 600_000)

afterAll(async () => {
  await browser?.close()
  await operators?.close()
  await database?.close()
  await redis?.close()
  await service?.close()
})

const go = (name: string) => page.getByRole('link', { name }).click()
const panel = (name: string) => page.getByRole('region', { name, exact: true })

test('without Redis the console says so, shows the numbers of the process, and recovers by itself', async () => {
  await go('Throttles')
  await panel('login').waitFor()
  await redis.cut()
  await page.getByText('Redis does not answer').waitFor(soon)
  expect(await panel('login').isVisible()).toBe(true)
  await go('System')
  await panel('Redis').getByText('does not answer').waitFor(soon)
  await redis.restore()
  await panel('Redis').getByText('connected').waitFor(soon)
  await go('Throttles')
  await page.getByText('Redis does not answer').waitFor({ state: 'detached', ...soon })
}, 90_000)

test('without PostgreSQL throttles and system can be viewed, the rest says what is wrong, and all recovers', async () => {
  await go('Users')
  await page.getByRole('table', { name: 'Users' }).waitFor()
  await database.cut()
  await page.getByText('PostgreSQL does not answer').waitFor(soon)

  await go('Coverage')
  await page.getByText('This page comes back by itself.').waitFor(soon)
  await go('Throttles')
  await panel('login').waitFor(soon)
  expect(await page.getByRole('button', { name: 'Block another key …' }).isDisabled()).toBe(true)
  await go('System')
  await panel('PostgreSQL').getByText('does not answer').waitFor(soon)
  expect(await panel('Sweeps').getByRole('button').isDisabled()).toBe(true)

  await database.restore()
  await panel('PostgreSQL').getByText('connected', { exact: true }).waitFor(soon)
  await page.getByText('PostgreSQL does not answer').waitFor({ state: 'detached', ...soon })
  expect(await panel('Sweeps').getByRole('button').isEnabled()).toBe(true)
}, 90_000)

test('a page that fails while the database is away comes back by itself', async () => {
  await database.cut()
  await go('Rules')
  await page.getByText('This page comes back by itself.').waitFor(soon)
  await database.restore()
  await page.getByText('MAX_WEEKLY_HOURS', { exact: true }).waitFor(soon)
  await page.getByText('This page comes back by itself.').waitFor({ state: 'detached', ...soon })
}, 90_000)
