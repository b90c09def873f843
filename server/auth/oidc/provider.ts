import type { JSONWebKeySet } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  fetchUserInfo,
  genericGrantRequest,
  ResponseBodyError,
  refreshTokenGrant,
  type ServerMetadata,
  skipSubjectCheck,
  type TokenEndpointResponse,
  tokenRevocation,
} from 'openid-client'
import type { Logger } from 'pino'
import { z } from 'zod'
import { unavailable } from '../../../routers/ports/refusals.ts'
import type { OidcSettings } from '../../settings/settings.ts'

/** The tokens that the provider issues for a password or a refresh token. */
export type Grant = { accessToken: string; refreshToken?: string; idToken?: string }

/** 503 when the provider is down or slow, or its answer is invalid; it never counts as a failed login (D22). */
export const providerUnavailable = () => unavailable('The identity provider is unavailable.')

/** Timeout for the provider, in seconds. */
const answerTimeout = 2.5

/** The errors of the token endpoint that are about the user; all others are about this service or the provider. */
const userRefusals = ['invalid_grant', 'access_denied']

type ProviderConnection = { client: Configuration; metadata: ServerMetadata }

/** The provider, as configured, does not work with this service; retrying does not help. */
class UnsuitableProvider extends Error {}

/** The identity provider behind `OIDC_ISSUER`, reached over openid-client. */
export class Provider {
  private readonly settings: OidcSettings
  private readonly log: Logger
  private known: Promise<ProviderConnection> | undefined

  constructor(settings: OidcSettings, log: Logger) {
    this.settings = settings
    this.log = log
  }

  /**
   * Throws when the discovery document rules the provider out. If the provider is unreachable, discovery is retried
   * with each request.
   */
  async start() {
    try {
      const { metadata } = await this.connect()
      if (!metadata.grant_types_supported)
        this.log.warn(
          'the identity provider does not say which grants it offers: assuming that it offers the password grant',
        )
    } catch (err) {
      if (err instanceof UnsuitableProvider) throw err
      this.log.error({ err }, 'the identity provider is unavailable: users cannot sign in until it is back')
    }
  }

  /** Tokens for a password; undefined when the provider refuses it. */
  signIn(username: string, password: string): Promise<Grant | undefined> {
    const { audience, scope } = this.settings
    const parameters = { username, password, scope, audience }
    return this.requestTokens('password', ({ client }) => genericGrantRequest(client, 'password', parameters))
  }

  /** New tokens; undefined when the refresh token is no longer accepted. */
  refresh(refreshToken: string): Promise<Grant | undefined> {
    return this.requestTokens('refresh_token', ({ client }) => refreshTokenGrant(client, refreshToken))
  }

  /** Claims about the access token's user; empty when the provider has no userinfo endpoint. */
  userInfo(accessToken: string): Promise<Record<string, unknown>> {
    return this.ask(async ({ client, metadata }) =>
      metadata.userinfo_endpoint ? fetchUserInfo(client, accessToken, skipSubjectCheck) : {},
    )
  }

  /** Ends the session behind the refresh token if the provider can; a failure is only logged. */
  async revoke(refreshToken: string) {
    try {
      const { client, metadata } = await this.connect()
      if (metadata.revocation_endpoint)
        await tokenRevocation(client, refreshToken, { token_type_hint: 'refresh_token' })
    } catch (err) {
      const status = statusIn(err)
      this.log.warn({ err, status }, 'a session has ended here, but not at the identity provider')
    }
  }

  /** The published keys, unchecked. */
  async keySet(): Promise<JSONWebKeySet> {
    const { jwks_uri = '' } = (await this.connect()).metadata
    const signal = AbortSignal.timeout(answerTimeout * 1000)
    const response = await fetch(jwks_uri, { redirect: 'error', signal })
    if (!response.ok) throw new Error(`${jwks_uri} answered ${response.status}.`)
    return (await response.json()) as JSONWebKeySet
  }

  async issuer(): Promise<string> {
    return (await this.connect()).metadata.issuer
  }

  private async requestTokens(
    grant: 'password' | 'refresh_token',
    request: (connection: ProviderConnection) => Promise<TokenEndpointResponse>,
  ) {
    return this.ask(async (connection): Promise<Grant | undefined> => {
      try {
        const { access_token: accessToken, refresh_token: refreshToken, ...rest } = await request(connection)
        const { unchecked_id_token: idToken } = rest
        return { accessToken, refreshToken, idToken: typeof idToken === 'string' ? idToken : undefined }
      } catch (error) {
        if (!(error instanceof ResponseBodyError && userRefusals.includes(error.error))) throw error
        const { error: code, error_description: why } = error
        this.log.info({ grant, code, why }, 'the identity provider has refused a grant')
        return undefined
      }
    })
  }

