import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type jwt from 'jsonwebtoken'
import { beforeEach, expect, test } from 'vitest'
import { closedAfterAll } from '../../../setup/fixture.ts'
import { startIdentityProvider } from '../../../setup/identity-provider.ts'
import { password, startCuttableService } from '../../../setup/service.ts'

// Without Redis a genuine token of a bound user needs no session record: what is refused here, the signature or the
// claims refuse.
const provider = closedAfterAll(await startIdentityProvider())
const service = closedAfterAll(await startCuttableService('Redis', { env: provider.env }))
const client = await service.as('VIEWER')
await service.line.cut()

beforeEach(() => provider.reset())

const subject = () => provider.subjectOf(client.user.email)
const seconds = () => service.clock.now.getTime() / 1000

function passSeconds(count: number) {
  service.clock.now = new Date(service.clock.now.getTime() + count * 1000)
  provider.clock.now = service.clock.now
}

function present(token: string) {
  const bearer = service.anonymous()
  bearer.cookies.set('access_token', { value: token, path: '/' })
  return bearer.get('/api/v1/auth/me/')
}

const signed = (claims: object = {}, options?: jwt.SignOptions, key?: jwt.Secret) =>
  provider.sign({ sub: subject(), ...claims }, options, key)

const publicPem = () =>
  createPublicKey({ key: provider.publicKey() ?? {}, format: 'jwk' }).export({ type: 'spki', format: 'pem' })

/** The token with other claims under the old signature. */
function withClaims(token: string, claims: string) {
  const [header, , signature] = token.split('.')
  return [header, Buffer.from(claims).toString('base64url'), signature].join('.')
}

const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const notValid = { status: 401, body: { detail: 'Given token not valid for any token type' } }

test('an access token of the provider is accepted', async () => {
  expect(await present(signed())).toMatchObject({ status: 200, body: { sub: client.user.id } })
})

test.each<[string, object, jwt.JwtHeader?]>([
  ['says in its header that it is one', {}, { alg: 'RS256', typ: 'at+jwt' }],
  ['says so with the full media type', {}, { alg: 'RS256', typ: 'application/at+jwt' }],
  ['says in its claims that it is one', { typ: 'Bearer' }],
  ...['azp', 'client_id', 'cid', 'appid'].map((claim): [string, object] => [
    `names this client as ${claim}`,
    { azp: undefined, [claim]: 'coverage' },
  ]),
  [
    'is also for the client itself, and states its type',
    { aud: ['coverage', 'coverage-api'], typ: 'Bearer' },
  ],
])('an access token that %s is accepted', async (_, claims, header) => {
  expect((await present(signed(claims, header && { header }))).status).toBe(200)
})

test('an access token for several audiences is accepted if ours is among them', async () => {
  expect((await present(signed({ aud: ['account', 'coverage-api'] }))).status).toBe(200)
})

