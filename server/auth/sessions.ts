import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { User } from '../../entities/accounts/user.ts'
import { findByEmail, findCaller } from '../../entities/accounts/users.ts'
import { writeRefusal } from '../../entities/connection/availability.ts'
import type { Em } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { csrfToken } from '../../routers/gate/csrf.ts'
import type { Cookies } from '../../routers/ports/cookies.ts'
import { BadCredentials, badRefreshToken, refreshTokenReused } from '../../routers/ports/refusals.ts'
import type { Claims, RefreshClaims, Secrets, Sessions } from '../../routers/ports/sessions.ts'
import { theService } from '../../src/logs/audit.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import type { Revocations } from './revocations.ts'
import type { Records } from './session-records.ts'
import type { Tokens } from './tokens.ts'

/** A second use of a refresh token within this many milliseconds counts as another tab's, later as a thief's (D19). */
const reuseTolerance = 10_000

/** What sessions need, with local passwords as well as with an identity provider. */
export type SessionParts = {
  tokens: Tokens
  revocations: Revocations
  records: Records
  cookies: Cookies
  secrets: Secrets
}

/** The three cookies of a session, with a new refresh token. */
export const sessionCookies = (parts: SessionParts, accessToken: string, claims: Claims) => [
  parts.cookies.access(accessToken, parts.tokens.lifetime('access', claims)),
  parts.cookies.refresh(
    parts.tokens.refresh({ ...claims, tokenId: randomUUID() }),
    parts.tokens.lifetime('refresh', claims),
  ),
  parts.cookies.csrf(csrfToken(parts.secrets[0], claims.sessionId)),
]

/** The claims of a session that begins now. */
export const newSession = ({ id, session_epoch }: User, now: Date): Claims => ({
  userId: id,
  sessionId: randomUUID(),
  epoch: session_epoch,
  authTime: Math.floor(now.getTime() / 1000),
})

/** Sessions with local passwords (`AUTH_MODE=local`). */
export function localSessions(parts: SessionParts): Sessions {
  const { tokens, revocations } = parts
  const end = (sessionId: string) => endSession(parts, sessionId)
  const cookiesFor = (claims: Claims) => sessionCookies(parts, tokens.access(claims), claims)

  return {
    read: async (accessToken) => tokens.readAccess(accessToken),
    readRefresh: tokens.readRefresh,
    isEnded: revocations.isEnded,
    endedAmong: revocations.endedAmong,
    end,

    async login(em, { email, password, temporaryOnly }, now) {
      const user = await findByEmail(em, email)
      const matches = await verifyPassword(user?.validPasswordHash(now) ?? null, password)
      const isMeant = !temporaryOnly || user?.password_expires_at
      if (!user?.is_active || !matches || !isMeant) throw new BadCredentials()
      await recordLogin(em, user, { password, now }).catch((error) => {
        // While PostgreSQL cannot write, users can still sign in and read.
        if (!writeRefusal(error)) throw error
      })
      const claims = newSession(user, now)
      return { user, claims, cookies: cookiesFor(claims) }
    },

    async verifyPassword(em, { userId, password }, now) {
      const user = await em.findOne(User, userId)
      return verifyPassword(user?.validPasswordHash(now) ?? null, password)
    },

    async refresh(em, claims) {
      await spend(parts, { em, claims, end })
      return { claims, cookies: cookiesFor(claims) }
    },
  }
}

async function recordLogin(em: Em, user: User, login: { password: string; now: Date }) {
  user.last_login = login.now
  await em.flush()
  if (user.password_hash && isOutdated(user.password_hash)) await rehash(em, user, login)
}

/** Hashes the password of a login at today's cost, unless the user has changed it meanwhile. */
async function rehash(em: Em, { id, password_hash }: User, login: { password: string; now: Date }) {
  const hash = await hashPassword(login.password)
  await transaction({ em, author: theService(login.now) }, async (em) => {
    const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (user.password_hash === password_hash) user.password_hash = hash
  })
}

/** Ends a session; 503 if its access token stays valid. Once the end is recorded, the session cannot be refreshed. */
export async function endSession({ revocations, records }: SessionParts, sessionId: string) {
  const recorded = records.end(sessionId)
  await revocations.end(sessionId).finally(() => recorded)
}

/** One use of a refresh token; `end` ends its session. */
type Use = { em: Em; claims: RefreshClaims; end: (sessionId: string) => Promise<void> }

/**
 * Claims a refresh token for this caller alone (D19). 401 when it may not be used; a second use after the tolerance
 * ends the session.
 */
export async function spend({ revocations, records }: SessionParts, { em, claims, end }: Use): Promise<void> {
  if (await revocations.isEnded(claims.sessionId)) throw badRefreshToken()
  // Redis may have forgotten the end.
  const recorded = await records.find(claims)
  if (recorded?.isEnded) throw badRefreshToken()
  const user = await findCaller(em, claims.userId)
  if (!user?.is_active || user.session_epoch !== claims.epoch) throw badRefreshToken()

  const usedSince = await revocations.claim(claims.tokenId)
  if (usedSince === undefined && !recorded?.isReplaced) return
  if ((usedSince ?? 0) > reuseTolerance) {
    await end(claims.sessionId)
    throw refreshTokenReused()
  }
  throw badRefreshToken()
}
