import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { doesNotExist, notFound, notPermitted } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile({
  env: { TRUST_PROXY: '1', THROTTLE_ANON: '1/hour', THROTTLE_LOGIN: '3/hour' },
})
const viewer = await service.as('VIEWER')
const supervisor = await service.as('SUPERVISOR')

const throttled = {
  detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds\.$/),
}
const from = (ip: string) => ({ 'X-Forwarded-For': ip })
const nothing = randomUUID()

/** D41, in its order: the check, and the answer of a request that fails it and every later one. */
const checks = [
  ['path', 404, { detail: expect.stringMatching(/^Not found\. Did you mean .+\/\?$/) }],
  ['method', 405, { detail: 'Method "PUT" not allowed.' }],
  [
    'page',
    403,
    {
      detail: expect.stringMatching(
        /^CSRF Failed: Origin checking failed - https:\/\/evil\.example does not match/,
      ),
    },
  ],
  ['throttle', 429, throttled],
  ['authentication', 401, { detail: 'Authentication credentials were not provided.' }],
  ['CSRF token', 403, { detail: 'CSRF Failed: CSRF token missing or incorrect.' }],
  ['role', 403, notPermitted],
  ['size of the body', 413, { detail: 'Request body exceeds 1048576 bytes.' }],
  ['type of the body', 415, { detail: 'Unsupported media type "text/plain" in request.' }],
  ['syntax of the body', 400, { detail: expect.stringMatching(/^JSON parse error - /) }],
  ['input', 400, { effective_hours: ['A valid number is required.'] }],
  ['object in the path', 404, notFound],
  ['references in the body', 400, { employee: [doesNotExist(nothing)] }],
  ['state', 409, { detail: "An assignment in state 'ENDED' can change its notes only." }],
  ['rules', 400, { non_field_errors: [expect.stringMatching(/^MAX_WEEKLY_HOURS: /)] }],
  ['nothing', 200, expect.objectContaining({ effective_hours: '60.00' })],
] as const
type Check = (typeof checks)[number][0]

test.each(checks)(
  'a request that fails at the check "%s" and all later ones is answered %i',
  async (check, status, body) => {
    const order = checks.map(([name]) => name)
    const fails = (name: Check) => order.indexOf(name) >= order.indexOf(check)
    const { id } = await make.assignment({ status: fails('state') ? 'ENDED' : 'ACTIVE' })
    const ip = '192.0.2.1'
    if (fails('throttle')) await service.anonymous().get('/api/health/', { headers: from(ip) })

    const path = `/api/v1/assignments/${fails('object in the path') ? nothing : id}/`
    const caller = fails('authentication') ? service.anonymous() : fails('role') ? viewer : supervisor
    const input = {
      effective_hours: fails('input') ? 'many' : fails('rules') ? '60.01' : '60.00',
      ...(fails('references in the body') && { employee: nothing }),
    }
    const json = fails('syntax of the body') ? '{bad' : JSON.stringify(input)
    await expectAnswer(
      caller.request(fails('method') ? 'PUT' : 'PATCH', fails('path') ? path.slice(0, -1) : path, {
        raw: fails('size of the body') ? json.padEnd(1_048_577) : json,
        headers: {
          'Content-Type': fails('type of the body') ? 'text/plain' : 'application/json',
          ...from(fails('throttle') ? ip : `198.51.100.${order.indexOf(check)}`),
          ...(fails('page') && { Origin: 'https://evil.example' }),
          ...(fails('CSRF token') && { 'X-CSRFToken': 'wrong' }),
        },
      }),
      status,
      body,
    )
  },
)

/** Path and method have tRPC's own answers. */
const overTrpc: Partial<Record<Check, object>> = {
  path: { detail: 'No procedure found on path "assignments.no"' },
  method: { detail: 'Method "GET" not allowed.' },
}

test.each(checks)(
  'a tRPC call that fails at the check "%s" and all later ones is answered %i',
  async (check, status, body) => {
    const order = checks.map(([name]) => name)
    const fails = (name: Check) => order.indexOf(name) >= order.indexOf(check)
    const stored = await make.assignment({ status: fails('state') ? 'ENDED' : 'ACTIVE' })
    const ip = '192.0.2.3'
    if (fails('throttle')) await service.anonymous().get('/trpc/health.check', { headers: from(ip) })

    const caller = fails('authentication') ? service.anonymous() : fails('role') ? viewer : supervisor
    const input = {
      id: fails('object in the path') ? nothing : stored.id,
      effective_hours: fails('input') ? 'many' : fails('rules') ? '60.01' : '60.00',
      ...(fails('references in the body') && { employee: nothing }),
    }
    const json = fails('syntax of the body') ? '{bad' : JSON.stringify(input)
    const method = fails('method') ? 'GET' : 'POST'
    for (const batch of [false, true]) {
      const name = fails('path') ? 'assignments.no' : 'assignments.update'
      const answer = await caller.request(method, `/trpc/${name}${batch ? '?batch=1' : ''}`, {
        raw:
          method === 'GET'
            ? undefined
            : fails('size of the body')
              ? json.padEnd(1_048_577)
              : batch && json !== '{bad'
                ? `{"0":${json}}`
                : json,
        headers: {
          'Content-Type': fails('type of the body') ? 'text/plain' : 'application/json',
          ...from(fails('throttle') ? ip : `203.0.113.${2 * order.indexOf(check) + Number(batch)}`),
          ...(fails('page') && { Origin: 'https://evil.example' }),
          ...(fails('CSRF token') && { 'X-CSRFToken': 'wrong' }),
        },
      })
      const [told] = [answer.body].flat()
      expect([answer.status, told.error?.data.body ?? told.result.data]).toEqual([
        status,
        overTrpc[check] ?? body,
      ])
    }
  },
)

