import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unknown } from '../expect/texts.ts'
import { startConsole } from '../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../setup/fixture.ts'
import { browserForFile, lineOf, openConsole, openSignedIn, signIn } from './setup/browser.ts'

const root = join(import.meta.dirname, '..', '..')
const dist = join(root, 'ops', 'console', 'dist')

const { service, make } = await serviceForFile()
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
const operators = closedAfterAll(await startConsole(service))
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', {
  is_staff: true,
  given_name: 'Olga',
  family_name: 'Operator',
})
const unit = (await make.department({ code: 'SUR', name: 'Surgery' })).id
const person = await make.employee({ first_name: 'Ana', last_name: 'Pérez', employee_number: 'E-77' })
await make.position({ org_unit: unit, title: 'Surgery nurse' })
for (let i = 0; i < 29; i++)
  await service.addUser('VIEWER', { email: `viewer${i}@clinic.example`, given_name: '=Vic;=1' })
const given_name = 'Aveline Longname '.repeat(8).trim()
await service.addUser('VIEWER', { email: 'a-viewer@clinic.example', given_name, family_name: '' })

async function open(options: BrowserContextOptions = {}) {
  const opened = await openSignedIn(browser, operators.url, { ...options, email })
  await opened.page.getByRole('navigation').first().waitFor({ state: 'attached' })
  return opened
}

const focused = (page: Page) =>
  page.evaluate(`document.activeElement.tagName + ' ' + document.activeElement.textContent`)

type Chunk = { file: string; imports?: string[]; css?: string[] }

// Its font, 48 kB, is not counted: the page is shown without waiting for it.
test('the first page takes at most 325 kB, compressed, and has all its styles', async () => {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(join(dist, '.vite', 'manifest.json'), 'utf8'),
  )
  const files = new Set<string>()
  const follow = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(follow)
  }
  for (const { file } of Object.values(manifest)) if (file.endsWith('.css')) files.add(file)
  follow('index.html')
  follow('src/pages/overview/overview-page.tsx')
  expect(files.size).toBeGreaterThan(4)
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await readFile(join(dist, file))).length),
  )
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(325_000)

  const assets = join(dist, 'assets')
  const all = async (suffix: string) =>
    (
      await Promise.all(
        (
          await readdir(assets)
        )
          .filter((name) => name.endsWith(suffix))
          .map((name) => readFile(join(assets, name), 'utf8')),
      )
    ).join('\n')
  const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{7,8}\b/g))
  const known = classesIn(await readFile(join(root, 'node_modules/@mantine/core/styles.css'), 'utf8'))
  const missing = classesIn(await all('.js'))
    .intersection(known)
    .difference(classesIn(await all('.css')))
  // If one is missing, ops/console/src/mantine-styles.ts lacks the styles of a component.
  expect([...missing]).toEqual([])
})

test('a wrong password is said at once, even if the service does not say how its stores are', async () => {
  const { page, context } = await openConsole(browser, operators.url)
  await page.getByLabel('Email').waitFor()
  await page.route('**/readyz', () => {})
  await signIn(page, email, 'wrong')
  await page.getByText('Wrong email or password.').waitFor()
  await context.close()
})

testInCheck(
  'the console speaks the browser’s language, or another one when asked, and remembers it',
  async () => {
    const { page, context } = await openConsole(browser, operators.url, { locale: 'es-ES' })
    await page.getByLabel('Correo electrónico').fill(email)
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
    await page.getByRole('textbox', { name: 'Contraseña' }).fill('wrong')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.getByText('El correo electrónico o la contraseña no son correctos.').waitFor()
    await page.evaluate(`localStorage.setItem('console-language', 'en')`)
    await page.reload()
    await signIn(page, email)
    await page.getByRole('button', { name: 'Olga Operator' }).click()
    await page.getByRole('menuitem', { name: 'Español' }).click()
    await page.getByRole('link', { name: 'Sistema' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sistema' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Sistema' }).waitFor()
    await page.getByText('Todo funciona con normalidad').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
    await context.close()
  },
)

