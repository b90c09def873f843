import type { IncomingMessage } from 'node:http'
import type { TrackedEnvelope } from '@trpc/server'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Caller } from '../../entities/accounts/users.ts'
import type { ClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Em, Orm } from '../../entities/connection/em.ts'
import type { FeedPage, Wanted } from '../../entities/integration/changes.ts'
import type { LiveRows, Topic } from '../../entities/live.ts'
import type { Scope } from '../../src/accounts/limits.ts'
import type { Language } from '../../src/language.ts'
import type { Audit, Author } from '../../src/logs/audit.ts'
import type { Basis } from '../../src/planning/facts/clinic-facts.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import type * as schema from '../schema/system.ts'
import type { Export, Imports } from './bulk.ts'
import type { Cookies } from './cookies.ts'
import type { SecurityLog } from './security-log.ts'
import type { Credentials, Passwords, RefreshClaims, Secrets, SessionRecords, Sessions } from './sessions.ts'
import type { Replicas, StoreState, SweepRun } from './stores.ts'
import type { Activity, ThrottleOutcome, Throttles } from './throttles.ts'

// Each type here is a port: something that procedures need from the process, and that `server` provides.

export type Surface = 'rest' | 'trpc' | 'operator'

export type AnsweredCall = { status: number; seconds: number | undefined }

export type Metrics = {
  /** Counts a procedure's call and the seconds it took; undefined for a call that may wait. */
  answered(surface: Surface, procedure: string, call: AnsweredCall): void
  /** Counts a request for an unknown path or method. */
  answeredUnknown(surface: Surface, status: number): void
  throttled(scope: Scope, outcome: ThrottleOutcome): void
}

/** Whose task it is, and what it works on. */
export type PlanningTask = {
  user: string
  /** Whether the client still waits for the answer; otherwise a waiting task is dropped. */
  isAwaited: () => boolean
  read: () => Promise<ClinicSnapshot>
  /** Tasks of the same source may share what one of them reads. */
  source?: string | undefined
}

/**
 * Computes on a snapshot of the clinic, in a thread of its own. 429 for a user with two tasks already; 503 when too many
 * tasks wait or one takes too long.
 */
export type Planner = {
  run<Name extends TaskName>(
    name: Name,
    task: PlanningTask,
    input: TaskInput<Name>,
  ): Promise<{ answer: TaskResult<Name>; snapshot: ClinicSnapshot }>
}

/**
 * What a stream sends. At a `reset` a client reads everything it shows; after that, it gets every change, perhaps
 * twice.
 */
export type LiveChange<Row> =
  | { type: 'changed'; row: Row }
  | { type: 'removed'; id: string }
  | { type: 'reset' }

export type LiveStream<Row> = AsyncGenerator<TrackedEnvelope<LiveChange<Row>>, void>

/** Changes of rows, sent as they are committed. */
export type Live = {
  /**
   * Sends changes of rows that the caller may see, until the signal is aborted or the session ends. Resumes after the
   * event with the given id. 429 when the user has too many streams open, 503 when the process has.
   */
  open<Name extends Topic>(
    topic: Name,
    ctx: AuthenticatedContext,
    from: { lastEventId?: string; signal?: AbortSignal },
  ): Promise<LiveStream<LiveRows[Name]>>
  /** Ends all streams and refuses new ones, so that clients connect elsewhere. */
  close(): void
}

/** The feed of committed changes (D59). */
export type Changes = {
  /** The number of waiting calls. */
  readonly size: number
  /**
   * The changes after a cursor; if there are none, waits so many seconds for the first. 429 when too many calls of the
   * user wait, 503 when too many of the process do.
   */
  read(ctx: AuthenticatedContext, wanted: Wanted, seconds: number): Promise<FeedPage>
  /** Answers all waiting calls. */
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
  /** Like `findActiveCaller`. With `mayRecall`, it may find staff who were read before the database went down. */
  findStaff(context: RequestContext, mayRecall: boolean): Promise<{ caller: SignedIn; isRecalled: boolean }>
  nextSweepAt(): Date | null
  /** Sweeps now. */
  sweep(): Promise<SweepRun | undefined>
  /** The last sweep that this process has read from the database. */
  knownLastSweep(): SweepRun | undefined
  /** The last sweep of any process; undefined if there was none. While the database is down, the last one known. */
  lastSweep(): Promise<SweepRun | undefined>
  databaseAway: StoreState
  database(): Promise<StoreState>
  redis(): Promise<StoreState>
  /** Undefined while the database is down. */
  migrations(): Promise<{ applied: string[]; pending: string[] } | undefined>
}

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
  imports: Imports
  exportClinic: Export
  live: Live
  changes: Changes
  /** On the operators' listener only. */
  system?: System
  metrics: Metrics
  securityLog: SecurityLog
  cookies: Cookies
  clock: () => Date
  timeZone: string
  /** How planning counts hours, and what a full-time equivalent is. */
  basis: Basis
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
  /** Whether the client has closed the connection. */
  readonly destroyed: boolean
  setHeader(name: string, value: string): unknown
  appendHeader(name: string, value: string | string[]): unknown
}

/** Called by the transaction of a write whose answer is kept (D57). */
export type Once = {
  /** 409 if another request is making the same answer. */
  begin(em: Em): Promise<void>
  /** Keeps what the procedure answers. */
  end(em: Em, answer: unknown): Promise<void>
}

/** One HTTP request, on either surface; the calls of a tRPC batch share it. */
export type RequestContext = {
  services: Services
  /** Of the procedure that is called. */
  schemas?: { inputs: z.ZodType[]; output?: z.ZodType }
  surface: Surface
  /** The language in which planning explains its answers: the console's, and English for all other clients. */
  language: Language
  /** The id in the log and in the answer's `X-Request-Id`. */
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
 * works on the primary and loads entities. `now` and `today` are the clinic's time and date (D25) when the request
 * arrived; what is stored gets its time from the clock once the locks are held.
 */
export type ProcedureContext = RequestContext & {
  em: Em
  now: Date
  today: string
  /** The author that the change log names for a change. */
  author: Author
  /** For a write with an `Idempotency-Key`. */
  once?: Once | undefined
  /** The procedure's path over REST and its input as given, for links to other pages. */
  address: { path: string; input: unknown }
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
  /** Who makes a change, when and why. Call it once the locks are held, because it stamps the log entry. */
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
