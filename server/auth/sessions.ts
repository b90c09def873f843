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
import type { Claims, RefreshClaims, Renewed, Secrets, Sessions } from '../../routers/ports/sessions.ts'
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

/** Whose session is renewed, perhaps with the id of its new refresh token. */
type Renewable = Claims & { successor?: string | undefined }

/** The session with a new refresh token, and its three cookies. */
export function renew(
  { cookies, tokens, secrets }: SessionParts,
  accessToken: string,
  { successor = randomUUID(), ...session }: Renewable,
) {
  const claims: Renewed = { ...session, tokenId: successor }
  return {
    claims,
    cookies: [
      cookies.access(accessToken, tokens.lifetime('access', claims)),
      cookies.refresh(tokens.refresh(claims), tokens.lifetime('refresh', claims)),
      cookies.csrf(csrfToken(secrets[0], claims.sessionId)),
    ],
  }
}

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
  const renewed = (claims: Renewable) => renew(parts, tokens.access(claims), claims)

  return {
    read: async (accessToken) => tokens.readAccess(accessToken),
    readRefresh: tokens.readRefresh,
    isEnded: revocations.isEnded,
    endedAmong: (sessionIds) => endedAmong(parts, sessionIds),
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
      return { user, ...renewed(newSession(user, now)) }
    },

    async verifyPassword(em, { userId, password }, now) {
      const user = await em.findOne(User, userId)
      return verifyPassword(user?.validPasswordHash(now) ?? null, password)
    },

    async refresh(em, claims, now) {
      await spend(parts, { em, claims, now, end })
      return renewed(claims)
    },

    endIfReused: (claims, now) => endIfReused(parts, { claims, now, end }),
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

/** Which of the sessions have ended, by Redis or by their records: Redis may have lost its data (D54). */
export async function endedAmong({ revocations, records }: SessionParts, sessionIds: readonly string[]) {
  const [recorded, ...revoked] = await Promise.all([
    records.endedAmong(sessionIds),
    ...sessionIds.map(revocations.isEnded),
  ])
  return new Set([...recorded, ...sessionIds.filter((_, index) => revoked[index])])
}

/** One use of a refresh token; `end` ends its session. */
type Use = { claims: RefreshClaims; now: Date; end: (sessionId: string) => Promise<void> }

/** Milliseconds since the session got a newer token than this one; a Redis that lost its data no longer knows the use. */
const replacedSince = (recorded: Awaited<ReturnType<Records['find']>>, now: Date) =>
  recorded?.replacedAt ? now.getTime() - new Date(recorded.replacedAt).getTime() : undefined

/** A token used twice is in two hands, so its session ends; another tab may have been a moment late (D19). */
export async function endIfReused({ revocations, records }: SessionParts, { claims, now, end }: Use) {
  const used = (await revocations.usedSince(claims)) ?? replacedSince(await records.find(claims), now)
  if ((used ?? 0) <= reuseTolerance) return false
  if (await revocations.isEnded(claims.sessionId)) return false
  await end(claims.sessionId)
  return true
}

/**
 * Claims a refresh token for this caller alone (D19). 401 when it may not be used; a second use after the tolerance
 * ends the session. True for a repetition with the same key, whose first use may still be at work.
 */
export async function spend(
  { revocations, records }: SessionParts,
  { em, claims, now, end }: Use & { em: Em },
) {
  if (await revocations.isEnded(claims.sessionId)) throw badRefreshToken()
  // Redis may have forgotten the end.
  const recorded = await records.find(claims)
  if (recorded?.isEnded) throw badRefreshToken()
  const user = await findCaller(em, claims.userId)
  if (!user?.is_active || user.session_epoch !== claims.epoch) throw badRefreshToken()

  const claimed = await revocations.claim(claims)
  const used = typeof claimed === 'number' ? claimed : replacedSince(recorded, now)
  if (used === undefined) return claimed === 'again' && !recorded?.isRenewed
  if (used > reuseTolerance) {
    await end(claims.sessionId)
    throw refreshTokenReused()
  }
  throw badRefreshToken()
}
