import { describe, expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { statementsOf } from '../../expect/database.ts'
import { noon, notFound, notPermitted, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const path = '/planning/v1/forecast/'
const cliffsPath = `${path}cliffs/`
const pathOf = (employee: string) => `/planning/v1/employees/${employee}/forecast/`

const ofNothing = [await admin.get(path), await admin.get(cliffsPath)] as const

test('an empty clinic has a forecast of zeros and no cliffs', () => {
  const [{ status, body }, cliffs] = ofNothing
  expect([status, body.computed_at, body.cliff_count]).toEqual([200, noon, 0])
  expect(body.weeks).toHaveLength(26)
  expect(body.weeks[0]).toMatchObject({ week: '2026-W10', required_hours: '0.00', secure_hours: '0.00' })
  expect(cliffs.body).toEqual({ count: 0, next: null, previous: null, results: [] })
})

const unit = await make.unit({ name: 'Intensive care' })
const empty = await make.unit()
const contract = (await make.tag({ name: 'FULL', hours_delta: '40.00', category: 'CONTRACT' })).id
const nurse = (await make.tag({ name: 'Nurse' })).id
const position = await make.position({ org_unit: unit.id, title: 'Night nurse' })
await make.positionTag({ position: position.id, tag: nurse })

const people: { id: string; email: string; contract: string; assignment: string }[] = []
for (const [last_name, effective_hours] of [
  ['Vidal', '20.00'],
  ['Ortega', '10.00'],
] as const) {
  const { id, email } = await make.employee({ first_name: 'Ana', last_name })
  const held = await make.employeeTag({ employee: id, tag: contract, end_date: '2026-03-31' })
  await make.employeeTag({ employee: id, tag: nurse, end_date: '2026-06-30' })
  const assignment = await make.assignment({ employee: id, position: position.id, effective_hours })
  people.push({ id, email, contract: held.id, assignment: assignment.id })
}
const [vidal, ortega] = people as [(typeof people)[0], (typeof people)[0]]

const none = {
  away_hours: '0.00',
  missing_tags_hours: '0.00',
  not_started_hours: '0.00',
  over_contract_hours: '0.00',
}
const week = {
  week: '2026-W10',
  start_date: '2026-03-02',
  end_date: '2026-03-08',
  reference_date: '2026-03-04',
  required_hours: '40.00',
  booked_hours: '30.00',
  secure_hours: '30.00',
  at_risk: none,
  contract_hours: '80.00',
  coverage_pct: '75.00',
  secure_coverage_pct: '75.00',
  secure_states: { vacant: 0, partial: 1, covered: 0, over_covered: 0 },
}

describe('the forecast', () => {
  test('the forecast shows required, booked and secure hours with reasons', async () => {
    const { body } = await admin.get(`${path}?weeks=5`)
    expect(body.weeks).toHaveLength(5)
    expect([body.weeks[0], body.cliff_count]).toEqual([week, 0])
    expect(body.weeks[4]).toEqual({
      ...week,
      week: '2026-W14',
      start_date: '2026-03-30',
      end_date: '2026-04-05',
      reference_date: '2026-03-30',
    })
    const { weeks, cliff_count } = (await admin.get(path)).body
    expect(cliff_count).toBe(2)
    expect(weeks[5]).toMatchObject({
      booked_hours: '30.00',
      secure_hours: '0.00',
      at_risk: { ...none, over_contract_hours: '30.00' },
      secure_states: { vacant: 1 },
    })
    expect(weeks.at(-1)).toMatchObject({ at_risk: { ...none, missing_tags_hours: '30.00' } })
  })

  test('the forecast can be limited to a unit, and show totals by unit', async () => {
    const ofUnit = (await admin.get(`${path}?weeks=1&by=UNIT&org_unit_id=${unit.id.toUpperCase()}`)).body
    const { week: _, start_date, end_date, reference_date, ...totals } = week
    expect(ofUnit.weeks).toEqual([
      { ...week, by_unit: [{ org_unit_id: unit.id, org_unit_name: 'Intensive care', ...totals }] },
    ])
    const ofEmpty = (await admin.get(`${path}?by=UNIT&org_unit_id=${empty.id}`)).body
    expect(ofEmpty.weeks[0]).toMatchObject({ required_hours: '0.00', contract_hours: '0.00', by_unit: [] })
  })

  test('the forecast reads the clinic in two statements besides the caller', async () => {
    expect(await statementsOf(service.orm, () => admin.get(path))).toHaveLength(3)
  })
})

describe('the cliffs', () => {
  const cliff = (name: string, of: typeof vidal, hours: string) => ({
    date: '2026-03-31',
    week: '2026-W15',
    cause: 'CONTRACT_ENDS',
    direction: 'LOSS',
    employee: of.id,
    employee_name: name,
    employee_tag: of.contract,
    tag_name: 'FULL',
    hours,
    positions: [{ position_id: position.id, title: 'Night nurse', org_unit_name: 'Intensive care', hours }],
    sentence: `FULL of ${name} ends on 2026-03-31: from 2026-04-06 on, ${hours} h a week are no longer secure: Night nurse, Intensive care (${hours} h).`,
  })
  const results = [cliff('Vidal, Ana', vidal, '20.00'), cliff('Ortega, Ana', ortega, '10.00')]

  test('the cliffs are a page of employees who lose secure hours', async () => {
    const page = { count: 2, next: null, previous: null, results }
    await expectAnswer(admin.get(cliffsPath), 200, page)
  })

  test('the pages of cliffs link to each other, and the last has no next', async () => {
    const query = '?weeks=20&direction=LOSS&page_size=1'
    const first = (await admin.get(`${cliffsPath}${query}`)).body
    expect(first).toEqual({
      count: 2,
      next: `${service.url}${cliffsPath}${query}&page=2`,
      previous: null,
      results: results.slice(0, 1),
    })
    const second = (await admin.get(`${cliffsPath}${query}&page=2`)).body
    expect(second).toMatchObject({
      next: null,
      previous: `${service.url}${cliffsPath}${query}`,
      results: results.slice(1),
    })
    await expectAnswer(admin.get(`${cliffsPath}${query}&page=3`), 404, { detail: 'Invalid page.' })
  })

  test.each([
    ['cause=CONTRACT_ENDS', 2],
    ['cause=OTHER', 0],
    ['direction=GAIN', 0],
    ['weeks=5', 0],
    ['weeks=6', 2],
    ['week=2026-W15', 2],
    ['week=2026-W14', 0],
    ['date_from=2026-03-31&date_to=2026-03-31', 2],
    ['date_from=2026-04-01', 0],
    ['date_to=2026-03-30', 0],
    [`org_unit_id=${unit.id}`, 2],
    [`org_unit_id=${empty.id}`, 0],
    [`employee=${ortega.id.toUpperCase()}`, 1],
    ['cause=&direction=&weeks=&employee=&org_unit_id=&page=1&unknown=x', 2],
  ])('with the filter %s there are %i cliffs', async (query, count) => {
    expect((await admin.get(`${cliffsPath}?${query}`)).body.count).toBe(count)
  })
})

describe('the forecast of an employee', () => {
  test('the forecast of an employee shows the balance of every week and the cliffs', async () => {
    const { status, body } = await admin.get(pathOf(vidal.id.toUpperCase()))
    expect([status, body.computed_at, body.weeks.length]).toEqual([200, noon, 26])
    for (const index of [0, 5, 25]) {
      const {
        week: _,
        reference_date,
        secure_hours,
        missing_tags_by_assignment,
        ...balance
      } = body.weeks[index]
      const asked = await admin.get(
        `/api/v1/offer/employees/${vidal.id}/balance/?reference_date=${reference_date}`,
      )
      expect(balance).toEqual(asked.body)
    }
    expect(body.weeks[0]).toMatchObject({
      week: '2026-W10',
      secure_hours: '20.00',
      missing_tags_by_assignment: [],
    })
    expect(body.weeks[25]).toMatchObject({
      secure_hours: '0.00',
      missing_tags_by_assignment: [
        {
          assignment: vidal.assignment,
          position_id: position.id,
          position_title: 'Night nurse',
          missing_tags: ['Nurse'],
        },
      ],
    })
    expect(body.cliffs).toMatchObject([{ cause: 'CONTRACT_ENDS', employee: vidal.id, hours: '20.00' }])
  })

  test('an EMPLOYEE sees only their own forecast', async () => {
    const own = await service.as('EMPLOYEE', { email: vidal.email.toUpperCase() })
    expect((await own.get(`${pathOf(vidal.id)}?weeks=1`)).body.weeks).toHaveLength(1)
    for (const id of [ortega.id, unknown, 'x']) {
      await expectAnswer(own.get(pathOf(id)), 404, notFound)
    }
    for (const closed of [path, cliffsPath]) {
      await expectAnswer(own.get(closed), 403, notPermitted)
    }
  })
})

const notWhole = 'Enter a whole number.'
const noChoice = 'Select a valid choice. That choice is not one of the available choices.'
const badWeeks: [query: string, field: string, message: string][] = [
  ['weeks=0', 'weeks', 'Ensure this value is greater than or equal to 1.'],
  ['weeks=-1', 'weeks', 'Ensure this value is greater than or equal to 1.'],
  ['weeks=27', 'weeks', 'Ensure this value is less than or equal to 26.'],
  [`weeks=${'9'.repeat(20)}`, 'weeks', 'Ensure this value is less than or equal to 26.'],
  ['weeks=1.5', 'weeks', notWhole],
  ['weeks=1e1', 'weeks', notWhole],
  ['weeks=all', 'weeks', notWhole],
  ['weeks=%00', 'weeks', notWhole],
  ['weeks=0x1', 'weeks', notWhole],
]
const badUnit: typeof badWeeks = [
  [`org_unit_id=${unknown}`, 'org_unit_id', noChoice],
  ['org_unit_id=x', 'org_unit_id', '“x” is not a valid UUID.'],
]
const badOf = {
  [path]: [
    ...badWeeks,
    ...badUnit,
    ['by=unit', 'by', 'Select a valid choice. unit is not one of the available choices.'],
  ],
  [cliffsPath]: [
    ['week=2027-5', 'week', 'Enter a valid ISO week, such as 2027-W05.'],
    ['week=2027-W54', 'week', 'Enter a valid ISO week, such as 2027-W05.'],
    ['date_from=2027-02-30', 'date_from', 'Enter a valid date.'],
    ['date_to=soon', 'date_to', 'Enter a valid date.'],
    ...badWeeks,
    ...badUnit,
    ['cause=ENDS', 'cause', 'Select a valid choice. ENDS is not one of the available choices.'],
    ['direction=UP', 'direction', 'Select a valid choice. UP is not one of the available choices.'],
    [`employee=${unknown}`, 'employee', noChoice],
    ['employee=x', 'employee', '“x” is not a valid UUID.'],
  ],
  [pathOf(vidal.id)]: badWeeks,
}

test.each(
  Object.entries(badOf).flatMap(([at, all]) =>
    all.map(([query, ...refusal]) => [`${at}?${query}`, ...refusal] as const),
  ),
)('the forecast query %s is refused under its field', async (address, field, message) => {
  await expectAnswer(admin.get(address), 400, { [field]: [message] })
})

test.each([
  ['a text', 'x', notWhole],
  ['null', null, notWhole],
  ['a fraction', 1.5, notWhole],
  ['an array', [1], notWhole],
  ['an object', {}, notWhole],
  ['a boolean', true, notWhole],
  ['too many', 27, 'Ensure this value is less than or equal to 26.'],
])('a forecast over tRPC with weeks that are %s is refused', async (_, weeks, message) => {
  await expectAnswer(admin.trpc('query', 'planning.forecast', { weeks }), 400, { weeks: [message] })
})
