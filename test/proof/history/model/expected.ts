import type { Row } from '../commits/commits.ts'
import type { View } from '../commits/replay.ts'
import type { Request } from '../race/attempts.ts'

/** What a request is refused with: the status, and every message after its field. `rule` names it in the report. */
export type Refusal = { rule: string; status: number; messages: string[] }
/** The log entry that a change makes. */
export type Logged = { table: 'transition_log' | 'tag_change_log'; entry: Row }
/** What a request changes: the columns that it sets, and those that may change as well. */
export type Effect = { table: string; id?: string; set: Row; may?: string[]; logged?: Logged }
/** What must come of a request. `nothing` is a success that changes nothing. */
export type Expected = { refusal: Refusal } | { effect: Effect } | 'nothing'
export type Model = (request: Request, view: View) => Expected

export const refused = (rule: string, status: number, ...messages: string[]): Expected => ({
  refusal: { rule, status, messages },
})
export const unknownRow = refused('unknown row', 404, 'detail: Not found.')
export const notAllowed = (transition: string, status: string): Expected =>
  refused('lifecycle', 409, `detail: Transition '${transition}' is not allowed from state '${status}'.`)

// Values of requests as PostgreSQL writes them.
export const text = (value: unknown) => String(value ?? '')
export const bool = (value: unknown) => (value ? 't' : 'f')
export const decimal = (value: unknown) => Number(value).toFixed(2)
