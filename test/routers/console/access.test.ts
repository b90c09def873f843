import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { consoleRouter } from '../../../routers/console/router.ts'
import { permissions, type Role, roles } from '../../../src/accounts/permissions.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { endpoints } from '../../expect/endpoints.ts'
import { notPermitted } from '../../expect/texts.ts'
import { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'

const procedures = Object.entries(
  consoleRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)
  .filter(([name]) => name.startsWith('operator.'))
  .map(([name, { _def }]) => [name, _def.type as 'query' | 'mutation'] as const)
const queries = procedures.filter(([, type]) => type === 'query')
const changes = procedures.filter(([, type]) => type === 'mutation')
/** Whoever sees a list may download it, and whoever may make assignments may say that they tried them first. */
const ofOthers = ['operator.audit.note_export', 'operator.audit.note_made']
const ofAdmins = changes.filter(([name]) => !ofOthers.includes(name))

const { service } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))

const adminQueries = [
  'audit.security',
  'machines.list',
  'machines.tokens',
  'overview.reuse',
  'throttles.key_accounts',
  'users.sessions',
  'webhooks.deliveries',
  'webhooks.get',
  'webhooks.list',
]

/** The queries that are refused to a role: other users' sessions, and what shows everyone. */
const hidden: Record<Role, string[]> = {
  ADMIN: [],
  MANAGER: adminQueries,
  SUPERVISOR: adminQueries,
  VIEWER: adminQueries,
  EMPLOYEE: [
    'audit.changes',
    'audit.choices',
    'audit.list',
    'audit.security',
    'board',
    'machines.list',
    'machines.tokens',
    'overview.ending',
    'overview.keys',
    'overview.leavers',
    'overview.proposals',
    'overview.refusals',
    'overview.reuse',
    'overview.shortages',
    'people.ending_tags',
    'rules.preview',
    'throttles.failed_logins',
    'throttles.key',
    'throttles.key_accounts',
    'throttles.keys',
    'throttles.offenders',
    'throttles.user_keys',
    'users.get',
    'users.list',
    'users.sessions',
    'webhooks.deliveries',
    'webhooks.get',
    'webhooks.list',
  ],
}

const answers = (client: Client, of: typeof procedures) =>
  Promise.all(of.map(async ([name, type]) => [name, (await client.trpc(type, name)).status] as const))
const all = (of: typeof procedures, status: number) => of.map(([name]) => [name, status])

test('the console has 43 queries and 29 changes', () => {
  expect([queries.length, changes.length]).toEqual([43, 29])
})

test('no answer of the console may be cached', async () => {
  const client = await ops.as('ADMIN')
  for (const [name] of queries)
    expect((await client.trpc('query', name)).headers.get('cache-control')).toBe('no-store')
  expect((await client.get('/api/v1/auth/me/')).headers.get('cache-control')).toBe('no-store')
})

test.each(roles)(
  'a user with the role %s and without the staff flag is refused every operator procedure',
  async (role) => {
    const client = await ops.as(role, { is_staff: false })
    expect(await answers(client, procedures)).toEqual(all(procedures, 403))
    expect((await client.trpc('query', 'operator.system.overview')).body).toEqual(notPermitted)
  },
)

test.each(roles)('staff with the role %s can look, but only an ADMIN can change', async (role) => {
  const client = await ops.as(role)
  const looked = await answers(client, queries)
  const refused = looked.filter(([, status]) => status === 403).map(([name]) => name.replace('operator.', ''))
  expect(refused.sort()).toEqual(hidden[role])
  expect(looked.filter(([, status]) => ![200, 400, 403, 404].includes(status))).toEqual([])
  // Without an input every change is 400, once its caller may make it.
  expect(await answers(client, ofAdmins)).toEqual(all(ofAdmins, role === 'ADMIN' ? 400 : 403))
  const note = await client.trpc('mutation', 'operator.audit.note_made')
  expect(note.status).toBe(permissions.manage_assignments.includes(role as never) ? 400 : 403)
  const { body } = await client.trpc('query', 'operator.system.viewer')
  expect(body).toMatchObject({
    id: client.user.id,
    role,
    may: {
      oversee: role !== 'EMPLOYEE',
      act_as_admin: role === 'ADMIN',
      act_as_employee: role === 'EMPLOYEE',
      act_as_superuser: false,
      manage: permissions.manage.includes(role as never),
      manage_assignments: permissions.manage_assignments.includes(role as never),
    },
  })
})