  /** Every failure is a 503 for the caller; its reason is in the log. */
  private async ask<T>(work: (connection: ProviderConnection) => Promise<T>): Promise<T> {
    try {
      return await work(await this.connect())
    } catch (err) {
      this.log.error({ err, status: statusIn(err) }, 'the identity provider is unavailable')
      throw providerUnavailable()
    }
  }

  private connect(): Promise<ProviderConnection> {
    this.known ??= discover(this.settings).catch((error) => {
      this.known = undefined
      throw error
    })
    return this.known
  }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** Reads the discovery document; `UnsuitableProvider` when it rules the provider out. */
async function discover(settings: OidcSettings): Promise<ProviderConnection> {
  const { issuer, clientId } = settings
  const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  const client = await discovery(new URL(address), clientId, undefined, authentication(settings), {
    execute: [allowInsecureRequests],
    timeout: answerTimeout,
    [customFetch]: lenientFetch,
  }).catch((error) => {
    const status = statusIn(error) ?? (error.code === 'OAUTH_INVALID_RESPONSE' ? 200 : 503)
    if (status >= 500 || status === 429) throw error
    throw new UnsuitableProvider(`OIDC_ISSUER: ${address} is no discovery document (${status}).`)
  })
  const metadata = client.serverMetadata()
  checkEndpoints(address, metadata)
  const { issuer: name, grant_types_supported: grants } = metadata
  if (withoutSlash(name) !== withoutSlash(issuer))
    throw new UnsuitableProvider(`OIDC_ISSUER is ${issuer}, but the provider there calls itself ${name}.`)
  if (grants && !grants.includes('password'))
    throw new UnsuitableProvider(
      `The identity provider ${issuer} does not offer the password grant, which AUTH_MODE=oidc needs: ` +
        `its grant_types_supported are ${grants.join(', ')}.`,
    )
  return { client, metadata }
}

/** The required endpoints must exist, and must all use https if the discovery document does. */
function checkEndpoints(address: string, metadata: ServerMetadata) {
  const { token_endpoint, jwks_uri, userinfo_endpoint, revocation_endpoint } = metadata
  const needed = { token_endpoint, jwks_uri }
  for (const [field, endpoint] of Object.entries(needed))
    if (!URL.canParse(endpoint ?? ''))
      throw new UnsuitableProvider(`OIDC_ISSUER: ${address} has no ${field}.`)
  for (const [field, endpoint] of Object.entries({ ...needed, userinfo_endpoint, revocation_endpoint }))
    if (/^https:/i.test(address) && /^http:/i.test(endpoint ?? ''))
      throw new UnsuitableProvider(`OIDC_ISSUER: ${address} names a ${field} without https.`)
}

/** openid-client's Basic also encodes `-`, `.` and `_`, and providers that decode nothing refuse such a client. */
function authentication({ clientId, clientSecret }: OidcSettings): ClientAuth {
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`
  return (...[{ token_endpoint_auth_methods_supported: methods = [] }, , body, headers]) => {
    const isInBody = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    if (clientSecret === undefined || isInBody) body.set('client_id', clientId)
    if (clientSecret !== undefined && isInBody) body.set('client_secret', clientSecret)
    if (clientSecret !== undefined && !isInBody) headers.set('Authorization', basic)
  }
}

const TokenAnswer = z.record(z.string(), z.unknown()).catch({})

/**
 * openid-client rejects a whole grant for an ID token that is invalid by the machine's clock, or for any odd field. So it
 * sees only the fields we use; the verifier checks the ID token.
 */
const lenientFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options)
  if (!(options.body instanceof URLSearchParams)) return response
  // A revocation may be answered with any success; the library asks for 200.
  if (!options.body.has('grant_type')) return response.ok ? new Response() : response
  const given = TokenAnswer.parse(await response.json().catch(() => undefined))
  const { access_token, refresh_token, error, error_description, id_token } = given
  const answer = { access_token, refresh_token, error, error_description, token_type: 'Bearer' }
  const body = { ...answer, unchecked_id_token: id_token }
  return Response.json(body, { status: response.status })
}

/** The HTTP status of an openid-client error, which its message leaves out. */
const statusIn = (error: unknown) =>
  error instanceof Error && error.cause instanceof Response ? error.cause.status : undefined
