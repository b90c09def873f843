import type { IncomingMessage } from 'node:http'
import type { Author } from '../../src/logs/audit.ts'
import type { SecurityEvent } from '../../src/logs/events.ts'

/** What the log keeps of the request that caused an event. */
export type Origin = {
  ip: string
  headers: IncomingMessage['headers']
  surface: Author['via']
  id: string
  credentials: { state: string; userId?: string }
}

export type About = {
  /** Unless given, the user whom the access cookie names; null if unknown. */
  user?: string | null
  /** The procedure, if the event does not imply it. */
  target?: string
  /** For how long the same refusals are counted in one entry. */
  seconds?: number
}

/** The log of logins, refusals and other security events. */
export type SecurityLog = {
  /** Counts and stores the event; never waits and never fails. */
  record(event: SecurityEvent, from: Origin, about?: About): void
}
