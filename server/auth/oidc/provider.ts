import type { Logger } from 'pino'
import { z } from 'zod'
import { unavailable } from '../../../routers/gate/refusals.ts'

/** The `OIDC_*` settings; without an audience of its own, access tokens are for the client. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  audience: string | undefined
  scope: string
}

/** What the provider gives for a password or a refresh token. */
export type Grant = { accessToken: string; refreshToken?: string; idToken?: string }

export type Provider = Awaited<ReturnType<typeof connectProvider>>

/** 503 whenever the provider is away, slow, or answers what no provider should: never a failed login (D22). */
export const providerUnavailable = () => unavailable('The identity provider is unavailable.')

/** Milliseconds that the provider has for one answer. */
const patience = 2500

const Metadata = z.object({
  issuer: z.string(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
  grant_types_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().optional(),
})

const Refusal = z.object({ error: z.string(), error_description: z.string().optional() })

/** The errors of the token endpoint that are about the user; all others are about this service or the provider. */
const userRefusals = ['invalid_grant', 'access_denied']

/** The provider cannot serve this service as it is set up; trying again does not help. */
class UnsuitableProvider extends Error {}

/**
 * The provider behind `OIDC_ISSUER`. Throws when its discovery document rules it out; one that is away is looked
 * for again with each request.
 */
export async function connectProvider(settings: OidcSettings, log: Logger) {
  const { clientId, clientSecret, audience, scope } = settings
  const address = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  let known: Promise<z.output<typeof Metadata>> | undefined

  function discover() {
    known ??= readMetadata(address, settings.issuer).catch((error) => {
      known = undefined
      throw error
    })
    return known
  }

  /** Undefined when the user is refused. */
  async function requestTokens(parameters: Record<string, string>): Promise<Grant | undefined> {
    const { token_endpoint } = await discover()
    const { status, body } = await post(token_endpoint, parameters)
    if (status === 200) {
      const { access_token, refresh_token, id_token } = TokenAnswer.parse(body)
      return { accessToken: access_token, refreshToken: refresh_token, idToken: id_token }
    }
    const { data } = Refusal.safeParse(body)
    if (status < 500 && data && userRefusals.includes(data.error)) return undefined
    throw new Error(`The token endpoint answered ${status}: ${data?.error} ${data?.error_description ?? ''}`)
  }

  /** A form with the client's authentication (RFC 6749, 2.3.1). */
  async function post(url: string, parameters: Record<string, string>) {
    const { token_endpoint_auth_methods_supported: methods } = await discover()
    const isInBody = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    const basic = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`
    const client: Record<string, string> =
      clientSecret === undefined
        ? { client_id: clientId }
        : isInBody
          ? { client_id: clientId, client_secret: clientSecret }
          : {}
    return request(url, {
      method: 'POST',
      body: new URLSearchParams({ ...parameters, ...client }),
      ...(clientSecret !== undefined &&
        !isInBody && { headers: { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` } }),
    })
  }

  /** Every failure is the provider's absence to the caller, and its reason to the log. */
  async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (err) {
      log.error({ err }, 'the identity provider is unavailable')
      throw providerUnavailable()
    }
  }

  const provider = {
    /** Tokens for a password; undefined when the provider refuses it. */
    signIn: (username: string, password: string) =>
      orUnavailable(() =>
        requestTokens({
          grant_type: 'password',
          username,
          password,
          scope,
          ...(audience !== undefined && { audience }),
        }),
      ),

    /** New tokens; undefined when the refresh token is worth nothing any more. */
    refresh: (refreshToken: string) =>
      orUnavailable(() => requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken })),

    /** Claims about the user whose access token it is; none from a provider that tells none. */
    userInfo: (accessToken: string) =>
      orUnavailable(async () => {
        const { userinfo_endpoint } = await discover()
        if (!userinfo_endpoint) return {}
        const headers = { Authorization: `Bearer ${accessToken}` }
        return z.record(z.string(), z.unknown()).parse(await get(userinfo_endpoint, headers))
      }),

    /** Ends what the refresh token stands for, if the provider can; a failure is logged and no more. */
    async revoke(refreshToken: string) {
      try {
        const { revocation_endpoint } = await discover()
        if (!revocation_endpoint) return
        const form = { token: refreshToken, token_type_hint: 'refresh_token' }
        const { status } = await post(revocation_endpoint, form)
        if (status >= 300) throw new Error(`The revocation endpoint answered ${status}.`)
      } catch (err) {
        log.warn({ err }, 'a session has ended here, but not at the identity provider')
      }
    },

    /** Its published keys, a JWK Set. */
    keySet: async () =>
      z.object({ keys: z.array(z.unknown()) }).parse(await get((await discover()).jwks_uri)),

    issuer: async () => (await discover()).issuer,
  }

  const metadata = await discover().catch((err) => {
    if (err instanceof UnsuitableProvider) throw err
    log.error({ err }, 'the identity provider is unavailable: nobody can sign in until it is back')
  })
  if (metadata && !metadata.grant_types_supported)
    log.warn(
      'the identity provider does not say which grants it offers: the password grant is taken for granted',
    )
  return provider
}

async function readMetadata(address: string, issuer: string) {
  const answer = await request(address)
  if (answer.status >= 500 || answer.status === 429) throw new Error(`${address} answered ${answer.status}.`)
  const { data, error } = Metadata.safeParse(answer.body)
  if (answer.status !== 200 || !data)
    throw new UnsuitableProvider(
      `OIDC_ISSUER: ${address} is no discovery document (${answer.status}${error ? `, ${z.prettifyError(error)}` : ''}).`,
    )
  if (data.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new UnsuitableProvider(
      `OIDC_ISSUER is ${issuer}, but the provider there calls itself ${data.issuer}.`,
    )
  if (data.grant_types_supported && !data.grant_types_supported.includes('password'))
    throw new UnsuitableProvider(
      `The identity provider ${issuer} does not offer the password grant, which AUTH_MODE=oidc needs: ` +
        `its grant_types_supported are ${data.grant_types_supported.join(', ')}.`,
    )
  return data
}

async function get(url: string, headers?: Record<string, string>): Promise<unknown> {
  const { status, body } = await request(url, { headers })
  if (status !== 200) throw new Error(`${url} answered ${status}.`)
  return body
}

/** The body is undefined unless it is JSON. Redirects are errors: they would carry secrets elsewhere. */
async function request(url: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    ...init,
    headers: { Accept: 'application/json', ...init.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return { status: response.status, body: undefined }
  }
}
