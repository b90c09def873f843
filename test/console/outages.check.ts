import { expect, test } from 'vitest'
import { startConsole } from '../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../setup/fixture.ts'
import { cuttableProxy } from '../setup/stores/cuttable-proxy.ts'
import { execute } from '../setup/stores/execute.ts'
import { browserForFile, openConsole, openSignedIn } from './setup/browser.ts'

/** The time within which the console shows a change. */
const soon = { timeout: 45_000 }

const { service } = await serviceForFile()
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
const database = closedAfterAll(await cuttableProxy(service.databaseUrl))
const redis = closedAfterAll(await cuttableProxy(service.redisUrl))
const operators = closedAfterAll(
  await startConsole(service, { databaseUrl: database.url, redisUrl: redis.url }),
)
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', { is_staff: true })
const { page } = await openSignedIn(browser, operators.url, { email })
await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

const go = (name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
const panel = (name: string) => page.getByRole('region', { name, exact: true })

test('the console says that Redis is down, shows the numbers of one process, and recovers by itself', async () => {
  await go('Throttles')
  await panel('Logins').waitFor()
  await redis.cut()
  await page.getByText('Redis is not responding', { exact: true }).waitFor(soon)
  expect(await panel('Logins').isVisible()).toBe(true)
  await go('System')
  await panel('Redis').getByText('not responding').waitFor(soon)
  await redis.restore()
  await panel('Redis').getByText('connected').waitFor(soon)
  await go('Throttles')
  await page.getByText('Redis is not responding', { exact: true }).waitFor({ state: 'detached', ...soon })
}, 90_000)

test('every page agrees that PostgreSQL only reads, and offers no change meanwhile', async () => {
  const { pathname, username } = new URL(service.databaseUrl)
  const role = `alter role ${username} in database ${pathname.slice(1)}`
  const cutConnections = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await execute(service.ownerUrl, `${role} set default_transaction_read_only = on`)
  await execute(service.ownerUrl, cutConnections)
  const { page, context } = await openSignedIn(browser, operators.url, { email })
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  await page.getByRole('status').getByText('PostgreSQL refuses changes').waitFor(soon)
  await panel('PostgreSQL and Redis').getByText('Read only').waitFor(soon)
  await page.getByRole('link', { name: 'PostgreSQL refuses changes' }).click()
  await panel('PostgreSQL').getByText('refuses changes').waitFor(soon)
  const sweep = page.getByRole('button', { name: 'Run now…' })
  await expect.poll(() => sweep.isDisabled(), soon).toBe(true)
  await execute(service.ownerUrl, `${role} reset default_transaction_read_only`)
  await execute(service.ownerUrl, cutConnections)
  await panel('PostgreSQL').getByText('connected').waitFor(soon)
  await context.close()
}, 90_000)

test('every page and the sign-in say which store is down, and the sign-in opens again by itself', async () => {
  await go('Users')
  await page.getByText('All systems normal').waitFor(soon)
  await redis.cut()
  await page
    .getByRole('status')
    .getByText(/^Redis is not responding \(since .*\d:\d\d/)
    .waitFor(soon)
  await redis.restore()
  await page.getByText('All systems normal').waitFor(soon)
  await database.cut()
  const { page: visitor, context } = await openConsole(browser, operators.url)
  await visitor.getByText('Signing in is not possible right now').waitFor(soon)
  await visitor
    .getByRole('alert')
    .getByText(/PostgreSQL is not responding \(since .*\d:\d\d.*\)\. This page/)
    .waitFor(soon)
  await visitor.getByRole('button', { name: 'Español' }).click()
  await visitor.getByText(/PostgreSQL no responde \(desde el .*\d:\d\d.*\)\. Esta página/).waitFor(soon)
  await visitor.getByRole('button', { name: 'English' }).click()
  const button = visitor.getByRole('button', { name: 'Sign in' })
  expect(await button.isDisabled()).toBe(true)
  await database.restore()
  await expect.poll(() => button.isEnabled(), soon).toBe(true)
  await context.close()
}, 90_000)

test('throttles and system can be viewed while PostgreSQL is down, the other pages show an error, and all recover', async () => {
  await go('Users')
  await page.getByRole('table', { name: 'Users' }).waitFor()
  await database.cut()
  await page.getByText('PostgreSQL is not responding', { exact: true }).waitFor(soon)

  await go('Coverage')
  const alert = page.getByRole('alert').filter({ hasText: 'This page recovers by itself.' })
  await alert.getByText('PostgreSQL is not responding', { exact: true }).waitFor(soon)
  await go('Throttles')
  await panel('Logins').waitFor(soon)
  await page.getByRole('button', { name: 'Block a key…', disabled: true }).waitFor(soon)
  await go('System')
  await panel('PostgreSQL').getByText('not responding').waitFor(soon)
  await panel('Background clean-up').getByRole('button', { disabled: true }).waitFor(soon)

  await database.restore()
  await panel('PostgreSQL').getByText('connected', { exact: true }).waitFor(soon)
  await page
    .getByText('PostgreSQL is not responding', { exact: true })
    .waitFor({ state: 'detached', ...soon })
  await panel('Background clean-up').getByRole('button', { disabled: false }).waitFor(soon)
}, 90_000)

test('a page that fails while the database is down recovers by itself', async () => {
  await database.cut()
  await go('Rules')
  await page.getByText('This page recovers by itself.').waitFor(soon)
  await database.restore()
  await page.getByText('MAX_WEEKLY_HOURS', { exact: true }).waitFor(soon)
  await page.getByText('This page recovers by itself.').waitFor({ state: 'detached', ...soon })
}, 90_000)
