import { expect, test } from 'vitest'
import { allTables } from '../../expect/tables.ts'
import { doesNotExist, noon, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/planning/v1/rebalances/'

const { service, make, admin } = await serviceForFile()
const run = <Row>(statement: string) => service.orm.em.getConnection().execute<Row[]>(statement)

type Change = Record<string, string | null>

/** The changes of a rebalance, as applying takes them. */
const changesIn = (body: { changes: Change[] }): Change[] =>
  body.changes.map(({ employee, position_id, assignment, ...hours }) => {
    const { current_hours, effective_hours } = hours
    return { employee, position_id, assignment, current_hours, effective_hours } as Change
  })

test('an empty clinic has nothing to rebalance', async () => {
  const { status, body } = await admin.post(path, {})
  expect([status, body]).toMatchObject([200, { changes: [], summary: { changes: 0, maximum_hours: '0.00' } }])
})

test('the changes of a rebalance can be made as a whole or in their order, and correct what they promise', async () => {
  const contract = (await make.tag({ name: 'Thirty', category: 'CONTRACT', hours_delta: '30.00' })).id
  const [ana, jean] = [(await make.employee()).id, (await make.employee()).id]
  for (const employee of [ana, jean]) await make.employeeTag({ employee, tag: contract })
  const unit = (await make.unit()).id
  const desk = (await make.position({ org_unit: unit, required_weekly_hours: '32.00' })).id
  const door = (await make.position({ org_unit: unit, required_weekly_hours: '10.00' })).id
  await make.assignment({ employee: ana, position: desk, effective_hours: '40.00' })

  // Two of the hours that Ana is relieved of are a new assignment of their own.
  const input = { minimum_hours: '2.00' }
  const { body } = await admin.post(path, input)
  expect(body).toMatchObject({
    fingerprint: expect.stringMatching(/^[\w-]{43}$/),
    reference_date: '2026-03-04',
    computed_at: noon,
    summary: {
      lacking_hours: '10.00',
      over_contract_hours: '10.00',
      surplus_hours: '8.00',
      covered_hours: '10.00',
      relieved_hours: '10.00',
      is_maximum: true,
    },
  })
  const changes = changesIn(body)
  const before = await allTables(run)
  const applied = await admin.post(`${path}apply/`, { changes, fingerprint: body.fingerprint })
  expect(applied.status).toBe(200)
  expect((await admin.post(path, {})).body.summary).toMatchObject({ lacking_hours: '0.00', changes: 0 })
  const takeBack = `/planning/v1/applications/${applied.body.application}/take-back/`
  expect((await admin.post(takeBack, {})).status).toBe(200)
  expect(await allTables(run)).toEqual(before)
  const { fingerprint } = (await admin.post(path, input)).body
  expect(fingerprint).toBe(body.fingerprint)
  const stale = await admin.post(`${path}apply/`, { changes, fingerprint: 'another' })
  expect([stale.status, stale.body.detail]).toEqual([409, 'The clinic has changed since the plan was made.'])
  for (const { kind, assignment, employee, position_id, effective_hours } of body.changes) {
    const answer =
      kind === 'CREATE'
        ? await admin.post('/api/v1/assignments/', { employee, position_id, effective_hours })
        : await admin.patch(`/api/v1/assignments/${assignment}/`, { effective_hours })
    expect([kind, Math.floor(answer.status / 100)]).toEqual([kind, 2])
  }
  const after = (await admin.post(path, {})).body
  expect(after.summary).toMatchObject({ lacking_hours: '0.00', over_contract_hours: '0.00', changes: 0 })
  expect((await admin.post(path, { exclude_positions: [desk, door] })).body.changes).toEqual([])
})

test('hours pass through people who are over contract and stay so', async () => {
  const contract = (await make.tag({ name: 'Twenty', category: 'CONTRACT', hours_delta: '20.00' })).id
  const skill = (await make.tag()).id
  const ana = (await make.employee()).id
  for (const tag of [contract, skill]) await make.employeeTag({ employee: ana, tag })
  const unit = (await make.unit()).id
  const position = async (required_weekly_hours: string) => {
    const { id } = await make.position({ org_unit: unit, required_weekly_hours })
    await make.positionTag({ position: id, tag: skill })
    return id
  }
  const [full, over, lacking] = [await position('14.50'), await position('1.00'), await position('7.00')]
  await make.assignment({ employee: ana, position: full, effective_hours: '14.50' })
  await make.assignment({ employee: ana, position: over, effective_hours: '8.00' })
  const input = { org_unit_id: unit }
  const { body } = await admin.post(path, input)
  expect(body.summary).toMatchObject({ covered_hours: '7.00', relieved_hours: '0.00', is_maximum: true })
  const changes = changesIn(body)
  const applied = await admin.post(`${path}apply/`, { changes, fingerprint: body.fingerprint })
  expect([applied.status, applied.body]).toMatchObject([200, { added_hours: '7.00' }])
  expect((await admin.get(`/api/v1/demand/${lacking}/`)).body.assigned_hours).toBe('7.00')
  const more = { ...changes.find(({ assignment }: Change) => assignment === null), effective_hours: '7.25' }
  const again = changes.map((change: Change) => (change.assignment === null ? more : change))
  await admin.post(`/planning/v1/applications/${applied.body.application}/take-back/`, {})
  const refused = await admin.post(`${path}apply/`, { changes: again })
  const problems = {
    employee: ['The employee may get back the 7.00 hours that were taken; the line adds 7.25.'],
  }
  expect([refused.status, refused.body.lines]).toMatchObject([409, [{}, problems]])
})

test('a rebalance with unknown ids is refused under their fields', async () => {
  const refused = await admin.post(path, { org_unit_id: unknown, exclude_employees: [unknown] })
  const errors = { org_unit_id: [doesNotExist(unknown)], exclude_employees: [doesNotExist(unknown)] }
  expect([refused.status, refused.body]).toEqual([400, errors])
})
