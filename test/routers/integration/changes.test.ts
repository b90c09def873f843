import pg from 'pg'
import { expect, test } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { notPermitted } from '../../expect/texts.ts'
import type { Client } from '../../setup/client.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()

const path = '/integration/v1/changes/'

test('the feed shows the creation, the change and the deletion of an object as the contract shows it', async () => {
  const { cursor } = (await admin.get(path)).body
  const fields = { name: 'Feed-Tag', display_name: 'Told', category: 'CONTRACT', hours_delta: '40' }
  const { body: tag } = await admin.post('/api/v1/tags/', fields)
  const { body: last } = await admin.patch(`/api/v1/tags/${tag.id}/`, { hours_delta: '38.5' })
  await admin.delete(`/api/v1/tags/${tag.id}/`)
  const { status, body } = await admin.get(`${path}?after=${cursor}`)
  const { created_at: _, updated_at, ...shown } = tag
  const told = { cursor: expect.any(String), subject: 'tags', id: tag.id, actor: admin.user.id, via: 'rest' }
  expect([status, body]).toEqual([
    200,
    {
      changes: [
        { ...told, action: 'CREATE', before: null, after: tag, changed_at: tag.created_at },
        {
          ...told,
          action: 'UPDATE',
          before: { hours_delta: '40.00' },
          after: { hours_delta: '38.50' },
          changed_at: expect.any(String),
        },
        {
          ...told,
          action: 'DELETE',
          before: last,
          after: null,
          changed_at: expect.any(String),
        },
      ],
      cursor: expect.any(String),
      has_more: false,
    },
  ])
  expect([shown.name, updated_at]).toEqual(['Feed-Tag', tag.created_at])
  const { body: rest } = await admin.get(`${path}?after=${body.changes[0].cursor}`)
  expect(rest.changes).toEqual(body.changes.slice(1))
  expect((await admin.get(`${path}?after=${body.cursor}`)).body).toEqual({
    changes: [],
    cursor: expect.any(String),
    has_more: false,
  })
})

/** What the feed tells of the work, without cursors and times. */
async function told(work: () => Promise<unknown>, query = '') {
  const { cursor } = (await admin.get(path)).body
  await work()
  const { changes } = (await admin.get(`${path}?after=${cursor}${query}`)).body
  return changes.map(({ subject, action, before, after }: Record<string, unknown>) => ({
    subject,
    action,
    before,
    after,
  }))
}

const without = (object: Record<string, unknown>, ...fields: string[]) =>
  Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)))
const created = (subject: string, after: object) => ({ subject, action: 'CREATE', before: null, after })
const updated = (subject: string, before: object, after: object) => ({
  subject,
  action: 'UPDATE',
  before,
  after,
})

test('objects of all kinds have the values of the contract, but for what follows from other objects', async () => {
  const add = async (resource: string, fields: object) =>
    (await admin.post(`/api/v1/${resource}/`, fields)).body
  const department = await make.department()
  const made: Record<string, unknown>[] = []
  const changes = await told(async () => {
    const unit = await add('org-units', {
      parent_id: department.id,
      unit_type: 'UNIT',
      code: 'FEED',
      name: 'Feed',
    })
    const title = { title: 'Nurse', required_weekly_hours: '7.5', org_unit_id: unit.id }
    const position = await add('demand', title)
    const employee = await add('employees', {
      employee_number: 'FEED-1',
      first_name: 'Ada',
      last_name: 'Feed',
      email: 'ada@feed.example',
    })
    await admin.post(`/api/v1/employees/${employee.id}/activate/`)
    const tag = (await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })).id
    const held = await add('employee-tags', { employee: employee.id, tag, start_date: '2026-01-01' })
    const required = await add('position-tags', { position: position.id, tag })
    const assigned = { employee: employee.id, position_id: position.id, effective_hours: '7.25' }
    made.push(unit, position, employee, held, required, await add('assignments', assigned))
  }, '&subjects=org_units,positions,employees,employee_tags,position_tags,assignments')
  const [unit = {}, position = {}, employee = {}, held = {}, required = {}, assignment = {}] = made
  const nameOfTag = ['tag_name', 'tag_display_name', 'tag_category']
  expect(changes).toEqual([
    created(
      'org_units',
      without(unit, 'position_count', 'children_count', 'descendant_count', 'total_position_count'),
    ),
    created('positions', {
      ...{ id: position.id, org_unit_id: unit.id, title: 'Nurse', required_weekly_hours: '7.50' },
      ...{ is_active: true, notes: '', created_at: position.created_at, updated_at: position.updated_at },
    }),
    created('employees', employee),
    updated('employees', { status: 'ONBOARDING' }, { status: 'ACTIVE' }),
    created('employee_tags', without(held, ...nameOfTag, 'hours_delta')),
    created('position_tags', without(required, ...nameOfTag)),
    created('assignments', without(assignment, 'employee_name')),
  ])
})

test('a proposal appears with the change of status that begins or ends it, and hidden columns do not', async () => {
  const employee = await make.employee()
  const proposal = { proposal_type: 'TRANSFER', notes: 'To ward 2', expires_at: '2026-03-11T10:00:00.000Z' }
  const changes = await told(async () => {
    const at = `/api/v1/employees/${employee.id}`
    await admin.post(`${at}/propose/`, { proposal_type: 'TRANSFER', notes: 'To ward 2' })
    await admin.post(`${at}/cancel-proposal/`)
  })
  const pending = {
    status: 'PROPOSAL_PENDING',
    current_proposal: { ...proposal, previous_status: 'ACTIVE' },
  }
  const active = { status: 'ACTIVE', current_proposal: null }
  expect(changes).toEqual([updated('employees', active, pending), updated('employees', pending, active)])
})

