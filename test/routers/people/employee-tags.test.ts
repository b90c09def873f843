import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmployeeTag } from '../../../entities/people/employee-tag.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { doesNotExist, unknown } from '../../expect/texts.ts'
import { factories } from '../../made/factories.ts'
import type { Client } from '../../setup/client.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { startService, type TestService } from '../../setup/service.ts'

const path = '/api/v1/employee-tags/'
const now = '2026-03-04T10:00:00.000Z'
const uuidV4 = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const cannotChange = ['This field cannot be changed.']
const endBeforeStart = { end_date: ['End date must not be before the start date.'] }

const { service, make } = await serviceForFile()
const admin = await service.as('ADMIN', { given_name: 'Ada', family_name: 'Root' })

const detail = async (id: string) => (await admin.get(`${path}${id}/`)).body

/** The log of the employee's tags since their creation by the factory, latest first. */
const changes = async (employee: string) =>
  (await admin.get(`/api/v1/tag-change-logs/?employee=${employee}`)).body.results.filter(
    ({ actor, action }: { actor: string | null; action: string }) => actor !== null || action !== 'ASSIGNED',
  )

const entry = (
  { employee, tag }: Pick<EmployeeTag, 'employee' | 'tag'>,
  action: string,
  { reason = '', created_at = now } = {},
) =>
  expect.objectContaining({
    employee,
    tag,
    action,
    reason,
    actor: admin.user.id,
    actor_name: 'Root, Ada',
    created_at,
  })

/** The entries of three changes at one instant, latest first: each is a millisecond later than the one before. */
const threeEntries = (employeeTag: EmployeeTag, action: string) =>
  [2, 1, 0].map((later) => entry(employeeTag, action, { created_at: `2026-03-04T10:00:00.00${later}Z` }))

test('an employee gets a tag, which is logged once as ASSIGNED', async () => {
  const employee = (await make.employee()).id
  const derived = { tag_name: 'Night', tag_display_name: 'Night shifts', tag_category: 'CONTRACT' }
  const tag = await make.tag({
    name: 'Night',
    display_name: 'Night shifts',
    category: 'CONTRACT',
    hours_delta: '-7.50',
  })
  const input = { employee, tag: tag.id, start_date: '2026-01-01' }
  const answer = await expectAnswer(admin.post(path, input), 201, {
    ...input,
    ...derived,
    id: uuidV4,
    hours_delta: '-7.50',
    end_date: null,
    status: 'ACTIVE',
    created_at: now,
  })
  expect(await detail(answer.body.id)).toEqual(answer.body)
  expect(await changes(employee)).toEqual([entry(input, 'ASSIGNED')])
})

test('an employee can hold the same tag twice', async () => {
  const { employee, tag } = await make.employeeTag()
  const body = { employee, tag, start_date: '2020-01-01', end_date: '2020-01-01' }
  const [first, second] = [await admin.post(path, body), await admin.post(path, body)]
  expect([first.body.end_date, second.status]).toEqual(['2020-01-01', 201])
  expect((await admin.get(`${path}?employee_id=${employee}`)).body.count).toBe(3)
})

test('the creation of an employee tag ignores derived, read-only and unknown fields', async () => {
  const employee = (await make.employee()).id
  const tag = await make.tag()
  const derived = { tag_name: 'X', hours_delta: '99.00', status: 'REVOKED', id: unknown, created_at: 'x' }
  const { body } = await admin.post(path, {
    employee,
    tag: tag.id,
    start_date: '2026-01-01',
    reason: 'Hired',
    ...derived,
  })
  expect(body).toMatchObject({ tag_name: tag.name, hours_delta: '0.00', status: 'ACTIVE', created_at: now })
  expect(body.id).not.toBe(unknown)
  expect(await changes(employee)).toEqual([entry(body, 'ASSIGNED')])
})

