import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { InterfaceFile } from '../../server/openapi/interfaces.ts'
import { startConsole } from '../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../setup/fixture.ts'
import { password } from '../setup/service.ts'
import { browserForFile, seriousFindings } from './setup/browser.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()

/** The API reference in a tab of its own, for a user who is signed in at the ops port. */
async function openReference(email: string, options: BrowserContextOptions = {}, file = '') {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== ops.url)
      complaints.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.text().includes('Content Security')) complaints.push(message.text())
  })
  await context.request.post(`${ops.url}/api/v1/auth/login/`, { data: { email, password } })
  await page.goto(`${ops.url}/docs/${file}`)
  await page.locator('.opblock').first().waitFor()
  return { context, page, complaints }
}

type Operation = ReturnType<Page['locator']>
const nothing = () => {}
const patiently = { timeout: 20_000 }

/** Finds an operation by its tag, opens it if need be, fills it in and executes it: the status and body of the answer. */
async function tryOut(page: Page, id: string, fill: (operation: Operation) => unknown = nothing) {
  await page.getByPlaceholder('Filter by tag or path').fill(id.split('-')[1] ?? '')
  // The filter draws its finds again, closed.
  await page.locator('#operations-health-health_check').waitFor({ state: 'detached' })
  const operation = page.locator(`[id="${id}"]`)
  await operation.waitFor()
  const control = operation.locator('.opblock-summary-control')
  if ((await control.getAttribute('aria-expanded')) !== 'true') await control.click()
  const start = operation.getByRole('button', { name: 'Try it out' })
  const execute = operation.getByRole('button', { name: 'Execute' })
  await start.or(execute).waitFor()
  if (await start.isVisible()) await start.click()
  await fill(operation)
  const answered = page.waitForResponse((answer) => answer.request().resourceType() === 'fetch')
  await execute.click()
  await answered
  const answer = operation.locator('.live-responses-table')
  const status = await answer.locator('.response-col_status').last().innerText()
  const body = await answer.locator('.response-col_description .highlight-code').first().textContent()
  return [Number.parseInt(status, 10), body]
}

const withBody = (body: object) => (operation: Operation) =>
  operation.getByLabel('Request body').fill(JSON.stringify(body))

/** How many operations a document has. */
async function operationsOf(file: InterfaceFile) {
  const { paths } = (await (await fetch(`${ops.url}/${file}`)).json()) as { paths: Record<string, object> }
  return Object.values(paths).flatMap((methods) => Object.keys(methods)).length
}

test('an operator tries out a read, a change and a mistake, with their own session, on the page of every operation', {
  timeout: 60_000,
}, async () => {
  const admin = await service.addUser('ADMIN', { is_staff: true, given_name: 'Ada', family_name: 'Byron' })
  await make.tag({ name: 'Night-duty' })
  const { page, context, complaints } = await openReference(admin.email)
  expect(await page.locator('.opblock').count()).toBe(await operationsOf('openapi.json'))
  await expect
    .poll(() => page.locator('#session').innerText(), patiently)
    .toContain('Signed in as Ada Byron (ADMIN)')

  expect(await tryOut(page, 'operations-tags-tags_list')).toEqual([
    200,
    expect.stringContaining('Night-duty'),
  ])

  const tag = { name: 'Nurse', display_name: 'Registered nurse', category: 'QUALIFICATION' }
  const create = 'operations-tags-tags_create'
  expect((await tryOut(page, create, withBody(tag)))[0]).toBe(201)
  await expect
    .poll(() => tryOut(page, create, withBody({ ...tag, category: 'x' })), patiently)
    .toEqual([400, expect.stringContaining('category')])

  // An hour later the access token has expired, and the page renews the session by itself.
  await context.clearCookies({ name: 'access_token' })
  await expect
    .poll(() => tryOut(page, 'operations-auth-auth_me'), patiently)
    .toEqual([200, expect.stringContaining(admin.email)])
  expect(complaints).toEqual([])
  await context.close()
})

test('the API reference says who tries an operation and shows the documented refusal of a role', {
  timeout: 60_000,
}, async () => {
  const { page, context } = await openReference('nobody@clinic.example')
  const session = page.locator('#session')
  await expect
    .poll(() => session.innerText(), patiently)
    .toContain('Sign in to the console to try out requests')
  const signIn = async (email: string) =>
    (await tryOut(page, 'operations-auth-auth_login', withBody({ email, password })))[0]

  const viewer = await service.addUser('VIEWER', { is_staff: true })
  await expect.poll(() => signIn(viewer.email), patiently).toBe(200)
  await expect.poll(() => session.innerText(), patiently).toContain('(VIEWER)')
  expect(await tryOut(page, 'operations-tags-tags_create')).toEqual([
    403,
    expect.stringContaining('You do not have permission'),
  ])
  const other = await service.addUser('ADMIN')
  await signIn(other.email)
  await expect.poll(() => session.innerText(), patiently).toContain('not a member of staff')
  await context.close()
})

describe.each([
  ['a desktop in light', { width: 1440, height: 900 }, 'light'],
  ['a phone in dark', { width: 390, height: 844 }, 'dark'],
] as const)('on %s', (_, viewport, colorScheme) => {
  test('the API reference is used by keyboard alone, without dead controls', {
    timeout: 120_000,
  }, async () => {
    const admin = await service.addUser('ADMIN', { is_staff: true })
    const { page, context } = await openReference(admin.email, { viewport, colorScheme })
    for (const dead of ['Authorize', 'authorization button unlocked', 'Servers', 'Explore'])
      expect(await page.getByText(dead, { exact: true }).or(page.getByLabel(dead)).count()).toBe(0)

    await page.getByPlaceholder('Filter by tag or path').focus()
    await page.keyboard.type('health')
    await expect.poll(() => page.locator('.opblock').count(), patiently).toBe(1)
    await page.locator('.opblock-summary-control').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Try it out' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Execute' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.live-responses-table').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)

    await page.getByRole('link', { name: 'Planning API' }).press('Enter')
    await page.locator('#operations-tag-planning').waitFor()
    expect(await page.locator('.opblock').count()).toBe(await operationsOf('openapi-planning.json'))
    await page.getByRole('link', { name: 'Console' }).press('Enter')
    await page.waitForURL(`${ops.url}/`)
    await context.close()
  })
})

test('the API reference has the colours of the console, even when they change in another tab', async () => {
  const { page, context } = await openReference(
    'nobody@clinic.example',
    { colorScheme: 'light' },
    'planning.html',
  )
  const isDark = () => page.evaluate('document.documentElement.classList.contains("dark-mode")')
  expect(await isDark()).toBe(false)
  const other = await context.newPage()
  await other.goto(`${ops.url}/status`)
  await other.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  await expect.poll(isDark, patiently).toBe(true)
  await context.close()
})
