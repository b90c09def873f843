import type { JSONWebKeySet } from 'jose'
import * as openid from 'openid-client'
import type { Logger } from 'pino'
import { SignInFailed, unavailable } from '../../../routers/ports/refusals.ts'
import { DomainError, shortened } from '../../../src/errors.ts'
import { oneAtATime } from '../../../src/one-at-a-time.ts'
import type { OidcSettings } from '../../settings/settings.ts'
import { StartRefused } from '../../settings/start-and-stop.ts'

/** The tokens that the provider issues for a password or a refresh token. */
export type Grant = { accessToken: string; refreshToken?: string; idToken?: string }

/** 503 when the provider is down or slow, or its answer is invalid; it never counts as a failed login (D22). */
export const providerUnavailable = () => unavailable('The identity provider is unavailable.')

/** Timeout for the provider, in seconds. */
const answerTimeout = 2.5
/** Milliseconds for which a provider that has answered is not asked again whether it does. */
const pauseOfProbes = 10_000

/** The errors that are about the user; all others are about this service or the provider. */
const userRefusals = [
  ...['invalid_grant', 'access_denied', 'login_required', 'interaction_required', 'consent_required'],
  'account_selection_required',
]

/** With another status, the provider does not know the client. */
const isForbiddenGrant = (error: unknown) =>
  error instanceof openid.ResponseBodyError &&
  error.status === 400 &&
  ['unauthorized_client', 'unsupported_grant_type'].includes(error.error)

type GrantName = 'password' | 'refresh_token' | 'authorization_code'

/** What the provider refused, in its own words; those of its sign-in page have come through the user's browser. */
export type Refusal = {
  grant: GrantName
  code: string
  why: string | undefined
  from: 'page' | 'callback' | 'token endpoint'
}

/** Whether it is about a person, or has come through a browser, which may have made it up. */
export const isOfPerson = ({ from, code }: Refusal) =>
  from !== 'token endpoint' || userRefusals.includes(code)

/** 400 for a login where the provider gives no password grant: users sign in on its own page (D60). */
class NoPasswordGrant extends DomainError {
  constructor(provider: string) {
    const where = `Sign in with ${provider} at /auth/oidc/start: this service does not take its passwords.`
    super('INVALID', { non_field_errors: [where] })
  }
}

type ProviderConnection = Awaited<ReturnType<typeof discover>>

type TokenRequest = (connection: ProviderConnection) => Promise<openid.TokenEndpointResponse>

type Parts = { keep?: (refusal: Refusal) => void; clock?: () => Date }

/** The identity provider behind `OIDC_ISSUER`, reached over openid-client. */
export class Provider {
  private readonly settings: OidcSettings
  private readonly log: Logger
  private readonly parts: Parts
  private known: ProviderConnection | undefined
  private readonly discover = oneAtATime(() => discover(this.settings))
  private hasAnswered = true
  private askedAt = Number.NEGATIVE_INFINITY
  private readonly probe = oneAtATime(async () => {
    this.hasAnswered = await this.keySet().then(
      () => true,
      () => false,
    )
    this.askedAt = performance.now()
  })

  /** `keep` gets what the provider refuses. */
  constructor(settings: OidcSettings, log: Logger, parts: Parts = {}) {
    this.settings = settings
    this.log = log
    this.parts = parts
  }

  /**
   * Throws when the discovery document rules the provider out. If the provider is unreachable, discovery is retried
   * with each request.
   */
  async start() {
    try {
      const { metadata } = await this.connect()
      if (!metadata.grant_types_supported && this.settings.passwordGrant)
        this.log.warn(
          'the identity provider does not say which grants it offers: assuming that it offers the password grant',
        )
    } catch (err) {
      if (err instanceof StartRefused) throw err
      this.hasAnswered = false
      this.log.error({ err }, 'the identity provider is unavailable: users cannot sign in until it is back')
    }
  }

  /** Whether it takes passwords from this service; as configured while it has not been reached. */
  takesPasswords(): boolean {
    return this.known?.takesPasswords ?? this.settings.passwordGrant
  }

  /** Whether it gave its keys when it was last asked for them. Asks again in the background, unless that is recent. */
  answers(): boolean {
    if (!this.hasAnswered || performance.now() - this.askedAt > pauseOfProbes) void this.probe()
    return this.hasAnswered
  }

  /** Tokens for a password; undefined when the provider refuses it. */
  signIn(username: string, password: string): Promise<Grant | undefined> {
    const { audience, scope, name } = this.settings
    const parameters = { username, password, scope, audience }
    return this.requestTokens('password', async ({ client, takesPasswords }) => {
      if (!takesPasswords) throw new NoPasswordGrant(name)
      return openid.genericGrantRequest(client, 'password', parameters).catch((error) => {
        throw isForbiddenGrant(error) ? new NoPasswordGrant(name) : error
      })
    })
  }

  /** The provider's sign-in page. */
  signInPage(parameters: Record<string, string>): Promise<URL> {
    const { audience, scope } = this.settings
    const asked = { scope, audience, ...parameters }
    return this.ask(async ({ client }) => openid.buildAuthorizationUrl(client, asked))
  }

