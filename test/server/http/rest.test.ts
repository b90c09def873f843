import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restRouter } from '../../../routers/app-router.ts'
import type { Meta } from '../../../routers/gate/meta.ts'
import { endpoints, methodsByPath, plainEndpoints, toNothing } from '../../expect/endpoints.ts'
import { notFound } from '../../expect/texts.ts'
import { callOverRest, inputsFor } from '../../setup/calls.ts'
import type { Answer } from '../../setup/client.ts'
import { serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { raw } from '../../setup/raw.ts'
import { password, startService, type TestService } from '../../setup/service.ts'
import { execute } from '../../setup/stores/execute.ts'

const { service, make, admin } = await serviceForFile()
const inputOf = inputsFor(service, make)

const json = { 'Content-Type': 'application/json' }
const sample = async () => (await make.tag()).id

test('the table of endpoints lists every procedure with its method, path and status, and nothing else', () => {
  const procedures = restRouter._def.procedures as unknown as Record<string, { _def: { meta: Meta } }>
  const declared = Object.entries(procedures).map(([name, { _def }]) => {
    const { openapi, status = 200 } = _def.meta
    return [name, openapi?.method, openapi?.path, status]
  })
  expect(declared.sort()).toEqual(endpoints.map((endpoint) => endpoint.slice(0, 4)).sort())
})

const position = (required_weekly_hours: string) => make.position({ required_weekly_hours })

test.each<[string, number, () => Promise<Answer> | Answer]>([
  ['INVALID', 400, () => admin.post('/api/v1/tags/', {})],
  ['ALREADY_EXISTS', 400, async () => admin.post('/api/v1/tags/', await make.tag())],
  [
    'BLOCKED_BY_RULE',
    400,
    async () => {
      const [{ id: employee }, { id: position_id }] = [await make.employee(), await position('100.00')]
      return admin.post('/api/v1/assignments/', { employee, position_id, effective_hours: '99.00' })
    },
  ],
  ['MALFORMED', 400, () => admin.post('/api/v1/tags/', undefined, { raw: '{', headers: json })],
  ['NOT_AUTHENTICATED', 401, () => service.anonymous().get('/api/v1/tags/')],
  ['PERMISSION_DENIED', 403, async () => (await service.as('VIEWER')).post('/api/v1/tags/', {})],
  ['NOT_FOUND', 404, () => admin.get('/api/v1/nowhere/')],
  ['METHOD_NOT_ALLOWED', 405, () => admin.delete('/api/v1/tags/')],
  [
    'CONFLICT_HAS_DEPENDENCIES',
    409,
    async () => admin.delete(`/api/v1/tags/${(await make.employeeTag()).tag}/`),
  ],
])(
  'a refusal names its code %s in X-Error-Code, beside %i and the body of the contract',
  async (code, status, call) => {
    const answer = await call()
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([status, code])
  },
)

const superuser = await service.as('ADMIN', { is_superuser: true })
testInCheck.each(plainEndpoints)('%s: %s %s answers with %i', async (...endpoint) => {
  const [name, , , status] = endpoint
  const caller = name.startsWith('auth.') ? await service.as('ADMIN', { is_superuser: true }) : superuser
  const answer = await callOverRest(caller, endpoint, await inputOf(name))
  expect([answer.status, answer.body]).toEqual([status, status === 204 ? '' : expect.anything()])
  expect(answer.headers.get('content-type')).toBe(status === 204 ? null : 'application/json')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('login and refresh answer with 200', async () => {
  const { email } = await service.addUser('VIEWER')
  const client = service.anonymous()
  expect((await client.login(email, password)).status).toBe(200)
  expect((await client.post('/api/v1/auth/token/refresh/')).body).toEqual({ message: 'Token refreshed.' })
})

test.each([...methodsByPath.keys()])(
  '%s without its trailing slash is 404, and the detail names the path',
  async (path) => {
    const filled = toNothing(path)
    const answer = await service.anonymous().get(`${filled.slice(0, -1)}?page=1`)
    expect([answer.status, answer.body]).toEqual([404, { detail: `Not found. Did you mean ${filled}?` }])
    expect(answer.headers.get('location')).toBeNull()
  },
)

test.each([
  '/',
  '/api',
  '/api/',
  '/api/v1',
  '/api/v1/',
  '/api/health/x/',
  '/api/v1/health/',
  '/api/v2/tags/',
  '/api/v1/users/',
  '/api/v1/nowhere',
  '/api/v1//tags/',
  '/api/v1/tags//',
  '//api/v1/tags/',
  '/api/v1/employees/x/y/z/',
  '/api/v1/auth/',
  '/api/v1/offer/employees/',
  '/api/v1/demand/x/duplicate/y/',
  '/api/v1/tags/constructor/__proto__/',
  '/api/v1/planning/plans/',
  '/planning',
  '/planning/',
  '/planning/v1/',
  '/planning/v1/nowhere/',
  '/planning/v2/forecast/',
  '/planning/v1/tags/',
  '/favicon.ico',
  '/metrics',
  '/livez',
  '/readyz',
  '/docs/',
])('the path %s does not exist, for any caller', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE'])
    for (const client of [admin, service.anonymous()]) {
      const answer = await client.request(method, path)
      expect([answer.status, answer.body]).toEqual([404, notFound])
    }
})

test.each([
  ['/API/v1/tags/'],
  ['/api/V1/tags/'],
  ['/api/v1/Tags/'],
  ['/api/v1/employee_tags/'],
  ['/api/v1/employeeTags/'],
  ['/api/v1/auth/ME/'],
  ['/Planning/v1/forecast/'],
  ['/planning/V1/forecast/'],
])('the path %s is 404 because of its case', async (path) => {
  const answer = await admin.get(path)
  expect([answer.status, answer.body]).toEqual([404, notFound])
})

test('a fixed path segment wins over a parameter', async () => {
  expect((await admin.get('/api/v1/demand/coverage-summary/')).body).toHaveProperty('by_unit')
  expect((await admin.post('/api/v1/assignments/preview/', {})).status).toBe(400)
  expect((await admin.post('/api/v1/offer/employees/batch-balance/', {})).status).toBe(400)
  const methods = await admin.patch('/api/v1/demand/coverage-summary/', {})
  expect([methods.status, methods.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('path parameters are percent-decoded once, after the path is split at its slashes', async () => {
  const id = await sample()
  const encoded = [...id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  expect((await admin.get(`/api/v1/tags/${encoded}/`)).body.id).toBe(id)
  expect((await admin.get(`/api/v1/tags/${id.toUpperCase()}/`)).body.id).toBe(id)
  for (const segment of [encoded.replaceAll('%', '%25'), `${id}%2F`, `x%2F..%2F${id}`, `%20${id}`])
    expect((await admin.get(`/api/v1/tags/${segment}/`)).body).toEqual(notFound)
})

const malformed = ['abc', '0', '-1', '%00', '%zz', '%ff', '%e0%a4%a', "'", '..;', '%F0%9F%92%A9', 'null', '*']
test.each(endpoints.filter(([, , path]) => path.includes('{')))(
  '%s: %s %s with a malformed id is 404',
  async (name, method, path) => {
    const needed: Record<string, object> = {
      'employees.propose': { proposal_type: 'TRANSFER' },
      'planning.set_position_requirements': { rows: [] },
    }
    const input = needed[name] ?? { additional_hours: 1 }
    const body = method === 'POST' || method === 'PATCH' ? input : undefined
    const caller = await service.as('EMPLOYEE', { is_superuser: true })
    const ids = [...malformed, '1'.repeat(10), '9'.repeat(30), '1e3', '1.5', 'x'.repeat(5000)]
    for (const id of [
      ...ids,
      toNothing(path)
        .split('/')
        .find((part) => /\d{8}/.test(part)) ?? '',
    ]) {
      const answer = await caller.request(method, path.replace(/\{\w+\}/, id), { body })
      expect([id, answer.status, answer.body]).toEqual([id, 404, notFound])
    }
  },
)

describe('a method', () => {
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  const grid = [...methodsByPath].flatMap(([path, rows]) => {
    const offered = rows.map(([, method]) => method as string)
    const known = [...offered, ...(offered.includes('GET') ? ['HEAD'] : [])]
    const allow = [...known, 'OPTIONS'].sort().join(', ')
    return all.filter((method) => !known.includes(method)).map((method) => [method, path, allow] as const)
  })

  test.each(grid)('%s %s is 405, and Allow is %s', async (method, path, allow) => {
    for (const client of [service.anonymous(), admin]) {
      const answer = await client.request(method, toNothing(path))
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
      expect(answer.body).toEqual(method === 'HEAD' ? '' : { detail: `Method "${method}" not allowed.` })
    }
  })

  test.each([...methodsByPath.keys()])('TRACE %s is 405', async (path) => {
    const answer = await raw(service.url, `TRACE ${toNothing(path)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect([answer.status, answer.body]).toEqual([405, { detail: 'Method "TRACE" not allowed.' }])
  })

  test('HEAD answers as GET does, without the body', async () => {
    const paths = [`/api/v1/tags/${await sample()}/`, '/api/v1/tags/', '/api/v1/auth/me/', '/api/v1/tags/x/']
    for (const path of paths) {
      const [head, get] = [await admin.request('HEAD', path), await admin.get(path)]
      const told = ({ status, headers }: Answer) => [
        status,
        headers.get('content-type'),
        headers.get('content-length'),
      ]
      expect(head.body).toBe('')
      expect(told(head)).toEqual(told(get))
    }
  })

  test('HEAD is authenticated as GET is', async () => {
    expect((await service.anonymous().request('HEAD', '/api/v1/tags/')).status).toBe(401)
  })
})

describe('a query', () => {
  beforeAll(async () => {
    for (const first_name of ['Why?', 'Why not'])
      await make.employee({ first_name, last_name: 'Questioned', status: 'ON_LEAVE' })
  })
  const names = async (query: string) => {
    const { body } = await admin.get(`/api/v1/employees/?${query}`)
    return body.results?.map(({ first_name }: { first_name: string }) => first_name) ?? body
  }

  test('the last of repeated query parameters counts', async () => {
    expect(await names('search=nobody&search=Questioned&ordering=x&ordering=first_name')).toEqual([
      'Why not',
      'Why?',
    ])
    const bad = await admin.get('/api/v1/employees/?status=ACTIVE&status=NOPE')
    expect(bad.body).toEqual({
      status: ['Select a valid choice. NOPE is not one of the available choices.'],
    })
  })

  test('a query may have unknown parameters', async () => {
    const unknown = 'foo=1&Search=x&STATUS=x&id=3&__proto__=1&constructor=x&toString=x&employee_number[]=1'
    expect(await names(`${unknown}&search=Questioned&ordering=first_name`)).toEqual(['Why not', 'Why?'])
  })

  test('a query keeps question marks, plus signs, escapes and empty parts', async () => {
    expect(await names('search=why?&page_size=7')).toEqual(['Why?'])
    expect(await names('search=why+not')).toEqual(['Why not'])
    expect(await names('&&search=%77hy%20not&=&')).toEqual(['Why not'])
    const { body } = await admin.get('/api/v1/employees/?search=Questioned?&page_size=1&page=2')
    expect(body).toEqual({ detail: 'Invalid page.' })
  })

  test('a malformed escape in a query is read literally', async () => {
    expect(await names('search=%zz')).toEqual([])
    expect(await names('search=%ff')).toEqual([])
  })

  test('the query is not part of the path', async () => {
    expect((await admin.get('/api/v1/tags/?/x/')).status).toBe(200)
    expect((await admin.get('/api/v1/tags?/')).body).toEqual({
      detail: 'Not found. Did you mean /api/v1/tags/?',
    })
  })
})

test.each([
  '/api/health/',
  '/api/v1/auth/me/',
  '/api/v1/auth/me/export/',
  '/api/v1/employees/',
  '/api/v1/employees/nobody/',
  '/api/v1/nowhere/',
  '/planning/v1/forecast/',
  '/planning/v1/nowhere/',
  '/trpc/employees.list?input={}',
  '/trpc/employees.get',
  '/trpc/auth.me,auth.export?batch=1',
  '/trpc/nowhere',
  '/nowhere',
])('the answer of %s is never stored', async (path) => {
  for (const client of [admin, service.anonymous()])
    expect((await client.get(path)).headers.get('cache-control')).toBe('no-store')
})

test('each request has a unique id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await admin.get('/api/v1/tags/')).headers.get('x-request-id')),
  )
  expect(new Set(ids).size).toBe(5)
})

test('the connection stays open after an answer, also after refusing a request without a body', async () => {
  for (const path of ['/api/health/', '/api/v1/nowhere/', '/api/v1/tags/', '/nowhere'])
    expect((await service.anonymous().get(path)).headers.get('connection')).toBe('keep-alive')
  expect((await admin.delete('/api/v1/tags/')).headers.get('connection')).toBe('keep-alive')
})

describe('an unexpected error', () => {
  const lines: string[] = []
  let broken: TestService

  beforeAll(async () => {
    broken = await startService({ log: pino({ level: 'error' }, { write: (line) => lines.push(line) }) })
    await execute(broken.ownerUrl, 'alter table tags rename to tags_no_more')
  })
  afterAll(() => broken.close())

  test('an unexpected error is 500 without its message, which is logged with the request id', async () => {
    const viewer = await broken.as('VIEWER')
    const answer = await viewer.get('/api/v1/tags/?search=x')
    expect([answer.status, answer.body]).toEqual([500, { detail: 'Internal server error.' }])
    expect(lines.splice(0).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 50,
        request: answer.headers.get('x-request-id'),
        path: '/api/v1/tags/',
        err: expect.objectContaining({ message: expect.stringContaining('relation "tags" does not exist') }),
      }),
    ])
  })

  test('an unexpected error has the same body over tRPC, without its message and stack', async () => {
    const viewer = await broken.as('VIEWER')
    const answer = await viewer.get('/trpc/tags.list?input={}')
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        error: {
          message: 'Internal server error.',
          code: -32603,
          data: {
            code: 'INTERNAL_SERVER_ERROR',
            httpStatus: 500,
            path: 'tags.list',
            body: { detail: 'Internal server error.' },
            errorCode: 'INTERNAL_SERVER_ERROR',
          },
        },
      },
    ])
    expect(lines.splice(0).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        request: answer.headers.get('x-request-id'),
        path: 'tags.list',
        err: expect.objectContaining({ message: expect.stringContaining('relation "tags" does not exist') }),
      }),
    ])
  })

  test('an unexpected error is logged without the input', async () => {
    const manager = await broken.as('MANAGER')
    await execute(broken.ownerUrl, "alter table employees add check (document_number <> 'Secret')")
    const body = { employee_number: '1', first_name: 'Ana', last_name: 'Núñez', email: 'ana@clinic.example' }
    const answers = [
      await manager.get('/api/v1/tags/?search=Secret'),
      await manager.get('/trpc/tags.list?input={"search":"Secret"}'),
      await manager.post('/api/v1/employees/', { ...body, document_number: 'Secret' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
    const logged = lines.splice(0)
    expect(logged).toHaveLength(3)
    expect(logged.filter((line) => line.includes('Secret'))).toEqual([])
  })

  test('an unexpected error leaves the service running', async () => {
    expect((await broken.anonymous().get('/api/health/')).status).toBe(200)
  })
})
