import { expect, test } from 'vitest'
import { startConsole } from '../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../setup/fixture.ts'
import { cuttableProxy } from '../setup/stores/cuttable-proxy.ts'
import { browserForFile, expectAccessible, openConsole } from './setup/browser.ts'

const { service } = await serviceForFile()
const postgres = closedAfterAll(await cuttableProxy(service.databaseUrl))
const ops = closedAfterAll(await startConsole(service, { databaseUrl: postgres.url }))
const browser = await browserForFile()

testInCheck.each([
  ['a desktop, dark and in English', 1440, 'dark', 'en', 'PostgreSQL can’t be reached', 'Everything works'],
  ['a phone, light and in Spanish', 390, 'light', 'es', 'No hay conexión con PostgreSQL', 'Todo funciona'],
] as const)(
  'the status page shows an outage begin and end by itself, on %s',
  async (_, width, colorScheme, locale, away, well) => {
    const viewport = { width, height: 850 }
    const { context, page } = await openConsole(browser, ops.url, { viewport, colorScheme, locale })
    await page.locator('input[type=email]').waitFor()
    const failed: string[] = []
    page.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()))
    await page.goto(`${ops.url}/status`)
    const heading = (text: string) => page.getByRole('heading', { name: text }).waitFor()
    await heading(well)
    await postgres.cut()
    await heading(away)
    expect(await page.locator('time').count()).toBe(2)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await postgres.restore()
    await heading(well)
    expect(failed).toEqual([])
    await context.close()
  },
)

test('the status page needs no script, and without one reloads by itself', async () => {
  const { context, page } = await openConsole(browser, ops.url, { javaScriptEnabled: false, locale: 'en' })
  await page.goto(`${ops.url}/status`)
  await page.getByRole('heading', { name: 'Everything works' }).waitFor()
  expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('10')
  await context.close()
})

testInCheck('a page that does not exist leads back to the console', async () => {
  const { context, page } = await openConsole(browser, ops.url, { locale: 'en' })
  await page.goto(`${ops.url}/nowhere.txt`)
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Console' }).click()
  await page.waitForURL(`${ops.url}/`)
  await context.close()
})
