import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoUsers } from '../../server/demo/users.ts'
import { testInCheck } from '../setup/fixture.ts'
import { isCheck, onlyInCheck } from '../setup/run/ring.ts'
import { password as servicePassword } from '../setup/service.ts'
import {
  browserForFile,
  confirmPassword,
  lineOf,
  openConsole,
  openSignedIn,
  seriousFindings,
  signIn,
} from './setup/browser.ts'
import { consolePages, goOn, type Language, locales, visit } from './setup/console-pages.ts'
import { demoConsole } from './setup/demo-console.ts'
import { hardToHit } from './setup/touch.ts'

const { email, password } = demoUsers.admin
const admin = { email, secret: password }
const warning = 'DATABASE_URL: personal data travels to db.example.org unencrypted; add sslmode=verify-full.'

const { service, operators } = await demoConsole({ env: { THROTTLE_LOGIN: '5/hour' }, warnings: [warning] })
const browser = await browserForFile()

/** Pixels by which the page or one of its panels sticks out on the right. */
const widthBeyondTheScreen = `Math.max(
  document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('main section, header button')].map(
    (element) => element.getBoundingClientRect().right - innerWidth,
  ),
)`

/** The heights of the rows of one line in the tables of the page. */
const heightsOfRows = `(() => {
  const heightOf = (cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getBoundingClientRect().height
  }
  return [...document.querySelectorAll('main tbody tr')]
    .filter(({ cells }) => [...cells].every((cell) => heightOf(cell) < 32))
    .map((row) => Math.floor(row.getBoundingClientRect().height))
})()`

/** Words of English in what the console says: not in its data, nor in what the service says. */
const leftInEnglish = `(() => {
  const others = 'td, option, [lang=en], [role=option], main a, code, time, noscript, script, style'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  return texts
    .filter(({ data }) => /\\b(the|of|and|with|this|that|is|are)\\b/i.test(data))
    .filter(({ parentElement }) => !parentElement.closest(others))
    .map(({ data }) => 'in English: ' + data)
})()`

/** Some colours fade into those of the other scheme. */
const colorsAreFinal = `Promise.allSettled(document.getAnimations().map(({ finished }) => finished))`

async function findingsInDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await page.evaluate(colorsAreFinal)
  const findings = await seriousFindings(page, 'color-contrast')
  await page.emulateMedia({ colorScheme: 'light' })
  return findings.map((finding) => `dark ${finding}`)
}

type Look = { device: string; language: Language; viewport: { width: number; height: number } }

const screen: Look = { device: 'a screen', language: 'en', viewport: { width: 1280, height: 900 } }
const phone: Look = { device: 'a phone', language: 'es', viewport: { width: 390, height: 844 } }
const shown = consolePages.filter(({ name }) => isCheck || name === 'overview')

const warned = {
  en: warning,
  es: 'DATABASE_URL: los datos personales viajan sin cifrar a db.example.org; añada sslmode=verify-full.',
}

describe.each([screen, ...onlyInCheck(phone)])('on $device in $language', ({ language, viewport }) => {
  const options = { viewport, locale: locales[language], reducedMotion: 'reduce' } as const
  let tab: Awaited<ReturnType<typeof openSignedIn>>
  beforeAll(async () => {
    tab = await openSignedIn(browser, operators.url, { ...options, ...admin })
  })
  afterAll(() => tab.context.close())

  const problemsOf = async (page: Page) => {
    const excess = await page.evaluate<number>(widthBeyondTheScreen)
    return [
      ...(await seriousFindings(page)),
      ...(isCheck ? await findingsInDark(page) : []),
      ...(language === 'es' ? await page.evaluate<string[]>(leftInEnglish) : []),
      ...(viewport.width < 768 ? await page.evaluate<string[]>(hardToHit()) : []),
      ...(excess > 0 ? [`too wide by ${excess}`] : []),
    ]
  }

  test('the sign-in is accessible and fits the width', async () => {
    const { page, context, foreign } = await openConsole(browser, operators.url, options)
    await page.locator('input[type=email]').waitFor()
    expect({ problems: await problemsOf(page), foreign }).toEqual({ problems: [], foreign: [] })
    await context.close()
  })

  test.each(shown)('$name is accessible and fits the width', async (one) => {
    const { page, foreign } = tab
    const here = { ...one, language }
    // Many pages begin where the one before them has ended.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await (page.url() === operators.url + one.path ? goOn(page, here) : visit(page, operators.url, here))
    expect({ problems: await problemsOf(page), foreign }).toEqual({ problems: [], foreign: [] })
  })

  test('the page of the system tells the warnings of the start', async () => {
    await tab.page.goto(`${operators.url}/system`)
    await tab.page.getByRole('alert').getByText(warned[language]).waitFor()
  })
})

