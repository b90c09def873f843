import type { JSONWebKeySet } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  fetchUserInfo,
  genericGrantRequest,
  None,
  ResponseBodyError,
  refreshTokenGrant,
  skipSubjectCheck,
  type TokenEndpointResponse,
  tokenRevocation,
} from 'openid-client'
import type { Logger } from 'pino'
import { unavailable } from '../../../routers/gate/refusals.ts'
import { discover, get, type Metadata, patience, UnsuitableProvider } from './discovery.ts'

/** The `OIDC_*` settings; without an `audience`, access tokens are for the client. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  audience: string | undefined
  scope: string
}

/** What the provider gives for a password or a refresh token. */
export type Grant = { accessToken: string; refreshToken?: string; idToken?: string }

/** 503 when the provider is away or slow, or gives an answer that no provider should: never a failed login (D22). */
export const providerUnavailable = () => unavailable('The identity provider is unavailable.')

/** The errors of the token endpoint that are about the user; all others are about this service or the provider. */
const userRefusals = ['invalid_grant', 'access_denied']

type Connection = { metadata: Metadata; client: Configuration }

/** The identity provider behind `OIDC_ISSUER`, reached over openid-client. */
export class Provider {
  private readonly settings: OidcSettings
  private readonly log: Logger
  private known: Promise<Connection> | undefined

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
          'the identity provider does not say which grants it offers: the password grant is taken for granted',
        )
    } catch (err) {
      if (err instanceof UnsuitableProvider) throw err
      this.log.error({ err }, 'the identity provider is unavailable: nobody can sign in until it is back')
    }
  }

  /** Tokens for a password; undefined when the provider refuses it. */
  signIn(username: string, password: string): Promise<Grant | undefined> {
    const { audience, scope } = this.settings
    const parameters = { username, password, scope, ...(audience !== undefined && { audience }) }
    return this.requestTokens((client) => genericGrantRequest(client, 'password', parameters))
  }

  /** New tokens; undefined when the refresh token is no longer accepted. */
  refresh(refreshToken: string): Promise<Grant | undefined> {
    return this.requestTokens((client) => refreshTokenGrant(client, refreshToken))
  }

  /** Claims about the user whose access token it is; empty when the provider has no userinfo endpoint. */
  userInfo(accessToken: string): Promise<Record<string, unknown>> {
    return this.ask(async ({ metadata, client }) =>
      metadata.userinfo_endpoint ? fetchUserInfo(client, accessToken, skipSubjectCheck) : {},
    )
  }

  /** Ends the session behind the refresh token if the provider can; a failure is only logged. */
  async revoke(refreshToken: string) {
    try {
      const { metadata, client } = await this.connect()
      if (metadata.revocation_endpoint)
        await tokenRevocation(client, refreshToken, { token_type_hint: 'refresh_token' })
    } catch (err) {
      this.log.warn({ err, status: statusIn(err) }, sessionRemains)
    }
  }

  /** The published keys, unchecked. */
  async keySet(): Promise<JSONWebKeySet> {
    const { jwks_uri } = (await this.connect()).metadata
    const { status, body } = await get(jwks_uri)
    if (status !== 200) throw new Error(`${jwks_uri} answered ${status}.`)
    return body as JSONWebKeySet
  }

  async issuer(): Promise<string> {
    return (await this.connect()).metadata.issuer
  }

  private async requestTokens(request: (client: Configuration) => Promise<TokenEndpointResponse>) {
    return this.ask(async ({ client }): Promise<Grant | undefined> => {
      try {
        const { access_token, refresh_token, unchecked_id_token: idToken } = await request(client)
        return {
          accessToken: access_token,
          refreshToken: refresh_token,
          idToken: typeof idToken === 'string' ? idToken : undefined,
        }
      } catch (error) {
        if (error instanceof ResponseBodyError && userRefusals.includes(error.error)) return undefined
        throw error
      }
    })
  }

  /** Every failure is a 503 for the caller; its reason is in the log. */
  private async ask<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await work(await this.connect())
    } catch (err) {
      this.log.error({ err, status: statusIn(err) }, 'the identity provider is unavailable')
      throw providerUnavailable()
    }
  }

  private connect(): Promise<Connection> {
    this.known ??= this.discover().catch((error) => {
      this.known = undefined
      throw error
    })
    return this.known
  }

  private async discover(): Promise<Connection> {
    const { issuer, clientId } = this.settings
    const metadata = await discover(issuer)
    const client = new Configuration(metadata, clientId, undefined, authentication(this.settings, metadata))
    allowInsecureRequests(client)
    client.timeout = patience / 1000
    client[customFetch] = lenientFetch
    return { metadata, client }
  }
}

/** Logged when the provider could not be asked to revoke a refresh token. */
export const sessionRemains = 'a session has ended here, but not at the identity provider'

/** openid-client's Basic also encodes `-`, `.` and `_`, and providers that decode nothing refuse such a client. */
function authentication({ clientId, clientSecret }: OidcSettings, metadata: Metadata): ClientAuth {
  const methods = metadata.token_endpoint_auth_methods_supported
  if (clientSecret === undefined) return None()
  if (methods.includes('client_secret_post') && !methods.includes('client_secret_basic'))
    return ClientSecretPost(clientSecret)
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  const basic = `Basic ${Buffer.from(credentials).toString('base64')}`
  return (...[, , , headers]) => headers.set('Authorization', basic)
}

/**
 * openid-client fails a whole grant over an ID token that it dislikes (by the machine's clock) or a missing
 * `token_type`. So the ID token is hidden from it, for the verifier to check.
 */
const lenientFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options)
  if (!(options.body instanceof URLSearchParams && options.body.has('grant_type'))) return response
  const { id_token, ...answer } = JSON.parse(await response.text())
  const body = { token_type: 'Bearer', ...answer, unchecked_id_token: id_token }
  return Response.json(body, { status: response.status })
}

/** The HTTP status in an error of openid-client, whose message leaves it out. */
const statusIn = (error: unknown) =>
  error instanceof Error && error.cause instanceof Response ? error.cause.status : undefined
