import { createPrivateKey, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { OAuth2Server } from 'oauth2-mock-server'
import { password } from './service.ts'
import { cuttableProxy } from './stores/cuttable-proxy.ts'

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

type Claims = Record<string, unknown>
type Answer = { body: unknown; statusCode: number }
type TokenRequest = {
  grant_type: string
  code?: string
  username?: string
  password?: string
  refresh_token?: string
}

const audience = 'coverage-api'

/**
 * A real OpenID Connect provider on a line that can be cut. Every email is a subject of its own there, with the
 * password of the tests and a refresh token good for one use; `settings` alter what it says until `reset`.
 */
export async function startIdentityProvider() {
  const server = new OAuth2Server()
  let key = await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  const line = await cuttableProxy(server.issuer.url ?? '')
  const issuer = new URL(line.url).origin
  server.issuer.url = issuer

  /** Emails by the refresh tokens that have not been used. */
  const owners = new Map<string, string>()
  const nonces = new Map<string, string>()
  const clock = { now: new Date('2026-03-04T10:00:00.000Z') }
  let settings = initialSettings()
  let requests = noRequests()

  const subjectOf = (email: string) => `subject of ${email.toLowerCase()}`

  /** A token as the provider signs them, unless another header or key is given; `undefined` leaves a claim out. */
  function sign(claims: Claims, options: jwt.SignOptions = {}, otherKey?: jwt.Secret) {
    const iat = Math.floor(clock.now.getTime() / 1000)
    const payload = {
      iss: issuer,
      aud: audience,
      azp: 'coverage',
      iat,
      nbf: iat,
      exp: iat + 3600,
      jti: randomUUID(),
      ...claims,
    }
    return jwt.sign(JSON.stringify(payload), otherKey ?? createPrivateKey({ key, format: 'jwk' }), {
      algorithm: key.alg as jwt.Algorithm,
      keyid: key.kid,
      ...options,
    })
  }

  function grant(email: string, nonce?: string) {
    const sub = subjectOf(email)
    const refresh_token = randomUUID()
    owners.set(refresh_token, email)
    return {
      access_token: sign({ sub, ...settings.accessClaims }),
      id_token: sign(
        { sub, aud: 'coverage', email, email_verified: true, nonce, ...settings.identityClaims },
        {},
        settings.identityKey,
      ),
      refresh_token,
      token_type: 'Bearer',
      expires_in: 3600,
    }
  }

  function ownerOf(request: TokenRequest): string | undefined {
    if (request.grant_type === 'authorization_code') return settings.visitor
    if (request.grant_type === 'password') return request.password === password ? request.username : undefined
    const token = request.refresh_token ?? ''
    const owner = owners.get(token)
    owners.delete(token)
    return owner
  }

  const { service } = server
  service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }, { url: asked = '' }: { url?: string }) => {
    const nonce = new URL(asked, issuer).searchParams.get('nonce') ?? ''
    nonces.set(url.searchParams.get('code') ?? '', nonce)
  })
  service.on('beforeWellKnownOpenIdConfiguration', (answer: { body: Claims }) => {
    const endpoints = { jwks_uri: `${issuer}/published-keys`, revocation_endpoint: `${issuer}/revocation` }
    Object.assign(answer.body, endpoints, settings.discovery)
  })
  service.on('beforeResponse', (answer: Answer, { body, headers }) => {
    requests.tokens.push({ ...body, authorization: headers.authorization })
    const owner = ownerOf(body)
    const refusal = { statusCode: 400, body: { error: 'invalid_grant' } }
    Object.assign(
      answer,
      owner === undefined ? refusal : { body: grant(owner, nonces.get(body.code ?? '')) },
      settings.tokenAnswer,
    )
  })
  service.on('beforeUserinfo', (answer: Answer, { headers }) => {
    requests.userInfo.push(headers.authorization)
    Object.assign(answer, settings.userInfoAnswer)
  })
  service.addRoute('POST', '/revocation', ({ body }, response) => {
    requests.revoked.push((body as { token: string }).token)
    response.writeHead(settings.revocationStatus).end()
  })
  service.addRoute('GET', '/published-keys', (_, response) => {
    requests.keys += 1
    const keys = server.issuer.keys.toJSON().filter(({ kid }) => !settings.withdrawnKeys.includes(kid))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys }))
  })

  return {
    issuer,
    line,
    clock,
    subjectOf,
    sign,
    /** What a service needs to use the provider. */
    env: {
      AUTH_MODE: 'oidc',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'coverage',
      OIDC_CLIENT_SECRET: 'a secret: of the client',
      OIDC_AUDIENCE: audience,
    },

    get settings() {
      return settings
    },
    /** What the provider was asked since `reset`. */
    get requests() {
      return requests
    },
    reset() {
      settings = initialSettings()
      requests = noRequests()
    },

    publicKey: () => server.issuer.keys.toJSON().find(({ kid }) => kid === key.kid),
    /** Signs with a new key from now on; the others stay published. */
    async rotateKeys(alg: 'RS256' | 'ES256' = 'RS256') {
      const { kid } = key
      key = await server.issuer.keys.generate(alg)
      return { oldKid: kid }
    },

    async close() {
      await line.close()
      await server.stop()
    },
  }
}

const initialSettings = () => ({
  /** Who is signed in at the provider's own page, by email. */
  visitor: undefined as string | undefined,
  identityKey: undefined as jwt.Secret | undefined,
  discovery: {} as Claims,
  accessClaims: {} as Claims,
  identityClaims: {} as Claims,
  tokenAnswer: {} as Partial<Answer>,
  userInfoAnswer: {} as Partial<Answer>,
  revocationStatus: 200,
  withdrawnKeys: [] as string[],
})

const noRequests = () => ({
  tokens: [] as (TokenRequest & { authorization: string | undefined })[],
  userInfo: [] as (string | undefined)[],
  revoked: [] as string[],
  keys: 0,
})
