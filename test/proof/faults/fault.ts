import type { Kind } from './load.ts'
import type { Scene } from './scene.ts'

/** A row of the table of faults. */
export type Fault = {
  name: string
  /** May return what goes on until the cure, which calls it. */
  cause(scene: Scene): unknown
  cure(scene: Scene): unknown
  /** Which other statuses than success an answer may have while it lasts. */
  allowed: Partial<Record<Kind, readonly number[]>>
  /** The instance whose requests may stay unanswered. */
  cuts?: 0 | 1
  /** Whether some writes must be refused: otherwise the fault has not reached the service. */
  isFelt?: true
  /** Whether every `/readyz` must be 503 while it lasts. */
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
