import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow, expectOrderings, notAnOrdering } from '../../expect/lists.ts'
import { noon, unknown } from '../../expect/texts.ts'
import type { Answer } from '../../setup/client.ts'
import { assignmentsForFile, path } from './assignment-setup.ts'

const { service, make, admin, stored, roomy, busy, valid } = await assignmentsForFile()

test('an assignment is created with the defaults of D14, and get and list show it', async () => {
  const unit = await make.unit({ name: 'Ward 7' })
  const employee = await make.employee({ first_name: 'Ana', last_name: 'Ruiz' })
  const position = await make.position({ org_unit: unit.id, title: 'Nurse' })
  const created = await admin.post(path, {
    employee: employee.id.toUpperCase(),
    position_id: position.id,
    effective_hours: 7.5,
    status: 'ENDED',
    metadata: {},
    id: unknown,
  })
  const common = {
    id: expect.not.stringMatching(unknown),
    employee: employee.id,
    employee_name: 'Ruiz, Ana',
    position_id: position.id,
    effective_hours: '7.50',
    is_reinforcement: false,
    status: 'ACTIVE',
    effective_date: null,
    end_date: null,
    created_at: noon,
  }
  const detail = { ...common, end_reason: '', suspended_at: null, notes: '', updated_at: noon }
  expect([created.status, created.body]).toEqual([201, detail])
  const { id } = created.body
  expect((await admin.get(`${path}${id}/`)).body).toEqual(detail)
  const row = { ...common, position_title: 'Nurse', org_unit_name: 'Ward 7' }
  const page = { count: 1, next: null, previous: null, results: [row] }
  expect((await admin.get(`${path}?employee=${employee.id}`)).body).toEqual(page)
  expect((await stored(id)).metadata).toEqual({ violations: [] })
  expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(0)
})

test('an assignment can be created with every field', async () => {
  const fields = { effective_date: '2026-05-01', notes: 'For the summer', is_reinforcement: true }
  const created = await admin.post(path, await valid(fields))
  expect(created).toMatchObject({ status: 201, body: fields })
  const later = await admin.post(path, await valid({ effective_date: null, notes: ' trimmed ' }))
  expect(later.body).toMatchObject({ effective_date: null, notes: 'trimmed' })
})

test.each([
  ['with the defaults', {}],
  [
    'with every field',
    {
      effective_hours: '7.5',
      effective_date: '2026-05-01',
      notes: ' "Ñ"\n\u2028 😀 ',
      is_reinforcement: true,
    },
  ],
])('the answer to the creation of an assignment %s equals a later get, byte for byte', async (_, fields) => {
  service.clock.now = new Date('2026-03-04T10:10:11.120Z')
  const created = await admin.post(path, await valid(fields))
  const shown = await admin.get(`${path}${created.body.id}/`)
  expect(JSON.stringify(created.body)).toBe(JSON.stringify(shown.body))
})

test.each<[string, (url: string, employee: string) => Promise<Answer>]>([
  ['a change of the notes', (url) => admin.patch(url, { notes: 'New' })],
  ['an empty change', (url) => admin.patch(url, {})],
  ['a change of the hours', (url) => admin.patch(url, { effective_hours: 4, effective_date: '2026-04-01' })],
  ['a move', (url, employee) => admin.patch(url, { employee, effective_date: null })],
  ['a suspension', (url) => admin.post(`${url}suspend/`, { reason: 'Because' })],
  ['an end', (url) => admin.post(`${url}end/`, { end_reason: 'TRANSFER', notes: 'Gone' })],
  [
    'a resumption',
    async (url) => {
      await admin.post(`${url}suspend/`)
      return admin.post(`${url}resume/`)
    },
  ],
])('the answer to %s of an assignment equals a later get, byte for byte', async (_, write) => {
  const fields = { effective_date: '2026-05-01', notes: 'Old', is_reinforcement: true }
  const { body } = await admin.post(path, await valid(fields))
  service.clock.now = new Date('2026-03-04T10:10:11.120Z')
  const answer = await write(`${path}${body.id}/`, (await make.employee()).id)
  expect(answer.status).toBe(200)
  const shown = await admin.get(`${path}${body.id}/`)
  expect(JSON.stringify(answer.body)).toBe(JSON.stringify(shown.body))
})

test('filters narrow the list of assignments, alone and together', async () => {
  const employee = await make.employee({
    employee_number: 'FILTER-1',
    first_name: 'Íñigo',
    last_name: 'De_la 100%',
  })
  const twin = await make.employee({ employee_number: 'FILTER-10', first_name: 'Eva', last_name: 'Twin' })
  const position = await roomy()
  const active = await make.assignment({ employee: employee.id, position: position.id })
  const ended = await make.assignment({ employee: employee.id, position: position.id, status: 'ENDED' })
  const elsewhere = await make.assignment({ employee: employee.id })
  const other = await make.assignment({ employee: twin.id, position: position.id, status: 'SUSPENDED' })
  const found = async (query: string) =>
    (await everyRow(admin, `${path}?${query}`)).map(({ id }) => id).sort()
  const sorted = (...ids: string[]) => ids.sort()
  const mine = sorted(active.id, ended.id, elsewhere.id)
  expect(await found(`employee=${employee.id}`)).toEqual(mine)
  expect(await found(`position_id=${position.id}`)).toEqual(sorted(active.id, ended.id, other.id))
  expect(await found(`position_id=${position.id}&status=SUSPENDED`)).toEqual([other.id])
  expect(await found(`employee=${employee.id}&status=ACTIVE`)).toEqual(sorted(active.id, elsewhere.id))
  expect(await found('employee__employee_number=FILTER-1')).toEqual(mine)
  expect(await found('employee__employee_number=filter-1')).toEqual([])
  expect(await found('employee__employee_number=FILTER')).toEqual([])
  expect(await found('search=filter-1')).toEqual(sorted(...mine, other.id))
  for (const term of ['íñigo de_la 100%', 'DE_LA 100%, ÍÑIGO', '_la 1', '100%'])
    expect([term, await found(`search=${encodeURIComponent(term)}`)]).toEqual([term, mine])
  expect(await found('search=Twin%20Eva')).toEqual([])
  expect(await found(`employee=${unknown}`)).toEqual([])
  expect(await found(`position_id=${unknown}`)).toEqual([])
})

test('the newest assignments come first by default', async () => {
  const employee = await busy()
  const ids = []
  for (const minute of [10, 30, 20]) {
    service.clock.now = new Date(`2026-03-04T09:${minute}:00Z`)
    ids.push((await make.assignment({ employee })).id)
  }
  service.clock.now = new Date(noon)
  const listed = await everyRow(admin, `${path}?employee=${employee}`)
  expect(listed.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]])
})

test('assignments can be ordered by any stored field, but by no joined one', async () => {
  await expectOrderings(admin, path, [
    'id',
    'employee',
    'position_id',
    'effective_hours',
    'is_reinforcement',
    'status',
    'effective_date',
    'end_date',
    'end_reason',
    'suspended_at',
    'notes',
    'created_at',
    'updated_at',
  ])
  for (const field of ['employee_name', 'position_title', 'org_unit_name', 'metadata', 'position']) {
    await expectAnswer(admin.get(`${path}?ordering=${field}`), 400, notAnOrdering(field))
  }
})
