import { randomUUID } from 'node:crypto'
import type { Em } from '../../entities/orm.ts'
import { findByEmail, findCaller, type User } from '../../entities/user.ts'
import type { Cookies } from '../../routers/gate/cookies.ts'
import { csrfToken } from '../../routers/gate/csrf.ts'
import { DomainError, invalidAsAWhole } from '../../src/errors.ts'
import type { SessionEvent } from '../operators/metrics.ts'
import { verifyPassword } from './passwords.ts'
import type { Revocations } from './revocations.ts'
import type { Claims, Credentials, RefreshClaims, Tokens } from './tokens.ts'

/** How users sign in and stay signed in; all cookies are `Set-Cookie` values (contract, Authentication). */
export type Sessions = {
  /** What the access cookie proves; whether its session has ended since is a question of its own. */
  read(accessToken: string | undefined): Promise<Credentials>
  isEnded(sessionId: string): Promise<boolean>
  /** 400 for an unknown email, a wrong password and a deactivated user alike. */
  login(em: Em, input: { email: string; password: string }, now: Date): Promise<Session>
  /** Undefined unless genuine and in time; the token is not used up. */
  readRefresh(refreshToken: string | undefined): RefreshClaims | undefined
  /** Uses the token up for a new pair. 401 when it may not be used, 503 when that cannot be known. */
  refresh(em: Em, refreshToken: string | undefined, now: Date): Promise<{ claims: Claims; cookies: string[] }>
  /** Ends a session, its refresh token with it; 503 when that cannot be kept. */
  end(sessionId: string): Promise<void>
  /** Ends the caller's. */
  logout(credentials: Credentials): Promise<void>
}

export type Session = { user: User; claims: Claims; cookies: string[] }

/** Milliseconds in which the second use of a refresh token is taken for another tab's, not for a thief's (D19). */
const reuseTolerance = 10_000

/** What sessions are made of, whoever keeps the passwords. */
export type SessionParts = {
  tokens: Tokens
  revocations: Revocations
  cookies: Cookies
  csrfSecret: string
  count: (event: SessionEvent) => void
}

/** The three cookies of a session, with a refresh token that has not been used. */
export const sessionCookies = (parts: SessionParts, accessToken: string, claims: Claims) => [
  parts.cookies.access(accessToken),
  parts.cookies.refresh(parts.tokens.refresh({ ...claims, tokenId: randomUUID() })),
  parts.cookies.csrf(csrfToken(parts.csrfSecret, claims.sessionId)),
]

/** Sessions of users whose passwords are kept here (`AUTH_MODE=local`). */
export function localSessions(parts: SessionParts): Sessions {
  const { tokens, revocations } = parts
  const cookiesFor = (claims: Claims) => sessionCookies(parts, tokens.access(claims), claims)

  return {
    read: async (accessToken) => tokens.readAccess(accessToken),
    isEnded: (sessionId) => revocations.isEnded(sessionId),

    async login(em, { email, password }, now) {
      const user = await findByEmail(em, email)
      const matches = await verifyPassword(user?.password_hash ?? null, password)
      if (!user?.is_active || !matches) throw badCredentials()
      user.last_login = now
      await em.flush()
      const claims = { userId: user.id, sessionId: randomUUID(), epoch: user.session_epoch }
      return { user, claims, cookies: cookiesFor(claims) }
    },

    readRefresh: (refreshToken) => tokens.readRefresh(refreshToken),

    async refresh(em, refreshToken, now) {
      const claims = await spend(parts, em, refreshToken, now, revocations.end)
      return { claims, cookies: cookiesFor(claims) }
    },

    end: (sessionId) => revocations.end(sessionId),

    async logout(credentials) {
      if ('sessionId' in credentials) await revocations.end(credentials.sessionId)
    },
  }
}

/** The same sessions, with what happens to them counted. */
export const countedSessions = (sessions: Sessions, count: SessionParts['count']): Sessions => ({
  ...sessions,

  async login(...given) {
    const session = await sessions.login(...given).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'INVALID') count('failed_login')
      throw error
    })
    count('login')
    return session
  },

  async refresh(...given) {
    const refreshed = await sessions.refresh(...given)
    count('refresh')
    return refreshed
  },

  async logout(...given) {
    await sessions.logout(...given)
    count('logout')
  },
})

/**
 * Claims a refresh token for this caller alone and says whose session it renews (D19). 401 when it may not be used;
 * a second use after the tolerance ends the session.
 */
export async function spend(
  { tokens, revocations, count }: SessionParts,
  em: Em,
  refreshToken: string | undefined,
  now: Date,
  end: (sessionId: string) => Promise<void>,
): Promise<RefreshClaims> {
  if (!refreshToken) throw notAuthenticated('Refresh token cookie is missing.')
  const claims = tokens.readRefresh(refreshToken)
  if (!claims || (await revocations.isEnded(claims.sessionId))) throw badRefreshToken()
  const user = await findCaller(em, claims.userId)
  if (!user?.is_active || user.session_epoch !== claims.epoch) throw badRefreshToken()

  const usedAt = await revocations.claim(claims.tokenId)
  if (!usedAt) return claims
  if (now.getTime() - usedAt.getTime() > reuseTolerance) {
    count('reuse')
    await end(claims.sessionId)
  }
  throw badRefreshToken()
}

/** 400 in the native words, the same whatever is wrong (contract, Errors rule 5). */
export const badCredentials = () => invalidAsAWhole('Unable to log in with provided credentials.')

const notAuthenticated = (detail: string) => new DomainError('NOT_AUTHENTICATED', { detail })
/** 401, the same whatever is wrong with the token. */
export const badRefreshToken = () => notAuthenticated('Refresh token is invalid or expired.')