test('changes of users and their secrets are not told of', async () => {
  expect(await told(() => service.asMachine('VIEWER'))).toEqual([])
})

test('a call waits for the next change, and is answered with no change once its time is up', async () => {
  const { cursor } = (await admin.get(path)).body
  const waiting = admin.get(`${path}?after=${cursor}&subjects=tags&wait=30`)
  await make.employee()
  const tag = await make.tag()
  expect((await waiting).body).toMatchObject({ changes: [{ subject: 'tags', id: tag.id }], has_more: false })
  const { cursor: end } = (await waiting).body
  expect((await admin.get(`${path}?after=${end}&subjects=tags&wait=1`)).body).toMatchObject({ changes: [] })
})

test('a call without a cursor does not wait, so that more than ten are answered at once', async () => {
  const answers = await Promise.all(Array.from({ length: 11 }, () => admin.get(`${path}?wait=30`)))
  const present = { changes: [], cursor: expect.any(String), has_more: false }
  for (const { status, body } of answers) expect([status, body]).toEqual([200, present])
})

test('a caller who loses their rights while they wait is told of nothing', async () => {
  const viewer = await service.as('VIEWER')
  const { cursor } = (await viewer.get(path)).body
  const waiting = viewer.get(`${path}?after=${cursor}&wait=30`)
  const em = service.orm.em.fork()
  const user = await em.findOneOrFail(User, viewer.user.id)
  user.role = 'EMPLOYEE'
  await em.flush()
  await make.tag()
  await expectAnswer(waiting, 403, notPermitted)
})

test('a hundred calls of many users may wait, and one more is refused', async () => {
  // All sign in first: on a busy machine that may take longer than a call waits.
  const users: Client[] = []
  while (users.length < 10) users.push(await service.as('VIEWER'))
  const { cursor } = (await admin.get(path)).body
  const wait = (client: Client) => client.get(`${path}?after=${cursor}&wait=30`)
  const waiting = users.flatMap((user) => Array.from({ length: 10 }, () => wait(user)))
  await expect.poll(() => service.services.changes.size).toBe(100)
  const refused = await wait(admin)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect(refused.body.detail).toContain('Too many calls wait for changes.')
  await make.tag()
  const answers = (await Promise.all(waiting)).map(({ status }) => status)
  expect(answers).toEqual(Array(100).fill(200))
})

test('ten calls of a user may wait, and all are answered when the service stops', async () => {
  const viewer = await service.as('VIEWER')
  const { cursor } = (await viewer.get(path)).body
  const wait = (client: Client) => client.get(`${path}?after=${cursor}&wait=30`)
  const waiting = Array.from({ length: 11 }, () => wait(viewer))
  const refused = await Promise.race(waiting)
  expect([refused.status, refused.body]).toEqual([
    429,
    { detail: '10 calls of yours already wait for changes, the maximum.' },
  ])
  service.services.changes.close()
  const answers = (await Promise.all(waiting)).map(({ status }) => status)
  expect(answers.sort()).toEqual([...Array(10).fill(200), 429])
})

test.each([
  ['after=yesterday', { after: ['Not a cursor of this feed.'] }],
  [
    'subjects=tags,users',
    { subjects: ['Item 1: Select a valid choice. users is not one of the available choices.'] },
  ],
  ['limit=0', { limit: ['Ensure this value is greater than or equal to 1.'] }],
  ['limit=1001', { limit: ['Ensure this value is less than or equal to 1000.'] }],
  ['wait=31', { wait: ['Ensure this value is less than or equal to 30.'] }],
])('the query %s of the feed is refused', async (query, body) => {
  await expectAnswer(admin.get(`${path}?${query}`), 400, body)
})

const gone = {
  detail:
    'The changes after this cursor are no longer kept. Start anew: call without `after`, read the lists, and go on from the cursor of that call.',
}

test('a cursor of a database that was restored to an earlier time is 410, over both surfaces', async () => {
  const { cursor } = (await admin.get(path)).body
  const [top = '', at = '', xmin = ''] = cursor.split('.')
  const later = (Number.parseInt(xmin, 36) + 1000).toString(36)
  const other = (Number.parseInt(at, 36) + 1).toString(36)
  for (const restored of [`${top}.${at}.${later}.0`, `${top}.${other}.${xmin}.0`])
    await expectAnswer(admin.get(`${path}?after=${restored}`), 410, gone)
  const { status, body } = await admin.trpc('query', 'integration.changes', {
    after: `${top}.${at}.${later}.0`,
  })
  expect([status, body]).toEqual([410, gone])
})

test('a cursor that is older than the log is 410, and one from then on is not', async () => {
  const old = (await admin.get(path)).body.cursor
  await make.tag()
  const owner = new pg.Client(service.ownerUrl)
  await owner.connect()
  // As `retireLogs` records it.
  await owner.query(`insert into trail.retired
    select 'change_log', now(), max(id), int4multirange(int4range(1, max(id), '[]')), now(), 'service', '' from change_log`)
  await owner.end()
  await expectAnswer(admin.get(`${path}?after=${old}`), 410, gone)
  const { cursor } = (await admin.get(path)).body
  const tag = await make.tag()
  expect((await admin.get(`${path}?after=${cursor}`)).body.changes).toMatchObject([{ id: tag.id }])
})
