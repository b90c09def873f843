import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TRPCClient } from '@trpc/client'
import { afterAll, expect, test } from 'vitest'
import type { AppRouter } from '../../client/src/router.ts'
import { browserForFile } from '../console/setup/browser.ts'
import { closedAfterAll, serviceForFile } from '../setup/fixture.ts'
import { freePort } from '../setup/programs/free-port.ts'
import { inOwnProcess } from '../setup/programs/own-process.ts'
import { password } from '../setup/service.ts'

// Both on localhost, because the cookies are SameSite=Lax.
const port = await freePort()
const pageUrl = `http://localhost:${port}`

const built = await mkdtemp(join(tmpdir(), 'coverage-pages-'))
afterAll(() => rm(built, { recursive: true, force: true }))
await inOwnProcess(join(import.meta.dirname, '../setup/programs/client-pages.ts'), 'buildPages', built)
const scripts = new Map<string, string>()
for (const name of await readdir(built)) scripts.set(`/${name}`, await readFile(join(built, name), 'utf8'))
const pages = createServer(({ url = '' }, response) => {
  const script = scripts.get(url)
  const [, name] = /^\/(\w+)/.exec(url) ?? []
  response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript')
  response.end(script ?? `<!doctype html><body><script type="module" src="/${name}.js"></script>`)
}).listen(port, '127.0.0.1')
closedAfterAll(pages)
await once(pages, 'listening')
const { service, make, admin } = await serviceForFile({ env: { CORS_ALLOWED_ORIGINS: pageUrl } })
const serviceUrl = service.url.replace('127.0.0.1', 'localhost')
const browser = await browserForFile()

test("a page in React lists, follows other users' assignments, previews, assigns, and shows refusals", async () => {
  await make.employee({ last_name: 'Quiroga' })
  for (const title of ['Anaesthetist', 'Midwife', 'Surgeon'])
    await make.position({ title, required_weekly_hours: '40.00' })
  const { email } = await service.addUser('MANAGER')
  const page = await browser.newPage()
  // Shorter than the test's own limit, so that a failure names its step.
  page.setDefaultTimeout(45_000)
  const previewed = new Set<string | null>()
  page.on('request', (request) => {
    if (request.url().endsWith('/trpc/assignments.preview')) previewed.add(request.postData())
  })
  await page.goto(`${pageUrl}/page?service=${serviceUrl}`)

  const signIn = async (word: string) => {
    // React empties the form some time after it was sent, perhaps after the refusal is shown.
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(word)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.getByText('Not live: 401').waitFor()
  await signIn('wrong')
  await page.getByText('400: Unable to log in with provided credentials.').waitFor()
  await signIn(password)
  await page.getByText(`Signed in as ${email}`).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()

  const more = page.waitForRequest('**/trpc/positions.list*')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/trpc/positions.list*', (route) => released.then(() => route.continue()))
  await page.getByRole('button', { name: 'More' }).click()
  await more
  const other = await make.employee({ last_name: 'Zubiri' })
  const [midwife] = (await admin.get('/api/v1/demand/?search=Midwife')).body.results
  const assigned = { employee: other.id, position_id: midwife.id, effective_hours: '12.00' }
  expect((await admin.post('/api/v1/assignments/', assigned)).status).toBe(201)
  // The change arrives meanwhile, and must not cancel the page that was asked for.
  await page.waitForTimeout(1000)
  release()
  await page.getByRole('button', { name: 'Midwife: 12.00 of 40.00' }).waitFor()
  await page.unroute('**/trpc/positions.list*')
  await page.getByRole('button', { name: 'Surgeon: 0.00 of 40.00' }).click()
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    'Anaesthetist: 0.00 of 40.00',
    'Midwife: 12.00 of 40.00',
    'Surgeon: 0.00 of 40.00',
  ])

  const hours = page.getByLabel('Hours')
  await hours.fill('8')
  await page.getByText('Possible').waitFor()
  await hours.fill('0')
  await page.getByText(/^400: effective_hours: Ensure/).waitFor()
  // A change that arrives repeats a preview; nothing else is asked.
  expect(previewed.size).toBe(2)

  const unanswered = page.waitForRequest((request) => request.postData()?.includes('"9"') ?? false)
  await page.route('**/trpc/assignments.preview', () => {})
  const given = page.waitForEvent('requestfailed', (failed) => failed.postData()?.includes('"9"') ?? false)
  await hours.fill('9')
  const request = await unanswered
  await hours.fill('8')
  expect(await given).toBe(request)

  await page.getByRole('button', { name: 'Assign Quiroga' }).click()
  await page.getByText('Surgeon: 8.00 of 40.00').waitFor()
  await page.getByRole('button', { name: 'Assign Quiroga' }).click()
  await page.getByText(/^400: .*already has an active assignment/).waitFor()

  const show = (state: string) =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      dispatchEvent(new Event('visibilitychange'))`)
  await show('hidden')
  await page.getByText('Connecting').waitFor()
  await show('visible')
  await page.getByText('Live', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
  expect(await page.getByRole('listitem').count()).toBe(0)
  await page.close()
})

declare const trpc: TRPCClient<AppRouter>

test('the tRPC client of the README signs in, renews its session and calls in batches', async () => {
  const { email } = await service.addUser('ADMIN')
  const { id } = await make.tag()
  const page = await browser.newPage()
  await page.goto(`${pageUrl}/trpc#${serviceUrl}`)
  await page.waitForFunction(() => 'trpc' in globalThis)
  await page.evaluate((given) => trpc.auth.login.mutate(given), { email, password })
  service.clock.now = new Date(service.clock.now.getTime() + 61 * 60_000)
  const changed = await page.evaluate(
    (id) => trpc.tags.update.mutate({ id, description: 'Changed' }).then((tag) => tag.description),
    id,
  )
  expect(changed).toBe('Changed')
  const [me, refused] = await page.evaluate(() =>
    Promise.all([
      trpc.auth.me.query().then((user) => user.email),
      trpc.tags.list.query({ page: 99 }).catch((error) => error.data.body),
    ]),
  )
  expect([me, refused]).toEqual([email, { detail: 'Invalid page.' }])
  await page.close()
})
