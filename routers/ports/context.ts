import type { IncomingMessage } from 'node:http'
import type { TrackedEnvelope } from '@trpc/server'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { User } from '../../entities/accounts/user.ts'
import type { Caller } from '../../entities/accounts/users.ts'
import type { ClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Em, Orm } from '../../entities/connection/em.ts'
import type { LiveRows, Topic } from '../../entities/live.ts'
import type { ActivityRange, Rate, Scope } from '../../src/accounts/limits.ts'
import type { Language } from '../../src/language.ts'
import type { Audit, Author } from '../../src/logs/audit.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import type * as schema from '../schema/system.ts'
import type { Cookies } from './cookies.ts'
import type { Counted } from './refusals.ts'
import type { SecurityLog } from './security-log.ts'

// What procedures need from the process that serves them. Each type here is a port that `server` provides.

/**
 * Whose session a token belongs to; `epoch` is the user's session_epoch when it was issued, `authTime` the
 * second in which the session began (D48).
 */
export type Claims = { userId: string; sessionId: string; epoch: number; authTime: number }
/** `issuedAt` is the second in which the token was issued. */
export type RefreshClaims = Claims & { tokenId: string; issuedAt: number }

/**
 * What an access cookie proves. An `expired` one is genuine, and its session could still be refreshed (D24, D48);
 * `unverifiable` carries the reason why it cannot be checked now (D22). `expires` is in seconds.
 */
export type Credentials =
  | { state: 'none' }
  | { state: 'invalid' }
  | { state: 'unverifiable'; cause: unknown }
  | ({ state: 'valid'; expires: number } & Claims)
  | ({ state: 'expired' } & Claims)

/** How users sign in and stay signed in; cookies are `Set-Cookie` values. */
export type Sessions = {
  /** What the access cookie proves; `isEnded` tells whether its session has ended since. */
  read(accessToken: string | undefined): Promise<Credentials>
  isEnded(sessionId: string): Promise<boolean>
  /** Which of the sessions have ended. */
  endedAmong(sessionIds: readonly string[]): Promise<Set<string>>
  /** `BadCredentials` for an unknown email, a wrong password and a deactivated user alike. */
  login(em: Em, input: { email: string; password: string }, now: Date): Promise<OpenedSession>
  /** Whether it is the user's current password; takes equally long either way. */
  verifyPassword(em: Em, of: { userId: string; password: string }, now: Date): Promise<boolean>
  /** Undefined unless genuine and unexpired; the token is not used up. */
  readRefresh(refreshToken: string | undefined): RefreshClaims | undefined
  /** Exchanges the token for new cookies. 401 when it may not be used, 503 when that cannot be known. */
  refresh(em: Em, claims: RefreshClaims): Promise<{ claims: Claims; cookies: string[] }>
  /** Ends a session and its refresh token; 503 when that cannot be stored. */
  end(sessionId: string): Promise<void>
}

type OpenedSession = { user: User; claims: Claims; cookies: string[] }

export type SessionRecord = z.infer<typeof schema.Session>

