import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow, pathOf } from '../../expect/lists.ts'
import { notFound, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const pathFor = (employee: string, query = '') => `/planning/v1/employees/${employee}/openings/${query}`

const contract = await make.tag({ name: 'Full-time', category: 'CONTRACT', hours_delta: '40.00' })
const clinic = await make.clinic()
let made = 0

type Fields = Parameters<typeof make.employee>[0]

/** An employee with a contract of 40 hours and a tag that only their own vacancies require. */
async function person(fields: Fields = {}) {
  const tag = await make.tag({ name: `Needed-${++made}` })
  const employee = await make.employee(fields)
  for (const held of [contract, tag]) await make.employeeTag({ employee: employee.id, tag: held.id })
  const unit = await make.unit()
  const vacancy = async (required_weekly_hours: string, { org_unit = unit.id, title = 'Vacancy' } = {}) => {
    const position = await make.position({ required_weekly_hours, org_unit, title })
    await make.positionTag({ position: position.id, tag: tag.id })
    return position.id
  }
  return { employee: employee.id, tag: tag.name, unit, vacancy }
}

const rowsOf = async (employee: string, query = '') =>
  (await admin.get(pathFor(employee, query))).body.results

test('an opening of an employee with hours left is shown with hours, tags, violations and a reason', async () => {
  const { employee, tag, unit, vacancy } = await person()
  const position_id = await vacancy('60.00')
  await make.assignment({ position: position_id, effective_hours: '38.00' })
  await make.assignment({ employee, effective_hours: '32.00' })
  const opening = {
    rank: 1,
    position_id,
    position_title: 'Vacancy',
    org_unit_id: unit.id,
    org_unit_name: unit.name,
    lacking_hours: '22.00',
    coverage_state_after: 'PARTIAL',
    kind: 'CREATE',
    assignment: null,
    current_hours: '0.00',
    effective_hours: '8.00',
    is_valid: true,
    violations: { blocking: [], warnings: [], info: [] },
    missing_tags: [],
    missing_tag_display_names: [],
    pool_hours: '40.00',
    balance: '8.00',
    balance_after: '0.00',
    state_after: 'BALANCED',
    would_exceed_pool: false,
    works_in_unit: false,
    possible_hours: '22.00',
    costs_elsewhere_hours: '0.00',
    reason: `Assign 8.00 h: holds ${tag}; has 8.00 h left, 0.00 h afterwards; the position lacks 22.00 h, 14.00 h afterwards.`,
  }
  await expectAnswer(
    admin.get(pathFor(employee.toUpperCase(), `?org_unit_id=${unit.id.toUpperCase()}`)),
    200,
    { count: 1, next: null, previous: null, results: [opening] },
  )
})

test.each([
  ['fewer hours than the employee has left', '12.00', '0.00', '12.00', 'COVERED'],
  ['more hours than the employee has left', '50.00', '30.00', '10.00', 'PARTIAL'],
  ['hours up to the weekly cap of an employee with none left', '50.00', '40.00', '20.00', 'PARTIAL'],
  ['less than an hour', '0.50', '40.00', '0.50', 'COVERED'],
])('by default an opening asks for %s', async (_, required, assigned, asked, coverage_state_after) => {
  const { employee, unit, vacancy } = await person()
  await vacancy(required)
  if (assigned !== '0.00') await make.assignment({ employee, effective_hours: assigned })
  const [opening] = await rowsOf(employee, `?org_unit_id=${unit.id}`)
  expect(opening).toMatchObject({ effective_hours: asked, lacking_hours: required, coverage_state_after })
})

test('an employee whose hours reach the weekly cap has no openings', async () => {
  const { employee, unit, vacancy } = await person()
  await vacancy('20.00')
  await make.assignment({ employee, effective_hours: '60.00' })
  expect(await rowsOf(employee, `?org_unit_id=${unit.id}`)).toEqual([])
})

test('given hours can exceed those of the position and the employee', async () => {
  const { employee, unit, vacancy } = await person()
  const position = await vacancy('20.00')
  const { id } = await make.assignment({ employee, position, effective_hours: '10.00' })
  const [opening] = await rowsOf(employee, `?org_unit_id=${unit.id}&effective_hours=35`)
  expect(opening).toMatchObject({
    kind: 'RAISE',
    assignment: id,
    current_hours: '10.00',
    effective_hours: '45.00',
    coverage_state_after: 'OVER_COVERED',
    balance_after: '-5.00',
    state_after: 'SURPLUS',
    would_exceed_pool: true,
    works_in_unit: true,
  })
})

test('only active positions that lack hours are openings', async () => {
  const { employee, unit, vacancy } = await person()
  const covered = await vacancy('8.00')
  const open = await vacancy('8.00')
  await make.assignment({ position: covered, effective_hours: '8.00' })
  await make.position({ org_unit: unit.id, is_active: false })
  const rows = await rowsOf(employee, `?org_unit_id=${unit.id}&include_ineligible=true`)
  expect(rows.map((row: { position_id: string }) => row.position_id)).toEqual([open])
})

test('positions with a missing mandatory tag are openings only on request', async () => {
  const { employee, unit, vacancy } = await person()
  const other = await make.tag({ name: 'Other-tag', display_name: 'The other tag' })
  await make.positionTag({ position: await vacancy('8.00'), tag: other.id })
  const query = `?org_unit_id=${unit.id}`
  expect(await rowsOf(employee, query)).toEqual([])
  expect(await rowsOf(employee, `${query}&include_ineligible=1`)).toMatchObject([
    { is_valid: false, missing_tags: ['Other-tag'], missing_tag_display_names: ['The other tag'] },
  ])
})

test('the openings of an org unit include the positions of all units below it', async () => {
  const { employee, unit, vacancy } = await person()
  const here = await vacancy('8.00', { title: 'Here' })
  const elsewhere = await vacancy('8.00', { title: 'There', org_unit: (await make.unit()).id })
  const found = async (org_unit: string) =>
    (await everyRow(admin, pathFor(employee, `?org_unit_id=${org_unit}`))).map((row) => row.position_id)
  expect(await found(unit.id)).toEqual([here])
  expect(await found(unit.parent as string)).toEqual([here])
  expect(await found(clinic.id)).toEqual(expect.arrayContaining([here, elsewhere]))
  expect(await found((await make.unit()).id)).toEqual([])
})

test('the least covered opening comes first, and ranks continue from page to page', async () => {
  const { employee, unit, vacancy } = await person()
  const [half, vacant] = [await vacancy('20.00'), await vacancy('10.00')]
  await make.assignment({ position: half, effective_hours: '10.00' })
  const query = `?org_unit_id=${unit.id}&page_size=1`
  const first = (await admin.get(pathFor(employee, query))).body
  expect([first.count, first.results[0].rank, first.results[0].position_id]).toEqual([2, 1, vacant])
  expect(pathOf(first.next)).toBe(pathFor(employee, `${query}&page=2`))
  const second = (await admin.get(pathOf(first.next))).body
  expect([second.next, second.results[0].rank, second.results[0].position_id]).toEqual([null, 2, half])
  expect((await admin.get(pathFor(employee, `${query}&page=3`))).status).toBe(404)
})

test.each(['ONBOARDING', 'PROPOSAL_PENDING', 'DEACTIVATED', 'TERMINATED'] as const)(
  'an employee who is %s has no openings, and the answer says why',
  async (status) => {
    const { id } = await make.employee({ status })
    await expectAnswer(admin.get(pathFor(id)), 400, {
      employee_id: ['The employee must be ACTIVE or ON_LEAVE.'],
    })
  },
)

test('an EMPLOYEE sees only their own openings, without the losses of others', async () => {
  const { employee, vacancy } = await person({ email: 'own@clinic.example' })
  await vacancy('8.00')
  const other = await person()
  const client = await service.as('EMPLOYEE', { email: 'OWN@clinic.example' })
  const own = await client.get(pathFor(employee))
  expect([own.status, own.body.results[0].effective_hours]).toEqual([200, '8.00'])
  for (const { costs_elsewhere_hours } of own.body.results) expect(costs_elsewhere_hours).toBeNull()
  await expectAnswer(client.get(pathFor(other.employee)), 404, notFound)
})

const anyone = (await person()).employee
const noSuchChoice = 'Select a valid choice. That choice is not one of the available choices.'

test.each([
  ['?effective_hours=0.00', { effective_hours: ['Ensure this value is greater than or equal to 0.01.'] }],
  ['?effective_hours=169', { effective_hours: ['Ensure this value is less than or equal to 168.'] }],
  ['?effective_hours=1e-3', { effective_hours: ['Ensure that there are no more than 2 decimal places.'] }],
  ['?effective_hours=x', { effective_hours: ['A valid number is required.'] }],
  ['?include_ineligible=2', { include_ineligible: ['Must be a valid boolean.'] }],
  ['?org_unit_id=ward', { org_unit_id: ['“ward” is not a valid UUID.'] }],
  [`?org_unit_id=${unknown}`, { org_unit_id: [noSuchChoice] }],
])('the openings query %s is refused', async (query, expected) => {
  await expectAnswer(admin.get(pathFor(anyone, query)), 400, expected)
})

test.each(['?effective_hours=&include_ineligible=&org_unit_id=', '?ordering=rank', '?effective_hours=168'])(
  'the openings query %s is accepted',
  async (query) => {
    expect((await admin.get(pathFor(anyone, query))).status).toBe(200)
  },
)
