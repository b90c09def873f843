import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { startConsole } from '../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../setup/fixture.ts'
import { browserForFile, seriousFindings } from './setup/browser.ts'

vi.setConfig({ testTimeout: 120_000 })

await promisify(execFile)('npm', ['run', 'docs'], { env: { ...process.env, NODE_ENV: 'production' } })
const { service } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()

/** A page of the documents in a tab of its own, and what the browser complains about. */
async function open(path = '', viewport = { width: 1440, height: 900 }, colorScheme?: 'dark') {
  const context = await browser.newContext({ viewport, colorScheme })
  context.setDefaultTimeout(45_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== ops.url) complaints.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(message.text())
  })
  await page.goto(`${ops.url}/docs/site/${path}`)
  return { page, complaints }
}

test('an operator finds a section of the documents by searching for its words', async () => {
  const { page, complaints } = await open()
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('user refused with 429')
  const found = page.getByRole('option').filter({ hasText: 'Throttles' }).first()
  await found.click()
  await page.waitForURL(`${ops.url}/docs/site/operating/run#throttles`)
  await page.getByRole('heading', { name: 'Throttles' }).waitFor()
  expect(complaints).toEqual([])
})

test('pages lead to each other, to files of the project and to the console', async () => {
  const { page, complaints } = await open('operating/install')
  await page.locator('main').getByRole('link', { name: 'incidents' }).click()
  await page.getByRole('heading', { name: 'CoverageRedisAway' }).waitFor()
  await page.goto(`${ops.url}/docs/site/integration/hr-every-night`)
  const script = page.locator('main').getByRole('link', { name: 'a script' })
  const { status, text } = await fetchText((await script.getAttribute('href')) ?? '')
  expect([status, text]).toEqual([200, readFileSync('docs/integration/hr-every-night.py', 'utf8')])
  expect(complaints).toEqual([])
  await page.getByRole('link', { name: 'Workforce Coverage' }).first().click()
  await page.waitForURL(`${ops.url}/`)
})

test.each(['', 'operating/run', 'asvs'])('/docs/site/%s fits a phone, in the dark', async (path) => {
  const { page, complaints } = await open(path, { width: 390, height: 844 }, 'dark')
  await page.locator('main h1').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})

async function fetchText(path: string) {
  const answer = await fetch(`${ops.url}${path}`)
  return { status: answer.status, text: await answer.text() }
}

test('every document is a page, and every link of a page leads to what there is', async () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'ops/*/README.md', 'client/README.md'])
  const files = globSync('**/*.html', { cwd: 'ops/docs/dist' }).filter((file) => file !== '404.html')
  expect(files).toHaveLength(documents.length)
  const texts = new Map<string, ReturnType<typeof fetchText>>()
  const load = (path: string) => texts.get(path) ?? texts.set(path, fetchText(path)).get(path)
  const broken: string[] = []
  for (const file of files) {
    const from = `/docs/site/${file.replace(/(index)?\.html$/, '')}`
    const html = (await load(from))?.text ?? ''
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^https?:/.test(href) || href === '/') continue
      const { pathname, hash } = new URL(href, ops.url + from)
      const target = await load(pathname)
      const hasSection = !hash || target?.text.includes(` id="${decodeURIComponent(hash.slice(1))}"`)
      if (target?.status !== 200 || !hasSection) broken.push(`${from}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})
