import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { Redis } from 'ioredis'
import jwt from 'jsonwebtoken'
import type { Logger } from 'pino'
import type { Em, Orm } from '../../../entities/orm.ts'
import { findByEmail } from '../../../entities/reads/users.ts'
import { transaction } from '../../../entities/transaction.ts'
import { User } from '../../../entities/user.ts'
import type { Claims, Credentials, RefreshClaims, Sessions } from '../../../routers/gate/context.ts'
import { badRefreshToken, unavailable, WireError } from '../../../routers/gate/refusals.ts'
import { oncePerOutage } from '../../redis.ts'
import type { redisRevocations } from '../revocations.ts'
import { badCredentials, type SessionParts, sessionCookies, spend } from '../sessions.ts'
import { createKeys } from './keys.ts'
import { type Grant, type OidcSettings, type Provider, providerUnavailable } from './provider.ts'
import { createSessionStore } from './store.ts'
import { createVerifier, type ProviderClaims } from './verifier.ts'

type Parts = SessionParts & {
  revocations: ReturnType<typeof redisRevocations>
  provider: Provider
  settings: OidcSettings
  redis: Redis
  orm: Orm
  clock: () => Date
  log: Logger
}

/** Characters of an access token that leave room for the cookie's attributes within the 4096 that browsers keep. */
const largestCookie = 4000

/**
 * Sessions of users whose passwords an identity provider keeps (`AUTH_MODE=oidc`, D22): the access cookie is the
 * provider's token, the refresh cookie ours; who may do what is the user record's.
 */
