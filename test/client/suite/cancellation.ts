import { expect, test } from 'vitest'
import { type Clients, failure, refreshRequest } from './clients.ts'

const gone = new Error('No longer wanted')

/** How calls are aborted. */
export function cancellationTests(clients: Clients): void {
  const { setup, make, signedIn } = clients

  test('a signal aborted before the call prevents it', async () => {
    const { client, requests } = await signedIn()
    const error = await failure(client.me({ signal: AbortSignal.abort(gone) }))
    expect(error).toMatchObject({ status: 0, aborted: true, cause: gone })
    expect(requests).toEqual([])
  })

  test('a signal aborts its own call in flight and no other call', async () => {
    const { client, email } = await signedIn()
    const controller = new AbortController()
    const given = failure(client.employees.list.query({}, { signal: controller.signal }))
    const kept = client.me()
    controller.abort(gone)
    expect(await given).toMatchObject({ aborted: true, cause: gone })
    expect((await kept).email).toBe(email)
  })

  test('a call aborted during a refresh leaves the refresh to the others', async () => {
    const { client, requests, email } = await signedIn()
    setup.expireAccessTokens()
    const controller = new AbortController()
    const given = failure(client.me({ signal: controller.signal }))
    const kept = client.me()
    controller.abort(gone)
    expect((await given).aborted).toBe(true)
    expect((await kept).email).toBe(email)
    expect(requests.filter((request) => request === refreshRequest)).toHaveLength(1)
  })

  test('rows already fetched are not read after an abort', async () => {
    const { client } = await signedIn()
    const controller = new AbortController()
    let count = 0
    const reading = async () => {
      for await (const _ of client.pages.tags({}, { signal: controller.signal }))
        if (++count === 1) controller.abort(gone)
    }
    await Promise.all([make.tag(), make.tag()])
    expect(await failure(reading())).toMatchObject({ aborted: true, cause: gone })
    expect(count).toBe(1)
  })

  test('login, logout and iterators take a signal', async () => {
    const { client, email, password } = await signedIn()
    const options = { signal: AbortSignal.abort(gone) }
    const rows = client.pages.employees({}, options)[Symbol.asyncIterator]()
    expect((await failure(client.login(email, password, options))).aborted).toBe(true)
    expect((await failure(client.logout(options))).aborted).toBe(true)
    expect((await failure(rows.next())).aborted).toBe(true)
    expect((await client.me()).email).toBe(email)
  })
}
