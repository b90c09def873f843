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
/** The time within which the console shows a change. */
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

test('without Redis the console says so, shows the numbers of one process, and recovers by itself', async () => {
  await go('Throttles')
  await panel('login').waitFor()
  await redis.cut()
  await page.getByText('Redis is not responding', { exact: true }).waitFor(soon)
  expect(await panel('login').isVisible()).toBe(true)
  await go('System')
  await panel('Redis').getByText('not responding').waitFor(soon)
  await redis.restore()
  await panel('Redis').getByText('connected').waitFor(soon)
  await go('Throttles')
  await page.getByText('Redis is not responding', { exact: true }).waitFor({ state: 'detached', ...soon })
}, 90_000)

test('without PostgreSQL, throttles and system can be viewed, the other pages show an error, and all recover', async () => {
  await go('Users')
  await page.getByRole('table', { name: 'Users' }).waitFor()
  await database.cut()
  await page.getByText('PostgreSQL is not responding', { exact: true }).waitFor(soon)

  await go('Coverage')
  await page.getByText('This page recovers by itself.').waitFor(soon)
  await go('Throttles')
  await panel('login').waitFor(soon)
  expect(await page.getByRole('button', { name: 'Block a key…' }).isDisabled()).toBe(true)
  await go('System')
  await panel('PostgreSQL').getByText('not responding').waitFor(soon)
  expect(await panel('Sweeps').getByRole('button').isDisabled()).toBe(true)

  await database.restore()
  await panel('PostgreSQL').getByText('connected', { exact: true }).waitFor(soon)
  await page
    .getByText('PostgreSQL is not responding', { exact: true })
    .waitFor({ state: 'detached', ...soon })
  expect(await panel('Sweeps').getByRole('button').isEnabled()).toBe(true)
}, 90_000)

test('a page that fails while the database is away recovers by itself', async () => {
  await database.cut()
  await go('Rules')
  await page.getByText('This page recovers by itself.').waitFor(soon)
  await database.restore()
  await page.getByText('MAX_WEEKLY_HOURS', { exact: true }).waitFor(soon)
  await page.getByText('This page recovers by itself.').waitFor({ state: 'detached', ...soon })
}, 90_000)
