import type { z } from 'zod'
import type { FoundMachine, MachineKey } from '../../entities/accounts/machines.ts'
import type { User } from '../../entities/accounts/user.ts'
import type { Em } from '../../entities/connection/em.ts'
import type * as schema from '../schema/system.ts'

/**
 * Whose session a token belongs to; `epoch` is the user's session_epoch when it was issued, `authTime` the
 * second in which the session began (D48).
 */
export type Claims = { userId: string; sessionId: string; epoch: number; authTime: number }
/** `issuedAt` is in seconds, with milliseconds as a fraction. */
export type RefreshClaims = Claims & {
  tokenId: string
  issuedAt: number
  /** The id of the next refresh token, if the request has an `Idempotency-Key`. */
  successor?: string | undefined
}

/** A session with the id of its new refresh token. */
export type Renewed = Claims & { tokenId: string }

/**
 * What an access cookie proves. An `expired` one is genuine, and its session could still be refreshed (D24, D48).
 * `unverifiable` says why it cannot be checked now (D22). `expires` is in seconds. A machine's `token` in the header is
 * looked up when a call needs it, and is `valid` from then on; without a key, no machine can have it.
 */
export type Credentials =
  | { state: 'none' }
  | { state: 'invalid' }
  | { state: 'unverifiable'; cause: unknown }
  | { state: 'token'; key?: MachineKey | undefined; expires?: number }
  | Valid
  | ({ state: 'expired' } & Claims)

type Valid = { state: 'valid'; expires: number; machine?: { key: MachineKey; caller: FoundMachine } } & Claims

/** How users sign in and stay signed in; cookies are `Set-Cookie` values. */
export type Sessions = {
  /** What the access cookie proves; `isEnded` and the caller's record tell whether its session has ended since (D54). */
  read(accessToken: string | undefined): Promise<Credentials>
  /**
   * What a bearer token of the identity provider proves: only a token that a client has got for itself says anything,
   * undefined for a person's. Absent without a provider.
   */
  readBearer?(token: string): Promise<Credentials | undefined>
  /** Undefined while Redis does not answer. */
  isEnded(sessionId: string): Promise<boolean | undefined>
  /** Which of the sessions have ended. */
  endedAmong(sessionIds: readonly string[]): Promise<Set<string>>
  /**
   * `BadCredentials` for an unknown email, a wrong password and a deactivated user alike, and with `temporaryOnly` also
   * for a lasting password.
   */
  login(em: Em, input: Attempt, now: Date): Promise<OpenedSession>
  /** Whether it is the user's current password. Takes equally long either way. */
  verifyPassword(em: Em, of: { userId: string; password: string }, now: Date): Promise<boolean>
  /** Reads a genuine, unexpired token without using it up; undefined for any other. */
  readRefresh(refreshToken: string | undefined): RefreshClaims | undefined
  /** Exchanges the token for new cookies. 401 when it may not be used, 503 when that cannot be known. */
  refresh(em: Em, claims: RefreshClaims, now: Date): Promise<{ claims: Renewed; cookies: string[] }>
  /** Ends the session if the token was used before, as a refresh would; true then. */
  endIfReused(claims: RefreshClaims, now: Date): Promise<boolean>
  /** Ends a session and its refresh token; 503 when that cannot be stored. */
  end(sessionId: string): Promise<void>
  /** Sign-in on the identity provider's own page (D60); absent without a provider. */
  provider?: ProviderPages
}

/** How long a user may take on the provider's page, in seconds. */
export const flowSeconds = 600

/** A sign-in on the provider's page, as the browser keeps it until it comes back. */
export type Flow = {
  nonce: string
  verifier: string
  /** A path of this service. */
  returnTo: string
  /** Whether the user gives their credentials again, to confirm changes. */
  isConfirming: boolean
  /** Whose session was in use when it began (D48). */
  session: Pick<Claims, 'userId' | 'sessionId'> | undefined
  /** The second in which it began. */
  begunAt: number
}

export type ProviderPages = {
  begin(flow: Pick<Flow, 'returnTo' | 'isConfirming' | 'session'>, callback: string): Promise<BegunFlow>
  /** The flow that was kept for the state; undefined if it is none, or too old. */
  read(state: string, kept: string | undefined): Flow | undefined
  /** Opens a session once, for the user who comes back; else `SignInFailed`. */
  finish(em: Em, back: { callback: URL; state: string; flow: Flow }, now: Date): Promise<OpenedAtProvider>
  /** The provider's page that ends its own session, with the `hint` of the last `finish`; undefined if it has none. */
  signOutPage(returnTo: string, hint: string): Promise<URL | undefined>
  /** As last known, so that nobody waits for the provider. */
  takesPasswords(): boolean
  /** Whether the provider answered when this process last asked it. */
  answers(): boolean
  describe(): Promise<z.infer<typeof schema.IdentityProvider>>
}

type BegunFlow = { page: URL; state: string; kept: string }

type OpenedAtProvider = OpenedSession & { hint: string }

type Attempt = { email: string; password: string; temporaryOnly?: boolean }

export type OpenedSession = { user: User; claims: Renewed; cookies: string[] }

export type SessionRecord = z.infer<typeof schema.Session>

/** Which sessions users have begun and from where. */
export type SessionRecords = {
  /** Records a session at login and at every refresh; neither fails if the record cannot be written. */
  keep(session: Renewed, seen: { address: string; userAgent: string | undefined; now: Date }): Promise<void>
  /** The user's sessions that neither expired nor ended with all others, most recently used first. */
  list(userId: string, now: Date): Promise<SessionRecord[]>
  /** Records that the user has just confirmed their password in this session; 503 if that fails. */
  confirm(sessionId: string, now: Date): Promise<void>
  /** When the user last confirmed their password in this session. */
  confirmedAt(sessionId: string): Promise<Date | undefined>
}

/** How new passwords are made, if this service keeps them. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** A random password that the policy accepts. */
  generate(): string
}

/** JWT_SECRET, which signs and encrypts, and perhaps the previous one, which only verifies and decrypts. */
export type Secrets = readonly [current: string, ...previous: string[]]