/** Which sessions users have begun and from where. */
export type SessionRecords = {
  /** Called at login and at every refresh; neither fails when the record cannot be written. */
  keep(session: Claims, seen: { address: string; userAgent: string | undefined; now: Date }): Promise<void>
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

export type Source = z.infer<typeof schema.Source>

export type Key = { scope: Scope; key: string }

/** What an operator can set for a key. */
export type Override = 'block' | 'limit'

/** A key with an open window, an override or a block; `..._ends_in` are milliseconds, null where there is none. */
export type ThrottledKey = Key & {
  used: number
  limit: number
  window_ends_in: number | null
  limit_ends_in: number | null
  block_ends_in: number | null
}

/** Finds the keys that contain the text, which is in lower case, in any case, and also the keys given. */
export type KeySearch = { text: string; keys: readonly string[] }

export type Throttles = {
  rates: Record<Scope, Rate | null>
  /** Undefined where the throttle is off; 429 when the key's window is full, or an operator has blocked it. */
  consume(scope: Scope, key: string): Promise<Counted | undefined>
  /** Takes back one request that the key's window has counted. */
  giveBack(scope: Scope, key: string): Promise<void>
  /** How many keys of each scope have an override or a block. */
  overrideCounts(): Promise<Map<Scope, number>>
  /** How many keys the search finds, and the first of them: those with an override or a block, then the busiest. */
  keys(which?: {
    scope?: Scope
    search?: (scope: Scope) => KeySearch
    most?: number
  }): Promise<Source & { count: number; found: ThrottledKey[] }>
  /** One key, used or not; undefined if the throttle of its scope is off. */
  find(of: Key): Promise<Source & { found: ThrottledKey | undefined }>
  /** Overrides the key's limit for a number of milliseconds; what it has used of its window stays. */
  setLimit(of: Key, limit: number, milliseconds: number): Promise<void>
  /** Refuses the key for a number of milliseconds. */
  block(of: Key, milliseconds: number): Promise<void>
  /** Ends the key's override, its block, or both; false when there was nothing to end. */
  lift(of: Key, only?: Override): Promise<boolean>
  /** Forgets what the key has used; false when that was nothing. */
  reset(of: Key): Promise<boolean>
  /** Like `reset`, in Redis and in memory, even while Redis is away; returns the number of windows. */
  clear(of: Key): Promise<number>
}

export type ThrottleOutcome = 'allowed' | 'near' | 'blocked'

/** The buckets of a range, the last one under way; counts by name. */
export type ActivitySeries = Source & {
  range: ActivityRange
  from: string
  to: string
  bucket_seconds: number
  buckets: { at: string; counts: ReadonlyMap<string, number> }[]
}

/** Recent requests and failed logins, counted for operators. */
export type Activity = {
  /** Counts a request in its scope and, with the outcome, under its procedure, if one is given. */
  counted(scope: Scope, procedure: string | undefined, outcome: ThrottleOutcome): void
  /** Counts a request that was refused, or allowed near the limit, under its key. */
  keyCounted(of: Key, procedure: string | undefined, outcome: ThrottleOutcome): void
  /** Counts a refused login, by the caller's address and the email of the account, if there is one. */
  loginFailed(address: string, email: string | undefined): void
  requests(range: ActivityRange): Promise<ActivitySeries>
  /** Either of the hour before the last one. */
  hourBefore(kind: 'requests' | 'logins'): Promise<ActivitySeries>
  failedLogins(range: ActivityRange): Promise<ActivitySeries>
  /** What `keyCounted` counted, as `outcome:scope:key`. */
  keys(range: ActivityRange): Promise<ActivitySeries>
  /** The same by procedure, as `outcome:scope:procedure:key`. */
  keyCalls(range: ActivityRange): Promise<ActivitySeries>
}

export type Surface = 'rest' | 'trpc' | 'operator'

export type Answered = { status: number; seconds: number }

export type Metrics = {
  /** Counts a procedure's call and the seconds it took. */
  answered(surface: Surface, procedure: string, call: Answered): void
  /** Counts a request for an unknown path or method. */
  answeredUnknown(surface: Surface, status: number): void
  throttled(scope: Scope, outcome: ThrottleOutcome): void
}

export type ReplicaState = z.infer<typeof schema.Replica>

/** The copies of the database that serve reads. */
export type Replicas = {
  /** What a call reads with: a replica that has everything that the session has written, else the primary. */
  reader(sessionId: string): Em
  /** Remembers how far the session has written; never fails. Without `isCommitted` it may not have. */
  wrote(sessionId: string, isCommitted: boolean): Promise<void>
  /** How the replicas are, as this listener sees them. */
  states(): ReplicaState[]
}

export type StoreState = z.infer<typeof schema.Store>
export type SweepRun = z.infer<typeof schema.SweepRun>

/** Computes over a snapshot of the clinic, in a thread of its own; 503 when too many wait or a task takes too long. */
export type Planner = {
  /** 503 when too many tasks are waiting. */
  refuseIfBusy(): void
  run<Name extends TaskName>(
    name: Name,
    snapshot: ClinicSnapshot,
    input: TaskInput<Name>,
  ): Promise<TaskResult<Name>>
}

/** What a stream tells. At a `reset` a client reads what it shows; every later change is told, perhaps twice. */
export type LiveChange<Row> =
  | { type: 'changed'; row: Row }
  | { type: 'removed'; id: string }
  | { type: 'reset' }

export type LiveStream<Row> = AsyncGenerator<TrackedEnvelope<LiveChange<Row>>, void>

/** Changes of rows, told as they are committed. */
export type Live = {
  /**
   * Tells the caller of the rows that they may see, until the signal is aborted or the session ends. It resumes after
   * the event with the id given. 429 when the user has too many streams open, 503 when the process has.
   */
  open<Name extends Topic>(
    topic: Name,
    ctx: AuthenticatedContext,
    from: { lastEventId?: string; signal?: AbortSignal },
  ): Promise<LiveStream<LiveRows[Name]>>
  /** Ends all streams, and refuses new ones, so that clients go on elsewhere. */
  close(): void
}

/** The running service as operators see and control it. */
export type System = {
  settings: z.infer<typeof schema.Setting>[]
  /** Probable mistakes in the settings, each as a sentence. */
  warnings: string[]
  rateSources: Record<Scope, 'default' | 'environment'>
  authMode: 'local' | 'oidc'
  deployment: 'local' | 'production'
  workers: number
  startedAt: Date
  /** Like `findActiveCaller`; while the database is away, perhaps a member of staff read earlier (`mayRecall`). */
  findStaff(context: ProcedureContext, mayRecall: boolean): Promise<{ caller: SignedIn; isRecalled: boolean }>
  nextSweepAt(): Date | null
  /** Sweeps now. */
  sweep(): Promise<SweepRun | undefined>
  /** The last sweep that this process has read from the database. */
  knownLastSweep(): SweepRun | undefined
  /** The last sweep of any process, undefined if there has never been one; the last known while the database is away. */
  lastSweep(): Promise<SweepRun | undefined>
  databaseAway: StoreState
  database(): Promise<StoreState>
  redis(): Promise<StoreState>
  /** Undefined while the database is away. */
  migrations(): Promise<{ applied: string[]; pending: string[] } | undefined>
}

/** JWT_SECRET, which signs and encrypts, and perhaps the previous one, which only verifies and decrypts. */
export type Secrets = readonly [current: string, ...previous: string[]]

/** What all requests share; built once per listener. */
export type Services = {
  orm: Orm
  /** Undefined if there are none. */
  replicas?: Replicas
  sessions: Sessions
  sessionRecords: SessionRecords
  /** Undefined if an identity provider keeps the passwords. */
  passwords: Passwords | undefined
  throttles: Throttles
  activity: Activity
  planner: Planner
  live: Live
  /** On the operators' listener only. */
  system?: System
  metrics: Metrics
  securityLog: SecurityLog
  cookies: Cookies
  clock: () => Date
  timeZone: string
  /** The date in the clinic's time zone (D25). */
  dateOf: (instant: Date) => string
  secrets: Secrets
  allowedOrigins: readonly string[]
  debug: boolean
  version: string
  log: Logger
}

/** The headers of an answer, which procedures may set until they are sent. */
type AnswerHeaders = {
  readonly headersSent: boolean
  setHeader(name: string, value: string): unknown
  appendHeader(name: string, value: string | string[]): unknown
}

/** One HTTP request, on either surface; the calls of a tRPC batch share it. */
export type RequestContext = {
  services: Services
  surface: Surface
  /** In which planning explains its answers: the console's, and English for all other clients. */
  language: Language
  /** In the log and in the answer's `X-Request-Id`. */
  id: string
  /** The caller's address, in canonical form. */
  ip: string
  /** The service's own address as the caller sees it, such as `https://clinic.example`. */
  origin: string
  cookies: Record<string, string | undefined>
  headers: IncomingMessage['headers']
  response: AnswerHeaders
  credentials: Credentials
}

/**
 * What a procedure works with. `em` is for reads, perhaps from a replica; a fork of it, such as `transaction` makes,
 * works on the primary and loads entities.
 * `now` and `today` are the clinic's time and date (D25) when the request arrived; what is stored gets its time from
 * the clock, once the locks are held.
 */
export type ProcedureContext = RequestContext & {
  em: Em
  now: Date
  today: string
  /** Whom the change log names for a change. */
  author: Author
  /** The procedure's path over REST and its input, from which links to other pages are made. */
  address: { path: string; readInput: () => Promise<unknown> }
}

export type SignedIn = Caller & { sessionId: string }

/** The context of a procedure for anybody. */
export type PublicContext = ProcedureContext & {
  /** Whether the access cookie is valid and its session and user are still active. */
  isSignedIn: () => Promise<boolean>
}

/** A procedure's context once its caller is known. */
export type AuthenticatedContext = ProcedureContext & {
  caller: SignedIn
  /** The only email whose rows the caller may see; undefined when the caller may see all (D17). */
  own: string | undefined
  /** Who makes a change, when and why. Called once the locks are held, because it stamps the log entry. */
  audit: (reason?: string) => Audit
}

/** The context of the token refresh, whose refresh cookie is genuine. */
export type RefreshContext = ProcedureContext & { refresh: RefreshClaims }

/** The context of an operator's procedure. */
export type OperatorContext = AuthenticatedContext & {
  system: System
  /** The database is unreachable, and the caller was read before. */
  isRecalled: boolean
}
