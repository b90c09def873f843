import { expect, test } from 'vitest'
import { User } from '../../entities/accounts/user.ts'
import { demoUsers } from '../../server/demo/users.ts'
import { browserForFile, openSignedIn } from './setup/browser.ts'
import { consolePages, goOn, untilShown } from './setup/console-pages.ts'
import { demoConsole } from './setup/demo-console.ts'

const { service, operators } = await demoConsole()
const browser = await browserForFile()
const { email, password } = demoUsers.admin
const { id } = await service.orm.em.fork().findOneOrFail(User, { email })

/** Sums up how far what is shown has moved without the user's doing (CLS). */
const countShifts = `
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

const shown = consolePages.filter(({ button }) => !button)

test('no page makes more than 25 requests when it is first opened, or moves what it shows by more than 0.1', async () => {
  const found: Record<string, object> = {}
  const { page, context: signedIn } = await openSignedIn(browser, operators.url, { email, secret: password })
  const storageState = await signedIn.storageState()
  for (const one of shown) {
    for (const scope of ['user', 'planning'] as const)
      await operators.services.throttles.clear({ scope, key: id })
    let path = one.path
    if (one.link) {
      await page.goto(operators.url + one.path)
      await untilShown(page)
      await goOn(page, one)
      path = new URL(page.url()).pathname
    }
    // Nothing is in its cache yet.
    const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 900 } })
    const fresh = await context.newPage()
    await fresh.addInitScript(countShifts)
    // What is asked again every few seconds counts once.
    const requests = new Set<string>()
    // The line of Ctrl-K is fetched once the page is idle.
    fresh.on('request', (request) => request.url().includes('ask-dialog') || requests.add(request.url()))
    await fresh.goto(operators.url + path)
    await untilShown(fresh)
    await fresh.waitForLoadState('load')
    const shift = await fresh.evaluate<number>('globalThis.shift')
    if (requests.size > 25 || shift > 0.1) found[one.name] = { requests: requests.size, shift }
    await context.close()
  }
  expect(found).toEqual({})
}, 600_000)
