import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { fillIn } from '../../ops/examples/calls/call.ts'
import { expectAnswer } from '../expect/answer.ts'
import { untilQueued } from '../expect/database.ts'
import { type Endpoint, plainEndpoints, toNothing } from '../expect/endpoints.ts'
import { notFound, notPermitted } from '../expect/texts.ts'
import { callOverRest, inputsFor } from '../setup/calls.ts'
import type { Client } from '../setup/client.ts'
import { stopDeadlines } from '../setup/deadlines.ts'
import { serviceForFile } from '../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const superuser = await service.as('EMPLOYEE', { is_superuser: true })
const inputs = inputsFor(service, make)
/** Without what shows more than the object. */
const inputOf = async (name: string) => {
  const { eligible_for_employee: _, ...input } = (await inputs(name)) as Record<string, unknown>
  return input
}

/** The addresses of single objects, restated by hand (D58). */
const objects = [
  ...['/api/v1/auth/me/', '/api/v1/employees/{id}/', '/api/v1/transitions/{id}/'],
  ...['/api/v1/tag-change-logs/{id}/', '/api/v1/assignments/{id}/', '/api/v1/tags/{id}/'],
  ...['/api/v1/employee-tags/{id}/', '/api/v1/position-tags/{id}/', '/api/v1/org-units/{id}/'],
  ...['/api/v1/demand/{id}/', '/api/v1/business-rules/{id}/', '/planning/v1/employees/{employee_id}/dates/'],
  '/planning/v1/positions/{position_id}/requirements/',
]
const objectOf = (path: string) => objects.find((object) => path.startsWith(object))

const reads = plainEndpoints.filter(([, method, path]) => method === 'GET' && objects.includes(path))
const writes = plainEndpoints.filter(([, method, path]) => method !== 'GET' && objectOf(path))

const changed = { detail: 'The object has changed since you read it.' }
const stale = '"a-state-of-the-past"'
const ifMatch = (etag: string) => ({ headers: { 'If-Match': etag } })
const ifNoneMatch = (etag: string) => ({ headers: { 'If-None-Match': etag } })
const etagAt = async (path: string, client = admin) => (await client.get(path)).headers.get('etag') ?? ''

/** A signed-in superuser; one of their own for the call that ends their sessions. */
const callerOf = (name: string) =>
  name === 'auth.deactivate' ? service.as('EMPLOYEE', { is_superuser: true }) : superuser

/** Like {@link callOverRest}, with the answer as it is sent. */
const overTrpc = (client: Client, [name, method]: Endpoint, input: object, options?: object) => {
  if (method !== 'GET') return client.post(`/trpc/${name}`, input, options)
  return client.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, options)
}

test('single objects and the changes that answer with one carry an ETag, and nothing else does', async () => {
  const found: string[] = []
  for (const endpoint of plainEndpoints.filter(([name]) => name !== 'auth.logout')) {
    const [name] = endpoint
    const client = await callerOf(name)
    const rest = await callOverRest(client, endpoint, await inputOf(name))
    if (!rest.headers.has('etag')) continue
    found.push(name)
    expect(rest.headers.get('etag')).toMatch(/^"[\w-]{43}"$/)
    const trpc = await overTrpc(client, endpoint, await inputOf(name))
    expect([name, trpc.headers.has('etag')]).toEqual([name, true])
  }
  const withObject =
    /\.(get|import|me|create|update|end|suspend|resume)$|_(dates|requirements)$|^employees\.(?!.*(list|transitions))/
  const names = plainEndpoints.map(([name]) => name)
  expect(found).toEqual(names.filter((name) => withObject.test(name) && name !== 'positions.create'))
})

test.each(reads)('%s is 304 for the ETag that the client has, on both surfaces', async (...endpoint) => {
  const input = await inputOf(endpoint[0])
  const etag = (await callOverRest(admin, endpoint, input)).headers.get('etag') ?? ''
  for (const call of [callOverRest, overTrpc]) {
    const known = await call(admin, endpoint, input, ifNoneMatch(etag))
    expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, '', etag])
    const shown = await call(admin, endpoint, input, ifNoneMatch(stale))
    expect([shown.status, shown.headers.get('etag')]).toEqual([200, etag])
  }
})

