import { createTRPCClient, httpBatchLink, httpBatchStreamLink, TRPCClientError } from '@trpc/client'
import { describe, expect, test } from 'vitest'
import type { AppRouter } from '../../../client/src/router.ts'
import { endpoints, overRestOnly, plainEndpoints } from '../../expect/endpoints.ts'
import { notFound, notPermitted } from '../../expect/texts.ts'
import { callOverRest, callOverTrpc, inputsFor } from '../../setup/calls.ts'
import type { Answer, Client } from '../../setup/client.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { password, startService } from '../../setup/service.ts'

const { service, make, admin } = await serviceForFile()
const inputOf = inputsFor(service, make)

/** What two runs of a call have in common; ids, numbers of created rows, callers' emails, the coverage and fingerprints differ. */
const alike = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body)
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
      .replace(
        /(Last|employee|Position |Unit |Department |Tag-|SA-0381-|Dialysis-|OBS-|Observation-|substitute-|"[ENSUD])\d+-*/g,
        '$1',
      )
      .replace(/[a-z]+-\w+@clinic/g, 'caller@clinic')
      .replace(/("coverage_pct_\w+":)"[\d.]+"/g, '$1"0.00"')
      .replace(/("(?:fingerprint|cursor)":)"[^"]+"/g, '$1""')
      .replace(/"id":\d+/, '"id":0'),
  )

// One kind of change is enough in npm test: all take the same way.
const compared = plainEndpoints.filter(([, method]) => isCheck || method === 'GET' || method === 'PATCH')
const superuser = await service.as('ADMIN', { is_superuser: true })
test.each(compared)('%s answers over tRPC as %s %s does', async (...endpoint) => {
  const [name, , , status] = endpoint
  // What a caller does to the own session does not disturb the others.
  const caller = () => (name.startsWith('auth.') ? service.as('ADMIN', { is_superuser: true }) : superuser)
  const [input, another] = [await inputOf(name), await inputOf(name)]
  const overRest = await callOverRest(await caller(), endpoint, input)
  const overTrpc = await callOverTrpc(await caller(), endpoint, another)

  expect([overRest.status, overTrpc.status]).toEqual([status, 200])
  expect(alike(overTrpc.body ?? '')).toEqual(alike(overRest.body))
  const cookies = ({ headers }: Answer) => headers.getSetCookie().map((cookie) => cookie.split('=')[0])
  expect(cookies(overTrpc)).toEqual(cookies(overRest))
  for (const header of ['cache-control', 'content-disposition'])
    if (overRest.headers.has(header)) expect(overTrpc.headers.get(header)).toBe(overRest.headers.get(header))
})

test('login over tRPC signs in', async () => {
  const { email } = await service.addUser('VIEWER')
  const client = service.anonymous()
  const answer = await client.trpc('mutation', 'auth.login', { email, password })
  expect(answer.body.user.email).toBe(email)
  expect((await client.trpc('query', 'auth.me')).body.email).toBe(email)
})

test('every procedure exists over tRPC, except the token refresh', async () => {
  const answer = await admin.post('/trpc/auth.refresh', {})
  expect([answer.status, answer.body.error.data.body]).toEqual([
    404,
    { detail: 'No procedure found on path "auth.refresh"' },
  ])
})

test.each(endpoints.filter(([name]) => !overRestOnly.includes(name)))(
  '%s accepts only its own HTTP method',
  async (name, method) => {
    const byGet = await admin.get(`/trpc/${name}`)
    if (method !== 'GET')
      expect([byGet.status, byGet.body.error.data.code]).toEqual([405, 'METHOD_NOT_SUPPORTED'])
    for (const other of ['PUT', 'PATCH', 'DELETE']) {
      const { status } = await admin.request(other, `/trpc/${name}`, { body: {} })
      expect(status).toBeGreaterThanOrEqual(400)
    }
  },
)

