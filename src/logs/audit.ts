import type { TagChangeAction } from '../people/employee-tag-lifecycle.ts'

/** Who changes something, when and why; `actor` is null for the service itself (sweeps, import). */
export type Audit = { actor: string | null; at: Date; today: string; reason: string }

/** A transition that an entity has made and the next flush will log. */
export type TransitionEvent = {
  transition: string
  from_status: string
  to_status: string
  by: Audit
  metadata: Record<string, unknown>
}

/** A tag change that an employee tag has made and the next flush will log. */
export type TagChangeEvent = { action: TagChangeAction; by: Audit }

/** The time of a logged change: later than the last change, even if that one came from a fast clock. */
export const after = (last: Date, at: Date) => new Date(Math.max(at.getTime(), last.getTime() + 1))

/** The time of any other change: never earlier than the last change. */
export const latest = (last: Date, at: Date) => (at > last ? at : last)

/** The times of an entity that is created at this instant. */
export const stamped = (at: Date) => ({ created_at: at, updated_at: at })

/** How a change or an event reached the service; `database` is a change made directly in SQL. */
export const vias = ['rest', 'trpc', 'token', 'operator', 'command line', 'service', 'database'] as const

/** Who makes a change, from where and how, as the change log stores it. */
export type Author = {
  /** The user; null for the service itself and the command line. */
  actor: string | null
  via: Exclude<(typeof vias)[number], 'database'>
  at: Date
  /** The system user on the command line, or the machine that sent its token. */
  name?: string
  address?: string
  request?: string
}

/** The service itself as an author. */
export const theService = (at: Date): Author => ({ actor: null, via: 'service', at })
