import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import type { Claims, Credentials, RefreshClaims } from '../../routers/gate/context.ts'
import { accessTokenSeconds, refreshTokenSeconds } from '../../src/limits.ts'

export type Tokens = ReturnType<typeof createTokens>

type Kind = 'access' | 'refresh'
type Payload = { sub: string; sid: string; epoch: number; exp: number; jti?: string }

const issuer = 'workforce-coverage'
const lifetimes = { access: accessTokenSeconds, refresh: refreshTokenSeconds }

/** Signs and reads the two kinds of JWT (HS256). The kind is the audience, so neither passes for the other. */
export function createTokens(secret: string, clock: () => Date) {
  const key = createSecretKey(secret, 'utf8')
  const seconds = () => Math.floor(clock().getTime() / 1000)
  // A browser sends the same token with every request, and verifying it takes longer than looking up the caller.
  const verified = new LRUCache<string, Payload>({ max: 5000 })

  function sign(kind: Kind, { userId, sessionId, epoch }: Claims, tokenId?: string) {
    const iat = seconds()
    const payload = { sub: userId, sid: sessionId, epoch, jti: tokenId, iat, exp: iat + lifetimes[kind] }
    return jwt.sign(payload, key, { algorithm: 'HS256', issuer, audience: kind })
  }

  /** Undefined unless genuine; the caller checks the expiry. */
  function verify(kind: Kind, token: string): Payload | undefined {
    try {
      return jwt.verify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience: kind,
        ignoreExpiration: true,
        clockTimestamp: seconds(),
      }) as Payload
    } catch {
      return undefined
    }
  }

  function verifyAccess(token: string): Payload | undefined {
    const known = verified.get(token)
    if (known) return known
    const payload = verify('access', token)
    if (payload) verified.set(token, payload)
    return payload
  }

  const claims = ({ sub, sid, epoch }: Payload): Claims => ({ userId: sub, sessionId: sid, epoch })

  return {
    access: (of: Claims) => sign('access', of),
    refresh: (of: RefreshClaims) => sign('refresh', of, of.tokenId),

    readAccess(token: string | undefined): Credentials {
      if (!token) return { state: 'none' }
      const payload = verifyAccess(token)
      if (!payload) return { state: 'invalid' }
      return { state: payload.exp > seconds() ? 'valid' : 'expired', ...claims(payload) }
    },

    /** Undefined unless genuine and in time. */
    readRefresh(token: string | undefined): RefreshClaims | undefined {
      const payload = token ? verify('refresh', token) : undefined
      if (!payload?.jti || payload.exp <= seconds()) return undefined
      return { ...claims(payload), tokenId: payload.jti }
    },
  }
}
