import { expect, test } from 'vitest'
import type { Answer } from '../calls/send.ts'
import { isAdmitted, problemsOf } from './at-once.ts'
import { kinds } from './kinds.ts'
import { judgeTurns } from './turns.ts'

const [kind] = kinds as [(typeof kinds)[0]]
const rate = { limit: 2, milliseconds: 1000 }

/** Answered at once; without a number of what remains it was refused. */
const sampleAt = (sent: number, remaining?: number) => ({
  sent,
  answered: sent + 10,
  isAdmitted: remaining !== undefined,
  isRefused: remaining === undefined,
  remaining: remaining ?? 0,
})
const judge = (...samples: ReturnType<typeof sampleAt>[]) =>
  judgeTurns({ kind, newRequest: () => ({ method: 'GET', path: '/' }), samples }, rate).problems
const first = [sampleAt(0, 1), sampleAt(5, 0), sampleAt(500)]

test('the judge accepts full windows, each after the one before', () => {
  expect(judge(...first, sampleAt(1000, 1), sampleAt(1005, 0))).toEqual([])
})

test('the judge notices a window that begins too early, and one that admits too many', () => {
  expect(judge(...first, sampleAt(900, 1))).toEqual([
    'anonymous, at the turn of windows: 1 windows began before the one before had ended.',
  ])
  expect(judge(...first, sampleAt(900, 0))).toEqual([
    'anonymous, at the turn of windows: 3 admitted in 1 windows of 2.',
  ])
})

test('the judge notices that no window was full', () => {
  expect(judge(sampleAt(0, 1))).toEqual(['anonymous, at the turn of windows: No window was full.'])
})

test('the judge notices one request more or fewer than the limit, and counts one that was answered 503', () => {
  const problems = (admitted: number, unavailable = 0) =>
    problemsOf({ admitted, refused: 8, unavailable, broken: 0 }, { kind, when: 'at once', limit: 2 }).length
  expect([problems(1), problems(2), problems(3), problems(1, 1)]).toEqual([1, 0, 1, 0])
  const answer = (ratelimit: string): Answer => ({
    status: 503,
    headers: new Headers({ ratelimit }),
    text: '',
  })
  expect(isAdmitted(answer('"anon";r=1;t=5'), 'anon')).toBe(true)
  expect(isAdmitted(answer('"login";r=1;t=5'), 'account')).toBe(false)
})
