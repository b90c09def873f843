import { expect, test } from 'vitest'
import { judgeWrites } from './judge.ts'

const replayed = new Headers({ 'idempotent-replayed': 'true' })
const answer = { status: 201, headers: new Headers(), text: '{"id":"one"}' }
const good = { mark: 'write 0', answer, again: { ...answer, headers: replayed }, attempts: 1 }
const row = { mark: 'write 0', id: 'one' }

test('the judge accepts a write that is stored once, and answered alike twice', () => {
  expect(judgeWrites([good], [row])).toEqual([])
})

test('the judge notices a write that is lost, doubled, refused, or answered differently', () => {
  const changed = (change: object) => judgeWrites([{ ...good, ...change }], [row])
  expect([
    ...judgeWrites([good], []),
    ...judgeWrites([good], [row, row]),
    ...judgeWrites([good], [{ ...row, id: 'two' }]),
    ...changed({ answer: { ...answer, status: 0, text: 'No answer' } }),
    ...changed({ again: { ...good.again, text: '{"id":"two"}' } }),
    ...changed({ again: answer }),
  ]).toEqual([
    'write 0 was answered 201 and stored 0 times.',
    'write 0 was answered 201 and stored 2 times.',
    'The answer to write 0 does not show what is stored: {"id":"one"}',
    'write 0 was answered 0 No answer.',
    'write 0 was answered 201 {"id":"one"}, then 201 {"id":"two"}.',
    'The second answer to write 0 does not say that it is a replay.',
  ])
})
