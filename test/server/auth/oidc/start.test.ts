import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Provider } from '../../../../server/auth/oidc/provider.ts'
import type { OidcSettings } from '../../../../server/settings/settings.ts'
import { closedAfterAll } from '../../../setup/fixture.ts'
import { startIdentityProvider } from '../../../setup/identity-provider.ts'
import { startService } from '../../../setup/service.ts'

const provider = closedAfterAll(await startIdentityProvider())
let logged: { level: number; msg: string }[]

beforeEach(() => {
  provider.reset()
  logged = []
})

function providerWith(settings: Partial<OidcSettings> = {}) {
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line)) })
  const needed = {
    issuer: provider.issuer,
    clientId: 'c',
    clientSecret: 's',
    audience: 'a',
    scope: 'openid',
    name: 'the provider',
    passwordGrant: true,
    roleClaim: undefined,
    roles: new Map(),
  }
  return new Provider({ ...needed, ...settings }, log)
}

async function connect(settings?: Partial<OidcSettings>) {
  const connected = providerWith(settings)
  await connected.start()
  return connected
}

test('the service accepts a suitable provider, with or without a slash after its address', async () => {
  await connect()
  await connect({ issuer: `${provider.issuer}/` })
  expect(logged).toEqual([])
})

test('the service does not start with a provider that offers no way to sign in', async () => {
  const grant_types_supported = ['authorization_code', 'refresh_token']
  provider.settings.discovery = { grant_types_supported, authorization_endpoint: undefined }
  await expect(startService({ env: provider.env })).rejects.toThrow(
    `The identity provider ${provider.issuer} offers neither the password grant nor an authorization_endpoint: users could not sign in.`,
  )
})

test('a provider with another issuer name is refused', async () => {
  provider.settings.discovery = { issuer: 'https://another.example' }
  await expect(connect()).rejects.toThrow(
    `OIDC_ISSUER is ${provider.issuer}, but the provider there calls itself https://another.example.`,
  )
})

test('an address without a discovery document is refused', async () => {
  const issuer = `${provider.issuer}/nowhere`
  await expect(connect({ issuer })).rejects.toThrow(
    `OIDC_ISSUER: ${issuer}/.well-known/openid-configuration is no discovery document (404`,
  )
})

test.each(['token_endpoint', 'jwks_uri'])('a discovery document without %s is refused', async (endpoint) => {
  provider.settings.discovery = { [endpoint]: undefined }
  await expect(connect()).rejects.toThrow(endpoint)
})

const endpoints = ['token_endpoint', 'jwks_uri', 'userinfo_endpoint', 'revocation_endpoint']
test.each([...endpoints, 'authorization_endpoint', 'end_session_endpoint'])(
  'a provider reached over https is refused if its %s has no https',
  async (endpoint) => {
    const endpoints = { token_endpoint: 'https://p.example/t', jwks_uri: 'https://p.example/k' }
    const metadata = { issuer: 'https://p.example', ...endpoints, [endpoint]: 'http://p.example/x' }
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(metadata))
    onTestFinished(() => asked.mockRestore())
    await expect(connect({ issuer: 'https://p.example' })).rejects.toThrow(
      `OIDC_ISSUER: https://p.example/.well-known/openid-configuration names a ${endpoint} without https.`,
    )
  },
)

test('a provider that does not list its grants is accepted with a warning', async () => {
  provider.settings.discovery = { grant_types_supported: undefined }
  await connect()
  expect(logged).toMatchObject([
    {
      level: 40,
      msg: 'the identity provider does not say which grants it offers: assuming that it offers the password grant',
    },
  ])
})

test('a provider without a revocation endpoint is accepted', async () => {
  provider.settings.discovery = { revocation_endpoint: undefined }
  await expect((await connect()).revoke('a refresh token')).resolves.toBeUndefined()
  expect(logged).toEqual([])
})

test.each([
  [['client_secret_post'], { client_id: 'c', client_secret: 's' }, undefined],
  [['client_secret_post', 'client_secret_basic'], {}, 'Basic Yzpz'],
  [undefined, {}, 'Basic Yzpz'],
])(
  'the service authenticates at the provider as its metadata asks: %s',
  async (methods, form, authorization) => {
    provider.settings.discovery = { token_endpoint_auth_methods_supported: methods }
    await (await connect()).refresh('r')
    const request = { grant_type: 'refresh_token', refresh_token: 'r', ...form, authorization }
    expect(provider.requests.tokens).toEqual([request])
  },
)

test('a client without a secret sends only its id', async () => {
  await (await connect({ clientSecret: undefined })).refresh('r')
  const request = {
    grant_type: 'refresh_token',
    refresh_token: 'r',
    client_id: 'c',
    authorization: undefined,
  }
  expect(provider.requests.tokens).toEqual([request])
})

test('the log says which grant the provider has refused and why', async () => {
  const connected = await connect({ clientId: 'coverage' })
  provider.settings.tokenAnswer = {
    statusCode: 400,
    body: { error: 'invalid_grant', error_description: 'Account is not fully set up' },
  }
  expect(await connected.signIn('ana@clinic.example', 'secret')).toBeUndefined()
  expect(await connected.refresh('a token')).toBeUndefined()
  const why = { code: 'invalid_grant', why: 'Account is not fully set up' }
  expect(logged).toMatchObject([
    { level: 30, grant: 'password', ...why },
    { level: 30, grant: 'refresh_token', ...why },
  ])
  expect(JSON.stringify(logged)).not.toMatch(/ana@|secret|a token/)
})

test('a provider that was away at the start is not said to answer', async () => {
  await provider.line.cut()
  onTestFinished(() => provider.line.restore())
  expect((await connect()).answers()).toBe(false)
})

test('nobody waits for a slow provider to learn whether it takes passwords', async () => {
  provider.settings.discovery = { grant_types_supported: ['authorization_code'] }
  const slow = providerWith()
  const started = slow.start()
  expect(slow.takesPasswords()).toBe(true)
  await started
  expect(slow.takesPasswords()).toBe(false)
})