test.each(writes)('%s is 412 once the object has changed, and then changes nothing', async (...endpoint) => {
  const [name, , path, success] = endpoint
  const client = await callerOf(name)
  const input = await inputOf(name)
  const object = fillIn(objectOf(path) ?? '', { ...input }).filled
  const before = await client.get(object)
  for (const call of [callOverRest, overTrpc]) {
    const { status, body } = await call(client, endpoint, input, ifMatch(stale))
    expect([status, body.error?.data.body ?? body]).toEqual([412, changed])
  }
  expect((await client.get(object)).body).toEqual(before.body)
  const made = await callOverRest(client, endpoint, input, ifMatch(before.headers.get('etag') ?? ''))
  expect(made.status).toBe(success)
  if (made.headers.has('etag')) expect(made.headers.get('etag')).toBe(await etagAt(object))
})

test('If-None-Match takes lists, weak tags and *, and is ignored if it names no tags', async () => {
  const path = `/api/v1/tags/${(await make.tag()).id}/`
  const etag = await etagAt(path)
  for (const given of [etag, `W/${etag}`, `${stale}, W/"x,y",${etag}`, '*']) {
    const { status, headers } = await admin.get(path, ifNoneMatch(given))
    expect([status, headers.get('cache-control')]).toEqual([304, 'no-store'])
    expect([headers.has('content-length'), headers.has('content-type')]).toEqual([false, false])
  }
  for (const given of [stale, etag.slice(1, -1), 'W/', ''])
    expect((await admin.get(path, ifNoneMatch(given))).status).toBe(200)
  const head = (given: string) => admin.request('HEAD', path, ifNoneMatch(given))
  expect([(await head(stale)).status, (await head(etag)).status]).toEqual([200, 304])
})

test('If-Match takes lists, but no weak tags', async () => {
  const path = `/api/v1/tags/${(await make.tag()).id}/`
  const etag = await etagAt(path)
  for (const given of [`W/${etag}`, `${stale}, W/${etag}`])
    await expectAnswer(admin.delete(path, ifMatch(given)), 412, changed)
  expect((await admin.delete(path, ifMatch(`${stale} , ${etag}`))).status).toBe(204)
})

test.each([
  ['*', 200],
  [' * ', 200],
  ['"a", *', 400],
  ['"a""b"', 400],
  ['a state of the past', 400],
  ['"unfinished', 400],
  ['', 400],
])('If-Match: %s on an object that exists is %i', async (given, status) => {
  const { id } = await make.tag()
  const answer = await admin.patch(`/api/v1/tags/${id}/`, { description: 'New' }, ifMatch(given))
  expect(answer.status).toBe(status)
  if (status === 400)
    expect(answer.body).toEqual({
      detail: 'If-Match must be * or ETags in double quotes, with commas between.',
    })
})

test('If-Match on a read is 412 for another state; If-None-Match on a change is 412 for this one', async () => {
  const path = `/api/v1/tags/${(await make.tag()).id}/`
  const etag = await etagAt(path)
  expect(
    (await fetch(service.url + path, { headers: { ...admin.headersFor(path), 'If-Match': stale } })).status,
  ).toBe(412)
  expect((await admin.get(path, ifMatch(etag))).status).toBe(200)
  const without = (given: string) => admin.delete(path, ifNoneMatch(given))
  await expectAnswer(without('*'), 412, { detail: 'The object has the ETag that If-None-Match excludes.' })
  expect((await without(etag)).status).toBe(412)
  expect((await without(stale)).status).toBe(204)
})

