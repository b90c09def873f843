import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { make, admin } = await serviceForFile()

const root = '/integration/v1/'
const found = async (query: string) =>
  (await admin.get(root + query)).body.results.map(({ id }: { id: string }) => id)

test('an employee is found by number or email, in full, and nobody by those of nobody', async () => {
  const { id, employee_number } = await make.employee({ email: 'Ada@Look.Example' })
  const { body } = await admin.get(`/api/v1/employees/${id}/`)
  const only = { count: 1, next: null, previous: null, results: [body] }
  await expectAnswer(admin.get(`${root}employees/?employee_number=${employee_number}`), 200, only)
  await expectAnswer(admin.get(`${root}employees/?email=ada@look.example`), 200, only)
  expect(await found('employees/?employee_number=nobody')).toEqual([])
  expect(await found(`employees/?employee_number=${employee_number}&email=nobody@look.example`)).toEqual([])
})

test('tags, org units and positions are found by their keys', async () => {
  const tag = await make.tag({ name: 'Look-Up' })
  const unit = await make.unit({ code: 'LOOK-UP' })
  const position = await make.position({ org_unit: unit.id, title: 'Looked up' })
  await make.position({ org_unit: unit.id, title: 'Another' })
  expect([
    await found('tags/?name=Look-Up'),
    await found('org-units/?code=LOOK-UP'),
    await found('positions/?org_unit_code=LOOK-UP&title=Looked%20up'),
    await found('positions/?org_unit_code=nowhere&title=Looked%20up'),
  ]).toEqual([[tag.id], [unit.id], [position.id], []])
})

test('what refers to an employee, a position or a tag is found by their keys', async () => {
  const employee = await make.employee()
  const unit = await make.unit({ code: 'LOOK-REF' })
  const position = await make.position({ org_unit: unit.id, title: 'Referred' })
  const tag = await make.tag({ name: 'Look-Ref' })
  const held = await make.employeeTag({ employee: employee.id, tag: tag.id })
  const required = await make.positionTag({ position: position.id, tag: tag.id })
  const assignment = await make.assignment({ employee: employee.id, position: position.id })
  await make.employeeTag()
  await make.positionTag()
  await make.assignment()
  const number = `employee_number=${employee.employee_number}`
  expect([
    await found(`employee-tags/?${number}&tag_name=Look-Ref`),
    await found('position-tags/?org_unit_code=LOOK-REF&title=Referred&tag_name=Look-Ref'),
    await found(`assignments/?${number}&org_unit_code=LOOK-REF&status=ACTIVE`),
    await found(`assignments/?${number}&status=ENDED`),
  ]).toEqual([[held.id], [required.id], [assignment.id], []])
})

test('updated_after shows what changed at that instant or later', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute))
  const rows = []
  for (const minute of [1, 2, 3])
    rows.push(await make.tag({ created_at: at(minute), updated_at: at(minute) }))
  const ids = rows.map(({ id }) => id)
  expect(await found('tags/?updated_after=2026-06-01T12:02:00Z')).toEqual(ids.slice(1))
  expect(await found('tags/?updated_after=2026-06-01T14:02:00.001%2B02:00')).toEqual(ids.slice(2))
  const held = await make.employeeTag({ updated_at: at(5) })
  const { results } = (await admin.get(`${root}employee-tags/?updated_after=2026-06-01T12:05:00Z`)).body
  expect(results).toMatchObject([{ id: held.id, updated_at: '2026-06-01T12:05:00.000Z' }])
})

test('a row that changes between two pages does not make another one be skipped', async () => {
  const [org_unit, updated_at] = [(await make.unit()).id, new Date(0)]
  const ids: string[] = []
  for (const _ of 'abc') ids.push((await make.position({ title: 'Paged', org_unit, updated_at })).id)
  const seen: string[] = []
  for (const page of [1, 2, 3]) {
    const [id] = await found(`positions/?title=Paged&page_size=1&page=${page}`)
    seen.push(id)
    await admin.patch(`/api/v1/demand/${id}/`, { notes: 'Changed' })
  }
  expect(seen.sort()).toEqual(ids.sort())
})

test.each(['yesterday', '2026-06-01', '2026-06-01T12:00:00', '0000-01-01T00:00:00Z'])(
  'updated_after=%s is refused',
  async (text) => {
    const body = { updated_after: ['Enter a valid date/time.'] }
    await expectAnswer(admin.get(`${root}employees/?updated_after=${text}`), 400, body)
  },
)

test.each([
  ['employees', 'employee_number'],
  ['employees', 'email'],
  ['tags', 'name'],
  ['org-units', 'code'],
  ['positions', 'org_unit_code'],
  ['positions', 'title'],
  ['employee-tags', 'tag_name'],
])('an empty key is refused: %s by %s', async (path, key) => {
  const body = { [key]: ['This field may not be blank.'] }
  for (const empty of ['', '%20']) await expectAnswer(admin.get(`${root}${path}/?${key}=${empty}`), 400, body)
})
