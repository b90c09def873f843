import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import axe, { type RunOptions } from 'axe-core'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'
import { launchChromium } from '../../setup/programs/chromium.ts'
import { buildConsole } from '../../setup/run/pages.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { password } from '../../setup/service.ts'

/** Chromium, once the console is built. */
export async function openBrowser(): Promise<Browser> {
  await buildConsole()
  return launchChromium()
}

/** Milliseconds after which a worker's Chromium that no file uses is closed. */
const idleTime = 10_000
let shared: Promise<Browser> | undefined
let closing: NodeJS.Timeout | undefined

/** This worker's Chromium, once all is prepared; after the file's last test, its tabs are closed. */
export async function browserForFile(): Promise<Browser> {
  while (process.connected && !existsSync(inject('pagesMarker'))) await sleep(100)
  clearTimeout(closing)
  // Halves the memory of a page.
  shared ??= launchChromium(['--enable-low-end-device-mode'])
  const browser = await shared
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    closing = setTimeout(() => {
      shared = undefined
      void browser.close()
    }, idleTime).unref()
  })
  return browser
}

/** Undo is offered for half a minute; here for an hour, because a test on a busy machine may take longer. */
const lastingUndo = `{
  const { setTimeout } = globalThis
  globalThis.setTimeout = (work, ms, ...more) => setTimeout(work, ms === 30_000 ? 3_600_000 : ms, ...more)
}`

/** `now` is what its clock says; without it, the clock of the machine. */
type Tab = BrowserContextOptions & { now?: Date }

/** A tab in a fresh profile. Requests to other origins are listed in `foreign`; those to other hosts fail. */
async function openTab(browser: Browser, url: string, { now, ...options }: Tab) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(45_000)
  if (now) await context.clock.setFixedTime(now)
  await context.addInitScript(lastingUndo)
  const page = await context.newPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== url && origin !== 'null') foreign.push(request.url())
  })
  return { context, page, foreign }
}

/** A tab in a fresh profile, at the console's sign-in. */
export async function openConsole(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const tab = await openTab(browser, url, options)
  await tab.page.goto(url)
  return tab
}

type SignedIn = Tab & { email: string; secret?: string; path?: string }

/** A tab in a fresh profile that is signed in already, at the path. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  { email, secret = password, path = '', ...options }: SignedIn,
) {
  const tab = await openTab(browser, url, options)
  const data = { email, password: secret }
  const answer = await tab.context.request.post(`${url}/api/v1/auth/login/`, { data })
  if (!answer.ok()) throw new Error(await answer.text())
  await tab.page.goto(url + path)
  return tab
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
  // Reporting the elements that pass, and selectors, would take twice as long.
  const options: RunOptions = {
    resultTypes: ['violations'],
    selectors: false,
    ...(rule && { runOnly: [rule] }),
  }
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given),
    options,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Expects that axe finds nothing serious. That takes a second, so outside `pages.test.ts` only `npm run check` does it. */
export async function expectAccessible(page: Page) {
  if (isCheck) expect(await seriousFindings(page)).toEqual([])
}
