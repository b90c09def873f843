import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { passwordProblems } from '../../../../src/accounts/password-policy.ts'
import { expectAnswer } from '../../../expect/answer.ts'
import { noon } from '../../../expect/texts.ts'
import { factories } from '../../../made/factories.ts'
import { ageUsesIn } from '../../../made/used-tokens.ts'
import { Client } from '../../../setup/client.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../../setup/fixture.ts'
import { password } from '../../../setup/service.ts'

/** Six groups of letters and digits that are not easily confused. */
const generated = expect.stringMatching(/^([a-hjkmnp-z2-9]{5}-){5}[a-hjkmnp-z2-9]{5}$/)
const reason = 'asked for by the head of staff'

const rates = { THROTTLE_USER: '1000/hour', THROTTLE_ACCOUNT: '2/hour' }
const { service } = await serviceForFile({ env: rates })
const ops = closedAfterAll(await startConsole(service, { env: rates }))
let operator: Client
beforeEach(async () => {
  operator = await ops.confirmed('ADMIN')
})

const ask = (name: string, input?: unknown) => operator.trpc('query', `operator.users.${name}`, input)
const act = (name: string, input: object) =>
  operator.trpc('mutation', `operator.users.${name}`, { reason, ...input })

const entries = async () =>
  (await operator.trpc('query', 'operator.audit.list', { actor: operator.user.id })).body.results.map(
    ({ action, target, details, reason }: Record<string, unknown>) => ({ action, target, details, reason }),
  )

test('users are listed, searched and filtered', async () => {
  const { id, email } = await service.addUser('VIEWER', { given_name: 'Íñigo', family_name: 'Zubiri' })
  const row = {
    id,
    kind: 'PERSON',
    email,
    given_name: 'Íñigo',
    family_name: 'Zubiri',
    role: 'VIEWER',
    is_active: true,
    is_staff: false,
    is_superuser: false,
    email_verified: false,
    has_password: true,
    password_expires_at: null,
    date_joined: '2026-03-04T10:00:00.000Z',
    last_login: null,
  }
  const listed = { ...row, is_leaver: false, is_locked: false }
  const answer = { count: 1, next: null, previous: null, results: [listed] }
  for (const search of ['zubiri', 'ÍÑIGO Z', 'inigo', email, id])
    expect((await ask('list', { search, role: 'VIEWER', is_staff: false })).body).toEqual(answer)
  expect((await ask('list', { search: 'zubiri', is_active: false })).body.count).toBe(0)
  expect((await ask('list', { page: 99 })).body).toEqual({ detail: 'Invalid page.' })
  const make = factories(service)
  const employee = await make.employee({ email: email.toUpperCase(), employee_number: 'Z1' })
  expect((await ask('get', { id })).body).toEqual({
    etag: expect.any(String),
    ...row,
    employees: [
      {
        id: employee.id,
        name: `${employee.last_name}, First`,
        employee_number: 'Z1',
        status: 'ACTIVE',
        termination_date: null,
      },
    ],
  })
})

