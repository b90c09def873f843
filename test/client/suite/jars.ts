import { expect, test } from 'vitest'
import { createCookieJar } from '../../../client/src/index.ts'
import { type Clients, failure, refreshRequest } from './clients.ts'

/** How clients share, save and send cookies. */
export function jarTests(clients: Clients): void {
  const { setup, make, observed, signedIn } = clients

  test('a client does not refresh again what another client of the same jar has refreshed', async () => {
    const cookies = createCookieJar()
    const first = await signedIn('ADMIN', { cookies })
    const second = observed({ cookies })
    setup.expireAccessTokens()
    await first.client.me()
    await second.client.me()
    expect(second.requests).toEqual(['GET /trpc/auth.me'])
  })

  test('a jar saved at each renewal carries the session into another process', async () => {
    const cookies = createCookieJar()
    let saved = ''
    const save = () => {
      saved = JSON.stringify(cookies)
    }
    const { client } = observed({ cookies })
    client.on('signedIn', save)
    client.on('refreshed', save)
    const { email, password } = await setup.addUser('ADMIN')
    await client.login(email, password)
    for (let hour = 0; hour < 2; hour++) {
      setup.expireAccessTokens()
      await client.me()
    }
    const restored = observed({ cookies: createCookieJar(JSON.parse(saved)) })
    const { id } = await make.tag()
    await restored.client.tags.delete.mutate({ id })
    setup.expireAccessTokens()
    expect((await restored.client.me()).email).toBe(email)
  })

  test('a server that renders a page reads with the cookies of its request and does not refresh', async () => {
    const cookies = createCookieJar()
    const { client, email } = await signedIn('ADMIN', { cookies })
    const cookie = cookies.header(new URL(setup.service.url)) ?? ''
    const { client: rendering, requests } = observed({ headers: { cookie } })
    expect((await rendering.me()).email).toBe(email)
    expect((await client.me()).email).toBe(email)
    setup.expireAccessTokens()
    expect((await failure(rendering.me())).status).toBe(401)
    expect(requests).not.toContain(refreshRequest)
  })

  test('a jar shared by clients of two hosts gives each only its own cookies', async () => {
    const cookies = createCookieJar()
    const { email, client } = await signedIn('ADMIN', { cookies })
    const given: (string | null)[] = []
    const elsewhere = observed({
      cookies,
      url: setup.service.url.replace('127.0.0.1', 'localhost'),
      fetch: (_address, init) => {
        given.push(new Headers(init?.headers).get('cookie'))
        const headers = { 'Set-Cookie': 'csrftoken=theirs; Path=/' }
        return Promise.resolve(Response.json({ result: { data: null } }, { headers }))
      },
    }).client
    await elsewhere.me()
    await elsewhere.me()
    expect(given).toEqual([null, 'csrftoken=theirs'])
    const { id } = await make.tag()
    await client.tags.delete.mutate({ id })
    expect((await client.me()).email).toBe(email)
  })
}
