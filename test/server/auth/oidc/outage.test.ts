import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Client } from '../../../setup/client.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, closedAfterTest } from '../../../setup/fixture.ts'
import { startIdentityProvider } from '../../../setup/identity-provider.ts'
import { password, startCuttableService, startService, type TestService } from '../../../setup/service.ts'

const provider = closedAfterAll(await startIdentityProvider())
const service = closedAfterAll(await startCuttableService('Redis', { env: provider.env }))

beforeEach(() => provider.reset())

afterEach(async () => {
  await provider.line.restore()
  await service.line.restore()
  const { email } = await service.addUser('VIEWER')
  await expect.poll(() => service.anonymous().login(email, password)).toMatchObject({ status: 200 })
})

const me = (client: Client) => client.get('/api/v1/auth/me/')
const refresh = (client: Client) => client.post('/api/v1/auth/token/refresh/')
const logout = (client: Client) => client.post('/api/v1/auth/logout/')
const newTag = (client: Client, name: string) =>
  client.post('/api/v1/tags/', { name, display_name: name, category: 'CONTRACT' })

const away = { status: 503, body: { detail: 'The identity provider is unavailable.' } }
const unavailable = { status: 503, body: { detail: 'Service temporarily unavailable.' } }
const notValid = { status: 401, body: { detail: 'Given token not valid for any token type' } }

describe('with the provider down', () => {
  test('while the provider is down a login is 503 and works by itself once the provider is back', async () => {
    const { email } = await service.addUser('VIEWER')
    await provider.line.cut()
    const client = service.anonymous()
    expect(await client.login(email, password)).toMatchObject(away)
    expect(client.cookies.size).toBe(0)
    await provider.line.restore()
    expect((await client.login(email, password)).status).toBe(200)
  })

  test('while the provider is down, probes say that nobody can sign in, although nobody has tried', async () => {
    const ops = closedAfterTest(await startConsole(service, { env: provider.env }))
    const ready = async () => (await fetch(`${ops.url}/readyz`)).json()
    await provider.line.cut()
    await expect.poll(ready).toMatchObject({
      ...{ status: 'ready', sign_in: 'unavailable' },
      identity_provider: { state: 'unreachable' },
    })
    expect(await (await fetch(`${ops.url}/status`)).text()).toContain('Nobody can sign in at the moment')
    await provider.line.restore()
    await expect.poll(ready).toMatchObject({ sign_in: 'ok', identity_provider: { state: 'ok' } })
  })

  test('while the provider is down sessions go on with the known keys', async () => {
    const client = await service.as('ADMIN')
    await provider.line.cut()
    expect((await me(client)).status).toBe(200)
    expect((await newTag(client, 'offline')).status).toBe(201)
    service.clock.now = new Date(service.clock.now.getTime() + 20 * 60_000)
    expect((await me(client)).status).toBe(200)
    expect((await me(client)).status).toBe(200)
  })

  test('while the provider is down a refresh is 503 and works later with the same cookies', async () => {
    const client = await service.as('VIEWER')
    await provider.line.cut()
    expect(await refresh(client)).toMatchObject(away)
    expect(await refresh(client)).toMatchObject(away)
    await provider.line.restore()
    expect((await refresh(client)).status).toBe(200)
    expect((await me(client)).status).toBe(200)
  })

  test('while the provider is down a logout ends the session here', async () => {
    const client = await service.as('VIEWER')
    const left = client.copy()
    await provider.line.cut()
    expect((await logout(client)).status).toBe(204)
    expect(await me(left)).toMatchObject(notValid)
    await expect.poll(() => refresh(left)).toMatchObject({ status: 401 })
  })
})

test('a logout wins over a refresh that the provider is slow to answer', async () => {
  const client = await service.as('VIEWER')
  const refreshing = client.copy()
  const left = client.copy()
  provider.reset()
  provider.line.loseAnswerTo('grant_type=refresh_token')
  const refreshed = refresh(refreshing)
  await expect.poll(() => provider.requests.tokens).toHaveLength(1)
  expect((await logout(client)).status).toBe(204)
  expect(await me(left)).toMatchObject(notValid)
  await provider.line.restore()
  expect(await refreshed).toMatchObject({ status: 401 })
  await expect.poll(() => provider.requests.revoked).toHaveLength(2)
})

test('a request to a silent provider is 503', async () => {
  const { email } = await service.addUser('VIEWER')
  provider.line.freeze()
  expect(await service.anonymous().login(email, password)).toMatchObject(away)
})

describe('a service that starts without its provider', () => {
  let late: TestService

  beforeAll(async () => {
    await provider.line.cut()
    late = await startService({ env: provider.env })
  })
  afterAll(() => late.close())

  test('a service started without its provider serves, is 503 where it needs it, and needs no restart', async () => {
    await provider.line.cut()
    const user = await late.addUser('VIEWER')
    const client = new Client(late.url, user)
    expect(await client.login(user.email, password)).toMatchObject(away)

    client.cookies.set('access_token', { value: provider.sign({ sub: 'anybody' }), path: '/' })
    expect(await me(client)).toMatchObject(away)
    expect((await client.get('/api/health/')).status).toBe(200)
    client.cookies.set('access_token', { value: 'garbage', path: '/' })
    expect(await me(client)).toMatchObject(notValid)

    await provider.line.restore()
    expect((await client.login(user.email, password)).status).toBe(200)
    expect((await me(client)).status).toBe(200)
  })
})

describe('with Redis down', () => {
  test('while Redis is down a login is 503 and the provider’s tokens are revoked', async () => {
    const { email } = await service.addUser('VIEWER')
    await service.line.cut()
    const client = service.anonymous()
    expect(await client.login(email, password)).toMatchObject(unavailable)
    expect(client.cookies.size).toBe(0)
    await expect.poll(() => provider.requests.revoked).toHaveLength(1)
  })

  test('while Redis is down sessions at the provider can read and write', async () => {
    const client = await service.as('ADMIN')
    await service.line.cut()
    expect((await me(client)).status).toBe(200)
    expect((await newTag(client, 'no redis')).status).toBe(201)
    expect((await client.trpc('query', 'auth.me')).status).toBe(200)
  })

  test('while Redis is down a refresh is 503 without asking the provider, and works later with the same cookies', async () => {
    const client = await service.as('VIEWER')
    provider.reset()
    await service.line.cut()
    expect(await refresh(client)).toMatchObject(unavailable)
    expect(provider.requests.tokens).toEqual([])
    await service.line.restore()
    await expect.poll(() => refresh(client)).toMatchObject({ status: 200 })
  })

  test('while Redis is down a logout clears the cookies and is 503', async () => {
    const client = await service.as('VIEWER')
    await service.line.cut()
    expect(await logout(client)).toMatchObject(unavailable)
    expect(client.cookies.has('access_token')).toBe(false)
  })

  test('while Redis is down a token new to this process reads at once, and writes with a new CSRF token', async () => {
    const user = await service.addUser('ADMIN')
    await service.anonymous().login(user.email, password)
    const client = service.anonymous()
    const token = provider.sign({ sub: provider.subjectOf(user.email) })
    client.cookies.set('access_token', { value: token, path: '/' })
    await service.line.cut()
    expect((await newTag(client, 'too early')).status).toBe(403)
    expect((await me(client)).body.sub).toBe(user.id)
    expect((await newTag(client, 'unseen')).status).toBe(201)
  })
})
