import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { CoverageClient } from '../../client/src/index.ts'
import { browserForFile } from '../console/setup/browser.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../setup/fixture.ts'
import { freePort } from '../setup/programs/free-port.ts'
import { inOwnProcess } from '../setup/programs/own-process.ts'
import { password } from '../setup/service.ts'

// Both on localhost, because the cookies are SameSite=Lax and Web Locks need a secure context.
const port = await freePort()
const pageUrl = `http://localhost:${port}`
const folder = await mkdtemp(join(tmpdir(), 'coverage-browser-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await inOwnProcess(join(import.meta.dirname, '../../client/build/package.ts'), 'buildBrowser', folder)
const script = await readFile(join(folder, 'browser.js'))
const pages = createServer(({ url }, response) => {
  response.setHeader('Content-Type', url === '/browser.js' ? 'text/javascript' : 'text/html')
  response.end(url === '/browser.js' ? script : '<!doctype html><title>Clinic</title>')
}).listen(port, '127.0.0.1')
closedAfterAll(pages)
await once(pages, 'listening')
const appUrl = `http://app.clinic.localhost:${port}`
const { service, make } = await serviceForFile({ env: { CORS_ALLOWED_ORIGINS: `${pageUrl},${appUrl}` } })
const serviceUrl = service.url.replace('127.0.0.1', 'localhost')
const browser = await browserForFile()

declare const client: CoverageClient
declare const signIn: CoverageClient['login']
declare const heard: unknown[]

/** What a sign-in says in a page of this address, by a client with these options. */
async function signInFrom(page: string, options: { url: string; withoutCredentials?: boolean }) {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.goto(page)
  await tab.addScriptTag({
    type: 'module',
    content: `import { createCoverageClient } from '/browser.js'
      const send = (address, init) => fetch(address, { ...init, credentials: 'omit' })
      const options = { url: '${options.url}', fetch: ${options.withoutCredentials ? 'send' : undefined} }
      globalThis.signIn = async (email, password) => createCoverageClient(options).login(email, password)`,
  })
  await tab.waitForFunction(() => 'signIn' in globalThis)
  const { email } = await service.addUser('ADMIN')
  const said = await tab.evaluate((given) => signIn(given.email, given.password).catch(String), {
    email,
    password,
  })
  await context.close()
  return said
}

/** This many tabs of one new browser profile, each with a `client`, and the paths they have requested with POST. */
async function openTabs(count: number, { withoutLocks = false, withoutStorage = false } = {}) {
  const context = await browser.newContext()
  const posts: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  if (withoutLocks)
    await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  if (withoutStorage)
    await context.addInitScript(() =>
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      }),
    )
  const tabs: Page[] = []
  for (let index = 0; index < count; index++) {
    const tab = await context.newPage()
    await tab.goto(pageUrl)
    await addClient(tab)
    tabs.push(tab)
  }
  return { context, tabs: tabs as [Page, ...Page[]], posts }
}

async function addClient(tab: Page) {
  await tab.addScriptTag({
    type: 'module',
    content: `import { createCoverageClient } from '/browser.js'
      globalThis.client = createCoverageClient({ url: '${serviceUrl}' })`,
  })
  await tab.waitForFunction(() => 'client' in globalThis)
}

async function signInTo(tab: Page, role: 'ADMIN' | 'VIEWER' = 'ADMIN') {
  const { email } = await service.addUser(role)
  return tab.evaluate((given) => client.login(given.email, given.password), { email, password })
}

const expireAccessTokens = () => {
  service.clock.now = new Date(service.clock.now.getTime() + 61 * 60_000)
}

const refreshPath = '/api/v1/auth/token/refresh/'

test('a page of an allowed origin signs in, lists, changes and signs out', async () => {
  const employee = await make.employee({ last_name: 'Castiñeira' })
  const { tabs, context } = await openTabs(1)
  const [tab] = tabs
  const user = await signInTo(tab)
  expect(await tab.evaluate(() => client.me())).toEqual(user)
  const names = await tab.evaluate(async () => {
    const found: string[] = []
    for await (const { last_name } of client.pages.employees({ status: 'ACTIVE' })) found.push(last_name)
    return found
  })
  expect(names).toEqual(['Castiñeira'])
  const changed = await tab.evaluate(
    (id) => client.employees.update.mutate({ id, first_name: 'Xoán' }),
    employee.id,
  )
  expect(changed).toMatchObject({ id: employee.id, first_name: 'Xoán' })
  const status = await tab.evaluate(async () => {
    await client.logout()
    return client.me().catch((error) => error.status)
  })
  expect(status).toBe(401)
  await context.close()
})

test('an error in a page has its status and detail', async () => {
  const { tabs, context } = await openTabs(1)
  const [tab] = tabs
  await signInTo(tab, 'VIEWER')
  const refused = await tab.evaluate(() =>
    client.tags.list.query({ page: 99 }).catch(({ name, status, detail }) => ({ name, status, detail })),
  )
  expect(refused).toEqual({ name: 'CoverageError', status: 404, detail: 'Invalid page.' })
  await context.close()
})

test('two tabs with an expired access token refresh once between them and stay signed in', async () => {
  const { tabs, context, posts } = await openTabs(2)
  const { email } = await signInTo(tabs[0])
  expireAccessTokens()
  posts.length = 0
  const users = await Promise.all(
    tabs.map((tab) => tab.evaluate(() => Promise.all(Array.from({ length: 5 }, () => client.me())))),
  )
  expect(users.flat().map((user) => user.email)).toEqual(Array(10).fill(email))
  expect(posts).toEqual([refreshPath])
  await context.close()
})