test('users can be filtered by last login, by having left and by being locked', async () => {
  const day = 86_400_000
  const last_login = (days: number) => new Date(service.clock.now.getTime() - days * day)
  const add = async (given_name: string, fields: object = {}) =>
    service.addUser('SUPERVISOR', { given_name, ...fields })
  const leaver = await add('Leaver', { last_login: last_login(6) })
  const returned = await add('Returned', { last_login: last_login(40) })
  const locked = await add('Locked', { last_login: last_login(100), is_superuser: true })
  await add('Never')
  const make = factories(service)
  const left = { status: 'TERMINATED', termination_date: '2026-03-01' } as const
  await make.employee({ ...left, email: leaver.email.toUpperCase() })
  await make.employee({ ...left, email: returned.email })
  await make.employee({ email: returned.email })
  const block = { scope: 'user', key: locked.id, until: '2026-03-04T11:00:00.000Z', reason }
  const superuser = await ops.as('ADMIN', { is_staff: true, is_superuser: true })
  expect((await superuser.trpc('mutation', 'operator.throttles.block', block)).status).toBe(200)

  const found = async (filter: object) =>
    (await ask('list', { role: 'SUPERVISOR', ordering: 'date_joined', ...filter })).body.results.map(
      ({ given_name }: { given_name: string }) => given_name,
    )
  const names = ['Leaver', 'Returned', 'Locked', 'Never']
  expect(new Set(await found({}))).toEqual(new Set(names))
  expect(await found({ last_login: 'last_7_days' })).toEqual(['Leaver'])
  expect(await found({ last_login: 'never' })).toEqual(['Never'])
  expect(new Set(await found({ last_login: 'not_for_30_days' }))).toEqual(new Set(names.slice(1)))
  expect(new Set(await found({ last_login: 'not_for_90_days' }))).toEqual(new Set(names.slice(2)))
  expect(await found({ is_leaver: true })).toEqual(['Leaver'])
  expect(await found({ is_locked: true })).toEqual(['Locked'])
  expect(await found({ is_superuser: true, is_locked: false })).toEqual([])
  const { results } = (await ask('list', { role: 'SUPERVISOR', search: 'leaver' })).body
  expect(results).toMatchObject([{ is_leaver: true, is_locked: false }])
  expect((await ask('get', { id: leaver.id })).body.employees).toMatchObject([left])
})

test('a user is locked after too many failed logins', async () => {
  const user = await service.addUser('VIEWER')
  const attempt = () =>
    service.anonymous().post('/api/v1/auth/login/', { email: user.email, password: 'wrong' })
  const lockedIds = async () =>
    (await ask('list', { is_locked: true })).body.results.map(({ id }: { id: string }) => id)
  await attempt()
  expect(await lockedIds()).not.toContain(user.id)
  await attempt()
  expect(await lockedIds()).toContain(user.id)
})

test('a new user can sign in and do what the role allows', async () => {
  const fields = { email: 'new@clinic.example', role: 'MANAGER', given_name: 'New', is_staff: true }
  const { status, body } = await act('create', { ...fields, password: 'ignored, however long' })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ ...fields, has_password: true, family_name: '', password: generated }),
  ])
  const client = new Client(ops.url)
  expect((await client.login('new@clinic.example', body.password)).status).toBe(200)
  expect(await entries()).toEqual([
    {
      action: 'users.create',
      target: 'new@clinic.example',
      details: { role: 'MANAGER', given_name: 'New', is_staff: true },
      reason,
    },
  ])
  await expectAnswer(act('create', { ...fields, email: 'NEW@clinic.example' }), 400, {
    email: ['user with this email already exists.'],
  })
  expect(await entries()).toHaveLength(1)
})

describe('a temporary password', () => {
  const hours = (count: number) => new Date(Date.parse(noon) + count * 3_600_000)
  afterEach(() => {
    service.clock.now = new Date(noon)
  })

  const ways = [
    ['new', () => act('create', { email: `${randomUUID()}@clinic.example`, role: 'VIEWER', is_staff: true })],
    [
      'known',
      async () => act('set_password', { id: (await service.addUser('VIEWER', { is_staff: true })).id }),
    ],
  ] as const

  test.each(ways)(
    'the temporary password of a %s user differs each time and passes the policy',
    async (_whose, give) => {
      const given = [(await give()).body, (await give()).body]
      expect(new Set(given.map(({ password }) => password)).size).toBe(2)
      for (const { email, password } of given) expect(await passwordProblems(password, { email })).toEqual([])
    },
  )

  test.each(ways)(
    'the temporary password of a %s user is valid for 72 hours, and then refused like a wrong one',
    async (_whose, give) => {
      const { email, password, password_expires_at } = (await give()).body
      expect(password_expires_at).toBe(hours(72).toISOString())
      service.clock.now = new Date(hours(72).getTime() - 1)
      const { status, headers } = await service.anonymous().login(email, password)
      expect([status, headers.get('x-password-expires')]).toEqual([200, password_expires_at])
      service.clock.now = hours(72)
      const late = await service.anonymous().login(email, password)
      const wrong = await service.anonymous().login(email, 'a wrong password')
      expect([late.status, late.body]).toEqual([400, wrong.body])
    },
  )

  test.each(ways)(
    'the temporary password of a %s user becomes permanent when its owner changes it',
    async (_whose, give) => {
      const { email, password } = (await give()).body
      const owner = new Client(ops.url)
      await owner.login(email, password)
      const mustChange = async () =>
        (await owner.trpc('query', 'operator.system.viewer')).body.must_change_password
      expect(await mustChange()).toBe(true)
      const own = { current_password: password, new_password: 'a phrase of my own' }
      expect((await owner.trpc('mutation', 'account.change_password', own)).status).toBe(200)
      expect(await mustChange()).toBe(false)
      service.clock.now = hours(73)
      const { status, headers } = await service.anonymous().login(email, 'a phrase of my own')
      expect([status, headers.get('x-password-expires')]).toEqual([200, null])
    },
  )
})