test('a missing object, a missing right and a wrong field are refused before the ETag is compared', async () => {
  for (const [name, method, path] of writes.filter(([name]) => name !== 'auth.deactivate')) {
    const { id: _, ...input } = await inputOf(name)
    const body = method === 'DELETE' ? {} : { body: input }
    const answer = await superuser.request(method, toNothing(path), { ...body, ...ifMatch(stale) })
    expect([name, answer.status, answer.body]).toEqual([name, 404, notFound])
  }
  const { id } = await make.tag()
  const viewer = await service.as('VIEWER')
  await expectAnswer(viewer.delete(`/api/v1/tags/${id}/`, ifMatch(stale)), 403, notPermitted)
  const wrong = await admin.patch(`/api/v1/tags/${id}/`, { name: '' }, ifMatch(stale))
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['name']])
})

test('an EMPLOYEE who may not see the object gets 404, whatever the ETag', async () => {
  const employee = await service.as('EMPLOYEE')
  const { id } = await make.employee({ status: 'PROPOSAL_PENDING' })
  const accept = employee.post(`/api/v1/employees/${id}/accept-proposal/`, {}, ifMatch('*'))
  await expectAnswer(accept, 404, notFound)
})

const crowd = 20

test.each([
  ['PATCH', '/', (index: number) => ({ notes: `Note ${index}` })],
  ['POST', '/suspend/', () => ({})],
] as const)('of twenty who %s%s an assignment in the same state, one wins', async (method, verb, bodyOf) => {
  await stopDeadlines(service)
  const path = `/api/v1/assignments/${(await make.assignment()).id}/`
  const etag = await etagAt(path)
  const answers = await Promise.all(
    Array.from({ length: crowd }, (_, index) =>
      admin.request(method, path.replace(/\/$/, verb), { body: bodyOf(index), ...ifMatch(etag) }),
    ),
  )
  const [won, ...others] = answers.filter(({ status }) => status === 200)
  expect(others).toEqual([])
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(crowd - 1)
  expect((await admin.get(path)).body).toEqual(won?.body)
})

