import { expect, test } from 'vitest'
import { endpointNamed } from '../calls/operations.ts'
import type { Answer } from '../calls/send.ts'
import type { Generated } from './calls.ts'
import { problemOverRest, problemOverTrpc } from './judge.ts'

const tag = {
  id: 'e7a4b1c0-1111-4222-8333-444455556666',
  name: 'Night',
  display_name: 'Night shifts',
  category: 'CONTRACT',
  hours_delta: '8.00',
  description: '',
  is_active: true,
  created_at: '2026-03-04T10:00:00.000Z',
  updated_at: '2026-03-04T10:00:00.000Z',
}
const input = { name: 'Night', display_name: 'Night shifts', category: 'CONTRACT' }
const endpoint = endpointNamed('tags_create')

const call = (fields: Partial<Generated> = {}): Generated => ({
  endpoint,
  method: 'POST',
  path: '/api/v1/tags/',
  headers: {},
  body: Buffer.from(JSON.stringify(input)),
  ...fields,
})

const answer = (status: number, body: unknown): Answer => ({
  status,
  headers: new Headers({
    'Cache-Control': 'no-store',
    'X-Request-Id': 'x',
    ...(status === 201 && { ETag: '"x"' }),
    ...(status >= 400 && { 'X-Error-Code': 'X' }),
  }),
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

type Case = [what: string, call: Generated, answer: Answer, problem: unknown]

test.each<Case>([
  ['what the document describes', call(), answer(201, tag), undefined],
  ['a documented refusal', call(), answer(400, { name: ['Too long.'] }), undefined],
  ['a fault', call(), answer(500, { detail: 'Internal server error.' }), expect.any(String)],
  ['an outage', call(), answer(503, { detail: 'Service temporarily unavailable.' }), expect.any(String)],
  ['an undocumented status', call(), answer(404, { detail: 'Not found.' }), expect.any(String)],
  ['an undocumented field', call(), answer(201, { ...tag, secret: 1 }), expect.any(String)],
  ['a missing field', call(), answer(201, { id: tag.id }), expect.any(String)],
  ['an error of another shape', call(), answer(400, { error: 'bad' }), expect.any(String)],
  ['text', call(), answer(400, '<html>'), expect.any(String)],
  [
    'success where the document forbids it',
    call({ body: Buffer.from('{}') }),
    answer(201, tag),
    expect.any(String),
  ],
  ['an unknown path that is found', call({ path: '/api/v1/tag/' }), answer(200, {}), expect.any(String)],
  ['a wrong method that is told', call({ method: 'PUT' }), answer(405, { detail: 'No.' }), undefined],
])('the judge recognises %s over REST', (_, asked, given, problem) => {
  expect(problemOverRest(asked, given, true)).toEqual(problem)
})

const trpc = call({ path: '/trpc/tags.create' })
const me = call({ endpoint: endpointNamed('auth_me'), method: 'GET', path: '/trpc/auth.me' })
const applyPlan = call({ endpoint: endpointNamed('planning_apply_plan'), path: '/trpc/planning.apply_plan' })
const refused = (status: number, body: unknown) =>
  answer(status, {
    error: {
      message: 'x',
      code: -1,
      data: { code: 'X', errorCode: 'X', httpStatus: status, path: 'x', body },
    },
  })

test.each<Case>([
  ['a documented result', trpc, answer(200, { result: { data: tag } }), undefined],
  ['a documented refusal', trpc, refused(400, { name: ['Too long.'] }), undefined],
  [
    'a documented refusal of a line of a plan',
    applyPlan,
    refused(400, { lines: [{}, { notes: ['Too long.'] }] }),
    undefined,
  ],
  ['such a refusal of anything else', trpc, refused(400, { lines: [{}] }), expect.any(String)],
  ['a fault', trpc, refused(500, { detail: 'x' }), expect.any(String)],
  ['an undocumented status', trpc, refused(402, { detail: 'x' }), expect.any(String)],
  [
    'an undocumented field',
    trpc,
    answer(200, { result: { data: { ...tag, secret: 1 } } }),
    expect.any(String),
  ],
  ['an object that has not changed', me, answer(304, ''), undefined],
  ['a change without an answer', trpc, answer(304, ''), expect.any(String)],
  ['an error of another shape', trpc, refused(400, 'bad'), expect.any(String)],
  ['neither result nor error', trpc, answer(200, {}), expect.any(String)],
])('the judge recognises %s over tRPC', (_, asked, given, problem) => {
  expect(problemOverTrpc(asked, given, true)).toEqual(problem)
})

test('the judge notices a success without a session on both surfaces', () => {
  expect(problemOverRest(call(), answer(201, tag), false)).toContain('without a session')
  expect(problemOverTrpc(trpc, answer(200, { result: { data: tag } }), false)).toContain('without a session')
})