test('a changed role takes effect at once', async () => {
  const user = await service.as('VIEWER')
  const { id, email } = user.user
  expect((await user.post('/api/v1/tags/', {})).status).toBe(403)
  expect((await act('set_role', { id, role: 'MANAGER' })).body).toMatchObject({ id, role: 'MANAGER' })
  expect((await user.post('/api/v1/tags/', {})).status).toBe(400)
  expect(await entries()).toEqual([
    {
      action: 'users.set_role',
      target: email,
      details: { role: 'MANAGER', before: { role: 'VIEWER' } },
      reason,
    },
  ])
})

test('the staff flag opens and closes the console', async () => {
  const other = await ops.as('ADMIN', { is_staff: false })
  const enter = async () => (await other.trpc('query', 'operator.system.viewer')).status
  const { id } = other.user
  expect(await enter()).toBe(403)
  await act('set_flags', { id, is_staff: true })
  expect(await enter()).toBe(200)
  expect((await act('set_flags', { id, is_staff: false })).body).toMatchObject({ is_staff: false })
  expect(await enter()).toBe(403)
  expect((await entries()).map(({ details }: { details: object }) => details)).toEqual([
    { is_staff: false, before: { is_staff: true } },
    { is_staff: true, before: { is_staff: false } },
  ])
})

test('a reset password ends the sessions, and is not logged', async () => {
  const user = await service.as('MANAGER')
  const { id, email } = user.user
  const { status, body } = await act('set_password', { id })
  expect([status, body.password]).toEqual([200, generated])
  expect((await user.get('/api/v1/auth/me/')).status).toBe(401)
  expect((await service.anonymous().login(email, password)).status).toBe(400)
  expect((await service.anonymous().login(email, body.password)).status).toBe(200)
  expect(await entries()).toEqual([{ action: 'users.set_password', target: email, details: {}, reason }])
})

test('operators cannot reset their own password, and are told where to change it', async () => {
  await expectAnswer(act('set_password', { id: operator.user.id }), 409, {
    detail: 'Change your own password under Your account, which asks for the current one.',
  })
  expect((await operator.login(operator.user.email, password)).status).toBe(200)
})

test('a user is deactivated at once, and can be reactivated', async () => {
  const user = await service.as('MANAGER')
  const { id, email } = user.user
  expect((await act('deactivate', { id })).body).toMatchObject({ is_active: false })
  expect((await user.get('/api/v1/auth/me/')).status).toBe(401)
  expect((await act('reactivate', { id })).body).toMatchObject({ is_active: true })
  expect((await user.login(email, password)).status).toBe(200)
  expect((await entries()).map(({ action }: { action: string }) => action)).toEqual([
    'users.reactivate',
    'users.deactivate',
  ])
})

test.each<[string, object, string]>([
  ['set_role', { role: 'VIEWER' }, 'You cannot change your own role; ask another administrator.'],
  [
    'set_flags',
    { is_staff: false },
    'You cannot take the staff flag from yourself; ask another administrator.',
  ],
  ['deactivate', {}, 'You cannot deactivate yourself; ask another administrator.'],
])('operators who change their own account by %s get 409', async (name, input, detail) => {
  await expectAnswer(act(name, { id: operator.user.id, ...input }), 409, { detail })
  expect(await entries()).toEqual([])
})