test('an inactive or deleted tag cannot be given', async () => {
  const employee = (await make.employee()).id
  const inactive = (await make.tag({ is_active: false })).id
  await expectAnswer(admin.post(path, { employee, tag: inactive, start_date: '2026-01-01' }), 400, {
    tag: ['The tag is not active.'],
  })
  const deleted = (await make.tag()).id
  await admin.delete(`/api/v1/tags/${deleted}/`)
  await expectAnswer(admin.post(path, { employee, tag: deleted, start_date: '2026-01-01' }), 400, {
    tag: [doesNotExist(deleted)],
  })
})

test.each(['ONBOARDING', 'PROPOSAL_PENDING', 'ON_LEAVE', 'DEACTIVATED', 'TERMINATED'] as const)(
  'an employee who is %s can get a tag',
  async (status) => {
    const employee = (await make.employee({ status })).id
    const body = { employee, tag: (await make.tag()).id, start_date: '2026-01-01' }
    expect((await admin.post(path, body)).status).toBe(201)
  },
)

test('a tag that ends before it starts is refused, and nothing is stored', async () => {
  const employee = (await make.employee()).id
  const body = { employee, tag: (await make.tag()).id, start_date: '2026-01-02', end_date: '2026-01-01' }
  await expectAnswer(admin.post(path, body), 400, endBeforeStart)
  expect((await admin.get(`${path}?employee_id=${employee}`)).body.count).toBe(0)
  expect(await changes(employee)).toEqual([])
})

const dates = { start_date: '2026-02-01', end_date: '2026-02-28' }
const statuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
/** What is sent, then for each current status the resulting one, and the action logged, '-' for none. */
const grid: [object, [string, string, string], string][] = [
  [{ status: 'REVOKED' }, ['REVOKED', 'REVOKED', 'REVOKED'], 'REVOKED'],
  [{ status: 'EXPIRED' }, ['EXPIRED', 'EXPIRED', 'EXPIRED'], 'EXPIRED'],
  [{ status: 'REVOKED', ...dates }, ['REVOKED', 'REVOKED', 'REVOKED'], 'REVOKED'],
  [{ status: 'EXPIRED', end_date: null }, ['EXPIRED', 'EXPIRED', 'EXPIRED'], 'EXPIRED'],
  [dates, ['ACTIVE', 'EXPIRED', 'REVOKED'], 'MODIFIED'],
  [{ start_date: '2026-01-31' }, ['ACTIVE', 'EXPIRED', 'REVOKED'], 'MODIFIED'],
  [{ end_date: null }, ['ACTIVE', 'EXPIRED', 'REVOKED'], 'MODIFIED'],
  [{ start_date: '2026-01-01', end_date: '2026-06-30' }, ['ACTIVE', 'EXPIRED', 'REVOKED'], '-'],
  [{}, ['ACTIVE', 'EXPIRED', 'REVOKED'], '-'],
]
const cells = grid.flatMap(([patch, results, action]) =>
  statuses.map((status, i) => ({ status, patch, result: results[i], action })),
)

const held = (status: (typeof statuses)[number], fields: Partial<EmployeeTag> = {}) =>
  make.employeeTag({ status, start_date: '2026-01-01', end_date: '2026-06-30', ...fields })

test.each(cells)(
  'a PATCH of a tag that is $status with $patch leaves it $result and logs $action',
  async (cell) => {
    const employeeTag = await held(cell.status)
    const before = await detail(employeeTag.id)
    const answer = await admin.patch(`${path}${employeeTag.id}/`, { ...cell.patch, reason: ' Why ' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...before, ...cell.patch, status: cell.result })
    expect(await detail(employeeTag.id)).toEqual(answer.body)
    const logged = cell.action === '-' ? [] : [entry(employeeTag, cell.action, { reason: 'Why' })]
    expect(await changes(employeeTag.employee)).toEqual(logged)
  },
)

test.each(['EXPIRED', 'REVOKED'] as const)('a tag that is %s cannot become ACTIVE again', async (status) => {
  const employeeTag = await held(status)
  const before = await detail(employeeTag.id)
  await expectAnswer(admin.patch(`${path}${employeeTag.id}/`, { status: 'ACTIVE', end_date: null }), 400, {
    status: [`A tag that is ${status} cannot become ACTIVE again; assign a new one.`],
  })
  expect(await detail(employeeTag.id)).toEqual(before)
  expect(await changes(employeeTag.employee)).toEqual([])
})

