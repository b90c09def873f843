import type { Redis } from 'ioredis'
import { decodeJwt, errors } from 'jose'
import type { Logger } from 'pino'
import { sealing } from '../../../entities/accounts/sealing.ts'
import { findCaller } from '../../../entities/accounts/users.ts'
import type { Em, Orm } from '../../../entities/connection/em.ts'
import {
  BadCredentials,
  badRefreshToken,
  inProgress,
  SignInFailed,
  unavailable,
  WireError,
} from '../../../routers/ports/refusals.ts'
import type { Credentials, ProviderPages, RefreshClaims, Sessions } from '../../../routers/ports/sessions.ts'
import { accessTokenSeconds } from '../../../src/accounts/limits.ts'
import type { OidcSettings } from '../../settings/settings.ts'
import type { redisRevocations } from '../revocations.ts'
import {
  endedAmong,
  endIfReused,
  endSession,
  newSession,
  renew,
  type SessionParts,
  spend,
} from '../sessions.ts'
import { codeFlow, longestKept } from './code-flow.ts'
import { createIdentities, updateRole } from './identities.ts'
import { type Grant, type Provider, providerUnavailable } from './provider.ts'
import { SessionStore } from './store.ts'
import { clientOf, type ProviderClaims, UselessToken, Verifier } from './verifier.ts'

type Parts = SessionParts & {
  revocations: ReturnType<typeof redisRevocations>
  provider: Provider
  settings: OidcSettings
  redis: Redis
  orm: Orm
  clock: () => Date
  log: Logger
}

type Granted = { grant: Grant; now: Date; isOfCode?: boolean }

/** The second in which the provider issued a token; if it does not say, the second in which the token expires. */
const issuedAt = ({ iat, exp }: ProviderClaims) => iat ?? exp

/**
 * Sessions with an identity provider, which checks the passwords (`AUTH_MODE=oidc`, D22): the access cookie is the
 * provider's token, the refresh cookie is ours, and the rights come from the user record.
 */
export class OidcSessions implements Sessions {
  readonly isEnded
  readonly readRefresh
  private readonly parts: Parts
  private readonly verifier: Verifier
  private readonly identities: ReturnType<typeof createIdentities>
  private readonly store: SessionStore
  readonly provider: ProviderPages

  constructor(parts: Parts) {
    this.parts = parts
    this.isEnded = parts.revocations.isEnded
    this.readRefresh = parts.tokens.readRefresh
    this.verifier = new Verifier(parts)
    this.identities = createIdentities({ ...parts, verifier: this.verifier })
    this.store = new SessionStore(parts)
    this.provider = this.pages(codeFlow(parts))
  }

  /** Sign-in on the provider's own page. */
  private pages(flow: ReturnType<typeof codeFlow>): ProviderPages {
    const { provider, settings, secrets } = this.parts
    const hints = sealing(secrets, 'ID token')
    const takesPasswords = () => provider.takesPasswords()
    return {
      ...{ begin: flow.begin, read: flow.read, takesPasswords, answers: () => provider.answers() },
      finish: async (em, back, now) => {
        const isFirst = await this.store.claimState(back.state).catch(this.refuseWithoutRedis)
        if (!isFirst) throw new SignInFailed('expired')
        const grant = await flow.redeem(back)
        if (!grant) throw new SignInFailed('refused')
        const opened = await this.openFor(em, { grant, now, isOfCode: true })
        if (!opened) throw new SignInFailed('unknown')
        const hint = hints.seal(grant.idToken ?? '', 'hint')
        return { ...opened, hint: hint.length < longestKept ? hint : hints.seal('', 'hint') }
      },
      signOutPage: (returnTo, hint) => {
        // Without a token, which may be too large for a cookie, the provider asks the user.
        const id_token_hint = hints.unseal(hint, 'hint')
        const known = id_token_hint && { id_token_hint }
        return provider.signOutPage({ post_logout_redirect_uri: returnTo, ...known })
      },
      describe: async () => ({
        name: settings.name,
        state: provider.answers() ? 'ok' : 'unreachable',
        password_grant: takesPasswords(),
        last_refusal: await this.store.lastRefusal(),
      }),
    }
  }

