import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import type { Claims, Credentials, RefreshClaims, Secrets } from '../../routers/ports/sessions.ts'
import { accessTokenSeconds, refreshTokenSeconds, sessionSeconds } from '../../src/accounts/limits.ts'

export type Tokens = ReturnType<typeof createTokens>

type TokenKind = 'access' | 'refresh'
type Payload = {
  sub: string
  sid: string
  epoch: number
  /** Missing from tokens of earlier versions: their session counts as begun when the token was issued. */
  auth_time?: number
  iat: number
  exp: number
  jti?: string
}

const issuer = 'workforce-coverage'
const lifetimes = { access: accessTokenSeconds, refresh: refreshTokenSeconds }

/** Signs under the current secret and verifies under all of them (HS256). */
function keyRing([current, ...previous]: Secrets) {
  const key = createSecretKey(current, 'utf8')
  const keys = [key, ...previous.map((secret) => createSecretKey(secret, 'utf8'))]

  return {
    sign: (kind: TokenKind, payload: Payload) =>
      jwt.sign(payload, key, { algorithm: 'HS256', issuer, audience: kind }),

    /** Undefined unless genuine; the caller checks the expiry. */
    verify(kind: TokenKind, token: string, clockTimestamp: number): Payload | undefined {
      const expected = { algorithms: ['HS256' as const], issuer, audience: kind }
      for (const key of keys)
        try {
          return jwt.verify(token, key, { ...expected, ignoreExpiration: true, clockTimestamp }) as Payload
        } catch {}
    },
  }
}

const claimsOf = ({ sub, sid, epoch, iat, auth_time = iat }: Payload): Claims => ({
  userId: sub,
  sessionId: sid,
  epoch,
  authTime: auth_time,
})

/** Signs and reads the two kinds of JWT. The kind is the audience, so neither is accepted as the other. */
export function createTokens(secrets: Secrets, clock: () => Date) {
  const keys = keyRing(secrets)
  const seconds = () => Math.floor(clock().getTime() / 1000)
  // A browser sends the same token with every request, and verifying it takes longer than looking up the caller.
  const verified = new LRUCache<string, Payload>({ max: 5000 })

  const secondsLeft = ({ authTime }: Claims) => authTime + sessionSeconds - seconds()

  /** The lifetime in seconds of a token issued now: no token outlives its session (D48). */
  const lifetime = (kind: TokenKind, claims: Claims) => Math.min(lifetimes[kind], secondsLeft(claims))

  /** Whether the refresh token that was issued in that second may still be in use. */
  const isRefreshable = (claims: Claims, iat: number) =>
    iat + refreshTokenSeconds > seconds() && secondsLeft(claims) > 0

  function sign(kind: TokenKind, claims: Claims, tokenId?: string) {
    const { userId: sub, sessionId: sid, epoch, authTime: auth_time } = claims
    // Two refreshes may happen within a second, and the record must tell their tokens apart.
    const iat = kind === 'refresh' ? clock().getTime() / 1000 : seconds()
    const exp = seconds() + lifetime(kind, claims)
    return keys.sign(kind, { sub, sid, epoch, auth_time, jti: tokenId, iat, exp })
  }

  function verifyAccess(token: string): Payload | undefined {
    const known = verified.get(token)
    if (known) return known
    const payload = keys.verify('access', token, seconds())
    if (payload) verified.set(token, payload)
    return payload
  }

  return {
    lifetime,
    isRefreshable,
    access: (of: Claims) => sign('access', of),
    refresh: (of: Claims & { tokenId: string }) => sign('refresh', of, of.tokenId),

    readAccess(token: string | undefined): Credentials {
      if (!token) return { state: 'none' }
      const payload = verifyAccess(token)
      if (!payload) return { state: 'invalid' }
      const claims = claimsOf(payload)
      if (payload.exp > seconds()) return { state: 'valid', expires: payload.exp, ...claims }
      return isRefreshable(claims, payload.iat) ? { state: 'expired', ...claims } : { state: 'invalid' }
    },

    /** Undefined unless genuine and in time. */
    readRefresh(token: string | undefined): RefreshClaims | undefined {
      const payload = token ? keys.verify('refresh', token, seconds()) : undefined
      if (!payload?.jti || payload.exp <= seconds()) return undefined
      return { ...claimsOf(payload), tokenId: payload.jti, issuedAt: payload.iat }
    },
  }
}
