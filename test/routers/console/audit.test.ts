import { beforeAll, describe, expect, test } from 'vitest'
import { OperatorLog } from '../../../entities/logs/operator-log.ts'
import { statementsOf } from '../../expect/database.ts'
import type { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'

const { service, make, admin } = await serviceForFile()
const rates = { THROTTLE_USER: '1000/hour', THROTTLE_LOGIN: '100/hour' }
const ops = closedAfterAll(await startConsole(service, { env: rates }))
const operator = await ops.as('ADMIN')
await make.clinic()

const ask = async (name: string, filter: object = {}) => {
  const { status, body } = await operator.trpc('query', `operator.audit.${name}`, filter)
  expect(status).toBe(200)
  return body
}

const employee = await make.employee({ first_name: 'Ada', last_name: 'Lovelace' })
const position = await make.position({ title: 'Night nurse' })
const assignment = await make.assignment({ employee: employee.id, position: position.id })
await admin.patch(`/api/v1/employees/${employee.id}/`, { email: 'ada@clinic.example' })
const viewer = await service.as('VIEWER')
await viewer.post('/api/v1/tags/', {})
await service.services.securityLog.flush()

test('a logged change shows its author, its origin and the name of the row', async () => {
  const { results } = await ask('changes', { subject: 'employees', action: 'UPDATE' })
  expect(results).toMatchObject([
    {
      subject_id: employee.id,
      subjects: [
        { kind: 'person', id: employee.id, name: 'Lovelace, Ada', detail: employee.employee_number },
      ],
      after: { email: 'ada@clinic.example' },
      actor: admin.user.id,
      actor_name: 'Family, Given',
      via: 'rest',
    },
  ])
})

test('an export of people, users or a log is recorded, and not by a link of another page', async () => {
  const exported = async () => {
    await ops.services.securityLog.flush()
    const { results } = await ask('security', { event: 'personal_data_export' })
    return results.map(({ target }: { target: string }) => target)
  }
  const input = { list: 'people', filter: '?status=ACTIVE' }
  expect((await operator.trpc('query', 'operator.audit.note_export', input)).status).toBe(405)
  expect(await exported()).toEqual([])
  for (const list of ['people', 'users', 'audit.security'])
    expect((await operator.trpc('mutation', 'operator.audit.note_export', { ...input, list })).status).toBe(
      200,
    )
  expect(await exported()).toEqual(
    ['audit.security', 'users', 'people'].map((list) => `${list} ?status=ACTIVE`),
  )
})

test('what was tried and made is one entry of the operators’ log, for those who may make assignments', async () => {
  const sentence = 'If Ada Lovelace goes on leave, 20.00 h are lost. '.repeat(9).trim()
  const input = { sentence, reason: 'As agreed' }
  const note = async (client: Client) =>
    (await client.trpc('mutation', 'operator.audit.note_made', input)).status
  expect(await note(await ops.as('SUPERVISOR'))).toBe(200)
  const { results } = await ask('list', { action: 'planning.make' })
  expect(results).toMatchObject([
    { target: sentence.slice(0, 200), details: { sentence }, reason: input.reason },
  ])
})

test('the address of a logged change is shown only to operators who can end sessions', async () => {
  const addresses = async (client: Client) => {
    const { body } = await client.trpc('query', 'operator.audit.changes', { subject_id: employee.id })
    return new Set(body.results.map(({ address }: { address: string }) => address))
  }
  expect(await addresses(operator)).toContain('127.0.0.1')
  expect(await addresses(await ops.as('VIEWER'))).toEqual(new Set(['']))
})

type Entry = { action: string; event: string; subjects: { kind: string; name: string; detail: string }[] }
const nameOf = ({ subjects }: Pick<Entry, 'subjects'>) => subjects.map(({ name }) => name).join(': ')

test('logged changes can be filtered by row, person and day, and searched by names', async () => {
  const names = async (filter: object): Promise<string[]> =>
    (await ask('changes', filter)).results.map(nameOf)
  expect(await names({ subject_id: assignment.id })).toEqual(['Lovelace, Ada: Night nurse'])
  expect(new Set(await names({ search: 'lovelace' }))).toEqual(
    new Set(['Lovelace, Ada', 'Lovelace, Ada: Night nurse']),
  )
  // Rows that were made directly in SQL are dated by the database's clock, and so are their later changes.
  const augusta = { first_name: 'Augusta', last_name: 'Byron', email: 'augusta@clinic.example' }
  const { body: byron } = await admin.post('/api/v1/employees/', { employee_number: 'A1', ...augusta })
  const user = await service.addUser('EMPLOYEE', { email: 'AUGUSTA@clinic.example' })
  expect(await names({ search: 'byron', date_to: '2026-03-04' })).toEqual(['Byron, Augusta'])
  expect(await names({ person: byron.id })).toEqual(['Given Family', 'Byron, Augusta'])
  for (const search of ['augusta@', user.id]) expect(await names({ search })).toContain('Given Family')
  expect(new Set(await names({ person: employee.id }))).toEqual(
    new Set(['Lovelace, Ada', 'Lovelace, Ada: Night nurse']),
  )
  expect(await names({ search: 'lovelace', date_to: '2026-03-04' })).toEqual([])
  expect(await names({ search: 'unknown' })).toEqual([])
  expect(await names({ subject_id: position.id })).toEqual(['Night nurse'])
  const made = await ask('changes', { actor: admin.user.id, action: 'CREATE' })
  expect(made.results.map(nameOf)).toEqual(['Byron, Augusta'])
})

test('logged changes name deleted rows, and the rows that values refer to', async () => {
  const tag = await make.tag({ display_name: 'Basic life support' })
  const required = await make.positionTag({ position: position.id, tag: tag.id })
  await admin.delete(`/api/v1/position-tags/${required.id}/`)
  await make.employeeTag({ employee: employee.id })
  const { results } = await ask('changes', { page_size: 100 })
  expect(results.filter((entry: Entry) => entry.subjects.length === 0)).toEqual([])
  expect(new Set(results.map(({ subject }: { subject: string }) => subject)).size).toBe(8)
  const [deleted] = (await ask('changes', { action: 'DELETE' })).results
  expect(deleted.subjects).toMatchObject([
    { kind: 'position', name: 'Night nurse', detail: expect.any(String) },
    { kind: 'tag', name: 'Basic life support', detail: tag.name },
  ])
  expect(deleted.names).toEqual({ [position.id]: 'Night nurse', [tag.id]: 'Basic life support' })
})

describe('the operators’ log', () => {
  const act = (name: string, input: object) =>
    administrator.trpc('mutation', `operator.${name}`, { reason: 'because', ...input })
  let administrator: Client
  let noa: { id: string; email: string }
  const until = '2026-03-04T11:00:00.000Z'
  beforeAll(async () => {
    administrator = await ops.confirmed('ADMIN', { given_name: 'Teresa', family_name: 'Villalba' })
    noa = await service.addUser('VIEWER', {
      email: 'noa@clinic.example',
      given_name: 'Noa',
      family_name: 'Prat',
    })
    await act('throttles.block', { scope: 'user', key: noa.id, until })
    await act('throttles.block', { scope: 'login', key: '203.0.113.7', until })
    await act('users.set_role', { id: noa.id, role: 'MANAGER' })
    await act('rules.update', { code: 'MAX_WEEKLY_HOURS', threshold: '50' })
    await act('rules.set_clinic_cap', { max_weekly_hours: '45' })
  })

  const entries = async (filter: object) =>
    (await ask('list', filter)).results.map(({ action, subjects }: Entry) => [
      action,
      ...subjects.map(({ kind, name, detail }) => `${kind} ${name} (${detail})`),
    ])
  const blocked = () => ['throttles.block', 'user Noa Prat (noa@clinic.example)', `key ${noa.id} (user)`]
  const promoted = ['users.set_role', 'user Noa Prat (noa@clinic.example)']

  test("the operators' log names the subject of each entry", async () => {
    expect(await entries({ actor: administrator.user.id })).toEqual([
      ['rules.set_clinic_cap', 'unit The clinic (CLINIC)'],
      ['rules.update', 'rule MAX_WEEKLY_HOURS ()'],
      promoted,
      ['throttles.block', 'key 203.0.113.7 (login)'],
      blocked(),
    ])
  })

  test("the operators' log can be searched by name, email and id of a user, and by key", async () => {
    for (const search of ['noa prat', 'Prat, N', 'noa@', noa.id])
      expect(await entries({ search })).toEqual([promoted, blocked()])
    expect(await entries({ user: noa.id })).toEqual([promoted, blocked()])
    expect(await entries({ user: noa.id, action: 'throttles.block' })).toEqual([blocked()])
    expect(await entries({ user: noa.id, date_from: '2026-03-05' })).toEqual([])
    expect(await entries({ target: 'login 203.0.113.7' })).toHaveLength(1)
    expect(await entries({ user: administrator.user.id })).toEqual([])
    const person = await make.employee({ email: 'NOA@clinic.example' })
    expect(await entries({ person: person.id })).toEqual([promoted, blocked()])
    const { results } = await ask('list', { user: noa.id, action: 'users.set_role' })
    expect(results).toMatchObject([{ details: { role: 'MANAGER', before: { role: 'VIEWER' } } }])
  })

  test("the operators' log names the assignments of a plan of an earlier release, and finds them by employee", async () => {
    const place = await make.position({ title: 'Day nurse' })
    const { id } = await make.assignment({ employee: employee.id, position: place.id })
    const em = service.orm.em.fork()
    em.create(OperatorLog, {
      action: 'planning.apply',
      target: '1 assignment',
      details: { assignments: [id] },
      actor: administrator.user.id,
      reason: 'Nights in spring',
      created_at: service.clock.now,
    })
    await em.flush()
    const applied = [
      'planning.apply',
      `person Lovelace, Ada (${employee.employee_number})`,
      expect.stringMatching('position Day nurse'),
    ]
    expect(await entries({ person: employee.id })).toEqual([applied])
  })

  test('a security event is also found by the user that it affects', async () => {
    await act('users.end_sessions', { id: noa.id })
    await ops.services.securityLog.flush()
    const events = async (filter: object) =>
      (await ask('security', filter)).results.map(({ event, subjects }: Entry) => [
        event,
        nameOf({ subjects }),
      ])
    for (const filter of [{ user: noa.id }, { search: 'noa@' }, { search: noa.id }])
      expect(await events(filter)).toEqual([['session_end', 'Noa Prat']])
  })
})

test('the logs name the assignment of a transition and the changed fields of a tag', async () => {
  await admin.post(`/api/v1/assignments/${assignment.id}/suspend/`, { reason: 'absent' })
  const { results } = await ask('transitions', { person: employee.id })
  expect(results).toMatchObject([
    {
      transition: 'suspend',
      subjects: [
        { kind: 'person', id: employee.id, name: 'Lovelace, Ada' },
        { kind: 'position', id: position.id, name: 'Night nurse' },
      ],
    },
  ])
  const tag = (await make.tag()).id
  const dates = { start_date: '2026-01-01', end_date: '2026-12-31' }
  const { body: held } = await admin.post('/api/v1/employee-tags/', { employee: employee.id, tag, ...dates })
  service.clock.now = new Date(service.clock.now.getTime() + 1000)
  await admin.patch(`/api/v1/employee-tags/${held.id}/`, { end_date: '2027-12-31', reason: 'Course passed' })
  expect((await ask('tag_changes', { person: employee.id, action: 'MODIFIED' })).results).toMatchObject([
    { reason: 'Course passed', before: { end_date: '2026-12-31' }, after: { end_date: '2027-12-31' } },
  ])
})

test.each(['list', 'changes', 'transitions', 'tag_changes'])(
  'a page of the log %s takes one statement besides the caller lookup',
  async (name) => {
    const statements = await statementsOf(ops.services.orm, () => ask(name, { page_size: 100 }))
    expect(statements).toHaveLength(2)
  },
)

test('staff of the role EMPLOYEE find only their own transitions and tags', async () => {
  const own = await ops.as('EMPLOYEE', { is_staff: true, email: 'ada@clinic.example' })
  const seen = async (name: string, filter: object) =>
    (await own.trpc('query', `operator.audit.${name}`, filter)).body.results.map(
      (entry: { employee: string }) => entry.employee,
    )
  expect(new Set(await seen('transitions', {}))).toEqual(new Set([employee.id]))
  expect(new Set(await seen('tag_changes', {}))).toEqual(new Set([employee.id]))
  expect(await seen('transitions', { person: (await make.employee()).id })).toEqual([])
  for (const name of ['list', 'changes', 'security'])
    expect((await own.trpc('query', `operator.audit.${name}`, {})).status).toBe(403)
})

test('a security event shows user, address and outcome, and can be filtered by each', async () => {
  const refusal = {
    event: 'role',
    outcome: 'REFUSED',
    user: viewer.user.id,
    user_name: 'Family, Given',
    via: 'rest',
    target: 'tags.create',
    times: 1,
  }
  expect((await ask('security', { outcome: 'REFUSED' })).results).toMatchObject([refusal])
  expect((await ask('security', { user: viewer.user.id })).results).toMatchObject([
    refusal,
    { event: 'login' },
  ])
  const { address } = (await ask('security', { event: 'role' })).results[0]
  expect((await ask('security', { search: address })).count).toBe((await ask('security')).count)
  expect((await ask('security', { search: '203.0.113.1' })).count).toBe(0)
})

test.each([
  ['changes', { subject: 'secrets' }, 'subject'],
  ['changes', { subject_id: '7' }, 'subject_id'],
  ['security', { event: 'tea' }, 'event'],
] as const)('the log %s with the filter %j is refused', async (name, filter, field) => {
  const { status, body } = await operator.trpc('query', `operator.audit.${name}`, filter)
  expect([status, Object.keys(body)]).toEqual([400, [field]])
})

test('where a webhook leads is shown only to those who may see webhooks', async () => {
  const url = 'https://chat.example/hooks/whoever-knows-this-may-write'
  await operator.trpc('mutation', 'operator.users.confirm', { password })
  const made = { name: 'Chat', url, subjects: [], reason: 'To tell the ward' }
  const { id } = (await operator.trpc('mutation', 'operator.webhooks.create', made)).body
  await operator.trpc('mutation', 'operator.webhooks.delete', { id, reason: 'No longer used' })
  const urls = async (client: Client) => {
    const ask = async (name: string, filter: object) =>
      (await client.trpc('query', `operator.audit.${name}`, filter)).body.results
    const [{ details }] = await ask('list', { action: 'webhooks.create' })
    const [deleted, created] = await ask('changes', { subject_id: id })
    return [details.url, created.after.url, deleted.before.url]
  }
  expect(await urls(operator)).toEqual([url, url, url])
  expect(await urls(await ops.as('VIEWER'))).toEqual(['(hidden)', '(hidden)', '(hidden)'])
})
