import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type Sealing, sealing } from '../../../entities/accounts/sealing.ts'
import { type Claims, flowSeconds, type Secrets } from '../../../routers/ports/sessions.ts'
import { oncePerOutage } from '../../stores/redis.ts'
import { type Grant, isOfPerson, type Refusal } from './provider.ts'

const tokenKey = (accessToken: string) =>
  `oidc:token:${createHash('sha256').update(accessToken).digest('base64url')}`
const sessionKey = (sessionId: string) => `oidc:session:${sessionId}`
const stateKey = (state: string) => `oidc:state:${state}`
const refusalKeys = { client: 'oidc:refusal:client', person: 'oidc:refusal:person' }

type KeptRefusal = Refusal & { at: string }

/**
 * Keeps the last refusal of the provider for a week, for operators of all processes. The words of one about a person,
 * which may name them or be forged, are only in the log.
 */
export async function keepRefusal(redis: Redis, refusal: Refusal, now: Date) {
  const [key, why] = isOfPerson(refusal) ? [refusalKeys.person] : [refusalKeys.client, refusal.why]
  const kept: KeptRefusal = { at: now.toISOString(), ...refusal, why }
  await redis.set(key, JSON.stringify(kept), 'EX', 7 * 86_400).catch(() => {})
}

/** The session of an access token; records of earlier versions do not say when it began. */
type StoredRefresh = Omit<Claims, 'authTime'> & Partial<Claims>

/** Our side of the provider's sessions, in Redis until the refresh cookie expires; fails when Redis does. */
export class SessionStore {
  private readonly redis: Redis
  private readonly watchReads
  private readonly sealing: Sealing
  // The claims of an access token never change, so the cache may answer while Redis is down (D21).
  private readonly cache = new LRUCache<string, StoredRefresh>({ max: 10_000 })

  constructor({ redis, secrets, log }: { redis: Redis; secrets: Secrets; log: Logger }) {
    this.redis = redis
    this.watchReads = oncePerOutage((err) =>
      log.warn({ err }, 'session records cannot be read: access tokens are matched to users by subject'),
    )
    this.sealing = sealing(secrets, 'provider refresh token')
  }

  /** The claims of an access token; undefined for one that was not issued here. */
  async find(accessToken: string): Promise<StoredRefresh | undefined> {
    const key = tokenKey(accessToken)
    const known = this.cache.get(key)
    if (known) return known
    const stored = await this.watchReads(this.redis.get(key))
    if (stored === null) return undefined
    const claims: StoredRefresh = JSON.parse(stored)
    this.cache.set(key, claims)
    return claims
  }

  async addAccessToken(accessToken: string, of: Claims, seconds: number) {
    const { userId, sessionId, epoch, authTime } = of
    const claims = { userId, sessionId, epoch, authTime }
    const key = tokenKey(accessToken)
    await this.redis.set(key, JSON.stringify(claims), 'EX', seconds)
    this.cache.set(key, claims)
  }

  /** The last refusal about this service's client, or else about a person. */
  async lastRefusal(): Promise<KeptRefusal | null> {
    const { client, person } = refusalKeys
    const read = (key: string) => this.redis.get(key).catch(() => null)
    return JSON.parse((await read(client)) ?? (await read(person)) ?? 'null')
  }

  /** Marks the state of a flow as used; false if it was before. */
  async claimState(state: string): Promise<boolean> {
    return (await this.redis.set(stateKey(state), '', 'EX', flowSeconds, 'NX')) === 'OK'
  }

  /** Stores a new session with its tokens; an empty refresh token if the provider issued none. */
  async open(claims: Claims, { accessToken, refreshToken = '' }: Grant, seconds: number) {
    const sealed = this.sealing.seal(refreshToken, claims.sessionId)
    await this.redis.set(sessionKey(claims.sessionId), sealed, 'EX', seconds)
    await this.addAccessToken(accessToken, claims, seconds)
  }

  /** Replaces the provider's refresh token; false when the session has already ended. */
  async renew(sessionId: string, refreshToken: string, seconds: number): Promise<boolean> {
    const sealed = this.sealing.seal(refreshToken, sessionId)
    return (await this.redis.set(sessionKey(sessionId), sealed, 'EX', seconds, 'XX')) === 'OK'
  }

  /** The provider's refresh token; undefined when there is none. */
  async refreshToken(sessionId: string): Promise<string | undefined> {
    const sealed = await this.redis.get(sessionKey(sessionId))
    return sealed === null ? undefined : this.sealing.unseal(sealed, sessionId) || undefined
  }

  /** Forgets the session; returns its refresh token at the provider, if any, for the caller to revoke. */
  async close(sessionId: string): Promise<string | undefined> {
    const refreshToken = await this.refreshToken(sessionId)
    await this.redis.del(sessionKey(sessionId))
    return refreshToken
  }
}
