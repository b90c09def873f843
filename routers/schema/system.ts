import { z } from 'zod'
import { output } from './output.ts'

// What `server` tells operators about the running service.

/** Whether the numbers are those of all processes or, while Redis is down or not in use, of this one only. */
export const CountsSource = z.object({
  source: z.enum(['redis', 'memory']),
  redis: z.enum(['connected', 'unreachable', 'not_configured']),
})

/** A user's recorded session. */
export const Session = z.object({
  id: output.text('The session’s id.'),
  started_at: output.instant('When the user signed in.'),
  refreshed_at: output.instant('When the session was last renewed.'),
  expires_at: output.instant('When the session ends unless it is renewed again.'),
  address: output.text('The IP address that the session was last used from.'),
  user_agent: output.text('The browser or program that the session was last used with, as it calls itself.'),
})

export const Store = z.object({
  /** `read_only`: it answers, but refuses changes. */
  state: z.enum(['connected', 'read_only', 'unreachable', 'not_configured']),
  version: z.string().nullable(),
  latency_ms: z.number().nullable(),
  size_bytes: z.number().int().nullable(),
})

/** A copy of the database that serves reads. */
export const Replica = z.object({
  /** Its host and port. */
  name: z.string(),
  state: z.enum(['in use', 'behind', 'unreachable', 'not a replica', 'a copy of another database']),
  /** How many seconds it is behind PostgreSQL; null if unknown. */
  lag_seconds: z.number().nullable(),
})

/** The identity provider, as `/readyz` shows it. */
export const IdentityProvider = z.object({
  name: z.string(),
  /** Whether it answered when it was last asked. */
  state: z.enum(['ok', 'unreachable']),
  /** Whether the service takes its passwords; otherwise users sign in on its own page only. */
  password_grant: z.boolean(),
  /** What it refused last: about the service's client, with `why` in its own words, or else about a person. */
  last_refusal: z
    .object({
      at: output.instant(),
      grant: z.string(),
      code: z.string(),
      why: z.string().optional(),
      from: z.enum(['page', 'callback', 'token endpoint']),
    })
    .nullable(),
})

export const SweepRun = z.object({
  started_at: output.instant(),
  finished_at: output.instant(),
  /** Why it failed; null if it succeeded. */
  error: z.string().nullable(),
  expired_proposals: output.count(),
  expired_tags: output.count(),
})

export const Setting = z.object({
  name: z.string(),
  /** Null if unset, and for every secret. */
  value: z.string().nullable(),
  source: z.enum(['default', 'environment', 'file']),
  is_secret: z.boolean(),
})
