import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Claims } from '../../../routers/gate/context.ts'
import { refreshTokenSeconds } from '../../../src/limits.ts'

/** Access tokens whose claims a process remembers. */
const capacity = 10_000

const tokenKey = (accessToken: string) =>
  `oidc:token:${createHash('sha256').update(accessToken).digest('base64url')}`
const sessionKey = (sessionId: string) => `oidc:session:${sessionId}`

/** Our side of the provider's sessions, in Redis for as long as a refresh cookie lives; fails when Redis does. */
export function createSessionStore(redis: Redis, secret: string) {
  const { seal, unseal } = sealing(secret)
  // What an access token stands for never changes, so this may answer for Redis, also while that is away (D21).
  const remembered = new Map<string, Claims>()

  function remember(key: string, claims: Claims) {
    remembered.set(key, claims)
    const [oldest] = remembered.keys()
    if (remembered.size > capacity && oldest !== undefined) remembered.delete(oldest)
  }

  return {
    /** Whom an access token stands for; undefined for one that was not given out here. */
    async find(accessToken: string): Promise<Claims | undefined> {
      const key = tokenKey(accessToken)
      const known = remembered.get(key)
      if (known) return known
      const stored = await redis.get(key)
      if (stored === null) return undefined
      const claims: Claims = JSON.parse(stored)
      remember(key, claims)
      return claims
    },

    async addAccessToken(accessToken: string, { userId, sessionId, epoch }: Claims) {
      const claims = { userId, sessionId, epoch }
      await redis.set(tokenKey(accessToken), JSON.stringify(claims), 'EX', refreshTokenSeconds)
      remember(tokenKey(accessToken), claims)
    },

    /** Keeps the provider's refresh token, an empty one when it gave none. */
    async open(sessionId: string, refreshToken = '') {
      await redis.set(sessionKey(sessionId), seal(refreshToken, sessionId), 'EX', refreshTokenSeconds)
    },

    /** Replaces the provider's refresh token; false when the session has ended meanwhile. */
    async renew(sessionId: string, refreshToken: string) {
      const sealed = seal(refreshToken, sessionId)
      return (await redis.set(sessionKey(sessionId), sealed, 'EX', refreshTokenSeconds, 'XX')) === 'OK'
    },

    /** The provider's refresh token; undefined when there is none. */
    async refreshToken(sessionId: string): Promise<string | undefined> {
      const sealed = await redis.get(sessionKey(sessionId))
      return sealed === null ? undefined : unseal(sealed, sessionId) || undefined
    },

    /** Forgets the session; its refresh token at the provider, if it has one, is left to the caller. */
    async close(sessionId: string): Promise<string | undefined> {
      const refreshToken = await this.refreshToken(sessionId)
      await redis.del(sessionKey(sessionId))
      return refreshToken
    },
  }
}

/** AES-256-GCM under a key of its own derived from JWT_SECRET; a sealed text opens for its own session only. */
function sealing(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'provider refresh token', 32))

  return {
    seal(text: string, sessionId: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(sessionId))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },

    /** Undefined for what another secret sealed. */
    unseal(text: string, sessionId: string): string | undefined {
      const bytes = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAAD(Buffer.from(sessionId)).setAuthTag(bytes.subarray(12, 28))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
