import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { launchChromium } from '../chromium.ts'
import { password } from '../service.ts'

const program = join(import.meta.dirname, '..', '..', 'ops', 'console', 'build', 'main.ts')

/** Chromium, once the console is built, which happens in a process of its own because tests run under another NODE_ENV. */
export async function openBrowser(): Promise<Browser> {
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [program, '--if-stale'], { env })
  return launchChromium()
}

/** A tab in a fresh profile, at the console's sign-in. Requests to other origins are listed in `foreign`, and fail. */
export async function openConsole(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const foreign: string[] = []
  await context.route(
    (address) => address.origin !== url,
    (route) => {
      foreign.push(route.request().url())
      return route.abort()
    },
  )
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  await page.goto(url)
  return { context, page, foreign }
}

/** Signs in through the form. */
export async function signIn(page: Page, email: string, secret = password) {
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(secret)
  await page.locator('button[type=submit]').click()
}

/** Gives the password that a dialog asks for before it does what the button says. */
export async function confirmPassword(dialog: Locator, secret: string, button: string) {
  await dialog.getByLabel('Your password').and(dialog.locator('input')).fill(secret)
  await dialog.getByRole('button', { name: button }).click()
}

/** The row of a table that contains these words. */
export const lineOf = (page: Page, table: string, ...words: string[]) =>
  words.reduce(
    (rows, word) => rows.filter({ hasText: word }),
    page.getByRole('table', { name: table }).getByRole('row'),
  )

/** The serious and critical findings of axe, or of one of its rules, with the HTML they concern. */
export async function seriousFindings(page: Page, rule?: string): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (rules) => (globalThis as unknown as { axe: typeof axe }).axe.run(rules ? { runOnly: rules } : {}),
    rule && [rule],
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