test.each<[string, () => string]>([
  ['is no JWT', () => 'garbage'],
  ['has a header that is no JSON', () => 'e30x.e30.x'],
  ['has a header that is null', () => `${Buffer.from('null').toString('base64url')}.e30.x`],
  [
    'has claims that are no JSON',
    () => withClaims(signed({}, { header: { alg: 'RS256', typ: 'JWT' } }), '{'),
  ],
  ['has other claims than were signed', () => withClaims(signed(), JSON.stringify({ sub: subject() }))],
  ['is signed with a foreign key', () => signed({}, {}, strangersKey)],
  ['is not signed (alg: none)', () => signed({}, { algorithm: 'none' }, '')],
  [
    'is signed with HS256 and the public key as the secret',
    () => signed({}, { algorithm: 'HS256' }, publicPem()),
  ],
  ['is signed with another algorithm than RS256 and ES256', () => signed({}, { algorithm: 'RS512' })],
  ['names an unknown key', () => signed({}, { keyid: 'unknown' })],
  ['names no key', () => signed({}, { header: { alg: 'RS256', kid: undefined } })],
  ['has a critical extension', () => signed({}, { header: { alg: 'RS256', crit: ['b64'] } })],
  ['is of another issuer', () => signed({ iss: 'https://another.example' })],
  ['has no issuer', () => signed({ iss: undefined })],
  ['is for another audience', () => signed({ aud: 'another service' })],
  ['has no audience', () => signed({ aud: undefined })],
  ['is an ID token', () => signed({ aud: 'coverage', azp: 'coverage', email_verified: true })],
  ['is an ID token for the API as well', () => signed({ aud: ['coverage', 'coverage-api'] })],
  ['says in its claims that it is an ID token', () => signed({ typ: 'ID' })],
  ['says in its claims that it is a refresh token', () => signed({ typ: 'Refresh' })],
  ['states another type in its header', () => signed({}, { header: { alg: 'RS256', typ: 'logout+jwt' } })],
  ['was issued to another client', () => signed({ azp: 'another client' })],
  ...['client_id', 'cid', 'appid'].map((claim): [string, () => string] => [
    `was issued to another client, which it names as ${claim}`,
    () => signed({ [claim]: 'another client' }),
  ]),
  ['does not say to which client it was issued', () => signed({ azp: undefined })],
  ['has expired', () => signed({ exp: seconds() - 5 })],
  ['never expires', () => signed({ exp: undefined })],
  ['is not valid yet', () => signed({ nbf: seconds() + 6 })],
  ['has no subject', () => signed({ sub: undefined })],
  ['is of a user unknown here', () => signed({ sub: 'subject of nobody@clinic.example' })],
])('an access token that %s is 401', async (_, token) => {
  expect(await present(token())).toMatchObject(notValid)
})

test('the times of an access token may be a few seconds off', async () => {
  expect((await present(signed({ exp: seconds() - 4 }))).status).toBe(200)
  expect((await present(signed({ nbf: seconds() + 5 }))).status).toBe(200)
})

test("the provider's keys are fetched once, and once more for a new RSA or elliptic key", async () => {
  await present(signed())
  expect(provider.requests.keys).toBe(0)
  passSeconds(60)
  for (const alg of ['ES256', 'RS256'] as const) {
    const old = signed()
    await provider.rotateKeys(alg)
    provider.reset()
    passSeconds(60)
    const answers = await Promise.all([present(signed()), present(signed()), present(old)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(provider.requests.keys).toBe(1)
  }
})

test('a flood of unknown key ids does not fetch the keys each time', async () => {
  passSeconds(60)
  const flood = Array.from({ length: 100 }, (_, i) => present(signed({}, { keyid: `unknown ${i}` })))
  const answers = await Promise.all(flood)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  expect(provider.requests.keys).toBe(1)
  expect((await present(signed())).status).toBe(200)
  passSeconds(4)
  await present(signed({}, { keyid: 'unknown' }))
  expect(provider.requests.keys).toBe(1)
  passSeconds(1)
  await present(signed({}, { keyid: 'unknown' }))
  expect(provider.requests.keys).toBe(2)
})

test('a login accepts a key published this second, even right after a flood of unknown key ids', async () => {
  passSeconds(60)
  await service.line.restore()
  await expect
    .poll(() => service.anonymous().login(client.user.email, password))
    .toMatchObject({ status: 200 })
  await present(signed({}, { keyid: 'unknown' }))
  await provider.rotateKeys()
  const newcomer = service.anonymous()
  expect((await newcomer.login(client.user.email, password)).status).toBe(200)
  expect((await newcomer.get('/api/v1/auth/me/')).status).toBe(200)
  await service.line.cut()
})

test('keys are forgotten some minutes after the provider withdrew them', async () => {
  const old = signed({ exp: seconds() + 7200 })
  expect((await present(old)).status).toBe(200)
  const { oldKid } = await provider.rotateKeys()
  provider.settings.withdrawnKeys = [oldKid]
  passSeconds(600)
  await present(signed())
  await expect.poll(() => present(old)).toMatchObject(notValid)
  expect((await present(signed())).status).toBe(200)
})
