import { expect, vi } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Answer = { status: number; body: any }

/** Asserts the status and the whole body of an answer, and returns the answer. */
export const expectAnswer = vi.defineHelper(
  async <Made extends Answer>(call: Promise<Made>, status: number, body: unknown): Promise<Made> => {
    const answer = await call
    expect([answer.status, answer.body]).toEqual([status, body])
    return answer
  },
)
