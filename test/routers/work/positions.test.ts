import { expect, test } from 'vitest'
import { everyRow, expectOrderings, notAnOrdering, pathOf } from '../../expect/lists.ts'
import { doesNotExist, noon, notFound, notPermitted, unknown } from '../../expect/texts.ts'
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

test('a position is created with the defaults of D14, and get, list and tRPC agree', async () => {
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
  expect((await admin.trpc('query', 'positions.get', { id })).body).toEqual(detail)
  const page = { count: 1, next: null, previous: null, results: [row] }
  expect((await admin.get(`${path}?org_unit_id=${unit.id}`)).body).toEqual(page)
  expect((await admin.trpc('query', 'positions.list', { org_unit_id: unit.id })).body).toEqual(page)
})

test('a position is created with every field', async () => {
  const { id: org_unit_id } = await make.unit()
  const fields = { org_unit_id, title: 'x'.repeat(200), is_active: false, notes: 'y'.repeat(2000) }
  const created = await admin.post(path, { ...fields, required_weekly_hours: '9999.99' })
  expect(created).toMatchObject({ status: 201, body: { ...fields, required_weekly_hours: '9999.99' } })
})

const atLeast = { required_weekly_hours: ['Ensure this value is greater than or equal to 0.01.'] }
const long = (count: number) => [`Ensure this field has no more than ${count} characters.`]

test.each<[object, object]>([
  [{ org_unit_id: undefined }, { org_unit_id: ['This field is required.'] }],
  [{ org_unit_id: null }, { org_unit_id: ['This field may not be null.'] }],
  [{ org_unit_id: 'abc' }, { org_unit_id: ['“abc” is not a valid UUID.'] }],
  [{ org_unit_id: unknown }, { org_unit_id: [doesNotExist(unknown)] }],
  [{ title: undefined }, { title: ['This field is required.'] }],
  [{ title: '  ' }, { title: ['This field may not be blank.'] }],
  [{ title: 'x'.repeat(201) }, { title: long(200) }],
  [{ required_weekly_hours: undefined }, { required_weekly_hours: ['This field is required.'] }],
  [{ required_weekly_hours: null }, { required_weekly_hours: ['This field may not be null.'] }],
  [required('0'), atLeast],
  [required('0.00'), atLeast],
  [required('-1'), atLeast],
  [required('0.001'), { required_weekly_hours: ['Ensure that there are no more than 2 decimal places.'] }],
  [
    required('10000'),
    { required_weekly_hours: ['Ensure that there are no more than 4 digits before the decimal point.'] },
  ],
  [required('NaN'), { required_weekly_hours: ['A valid number is required.'] }],
  [{ is_active: 1 }, { is_active: ['Must be a valid boolean.'] }],
  [{ notes: 'x'.repeat(2001) }, { notes: long(2000) }],
  [{ notes: null }, { notes: ['This field may not be null.'] }],
  [
    { title: '', ...required('0') },
    { title: ['This field may not be blank.'], ...atLeast },
  ],
])('a position with %j is refused', async (fields, expected) => {
  const { id: org_unit_id } = await make.unit()
  const valid = { org_unit_id, title: 'Valid', required_weekly_hours: '40.00' }
  const refused = await admin.post(path, { ...valid, ...fields })
  expect([refused.status, refused.body]).toEqual([400, expected])
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
      await admin.trpc('mutation', 'positions.create', body),
    ])
      expect([unit.unit_type, answer.status, answer.body]).toEqual([unit.unit_type, 400, notAnActiveUnit])
  }
  const lost = await admin.patch(`${path}${id}/`, { org_unit_id: unknown })
  expect([lost.status, lost.body]).toEqual([400, { org_unit_id: [doesNotExist(unknown)] }])
})

test.each<object>([{ title: 'Changed' }, required('12.25'), { notes: 'Changed' }, { is_active: false }])(
  'PATCH %j changes that alone',
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
  const refused = await admin.patch(`${path}${id}/`, { is_active: true })
  expect([refused.status, refused.body]).toEqual([400, notAnActiveUnit])
  expect((await admin.patch(`${path}${id}/`, { title: 'Closed', org_unit_id: unit.id })).status).toBe(200)
})

test('changing the required hours changes the coverage at once', async () => {
  const { id } = await staffed(['20.00'])
  const states = []
  for (const hours of ['20.01', '20.00', '19.99'])
    states.push((await admin.patch(`${path}${id}/`, required(hours))).body.coverage_state)
  expect(states).toEqual(['PARTIAL', 'COVERED', 'OVER_COVERED'])
})

const deactivations = ['DELETE', 'PATCH'] as const
const deactivate = (method: (typeof deactivations)[number], id: string) =>
  method === 'DELETE' ? admin.delete(`${path}${id}/`) : admin.patch(`${path}${id}/`, { is_active: false })

