import type { Kind } from './load.ts'
import type { Scene } from './scene.ts'

/** A row of a table of faults of a scene. */
export type Fault<Where = Scene> = {
  name: string
  /** May return a function that ends work of the fault; it is called at the cure. */
  cause(scene: Where): unknown
  cure(scene: Where): unknown
  /** The statuses that an answer may have while the fault lasts, besides success. */
  allowed: Partial<Record<Kind, readonly number[]>>
  /** The instance whose requests may stay unanswered. */
  cuts?: 0 | 1
  /** Whether some writes must be refused; if none is, the fault has not reached the service. */
  isFelt?: true
  /** Whether every `/readyz` must be 503 while the fault lasts. */
  isUnready?: true
  /** Whether the answer to a commit can be lost: such a write is answered 503 and may be stored. */
  losesCommits?: true
}

export const everything = (...statuses: number[]): Fault['allowed'] => ({
  create: statuses,
  change: statuses,
  read: statuses,
  login: statuses,
  refresh: statuses,
  ended: statuses,
})
export const writes = (...statuses: number[]): Fault['allowed'] => ({ create: statuses, change: statuses })

/** Repeats the work until the function it returns is called. */
export function repeatedly(milliseconds: number, work: () => unknown) {
  const timer = setInterval(work, milliseconds)
  return () => clearInterval(timer)
}