testInCheck('the items of menus are large enough for a finger, also on a low phone', async () => {
  const phone = { viewport: { width: 375, height: 600 }, email, secret: password }
  const { page, context } = await openSignedIn(browser, operators.url, phone)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const missed = await page.evaluate<string[]>(hardToHit('nav'))
  await page.getByRole('link', { name: 'Metrics' }).click({ trial: true })
  await page.getByRole('button', { name: 'Close the menu' }).click()
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expect([...missed, ...(await page.evaluate<string[]>(hardToHit('[role=menu]')))]).toEqual([])
  await context.close()
})

testInCheck('one-line table rows are 40 px high on a screen, even with a button', async () => {
  const screen = { viewport: { width: 1440, height: 900 }, email, secret: password }
  const { page, context } = await openSignedIn(browser, operators.url, screen)
  for (const path of ['/coverage', '/positions', '/people', '/users']) {
    await visit(page, operators.url, { name: path, path })
    const heights = await page.evaluate<number[]>(heightsOfRows)
    expect({ path, heights: [...new Set(heights)] }).toEqual({ path, heights: [40] })
  }
  await context.close()
})

test('a page of the console runs only its own scripts', async () => {
  const { page, context } = await openConsole(browser, operators.url)
  const blocked = await page.evaluate(`(async () => {
    const violation = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective))
    })
    const script = document.createElement('script')
    script.textContent = 'globalThis.ran = true'
    document.head.append(script)
    return [await violation, 'ran' in globalThis]
  })()`)
  expect(blocked).toEqual(['script-src-elem', false])
  await context.close()
})

test('a change of a rule shows the affected people before it is saved, and the preview follows the input', async () => {
  const { page, context } = await openSignedIn(browser, operators.url, admin)
  await page.getByRole('link', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Change the clinic’s cap…' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Hours per week')
  await field.fill('9999')
  await dialog.getByText('The cap must be above 0 and at most 168 hours.').waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await dialog.getByLabel('Reason').fill('Longer weeks in winter')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await field.fill('30.125')
  await dialog.getByText('Enter a number, such as 48 or 37.5.').waitFor()
  await field.fill('30')
  await dialog.getByText(/^After the change: \d+ people are over the cap, in \d+ assignments\.$/).waitFor()
  // A person's page opens beside the dialog, and all named people can be shown.
  const people = dialog.getByRole('listitem')
  expect(await people.first().getByRole('link').getAttribute('target')).toBe('_blank')
  expect(await people.count()).toBe(5)
  await dialog.getByRole('button', { name: /^Show \d+ more$/ }).click()
  expect(await people.count()).toBeGreaterThan(5)
  await field.fill('60')
  const proposed = dialog.getByText('After the change: No one is over the cap.')
  await proposed.waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('has its own cap of 60 h per week').waitFor()

  await page.getByRole('button', { name: 'Change “Maximum consecutive shifts”' }).click()
  const before = await dialog.getByText(/^After the change:/).textContent()
  await dialog.getByLabel('Reason').fill('Nothing is different yet')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Threshold in days').fill('123456789')
  await dialog.getByText('Enter a number, such as 48 or 37.5.').waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await dialog.getByLabel('Threshold in days').fill('3')
  await expect.poll(() => dialog.getByText(/^After the change:/).textContent()).not.toBe(before)
  await dialog.getByLabel('Severity').selectOption('BLOCKING')
  await dialog.getByLabel('Reason').fill('No more than three long days')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('region', { name: 'Maximum consecutive shifts' }).getByText('3 days').waitFor()
  await page.getByRole('link', { name: 'Audit' }).click()
  await lineOf(
    page,
    'Operator actions',
    'rules.update',
    'MAX_CONSECUTIVE_SHIFTS',
    'three long days',
  ).waitFor()
  await context.close()
})