  /** Tokens for the code that a browser brought back; undefined when the provider has refused, else `SignInFailed`. */
  redeem(callback: URL, checks: openid.AuthorizationCodeGrantChecks): Promise<Grant | undefined> {
    return this.requestTokens('authorization_code', ({ metadata }) =>
      openid.authorizationCodeGrant(this.clientByClock(metadata), callback, checks),
    )
  }

  /** The provider's page that ends its own session; undefined if it has none. */
  signOutPage(parameters: Record<string, string>): Promise<URL | undefined> {
    return this.ask(async ({ client, metadata }) =>
      metadata.end_session_endpoint ? openid.buildEndSessionUrl(client, parameters) : undefined,
    )
  }

  /** New tokens; undefined when the refresh token is no longer accepted. */
  refresh(refreshToken: string): Promise<Grant | undefined> {
    return this.requestTokens('refresh_token', ({ client }) => openid.refreshTokenGrant(client, refreshToken))
  }

  /** Claims about the access token's user; empty when the provider has no userinfo endpoint. */
  userInfo(accessToken: string): Promise<Record<string, unknown>> {
    return this.ask(async ({ client, metadata }) =>
      metadata.userinfo_endpoint ? openid.fetchUserInfo(client, accessToken, openid.skipSubjectCheck) : {},
    )
  }

  /** Ends the session behind the refresh token if the provider can; a failure is only logged. */
  async revoke(refreshToken: string) {
    try {
      const { client, metadata } = await this.connect()
      if (metadata.revocation_endpoint)
        await openid.tokenRevocation(client, refreshToken, { token_type_hint: 'refresh_token' })
    } catch (err) {
      const status = statusIn(err)
      this.log.warn({ err, status }, 'a session has ended here, but not at the identity provider')
    }
  }

  /** The published keys, unchecked. */
  async keySet(): Promise<JSONWebKeySet> {
    const { jwks_uri = '' } = (await this.connect()).metadata
    const signal = AbortSignal.timeout(answerTimeout * 1000)
    const response = await boundedFetch(jwks_uri, { redirect: 'error', signal })
    if (!response.ok) throw new Error(`${jwks_uri} answered ${response.status}.`)
    return (await response.json()) as JSONWebKeySet
  }

  async issuer(): Promise<string> {
    return (await this.connect()).metadata.issuer
  }

  /** openid-client, judging times by the service's clock. */
  private clientByClock(metadata: openid.ServerMetadata): openid.Configuration {
    const { clock = () => new Date() } = this.parts
    const skew = Math.round((clock().getTime() - Date.now()) / 1000)
    const skewed = { [openid.clockSkew]: skew }
    const { clientId } = this.settings
    const client = new openid.Configuration(metadata, clientId, skewed, authentication(this.settings))
    openid.allowInsecureRequests(client)
    client.timeout = answerTimeout
    client[openid.customFetch] = lenientFetch
    return client
  }

  private requestTokens(grant: GrantName, request: TokenRequest): Promise<Grant | undefined> {
    return this.ask(async (connection) => {
      try {
        const { access_token: accessToken, refresh_token: refreshToken, ...rest } = await request(connection)
        const { unchecked_id_token: idToken } = rest
        return { accessToken, refreshToken, idToken: typeof idToken === 'string' ? idToken : undefined }
      } catch (error) {
        const refusal = refusalIn(error, grant)
        if (!refusal) throw error
        this.log.info(refusal, 'the identity provider has refused a grant')
        this.parts.keep?.(refusal)
        if (error instanceof openid.ClientError) throw new SignInFailed('invalid')
        if (!userRefusals.includes(refusal.code)) throw error
        return undefined
      }
    })
  }

  /** Every failure is a 503 for the caller; its reason is in the log. */
  private async ask<T>(work: (connection: ProviderConnection) => Promise<T>): Promise<T> {
    try {
      return await work(await this.connect())
    } catch (err) {
      if (err instanceof NoPasswordGrant || err instanceof SignInFailed) throw err
      this.log.error({ err, status: statusIn(err) }, 'the identity provider is unavailable')
      throw providerUnavailable()
    }
  }