test('a PATCH to ACTIVE of a tag that is ACTIVE changes only its dates, and logs them once', async () => {
  const employeeTag = await held('ACTIVE')
  expect((await admin.patch(`${path}${employeeTag.id}/`, { status: 'ACTIVE' })).status).toBe(200)
  expect(await changes(employeeTag.employee)).toEqual([])
  for (let time = 0; time < 2; time++)
    await admin.patch(`${path}${employeeTag.id}/`, { status: 'ACTIVE', end_date: null })
  expect(await changes(employeeTag.employee)).toEqual([entry(employeeTag, 'MODIFIED')])
})

test.each(['EXPIRED', 'REVOKED'])(
  'each change of a tag to %s is logged, also within one millisecond',
  async (status) => {
    const employeeTag = await held('ACTIVE')
    await Promise.all([1, 2, 3].map(() => admin.patch(`${path}${employeeTag.id}/`, { status })))
    expect(await changes(employeeTag.employee)).toEqual(threeEntries(employeeTag, status))
  },
)

test.each<[object, object]>([
  [{ start_date: '2026-07-01' }, endBeforeStart],
  [{ end_date: '2025-12-31' }, endBeforeStart],
  [{ start_date: '2026-03-02', end_date: '2026-03-01' }, endBeforeStart],
  [{ tag: unknown, status: 'REVOKED' }, { tag: cannotChange }],
  [{ employee: unknown }, { employee: cannotChange }],
  [
    { employee: unknown, tag: unknown },
    { employee: cannotChange, tag: cannotChange },
  ],
])('a PATCH of a tag with %j is refused, and changes and logs nothing', async (patch, errors) => {
  const employeeTag = await held('ACTIVE')
  const before = await detail(employeeTag.id)
  await expectAnswer(admin.patch(`${path}${employeeTag.id}/`, patch), 400, errors)
  expect(await detail(employeeTag.id)).toEqual(before)
  expect(await changes(employeeTag.employee)).toEqual([])
})

test('a PATCH can repeat the tag and the employee, and ignores derived fields', async () => {
  const employeeTag = await held('ACTIVE')
  const before = await detail(employeeTag.id)
  const { employee, tag } = employeeTag
  const sent = {
    tag: tag.toUpperCase(),
    employee,
    tag_name: 'Other',
    hours_delta: '1.00',
    created_at: null,
  }
  await expectAnswer(admin.patch(`${path}${employeeTag.id}/`, sent), 200, before)
})

test.each(['ACTIVE', 'EXPIRED', 'REVOKED'] as const)(
  'the deletion of a tag that is %s revokes and logs it',
  async (status) => {
    const employeeTag = await make.employeeTag({ status })
    const before = await detail(employeeTag.id)
    await expectAnswer(admin.delete(`${path}${employeeTag.id}/`), 204, '')
    expect(await detail(employeeTag.id)).toEqual({ ...before, status: 'REVOKED' })
    expect(await changes(employeeTag.employee)).toEqual([entry(employeeTag, 'REVOKED')])
  },
)

test('each deletion of a tag is logged, also within one millisecond', async () => {
  const employeeTag = await make.employeeTag()
  await Promise.all([1, 2, 3].map(() => admin.delete(`${path}${employeeTag.id}/`)))
  expect(await changes(employeeTag.employee)).toEqual(threeEntries(employeeTag, 'REVOKED'))
})

let own: TestService
let client: Client
const employees: string[] = []
const ids: string[] = []

