import type { Call } from './call.ts'
import { peopleCalls } from './people-calls.ts'
import { planningCalls } from './planning-calls.ts'
import { readCalls } from './read-calls.ts'
import { workCalls } from './work-calls.ts'

/** One call of each procedure of the REST interface, in the order in which they are made. */
export const calls: Record<string, Call> = {
  ...readCalls,
  ...planningCalls,
  ...peopleCalls,
  ...workCalls,
  'auth.refresh': { by: 'viewer' },
  'auth.logout': { by: 'viewer' },
  'auth.deactivate': { by: 'employee' },
}