testInCheck('two tabs without Web Locks both refresh, and the loser stays signed in', async () => {
  const { tabs, context, posts } = await openTabs(2, { withoutLocks: true })
  const { email } = await signInTo(tabs[0])
  for (let round = 0; round < 5; round++) {
    expireAccessTokens()
    const users = await Promise.all(tabs.map((tab) => tab.evaluate(() => client.me())))
    expect(users.map((user) => user.email)).toEqual([email, email])
  }
  expect(posts.filter((path) => path === refreshPath).length).toBeGreaterThanOrEqual(5)
  await context.close()
})

test('a page that is loaded again during a refresh stays signed in', async () => {
  const { tabs, context } = await openTabs(1)
  const [tab] = tabs
  const { email } = await signInTo(tab)
  expireAccessTokens()
  const [renewed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { sessionRecords } = service.services
  const keep = sessionRecords.keep.bind(sessionRecords)
  const keeping = vi.spyOn(sessionRecords, 'keep').mockImplementationOnce(async (...record) => {
    renewed.resolve()
    await released.promise
    return keep(...record)
  })
  onTestFinished(() => keeping.mockRestore())
  const csrfToken = async () => (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value
  const before = await csrfToken()
  await tab.evaluate(() => void client.me().catch(() => {}))
  await renewed.promise
  await tab.reload()
  released.resolve()
  await expect.poll(csrfToken).not.toBe(before)
  await addClient(tab)
  expect((await tab.evaluate(() => client.me())).email).toBe(email)
  await context.close()
})

test('a page that is opened after a sign-out asks for no refresh', async () => {
  const { tabs, context, posts } = await openTabs(1)
  const [tab] = tabs
  await signInTo(tab)
  await tab.evaluate(() => client.logout())
  posts.length = 0
  await tab.reload()
  await addClient(tab)
  const me = () => tab.evaluate(() => client.me().catch(({ status }) => status))
  expect([await me(), posts]).toEqual([401, []])
  const { email } = await signInTo(tab)
  expireAccessTokens()
  expect(await me()).toMatchObject({ email })
  await context.close()
})

test('a client works in a browser that lets pages store nothing', async () => {
  const { tabs, context } = await openTabs(1, { withoutStorage: true })
  const user = await signInTo(tabs[0])
  expect(await tabs[0].evaluate(() => client.me())).toEqual(user)
  await tabs[0].evaluate(() => client.logout())
  await context.close()
})

test('a sign-out that a tab hears of late ends no refreshes in pages opened later', async () => {
  const { tabs, context } = await openTabs(1)
  const [tab] = tabs
  const { email } = await signInTo(tab)
  await tab.evaluate(
    (channel) =>
      new Promise<void>((resolve) => {
        client.on('signedOut', () => resolve())
        new BroadcastChannel(channel).postMessage({ event: 'signedOut', payload: {} })
      }),
    `workforce-coverage ${serviceUrl}`,
  )
  await tab.reload()
  await addClient(tab)
  expireAccessTokens()
  expect((await tab.evaluate(() => client.me())).email).toBe(email)
  await context.close()
})

testInCheck('two tabs may change things at once while their tokens are renewed', async () => {
  const { tabs, context } = await openTabs(2)
  await signInTo(tabs[0])
  const { id } = await make.tag()
  for (let round = 0; round < 5; round++) {
    expireAccessTokens()
    const changes = tabs.map((tab) =>
      tab.evaluate(
        (given) => client.tags.update.mutate({ id: given, description: 'Changed' }).then((tag) => tag.id),
        id,
      ),
    )
    expect(await Promise.all(changes)).toEqual([id, id])
  }
  await context.close()
})

test('a tab learns of sign-ins and sign-outs in another tab', async () => {
  const { tabs, context } = await openTabs(2)
  const [tab, other] = tabs as [Page, Page]
  await signInTo(tab)
  await tab.evaluate(() => {
    const events: unknown[] = []
    client.on('signedIn', (payload) => events.push(payload))
    client.on('signedOut', (payload) => events.push(payload))
    client.on('sessionEnded', (payload) => events.push(payload))
    Object.assign(globalThis, { heard: events })
  })
  const user = await signInTo(other, 'VIEWER')
  await other.evaluate(() => client.logout())
  await tab.waitForFunction(() => heard.length === 2)
  // A sign-out is not reported as the end of a session as well.
  expect(await tab.evaluate(() => client.me().catch(({ status }) => status))).toBe(401)
  expect(await tab.evaluate(() => heard)).toEqual([{ user, elsewhere: true }, { elsewhere: true }])
  await context.close()
})

testInCheck('a page whose cookies cannot work is told which setting or address helps', async () => {
  const api = serviceUrl.replace('localhost', 'api.clinic.localhost')
  const other = pageUrl.replace('localhost', 'web.clinic.localhost')
  const elsewhere = pageUrl.replace('localhost', '127.0.0.1')
  expect(await signInFrom(appUrl, { url: api })).toBe(
    'CoverageError: Signed in, but the page cannot read the cookie csrftoken, so changes and refreshes would fail: set CSRF_COOKIE_DOMAIN of the service to the domain that app.clinic.localhost and api.clinic.localhost share. (auth.login, 200)',
  )
  expect(await signInFrom(pageUrl, { url: serviceUrl, withoutCredentials: true })).toContain(
    `Signed in, but the browser keeps no cookie: ${pageUrl} and ${serviceUrl} must be of one site`,
  )
  expect(await signInFrom(other, { url: api })).toContain(
    `Check that ${api} can be reached, and that CORS_ALLOWED_ORIGINS of the service lists ${other}.`,
  )
  expect(await signInFrom(elsewhere, { url: serviceUrl })).toContain(
    `TypeError: A page of ${elsewhere} cannot read the cookies of ${serviceUrl}`,
  )
})
