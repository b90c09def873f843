import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow, expectOrderings, notAnOrdering } from '../../expect/lists.ts'
import { doesNotExist, noon, notFound, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/tags/'
const inUse = {
  detail: 'The tag is referenced by employees or positions; deactivate it instead.',
  code: 'CONFLICT_HAS_DEPENDENCIES',
}

const { service, make, admin } = await serviceForFile()

let made = 0
const valid = (fields: object = {}) => ({
  name: `Valid-${++made}`,
  display_name: 'A valid tag',
  category: 'QUALIFICATION',
  ...fields,
})

test('a tag is created with the defaults of D14', async () => {
  const fields = valid()
  await expectAnswer(admin.post(path, fields), 201, {
    ...fields,
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    hours_delta: '0.00',
    description: '',
    is_active: true,
    created_at: noon,
    updated_at: noon,
  })
})

test('a tag is created with every field, and get and list show the same', async () => {
  const fields = {
    name: 'Contract-40',
    display_name: 'Full time',
    category: 'CONTRACT',
    hours_delta: '40.5',
    description: 'Forty hours and a half',
    is_active: false,
  }
  const ignored = { id: unknown, created_at: '2000-01-01T00:00:00Z', deleted_at: noon, nonsense: 1 }
  const created = await admin.post(path, { ...fields, ...ignored })
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    ...fields,
    id: expect.not.stringMatching(unknown),
    hours_delta: '40.50',
    created_at: noon,
    updated_at: noon,
  })
  const { id } = created.body
  expect((await admin.get(`${path}${id}/`)).body).toEqual(created.body)
  expect((await everyRow(admin, path)).filter((row) => row.id === id)).toEqual([created.body])
})

test.each([
  ['-9999.99', '-9999.99'],
  ['9999.99', '9999.99'],
  [-7.5, '-7.50'],
  ['1e1', '10.00'],
  [0, '0.00'],
  ['-0', '0.00'],
])('the hours_delta %j of a tag is stored as %s', async (hours_delta, stored) => {
  const created = await admin.post(path, valid({ hours_delta }))
  expect([created.status, created.body.hours_delta]).toEqual([201, stored])
})

test.each(['Five5', 'fifteen-letters', '  Trimmed  ', 'ñandú'])(
  'a tag can have the name %j',
  async (name) => {
    const created = await admin.post(path, valid({ name, display_name: 'x'.repeat(200), description: ' d ' }))
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ name: name.trim(), display_name: 'x'.repeat(200), description: 'd' })
  },
)

test('the name of a tag is unique in its stored form', async () => {
  const taken = { name: ['tag with this name already exists.'] }
  await make.tag({ name: 'Unique' })
  const other = await make.tag()
  await expectAnswer(admin.post(path, valid({ name: ' Unique ' })), 400, taken)
  await expectAnswer(admin.patch(`${path}${other.id}/`, { name: 'Unique' }), 400, taken)
  expect((await admin.post(path, valid({ name: 'UNIQUE' }))).status).toBe(201)
})

test.each([
  { name: 'Changed' },
  { display_name: 'Changed' },
  { category: 'EXCEPTION' },
  { hours_delta: '-8.00' },
  { description: 'Changed' },
  { is_active: false },
])('a PATCH of a tag with %j changes nothing else', async (changes) => {
  const { id } = await make.tag({ description: 'As it was' })
  const before = (await admin.get(`${path}${id}/`)).body
  service.clock.now = new Date('2026-03-04T10:30:00Z')
  const patched = await admin.patch(`${path}${id}/`, { ...changes, id: unknown, created_at: 'x' })
  service.clock.now = new Date(noon)
  const after = { ...before, ...changes, updated_at: '2026-03-04T10:30:00.000Z' }
  expect([patched.status, patched.body]).toEqual([200, after])
  expect((await admin.get(`${path}${id}/`)).body).toEqual(after)
})

test('a tag without references is deleted for good', async () => {
  const { id } = await make.tag()
  await expectAnswer(admin.delete(`${path}${id}/`), 204, '')
  for (const answer of [
    await admin.get(`${path}${id}/`),
    await admin.patch(`${path}${id}/`, { is_active: true }),
    await admin.delete(`${path}${id}/`),
  ])
    expect([answer.status, answer.body]).toEqual([404, notFound])
  expect((await everyRow(admin, path)).map((row) => row.id)).not.toContain(id)
})

