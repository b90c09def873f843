import { expect, vi } from 'vitest'
import type { Answer } from '../setup/client.ts'

/** Asserts the status and the whole body of an answer, and returns the answer. */
export const expectAnswer = vi.defineHelper(async (call: Promise<Answer>, status: number, body: unknown) => {
  const answer = await call
  expect([answer.status, answer.body]).toEqual([status, body])
  return answer
})
