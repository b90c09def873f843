import { expect, test } from 'vitest'
import { doesNotExist, noon, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/planning/v1/rebalances/'

const { make, admin } = await serviceForFile()

test('an empty clinic has nothing to rebalance', async () => {
  const { status, body } = await admin.post(path, {})
  expect([status, body]).toMatchObject([200, { changes: [], summary: { changes: 0, maximum_hours: '0.00' } }])
})

test('the changes of a rebalance can be made in their order, and correct what they promise', async () => {
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

test('a rebalance with unknown ids is refused under their fields', async () => {
  const refused = await admin.post(path, { org_unit_id: unknown, exclude_employees: [unknown] })
  const errors = { org_unit_id: [doesNotExist(unknown)], exclude_employees: [doesNotExist(unknown)] }
  expect([refused.status, refused.body]).toEqual([400, errors])
})
