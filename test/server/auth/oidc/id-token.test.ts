import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { closedAfterAll, closedAfterTest } from '../../../setup/fixture.ts'
import { startIdentityProvider } from '../../../setup/identity-provider.ts'
import { password, startService } from '../../../setup/service.ts'
import { Browser } from './real-provider.ts'

// A provider that answers as no good one does, which says that it has the password grant.
const provider = closedAfterAll(await startIdentityProvider())
const service = closedAfterAll(await startService({ env: provider.env }))

beforeEach(() => {
  provider.reset()
  service.clock.now = new Date('2026-03-04T10:00:00.000Z')
  provider.clock.now = service.clock.now
})

/** Signs in on the provider's page as a new user: the reason why it failed, or null. */
async function signIn(email?: string) {
  provider.settings.visitor = email ?? (await service.addUser('VIEWER')).email
  const browser = new Browser()
  const { url } = await browser.open(`${service.url}/auth/oidc/start`)
  return { reason: new URL(url).searchParams.get('sign_in'), client: browser.at(service.url) }
}

const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

test('a provider with the password grant takes users on its page and over the contract’s login', async () => {
  const user = await service.addUser('VIEWER')
  const { reason, client } = await signIn(user.email)
  expect(reason).toBeNull()
  expect((await client.get('/api/v1/auth/me/')).body.sub).toBe(user.id)
  expect((await service.anonymous().login(user.email, password)).status).toBe(200)
  expect(provider.requests.tokens[0]).toMatchObject({
    grant_type: 'authorization_code',
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${service.url}/auth/oidc/callback`,
  })
})

test.each([
  ['has another nonce', { nonce: 'another' }],
  ['has no nonce', { nonce: undefined }],
  ['has expired', { exp: 1 }],
  ['is for another client', { aud: 'another' }],
  ['is of another issuer', { iss: 'https://evil.example' }],
  ['is about another user', { sub: 'another' }],
  ['says that it is an access token', { typ: 'Bearer' }],
])('a sign-in fails and its grant is revoked if the ID token %s', async (_, claims) => {
  provider.settings.identityClaims = claims
  const { reason, client } = await signIn()
  expect(reason).toBe('invalid')
  expect(client.cookies.has('access_token')).toBe(false)
})

test('a sign-in fails if the ID token is signed with another key', async () => {
  provider.settings.identityKey = strangersKey
  expect((await signIn()).reason).toBe('invalid')
  await expect.poll(() => provider.requests.revoked).toHaveLength(1)
})

test('a sign-in fails if the provider is away, refuses this service, or gives tokens for another', async () => {
  provider.settings.tokenAnswer = { statusCode: 401, body: { error: 'invalid_client' } }
  expect((await signIn()).reason).toBe('unavailable')
  provider.reset()
  provider.settings.accessClaims = { aud: 'another service' }
  expect((await signIn()).reason).toBe('unavailable')
})

test('an access token whose audience is the client itself is told from an ID token by its scopes, as Entra’s', async () => {
  const env = { ...provider.env, OIDC_AUDIENCE: 'coverage' }
  const entra = closedAfterTest(await startService({ env }))
  const user = await entra.addUser('VIEWER')
  provider.settings.visitor = user.email
  provider.settings.identityClaims = { email_verified: undefined, xms_edov: true }
  const signInThere = async () => {
    const browser = new Browser()
    const { url } = await browser.open(`${entra.url}/auth/oidc/start`)
    return { reason: new URL(url).searchParams.get('sign_in'), client: browser.at(entra.url) }
  }
  provider.settings.accessClaims = { aud: 'coverage' }
  expect((await signInThere()).reason).toBe('unavailable')
  provider.settings.accessClaims = { aud: 'coverage', scp: 'access' }
  const { reason, client } = await signInThere()
  expect(reason).toBeNull()
  expect((await client.get('/api/v1/auth/me/')).body.sub).toBe(user.id)
})

test('an email whose domain Entra does not know to be the organisation’s binds no user', async () => {
  provider.settings.identityClaims = { email_verified: undefined, xms_edov: false }
  expect((await signIn()).reason).toBe('unknown')
})