test.each<[number, string, 'query' | 'mutation', string, () => Promise<unknown> | unknown, unknown]>([
  [
    400,
    'BAD_REQUEST',
    'mutation',
    'tags.create',
    () => ({ name: 'x' }),
    expect.objectContaining({ category: ['This field is required.'] }),
  ],
  [
    400,
    'BAD_REQUEST',
    'query',
    'tags.list',
    () => ({ ordering: 'nope' }),
    { ordering: ['Select a valid choice. nope is not one of the available choices.'] },
  ],
  [404, 'NOT_FOUND', 'query', 'tags.get', () => ({ id: 'x' }), notFound],
  [404, 'NOT_FOUND', 'query', 'transitions.get', () => ({ id: 1e300 }), notFound],
  [404, 'NOT_FOUND', 'query', 'transitions.get', () => ({ id: -1.5 }), notFound],
  [404, 'NOT_FOUND', 'query', 'tags.list', () => ({ page: 9 }), { detail: 'Invalid page.' }],
  [
    409,
    'CONFLICT',
    'mutation',
    'assignments.resume',
    async () => ({ id: (await make.assignment()).id }),
    { detail: "Transition 'resume' is not allowed from state 'ACTIVE'." },
  ],
  [
    409,
    'CONFLICT',
    'mutation',
    'tags.delete',
    async () => ({ id: (await make.employeeTag()).tag }),
    {
      detail: 'The tag is referenced by employees or positions; deactivate it instead.',
      code: 'CONFLICT_HAS_DEPENDENCIES',
    },
  ],
])('%i %s of the %s %s carries the native body', async (status, code, type, name, input, body) => {
  const sent = await input()
  const path = `/trpc/${name}`
  const answer =
    type === 'query'
      ? await admin.get(`${path}?input=${encodeURIComponent(JSON.stringify(sent))}`)
      : await admin.post(path, sent)
  expect(answer.status).toBe(status)
  const errorCode = answer.headers.get('x-error-code')
  expect(answer.body.error.data).toEqual({ code, httpStatus: status, path: name, body, errorCode })
})

test.each<[number, string, () => Promise<Answer> | Answer]>([
  [401, 'Authentication credentials were not provided.', () => service.anonymous().get('/trpc/tags.list')],
  [
    403,
    'You do not have permission to perform this action.',
    async () => (await service.as('VIEWER')).post('/trpc/tags.create', {}),
  ],
  [
    403,
    'CSRF Failed: CSRF token missing or incorrect.',
    () => admin.post('/trpc/tags.create', {}, { headers: { 'X-CSRFToken': 'x' } }),
  ],
])('%i over tRPC has the native detail', async (status, detail, call) => {
  const answer = await call()
  expect([answer.status, answer.body.error.data.body]).toEqual([status, { detail }])
})

