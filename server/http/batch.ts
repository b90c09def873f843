import type { TRPCErrorShape } from '@trpc/server/rpc'
import { type FieldErrors, shortened } from '../../src/errors.ts'

/** The most calls in one batch. */
export const maximumCalls = 100

/** What tRPC answers to one call, and the HTTP status that belongs to it. */
export type Answer = { status: number; body: { result: { data: unknown } } | { error: TRPCErrorShape } }

/** The most characters of the errors in one batch that are sent as they are. */
const wholeErrors = 10_000

/** The bodies of a batch. When they hold many errors, the later ones name only their first problem. */
export function batchOf(answers: readonly Answer[]): Answer['body'][] {
  let written = 0
  return answers.map(({ body }) => {
    if (!('error' in body)) return body
    written += JSON.stringify(body).length
    return written > wholeErrors ? { error: brief(body.error) } : body
  })
}

function brief({ message, data, ...error }: TRPCErrorShape): TRPCErrorShape {
  const { body, ...rest } = data as { body: FieldErrors | { detail: string } }
  const [[field, problems] = ['detail', message]] = Object.entries(body)
  const problem = typeof problems === 'string' ? problems : problems.slice(0, 1)
  return { ...error, message: shortened(message, 100), data: { ...rest, body: { [field]: problem } } }
}