test('a tag held by an employee cannot be deleted', async () => {
  const { tag } = await make.employeeTag()
  await expectAnswer(admin.delete(`${path}${tag}/`), 409, inUse)
})

test.each([true, false])(
  'a tag that a position requires (is_mandatory: %s) cannot be deleted',
  async (is_mandatory) => {
    const { tag } = await make.positionTag({ is_mandatory })
    await expectAnswer(admin.delete(`${path}${tag}/`), 409, inUse)
  },
)

test('a tag in use is deactivated instead, and can be activated again', async () => {
  const { tag } = await make.employeeTag()
  expect((await admin.patch(`${path}${tag}/`, { is_active: false })).body.is_active).toBe(false)
  expect((await admin.patch(`${path}${tag}/`, { is_active: true })).body.is_active).toBe(true)
})

test.each(['EXPIRED', 'REVOKED'] as const)(
  'a tag whose only holder is %s can be deleted; its history keeps the name, and a new tag can take it',
  async (status) => {
    const name = `Past-${status}`
    const tag = await make.tag({ name, display_name: 'Once', category: 'CONTRACT', hours_delta: '12.00' })
    const employee = await make.employee({ first_name: 'Ana', last_name: 'Past' })
    const held = await make.employeeTag({ tag: tag.id, employee: employee.id, status })
    expect((await admin.delete(`${path}${tag.id}/`)).status).toBe(204)

    const derived = { tag: tag.id, tag_name: name, tag_display_name: 'Once', tag_category: 'CONTRACT' }
    expect((await admin.get(`/api/v1/employee-tags/${held.id}/`)).body).toMatchObject({
      ...derived,
      hours_delta: '12.00',
      status,
    })
    const log = await admin.get(`/api/v1/tag-change-logs/?tag=${tag.id}&search=${name}`)
    expect(log.body.results).toMatchObject([{ ...derived, employee_name: 'Past, Ana', action: 'ASSIGNED' }])

    const gone = { tag: [doesNotExist(tag.id)] }
    const body = { employee: employee.id, tag: tag.id, start_date: '2026-01-01' }
    await expectAnswer(admin.post('/api/v1/employee-tags/', body), 400, gone)
    const { id: position } = await make.position()
    await expectAnswer(admin.post('/api/v1/position-tags/', { position, tag: tag.id }), 400, gone)

    const successor = await admin.post(path, valid({ name }))
    expect(successor.status).toBe(201)
    expect((await admin.get(`/api/v1/employee-tags/${held.id}/`)).body.tag).toBe(tag.id)
    expect((await admin.delete(`${path}${successor.body.id}/`)).status).toBe(204)
    expect((await admin.post(path, valid({ name }))).status).toBe(201)
  },
)

test('tags are ordered by name by default, accented letters beside plain ones', async () => {
  await make.tag({ name: 'Álvarez' })
  await make.tag({ name: 'zapata' })
  await make.tag({ name: 'Alvaro' })
  await make.tag({ name: 'Beatriz', description: 'B', hours_delta: '-3.00', is_active: false })
  const rows = await everyRow(admin, path)
  expect(rows).toEqual(await everyRow(admin, `${path}?ordering=name`))
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => ['Álvarez', 'zapata', 'Alvaro', 'Beatriz'].includes(name))).toEqual([
    'Álvarez',
    'Alvaro',
    'Beatriz',
    'zapata',
  ])
})

test('tags can be ordered by any stored field', async () => {
  service.clock.now = new Date('2026-03-05T10:00:00Z')
  await make.tag()
  service.clock.now = new Date(noon)
  await expectOrderings(admin, path, [
    'id',
    'name',
    'display_name',
    'category',
    'hours_delta',
    'description',
    'is_active',
    'created_at',
    'updated_at',
  ])
})

test.each(['deleted_at', 'nonsense'])('tags cannot be ordered by %s', async (ordering) => {
  await expectAnswer(admin.get(`${path}?ordering=${ordering}`), 400, notAnOrdering(ordering))
})
