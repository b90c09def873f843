import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import type { Claims, Credentials, RefreshClaims, Secrets } from '../../routers/gate/context.ts'
import { accessTokenSeconds, refreshTokenSeconds } from '../../src/limits.ts'

export type Tokens = ReturnType<typeof createTokens>

type Kind = 'access' | 'refresh'
type Payload = { sub: string; sid: string; epoch: number; exp: number; jti?: string }

const issuer = 'workforce-coverage'
const lifetimes = { access: accessTokenSeconds, refresh: refreshTokenSeconds }

/** Signs and reads the two kinds of JWT (HS256). The kind is the audience, so neither passes for the other. */
export function createTokens([current, ...previous]: Secrets, clock: () => Date) {
  const key = createSecretKey(current, 'utf8')
  const keys = [key, ...previous.map((secret) => createSecretKey(secret, 'utf8'))]
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
    const genuine = { algorithms: ['HS256' as const], issuer, audience: kind }
    for (const key of keys)
      try {
        const options = { ...genuine, ignoreExpiration: true, clockTimestamp: seconds() }
        return jwt.verify(token, key, options) as Payload
      } catch {}
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
