import { type CryptoKey, createLocalJWKSet, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { WireError } from '../../../routers/ports/refusals.ts'
import { oneAtATime } from '../../../src/one-at-a-time.ts'
import type { OidcSettings } from '../../settings/settings.ts'
import { type Provider, providerUnavailable } from './provider.ts'

/** Claims of the provider's tokens; `exp` is in seconds. */
export type ProviderClaims = JWTPayload & { sub: string; exp: number }

type Verified = { claims: ProviderClaims; header: JWTHeaderParameters; key: CryptoKey }

/** Tolerated clock skew, in seconds. */
const tolerance = 5
/** Times are checked after the signature, since those of a cached token must be checked again. */
const clockTolerance = Number.MAX_SAFE_INTEGER

/** The token must not be trusted; `cause` says why. */
export class UselessToken extends Error {}

type Parts = { provider: Provider; settings: OidcSettings; clock: () => Date; log: Logger }

/** A `client` token is an access token that a client has got for itself. */
type ProviderTokenKind = 'access' | 'id' | 'client'

/**
 * The kind that a token states (RFC 9068, or Keycloak's claim `typ`), or else the kind that its audience implies, since
 * an ID token always names the client. So neither kind is accepted as the other (RFC 8725, 3.11 and 3.12).
 */
function kindOf({ typ = 'JWT' }: JWTHeaderParameters, claims: JWTPayload, clientId: string) {
  const mediaType = typ.toLowerCase().replace(/^application\//, '')
  if (!['jwt', 'at+jwt'].includes(mediaType) || ![undefined, 'Bearer', 'ID'].includes(claims.typ as string))
    return undefined
  if (claims.typ === 'ID') return 'id'
  // Only an access token has scopes: Entra's, of which audience and client may be the same.
  if (claims.typ === 'Bearer' || mediaType === 'at+jwt' || 'scp' in claims) return 'access'
  return [claims.aud].flat().includes(clientId) ? 'id' : 'access'
}

/** Whether it was issued to the client; its audience names that of an ID token, one of these claims that of others. */
function isFor(clientId: string, { azp, client_id, cid, appid }: JWTPayload, kind: ProviderTokenKind) {
  const named = [azp, client_id, cid, appid].filter((claim) => claim !== undefined)
  return (kind === 'id' || named.length > 0) && named.every((name) => name === clientId)
}

/**
 * The client that has got the token for itself, by the grant of client credentials; undefined for a person's token. RFC
 * 9068 says so in `sub`, Auth0 in `gty`, Entra in `idtyp`, Keycloak in the name of the client's user. People may choose
 * such a name, but only a client's own token repeats the client in `client_id`, formerly `clientId`.
 */
export function clientOf({ azp, client_id, cid, appid, sub, ...claims }: JWTPayload): string | undefined {
  const [client, ...others] = new Set([azp, client_id, cid, appid].filter((claim) => claim !== undefined))
  if (typeof client !== 'string' || others.length) return undefined
  const isOwn =
    sub === client ||
    claims.gty === 'client-credentials' ||
    claims.idtyp === 'app' ||
    (claims.preferred_username === `service-account-${client}` && (client_id ?? claims.clientId) === client)
  return isOwn ? client : undefined
}

/** Checks the provider's tokens: signature, kind, client, `iss`, `aud`, `nbf`, and `exp` on request (D22). */
export class Verifier {
  private readonly parts: Parts
  private readonly keys: ReturnType<typeof publishedKeys>
  // A browser sends the same token with every request.
  private readonly verified = new LRUCache<string, Verified>({ max: 5000 })

  constructor(parts: Parts) {
    this.parts = parts
    this.keys = publishedKeys(parts)
  }

  /** The claims of an access token, even of an expired one. `UselessToken`, or 503 when the keys cannot be read. */
  async read(token: string, kind: 'access' | 'client' = 'access'): Promise<ProviderClaims> {
    const known = this.verified.get(`${kind} ${token}`)
    // Fetching the keys makes new objects, so a cached token is verified again after each fetch.
    if (known && (await this.keys.find(known.header)) === known.key) return this.begun(known.claims)
    const verified = await this.verify(token, kind, false)
    this.verified.set(`${kind} ${token}`, verified)
    return this.begun(verified.claims)
  }

  /** The claims of a token that the provider has just issued. */
  async readFresh(token: string, kind: ProviderTokenKind = 'access'): Promise<ProviderClaims> {
    return this.begun((await this.verify(token, kind, true)).claims)
  }

  isExpired({ exp }: ProviderClaims): boolean {
    return exp + tolerance <= this.seconds()
  }

  private begun(claims: ProviderClaims): ProviderClaims {
    if ((claims.nbf ?? 0) > this.seconds() + tolerance) throw new UselessToken('not valid yet')
    return claims
  }

  private seconds(): number {
    return Math.floor(this.parts.clock().getTime() / 1000)
  }

  private async verify(token: string, kind: ProviderTokenKind, isFresh: boolean): Promise<Verified> {
    const { provider, settings } = this.parts
    const { audience, clientId } = settings
    try {
      const { payload, protectedHeader, key } = await jwtVerify(
        token,
        (header) => this.keyOf(header, isFresh),
        { algorithms: ['RS256', 'ES256'], audience: kind === 'id' ? clientId : audience, clockTolerance },
      )
      const { iss, sub, exp } = payload
      const isOfKind = kindOf(protectedHeader, payload, clientId) === (kind === 'id' ? 'id' : 'access')
      if (!isOfKind) throw new Error(`not an ${kind} token`)
      const isOurs = kind === 'client' ? clientOf(payload) !== undefined : isFor(clientId, payload, kind)
      if (!isOurs) throw new Error('issued to another client, or naming none')
      if (iss !== (await provider.issuer())) throw new Error('of another issuer')
      // PostgreSQL stores no NUL.
      if (typeof sub !== 'string' || sub.includes('\0') || typeof exp !== 'number')
        throw new Error('without sub or exp')
      return { claims: { ...payload, sub, exp }, header: protectedHeader, key }
    } catch (cause) {
      if (cause instanceof WireError) throw cause
      throw new UselessToken('useless token', { cause })
    }
  }

  private async keyOf(header: JWTHeaderParameters, isFresh: boolean): Promise<CryptoKey> {
    if (typeof header.kid !== 'string' || header.crit)
      throw new Error('not signed with a named key, or extended')
    const key = await this.keys.find(header, isFresh)
    if (!key) throw new Error('signed with a key that is not published')
    return key
  }
}

/** Minimum milliseconds between fetches, so that tokens with unknown keys cannot flood the provider. */
const pause = 5000
/** Milliseconds after which the keys are fetched again, so that withdrawn ones are forgotten. */
const lifetime = 10 * 60_000

/**
 * The provider's published keys, fetched when needed; known keys survive an outage. jose's own remote set uses the
 * machine's clock, and refuses old keys while the provider is down.
 */
function publishedKeys({ provider, clock, log }: Parts) {
  let keys = createLocalJWKSet({ keys: [] })
  let fetchedAt = Number.NEGATIVE_INFINITY
  /** When the last fetch ended; long ago while one is under way, so that whoever needs a key waits for it as well. */
  let triedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false

  const since = (instant: number) => clock().getTime() - instant
  const select = (header: JWTHeaderParameters) => keys(header).catch(() => undefined)

  const fetch = oneAtATime(async () => {
    triedAt = Number.NEGATIVE_INFINITY
    try {
      keys = createLocalJWKSet(await provider.keySet())
      fetchedAt = clock().getTime()
      hasFailed = false
    } catch (err) {
      hasFailed = true
      log.error({ err }, 'the keys of the identity provider cannot be fetched')
    }
    triedAt = clock().getTime()
  })

  return {
    /**
     * The key that a token's header names: undefined if it is not published, 503 if the keys cannot be fetched. A token
     * just issued may be signed with a brand-new key, so for it the keys are fetched without the pause.
     */
    async find(header: JWTHeaderParameters, isFresh = false): Promise<CryptoKey | undefined> {
      const known = await select(header)
      const mayFetch = since(triedAt) >= pause
      if (known) {
        if (mayFetch && since(fetchedAt) >= lifetime) void fetch()
        return known
      }
      if (mayFetch || isFresh) await fetch()
      const fetched = await select(header)
      if (!fetched && hasFailed) throw providerUnavailable()
      return fetched
    },
  }
}