test.each([
  'set_role',
  'set_flags',
  'set_password',
  'deactivate',
  'reactivate',
  'end_session',
  'end_sessions',
])('a change by %s of an unknown user is 404', async (name) => {
  const input = { role: 'VIEWER', session_id: 'x' }
  for (const id of ['11111111-1111-4111-8111-111111111111', 'unknown'])
    expect((await act(name, { ...input, id })).status).toBe(404)
})

const forbidden = { detail: 'You do not have permission to perform this action.' }
const newcomer = (is_superuser: boolean) => ({
  email: `${is_superuser}@superusers.example`,
  role: 'VIEWER',
  is_superuser,
})

test('superusers can grant and revoke the superuser flag', async () => {
  operator = await ops.confirmed('VIEWER', { is_superuser: true })
  const { id } = await service.addUser('VIEWER')
  for (const is_superuser of [true, false])
    expect((await act('set_flags', { id, is_superuser })).body).toMatchObject({ is_superuser })
  expect((await act('create', newcomer(true))).body).toMatchObject({ is_superuser: true })
  expect((await entries()).map(({ details }: { details: object }) => details)).toEqual([
    { role: 'VIEWER', is_superuser: true },
    { is_superuser: false, before: { is_superuser: true } },
    { is_superuser: true, before: { is_superuser: false } },
  ])
})

test('an ADMIN without the superuser flag can neither grant nor revoke it, and the whole change is refused', async () => {
  const { id } = await service.addUser('VIEWER')
  const superuser = await service.addUser('VIEWER', { is_superuser: true })
  const refused = [
    await act('set_flags', { id: operator.user.id, is_superuser: true }),
    await act('set_flags', { id, is_staff: true, is_superuser: true }),
    await act('set_flags', { id: superuser.id, is_superuser: false }),
    await act('set_flags', { id: '11111111-1111-4111-8111-111111111111', is_superuser: true }),
    await act('create', newcomer(true)),
  ]
  for (const { status, body } of refused) expect([status, body]).toEqual([403, forbidden])
  expect((await ask('get', { id })).body).toMatchObject({ is_staff: false, is_superuser: false })
  expect((await ask('get', { id: superuser.id })).body).toMatchObject({ is_superuser: true })
  expect(await entries()).toEqual([])
  expect((await act('create', newcomer(false))).body).toMatchObject({ is_superuser: false })
})

test.each([
  ['set_role', { role: 'VIEWER' }],
  ['set_flags', { is_staff: false }],
  ['set_password', {}],
  ['deactivate', {}],
  ['reactivate', {}],
  ['end_sessions', {}],
  ['end_session', { session_id: 'any' }],
])('an ADMIN without the superuser flag cannot call %s on a superuser', async (name, input) => {
  const { id } = await service.addUser('ADMIN', { is_superuser: true })
  await expectAnswer(act(name, { id, ...input }), 403, forbidden)
  expect(await entries()).toEqual([])
})

test('superusers cannot revoke their own flag', async () => {
  operator = await ops.confirmed('VIEWER', { is_superuser: true })
  const flag = { id: operator.user.id, is_superuser: false }
  await expectAnswer(act('set_flags', flag), 409, {
    detail: 'You cannot take the superuser flag from yourself; ask another administrator.',
  })
  expect((await act('set_flags', { ...flag, is_superuser: true })).status).toBe(200)
})

const signIn = async (user: { email: string }, agent: string) => {
  const client = service.anonymous()
  await client.post(
    '/api/v1/auth/login/',
    { email: user.email, password },
    { headers: { 'User-Agent': agent } },
  )
  return client
}
const sessionsOf = async (id: string) => (await ask('sessions', { id })).body.sessions

test('the sessions of a user are listed with address and program, the latest first', async () => {
  const user = await service.addUser('MANAGER')
  const phone = await signIn(user, 'Phone/1.0')
  const begun = service.clock.now
  service.clock.now = new Date(begun.getTime() + 60_000)
  await signIn(user, 'Laptop/2.0')
  service.clock.now = new Date(begun.getTime() + 120_000)
  await phone.post('/api/v1/auth/token/refresh/', undefined, { headers: { 'User-Agent': 'Phone/1.1' } })
  service.clock.now = begun
  expect(await sessionsOf(user.id)).toEqual([
    {
      id: expect.any(String),
      started_at: '2026-03-04T10:00:00.000Z',
      refreshed_at: '2026-03-04T10:02:00.000Z',
      expires_at: '2026-03-11T10:02:00.000Z',
      address: '127.0.0.1',
      user_agent: 'Phone/1.1',
      is_current: false,
    },
    expect.objectContaining({ started_at: '2026-03-04T10:01:00.000Z', is_current: false }),
  ])
})