test('a dialog shows what somebody else has changed meanwhile, to take over or to overwrite by keyboard', async () => {
  const other = await operators.as('ADMIN')
  const setCap = (max_weekly_hours: string) =>
    other.trpc('mutation', 'operator.rules.set_clinic_cap', { max_weekly_hours, reason: 'Faster' })
  await setCap('50')
  const { page, context } = await openSignedIn(browser, operators.url, admin)
  await page.getByRole('link', { name: 'Rules' }).click()
  await page.getByText('has its own cap of 50 h per week').waitFor()
  await page.getByRole('button', { name: 'Change the clinic’s cap…' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Hours per week')
  const alert = dialog.getByRole('alert')
  const save = async (hours: string) => {
    await field.fill(hours)
    await dialog.getByLabel('Reason').fill('Longer weeks')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await alert.getByText('Somebody else has changed this meanwhile').waitFor()
    return (await alert.getByRole('row').allInnerTexts()).map((row) => row.split('\t'))
  }
  const head = ['Field', 'You saw', 'Now']
  await setCap('52')
  expect(await save('55')).toEqual([head, ['Hours per week', '50 h', '52 h']])
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('52')
  expect(await alert.count()).toBe(0)
  expect(await dialog.locator(':focus').inputValue()).toBe('52')

  await setCap('53')
  expect(await save('56')).toEqual([head, ['Hours per week', '52 h', '53 h']])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('has its own cap of 56 h per week').waitFor()
  await context.close()
})

testInCheck('the dialog for a management unit says what it will change', async () => {
  const { page, context } = await openSignedIn(browser, operators.url, admin)
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.getByRole('rowheader').getByRole('link', { name: 'Ward 2B' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Mark as management…' }).click()
  await dialog.getByText('Ward 2B will be marked as a management unit (is_management).').waitFor()
  await dialog.getByLabel('Reason').fill('Runs the wards')
  await dialog.getByRole('button', { name: 'Mark as management' }).click()
  await page.getByText('Ward 2B is now a management unit.').waitFor()
  await page.getByRole('button', { name: 'Unmark as management…' }).click()
  await dialog.getByText('Ward 2B will no longer be marked as a management unit (is_management).').waitFor()
  await context.close()
})

testInCheck('only a superuser is offered the superuser flag', async () => {
  const fields = { is_staff: true, is_superuser: true }
  const superuser = await service.addUser('ADMIN', { email: 'root@aurelia.example', ...fields })
  const { page, context } = await openConsole(browser, operators.url)
  const dialog = page.getByRole('dialog')
  const flag = dialog.getByLabel('Superuser')
  const openDialog = async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
    await page.getByRole('link', { name: 'Prat, Noa' }).click()
    await page.getByRole('button', { name: 'Change permissions…' }).click()
    // A superuser alone is turned away from the console.
    await dialog
      .getByText('whatever their role, but must also be staff to sign in to this console.')
      .waitFor()
  }
  await signIn(page, email, password)
  await openDialog()
  expect(await flag.isDisabled()).toBe(true)
  await dialog.getByText('Only a superuser can change this.').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${operators.url}/users/${superuser.id}`)
  for (const name of ['Change role…', 'Change permissions…', 'Reset password…', 'Deactivate…'])
    expect(await page.getByRole('button', { name }).getAttribute('title')).toBe(
      'Only a superuser can change this.',
    )
  await page.getByRole('banner').getByRole('button', { expanded: false }).last().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()

  await signIn(page, superuser.email)
  await openDialog()
  await flag.check()
  await dialog.getByLabel('Reason').fill('Second superuser')
  await confirmPassword(dialog, servicePassword, 'Change permissions')
  await page
    .getByRole('main')
    .getByText(/^(Staff, )?Superuser$/)
    .waitFor()
  await context.close()
})
