import { beforeAll, expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow, expectOrderings, notAnOrdering } from '../../expect/lists.ts'
import { doesNotExist, noon, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const ids: Record<string, string> = {}

const path = '/api/v1/org-units/'
const inUse = {
  detail: 'The org unit has active child units or active positions.',
  code: 'CONFLICT_HAS_DEPENDENCIES',
}
const inactiveParent = { parent_id: ['The parent must be active.'] }

let made = 0
const valid = (unit_type: string, parent_id: string | null | undefined, fields: object = {}) => ({
  unit_type,
  parent_id,
  code: `C${++made}`,
  name: `Unit ${made}`,
  ...fields,
})

beforeAll(async () => {
  const given = { unit_type: 'CLINIC', code: 'ROOT', name: 'The clinic', max_weekly_hours: '55.5' }
  const clinic = await expectAnswer(admin.post(path, given), 201, {
    id: expect.any(String),
    parent_id: null,
    ...given,
    short_name: '',
    is_active: true,
    is_management: false,
    sort_order: 0,
    max_weekly_hours: '55.50',
    position_count: 0,
    children_count: 0,
    descendant_count: 0,
    total_position_count: 0,
    created_at: noon,
    updated_at: noon,
  })
  ids.CLINIC = clinic.body.id
  for (const [unit_type, parent] of [
    ['DEPARTMENT', 'CLINIC'],
    ['SERVICE', 'DEPARTMENT'],
    ['UNIT', 'SERVICE'],
  ] as const)
    ids[unit_type] = (await admin.post(path, valid(unit_type, ids[parent]))).body.id
})

const under = (type: string, parent: string) => ({
  parent_id: [`A ${type} cannot be placed under a ${parent}.`],
})
const nowhere = (type: string, parents: string) => ({
  parent_id: [`A ${type} must be placed under a ${parents}.`],
})

const nesting: [string, string | null, true | object][] = [
  ['CLINIC', null, { unit_type: ['Only one CLINIC may exist.'] }],
  ['CLINIC', 'CLINIC', under('CLINIC', 'CLINIC')],
  ['CLINIC', 'DEPARTMENT', under('CLINIC', 'DEPARTMENT')],
  ['CLINIC', 'SERVICE', under('CLINIC', 'SERVICE')],
  ['CLINIC', 'UNIT', under('CLINIC', 'UNIT')],
  ['DEPARTMENT', null, nowhere('DEPARTMENT', 'CLINIC')],
  ['DEPARTMENT', 'CLINIC', true],
  ['DEPARTMENT', 'DEPARTMENT', under('DEPARTMENT', 'DEPARTMENT')],
  ['DEPARTMENT', 'SERVICE', under('DEPARTMENT', 'SERVICE')],
  ['DEPARTMENT', 'UNIT', under('DEPARTMENT', 'UNIT')],
  ['SERVICE', null, nowhere('SERVICE', 'DEPARTMENT')],
  ['SERVICE', 'CLINIC', under('SERVICE', 'CLINIC')],
  ['SERVICE', 'DEPARTMENT', true],
  ['SERVICE', 'SERVICE', under('SERVICE', 'SERVICE')],
  ['SERVICE', 'UNIT', under('SERVICE', 'UNIT')],
  ['UNIT', null, nowhere('UNIT', 'SERVICE or a DEPARTMENT')],
  ['UNIT', 'CLINIC', under('UNIT', 'CLINIC')],
  ['UNIT', 'DEPARTMENT', true],
  ['UNIT', 'SERVICE', true],
  ['UNIT', 'UNIT', under('UNIT', 'UNIT')],
]

test.each(nesting)(
  'a new %s under %s is created or refused as the nesting rules say: %j',
  async (type, parent, expected) => {
    const answer = await admin.post(path, valid(type, parent && ids[parent]))
    if (expected === true)
      expect(answer).toMatchObject({ status: 201, body: { unit_type: type, parent_id: ids[parent ?? ''] } })
    else expect([answer.status, answer.body]).toEqual([400, expected])
  },
)

test.each(nesting)(
  'a move of a %s under %s succeeds or is refused as the nesting rules say: %j',
  async (type, parent, expected) => {
    const { id } =
      type === 'CLINIC'
        ? { id: ids.CLINIC }
        : (await admin.post(path, valid(type, ids[type === 'DEPARTMENT' ? 'CLINIC' : 'DEPARTMENT']))).body
    const answer = await admin.patch(`${path}${id}/`, { parent_id: parent && ids[parent] })
    if (expected === true || (type === 'CLINIC' && parent === null))
      expect(answer).toMatchObject({
        status: 200,
        body: { id, unit_type: type, parent_id: parent && ids[parent] },
      })
    else expect([answer.status, answer.body]).toEqual([400, expected])
  },
)

test('a blank parent is none', async () => {
  expect((await admin.patch(`${path}${ids.CLINIC}/`, { parent_id: '' })).body.parent_id).toBeNull()
  const answer = await admin.post(path, valid('DEPARTMENT', ''))
  expect([answer.status, answer.body]).toEqual([400, nowhere('DEPARTMENT', 'CLINIC')])
})

test('a unit is created with every field, and get and list agree', async () => {
  const fields = {
    unit_type: 'UNIT',
    parent_id: ids.DEPARTMENT,
    code: 'ROOT.1.9',
    name: 'Emergency room',
    short_name: 'ER',
    is_active: false,
    sort_order: -3,
    max_weekly_hours: null,
  }
  const created = await admin.post(path, { ...fields, is_management: true, position_count: 9, id: unknown })
  const row = {
    ...fields,
    id: expect.not.stringMatching(unknown),
    is_management: false,
    position_count: 0,
    created_at: noon,
    updated_at: noon,
  }
  const counts = { children_count: 0, descendant_count: 0, total_position_count: 0 }
  expect([created.status, created.body]).toEqual([201, { ...row, ...counts }])
  const { id } = created.body
  expect((await admin.get(`${path}${id}/`)).body).toEqual(created.body)
  expect((await admin.get(`${path}?search=Emergency`)).body).toEqual({
    count: 1,
    next: null,
    previous: null,
    results: [row],
  })
})

const onlyClinic = { max_weekly_hours: ['Only a CLINIC may set the weekly hours.'] }

test.each<[object, object]>([
  [{ code: ' ROOT ' }, { code: ['org unit with this code already exists.'] }],
  [{ parent_id: undefined }, nowhere('DEPARTMENT', 'CLINIC')],
  [{ max_weekly_hours: '40' }, onlyClinic],
])('a new DEPARTMENT with %j is refused', async (fields, expected) => {
  await expectAnswer(admin.post(path, valid('DEPARTMENT', ids.CLINIC, fields)), 400, expected)
})

test('the code of an org unit is unique, also after a PATCH', async () => {
  const taken = { code: ['org unit with this code already exists.'] }
  await expectAnswer(admin.patch(`${path}${ids.UNIT}/`, { code: 'ROOT' }), 400, taken)
})

test('an inactive CLINIC is still the only one', async () => {
  await expectAnswer(admin.post(path, valid('CLINIC', null, { is_active: false })), 400, {
    unit_type: ['Only one CLINIC may exist.'],
  })
})

test.each([
  ['0.01', '0.01'],
  [168, '168.00'],
  [null, null],
])('the max_weekly_hours of the CLINIC can be %j', async (given, max_weekly_hours) => {
  const answer = await admin.patch(`${path}${ids.CLINIC}/`, { max_weekly_hours: given })
  expect(answer).toMatchObject({ status: 200, body: { max_weekly_hours } })
})

test.each(['DEPARTMENT', 'SERVICE', 'UNIT'])('a %s has no max_weekly_hours', async (type) => {
  await expectAnswer(admin.patch(`${path}${ids[type]}/`, { max_weekly_hours: '40' }), 400, onlyClinic)
  expect((await admin.patch(`${path}${ids[type]}/`, { max_weekly_hours: null })).status).toBe(200)
})

test.each<object>([
  { code: 'CHANGED' },
  { name: 'Changed' },
  { short_name: 'Ch' },
  { sort_order: 12 },
  { is_active: false },
])('a PATCH of an org unit with %j changes nothing else', async (changes) => {
  const before = (await admin.post(path, valid('UNIT', ids.SERVICE))).body
  service.clock.now = new Date('2026-03-04T10:30:00Z')
  const patched = await admin.patch(`${path}${before.id}/`, { ...changes, is_management: true })
  service.clock.now = new Date(noon)
  const after = { ...before, ...changes, updated_at: '2026-03-04T10:30:00.000Z' }
  expect([patched.status, patched.body]).toEqual([200, after])
  expect((await admin.get(`${path}${before.id}/`)).body).toEqual(after)
})

test('the unit_type cannot be changed, and may be repeated', async () => {
  await expectAnswer(admin.patch(`${path}${ids.UNIT}/`, { unit_type: 'SERVICE' }), 400, {
    unit_type: ['This field cannot be changed.'],
  })
  expect((await admin.patch(`${path}${ids.UNIT}/`, { unit_type: 'UNIT' })).status).toBe(200)
})

test('an org unit counts its children and descendants, and only active positions (D30)', async () => {
  const department = await make.department()
  const inactive = { is_active: false }
  const wing = await make.unit({ parent: department.id, unit_type: 'SERVICE' })
  const closed = await make.unit({ parent: department.id, ...inactive })
  const ward = await make.unit({ parent: wing.id })
  const other = await make.unit({ parent: wing.id, ...inactive })
  for (const org_unit of [ward.id, ward.id, closed.id, other.id]) await make.position({ org_unit })
  await make.position({ org_unit: ward.id, ...inactive })

  const counts = async (id: string) => {
    const { body } = await admin.get(`${path}${id}/`)
    return [body.children_count, body.descendant_count, body.position_count, body.total_position_count]
  }
  expect(await counts(department.id)).toEqual([2, 4, 0, 4])
  expect(await counts(wing.id)).toEqual([2, 2, 0, 3])
  expect(await counts(ward.id)).toEqual([0, 0, 2, 2])
  expect(await counts(other.id)).toEqual([0, 0, 1, 1])
  const listed = await everyRow(admin, `${path}?parent_id=${wing.id}`)
  expect(listed.map((row) => [row.id, row.position_count])).toEqual([
    [ward.id, 2],
    [other.id, 1],
  ])
})

test('a unit moves with everything below it', async () => {
  const from = await make.department()
  const to = await make.department()
  const wing = await make.unit({ parent: from.id, unit_type: 'SERVICE' })
  const ward = await make.unit({ parent: wing.id })
  await make.position({ org_unit: ward.id })
  const moved = await admin.patch(`${path}${wing.id}/`, { parent_id: to.id.toUpperCase() })
  expect(moved).toMatchObject({ status: 200, body: { parent_id: to.id, descendant_count: 1 } })
  const counts = async (id: string) => {
    const { body } = await admin.get(`${path}${id}/`)
    return [body.children_count, body.descendant_count, body.total_position_count]
  }
  expect(await counts(from.id)).toEqual([0, 0, 0])
  expect(await counts(to.id)).toEqual([1, 2, 1])
})

test('moving a unit under itself or its descendants is refused under parent_id', async () => {
  for (const [id, parent_id, type, parent] of [
    [ids.SERVICE, ids.SERVICE, 'SERVICE', 'SERVICE'],
    [ids.SERVICE, ids.UNIT, 'SERVICE', 'UNIT'],
    [ids.DEPARTMENT, ids.UNIT, 'DEPARTMENT', 'UNIT'],
    [ids.CLINIC, ids.DEPARTMENT, 'CLINIC', 'DEPARTMENT'],
  ] as const) {
    await expectAnswer(admin.patch(`${path}${id}/`, { parent_id }), 400, under(type, parent))
  }
})

test('a unit cannot be moved under an unknown unit, nor to the root', async () => {
  await expectAnswer(admin.patch(`${path}${ids.UNIT}/`, { parent_id: unknown }), 400, {
    parent_id: [doesNotExist(unknown)],
  })
  await expectAnswer(
    admin.patch(`${path}${ids.UNIT}/`, { parent_id: null }),
    400,
    nowhere('UNIT', 'SERVICE or a DEPARTMENT'),
  )
})

test('nothing is created, moved or reactivated under an inactive parent', async () => {
  const closed = await make.department({ is_active: false })
  const sleeping = await make.unit({ parent: closed.id, is_active: false })
  for (const answer of [
    await admin.post(path, valid('UNIT', closed.id)),
    await admin.post(path, valid('UNIT', closed.id, { is_active: false })),
    await admin.patch(`${path}${ids.UNIT}/`, { parent_id: closed.id }),
    await admin.patch(`${path}${sleeping.id}/`, { is_active: true }),
  ])
    expect([answer.status, answer.body]).toEqual([400, inactiveParent])
  expect(
    (await admin.patch(`${path}${sleeping.id}/`, { name: 'Still there', parent_id: closed.id })).status,
  ).toBe(200)
  const both = await admin.patch(`${path}${sleeping.id}/`, { is_active: true, parent_id: ids.DEPARTMENT })
  expect(both).toMatchObject({ status: 200, body: { is_active: true, parent_id: ids.DEPARTMENT } })
})

test('a unit becomes active again once its parent is', async () => {
  const closed = await make.department({ is_active: false })
  const sleeping = await make.unit({ parent: closed.id, is_active: false })
  await admin.patch(`${path}${closed.id}/`, { is_active: true })
  expect((await admin.patch(`${path}${sleeping.id}/`, { is_active: true })).body.is_active).toBe(true)
})

const deactivations = ['DELETE', 'PATCH'] as const
const deactivate = (method: (typeof deactivations)[number], id: string) =>
  method === 'DELETE' ? admin.delete(`${path}${id}/`) : admin.patch(`${path}${id}/`, { is_active: false })

test.each(deactivations)('a %s deactivates a unit without active children or positions', async (method) => {
  const department = await make.department()
  await make.unit({ parent: department.id, is_active: false })
  const unit = await make.unit({ parent: department.id, is_active: false })
  await make.position({ org_unit: unit.id, is_active: false })
  const answer = await deactivate(method, department.id)
  expect(answer.status).toBe(method === 'DELETE' ? 204 : 200)
  if (method === 'DELETE') expect(answer.body).toBe('')
  expect((await admin.get(`${path}${department.id}/`)).body).toMatchObject({
    id: department.id,
    is_active: false,
  })
  expect((await deactivate(method, department.id)).status).toBe(answer.status)
})

test.each(deactivations)('a %s of a unit with an active child is answered 409', async (method) => {
  const department = await make.department()
  await make.unit({ parent: department.id })
  await expectAnswer(deactivate(method, department.id), 409, inUse)
  expect((await admin.get(`${path}${department.id}/`)).body.is_active).toBe(true)
})

test.each(deactivations)('a %s of a unit with an active position is answered 409', async (method) => {
  const { org_unit } = await make.position()
  await expectAnswer(deactivate(method, org_unit), 409, inUse)
})

test('only direct children and positions keep a unit active', async () => {
  const department = await make.department()
  const wing = await make.unit({ parent: department.id, unit_type: 'SERVICE', is_active: false })
  await make.position({ org_unit: (await make.unit({ parent: wing.id })).id })
  expect((await admin.delete(`${path}${department.id}/`)).status).toBe(204)
})

test('the other fields of a unit in use can change, is_active: true included', async () => {
  const { org_unit } = await make.position()
  expect((await admin.patch(`${path}${org_unit}/`, { is_active: true, name: 'Busy' })).body.name).toBe('Busy')
})

test('filters narrow the list of org units, alone and together', async () => {
  const department = await make.department({ name: 'Filtered' })
  const wing = await make.unit({ parent: department.id, unit_type: 'SERVICE', name: 'Filtered wing' })
  const open = await make.unit({ parent: department.id, name: 'Filtered open' })
  const closed = await make.unit({ parent: department.id, name: 'Filtered closed', is_active: false })
  const found = async (query: string) =>
    (await everyRow(admin, `${path}?search=filtered&${query}`)).map(({ id }) => id).sort()
  const all = [department.id, wing.id, open.id, closed.id]
  const sorted = (...some: string[]) => some.sort()
  expect(await found('')).toEqual(sorted(...all))
  expect(await found('unit_type=UNIT')).toEqual(sorted(open.id, closed.id))
  expect(await found('unit_type=SERVICE')).toEqual([wing.id])
  expect(await found('unit_type=CLINIC')).toEqual([])
  expect(await found(`parent_id=${department.id}`)).toEqual(sorted(wing.id, open.id, closed.id))
  expect(await found(`parent_id=${unknown}`)).toEqual([])
  for (const no of ['false', 'FALSE', '0']) expect(await found(`is_active=${no}`)).toEqual([closed.id])
  for (const yes of ['true', 'True', '1'])
    expect(await found(`is_active=${yes}`)).toEqual(sorted(department.id, wing.id, open.id))
  expect(await found(`is_active=true&unit_type=UNIT&parent_id=${department.id}`)).toEqual([open.id])
  expect(await found('is_active=&unit_type=&parent_id=&nonsense=1')).toEqual(sorted(...all))
})

test('a search for org units looks at name and code, ignores case, and takes %, _ and \\ literally', async () => {
  const one = await make.department({ code: 'Q-ONE', name: 'Íntensive 100% Care_Unit \\ night' })
  const two = await make.department({ code: 'Q-TWO', name: 'Plain', short_name: 'Hidden short' })
  const found = async (term: string) =>
    (await everyRow(admin, `${path}?search=${encodeURIComponent(term)}`)).map(({ id }) => id)
  for (const term of ['q-one', 'ÍNTENSIVE', 'íntensive', '100%', 'care_unit', '\\', '% care_', '  Q-ONE '])
    expect([term, await found(term)]).toEqual([term, [one.id]])
  expect(await found('q-')).toEqual([one.id, two.id])
  for (const term of ['hidden', 'q_one', 'q%one', '100%%', 'night Q-ONE'])
    expect([term, await found(term)]).toEqual([term, []])
})

test('units are ordered by sort_order and code by default', async () => {
  const parent = (await make.department()).id
  const rows = [
    { code: 'Z-b', sort_order: 1 },
    { code: 'Z-A', sort_order: 1 },
    { code: 'Z-c', sort_order: 0 },
    { code: 'Z-á', sort_order: 1 },
  ]
  for (const row of rows) await make.unit({ parent, ...row })
  const listed = await everyRow(admin, `${path}?parent_id=${parent}`)
  expect(listed.map(({ code }) => code)).toEqual(['Z-c', 'Z-A', 'Z-á', 'Z-b'])
  const descending = await everyRow(admin, `${path}?parent_id=${parent}&ordering=-sort_order`)
  expect(descending.map(({ code }) => code)).toEqual(['Z-b', 'Z-á', 'Z-A', 'Z-c'])
})

test('units can be ordered by any stored field, but by no computed one', async () => {
  service.clock.now = new Date('2026-03-03T10:00:00Z')
  await make.unit({ parent: ids.SERVICE, short_name: 'Bb', is_management: true, is_active: false })
  service.clock.now = new Date(noon)
  await admin.patch(`${path}${ids.CLINIC}/`, { max_weekly_hours: '55' })
  await expectOrderings(admin, path, [
    'id',
    'parent_id',
    'unit_type',
    'code',
    'name',
    'short_name',
    'is_active',
    'is_management',
    'sort_order',
    'max_weekly_hours',
    'created_at',
    'updated_at',
  ])
  for (const field of ['position_count', 'children_count', 'total_position_count', 'parent', '-']) {
    await expectAnswer(admin.get(`${path}?ordering=${field}`), 400, notAnOrdering(field))
  }
})
