import { expect, test } from 'vitest'
import { createCookieJar } from '../../../client/src/index.ts'
import { type Clients, failure, fieldsOf, refreshRequest } from './clients.ts'

/** Loses the first answer to a path that ends so. */
function losing(end: string): typeof fetch {
  let isLost = false
  return async (input, init) => {
    const response = await fetch(input, init)
    if (isLost || !response.ok || !String(input).endsWith(end)) return response
    isLost = true
    throw new TypeError('fetch failed')
  }
}

/** How a client signs in, renews its session and ends it. */
export function sessionTests(clients: Clients): void {
  const { setup, observed, signedIn } = clients

  test('login, me and logout answer for the same user', async () => {
    const { email, password } = await setup.addUser('MANAGER')
    const { client } = observed()
    const heard: unknown[] = []
    client.on('signedIn', () => heard.push('no longer wanted'))()
    client.on('signedIn', (payload) => heard.push(payload))
    client.on('signedOut', (payload) => heard.push(payload))
    client.on('sessionEnded', (payload) => heard.push(payload))
    const user = await client.login(email, password)
    expect(user).toMatchObject({ email, role: 'MANAGER' })
    expect(await client.me()).toEqual(user)
    expect(await client.logout()).toBeUndefined()
    expect((await failure(client.me())).status).toBe(401)
    expect(heard).toEqual([{ user, elsewhere: false }, { elsewhere: false }])
  })

  test('a caller who never signed in gets 401 without a refresh', async () => {
    const { client, requests } = observed()
    expect(fieldsOf(await failure(client.employees.list.query()))).toEqual({
      status: 401,
      detail: 'Authentication credentials were not provided.',
      fieldErrors: {},
      code: 'NOT_AUTHENTICATED',
    })
    expect(requests).toEqual(['GET /trpc/employees.list'])
  })

  test('a client that logged out refreshes nothing and can log in again', async () => {
    const { client, requests, email, password } = await signedIn()
    await client.logout()
    await client.logout()
    expect(requests).not.toContain(refreshRequest)
    await client.login(email, password)
    expect((await client.me()).email).toBe(email)
  })

  test('an expired access token is refreshed and the call repeated', async () => {
    const { client, requests } = await signedIn()
    const refreshes: unknown[] = []
    client.on('refreshed', (payload) => refreshes.push(payload))
    setup.expireAccessTokens()
    const tag = await client.tags.create.mutate({
      name: 'Refreshed',
      display_name: 'R',
      category: 'EXCEPTION',
    })
    expect(tag.name).toBe('Refreshed')
    expect(requests).toEqual(['POST /trpc/tags.create', refreshRequest, 'POST /trpc/tags.create'])
    expect(refreshes).toEqual([{ elsewhere: false }])
  })

  test('twenty calls with an expired access token refresh once and report it once', async () => {
    const { client, requests, email } = await signedIn()
    const renewals: unknown[] = []
    client.on('refreshed', (payload) => renewals.push(payload))
    setup.expireAccessTokens()
    const users = await Promise.all(Array.from({ length: 20 }, () => client.me()))
    expect(users.map((user) => user.email)).toEqual(Array(20).fill(email))
    expect(requests.filter((request) => request === refreshRequest)).toHaveLength(1)
    expect(renewals).toEqual([{ elsewhere: false }])
  })

  test('a batch is one request, refreshed and repeated once', async () => {
    const { client, requests, email } = await signedIn('ADMIN', { batch: true })
    setup.expireAccessTokens()
    const users = await Promise.all([client.me(), client.me(), client.me()])
    expect(users.map((user) => user.email)).toEqual([email, email, email])
    const batch = 'GET /trpc/auth.me,auth.me,auth.me'
    expect(requests).toEqual([batch, refreshRequest, batch])
  })

  test('a refresh that another instance has won leaves the user signed in', async () => {
    const { service } = setup
    const cookies = createCookieJar()
    const address = new URL('/api/v1/auth/token/refresh/', service.url)
    const headers = () => ({
      Cookie: cookies.header(address) ?? '',
      'X-CSRFToken': cookies.get('csrftoken', address) ?? '',
    })
    const { client, requests, email } = await signedIn('ADMIN', {
      cookies,
      async fetch(input, init) {
        if (String(input) !== address.href) return fetch(input, init)
        const won = await fetch(address, { method: 'POST', headers: headers() })
        expect(won.status).toBe(200)
        const lost = await fetch(input, init)
        expect(lost.status).toBe(401)
        setTimeout(() => cookies.store(won.headers.getSetCookie(), address), 100)
        return lost
      },
    })
    setup.expireAccessTokens()
    const refreshes: unknown[] = []
    client.on('refreshed', (payload) => refreshes.push(payload))
    expect((await client.me()).email).toBe(email)
    expect(requests).toEqual(['GET /trpc/auth.me', refreshRequest, 'GET /trpc/auth.me'])
    expect(refreshes).toEqual([{ elsewhere: true }])
  })

  test('a change whose answer is lost is repeated and made once', async () => {
    const { client, requests } = await signedIn('ADMIN', { fetch: losing('tags.create') })
    const tag = { name: 'Lost answer', display_name: 'L', category: 'EXCEPTION' } as const
    const { id } = await client.tags.create.mutate(tag)
    const { results } = await client.tags.list.query({ page_size: 100 })
    expect(results.flatMap((row) => (row.name === tag.name ? row.id : []))).toEqual([id])
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(2)
  })

  test('a refresh whose answer is lost leaves the user signed in', async () => {
    const { client, requests, email } = await signedIn('ADMIN', { fetch: losing('/refresh/') })
    setup.expireAccessTokens()
    expect((await client.me()).email).toBe(email)
    expect(requests.filter((request) => request === refreshRequest)).toHaveLength(2)
  })

  test('a session whose cookies are lost ends and says so once', async () => {
    const cookies = createCookieJar()
    const { client, requests } = await signedIn('ADMIN', { cookies })
    const ends: unknown[] = []
    client.on('sessionEnded', (payload) => ends.push(payload))
    await client.me()
    const lost = ['access_token', 'csrftoken'].map((name) => `${name}=; Path=/; Max-Age=0`)
    cookies.store(lost, new URL(setup.service.url))
    for (let call = 0; call < 2; call++) expect((await failure(client.me())).status).toBe(401)
    expect(ends).toMatchObject([{ reason: 'noCookies', error: { status: 401 } }])
    expect(requests).not.toContain(refreshRequest)
  })

  test('a session that is over is 401 after a single refresh', async () => {
    const { client, requests } = await signedIn()
    const ends: unknown[] = []
    client.on('sessionEnded', (payload) => ends.push(payload))
    setup.expireRefreshTokens()
    expect((await failure(client.me())).status).toBe(401)
    expect((await failure(client.me())).status).toBe(401)
    expect(requests.filter((request) => request === refreshRequest)).toHaveLength(1)
    const detail = 'Refresh token is invalid or expired.'
    expect(ends).toMatchObject([{ reason: 'refused', error: { status: 401, detail } }])
  })
}
