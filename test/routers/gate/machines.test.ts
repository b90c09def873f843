import { crc32 } from 'node:zlib'
import type { EntityName } from '@mikro-orm/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { MachineToken } from '../../../entities/accounts/machine-token.ts'
import { User } from '../../../entities/accounts/user.ts'
import { findCaller } from '../../../entities/accounts/users.ts'
import { ChangeLog } from '../../../entities/logs/change-log.ts'
import { SecurityLog } from '../../../entities/logs/security-log.ts'
import { TransitionLog } from '../../../entities/logs/transition-log.ts'
import { checkRights } from '../../../routers/gate/caller.ts'
import type { SignedIn } from '../../../routers/ports/context.ts'
import { machineRoles } from '../../../src/accounts/permissions.ts'
import { statementsOf } from '../../expect/database.ts'
import { notPermitted } from '../../expect/texts.ts'
import { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { stopDeadlines } from '../../setup/deadlines.ts'
import { closedAfterAll, closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { liveStream } from '../../setup/live-stream.ts'
import { openWindows } from '../../setup/open-windows.ts'
import { password, startCuttableService } from '../../setup/service.ts'

const env = {
  TRUST_PROXY: '1',
  THROTTLE_ANON: '4/hour',
  THROTTLE_USER: '50/hour',
  THROTTLE_MACHINE: '5/hour',
}
const { service, make, admin } = await serviceForFile({ env })
const ops = closedAfterAll(await startConsole(service))

const { now } = service.clock
beforeEach(async () => {
  service.clock.now = now
  await service.services.throttles.clear()
})

const me = '/api/v1/auth/me/'
const tags = '/api/v1/tags/'
const invalid = { detail: 'The token is not valid, has expired or was revoked.' }
const tokenOf = (client: Client) => client.headersFor('/').Authorization?.replace('Bearer ', '') ?? ''
const windows = async (scope: string) =>
  (await openWindows(service.services.throttles)).filter((each) => each.scope === scope)

/** Changes the row of a machine or of its tokens, as the verbs of operators do. */
async function change<Row extends object>(entity: EntityName<Row>, where: object, changes: Partial<Row>) {
  const em = service.orm.em.fork()
  for (const row of await em.find(entity, where)) Object.assign(row, changes)
  await em.flush()
}
const ofMachine = (client: Client) => ({ user: client.user.id })

/** The text with its checksum made good. */
const sealed = (text: string) => text.slice(0, -8) + crc32(text.slice(0, -8)).toString(16).padStart(8, '0')

describe.each(machineRoles)('a machine with the role %s', (role) => {
  test('has that role over REST, planning and tRPC, without cookies and CSRF', async () => {
    const machine = await service.asMachine(role)
    const { id, email } = machine.user
    const shown = await machine.get(me)
    expect(shown).toMatchObject({ status: 200, body: { sub: id, email, role, is_staff: false } })
    expect(await machine.trpc('query', 'auth.me')).toMatchObject({ body: shown.body })
    expect((await machine.get('/planning/v1/forecast/')).status).toBe(200)
    const tag = { name: `Tag ${role}`.slice(0, 15), display_name: 'A tag', category: 'QUALIFICATION' }
    const made = await machine.post(tags, tag)
    expect(made.status).toBe(['ADMIN', 'MANAGER'].includes(role) ? 201 : 403)
    for (const { headers } of [shown, made]) expect(headers.getSetCookie()).toEqual([])
    expect(machine.cookies.size).toBe(0)
  })
})

test('cookies beside a token say nothing, and neither does a person’s JWT in its place', async () => {
  const machine = await service.asMachine('VIEWER')
  const person = await service.as('ADMIN')
  const { Authorization = '' } = machine.headersFor('/')
  const both = await person.get(me, { headers: { Authorization } })
  expect(both.body.sub).toBe(machine.user.id)
  const wrong = await person.get(me, { headers: { Authorization: 'Bearer wcs_wrong' } })
  expect([wrong.status, wrong.body]).toEqual([401, invalid])

  const jwt = { Authorization: `Bearer ${person.cookies.get('access_token')?.value}` }
  expect((await person.get(me, { headers: jwt })).body.sub).toBe(person.user.id)
  const alone = await service.anonymous().get(me, { headers: jwt })
  expect([alone.status, alone.headers.get('www-authenticate')]).toEqual([401, null])
})

const flipped = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`

let addresses = 0

const wrongTokens: [string, (machine: Client, token: string) => unknown][] = [
  ['is cut short', (_, token) => token.slice(0, -1)],
  ['has a wrong checksum', (_, token) => flipped(token, 91)],
  ['has capitals', (_, token) => sealed(token.toUpperCase().replace('WCS_', 'wcs_'))],
  ['has an unknown id', (_, token) => sealed(flipped(token, 4))],
  ['has a wrong secret', (_, token) => sealed(flipped(token, 40))],
  ['has expired', (machine) => change(MachineToken, ofMachine(machine), { expires_at: now })],
  ['was revoked', (machine) => change(MachineToken, ofMachine(machine), { revoked_at: now })],
  [
    'is of a deactivated machine',
    async (machine) =>
      void (await (
        await ops.as('ADMIN')
      ).trpc('mutation', 'operator.users.deactivate', {
        id: machine.user.id,
        reason: 'gone',
      })),
  ],
]

test.each(wrongTokens)(
  'a token that %s is 401 with WWW-Authenticate, counts by address and is logged',
  async (_, spoil) => {
    const machine = await service.asMachine('MANAGER')
    expect((await machine.get(me)).status).toBe(200)
    const spoilt = await spoil(machine, tokenOf(machine))
    const client = new Client(service.url, undefined, typeof spoilt === 'string' ? spoilt : tokenOf(machine))
    await service.services.throttles.clear()
    const ip = `198.51.100.${++addresses}`
    const from = { headers: { 'X-Forwarded-For': ip } }
    for (const path of [me, '/trpc/auth.me', '/trpc/live.coverage']) {
      const { status, headers } = await client.get(path, from)
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
      expect(headers.get('ratelimit')).toMatch(/^"anon"/)
    }
    expect((await client.get(me, from)).body).toEqual(invalid)
    expect((await client.get(me, from)).status).toBe(429)
    expect(await windows('anon')).toMatchObject([{ key: ip, used: 4 }])
    expect(await windows('machine')).toEqual([])
    await service.services.securityLog.flush()
    const [entry] = await service.orm.em.fork().find(SecurityLog, { address: ip })
    expect(entry).toMatchObject({ event: 'failed_token', via: 'token', user_id: null })
  },
)

test('an address that guesses is refused beyond its limit, and locks no token out, seen before or not', async () => {
  const machine = await service.asMachine('VIEWER')
  const from = { headers: { 'X-Forwarded-For': '192.0.2.8' } }
  expect((await machine.get(me, from)).status).toBe(200)
  const guess = new Client(service.url, undefined, sealed(flipped(tokenOf(machine), 40)))
  for (const status of [401, 401, 401, 401, 429]) expect((await guess.get(me, from)).status).toBe(status)
  expect((await machine.get(me, from)).status).toBe(200)
  expect((await (await service.asMachine('VIEWER')).get(me, from)).status).toBe(200)
})

test('machines count in a scope of their own, both tokens and all addresses together', async () => {
  const machine = await service.asMachine('VIEWER')
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'])
    expect((await machine.get(me, { headers: { 'X-Forwarded-For': ip } })).status).toBe(200)
  const refused = await machine.get(me)
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
    429,
    expect.stringMatching(/^"machine";r=0/),
  ])
  expect(await windows('machine')).toMatchObject([{ key: machine.user.id, used: 5 }])
  expect((await openWindows(service.services.throttles)).map(({ scope }) => scope)).toEqual(['machine'])
})

test('a call of a machine takes one statement to know its caller, and stores the last use once a minute', async () => {
  const machine = await service.asMachine('VIEWER')
  const stored = () => service.orm.em.fork().findOneOrFail(MachineToken, ofMachine(machine))
  await machine.get(me, { headers: { 'X-Forwarded-For': '192.0.2.9' } })
  await expect.poll(stored).toMatchObject({ last_used_at: now, last_used_from: '192.0.2.9' })
  service.clock.now = new Date(now.getTime() + 59_999)
  const statements = await statementsOf(service.orm, () => machine.get(me))
  expect(statements.map(({ text }) => text)).toEqual([expect.stringContaining('from machine_tokens')])
  service.clock.now = new Date(now.getTime() + 60_000)
  await machine.get(me)
  await expect.poll(stored).toMatchObject({ last_used_at: service.clock.now })
  const em = service.orm.em.fork()
  const { id } = await stored()
  expect(await em.count(ChangeLog, { subject: 'machine_tokens', subject_id: id })).toBe(1)
})

test('a machine beyond its limit costs no look-up, and may still plan', async () => {
  const machine = await service.asMachine('VIEWER')
  for (let sent = 0; sent < 6; sent++) await machine.get(me)
  const statements = await statementsOf(service.orm, async () => {
    const refused = await machine.get(me)
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringMatching(/^"machine";r=0/),
    ])
  })
  expect(statements).toEqual([])
  expect((await machine.get('/planning/v1/forecast/')).status).toBe(200)
})

test('each call of a batch asks whether the token is still valid', async () => {
  const machine = await service.asMachine('VIEWER')
  await machine.get(me)
  const statements = await statementsOf(service.orm, () => machine.get('/trpc/auth.me,auth.me?batch=1'))
  expect(statements).toHaveLength(2)
})

test('a change is not stored if its token was revoked while it waited', async () => {
  const machine = await service.asMachine('VIEWER')
  const em = service.orm.em.fork()
  const { id } = await em.findOneOrFail(MachineToken, ofMachine(machine))
  const caller = { ...(await findCaller(em, machine.user.id)), sessionId: id } as SignedIn
  await checkRights(em, caller)
  await change(MachineToken, { id }, { revoked_at: now })
  await expect(checkRights(em, caller)).rejects.toThrow(invalid.detail)
})

test('logs name the machine and say that it used a token', async () => {
  const machine = await service.asMachine('ADMIN')
  const { id, email } = machine.user
  const employee = await make.employee()
  await machine.post(`/api/v1/employees/${employee.id}/deactivate/`)
  const em = service.orm.em.fork()
  expect(await em.findOne(ChangeLog, { subject_id: employee.id, action: 'UPDATE' })).toMatchObject({
    actor_id: id,
    via: 'token',
    name: email,
  })
  expect(await em.findOne(TransitionLog, { employee: employee.id })).toMatchObject({ actor: id })
  const { body } = await admin.get(`/api/v1/transitions/?search=${encodeURIComponent(email)}`)
  expect(body.results).toMatchObject([{ actor_name: email, employee: employee.id }])
  await machine.post('/api/v1/auth/logout/')
  await service.services.securityLog.flush()
  expect(await em.findOne(SecurityLog, { user_id: id })).toMatchObject({
    event: 'role',
    via: 'token',
    name: email,
  })
})

test('a machine neither signs in nor has a session, a password or a console', async () => {
  const machine = await service.asMachine('ADMIN')
  const { id, email } = machine.user
  const login = await service.anonymous().login(email, password)
  expect([login.status, login.body]).toEqual([400, { email: ['Enter a valid email address.'] }])
  const beside = await machine.post('/api/v1/auth/login/', { email: admin.user.email, password })
  expect([beside.status, beside.body, beside.headers.getSetCookie()]).toEqual([403, notPermitted, []])
  for (const path of ['logout', 'me/deactivate']) {
    const { status, headers } = await machine.post(`/api/v1/auth/${path}/`)
    expect([status, headers.getSetCookie()]).toEqual([403, []])
  }
  expect((await machine.post('/api/v1/auth/token/refresh/')).status).toBe(401)
  expect((await machine.trpc('query', 'account.sessions')).status).toBe(403)
  const atConsole = machine.copy(ops.url)
  for (const path of ['/trpc/auth.me', '/trpc/operator.users.list', tags])
    expect((await atConsole.get(path)).status).toBe(403)

  const operator = await ops.confirmed('ADMIN', { is_superuser: true })
  const act = (name: string, input = {}) =>
    operator.trpc('mutation', `operator.users.${name}`, { id, reason: 'why not', ...input })
  for (const [name, input] of [
    ['set_password'],
    ['set_flags', { is_staff: true }],
    ['end_sessions'],
  ] as const)
    expect((await act(name, input)).status).toBe(404)
  expect((await act('set_role', { role: 'EMPLOYEE' })).body).toEqual({
    role: ['A machine cannot have the role EMPLOYEE.'],
  })
  expect((await act('set_role', { role: 'VIEWER' })).status).toBe(200)
  expect((await machine.post(tags, {})).status).toBe(403)
  await expect(change(User, { id }, { is_staff: true })).rejects.toThrow('users_machines')
})

test('health shows the version to a machine, and takes a wrong token as none', async () => {
  const machine = await service.asMachine('VIEWER')
  const health = '/api/health/'
  expect((await machine.get(health)).body).toMatchObject({ version: expect.any(String) })
  const { status, body } = await service
    .anonymous()
    .get(health, { headers: { Authorization: 'Bearer wcs_1' } })
  expect([status, body.version]).toEqual([200, undefined])
})

test.each(['revoked', 'expired', 'deactivated'])('a live stream ends once its token is %s', async (what) => {
  const machine = await service.asMachine('VIEWER')
  const stream = await liveStream(service, { topic: 'coverage', client: machine })
  await stream.next()
  if (what === 'expired') service.clock.now = new Date(now.getTime() + 90 * 86_400_000)
  if (what === 'revoked') await change(MachineToken, ofMachine(machine), { revoked_at: now })
  if (what === 'deactivated') await change(User, { id: machine.user.id }, { is_active: false })
  await make.position()
  expect(await stream.next()).toBeUndefined()
})

test('a token is valid while Redis is away, and so is its revocation on every instance', async () => {
  const cuttable = closedAfterTest(await startCuttableService('Redis'))
  await stopDeadlines(cuttable)
  const machine = await cuttable.asMachine('VIEWER')
  const other = closedAfterTest(await startConsole(cuttable))
  const atOther = machine.copy(other.url)
  await cuttable.line.cut()
  expect((await machine.get(me)).status).toBe(200)
  const em = cuttable.orm.em.fork()
  const token = await em.findOneOrFail(MachineToken, ofMachine(machine))
  token.revoked_at = now
  await em.flush()
  expect((await machine.get(me)).status).toBe(401)
  expect((await atOther.get('/trpc/auth.me')).status).toBe(401)
})