  async read(accessToken: string | undefined): Promise<Credentials> {
    if (!accessToken) return { state: 'none' }
    try {
      const proven = await this.verifier.read(accessToken)
      const claims = await this.claimsOf(accessToken, proven)
      if (!claims || !this.parts.tokens.isRefreshable(claims, issuedAt(proven))) return { state: 'invalid' }
      if (this.verifier.isExpired(proven)) return { state: 'expired', ...claims }
      return { state: 'valid', expires: proven.exp, ...claims }
    } catch (cause) {
      return cause instanceof UselessToken ? { state: 'invalid' } : { state: 'unverifiable', cause }
    }
  }

  async readBearer(token: string): Promise<Credentials | undefined> {
    try {
      if (clientOf(decodeJwt(token)) === undefined) return undefined
      const proven = await this.verifier.read(token, 'client')
      const clientId = this.verifier.isExpired(proven) ? undefined : clientOf(proven)
      return { state: 'token', key: clientId === undefined ? undefined : { clientId }, expires: proven.exp }
    } catch (cause) {
      if (cause instanceof errors.JWTInvalid) return undefined
      return cause instanceof UselessToken ? { state: 'token' } : { state: 'unverifiable', cause }
    }
  }

  async login(em: Em, { email, password, temporaryOnly }: Parameters<Sessions['login']>[1], now: Date) {
    const grant = temporaryOnly ? undefined : await this.parts.provider.signIn(email, password)
    const opened = grant && (await this.openFor(em, { grant, now }))
    if (!opened) throw new BadCredentials()
    return opened
  }

  /** Opens a session for the user of a grant; undefined if there is none. A grant that opens none is revoked. */
  private async openFor(em: Em, { grant, now, isOfCode = false }: Granted) {
    try {
      const proven = await this.readFresh(grant.accessToken)
      if (isOfCode) await this.checkIdToken(grant, proven.sub)
      const user = await this.identities.recognise(em, { grant, claims: proven, now })
      if (!user) return this.discard(grant)
      const claims = newSession(user, now)
      const seconds = this.parts.tokens.lifetime('refresh', claims)
      await this.store.open(claims, grant, seconds).catch(this.refuseWithoutRedis)
      return { user, ...renew(this.parts, grant.accessToken, claims) }
    } catch (error) {
      this.discard(grant)
      throw error
    }
  }

  /** openid-client has compared its claims with the request; it must also be signed, and about the same user. */
  private async checkIdToken({ idToken = '' }: Grant, subject: string) {
    const { log } = this.parts
    try {
      const { sub } = await this.verifier.readFresh(idToken, 'id')
      if (sub === subject) return
      log.error('the ID token and the access token of the identity provider name different subjects')
    } catch (err) {
      if (!(err instanceof UselessToken)) throw err
      log.error({ err }, 'the identity provider issues ID tokens that this service cannot use')
    }
    throw new SignInFailed('invalid')
  }

  async verifyPassword(em: Em, { userId, password }: { userId: string; password: string }) {
    const caller = await findCaller(em, userId)
    const grant = caller && (await this.parts.provider.signIn(caller.email, password))
    if (!grant) return false
    this.discard(grant)
    const { sub } = await this.readFresh(grant.accessToken)
    return (await this.identities.find(em, sub))?.id === userId
  }

  async refresh(em: Em, claims: RefreshClaims, now: Date) {
    const isAtWork = await spend(this.parts, { em, claims, now, end: (sessionId) => this.end(sessionId) })
    // The provider would take a second exchange of its token for a theft.
    if (isAtWork) throw inProgress()
    try {
      const accessToken = await this.exchange(em, claims)
      return renew(this.parts, accessToken, claims)
    } catch (error) {
      // An outage must not end the session: the user can try the same cookie again.
      const isRefused = error instanceof WireError && error.code === 'NOT_AUTHENTICATED'
      await (isRefused ? this.end(claims.sessionId) : this.parts.revocations.release(claims))
      throw error
    }
  }

