import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ChangeLog } from '../../../entities/logs/change-log.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { execute } from '../../setup/stores/execute.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) })
const { service, make, admin } = await serviceForFile({ log, env: { ALLOWED_HOSTS: '127.0.0.1' } })

const trace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${trace}-b7ad6b7169203331-01`
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const idOf = async (headers: Record<string, string>) =>
  (await service.anonymous().get('/api/v1/tags/', { headers })).headers.get('x-request-id')

/** The line about the request, which follows its answer. */
const lineOf = (request: string) =>
  expect.poll(() => lines.find((line) => line.msg === 'request' && line.request === request))

test.each(['a', 'checkout-42/7', '{"a":1}', 'x'.repeat(100)])(
  'the id %s of the client comes back in X-Request-Id',
  async (id) => {
    expect(await idOf({ 'X-Request-Id': id, traceparent })).toBe(id)
  },
)

test.each(['', 'two words', 'ñ', 'tab\there', 'x'.repeat(101)])(
  'an X-Request-Id of %j is replaced by a new id',
  async (id) => {
    expect(await idOf({ 'X-Request-Id': id })).toMatch(uuid)
  },
)

test.each([traceparent, `cc-${trace}-b7ad6b7169203331-01-more`])(
  'a request with the traceparent %s and no id of its own is named by its trace',
  async (header) => {
    expect(await idOf({ traceparent: header })).toBe(trace)
    expect(await idOf({ traceparent: header, 'X-Request-Id': 'two words' })).toBe(trace)
  },
)

test.each([
  `ff-${trace}-b7ad6b7169203331-01`,
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
  `00-${trace}-b7ad6b7169203331-01x`,
  trace,
])('the malformed traceparent %s is ignored', async (header) => {
  expect(await idOf({ traceparent: header })).toMatch(uuid)
})

test.each([
  ['404', 'GET', '/api/v1/nowhere/'],
  ['404', 'GET', '/nowhere'],
  ['405', 'DELETE', '/api/v1/tags/'],
  ['404', 'GET', '/trpc/nowhere'],
])('an answer of status %s (%s %s) has the id of the client', async (status, method, path) => {
  const answer = await fetch(`${service.url}${path}`, { method, headers: { 'X-Request-Id': `own-${path}` } })
  expect([String(answer.status), answer.headers.get('x-request-id')]).toEqual([status, `own-${path}`])
})

test('the change log has the id of the client', async () => {
  const { id } = await make.employee()
  const headers = { 'X-Request-Id': 'it\'s-"mine"' }
  expect((await admin.patch(`/api/v1/employees/${id}/`, { first_name: 'Ada' }, { headers })).status).toBe(200)
  const logged = await service.orm.em.fork().find(ChangeLog, { subject_id: id, action: 'UPDATE' })
  expect(logged.map(({ request_id }) => request_id)).toEqual([headers['X-Request-Id']])
})

test('a request is one line in the log at the level debug, with its route and without what it has sent', async () => {
  const { id } = await make.employee()
  const headers = { 'X-Request-Id': 'rest-1', traceparent }
  await admin.patch(`/api/v1/employees/${id}/?secret=1`, { first_name: 'Confidential' }, { headers })
  await lineOf('rest-1').toEqual({
    level: 20,
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    request: 'rest-1',
    trace,
    method: 'PATCH',
    route: '/api/v1/employees/{id}/',
    status: 200,
    ms: expect.any(Number),
    statements: expect.any(Number),
    msg: 'request',
  })
  expect(JSON.stringify(lines)).not.toMatch(/Confidential|secret=|access_token|eyJ/)
})

test('a batch is one line, with its procedures and the statements of all its calls', async () => {
  const get = (path: string, id: string) => admin.get(path, { headers: { 'X-Request-Id': id } })
  await get('/trpc/tags.list,made.up?batch=1&input={}', 'batch-1')
  await get('/trpc/tags.list?input={}', 'single-1')
  await lineOf('batch-1').toMatchObject({ method: 'GET', route: '/trpc/tags.list,unknown', status: 207 })
  await lineOf('single-1').toMatchObject({ route: '/trpc/tags.list', status: 200, statements: 2 })
})

test.each([
  [404, '/api/v1/secret-path/'],
  [404, '/secret-path'],
])('a refusal of status %s for %s is a line without its path', async (status, path) => {
  await service.anonymous().get(path, { headers: { 'X-Request-Id': `line-${path}` } })
  await lineOf(`line-${path}`).toMatchObject({ status, statements: 0, method: 'GET' })
  await lineOf(`line-${path}`).not.toHaveProperty('route')
})

test('an unexpected error is logged with the id and the trace of the request', async () => {
  await execute(service.ownerUrl, 'alter table tags rename to tags_no_more')
  for (const path of ['/api/v1/tags/', '/trpc/tags.list?input={}']) {
    lines.length = 0
    await admin.get(path, { headers: { 'X-Request-Id': 'broken-1', traceparent } })
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, request: 'broken-1', trace }))
  }
})