  private async connect(): Promise<ProviderConnection> {
    this.known ??= await this.discover()
    return this.known
  }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** Reads the discovery document; `StartRefused` when it rules the provider out. */
async function discover(settings: OidcSettings) {
  const { issuer, clientId } = settings
  const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  const client = await openid
    .discovery(new URL(address), clientId, undefined, authentication(settings), {
      execute: [openid.allowInsecureRequests],
      timeout: answerTimeout,
      [openid.customFetch]: lenientFetch,
    })
    .catch((error) => {
      const status = statusIn(error) ?? (error.code === 'OAUTH_INVALID_RESPONSE' ? 200 : 503)
      if (status >= 500 || status === 429) throw error
      throw new StartRefused(`OIDC_ISSUER: ${address} is no discovery document (${status}).`)
    })
  const metadata = client.serverMetadata()
  checkEndpoints(address, metadata)
  const { issuer: name, grant_types_supported: grants, authorization_endpoint } = metadata
  if (withoutSlash(name) !== withoutSlash(issuer))
    throw new StartRefused(`OIDC_ISSUER is ${issuer}, but the provider there calls itself ${name}.`)
  const takesPasswords = settings.passwordGrant && (!grants || grants.includes('password'))
  if (!takesPasswords && !authorization_endpoint)
    throw new StartRefused(
      `The identity provider ${issuer} offers neither the password grant nor an authorization_endpoint: users could not sign in.`,
    )
  return { client, metadata, takesPasswords }
}

const required = ['token_endpoint', 'jwks_uri'] as const
const optional = [
  'authorization_endpoint',
  'end_session_endpoint',
  'userinfo_endpoint',
  'revocation_endpoint',
]

/** The required endpoints must exist, and all must use https if the discovery document does. */
function checkEndpoints(address: string, metadata: openid.ServerMetadata) {
  for (const field of required)
    if (!URL.canParse(metadata[field] ?? ''))
      throw new StartRefused(`OIDC_ISSUER: ${address} has no ${field}.`)
  for (const field of [...required, ...optional])
    if (/^https:/i.test(address) && /^http:/i.test(String(metadata[field])))
      throw new StartRefused(`OIDC_ISSUER: ${address} names a ${field} without https.`)
}

/** openid-client's Basic also encodes `-`, `.` and `_`, and providers that decode nothing refuse such a client. */
function authentication({ clientId, clientSecret }: OidcSettings): openid.ClientAuth {
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`
  return (...[{ token_endpoint_auth_methods_supported: methods = [] }, , body, headers]) => {
    const isInBody = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    if (clientSecret === undefined || isInBody) body.set('client_id', clientId)
    if (clientSecret !== undefined && isInBody) body.set('client_secret', clientSecret)
    if (clientSecret !== undefined && !isInBody) headers.set('Authorization', basic)
  }
}

/** Bytes of an answer that are read. */
const mostRead = 1024 * 1024

/** Fails before an answer fills the memory. */
async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  let read = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      read += part.byteLength
      if (read > mostRead) throw new Error(`${url} answered with more than 1 MiB.`)
      controller.enqueue(part)
    },
  })
  return new Response(response.body?.pipeThrough(bounded), response)
}

/**
 * openid-client rejects a whole grant for any odd field, so it sees only those we use. It checks the ID token of a code,
 * for its nonce; the verifier checks the signature, and the ID tokens of other grants.
 */
const lenientFetch: openid.CustomFetch = async (url, options) => {
  const response = await boundedFetch(url, options)
  if (!(options.body instanceof URLSearchParams)) return response
  // A revocation may be answered with any success; the library asks for 200.
  if (!options.body.has('grant_type')) return response.ok ? new Response() : response
  const whole = new Response(await response.text())
  const given = Object(await whole.json().catch(() => undefined))
  const { access_token, refresh_token, error, error_description, id_token } = given
  const answer = { access_token, refresh_token, error, error_description, token_type: 'Bearer' }
  const ofCode = options.body.get('grant_type') === 'authorization_code' && { id_token }
  const body = { ...answer, ...ofCode, unchecked_id_token: id_token }
  return Response.json(body, { status: response.status })
}

/** The HTTP status of an openid-client error, which its message leaves out. */
const statusIn = (error: unknown) =>
  error instanceof Error && error.cause instanceof Response ? error.cause.status : undefined

/** The errors of openid-client for an answer that is none to our request, or a token that is not the one asked for. */
const mismatches = [
  ...['OAUTH_INVALID_RESPONSE', 'OAUTH_UNSUPPORTED_OPERATION', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]

/** The codes of RFC 6749 (4.1.2.1) and OpenID Connect Core (3.1.2.6). */
const pageCodes = `invalid_request unauthorized_client access_denied unsupported_response_type invalid_scope
  server_error temporarily_unavailable interaction_required login_required consent_required account_selection_required
  invalid_request_uri invalid_request_object request_not_supported request_uri_not_supported
  registration_not_supported`.split(/\s+/)

/** What the provider has refused, or what of its answer cannot be accepted; undefined for other failures. */
function refusalIn(error: unknown, grant: GrantName): Refusal | undefined {
  if (error instanceof openid.ClientError) {
    const isMismatch = grant === 'authorization_code' && mismatches.includes(error.code ?? '')
    const { message } = error.cause instanceof Error ? error.cause : error
    return isMismatch ? { grant, code: error.code ?? '', why: message, from: 'callback' } : undefined
  }
  const isOfPage = error instanceof openid.AuthorizationResponseError
  if (!isOfPage && !(error instanceof openid.ResponseBodyError)) return undefined
  // Any other code of a page may be a text that somebody wants operators to read on `/readyz`.
  const code = isOfPage && !pageCodes.includes(error.error) ? 'unknown' : shortened(error.error)
  const why = error.error_description && shortened(error.error_description)
  return { grant, code, why, from: isOfPage ? 'page' : 'token endpoint' }
}