test('the throttle counts neither unknown paths nor wrong methods', async () => {
  const client = service.anonymous()
  const headers = from('192.0.2.10')
  for (let i = 0; i < 3; i++) {
    expect((await client.get('/api/v1/nowhere/', { headers })).status).toBe(404)
    expect((await client.request('PUT', '/api/health/', { headers })).status).toBe(405)
    expect((await client.request('OPTIONS', '/api/health/', { headers })).status).toBe(204)
  }
  expect((await client.get('/api/health/', { headers })).status).toBe(200)
  expect((await client.get('/api/health/', { headers })).status).toBe(429)
})

test('the throttle counts requests that are refused later, before it reads the body of a login', async () => {
  const client = service.anonymous()
  const headers = { 'Content-Type': 'application/json', ...from('192.0.2.11') }
  const login = (raw: string) => client.post('/api/v1/auth/login/', undefined, { raw, headers })
  const statuses = [await login('{}'), await login('{bad'), await login('[]'), await login('{bad')]
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 429])
})

test.each([
  ['POST', '/api/v1/tags/'],
  ['PATCH', `/api/v1/tags/${nothing}/`],
  ['DELETE', `/api/v1/tags/${nothing}/`],
  ['PATCH', '/api/v1/tags/no-uuid/'],
  ['POST', `/api/v1/employees/${nothing}/activate/`],
  ['POST', `/api/v1/assignments/${nothing}/end/`],
])('the role is checked before the object: %s %s', async (method, path) => {
  await expectAnswer(viewer.request(method, path, { body: { status: 'NOPE' } }), 403, notPermitted)
})

test.each([
  [`/api/v1/employees/${nothing}/propose/`, {}, { proposal_type: ['This field is required.'] }],
  [`/api/v1/employees/${nothing}/activate/`, { reason: 5 }, { reason: ['Not a valid string.'] }],
  [`/api/v1/demand/${nothing}/duplicate/`, { title: '' }, { title: ['This field may not be blank.'] }],
  [
    `/api/v1/offer/employees/${nothing}/simulate/`,
    { additional_hours: 169 },
    { additional_hours: ['Ensure this value is less than or equal to 168.'] },
  ],
])('the input is checked before the object: POST %s', async (path, body, errors) => {
  await expectAnswer(admin.post(path, body), 400, errors)
})

test('the ordering of a list is checked before its object', async () => {
  const answer = await admin.get(`/api/v1/employees/${nothing}/transitions/?ordering=nope&page=0`)
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['ordering']])
})

describe('references', () => {
  const unknown = doesNotExist(nothing)

  test('the references of a position are checked before its use', async () => {
    const { position } = await make.assignment()
    const body = { is_active: false, org_unit_id: nothing }
    expect((await admin.patch(`/api/v1/demand/${position}/`, body)).body).toEqual({ org_unit_id: [unknown] })
  })

  test('the references of an org unit are checked before its use', async () => {
    const { parent } = await make.unit()
    const body = { is_active: false, parent_id: nothing }
    expect((await admin.patch(`/api/v1/org-units/${parent}/`, body)).body).toEqual({ parent_id: [unknown] })
  })

  test('all unknown references of a body are named at once', async () => {
    const bodies = [
      ['/api/v1/assignments/', { employee: nothing, position_id: nothing, effective_hours: 1 }],
      ['/api/v1/assignments/preview/', { employee: nothing, position_id: nothing, effective_hours: 1 }],
      ['/api/v1/employee-tags/', { employee: nothing, tag: nothing, start_date: '2026-01-01' }],
      ['/api/v1/position-tags/', { position: nothing, tag: nothing }],
    ] as const
    for (const [path, body] of bodies) {
      const answer = await admin.post(path, body)
      expect(answer.status).toBe(400)
      const named = Object.entries(body).flatMap(([field, value]) =>
        value === nothing ? [[field, [unknown]]] : [],
      )
      expect(answer.body).toEqual(Object.fromEntries(named))
    }
  })
})
