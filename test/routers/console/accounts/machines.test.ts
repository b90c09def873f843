import { beforeAll, expect, test } from 'vitest'
import { MachineToken } from '../../../../entities/accounts/machine-token.ts'
import { ChangeLog } from '../../../../entities/logs/change-log.ts'
import { SecurityLog } from '../../../../entities/logs/security-log.ts'
import { Client } from '../../../setup/client.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../../setup/fixture.ts'

const { service, admin } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
let operator: Client
beforeAll(async () => {
  operator = await ops.confirmed('ADMIN')
})

const reason = 'for the nightly sync'
const ask = async (name: string, input?: unknown) =>
  (await operator.trpc('query', `operator.${name}`, input)).body
const act = (name: string, input: object) =>
  operator.trpc('mutation', `operator.machines.${name}`, { reason, ...input })

let created = 0
async function createMachine(fields: object = {}) {
  const name = `Sync-${++created}-nightly`
  const { body } = await act('create', { name, role: 'MANAGER', expires_in_days: 90, ...fields })
  return body as { id: string; name: string; token: string; expires_at: string }
}

const statusWith = async (token: string) =>
  (await new Client(service.url, undefined, token).get('/api/v1/auth/me/')).status

test('a new machine has a token, which is shown once and stored nowhere', async () => {
  const { id, name, token, expires_at } = await createMachine()
  expect(token).toMatch(/^wcs_[0-9a-f]{88}$/)
  expect(await statusWith(token)).toBe(200)
  const secret = token.slice(36, 84)
  const shown = {
    id: expect.stringContaining(token.slice(4, 12)),
    created_at: '2026-03-04T10:00:00.000Z',
    expires_at,
    last_used_at: null,
    last_used_from: '',
  }
  await expect
    .poll(async () => (await ask('machines.tokens', { id })).tokens)
    .toEqual([{ ...shown, last_used_at: shown.created_at, last_used_from: '127.0.0.1' }])
  const em = service.orm.em.fork()
  const stored = JSON.stringify([
    await em.find(MachineToken, { user: id }),
    await em.find(ChangeLog, {}),
    await ask('machines.list', { search: name }),
    await ask('audit.list'),
    await ask('audit.changes'),
  ])
  expect(stored).not.toContain(secret)
})

test('a machine has at most two valid tokens, however many are issued at once', async () => {
  const { id, name, token } = await createMachine()
  const issued = await Promise.all([1, 2, 3].map(() => act('issue_token', { id, expires_in_days: 1 })))
  expect(issued.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(issued.find(({ status }) => status === 409)?.body).toEqual({
    detail: `${name} has two tokens already. Revoke one of them first.`,
  })
  const second = issued.find(({ status }) => status === 200)?.body.token
  const { tokens } = await ask('machines.tokens', { id })
  const token_id = tokens.find((each: { id: string }) => each.id.startsWith(token.slice(4, 12))).id
  expect((await act('revoke_token', { id, token_id })).status).toBe(200)
  expect([await statusWith(token), await statusWith(second)]).toEqual([401, 200])
  expect((await act('issue_token', { id, expires_in_days: 1 })).status).toBe(200)
})

test('creating a machine, its tokens and their ends are in the logs, without hashes', async () => {
  const { id, name } = await createMachine()
  const [{ id: token_id }] = (await ask('machines.tokens', { id })).tokens
  await act('revoke_token', { id, token_id })
  const { results } = await ask('audit.list', { search: name })
  expect(results).toMatchObject([
    { action: 'machines.revoke_token', target: name, details: { token_id }, reason },
    { action: 'machines.create', target: name, details: { role: 'MANAGER' }, reason },
  ])
  const em = service.orm.em.fork()
  const changes = await em.find(ChangeLog, { subject_id: token_id }, { orderBy: { id: 'asc' } })
  expect(changes.map(({ action, via }) => [action, via])).toEqual([
    ['CREATE', 'operator'],
    ['UPDATE', 'operator'],
  ])
  expect(JSON.stringify(changes)).not.toMatch(/[0-9a-f]{64}/)
  await ops.services.securityLog.flush()
  const events = await em.find(SecurityLog, { target: id }, { orderBy: { id: 'asc' } })
  expect(events.map(({ event }) => event)).toEqual(['new_token', 'token_revocation'])
})

test('each list of users says which of them are machines, or leaves them out', async () => {
  const { id, name } = await createMachine()
  const ids = ({ results }: { results: { id: string }[] }) => results.map((row) => row.id)
  expect(ids(await ask('machines.list', { search: name }))).toEqual([id])
  expect(ids(await ask('users.list', { search: name }))).toEqual([])
  expect(ids(await ask('users.list', { search: name, kind: 'MACHINE' }))).toEqual([id])
  expect(ids(await ask('machines.list', { page_size: 100 }))).not.toContain(admin.user.id)
  expect(await ask('users.get', { id })).toMatchObject({ kind: 'MACHINE', email: name, employees: [] })
  expect((await ask('find', { search: name })).users).toMatchObject([{ id, name }])
})

test.each([
  [{ name: 'sync@clinic.example' }, { name: ['A machine’s name may not contain @.'] }],
  [{ role: 'EMPLOYEE' }, { role: [expect.any(String)] }],
  [{ expires_in_days: 367 }, { expires_in_days: [expect.any(String)] }],
  [{ reason: ' ' }, { reason: [expect.any(String)] }],
])('a machine with %j is refused', async (fields, body) => {
  expect(await act('create', { name: 'Refused', role: 'VIEWER', ...fields })).toMatchObject({
    status: 400,
    body,
  })
})

test('the names of machines differ in more than case, and so do their clients', async () => {
  const { name } = await createMachine({ client_id: 'payroll' })
  expect((await act('create', { name: name.toUpperCase(), role: 'VIEWER' })).body).toEqual({
    name: ['machine with this name already exists.'],
  })
  expect((await act('create', { name: 'Another', role: 'VIEWER', client_id: 'payroll' })).body).toEqual({
    client_id: ['machine with this client id already exists.'],
  })
})

test('tokens are issued after the operator has confirmed their password, and only to machines', async () => {
  const { id } = await createMachine()
  const unconfirmed = await ops.as('ADMIN', { is_staff: true })
  const issue = (client: Client, of: string) =>
    client.trpc('mutation', 'operator.machines.issue_token', { id: of, expires_in_days: 1, reason })
  expect((await issue(unconfirmed, id)).status).toBe(403)
  expect((await issue(operator, admin.user.id)).status).toBe(404)
})