export function oidcSessions(parts: Parts): Sessions {
  const { tokens, revocations, provider, settings, redis, orm, clock, log } = parts
  const audience = settings.audience ?? settings.clientId
  const verifier = createVerifier(provider, createKeys(provider, clock, log), clock)
  const store = createSessionStore(redis, parts.csrfSecret)
  const reportUnread = oncePerOutage(redis, (err) =>
    log.warn({ err }, 'session records cannot be read: access tokens are matched to users by their subject'),
  )

  function refuseWithoutRedis(err: unknown): never {
    log.error({ err }, 'sessions can neither be opened nor refreshed')
    throw unavailable()
  }

  /** Whom a genuine token stands for; without Redis the user record says so too (D21). */
  async function claimsOf(accessToken: string, subject: string): Promise<Claims | undefined> {
    try {
      return await store.find(accessToken)
    } catch (error) {
      reportUnread(error)
    }
    const issuer = await provider.issuer()
    const user = await orm.em.fork().findOne(User, { issuer, subject })
    return user ? { userId: user.id, sessionId: `user:${user.id}`, epoch: user.session_epoch } : undefined
  }

  /** What a token just issued says; 503 when the service cannot use such tokens, which only the log explains. */
  async function readFresh(accessToken: string): Promise<ProviderClaims> {
    if (accessToken.length > largestCookie)
      log.warn({ length: accessToken.length }, 'browsers drop an access token of this length')
    try {
      const claims = await verifier.verify(accessToken, audience, true)
      if (!verifier.isExpired(claims)) return claims
      log.error('the identity provider issues access tokens that have expired')
    } catch (err) {
      if (!(err instanceof jwt.JsonWebTokenError)) throw err
      log.error({ err, audience }, 'the identity provider issues access tokens that are of no use here')
    }
    throw providerUnavailable()
  }

  /** The email that the provider vouches for, from the ID token or else from its userinfo. */
  async function verifiedEmail({ idToken, accessToken }: Grant, subject: string) {
    const told = idToken && (await verifier.verify(idToken, settings.clientId, true).catch(() => undefined))
    const claims = told && 'email_verified' in told ? told : await provider.userInfo(accessToken)
    const { sub, email, email_verified } = claims
    const isVerified = sub === subject && (email_verified === true || email_verified === 'true')
    return isVerified && typeof email === 'string' ? email : undefined
  }

  /** The active user of an identity, bound to it by a verified email at the first login. */
  async function recognise(em: Em, grant: Grant, subject: string, now: Date): Promise<User | undefined> {
    const issuer = await provider.issuer()
    let found = await em.findOne(User, { issuer, subject })
    if (!found) {
      const email = await verifiedEmail(grant, subject)
      found = email ? await findByEmail(em, email) : null
    }
    if (!found) return undefined
    const { id } = found
    return transaction(em, async (em) => {
      const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (!user.is_active) return undefined
      if (!user.bindTo(issuer, subject)) {
        log.warn({ user: id, issuer, subject }, 'a user record is bound to another identity')
        return undefined
      }
      user.last_login = now
      return user
    })
  }

  /** Gives back what will not be used; nobody waits for it. */
  function discard({ refreshToken }: Grant) {
    if (refreshToken) void provider.revoke(refreshToken)
  }

  async function endSession(sessionId: string) {
    await revocations.end(sessionId)
    const refreshToken = await store
      .close(sessionId)
      .catch((err) => log.warn({ err }, 'a session has ended here, but not at the identity provider'))
    if (refreshToken) await provider.revoke(refreshToken)
  }

  /** Exchanges the session's refresh token at the provider; the session ends when that is refused. */
  async function renew(em: Em, claims: RefreshClaims): Promise<string> {
    const refreshToken = await store.refreshToken(claims.sessionId).catch(refuseWithoutRedis)
    const grant = refreshToken && (await provider.refresh(refreshToken))
    if (!grant) {
      await endSession(claims.sessionId)
      throw badRefreshToken()
    }
    // Kept before anything else can fail: the provider may have spent the one before.
    const isOpen = await store
      .renew(claims.sessionId, grant.refreshToken ?? refreshToken)
      .catch(refuseWithoutRedis)
    if (!isOpen) {
      discard(grant)
      throw badRefreshToken()
    }
    const { sub: subject } = await readFresh(grant.accessToken)
    const issuer = await provider.issuer()
    if (!(await em.findOne(User, { id: claims.userId, issuer, subject }))) {
      await endSession(claims.sessionId)
      throw badRefreshToken()
    }
    await store.addAccessToken(grant.accessToken, claims).catch(refuseWithoutRedis)
    return grant.accessToken
  }

  return {
    async read(accessToken): Promise<Credentials> {
      if (!accessToken) return { state: 'none' }
      try {
        const proven = await verifier.verify(accessToken, audience)
        const claims = await claimsOf(accessToken, proven.sub)
        if (!claims) return { state: 'invalid' }
        return { state: verifier.isExpired(proven) ? 'expired' : 'valid', ...claims }
      } catch (cause) {
        return cause instanceof jwt.JsonWebTokenError
          ? { state: 'invalid' }
          : { state: 'unverifiable', cause }
      }
    },

    isEnded: (sessionId) => revocations.isEnded(sessionId),
    endedAmong: (sessionIds) => revocations.endedAmong(sessionIds),

    async login(em, { email, password }, now) {
      const grant = await provider.signIn(email, password)
      if (!grant) throw badCredentials()
      const { sub } = await readFresh(grant.accessToken)
      const user = await recognise(em, grant, sub, now)
      if (!user) {
        discard(grant)
        throw badCredentials()
      }
      const claims = { userId: user.id, sessionId: randomUUID(), epoch: user.session_epoch }
      try {
        await store.open(claims.sessionId, grant.refreshToken)
        await store.addAccessToken(grant.accessToken, claims)
      } catch (error) {
        discard(grant)
        refuseWithoutRedis(error)
      }
      return { user, claims, cookies: sessionCookies(parts, grant.accessToken, claims) }
    },

    readRefresh: (refreshToken) => tokens.readRefresh(refreshToken),

    async refresh(em, claims, now) {
      await spend(parts, { em, claims, now, end: endSession })
      try {
        const accessToken = await renew(em, claims)
        return { claims, cookies: sessionCookies(parts, accessToken, claims) }
      } catch (error) {
        // An outage must not cost the user the session: the same cookie can be tried again.
        const isRefused = error instanceof WireError && error.code === 'NOT_AUTHENTICATED'
        if (!isRefused) await revocations.release(claims.tokenId)
        throw error
      }
    },

    end: endSession,

    async logout(credentials) {
      if ('sessionId' in credentials) await endSession(credentials.sessionId)
    },
  }
}
