import type { DemoUserName } from '../../../server/demo/users.ts'

export type Input = Record<string, unknown>

/** What the service has answered to the call of a procedure, which is of any shape. */
export type Answered = (procedure: string) => ReturnType<typeof JSON.parse>

/** A call that the API reference shows. */
export type Call = {
  /** The viewer unless given. */
  by?: DemoUserName | 'nobody'
  input?: Input | ((answered: Answered) => Input)
  /** After the call, what in its input would be refused with 400, by what is wrong with it. */
  invalid?: Record<string, Input>
  /** Calls that come before the conflicts, to bring them about; not shown. */
  given?: [procedure: string, input: Input][]
  /** After the call, what in its input would be refused with 409, by the reason; nothing if the same call would be. */
  conflicts?: Record<string, Input>
}

/** Calls by the same user. */
export const callsBy = (by: Call['by'], calls: Record<string, Call>): Record<string, Call> =>
  Object.fromEntries(Object.entries(calls).map(([procedure, call]) => [procedure, { by, ...call }]))

/** The path filled with its parameters from the input, and the rest of the input: query or body. */
export function fillIn(template: string, input: Input) {
  const rest = { ...input }
  const path: Input = {}
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    path[name] = rest[name]
    delete rest[name]
    return encodeURIComponent(String(path[name]))
  })
  return { path, filled, rest }
}
