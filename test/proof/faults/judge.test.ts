import { expect, test } from 'vitest'
import { type Fault, writes } from './fault.ts'
import { judge } from './judge.ts'
import type { Attempt } from './load.ts'
import type { Suffered } from './undergo.ts'

const fault: Fault = { name: 'a fault', cause() {}, cure() {}, allowed: writes(503) }
const attempt = (fields: Partial<Attempt> = {}): Attempt => ({
  kind: 'create',
  instance: 0,
  mark: 'a',
  status: 201,
  started: 0,
  ended: 10,
  ...fields,
})
const suffered = (attempts: Attempt[], changes: Partial<Fault> = {}): Suffered => ({
  fault: { ...fault, ...changes },
  attempts,
  isUnready: false,
  recovery: 100,
})
const stored = (times: number) => new Map([['a', times]])

test('the judge accepts a fault after which acknowledged writes are stored once and refused ones are not', () => {
  expect(judge(suffered([attempt()]), stored(1))).toEqual([])
  expect(judge(suffered([attempt({ status: 503 })]), stored(0))).toEqual([])
  expect(judge(suffered([attempt({ kind: 'ended', status: 401 })]), stored(0))).toEqual([])
})

test.each<[string, Attempt, number, string]>([
  ['is lost', attempt(), 0, '1 acknowledged writes are lost'],
  ['is doubled', attempt(), 2, '1 writes are stored twice'],
  ['is stored although refused', attempt({ status: 503 }), 1, '1 refused writes are stored'],
  ['is answered 500', attempt({ status: 500 }), 0, 'create answered 500 1 times'],
  ['is not answered', attempt({ status: 0 }), 0, 'create answered nothing 1 times'],
  ['waits for long', attempt({ ended: 4000 }), 1, 'a request waited for 4000 ms'],
])('the judge notices a write that %s', (_, one, times, problem) => {
  expect(judge(suffered([one]), stored(times))).toEqual([`a fault: ${problem}.`])
})

test('the judge lets a write without an answer be stored or not, but not twice', () => {
  const unanswered = suffered([attempt({ status: 0 })], { cuts: 0 })
  expect([0, 1].flatMap((times) => judge(unanswered, stored(times)))).toEqual([])
  expect(judge(unanswered, stored(2))).toEqual(['a fault: 1 writes are stored twice.'])
})

test('the judge lets only the killed instance leave a request unanswered', () => {
  expect(judge(suffered([attempt({ status: 0, instance: 1 })], { cuts: 0 }), stored(0))).toEqual([
    'a fault: create answered nothing 1 times.',
  ])
})

test('the judge excuses a stored refused write only for a fault that breaks connections', () => {
  const refused = [attempt({ status: 503 })]
  expect(judge(suffered(refused, { losesCommits: true }), stored(1))).toEqual([])
})

test('the judge notices an ended session that is served, and too many refused reads', () => {
  expect(judge(suffered([attempt({ kind: 'ended', status: 200 })]), stored(0))).toEqual([
    'a fault: ended answered 200 1 times.',
  ])
  const read = attempt({ kind: 'read', status: 503 })
  expect(judge(suffered([read, read]), stored(0))).toEqual(['a fault: read answered 503 2 times.'])
})

test('the judge notices a fault without effect and one without recovery', () => {
  expect(judge(suffered([attempt()], { isFelt: true, isUnready: true }), stored(1))).toEqual([
    'a fault: /readyz did not become 503.',
    'a fault: no write was refused, so the fault was none.',
  ])
  expect(judge({ ...suffered([]), recovery: undefined }, stored(0))).toEqual([
    'a fault: not everything was served again.',
  ])
})
