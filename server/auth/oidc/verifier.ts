import type { KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { Keys } from './keys.ts'
import type { Provider } from './provider.ts'

/** Claims of a token of the provider; `exp` is in seconds. */
export type ProviderClaims = jwt.JwtPayload & { sub: string; exp: number }

const algorithms: jwt.Algorithm[] = ['RS256', 'ES256']

/** Seconds by which two clocks may differ. */
const tolerance = 5

/** Checks the provider's tokens: signature, `iss`, `aud`, `nbf`, and `exp` on request (D22). */
export function createVerifier(provider: Pick<Provider, 'issuer'>, keys: Keys, clock: () => Date) {
  const seconds = () => Math.floor(clock().getTime() / 1000)
  const isExpired = ({ exp }: ProviderClaims) => exp + tolerance <= seconds()

  return {
    isExpired,

    /** The claims, even when their time is over. A JsonWebTokenError says what is wrong; 503 when that cannot be known. */
    async verify(token: string, audience: string, isFresh = false): Promise<ProviderClaims> {
      const { kid, alg, crit } = headerOf(token)
      if (!algorithms.some((allowed) => allowed === alg) || typeof kid !== 'string' || crit !== undefined)
        throw new jwt.JsonWebTokenError('not signed with RS256 or ES256 by a named key')
      const key = await keys.find(kid, isFresh)
      if (!key) throw new jwt.JsonWebTokenError('signed with a key that is not published')
      const claims = verifySync(token, key, {
        algorithms,
        issuer: await provider.issuer(),
        audience,
        ignoreExpiration: true,
        clockTimestamp: seconds(),
        clockTolerance: tolerance,
      })
      if (typeof claims === 'string' || typeof claims.sub !== 'string' || typeof claims.exp !== 'number')
        throw new jwt.JsonWebTokenError('without sub or exp')
      return claims as ProviderClaims
    },
  }
}

function verifySync(token: string, key: KeyObject, options: jwt.VerifyOptions & { complete?: false }) {
  try {
    return jwt.verify(token, key, options)
  } catch (error) {
    // The library lets other errors through, such as a SyntaxError for claims that are no JSON.
    if (error instanceof jwt.JsonWebTokenError) throw error
    throw new jwt.JsonWebTokenError('malformed', error as Error)
  }
}

function headerOf(token: string): Record<string, unknown> {
  try {
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    return typeof header === 'object' && header !== null ? header : {}
  } catch {
    throw new jwt.JsonWebTokenError('not a JWT')
  }
}
