import { expect, test } from 'vitest'
import { type Clients, failure } from './clients.ts'

/** How a client meets the limits: 3 calls a second for users, 1 an hour for others. */
export function throttlingTests(clients: Clients): void {
  const { setup, observed, signedIn } = clients

  test('a throttled call is an error that says how long to wait', async () => {
    const { client } = await signedIn('VIEWER')
    const refusal = async () => {
      const calls = await Promise.allSettled(Array.from({ length: 12 }, () => client.me()))
      return calls.find((call) => call.status === 'rejected')?.reason
    }
    // On a slow machine the calls may take so long that none is refused.
    await expect.poll(refusal).toMatchObject({
      status: 429,
      detail: 'Request was throttled. Expected available in 1 seconds.',
      retryAfterSeconds: 1,
    })
  })

  test('a client tells after each call how much of the limit is left', async () => {
    const left: object[] = []
    const { client } = await signedIn('VIEWER', { onRateLimit: (limit) => left.push(limit) })
    await client.me()
    expect(left.at(-1)).toEqual({ scope: 'user', limit: 3, remaining: 2, resetsInSeconds: 1 })
  })

  test('a client that may wait for a throttle gets its answer', async () => {
    const { client, requests, email } = await signedIn('VIEWER', { waitWhenThrottled: true })
    const requestsOfSix = async () => {
      requests.length = 0
      const users = await Promise.all(Array.from({ length: 6 }, () => client.me()))
      expect(users.map((user) => user.email)).toEqual(Array(6).fill(email))
      return requests.length
    }
    // The last three need not wait if a stall has given them a second of their own.
    await expect.poll(requestsOfSix).toBeGreaterThan(6)
  })

  test('a throttled client waits no longer than its limit or its signal allows', async () => {
    const hasty = observed({ waitWhenThrottled: { atMostSeconds: 60 } })
    await hasty.client.health.check.query()
    const error = await failure(hasty.client.health.check.query())
    expect(error.status).toBe(429)
    expect(error.retryAfterSeconds).toBeGreaterThan(3000)
    const patient = observed({ waitWhenThrottled: { atMostSeconds: 3600 } }).client
    const signal = AbortSignal.timeout(100)
    expect(await failure(patient.health.check.query(undefined, { signal }))).toMatchObject({
      aborted: true,
    })
  })

  test('a throttled refresh is 429 and leaves the user signed in', async () => {
    const { client, email } = await signedIn('VIEWER')
    setup.expireAccessTokens()
    expect((await client.me()).email).toBe(email)
    setup.expireAccessTokens()
    expect((await failure(client.me())).status).toBe(429)
  })
}
