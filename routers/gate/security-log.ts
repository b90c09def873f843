import type { IncomingMessage } from 'node:http'
import type { Author } from '../../entities/audit.ts'
import type { SecurityEvent } from '../../src/operators/security-events.ts'

/** What the log keeps of the request that an event came with. */
export type Origin = {
  ip: string
  headers: IncomingMessage['headers']
  surface: Author['via']
  id: string
  credentials: { state: string; userId?: string }
}

export type About = {
  /** The user whom the access cookie names unless given; null where nobody is known. */
  user?: string | null
  /** The procedure, if the event does not tell. */
  target?: string
  /** For how long the same refusals are counted in one entry. */
  seconds?: number
}

/** The log of logins, refusals and other events of security. */
export type SecurityLog = {
  /** Counts and keeps the event; takes no time and never fails. */
  record(event: SecurityEvent, from: Origin, about?: About): void
}