test('an operator can end one session of a user', async () => {
  const user = await service.addUser('MANAGER')
  const [kept, ended] = [await signIn(user, 'Kept'), await signIn(user, 'Ended')]
  const session = (await sessionsOf(user.id)).find(
    (each: { user_agent: string }) => each.user_agent === 'Ended',
  )
  expect((await act('end_session', { id: user.id, session_id: session.id })).status).toBe(200)
  expect((await ended.get('/api/v1/auth/me/')).status).toBe(401)
  expect((await ended.post('/api/v1/auth/token/refresh/')).status).toBe(401)
  expect((await kept.get('/api/v1/auth/me/')).status).toBe(200)
  expect(await sessionsOf(user.id)).toMatchObject([{ user_agent: 'Kept' }])
  expect(await entries()).toEqual([
    { action: 'users.end_session', target: user.email, details: { session_id: session.id }, reason },
  ])
  expect((await act('end_session', { id: user.id, session_id: session.id })).status).toBe(404)
  const others = (await sessionsOf(operator.user.id))[0]
  expect((await act('end_session', { id: user.id, session_id: others.id })).status).toBe(404)
})

test('an operator who ends their own session that way leaves an entry', async () => {
  const { id, email } = operator.user
  const current = (await sessionsOf(id)).find((each: { is_current: boolean }) => each.is_current)
  expect((await act('end_session', { id, session_id: current.id })).status).toBe(200)
  expect((await ask('sessions', { id })).status).toBe(401)
  operator = new Client(ops.url, operator.user)
  await operator.login(email, password)
  expect(await entries()).toMatchObject([{ action: 'users.end_session', target: email }])
})

test('an operator can end all sessions of a user', async () => {
  const user = await service.addUser('MANAGER')
  const clients = [await signIn(user, 'One'), await signIn(user, 'Two')]
  await act('end_sessions', { id: user.id })
  for (const client of clients) expect((await client.get('/api/v1/auth/me/')).status).toBe(401)
  expect(await sessionsOf(user.id)).toEqual([])
  expect(await entries()).toMatchObject([{ action: 'users.end_sessions', target: user.email }])
})

test('operators can end all of their own sessions', async () => {
  await act('end_sessions', { id: operator.user.id })
  expect((await operator.get('/api/v1/auth/me/')).status).toBe(401)
})

test('a session is forgotten at logout, and a week after its last refresh', async () => {
  const user = await service.addUser('MANAGER')
  const [first] = [await signIn(user, 'One'), await signIn(user, 'Two')]
  await first?.post('/api/v1/auth/logout/')
  expect(await sessionsOf(user.id)).toMatchObject([{ user_agent: 'Two' }])
  const { now } = service.clock
  await ops.services.sessionRecords.forgetExpired(new Date(now.getTime() + 7 * 86_400_000))
  expect(await sessionsOf(user.id)).toEqual([])
  const kept = await sql`select from session_records where user_id = ${user.id}`.execute(
    service.orm.em.fork().getKysely(),
  )
  expect(kept.rows).toEqual([])
})

test('sessions that ended by a second use of a refresh token are not listed', async () => {
  const user = await service.addUser('MANAGER')
  const client = await signIn(user, 'Stolen')
  const thief = client.copy()
  await client.post('/api/v1/auth/token/refresh/')
  await ageUsesIn(service.redisUrl, 11_000)
  expect((await thief.post('/api/v1/auth/token/refresh/')).status).toBe(401)
  expect(await sessionsOf(user.id)).toEqual([])
})

test('the list of sessions marks the current one', async () => {
  expect(await sessionsOf(operator.user.id)).toMatchObject([{ is_current: true }])
})