testInCheck(
  'a table is ordered by its headings, keeps the order in the address, and is saved as CSV with all its pages',
  async () => {
    const { page, context } = await open()
    await page.goto(`${operators.url}/system`)
    const heading = page.getByRole('columnheader', { name: 'Variable' })
    const first = page.getByRole('table', { name: 'Settings' }).getByRole('row').nth(1)
    await heading.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
    await page.keyboard.press('Enter')
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
    const last = await first.innerText()
    await page.reload()
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
    expect(await first.innerText()).toBe(last)
    await page.goBack()
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')

    await page.goto(`${operators.url}/users?role=VIEWER`)
    await page.getByLabel('Search').pressSequentially('viewer')
    await page.getByText('30 users').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByLabel('Role').selectOption('ADMIN')
    await page.getByText('Nothing matches these filters.').waitFor()
    // What was chosen is undone step by step; the letters are not.
    for (const address of ['?role=VIEWER&search=viewer&page=2', '?role=VIEWER&search=viewer', '/system'])
      await page.goBack().then(() => expect.poll(() => page.url()).toContain(address))
    await page.goForward()
    await page.getByText('30 users').waitFor()
    // A long name neither stretches its row nor squeezes the state beside it.
    const long = lineOf(page, 'Users', 'Aveline Longname')
    expect((await long.boundingBox())?.height).toBeLessThan(70)
    expect((await long.getByRole('cell').nth(4).innerText()).trim()).toBe('Active')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV: Users' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('users.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(31)
    expect(lines.filter((line) => /(^|[",;])=/.test(line))).toEqual([])
    await operators.services.securityLog.flush()
    const exports = `select target from security_log where event = 'personal_data_export'`
    expect(await service.orm.em.fork().execute(exports)).toEqual([
      { target: 'users ?role=VIEWER&search=viewer' },
    ])
    await context.close()
  },
)

testInCheck('everything can be found from anywhere by keyboard, and with a button on a phone', async () => {
  const { page, context } = await open()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByPlaceholder('Name, number, email or page, or “who night 3b”').waitFor()
  await page.keyboard.type('perez')
  await page.getByRole('option', { name: 'Pérez, Ana E-77' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/people/${person.id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Find' }).click()
  await page.keyboard.type('surg')
  await page.getByRole('option', { name: 'Surgery SUR' }).click()
  await page.waitForURL(`**/coverage/${unit}`)
  await context.close()
})

test('a dialog focuses its first field with a ring, keeps the typed text, and returns the focus', async () => {
  const { page, context } = await open()
  await page.goto(`${operators.url}/system`)
  const opener = page.getByRole('button', { name: 'Run now…' })
  await opener.click()
  const reason = page.getByRole('dialog').getByLabel('Reason')
  await expect.poll(() => focused(page)).toBe('TEXTAREA ')
  expect(await page.evaluate('getComputedStyle(document.activeElement).outline')).toMatch(/solid 2px$/)
  await reason.fill('Halfway through a sen')
  const question = page.getByRole('alert').filter({ hasText: 'Discard what you typed?' })
  for (const leave of [
    () => page.mouse.click(5, 500),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
  ]) {
    await leave()
    await question.waitFor()
    // The focus is on the button that keeps the text.
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await reason.inputValue()).toBe('Halfway through a sen')
    expect(await reason.and(page.locator(':focus')).count()).toBe(1)
  }
  // The keys of the console neither leave the dialog nor cover it.
  for (const key of ['Tab', 'j', '?', 'g', 'u']) await page.keyboard.press(key)
  expect(await focused(page)).toBe('BUTTON Cancel')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await reason.inputValue()).toBe('Halfway through a sen')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await reason.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('BUTTON Run now…')
  await opener.click()
  await reason.waitFor()
  await page.mouse.click(5, 500)
  await reason.waitFor({ state: 'detached' })
  await context.close()
})

testInCheck('names that are long, in another script or like HTML stay within the page', async () => {
  const name = `<b>${'Bezeichnung'.repeat(8)}</b> مرحبا 🚑`
  const ward = (await make.unit({ name, parent: unit })).id
  const position = await make.position({ org_unit: ward, title: name })
  const named = await make.employee({ first_name: 'مرحبا', last_name: name })
  const { id } = await service.addUser('VIEWER', { given_name: name })
  const { page, context } = await open()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [`coverage/${ward}`, `positions/${position.id}`, `people/${named.id}`, `users/${id}`]) {
    await page.goto(`${operators.url}/${path}`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390])
  }
  await context.close()
})

testInCheck('signing out in one tab leaves nothing of a person on the others', async () => {
  const { id } = await make.employee({ first_name: 'Iris', last_name: 'Coll' })
  await make.tag({ name: 'Driver', display_name: 'Driver' })
  const { page, context } = await open({})
  async function addTag(tab: Page) {
    await tab.goto(`${operators.url}/people/${id}`)
    await tab.getByRole('button', { name: 'Add a tag' }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByRole('combobox').selectOption({ label: 'Driver' })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await tab.getByText('Iris Coll now has Driver.').waitFor()
  }
  await addTag(page)
  // Without being told, it would find out at its next request.
  const told = page.evaluate(`new Promise((resolve) => {
    new BroadcastChannel('workforce-coverage ' + location.origin).onmessage = ({ data }) => resolve(data.event)
  })`)
  const other = await context.newPage()
  await addTag(other)
  await other.getByRole('banner').getByRole('button', { expanded: false }).last().click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  expect(await told).toBe('signedOut')
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await tab.getByText('Coll').first().waitFor({ state: 'detached' })
  }
  await context.close()
})

testInCheck('the page for an unknown address leads back and offers no retry', async () => {
  const { page, context } = await open()
  await page.goto(`${operators.url}/nowhere`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.goto(`${operators.url}/throttles/login/203.0.113.7`)
  await page.getByRole('heading', { level: 1, name: '203.0.113.7' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Throttles' }).waitFor()
  await page.getByRole('alert').waitFor()
  for (const [path, title, back] of [
    ['people', 'Person', 'People'],
    ['positions', 'Position', 'Coverage'],
    ['coverage', 'Unit', 'Coverage'],
    ['users', 'User', 'Users'],
    ['master/positions', 'Position', 'Positions'],
  ] as const) {
    await page.goto(`${operators.url}/${path}/${unknown}`)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByText('It may have been removed, or the address is incomplete.').waitFor()
    expect(await page.title()).toBe(`${title} · Workforce Coverage`)
    await page.getByRole('main').getByRole('link', { name: back, exact: true }).waitFor()
  }
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await page.waitForURL(`${operators.url}/`)
  await context.close()
})