  readonly endedAmong = (sessionIds: readonly string[]) => endedAmong(this.parts, sessionIds)

  readonly endIfReused = (claims: RefreshClaims, now: Date) =>
    endIfReused(this.parts, { claims, now, end: (sessionId) => this.end(sessionId) })

  async end(sessionId: string) {
    const { provider, log } = this.parts
    await endSession(this.parts, sessionId)
    const refreshToken = await this.store
      .close(sessionId)
      .catch((err) => log.warn({ err }, 'a session has ended here, but not at the identity provider'))
    if (refreshToken) await provider.revoke(refreshToken)
  }

  /**
   * The user and session of a genuine token. Without Redis the user record gives the user, unless one of the user's
   * sessions has ended since: it may be the token's (D21, D54).
   */
  private async claimsOf(accessToken: string, proven: ProviderClaims) {
    const authTime = issuedAt(proven)
    try {
      const found = await this.store.find(accessToken)
      return found && { authTime, ...found }
    } catch {}
    const user = await this.identities.find(this.parts.orm.em.fork(), proven.sub)
    if (!user || (await this.parts.records.hasEndedSince(user.id, proven.iat ?? 0))) return undefined
    return { userId: user.id, sessionId: `user:${user.id}`, epoch: user.session_epoch, authTime }
  }

  /** The claims of a token just issued; 503 when the service cannot use such tokens, and the log says why. */
  private async readFresh(accessToken: string): Promise<ProviderClaims> {
    const { log, cookies } = this.parts
    const size = Buffer.byteLength(cookies.access(accessToken, accessTokenSeconds))
    // Browsers drop larger cookies; their attributes count.
    const limit = 4096
    if (size > limit) {
      log.error({ size, limit }, 'the access token of the identity provider is too large for a cookie')
      throw unavailable('The token of the identity provider is too large for a cookie.')
    }
    try {
      const claims = await this.verifier.readFresh(accessToken)
      if (!this.verifier.isExpired(claims)) return claims
      log.error('the identity provider issues access tokens that have expired')
    } catch (err) {
      if (!(err instanceof UselessToken)) throw err
      log.error({ err }, 'the identity provider issues access tokens that this service cannot use')
    }
    throw providerUnavailable()
  }

  /** Exchanges the session's refresh token at the provider; 401, which ends the session, when it is refused. */
  private async exchange(em: Em, claims: RefreshClaims): Promise<string> {
    const { sessionId, userId } = claims
    const seconds = this.parts.tokens.lifetime('refresh', claims)
    const refreshToken = await this.store.refreshToken(sessionId).catch(this.refuseWithoutRedis)
    const grant = refreshToken && (await this.parts.provider.refresh(refreshToken))
    if (!grant) throw badRefreshToken()
    // Stored before anything else can fail: the provider may have used up the previous one.
    const renewed = this.store.renew(sessionId, grant.refreshToken ?? refreshToken, seconds)
    if (!(await renewed.catch(this.refuseWithoutRedis))) {
      this.discard(grant)
      throw badRefreshToken()
    }
    const proven = await this.readFresh(grant.accessToken)
    const user = await this.identities.find(em, proven.sub)
    const given = { claims: proven, settings: this.parts.settings, now: this.parts.clock() }
    if (user?.id !== userId || !(await updateRole(em, user, given))) throw badRefreshToken()
    await this.store.addAccessToken(grant.accessToken, claims, seconds).catch(this.refuseWithoutRedis)
    return grant.accessToken
  }

  /** Revokes a refresh token that will not be used, in the background. */
  private discard({ refreshToken }: Grant) {
    if (refreshToken) void this.parts.provider.revoke(refreshToken)
  }

  private readonly refuseWithoutRedis = (err: unknown): never => {
    this.parts.log.error({ err }, 'sessions can neither be opened nor refreshed')
    throw unavailable()
  }
}