test.each(deactivations)('%s of a position with an active assignment is 409', async (method) => {
  const { id } = await staffed(['0.01'])
  const refused = await deactivate(method, id)
  expect([refused.status, refused.body]).toEqual([409, inUse])
  expect((await admin.get(`${path}${id}/`)).body.is_active).toBe(true)
})

test.each(deactivations)(
  '%s deactivates a position whose assignments are SUSPENDED or ENDED',
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

test('a position in use is not deleted over tRPC either', async () => {
  const { id } = await staffed(['8.00'])
  expect(await admin.trpc('mutation', 'positions.delete', { id })).toMatchObject({ status: 409, body: inUse })
})

test('when a deactivation and an assignment race, one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [position, employee] = await Promise.all([make.position(), make.employee()])
    const [deleted, created] = await Promise.all([
      admin.delete(`${path}${position.id}/`),
      admin.post('/api/v1/assignments/', {
        employee: employee.id,
        position_id: position.id,
        effective_hours: '8',
      }),
    ])
    expect([
      [204, 400],
      [409, 201],
    ]).toContainEqual([deleted.status, created.status])
  }
})

test.each([
  [[], '0.00', 'VACANT'],
  [['0.01'], '0.01', 'PARTIAL'],
  [['20.00', '19.99'], '39.99', 'PARTIAL'],
  [['40.00'], '40.00', 'COVERED'],
  [['13.33', '13.33', '13.34'], '40.00', 'COVERED'],
  [['20.00', '20.01'], '40.01', 'OVER_COVERED'],
])('active assignments of %j make a position of 40 hours %s assigned, %s', async (hours, assigned, state) => {
  const { id } = await staffed(hours)
  await make.assignment({ position: id, status: 'SUSPENDED', effective_hours: '100.00' })
  await make.assignment({ position: id, status: 'ENDED', effective_hours: '100.00' })
  const expected = { assigned_hours: assigned, assignment_count: hours.length, coverage_state: state }
  expect((await admin.get(`${path}${id}/`)).body).toMatchObject(expected)
  const listed = await everyRow(admin, `${path}?coverage_state=${state}`)
  expect(listed.find((row) => row.id === id)).toMatchObject(expected)
})

test('coverage_state filters with exact counts and links, page by page', async () => {
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
    const past = await admin.get(`${path}?${query}&page=3`)
    expect([past.status, past.body]).toEqual([404, { detail: 'Invalid page.' }])
  }
  const both = await everyRow(admin, `${path}?org_unit_id=${org_unit}&coverage_state=PARTIAL&is_active=false`)
  expect(both.map(({ id }) => id)).toEqual([expected.PARTIAL?.[2]])
})

test.each<[string, object]>([
  [
    'coverage_state=FULL',
    { coverage_state: ['Select a valid choice. FULL is not one of the available choices.'] },
  ],
  ['org_unit_id=abc', { org_unit_id: ['Enter a valid UUID.'] }],
  ['is_active=2', { is_active: ['Must be a valid boolean.'] }],
  ['eligible_for_employee=abc', { eligible_for_employee: ['“abc” is not a valid UUID.'] }],
  [
    `eligible_for_employee=${unknown}`,
    { eligible_for_employee: ['Select a valid choice. That choice is not one of the available choices.'] },
  ],
])('the filter %s is refused', async (query, expected) => {
  const refused = await admin.get(`${path}?${query}`)
  expect([refused.status, refused.body]).toEqual([400, expected])
})

test('search looks only at the title, whatever the case', async () => {
  const { id } = await make.position({ title: 'Señor 50%_night', notes: 'unfindable' })
  const found = async (term: string) =>
    (await everyRow(admin, `${path}?search=${encodeURIComponent(term)}`)).map((row) => row.id)
  for (const term of ['señor', 'SEÑOR', '50%', '%_n']) expect(await found(term)).toEqual([id])
  for (const term of ['unfindable', '5_%', 'se_or']) expect(await found(term)).toEqual([])
})

test('the filters take UUIDs that nothing has', async () => {
  expect((await admin.get(`${path}?org_unit_id=${unknown}`)).body).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  })
})