test('the object is compared as it is once the lock is held', async () => {
  const { id } = await make.tag()
  const path = `/api/v1/tags/${id}/`
  const etag = await etagAt(path)
  const holder = new pg.Client(service.databaseUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query(`update tags set description = 'Faster' where id = $1`, [id])
  const answer = admin.patch(path, { description: 'Slower' }, ifMatch(etag))
  await untilQueued(1, (statement) => holder.query(statement))
  await holder.query('commit')
  await holder.end()
  await expectAnswer(answer, 412, changed)
  expect((await admin.get(path)).body.description).toBe('Faster')
})

test('an ETag changes with everything that the object shows', async () => {
  const { id: employee } = await make.employee()
  const { id: tag } = await make.tag()
  const { id: position, org_unit } = await make.position()
  const { id: assignment } = await make.assignment({ employee, position })
  const { id: employeeTag } = await make.employeeTag({ employee, tag })
  const { id: positionTag } = await make.positionTag({ position, tag })
  const changesWith = async (path: string, change: () => Promise<{ status: number }>) => {
    const before = await etagAt(path)
    expect(before).toBe(await etagAt(path))
    expect((await change()).status).toBeLessThan(300)
    expect([path, await etagAt(path)]).not.toEqual([path, before])
  }
  const patch = (path: string, body: object) => () => admin.patch(`/api/v1/${path}`, body)
  const rename = patch(`employees/${employee}/`, { last_name: 'Renamed' })
  await changesWith(`/api/v1/assignments/${assignment}/`, rename)
  await changesWith(`/api/v1/demand/${position}/`, patch(`employees/${employee}/`, { last_name: 'Again' }))
  await changesWith(
    `/api/v1/demand/${position}/`,
    patch(`assignments/${assignment}/`, { effective_hours: '3.00' }),
  )
  await changesWith(
    `/api/v1/demand/${position}/`,
    patch(`position-tags/${positionTag}/`, { is_mandatory: false }),
  )
  await changesWith(`/api/v1/demand/${position}/`, patch(`org-units/${org_unit}/`, { name: 'Renamed' }))
  await changesWith(
    `/api/v1/employee-tags/${employeeTag}/`,
    patch(`tags/${tag}/`, { display_name: 'Renamed' }),
  )
  await changesWith(`/api/v1/position-tags/${positionTag}/`, patch(`tags/${tag}/`, { display_name: 'Again' }))
  await changesWith(`/api/v1/org-units/${org_unit}/`, () =>
    admin.post('/api/v1/demand/', { org_unit_id: org_unit, title: 'New', required_weekly_hours: '8.00' }),
  )
  await changesWith(`/api/v1/employees/${employee}/`, () =>
    admin.post(`/api/v1/employees/${employee}/propose/`, { proposal_type: 'TRANSFER' }),
  )
})

test('callers who see the same have the same ETag, and others another', async () => {
  const path = `/api/v1/demand/${(await make.position()).id}/`
  const employee = await service.as('EMPLOYEE')
  expect(await etagAt(path, employee)).toBe(await etagAt(path))
  await make.assignment({ position: path.split('/')[4] })
  expect(await etagAt(path, await service.as('VIEWER'))).toBe(await etagAt(path))
  expect(await etagAt(path, employee)).not.toBe(await etagAt(path))
})

describe('in a batch', () => {
  const batch = (names: string, inputs: object, options?: object) =>
    admin.post(`/trpc/${names}?batch=1`, inputs, options)
  const query = (names: string, inputs: object) =>
    admin.get(`/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`)

  test('a single call has an ETag and may be conditional', async () => {
    const { id } = await make.tag()
    const shown = await query('tags.get', { 0: { id } })
    const etag = await etagAt(`/api/v1/tags/${id}/`)
    expect(shown.headers.get('etag')).toBe(etag)
    const refused = await batch('tags.delete', { 0: { id } }, ifMatch(stale))
    expect([refused.status, refused.body[0].error.data.body]).toEqual([412, changed])
    expect((await batch('tags.delete', { 0: { id } }, ifMatch(etag))).status).toBe(200)
  })

  test('several calls have no ETag, and several changes with If-Match are 400', async () => {
    const [one, other] = [{ id: (await make.tag()).id }, { id: (await make.tag()).id }]
    const shown = await query('tags.get,tags.get', { 0: one, 1: other })
    expect([shown.status, shown.headers.has('etag')]).toEqual([200, false])
    const refused = await batch('tags.delete,tags.delete', { 0: one, 1: other }, ifMatch('*'))
    expect([refused.status, refused.body.error.data.body]).toEqual([
      400,
      { detail: 'A change with If-Match or If-None-Match needs a request of its own.' },
    ])
    expect((await admin.get(`/api/v1/tags/${one.id}/`)).status).toBe(200)
    expect((await batch('tags.delete,tags.delete', { 0: one, 1: other })).status).toBe(200)
  })
})

test('a change of no single object matches no ETag, and ignores If-None-Match', async () => {
  const tag = { name: randomUUID().slice(0, 15), display_name: 'A tag', category: 'EXCEPTION' }
  await expectAnswer(admin.post('/api/v1/tags/', tag, ifMatch(stale)), 412, changed)
  expect((await admin.post('/planning/v1/plans/apply/', { lines: [] }, ifMatch(stale))).status).toBe(412)
  expect((await admin.trpc('mutation', 'tags.create', tag, ifMatch(stale))).status).toBe(412)
  const made = await admin.post('/api/v1/tags/', tag, { headers: { 'If-Match': '*', 'If-None-Match': '*' } })
  expect(made.status).toBe(201)
  const { id } = made.body
  const preview = { employee_ids: [(await make.employee()).id] }
  expect((await admin.post('/api/v1/offer/employees/batch-balance/', preview, ifMatch(stale))).status).toBe(
    200,
  )
  expect((await admin.get('/api/v1/tags/', ifNoneMatch('*'))).status).toBe(200)
  expect((await admin.get(`/api/v1/tags/${id}/`)).status).toBe(200)
})

test('a position shown for an employee has no ETag, for it is not the object that changes compare', async () => {
  const { id } = await make.position()
  const shown = await admin.get(`/api/v1/demand/${id}/?eligible_for_employee=${(await make.employee()).id}`)
  expect([shown.status, shown.headers.get('etag')]).toEqual([200, null])
})
