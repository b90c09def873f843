import type { TagChangeAction } from '../src/employee-tag-lifecycle.ts'

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

/** The times of an entity that is created at this instant. */
export const stamped = (at: Date) => ({ created_at: at, updated_at: at })
