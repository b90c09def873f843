import type { TRPCErrorShape } from '@trpc/server/rpc'
import { type NestedErrors, shortened } from '../../src/errors.ts'
import type { Events } from './event-stream.ts'

/** The maximum number of calls in one batch. */
export const maximumCalls = 100

/** How many calls run at once, so that a batch takes neither all connections to PostgreSQL nor the event loop. */
export const callsAtOnce = 4

type Body = { result: { data: unknown } } | { error: TRPCErrorShape }

/** What tRPC answers to one call, and the HTTP status that belongs to it; a subscription's events are sent instead. */
export type CallAnswer = { status: number; body: Body; json: string; events?: Events }

/** Serialised at once, so that a batch does not serialise all its answers in one go. */
export const answer = (status: number, body: Body): CallAnswer => ({
  status,
  body,
  json: JSON.stringify(body),
})

/** Beyond this many characters, the errors of a batch are shortened. */
const wholeErrors = 10_000

/** The JSON of a batch. */
export const batchOf = (answers: readonly CallAnswer[]): string => `[${shortenedJson(answers)}]`

/**
 * A batch for `httpBatchStreamLink`: a stream of one line with all values. Nothing is sent while calls are running,
 * because each may still set cookies and other headers.
 */
export const lineOf = (answers: readonly CallAnswer[]): string =>
  `{${shortenedJson(answers).map((json, index) => `"${index}":[[${json}]]`)}}\n`

/** The JSON of each answer. When there are many errors, the later ones name only their first problem. */
function shortenedJson(answers: readonly CallAnswer[]): string[] {
  let written = 0
  return answers.map(({ body, json }) => {
    if (!('error' in body)) return json
    written += json.length
    return written > wholeErrors ? JSON.stringify({ error: brief(body.error) }) : json
  })
}

function brief({ message, data, ...error }: TRPCErrorShape): TRPCErrorShape {
  const { body, ...rest } = data as { body: NestedErrors | { detail: string } }
  const [[field, problems] = ['detail', message]] = Object.entries(body)
  const problem = typeof problems === 'string' ? problems : problems.slice(0, 1)
  return { ...error, message: shortened(message, 100), data: { ...rest, body: { [field]: problem } } }
}