const json = { 'Content-Type': 'application/json' }
const create = async (raw: string, headers: Record<string, string> = json) => {
  const answer = await admin.post('/trpc/tags.create', undefined, { raw, headers })
  return [answer.status, answer.body.error.data.body]
}
const malformed = { detail: expect.stringMatching(/^JSON parse error - .+/) }
const notDictionary = (type: string) => ({
  non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`],
})

test.each(['{', '"', 'undefined', '{}x', '{"name":}', 'name=x'])(
  'the malformed body %s over tRPC is 400',
  async (raw) => {
    expect(await create(raw)).toEqual([400, malformed])
  },
)

test.each<[string, object]>([
  ['[]', notDictionary('list')],
  ['"abc"', notDictionary('str')],
  ['5', notDictionary('int')],
  ['5.5', notDictionary('float')],
  ['true', notDictionary('bool')],
  ['null', { non_field_errors: ['No data provided'] }],
  ['', expect.objectContaining({ name: ['This field is required.'] })],
  [' ', expect.objectContaining({ name: ['This field is required.'] })],
])('the error of the input %j is the same as over REST', async (raw, body) => {
  expect(await create(raw)).toEqual([400, body])
  const query = await admin.get(`/trpc/tags.get?input=${encodeURIComponent(raw)}`)
  const ofQuery = raw.trim() ? body : { id: ['This field is required.'] }
  expect([query.status, query.body.error.data.body]).toEqual([400, ofQuery])
})

test('a malformed query is 400', async () => {
  for (const input of ['{', '%zz', '%7B']) {
    const answer = await admin.get(`/trpc/tags.get?input=${input}`)
    expect([answer.status, answer.body.error.data.body]).toEqual([400, malformed])
  }
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', ''])(
  'the content type %j over tRPC is 415',
  async (type) => {
    const detail = `Unsupported media type "${type}" in request.`
    expect(await create('{}', { 'Content-Type': type })).toEqual([415, { detail }])
  },
)

test('an error with a value that cannot become text is not a 500', async () => {
  for (const value of [
    { toString: 1 },
    { valueOf: null, toString: null },
    [[[]]],
    { toJSON: 1 },
    null,
    1e308,
  ]) {
    for (const field of ['page', 'page_size', 'ordering', 'status', 'search', 'foo']) {
      const { status } = await admin.trpc('query', 'employees.list', { page_size: 1, [field]: value })
      expect([field, value, status < 500]).toEqual([field, value, true])
    }
    for (const name of ['employees.get', 'transitions.get', 'assignments.transitions'])
      expect((await admin.trpc('query', name, { id: value })).status).toBeLessThan(500)
  }
})

test('an error deep in a nested input is under its field', async () => {
  const nested = JSON.parse(`${'['.repeat(1500)}${']'.repeat(1500)}`)
  for (const field of ['status', 'ordering', 'search', 'page']) {
    const { status } = await admin.trpc('query', 'employees.list', { [field]: nested })
    expect([field, status]).toEqual([field, field === 'page' ? 404 : 400])
  }
  const deep = `{"name":"Deep-","display_name":"x","category":${'['.repeat(8000)}${']'.repeat(8000)}}`
  const headers = { 'Content-Type': 'application/json' }
  const answer = await admin.post('/trpc/tags.create', undefined, { raw: deep, headers })
  expect(answer.body.error.data.body).toEqual({ category: ['"list" is not a valid choice.'] })
})

test.each([
  ['GET', '', 404],
  ['GET', '/', 404],
  ['GET', '/nowhere', 404],
  ['GET', '/%zz', 404],
  ['GET', '/tags.list/tags.list', 404],
  ['GET', '/a,b?batch=1', 404],
  ['GET', '/__proto__', 404],
  ['POST', '/tags.list', 200],
  ['PUT', '/tags.list', 405],
  ['GET', '/tags.create', 405],
  ['POST', '/tags.create', 413],
  ['POST', '/tags.create?batch=1', 413],
  ['GET', '/tags.list', 200],
])('%s /trpc%s is answered with %i in JSON', async (method, path, status) => {
  const raw = status === 413 ? ' '.repeat(2 ** 20 + 1) : undefined
  const answer = await admin.request(method, `/trpc${path}`, { raw })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json'])
  const [{ error, result }] = [answer.body].flat()
  if (status === 200) expect(result.data.count).toBeGreaterThan(0)
  else expect(error.data).toMatchObject({ httpStatus: status, body: { detail: expect.any(String) } })
})

test('a query may come by POST, with its input in the body, and needs no CSRF token then', async () => {
  const { id, name } = await make.tag()
  const client = admin.copy()
  client.cookies.delete('csrftoken')
  const one = await client.post('/trpc/tags.get', { id })
  expect([one.status, one.body.result.data.name]).toEqual([200, name])
  const batch = await client.post('/trpc/tags.get,tags.get?batch=1', { 0: { id }, 1: { id } })
  expect(batch.body).toMatchObject([{ result: { data: { id } } }, { result: { data: { id } } }])
})

describe('links of a list', () => {
  test('the links of a list are REST addresses that keep the other parameters', async () => {
    const { parent } = await make.unit({ name: 'Linked 1' })
    await make.unit({ name: 'Linked 2', parent })
    const input = { page_size: 1, search: 'Linked', is_active: true, ordering: '-name' }
    const { body } = await admin.trpc('query', 'org_units.list', input)
    const next = `${service.url}/api/v1/org-units/?page_size=1&search=Linked&is_active=true&ordering=-name&page=2`
    expect(body.next).toBe(next)
    expect((await admin.get(next.slice(service.url.length))).body.results[0].name).toBe('Linked 1')
  })
})

describe('a batch', () => {
  const batch = (
    client: Client,
    names: string[],
    inputs: Record<number, unknown>,
    method = 'POST',
    headers = {},
  ) => {
    const path = `/trpc/${names.join(',')}?batch=1`
    return method === 'POST'
      ? client.post(path, inputs, { headers })
      : client.get(`${path}&input=${encodeURIComponent(JSON.stringify(inputs))}`)
  }

  test('a batch answers each call separately, in order', async () => {
    const { id } = await make.tag()
    const names = ['auth.me', 'tags.get', 'tags.get', 'business_rules.list']
    const answer = await batch(admin, names, { 1: { id }, 2: { id: 'x' } }, 'GET')
    expect(answer.status).toBe(207)
    expect(answer.body.map(({ result, error }: Answer['body']) => error?.data.body ?? result.data)).toEqual([
      expect.objectContaining({ sub: admin.user.id }),
      expect.objectContaining({ id }),
      notFound,
      expect.objectContaining({ length: 7 }),
    ])
  })

  test('a batch keeps the changes that succeed, each in its own transaction', async () => {
    const tag = (name: string) => ({ name, display_name: 'x', category: 'CONTRACT' })
    const inputs = { 0: tag('Batch-1'), 1: tag('Batch-1'), 2: tag('no'), 3: tag('Batch-2') }
    const answer = await batch(admin, Array(4).fill('tags.create'), inputs)
    const told = answer.body.map(({ result, error }: Answer['body']) => error?.data.body ?? result.data.name)
    expect(answer.status).toBe(207)
    expect(told.toSorted()).toEqual(
      [
        'Batch-1',
        { name: ['tag with this name already exists.'] },
        { name: ['Ensure this field has at least 5 characters.'] },
        'Batch-2',
      ].toSorted(),
    )
    const { body } = await admin.get('/api/v1/tags/?page_size=100')
    const names = body.results.map(({ name }: { name: string }) => name)
    expect(names.filter((name: string) => name.startsWith('Batch-'))).toEqual(['Batch-1', 'Batch-2'])
  })

  test('a batch of twenty verbs on one row lets one through', async () => {
    const { id } = await make.assignment()
    const inputs = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, { id }]))
    const { body } = await batch(admin, Array(20).fill('assignments.suspend'), inputs)
    expect(body.filter(({ result }: Answer['body']) => result)).toHaveLength(1)
    const log = await admin.get(`/api/v1/assignments/${id}/transitions/`)
    expect(log.body.count).toBe(1)
  })

  test('a batch checks the CSRF token of each change', async () => {
    const { id } = await make.tag()
    const answer = await batch(admin, ['tags.delete', 'tags.delete'], { 0: { id }, 1: { id } }, 'POST', {
      'X-CSRFToken': '',
    })
    expect(answer.body.map(({ error }: Answer['body']) => error.data.httpStatus)).toEqual([403, 403])
    expect((await admin.get(`/api/v1/tags/${id}/`)).status).toBe(200)
  })

  test.each(['trpc-accept', 'accept'])(
    'a batch is one line of a stream if %s asks for it, and still sets cookies',
    async (header) => {
      const { email } = await service.addUser('VIEWER')
      const client = service.anonymous()
      const headers = { [header]: 'application/jsonl' }
      const { body } = await batch(client, ['auth.login'], { 0: { email, password } }, 'POST', headers)
      expect(body).toEqual({ 0: [[{ result: { data: { user: expect.objectContaining({ email }) } } }]] })
      expect([...client.cookies.keys()]).toEqual(['access_token', 'refresh_token', 'csrftoken'])
    },
  )

  test('a batch with a malformed body gives the same answer to every call that reads it', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const bodies = async (calls: string, raw: string) => {
      const client = await service.as('VIEWER')
      const { body } = await client.post(`/trpc/${calls}?batch=1`, undefined, { raw, headers })
      return body.map(({ error }: Answer['body']) => error?.data.body ?? null)
    }
    const calls = 'tags.create,assignments.preview'
    const parseError = { detail: expect.stringMatching(/^JSON parse error - /) }
    expect(await bodies(calls, '{')).toEqual([notPermitted, parseError])
    const list = { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }
    expect(await bodies(calls, '[]')).toEqual([notPermitted, list])
    expect(await bodies(calls, '{"1":[]}')).toEqual([notPermitted, list])
    expect(await bodies('auth.logout', '{')).toEqual([null])
  })

  test('a batch of many refusals has a short answer', async () => {
    const input = { employee_ids: Array(100).fill('x'.repeat(50)), reference_date: 'x' }
    const inputs = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [i, input]))
    const { body } = await batch(admin, Array(100).fill('hours.batch_balance'), inputs)
    const told = body.map(({ error }: Answer['body']) => error.data.body.employee_ids.length)
    expect([told[0], told[99]]).toEqual([21, 1])
    expect(JSON.stringify(body).length).toBeLessThan(64 * 1024)
  })

  test('a batch may contain a hundred calls', async () => {
    const inputs = (length: number) => Object.fromEntries(Array.from({ length }, (_, i) => [i, {}]))
    expect((await batch(admin, Array(100).fill('auth.me'), inputs(100), 'GET')).status).toBe(200)
    expect((await batch(admin, Array(101).fill('auth.me'), inputs(101), 'GET')).status).toBe(400)
  })

  test('a batch counts as its number of calls', async () => {
    const own = await startService({
      env: { THROTTLE_USER: '10/hour', THROTTLE_ANON: '10/hour', THROTTLE_LOGIN: '3/hour' },
    })
    const statuses = ({ body }: Answer) =>
      body.map(({ error }: Answer['body']) => error?.data.httpStatus ?? 200).toSorted()

    const viewer = await own.as('VIEWER')
    const eight = await batch(viewer, Array(8).fill('auth.me'), {}, 'GET')
    expect(statuses(eight)).toEqual(Array(8).fill(200))
    const four = await batch(viewer, Array(4).fill('auth.me'), {}, 'GET')
    expect(statuses(four)).toEqual([200, 200, 429, 429])
    expect(four.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await viewer.get('/api/v1/auth/me/')).status).toBe(429)

    const anonymous = await batch(own.anonymous(), Array(12).fill('health.check'), {}, 'GET')
    expect(statuses(anonymous)).toEqual([...Array(10).fill(200), 429, 429])

    const input = { email: 'x@clinic.example', password: 'wrong' }
    const logins = await batch(own.anonymous(), Array(4).fill('auth.login'), {
      0: input,
      1: input,
      2: input,
      3: input,
    })
    expect(statuses(logins)).toEqual([400, 400, 429, 429])
    await own.close()
  })
})

const batchLinks = [{ link: httpBatchLink<AppRouter> }, { link: httpBatchStreamLink<AppRouter> }]

test.each(batchLinks)('a client with $link.name can call the service', async ({ link }) => {
  const viewer = await service.as('VIEWER')
  const client = createTRPCClient<AppRouter>({
    links: [link({ url: `${service.url}/trpc`, headers: viewer.headersFor('/trpc') })],
  })
  const { id } = await make.employee({ last_name: `Called by ${link.name}` })
  const [me, page, unknown] = await Promise.all([
    client.auth.me.query(),
    client.employees.list.query({ search: link.name, page: 1, page_size: undefined }),
    client.tags.get.query({ id }).catch((error: TRPCClientError<AppRouter>) => error.data?.body),
  ])
  expect([me.email, page.results.map((row) => row.id), unknown]).toEqual([viewer.user.email, [id], notFound])

  const refused = await client.tags.delete.mutate({ id }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(TRPCClientError)
  const { data } = refused as TRPCClientError<AppRouter>
  expect(data?.body).toEqual(notPermitted)

  const tooMany = Array.from({ length: 101 }, () => client.auth.me.query())
  await expect(Promise.all(tooMany)).rejects.toThrow('A batch may have at most 100 calls.')
})
