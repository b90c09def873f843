import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What was sent to a procedure, what it answered, and its refusals by what was wrong. */
export type Recorded = {
  path?: Record<string, unknown>
  body?: unknown
  answer?: unknown
  /** Bodies of a 400. */
  invalid?: Record<string, unknown>
  /** Bodies of a 409. */
  conflicts?: Record<string, unknown>
}

type RefusalExample =
  | 'NotSignedIn'
  | 'NotPermitted'
  | 'NotFound'
  | 'Changed'
  | 'TooLarge'
  | 'NotJson'
  | 'Throttled'
  | 'Unavailable'
  | 'Unhealthy'

/** What `npm run examples` has recorded from the demo clinic. */
export type Recording = { procedures: Record<string, Recorded>; refusals: Record<RefusalExample, unknown> }

const recording: Recording = JSON.parse(readFileSync(join(import.meta.dirname, 'examples.json'), 'utf8'))

export const { refusals } = recording

/** The recorded call of a procedure. */
export function recorded(procedure: string): Recorded {
  const found = recording.procedures[procedure]
  if (found) return found
  throw new Error(`${procedure} has no example: add a call to ops/examples/ and run \`npm run examples\`.`)
}