/** Five employee tags, a to e, in the order of creation; c, d and e are another employee's. */
beforeAll(async () => {
  own = await startService()
  const makeOwn = factories(own)
  client = await own.as('VIEWER')
  const mine = (await makeOwn.employee()).id
  const other = (await makeOwn.employee()).id
  employees.push(mine, other)
  const contract = (await makeOwn.tag({ name: 'Full-time', category: 'CONTRACT', hours_delta: '40.00' })).id
  const nurse = (await makeOwn.tag({ name: 'Nurse', category: 'QUALIFICATION' })).id
  const fields = [
    { employee: mine, tag: contract, start_date: '2026-01-03', end_date: '2026-09-01', status: 'ACTIVE' },
    { employee: mine, tag: nurse, start_date: '2026-01-01', end_date: '2026-09-03', status: 'REVOKED' },
    { employee: other, tag: nurse, start_date: '2026-01-05', end_date: '2026-09-02', status: 'EXPIRED' },
    { employee: other, tag: contract, start_date: '2026-01-02', end_date: '2026-09-05', status: 'ACTIVE' },
    { employee: other, tag: contract, start_date: '2026-01-04', end_date: '2026-09-04', status: 'REVOKED' },
  ] as const
  for (const [i, row] of fields.entries()) {
    const created_at = new Date(`2026-02-0${i + 1}T00:00:00Z`)
    ids.push((await makeOwn.employeeTag({ ...row, created_at })).id)
  }
})
afterAll(() => own.close())

const keysOf = (results: { id: string }[]) => results.map(({ id }) => 'abcde'[ids.indexOf(id)]).join('')
const found = async (query: string) => {
  const { status, body } = await client.get(`${path}?${query}`)
  if (status === 200) expect(body.count).toBe(body.results.length)
  return status === 200 ? keysOf(body.results) : [status, body]
}

test('the list of employee tags starts with the latest, and each row equals the detail', async () => {
  const { body } = await client.get(`${path}?page_size=3`)
  expect({ ...body, results: keysOf(body.results) }).toEqual({
    count: 5,
    next: `${own.url}${path}?page_size=3&page=2`,
    previous: null,
    results: 'edc',
  })
  for (const row of body.results) expect((await client.get(`${path}${row.id}/`)).body).toEqual(row)
})

const notChoice = (value: string) => [`Select a valid choice. ${value} is not one of the available choices.`]
test.each([
  ['category=CONTRACT', 'eda'],
  ['category=QUALIFICATION', 'cb'],
  ['category=EXCEPTION', ''],
  ['category=CERTIFICATION', ''],
  ['status=ACTIVE', 'da'],
  ['status=EXPIRED', 'c'],
  ['status=REVOKED', 'eb'],
  ['status=&category=&employee_id=', 'edcba'],
  ['status=REVOKED&category=CONTRACT', 'e'],
  ['status=ACTIVE&category=QUALIFICATION', ''],
  [`employee_id=${unknown}`, ''],
  ['ordering=tag_name', [400, { ordering: notChoice('tag_name') }]],
  ['ordering=hours_delta', [400, { ordering: notChoice('hours_delta') }]],
  ['ordering=created_at', 'abcde'],
  ['ordering=start_date', 'bdaec'],
  ['ordering=-start_date', 'ceadb'],
  ['ordering=end_date', 'acbed'],
  ['ordering=-end_date', 'debca'],
  ['ordering=status', 'adcbe'],
  ['ordering=-status', 'ebcda'],
])('the list of employee tags with %s is %j', async (query, expected) => {
  expect(await found(query)).toEqual(expected)
})

test('the list of employee tags can be limited to one employee', async () => {
  expect(await found(`employee_id=${employees[0]}`)).toBe('ba')
  expect(await found(`employee_id=${employees[1]}&status=ACTIVE`)).toBe('d')
  expect(await found(`employee_id=${employees[0]}&category=CONTRACT`)).toBe('a')
})

test('the list of employee tags can be ordered by id, employee and tag', async () => {
  const rows = (await client.get(path)).body.results
  for (const field of ['id', 'employee', 'tag']) {
    const values = rows.map((row: Record<string, string>) => row[field]).sort()
    const answer = await client.get(`${path}?ordering=${field}`)
    expect(answer.body.results.map((row: Record<string, string>) => row[field])).toEqual(values)
    expect(await found(`ordering=-${field}`)).toBe([...keysOf(answer.body.results)].reverse().join(''))
  }
})
