import type { DemoUserName } from '../../../server/demo/users.ts'

export type Input = Record<string, unknown>

/** The answer of the service to a call, of any shape. */
export type Answered = (procedure: string) => ReturnType<typeof JSON.parse>

/** A call that the API reference shows. */
export type Call = {
  /** The viewer by default. */
  by?: DemoUserName | 'anonymous'
  input?: Input | ((answered: Answered) => Input)
  /** The call is repeated until its answer has this. */
  until?: Input
  /** Changes to the input that make the repeated call a 400, by what is wrong. */
  invalid?: Record<string, Input>
  /** Calls that bring about the conflicts; not shown. */
  given?: [procedure: string, input: Input][]
  /** Changes to the input that make the repeated call a 409, by reason; empty if the same call is one. */
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
