import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { closedAfterAll, serviceForFile } from '../fixture.ts'
import { freePort } from '../free-port.ts'
import { password } from '../service.ts'

const root = join(import.meta.dirname, '..', '..')
const source = (name: string) => join(root, 'client', 'src', `${name}.ts`)

// Both on localhost, because the cookies are SameSite=Lax.
const port = await freePort()
const pageUrl = `http://localhost:${port}`
const built = (await build({
  root: join(import.meta.dirname, 'consumer', 'with-peers'),
  configFile: false,
  logLevel: 'error',
  resolve: {
    alias: [
      { find: /^@workforce-coverage\/client$/, replacement: source('index') },
      { find: /^@workforce-coverage\/client\/(\w+)$/, replacement: source('$1') },
    ],
  },
  build: { write: false, minify: false, rolldownOptions: { input: 'page.tsx' } },
})) as Rolldown.RolldownOutput
const pages = createServer(({ url }, response) => {
  const isScript = url === '/page.js'
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
  response.end(
    isScript ? built.output[0].code : '<!doctype html><body><script type="module" src="/page.js"></script>',
  )
}).listen(port, '127.0.0.1')
closedAfterAll(pages)
await once(pages, 'listening')
const { service, make, admin } = await serviceForFile({ env: { CORS_ALLOWED_ORIGINS: pageUrl } })
const browser = closedAfterAll(await launchChromium())

test('a page in React lists, follows what others assign, previews, assigns, and shows what is refused', async () => {
  await make.employee({ last_name: 'Quiroga' })
  for (const title of ['Anaesthetist', 'Midwife', 'Surgeon'])
    await make.position({ title, required_weekly_hours: '40.00' })
  const { email } = await service.addUser('MANAGER')
  const page = await browser.newPage()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const serviceUrl = service.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${pageUrl}/?service=${serviceUrl}`)

  const signIn = async (word: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(word)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await signIn('wrong')
  await page.getByText('400: Unable to log in with provided credentials.').waitFor()
  await signIn(password)
  await page.getByText(`Signed in as ${email}`).waitFor()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Surgeon: 0.00 of 40.00' }).click()
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    'Anaesthetist: 0.00 of 40.00',
    'Midwife: 0.00 of 40.00',
    'Surgeon: 0.00 of 40.00',
  ])

  const other = await make.employee({ last_name: 'Zubiri' })
  const [midwife] = (await admin.get('/api/v1/demand/?search=Midwife')).body.results
  const assigned = { employee: other.id, position_id: midwife.id, effective_hours: '12.00' }
  expect((await admin.post('/api/v1/assignments/', assigned)).status).toBe(201)
  await page.getByRole('button', { name: 'Midwife: 12.00 of 40.00' }).waitFor()

  const hours = page.getByLabel('Hours')
  await hours.fill('8')
  await page.getByText('Possible').waitFor()
  await hours.fill('0')
  await page.getByText(/^400: effective_hours: Ensure/).waitFor()
  expect(calls.filter((path) => path === '/trpc/assignments.preview')).toHaveLength(2)

  const unanswered = page.waitForRequest((request) => request.postData()?.includes('"9"') ?? false)
  await page.route('**/trpc/assignments.preview', () => {})
  const given = page.waitForEvent('requestfailed')
  await hours.fill('9')
  const request = await unanswered
  await hours.fill('8')
  expect(await given).toBe(request)

  await page.getByRole('button', { name: 'Assign Quiroga' }).click()
  await page.getByText('Surgeon: 8.00 of 40.00').waitFor()
  await page.getByRole('button', { name: 'Assign Quiroga' }).click()
  await page.getByText(/^400: .*already has an active assignment/).waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
  expect(await page.getByRole('listitem').count()).toBe(0)
  await page.close()
})
