import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseSetCookie } from 'cookie'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider } from 'oidc-provider'
import { Client } from '../../../setup/client.ts'

const audience = 'coverage-api'

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

const initialSettings = () => ({
  /** Who signs in at the provider's page, by email, which is the subject there too. */
  email: 'nobody@clinic.example',
  isVerified: true,
  groups: undefined as string[] | undefined,
  /** What the page refuses instead. */
  refusal: undefined as { error: string; error_description: string } | undefined,
})

/** A certified OpenID Connect provider without the password grant, of which a test decides who signs in on its page. */
export async function startRealProvider() {
  let settings = initialSettings()
  const keys = [await newKey('first')]
  let serve: (req: IncomingMessage, res: ServerResponse) => unknown = () => {}
  const server = createServer((req, res) => serve(req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** The provider with the keys of now; its store outlives it. */
  function open() {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'coverage',
          client_secret: 'a-secret-of-the-client',
          redirect_uris: ['http://127.0.0.1/auth/oidc/callback'],
          post_logout_redirect_uris: ['http://127.0.0.1/'],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      jwks: { keys },
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      issueRefreshToken: async () => true,
      findAccount: async (_ctx, accountId) => ({
        accountId,
        claims: async () => ({ sub: accountId, email: accountId, email_verified: settings.isVerified }),
      }),
      extraTokenClaims: async () => ({ realm_access: { roles: settings.groups } }),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      features: {
        devInteractions: { enabled: false },
        revocation: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx, form) => {
            ctx.body = `<!doctype html><title>Sign out?</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`
          },
        },
        resourceIndicators: {
          enabled: true,
          defaultResource: async () => 'urn:coverage',
          useGrantedResource: async () => true,
          getResourceServerInfo: async () => ({
            scope: 'openid',
            audience,
            accessTokenFormat: 'jwt' as const,
          }),
        },
      },
    })
    // The ports of the service are not known yet.
    const isOfService = (uri: string, path: string) =>
      new URL(uri).hostname === '127.0.0.1' && new URL(uri).pathname === path
    Object.assign(provider.Client.prototype, {
      redirectUriAllowed: (uri: string) => isOfService(uri, '/auth/oidc/callback'),
      postLogoutRedirectUriAllowed: (uri: string) => isOfService(uri, '/'),
    })
    const callback = provider.callback()
    serve = (req, res) =>
      req.url?.startsWith('/interaction/') ? interact(provider, req, res) : callback(req, res)
  }

  /** The page where the user signs in and consents: it does both at once. */
  async function interact(provider: Provider, req: IncomingMessage, res: ServerResponse) {
    const { params, prompt, grantId } = await provider.interactionDetails(req, res)
    const { refusal, email } = settings
    if (refusal) return provider.interactionFinished(req, res, refusal)
    if (prompt.name === 'login')
      return provider.interactionFinished(req, res, { login: { accountId: email } })
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: email, clientId: String(params.client_id) })
    grant?.addOIDCScope('openid email')
    grant?.addResourceScope('urn:coverage', 'openid')
    const consent = { grantId: await grant?.save() }
    await provider.interactionFinished(req, res, { consent }, { mergeWithLastSubmission: true })
  }

  open()
  return {
    issuer,
    /** What a service needs to use the provider. */
    env: {
      AUTH_MODE: 'oidc',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'coverage',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
      OIDC_AUDIENCE: audience,
      OIDC_NAME: 'Hospital Login',
    },
    get settings() {
      return settings
    },
    reset() {
      settings = initialSettings()
    },
    /** Signs with a new key from now on; the old one stays published. */
    async rotateKeys() {
      keys.unshift(await newKey(`key ${keys.length}`))
      open()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A browser without scripts: it keeps the cookies of each origin and follows redirects. */
export class Browser {
  private readonly origins = new Map<string, Client>()

  /** The client of an origin, with its cookies. */
  at(url: string): Client {
    const { origin } = new URL(url)
    const client = this.origins.get(origin) ?? new Client(origin)
    this.origins.set(origin, client)
    return client
  }

  /** Opens an address, and where it leads until an answer is no redirect or the address is to be left unopened. */
  async open(url: string, until: (url: string) => boolean = () => false) {
    const hops: string[] = []
    for (let next: string | null = url; next !== null; ) {
      hops.push(next)
      if (until(next)) return { url: next, hops, answer: undefined }
      const { pathname, search } = new URL(next)
      const answer = await this.at(next).get(pathname + search)
      const location = answer.headers.get('location')
      if (location === null) return { url: next, hops, answer }
      next = new URL(location, next).href
    }
    throw new Error('unreachable')
  }
}

/** The values that a header sets as cookies, by name. */
export const cookiesIn = (headers: Headers) =>
  Object.fromEntries(headers.getSetCookie().map((header) => [parseSetCookie(header).name, header]))