// Those of `auth` end or renew the session.
const ordinary = endpoints.filter(([name, method]) => method !== 'GET' && !name.startsWith('auth.'))

test.each(roles)(
  'staff with the role %s may do in the console what the role may do over the API',
  async (role) => {
    const here = await ops.as(role)
    const there = await service.as(role, { is_staff: true })
    // Without an input a change is 400 once its caller may make it, or 404 for an EMPLOYEE.
    const refusals = async (client: Client) => {
      const answered = await Promise.all(
        ordinary.map(async ([name]) => [name, (await client.trpc('mutation', name)).status] as const),
      )
      return answered.filter(([, status]) => status === 403).map(([name]) => name)
    }
    expect(await refusals(here)).toEqual(await refusals(there))
  },
)

test('a superuser needs the staff flag to enter, and no role to change', async () => {
  const outside = await ops.as('VIEWER', { is_superuser: true })
  expect(await answers(outside, procedures)).toEqual(all(procedures, 403))
  const inside = await ops.as('VIEWER', { is_superuser: true, is_staff: true })
  expect(await answers(inside, changes)).toEqual(all(changes, 400))
})

test('no operator procedure answers without a session', async () => {
  expect(await answers(ops.anonymous(), procedures)).toEqual(all(procedures, 401))
})

test('a change by an operator needs the CSRF token', async () => {
  const client = await ops.as('ADMIN')
  const answer = await client.post(
    '/trpc/operator.system.run_sweep',
    { reason: 'x' },
    { headers: { 'X-CSRFToken': '' } },
  )
  expect(answer.status).toBe(403)
  expect(answer.body.error.data.body).toEqual({ detail: 'CSRF Failed: CSRF token missing or incorrect.' })
})

test('a change by an operator from another origin is refused, also if the public port allows that origin', async () => {
  const allowed = 'https://app.clinic.example'
  const open = await startConsole(service, { env: { CORS_ALLOWED_ORIGINS: allowed } })
  const client = await open.as('ADMIN')
  const ask = (Origin: string) =>
    client.post('/trpc/operator.system.run_sweep', { reason: 'x' }, { headers: { Origin } })
  expect([(await ask(allowed)).status, (await ask(open.url)).status]).toEqual([403, 200])
  await open.close()
})

test('the public port serves no operator procedure', async () => {
  const client = await service.as('ADMIN', { is_staff: true, is_superuser: true })
  expect(await answers(client, procedures)).toEqual(all(procedures, 404))
})

test('the ops port serves login, refresh, logout and the ordinary procedures', async () => {
  const client = await ops.as('ADMIN')
  expect((await client.get('/api/v1/auth/me/')).body).toMatchObject({
    email: client.user.email,
    is_staff: true,
  })
  expect((await client.trpc('query', 'transitions.list', {})).body).toMatchObject({ count: 0 })
  expect((await client.post('/api/v1/auth/token/refresh/')).status).toBe(200)
  expect((await client.post('/api/v1/auth/logout/')).status).toBe(204)
  expect((await client.trpc('query', 'operator.system.viewer')).status).toBe(401)
})

const tag = { name: 'Night', display_name: 'Fit for nights', category: 'QUALIFICATION' }

test('the ops port has every REST endpoint at its path, and no other', async () => {
  const client = ops.anonymous()
  const ask = async (method: string, path: string) =>
    (await client.request(method, path.replace(/\{\w+\}/g, randomUUID()))).status
  const open = ['health.check', 'auth.login']
  for (const [name, method, path] of endpoints.filter(([name]) => !open.includes(name)))
    expect([name, await ask(method, path)]).toEqual([name, 401])
  expect(await ask('GET', '/api/health/')).toBe(200)
  expect(await ask('GET', '/api/v1/tags')).toBe(404)
  expect(await ask('GET', '/planning/v1/nothing/')).toBe(404)
  expect(await ask('PUT', '/api/v1/tags/')).toBe(405)
})

