import { describe, expect, test } from 'vitest'
import { ageUsesIn } from '../../made/used-tokens.ts'
import type { Client } from '../../setup/client.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { startIdentityProvider } from '../../setup/identity-provider.ts'
import { startService } from '../../setup/service.ts'

const provider = closedAfterAll(await startIdentityProvider())
const [old, current] = ['the secret before, of 32 bytes...', 'the secret of today, of 32 bytes.']

describe.each(['local', 'oidc'])('with AUTH_MODE=%s, after a change of JWT_SECRET', async (AUTH_MODE) => {
  const env = { ...provider.env, AUTH_MODE }
  const before = closedAfterAll(await startService({ env: { ...env, JWT_SECRET: old } }))
  const sameStores = { databaseUrl: async () => before.databaseUrl, redisUrl: async () => before.redisUrl }
  const serve = (secrets: Record<string, string>) =>
    startService({ ...sameStores, env: { ...env, ...secrets } })
  const both = closedAfterAll(await serve({ JWT_SECRET: current, JWT_SECRET_PREVIOUS: old }))
  const without = closedAfterAll(await serve({ JWT_SECRET: current }))

  const me = (client: Client) => client.get('/api/v1/auth/me/')
  const refresh = (client: Client) => client.post('/api/v1/auth/token/refresh/')
  const newTag = (client: Client, name: string, options = {}) =>
    client.post('/api/v1/tags/', { name, display_name: name, category: 'CONTRACT' }, options)

  test('a session survives a new JWT_SECRET while the previous one is known', async () => {
    const client = (await before.as('ADMIN')).copy(both.url)
    const csrf = client.cookies.get('csrftoken')
    expect((await me(client)).status).toBe(200)
    expect(client.cookies.get('csrftoken')).toEqual(csrf)
    expect((await newTag(client, 'written')).status).toBe(201)
    expect((await refresh(client)).status).toBe(200)
  })

  test('new cookies no longer need the previous JWT_SECRET', async () => {
    const client = (await before.as('ADMIN')).copy(both.url)
    expect((await refresh(client)).status).toBe(200)
    const later = client.copy(without.url)
    expect((await me(later)).status).toBe(200)
    expect((await newTag(later, 'later')).status).toBe(201)
    expect((await refresh(later)).status).toBe(200)
  })

  test('a refresh with an Idempotency-Key whose answer is lost gets the same successor again', async () => {
    const client = (await before.as('ADMIN')).copy(both.url)
    const [lost, other] = [client.copy(), client.copy()]
    const refreshWith = (by: Client, key: string) =>
      by.post('/api/v1/auth/token/refresh/', undefined, { headers: { 'Idempotency-Key': key } })
    const tokenId = (of: Client) => {
      const [, payload = ''] = (of.cookies.get('refresh_token')?.value ?? '').split('.')
      return JSON.parse(Buffer.from(payload, 'base64url').toString()).jti
    }
    expect((await refreshWith(other.copy(), 'two words')).status).toBe(400)
    expect((await refreshWith(lost, 'one')).status).toBe(200)
    await ageUsesIn(before.redisUrl, 30_000)
    expect((await refreshWith(client, 'one')).status).toBe(200)
    expect(tokenId(client)).toBe(tokenId(lost))
    expect((await refresh(client)).status).toBe(200)
    expect((await refreshWith(other.copy(), 'one')).status).toBe(401)
    expect((await me(client)).status).toBe(200)
    expect((await refreshWith(other, 'another')).status).toBe(401)
    expect((await me(client)).status).toBe(401)
  })

  test('a repeated write gets its answer again while the JWT_SECRET of its time is known', async () => {
    const client = await before.as('ADMIN')
    const write = (by: Client) => newTag(by, 'repeated', { headers: { 'Idempotency-Key': 'one' } })
    const first = await write(client)
    const again = await write(client.copy(both.url))
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    const later = client.copy(both.url)
    expect((await refresh(later)).status).toBe(200)
    expect((await write(later.copy(without.url))).status).toBe(422)
  })

  test('cookies of the previous JWT_SECRET are refused once it is removed', async () => {
    const client = (await before.as('ADMIN')).copy(without.url)
    expect((await refresh(client)).status).toBe(401)
    // With an identity provider the access token is its own, and only the CSRF token is refused.
    expect((await newTag(client, 'refused')).status).toBe(AUTH_MODE === 'local' ? 401 : 403)
  })
})
