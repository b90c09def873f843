import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Audit } from '../../entities/audit.ts'
import type { Em, Orm } from '../../entities/orm.ts'
import type { Caller } from '../../entities/user.ts'
import type { SessionRecords } from '../../server/auth/session-records.ts'
import type { Sessions } from '../../server/auth/sessions.ts'
import type { Credentials } from '../../server/auth/tokens.ts'
import type { Metrics, Surface } from '../../server/operators/metrics.ts'
import type { Operations } from '../../server/operators/system.ts'
import type { Activity } from '../../server/throttling/activity.ts'
import type { Throttles } from '../../server/throttling/throttles.ts'
import type { Cookies } from './cookies.ts'

/** What all requests share; made once, given to `server/app.ts`. */
export type Services = {
  orm: Orm
  sessions: Sessions
  sessionRecords: SessionRecords
  throttles: Throttles
  activity: Activity
  /** On the operators' listener only. */
  operations?: Operations
  metrics: Metrics
  cookies: Cookies
  clock: () => Date
  timeZone: string
  csrfSecret: string
  allowedOrigins: readonly string[]
  debug: boolean
  version: string
  log: Logger
}

/** One HTTP request, whichever surface it came in by; the calls of a tRPC batch share it. */
export type RequestContext = {
  services: Services
  surface: Surface
  /** Found in the log and in the answer's `X-Request-Id`. */
  id: string
  ip: string
  /** The service's own address as the caller sees it, such as `https://clinic.example`. */
  origin: string
  cookies: Record<string, string | undefined>
  headers: IncomingMessage['headers']
  response: ServerResponse
  credentials: Credentials
}

/**
 * What a procedure works with. `em` is for reads: what loads entities forks it first, as `transaction` does; `now`
 * and `today` are the clinic's (D25).
 */
export type ProcedureContext = RequestContext & {
  em: Em
  now: Date
  today: string
  /** The REST address of this list with another page number, the other parameters kept. */
  pageUrl: (page: number) => Promise<string>
}

/** A procedure's context once it is known who calls. */
export type AuthenticatedContext = ProcedureContext & {
  caller: Caller & { sessionId: string }
  /** The only email whose rows the caller may see; undefined when all are (D17). */
  own: string | undefined
  /** The caller's signature under a change. */
  audit: (reason?: string) => Audit
}

/** An operator's procedure's context. */
export type OperatorContext = AuthenticatedContext & {
  operations: Operations
  /** The database is away, and the caller known from before. */
  isRecalled: boolean
}
