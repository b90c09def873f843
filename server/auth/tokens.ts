import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { Claims, Credentials, RefreshClaims } from '../../routers/gate/context.ts'
import { accessTokenSeconds, refreshTokenSeconds } from '../../src/limits.ts'
import { remember } from './remember.ts'

export type Tokens = ReturnType<typeof createTokens>

type Kind = 'access' | 'refresh'
type Payload = { sub: string; sid: string; epoch: number; exp: number; jti?: string }

const issuer = 'workforce-coverage'

/** Signs and reads the two JWTs (HS256); the kind is their audience, so neither passes for the other. */
export function createTokens(secret: string, clock: () => Date) {
  const key = createSecretKey(secret, 'utf8')
  const seconds = () => Math.floor(clock().getTime() / 1000)

  function sign(kind: Kind, { userId, sessionId, epoch }: Claims, lifetime: number, tokenId?: string) {
    const iat = seconds()
    const payload = { sub: userId, sid: sessionId, epoch, jti: tokenId, iat, exp: iat + lifetime }
    return jwt.sign(payload, key, { algorithm: 'HS256', issuer, audience: kind })
  }

  /** Undefined unless genuine; the expiry is left to the caller. */
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

  // A browser repeats its token with every request, and to check it anew takes longer than to look the caller up.
  const verifyAccess = remember((token) => verify('access', token), 5000)

  const claims = ({ sub, sid, epoch }: Payload): Claims => ({ userId: sub, sessionId: sid, epoch })

  return {
    access: (of: Claims) => sign('access', of, accessTokenSeconds),
    refresh: (of: RefreshClaims) => sign('refresh', of, refreshTokenSeconds, of.tokenId),

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