test('the detail, too, says on request whether an employee is eligible', async () => {
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

test('eligible_for_employee fills in the tags, eligibility and what is missing', async () => {
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
  const overTrpc = await admin.trpc('query', 'positions.list', {
    org_unit_id: org_unit,
    eligible_for_employee: employee,
  })
  expect(overTrpc.body).toEqual(listed.body)
  const empty = await admin.get(`${path}?search=no-such-title&eligible_for_employee=${employee}`)
  expect(empty.body).toEqual({ count: 0, next: null, previous: null, results: [] })
})

test.each<[string, object, boolean]>([
  ['from today on', { start_date: '2026-03-04' }, true],
  ['until today', { end_date: '2026-03-04' }, true],
  ['from tomorrow on', { start_date: '2026-03-05' }, false],
  ['until yesterday', { end_date: '2026-03-03' }, false],
  ['EXPIRED', { status: 'EXPIRED' }, false],
  ['REVOKED', { status: 'REVOKED' }, false],
])('a tag held %s makes its holder eligible: %#', async (_, fields, is_eligible) => {
  const { position, tag } = await make.positionTag()
  const { employee } = await make.employeeTag({ tag, ...fields })
  const rows = await everyRow(admin, `${path}?eligible_for_employee=${employee}`)
  expect(rows.find(({ id }) => id === position)).toMatchObject({ is_eligible })
})

test('detail carries the requirements and the active assignments', async () => {
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

test('an EMPLOYEE sees only their own assignments in a position, and asks only for their own eligibility', async () => {
  const email = 'Own.Person@clinic.example'
  const client = await service.as('EMPLOYEE', { email })
  const mine = await make.employee({ email: email.toLowerCase() })
  const { id } = await staffed(['8.00', '8.00'])
  const own = await make.assignment({ position: id, employee: mine.id, effective_hours: '4.00' })
  const { body } = await client.get(`${path}${id}/`)
  expect(body.assignments.map((row: { id: string }) => row.id)).toEqual([own.id])
  expect([body.assigned_hours, body.assignment_count]).toEqual(['20.00', 3])
  expect((await client.trpc('query', 'positions.get', { id })).body).toEqual(body)
  expect((await client.get(`${path}?eligible_for_employee=${mine.id}`)).status).toBe(200)
  const other = await client.get(`${path}?eligible_for_employee=${(await make.employee()).id}`)
  expect([other.status, other.body]).toEqual([
    400,
    { eligible_for_employee: ['Select a valid choice. That choice is not one of the available choices.'] },
  ])
  for (const role of ['SUPERVISOR', 'VIEWER', 'MANAGER'] as const)
    expect((await (await service.as(role)).get(`${path}${id}/`)).body.assignments).toHaveLength(3)
})

test('duplicate copies the position and its requirements, but no assignments', async () => {
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

test('duplicate takes title, required_weekly_hours, is_active and notes, and nothing else', async () => {
  const { id, org_unit } = await make.position()
  const elsewhere = await make.unit()
  const overrides = { title: 'Other', required_weekly_hours: '1.00', is_active: false, notes: 'N' }
  const copy = await admin.post(`${path}${id}/duplicate/`, { ...overrides, org_unit_id: elsewhere.id })
  expect(copy).toMatchObject({ status: 201, body: { ...overrides, org_unit_id: org_unit } })
  const { body } = await admin.trpc('mutation', 'positions.duplicate', { id, title: 'Third' })
  expect(body).toMatchObject({ title: 'Third', org_unit_id: org_unit })
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
  ] as const) {
    const long = await make.position({ title })
    const copy = await admin.post(`${path}${long.id}/duplicate/`)
    expect([copy.status, copy.body.title]).toEqual([201, `${cut} (copy)`])
  }
})

test('duplicate refuses what create refuses, and an unknown position', async () => {
  const { id } = await make.position()
  const refused = await admin.post(`${path}${id}/duplicate/`, { title: ' ', required_weekly_hours: '0' })
  expect([refused.status, refused.body]).toEqual([
    400,
    { title: ['This field may not be blank.'], ...atLeast },
  ])
  const lost = await admin.post(`${path}${unknown}/duplicate/`)
  expect([lost.status, lost.body]).toEqual([404, notFound])
})

test('an active copy needs an active unit', async () => {
  const unit = await make.unit({ is_active: false })
  const { id } = await make.position({ org_unit: unit.id, is_active: false })
  const refused = await admin.post(`${path}${id}/duplicate/`, { is_active: true })
  expect([refused.status, refused.body]).toEqual([400, notAnActiveUnit])
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
    const refused = await admin.get(`${path}?ordering=${field}`)
    expect([refused.status, refused.body]).toEqual([400, notAnOrdering(field)])
  }
})

test.each(['x', unknown])('%s is not a position', async (id) => {
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const answer = await admin.request(method, `${path}${id}/`, method === 'PATCH' ? { body: {} } : {})
    expect([answer.status, answer.body]).toEqual([404, notFound])
  }
})

test('everyone reads positions, and only ADMIN and MANAGER write them', async () => {
  const { id, org_unit } = await make.position()
  for (const role of ['SUPERVISOR', 'VIEWER', 'EMPLOYEE'] as const) {
    const client = await service.as(role)
    expect((await client.get(path)).status).toBe(200)
    for (const answer of [
      await client.post(path, { org_unit_id: org_unit, title: 'T', required_weekly_hours: '1' }),
      await client.patch(`${path}${id}/`, { title: 'Mine' }),
      await client.delete(`${path}${id}/`),
      await client.post(`${path}${id}/duplicate/`),
    ])
      expect([answer.status, answer.body]).toEqual([403, notPermitted])
  }
  const manager = await service.as('MANAGER')
  expect((await manager.post(`${path}${id}/duplicate/`)).status).toBe(201)
  expect((await manager.delete(`${path}${id}/`)).status).toBe(204)
})