test('REST on the ops port acts with the role of the operator, and links to the ops port', async () => {
  const client = await ops.as('ADMIN')
  expect((await client.post('/api/v1/tags/', tag)).status).toBe(201)
  expect((await client.post('/api/v1/tags/', { ...tag, name: 'Nights' })).status).toBe(201)
  const { body } = await client.get('/api/v1/tags/?page_size=1')
  expect(body).toMatchObject({ count: 2, next: `${ops.url}/api/v1/tags/?page_size=1&page=2` })
  const { results } = (await client.trpc('query', 'operator.audit.changes', { subject: 'tags' })).body
  expect(results[0]).toMatchObject({ via: 'operator' })
  expect(JSON.stringify(results[0])).toContain(client.user.id)
  const viewer = await ops.as('VIEWER')
  expect((await viewer.get('/api/v1/tags/')).status).toBe(200)
  await expectAnswer(viewer.post('/api/v1/tags/', tag), 403, notPermitted)
})

test('REST on the ops port needs the CSRF token, and refuses changes from another origin', async () => {
  const client = await ops.as('ADMIN')
  const post = (headers: Record<string, string>) => client.post('/api/v1/tags/', tag, { headers })
  await expectAnswer(post({ 'X-CSRFToken': '' }), 403, {
    detail: 'CSRF Failed: CSRF token missing or incorrect.',
  })
  expect((await post({ Origin: 'http://127.0.0.1:1' })).status).toBe(403)
})

test('REST on the ops port is for staff; other users can only sign out', async () => {
  const client = await ops.as('ADMIN', { is_staff: false })
  const publicly = new Client(service.url, client.user)
  await publicly.login(client.user.email, password)
  expect((await publicly.get('/api/v1/tags/')).status).toBe(200)
  await expectAnswer(client.get('/api/v1/tags/'), 403, notPermitted)
  expect((await client.trpc('query', 'tags.list', {})).status).toBe(403)
  expect((await client.post('/planning/v1/plans/', {})).status).toBe(403)
  expect((await client.post('/api/v1/auth/logout/')).status).toBe(204)
})

test('REST on the ops port counts against its caller', async () => {
  const strict = await startConsole(service, { env: { THROTTLE_USER: '2/hour' } })
  const client = await strict.as('ADMIN')
  const statuses = []
  for (let call = 0; call < 3; call++) statuses.push((await client.get('/api/v1/tags/')).status)
  expect(statuses).toEqual([200, 200, 429])
  await strict.close()
})

test('REST on the ops port refuses a browser with a readable page', async () => {
  const strict = await startConsole(service, { env: { THROTTLE_ANON: '1/hour' } })
  const open = async () =>
    (await fetch(`${strict.url}/api/v1/tags/`, { headers: { Accept: 'text/html' } })).text()
  expect(await open()).toContain('<h1>Sign in first</h1>')
  const refused = await open()
  expect(refused).toContain('<h1>Too many requests</h1>')
  expect(refused).toMatch(/Try again in \d+ minutes\./)
  await strict.services.throttles.clear()
  await strict.close()
})

test('operator procedures are not counted against operators, but against anonymous callers', async () => {
  const strict = await startConsole(service, { env: { THROTTLE_USER: '2/hour', THROTTLE_ANON: '3/hour' } })
  const client = await strict.as('ADMIN')
  for (let call = 0; call < 5; call++)
    expect((await client.trpc('query', 'operator.system.viewer')).status).toBe(200)
  const statuses = []
  for (let call = 0; call < 5; call++)
    statuses.push((await strict.anonymous().trpc('query', 'operator.system.viewer')).status)
  expect(statuses).toEqual([401, 401, 401, 429, 429])
  await strict.close()
})
