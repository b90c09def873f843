import type { IncomingMessage } from 'node:http'
import type { Author } from '../../src/logs/audit.ts'
import type { SecurityEvent } from '../../src/logs/events.ts'

/** What the log keeps of the request that caused an event. */
export type Origin = {
  ip: string
  headers: IncomingMessage['headers']
  surface: Author['via']
  id: string
  credentials: { state: string; userId?: string; machine?: { caller: { email: string } } }
}

export type About = {
  /** The user; by default the one that the access cookie names. Null if unknown. */
  user?: string | null
  /** The procedure, unless the event implies it. */
  target?: string
  /** For how many seconds equal refusals are counted in one entry. */
  seconds?: number
}

/** The log of logins, refusals and other security events. */
export type SecurityLog = {
  /** Counts and stores the event; never waits and never fails. */
  record(event: SecurityEvent, from: Origin, about?: About): void
}
