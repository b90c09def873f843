import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow, expectOrderings, notAnOrdering, pathOf } from '../../expect/lists.ts'
import { doesNotExist, noon, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/demand/'
const inUse = { detail: 'The position has active assignments.', code: 'CONFLICT_HAS_DEPENDENCIES' }
const notAnActiveUnit = { org_unit_id: ['The org unit must be an active UNIT.'] }

const { service, make, admin } = await serviceForFile()

const required = (hours: string) => ({ required_weekly_hours: hours })

/** A position of 40 hours with one active assignment for each number of hours. */
async function staffed(hours: string[], fields: object = {}) {
  const position = await make.position({ required_weekly_hours: '40.00', ...fields })
  for (const effective_hours of hours) await make.assignment({ position: position.id, effective_hours })
  return position
}

test('a position is created with the defaults of D14, and get and list agree', async () => {
  const unit = await make.unit({ name: 'Ward 7' })
  const created = await admin.post(path, {
    org_unit_id: unit.id.toUpperCase(),
    title: '  Nurse at night ',
    required_weekly_hours: 37.5,
    coverage_state: 'COVERED',
    id: unknown,
  })
  const row = {
    id: expect.not.stringMatching(unknown),
    org_unit_id: unit.id,
    org_unit_name: 'Ward 7',
    title: 'Nurse at night',
    required_weekly_hours: '37.50',
    is_active: true,
    coverage_state: 'VACANT',
    assigned_hours: '0.00',
    assignment_count: 0,
    required_tags: null,
    is_eligible: null,
    missing_tags: null,
    notes: '',
    created_at: noon,
    updated_at: noon,
  }
  expect([created.status, created.body]).toEqual([201, row])
  const { id } = created.body
  const detail = { ...row, required_tags: [], assignments: [] }
  expect((await admin.get(`${path}${id}/`)).body).toEqual(detail)
  const page = { count: 1, next: null, previous: null, results: [row] }
  expect((await admin.get(`${path}?org_unit_id=${unit.id}`)).body).toEqual(page)
})

test('a position is created with every field', async () => {
  const { id: org_unit_id } = await make.unit()
  const fields = { org_unit_id, title: 'x'.repeat(200), is_active: false, notes: 'y'.repeat(2000) }
  const created = await admin.post(path, { ...fields, required_weekly_hours: '9999.99' })
  expect(created).toMatchObject({ status: 201, body: { ...fields, required_weekly_hours: '9999.99' } })
})

test('only an active UNIT holds positions', async () => {
  const clinic = await make.clinic()
  const department = await make.department()
  const wing = await make.unit({ parent: department.id, unit_type: 'SERVICE' })
  const closed = await make.unit({ parent: department.id, is_active: false })
  const { id } = await make.position()
  for (const unit of [clinic, department, wing, closed]) {
    const body = { org_unit_id: unit.id, title: 'Anywhere', required_weekly_hours: '1' }
    for (const answer of [
      await admin.post(path, body),
      await admin.post(path, { ...body, is_active: false }),
      await admin.patch(`${path}${id}/`, { org_unit_id: unit.id }),
    ])
      expect([unit.unit_type, answer.status, answer.body]).toEqual([unit.unit_type, 400, notAnActiveUnit])
  }
  await expectAnswer(admin.patch(`${path}${id}/`, { org_unit_id: unknown }), 400, {
    org_unit_id: [doesNotExist(unknown)],
  })
})

test.each<object>([{ title: 'Changed' }, required('12.25'), { notes: 'Changed' }, { is_active: false }])(
  'a PATCH of a position with %j changes nothing else',
  async (changes) => {
    const { id } = await make.position()
    const before = (await admin.get(`${path}${id}/`)).body
    service.clock.now = new Date('2026-03-04T10:30:00Z')
    const patched = await admin.patch(`${path}${id}/`, { ...changes, assigned_hours: '9.00' })
    service.clock.now = new Date(noon)
    const after = { ...before, ...changes, updated_at: '2026-03-04T10:30:00.000Z' }
    expect([patched.status, patched.body]).toEqual([200, after])
    expect((await admin.get(`${path}${id}/`)).body).toEqual(after)
  },
)

test('a position moves to another active UNIT', async () => {
  const { id } = await staffed(['8.00'])
  const unit = await make.unit({ name: 'Ward 8' })
  const moved = await admin.patch(`${path}${id}/`, { org_unit_id: unit.id })
  expect(moved).toMatchObject({
    status: 200,
    body: { org_unit_id: unit.id, org_unit_name: 'Ward 8', assignments: [{ org_unit_name: 'Ward 8' }] },
  })
})

test('a position is not activated in an inactive unit, and stays editable there', async () => {
  const unit = await make.unit({ is_active: false })
  const { id } = await make.position({ org_unit: unit.id, is_active: false })
  await expectAnswer(admin.patch(`${path}${id}/`, { is_active: true }), 400, notAnActiveUnit)
  expect((await admin.patch(`${path}${id}/`, { title: 'Closed', org_unit_id: unit.id })).status).toBe(200)
})

test('a change of the required hours changes the coverage at once', async () => {
  const { id } = await staffed(['20.00'])
  const states = []
  for (const hours of ['20.01', '20.00', '19.99'])
    states.push((await admin.patch(`${path}${id}/`, required(hours))).body.coverage_state)
  expect(states).toEqual(['PARTIAL', 'COVERED', 'OVER_COVERED'])
})

const deactivations = ['DELETE', 'PATCH'] as const
const deactivate = (method: (typeof deactivations)[number], id: string) =>
  method === 'DELETE' ? admin.delete(`${path}${id}/`) : admin.patch(`${path}${id}/`, { is_active: false })

test.each(deactivations)('a %s of a position with an active assignment is answered 409', async (method) => {
  const { id } = await staffed(['0.01'])
  await expectAnswer(deactivate(method, id), 409, inUse)
  expect((await admin.get(`${path}${id}/`)).body.is_active).toBe(true)
})

test.each(deactivations)(
  'a %s deactivates a position whose assignments are SUSPENDED or ENDED',
  async (method) => {
    const { id } = await make.position()
    await make.assignment({ position: id, status: 'SUSPENDED' })
    await make.assignment({ position: id, status: 'ENDED' })
    const answer = await deactivate(method, id)
    expect(answer.status).toBe(method === 'DELETE' ? 204 : 200)
    if (method === 'DELETE') expect(answer.body).toBe('')
    expect((await admin.get(`${path}${id}/`)).body).toMatchObject({ id, is_active: false })
    expect((await everyRow(admin, `${path}?is_active=false`)).map((row) => row.id)).toContain(id)
    expect((await everyRow(admin, `${path}?is_active=true`)).map((row) => row.id)).not.toContain(id)
  },
)

test.each([
  [[], '0.00', 'VACANT'],
  [['0.01'], '0.01', 'PARTIAL'],
  [['20.00', '19.99'], '39.99', 'PARTIAL'],
  [['40.00'], '40.00', 'COVERED'],
  [['13.33', '13.33', '13.34'], '40.00', 'COVERED'],
  [['20.00', '20.01'], '40.01', 'OVER_COVERED'],
])(
  'a position of 40 hours with active assignments of %j has %s assigned and is %s',
  async (hours, assigned, state) => {
    const { id } = await staffed(hours)
    await make.assignment({ position: id, status: 'SUSPENDED', effective_hours: '100.00' })
    await make.assignment({ position: id, status: 'ENDED', effective_hours: '100.00' })
    const expected = { assigned_hours: assigned, assignment_count: hours.length, coverage_state: state }
    expect((await admin.get(`${path}${id}/`)).body).toMatchObject(expected)
    const listed = await everyRow(admin, `${path}?coverage_state=${state}`)
    expect(listed.find((row) => row.id === id)).toMatchObject(expected)
  },
)

test('the coverage_state filter gives exact counts and links, page by page', async () => {
  const org_unit = (await make.unit()).id
  const expected: Record<string, string[]> = { VACANT: [], PARTIAL: [], COVERED: [], OVER_COVERED: [] }
  const hours = { VACANT: [], PARTIAL: ['39.99'], COVERED: ['40.00'], OVER_COVERED: ['40.01'] }
  for (let i = 0; i < 3; i++)
    for (const [state, assigned] of Object.entries(hours)) {
      const { id } = await staffed(assigned, { org_unit, title: `${9 - i} ${state}`, is_active: i > 0 })
      expected[state]?.unshift(id)
    }
  for (const [state, ids] of Object.entries(expected)) {
    const query = `org_unit_id=${org_unit}&coverage_state=${state}&page_size=2`
    const first = (await admin.get(`${path}?${query}`)).body
    expect([first.count, first.previous, pathOf(first.next)]).toEqual([3, null, `${path}?${query}&page=2`])
    const second = (await admin.get(pathOf(first.next))).body
    expect([second.count, second.next, pathOf(second.previous)]).toEqual([3, null, `${path}?${query}`])
    const rows = [...first.results, ...second.results]
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(rows.map(({ coverage_state }) => coverage_state)).toEqual([state, state, state])
    await expectAnswer(admin.get(`${path}?${query}&page=3`), 404, { detail: 'Invalid page.' })
  }
  const both = await everyRow(admin, `${path}?org_unit_id=${org_unit}&coverage_state=PARTIAL&is_active=false`)
  expect(both.map(({ id }) => id)).toEqual([expected.PARTIAL?.[2]])
})

test('a search for positions looks only at the title, and ignores case', async () => {
  const { id } = await make.position({ title: 'Señor 50%_night', notes: 'unfindable' })
  const found = async (term: string) =>
    (await everyRow(admin, `${path}?search=${encodeURIComponent(term)}`)).map((row) => row.id)
  for (const term of ['señor', 'SEÑOR', '50%', '%_n']) expect(await found(term)).toEqual([id])
  for (const term of ['unfindable', '5_%', 'se_or']) expect(await found(term)).toEqual([])
})

test('the detail of a position says on request whether an employee is eligible', async () => {
  const admin = await service.as('ADMIN')
  const { id: employee } = await make.employee()
  const { id: tag, name } = await make.tag()
  const { position } = await make.positionTag({ tag })
  const { body } = await admin.get(`${path}${position}/?eligible_for_employee=${employee}`)
  expect([body.is_eligible, body.missing_tags, body.required_tags[0].tag_name]).toEqual([false, [name], name])
  await make.employeeTag({ employee, tag })
  const later = await admin.get(`${path}${position}/?eligible_for_employee=${employee}`)
  expect([later.body.is_eligible, later.body.missing_tags]).toEqual([true, []])
  const plain = await admin.get(`${path}${position}/`)
  expect([plain.body.is_eligible, plain.body.missing_tags]).toEqual([null, null])
  expect((await admin.get(`${path}${position}/?eligible_for_employee=${unknown}`)).status).toBe(400)
})

test('eligible_for_employee adds required tags, eligibility and missing tags to the list', async () => {
  const org_unit = (await make.unit()).id
  const employee = (await make.employee()).id
  const tag = async (name: string, category: 'CONTRACT' | 'QUALIFICATION' = 'QUALIFICATION') =>
    (await make.tag({ name, category })).id
  const held = await tag('Elig-held', 'CONTRACT')
  const b = await tag('Elig-bb')
  const accented = await tag('Elig-á')
  const optional = await tag('Elig-opt')
  await make.employeeTag({ employee, tag: held })
  await make.employeeTag({ employee, tag: held })
  await make.employeeTag({ tag: b })
  const position = async (title: string, mandatory: string[], optionals: string[] = []) => {
    const { id } = await make.position({ org_unit, title })
    for (const required of mandatory) await make.positionTag({ position: id, tag: required })
    for (const required of optionals)
      await make.positionTag({ position: id, tag: required, is_mandatory: false })
  }
  await position('1 none', [])
  await position('2 held', [held], [optional])
  await position('3 missing', [b, accented, held], [optional])

  const listed = await admin.get(`${path}?org_unit_id=${org_unit}&eligible_for_employee=${employee}`)
  const entry = (name: string, is_mandatory = true, category = 'QUALIFICATION') => ({
    name,
    category,
    is_mandatory,
  })
  const expected = [
    { title: '1 none', required_tags: [], is_eligible: true, missing_tags: [] },
    {
      title: '2 held',
      required_tags: [entry('Elig-held', true, 'CONTRACT'), entry('Elig-opt', false)],
      is_eligible: true,
      missing_tags: [],
    },
    {
      title: '3 missing',
      required_tags: [
        entry('Elig-á'),
        entry('Elig-bb'),
        entry('Elig-held', true, 'CONTRACT'),
        entry('Elig-opt', false),
      ],
      is_eligible: false,
      missing_tags: ['Elig-á', 'Elig-bb'],
    },
  ]
  expect(
    listed.body.results.map(({ title, required_tags, is_eligible, missing_tags }: (typeof expected)[0]) => ({
      title,
      required_tags,
      is_eligible,
      missing_tags,
    })),
  ).toEqual(expected)
  const empty = await admin.get(`${path}?search=no-such-title&eligible_for_employee=${employee}`)
  expect(empty.body).toEqual({ count: 0, next: null, previous: null, results: [] })
})

test.each<[string, object, boolean]>([
  ['from today on makes', { start_date: '2026-03-04' }, true],
  ['until today makes', { end_date: '2026-03-04' }, true],
  ['from tomorrow on does not make', { start_date: '2026-03-05' }, false],
  ['until yesterday does not make', { end_date: '2026-03-03' }, false],
  ['but EXPIRED does not make', { status: 'EXPIRED' }, false],
  ['but REVOKED does not make', { status: 'REVOKED' }, false],
])('a tag held %s its holder eligible', async (_, fields, is_eligible) => {
  const { position, tag } = await make.positionTag()
  const { employee } = await make.employeeTag({ tag, ...fields })
  const rows = await everyRow(admin, `${path}?eligible_for_employee=${employee}`)
  expect(rows.find(({ id }) => id === position)).toMatchObject({ is_eligible })
})

test('the detail of a position shows its requirements and active assignments', async () => {
  const unit = await make.unit({ name: 'Ward 9' })
  const { id } = await make.position({ org_unit: unit.id, title: 'Detailed' })
  const nurse = await make.tag({ name: 'Z-nurse', category: 'CERTIFICATION' })
  const driver = await make.tag({ name: 'A-driver' })
  const requirements = [
    await make.positionTag({ position: id, tag: nurse.id }),
    await make.positionTag({ position: id, tag: driver.id, is_mandatory: false }),
  ]
  const employee = await make.employee({ first_name: 'Ana', last_name: 'Ruiz' })
  const first = await make.assignment({
    position: id,
    employee: employee.id,
    effective_hours: '12.50',
    effective_date: '2026-04-01',
    is_reinforcement: true,
  })
  service.clock.now = new Date('2026-03-04T10:00:00.123Z')
  const second = await make.assignment({ position: id })
  service.clock.now = new Date(noon)
  await make.assignment({ position: id, status: 'SUSPENDED' })
  const { body } = await admin.get(`${path}${id}/`)
  expect(body.required_tags).toEqual([
    {
      id: requirements[1]?.id,
      tag_id: driver.id,
      tag_name: 'A-driver',
      tag_category: 'QUALIFICATION',
      is_mandatory: false,
    },
    {
      id: requirements[0]?.id,
      tag_id: nurse.id,
      tag_name: 'Z-nurse',
      tag_category: 'CERTIFICATION',
      is_mandatory: true,
    },
  ])
  expect(body.assignments.map((row: { id: string }) => row.id)).toEqual([second.id, first.id])
  expect(body.assignments[0].created_at).toBe('2026-03-04T10:00:00.123Z')
  expect(body.assignments[1]).toEqual({
    id: first.id,
    employee: employee.id,
    employee_name: 'Ruiz, Ana',
    position_id: id,
    position_title: 'Detailed',
    org_unit_name: 'Ward 9',
    effective_hours: '12.50',
    is_reinforcement: true,
    status: 'ACTIVE',
    effective_date: '2026-04-01',
    end_date: null,
    created_at: noon,
  })
  const listed = await everyRow(admin, `/api/v1/assignments/?position_id=${id}&status=ACTIVE`)
  expect(body.assignments).toEqual(listed)
  expect(body).toMatchObject({
    is_eligible: null,
    missing_tags: null,
    assignment_count: 2,
    assigned_hours: '20.50',
  })
})

test('a duplicate copies the position and its requirements, but no assignments', async () => {
  const unit = await make.unit({ name: 'Ward 10' })
  const original = await staffed(['8.00'], {
    org_unit: unit.id,
    title: 'Porter',
    notes: 'Heavy',
    required_weekly_hours: '12.50',
  })
  const mandatory = await make.positionTag({ position: original.id })
  const optional = await make.positionTag({ position: original.id, is_mandatory: false })
  service.clock.now = new Date('2026-03-04T10:30:00Z')
  const copy = await admin.post(`${path}${original.id}/duplicate/`)
  service.clock.now = new Date(noon)
  expect([copy.status, copy.body]).toEqual([
    201,
    {
      id: expect.not.stringMatching(original.id),
      org_unit_id: unit.id,
      org_unit_name: 'Ward 10',
      title: 'Porter (copy)',
      required_weekly_hours: '12.50',
      is_active: true,
      coverage_state: 'VACANT',
      assigned_hours: '0.00',
      assignment_count: 0,
      required_tags: null,
      is_eligible: null,
      missing_tags: null,
      notes: 'Heavy',
      created_at: '2026-03-04T10:30:00.000Z',
      updated_at: '2026-03-04T10:30:00.000Z',
    },
  ])
  const requirements = async (id: string) =>
    (await everyRow(admin, `/api/v1/position-tags/?position_id=${id}`))
      .map(({ tag, is_mandatory }) => ({ tag, is_mandatory }))
      .sort((a, b) => a.tag.localeCompare(b.tag))
  expect(await requirements(copy.body.id)).toEqual(await requirements(original.id))
  expect(await requirements(copy.body.id)).toContainEqual({ tag: optional.tag, is_mandatory: false })
  expect(await requirements(copy.body.id)).toContainEqual({ tag: mandatory.tag, is_mandatory: true })
  expect((await admin.get(`${path}${original.id}/`)).body).toMatchObject({
    title: 'Porter',
    assignment_count: 1,
  })
})

test('a duplicate accepts title, required_weekly_hours, is_active and notes, and nothing else', async () => {
  const { id, org_unit } = await make.position()
  const elsewhere = await make.unit()
  const overrides = { title: 'Other', required_weekly_hours: '1.00', is_active: false, notes: 'N' }
  const copy = await admin.post(`${path}${id}/duplicate/`, { ...overrides, org_unit_id: elsewhere.id })
  expect(copy).toMatchObject({ status: 201, body: { ...overrides, org_unit_id: org_unit } })
})

test('the copy of an inactive position is inactive', async () => {
  const { id } = await make.position({ is_active: false })
  expect((await admin.post(`${path}${id}/duplicate/`, {})).body.is_active).toBe(false)
})

test('a copy can be copied, and a long title is cut to fit its suffix', async () => {
  const { id } = await make.position({ title: 'Twice (copy)' })
  expect((await admin.post(`${path}${id}/duplicate/`)).body.title).toBe('Twice (copy) (copy)')
  for (const [title, cut] of [
    ['x'.repeat(200), 'x'.repeat(193)],
    ['x'.repeat(194), 'x'.repeat(193)],
    ['x'.repeat(193), 'x'.repeat(193)],
    ['😀'.repeat(200), '😀'.repeat(193)],
    [`xx${'👨‍👩‍👧'.repeat(39)}`, `xx${'👨‍👩‍👧'.repeat(38)}`],
  ] as const) {
    const long = await make.position({ title })
    const copy = await admin.post(`${path}${long.id}/duplicate/`)
    expect([copy.status, copy.body.title]).toEqual([201, `${cut} (copy)`])
    expect((await admin.patch(`${path}${copy.body.id}/`, { title: copy.body.title })).status).toBe(200)
  }
})

test('an active copy needs an active unit', async () => {
  const unit = await make.unit({ is_active: false })
  const { id } = await make.position({ org_unit: unit.id, is_active: false })
  await expectAnswer(admin.post(`${path}${id}/duplicate/`, { is_active: true }), 400, notAnActiveUnit)
})

test('positions are ordered by title by default', async () => {
  const org_unit = (await make.unit()).id
  for (const title of ['zeta', 'Álvarez', 'Zapata', 'alva']) await make.position({ org_unit, title })
  const titles = (await everyRow(admin, `${path}?org_unit_id=${org_unit}`)).map(({ title }) => title)
  expect(titles).toEqual(['alva', 'Álvarez', 'Zapata', 'zeta'])
})

test('positions can be ordered by any stored field, but by no computed one', async () => {
  await expectOrderings(admin, path, [
    'id',
    'org_unit_id',
    'title',
    'required_weekly_hours',
    'is_active',
    'notes',
    'created_at',
    'updated_at',
  ])
  for (const field of [
    'coverage_state',
    'assigned_hours',
    'assignment_count',
    'org_unit_name',
    'is_eligible',
  ]) {
    await expectAnswer(admin.get(`${path}?ordering=${field}`), 400, notAnOrdering(field))
  }
})
