import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import {
  assignmentsForFile,
  blockedBy,
  half,
  notActive,
  notAssignable,
  overCap,
  overCovered,
  pairRefused,
  path,
  tooManyDays,
} from './assignment-setup.ts'

const { service, make, admin, setRule, stored, violationsOf, roomy, busy } = await assignmentsForFile()

test.each<object>([
  { effective_hours: '9.25' },
  { effective_date: '2026-06-01' },
  { notes: 'Changed' },
  { notes: '' },
])('a PATCH of an assignment with %j changes nothing else', async (changes) => {
  const { id } = await make.assignment({ notes: 'As it was' })
  const before = (await admin.get(`${path}${id}/`)).body
  service.clock.now = new Date(half)
  const body = { ...changes, status: 'ENDED', end_date: '2026-01-01' }
  const after = { ...before, ...changes, updated_at: half }
  await expectAnswer(admin.patch(`${path}${id}/`, body), 200, after)
  expect((await admin.get(`${path}${id}/`)).body).toEqual(after)
  expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(0)
})

test('new hours of an assignment count in its position at once', async () => {
  const { id, position } = await make.assignment({ effective_hours: '40.00' })
  await admin.patch(`${path}${id}/`, { effective_hours: 10 })
  const { body } = await admin.get(`/api/v1/demand/${position}/`)
  expect([body.assigned_hours, body.coverage_state]).toEqual(['10.00', 'PARTIAL'])
})

test('a PATCH can change the employee and the position, and set effective_date to null', async () => {
  const { id } = await make.assignment({ effective_date: '2026-06-01' })
  const employee = await make.employee({ first_name: 'New', last_name: 'One' })
  const changes = { employee: employee.id, position_id: (await roomy()).id, effective_date: null }
  const patched = await admin.patch(`${path}${id}/`, changes)
  expect(patched).toMatchObject({ status: 200, body: { ...changes, employee_name: 'One, New' } })
})

test('is_reinforcement cannot be changed, but can be repeated', async () => {
  const { id } = await make.assignment()
  await expectAnswer(admin.patch(`${path}${id}/`, { is_reinforcement: true }), 400, {
    is_reinforcement: ['This field cannot be changed.'],
  })
  expect((await admin.patch(`${path}${id}/`, { is_reinforcement: false })).status).toBe(200)
})

const stale = [overCovered('9.00', '8.00')]

/** An assignment whose stored violations differ from what the rules would find now. */
const evaluatedLongAgo = async (fields: object = {}) =>
  make.assignment({
    position: (await roomy()).id,
    effective_date: '2026-03-01',
    metadata: { violations: stale },
    ...fields,
  })

test.each(['ACTIVE', 'SUSPENDED'] as const)(
  'a change of an %s assignment evaluates the rules again, unless only the notes change',
  async (status) => {
    const position = (await make.position({ required_weekly_hours: '4.00' })).id
    const [employee, another] = [await busy('40.00'), await busy('40.00')]
    for (const [changes, found] of [
      [{ notes: 'n' }, stale],
      [{ effective_hours: '8' }, stale],
      [{ effective_date: '2026-03-01' }, stale],
      [{}, stale],
      [{ effective_hours: '9' }, []],
      [{ effective_date: '2026-03-02' }, []],
      [{ effective_date: null }, []],
      [{ position_id: position }, [overCovered('8.00', '4.00')]],
      [{ employee }, [tooManyDays(6)]],
      [{ employee: another, effective_hours: '8.00', notes: 'n' }, [tooManyDays(6)]],
    ] as const) {
      const { id } = await evaluatedLongAgo({ status })
      expect((await admin.patch(`${path}${id}/`, changes)).status).toBe(200)
      expect([changes, await violationsOf(id)]).toEqual([changes, found])
    }
  },
)

test("a change does not count the assignment's own hours twice", async () => {
  const position = (await make.position({ required_weekly_hours: '60.00' })).id
  const { id } = await make.assignment({ position, effective_hours: '60.00' })
  for (const effective_hours of ['59.99', '60.00'])
    expect((await admin.patch(`${path}${id}/`, { effective_hours })).status).toBe(200)
  expect(await violationsOf(id)).toEqual([tooManyDays(8)])
  const over = blockedBy(overCap('60.01'))
  await expectAnswer(admin.patch(`${path}${id}/`, { effective_hours: '60.01' }), 400, over)
  expect((await stored(id)).effective_hours).toBe('60.00')
  expect(await violationsOf(id)).toEqual([tooManyDays(8)])
})

test('a SUSPENDED assignment is evaluated as if it were active', async () => {
  const employee = await busy('50.00')
  const { id, position } = await make.assignment({ employee, status: 'SUSPENDED', effective_hours: '5.00' })
  expect((await admin.patch(`${path}${id}/`, { effective_hours: '10.00' })).status).toBe(200)
  const over = blockedBy(overCap('60.01'))
  await expectAnswer(admin.patch(`${path}${id}/`, { effective_hours: '10.01' }), 400, over)
  await make.assignment({ employee, position, effective_hours: '1.00' })
  await expectAnswer(admin.patch(`${path}${id}/`, { effective_hours: '2.00' }), 400, pairRefused)
  expect((await admin.patch(`${path}${id}/`, { notes: 'Still' })).status).toBe(200)
})

test('an assignment cannot move to a taken pair, an unassignable employee or an inactive position', async () => {
  const { id, employee } = await make.assignment()
  const other = await make.assignment({ employee })
  const gone = (await make.employee({ status: 'DEACTIVATED' })).id
  const closed = (await make.position({ is_active: false })).id
  for (const [changes, expected] of [
    [{ position_id: other.position }, pairRefused],
    [{ employee: gone }, notAssignable],
    [{ position_id: closed }, notActive],
    [{ employee: gone, position_id: closed }, notAssignable],
  ] as const)
    await expectAnswer(admin.patch(`${path}${id}/`, changes), 400, expected)
})

test('the hours of a TERMINATED employee cannot be changed, the notes can', async () => {
  const { id } = await make.assignment({ employee: (await make.employee({ status: 'TERMINATED' })).id })
  await expectAnswer(admin.patch(`${path}${id}/`, { effective_hours: '1.00' }), 400, notAssignable)
  expect((await admin.patch(`${path}${id}/`, { notes: 'Left' })).body.notes).toBe('Left')
})

test('a change is blocked by BLOCKING rules, but not by disabled ones', async () => {
  const { id } = await make.assignment({ position: (await roomy()).id })
  await setRule('MAX_WEEKLY_HOURS', { enabled: false })
  await setRule('MAX_CONSECUTIVE_SHIFTS', { enabled: false })
  expect((await admin.patch(`${path}${id}/`, { effective_hours: '100' })).status).toBe(200)
  expect(await violationsOf(id)).toEqual([])
  await setRule('MAX_WEEKLY_HOURS', { enabled: true })
  expect((await admin.patch(`${path}${id}/`, { effective_hours: '99' })).status).toBe(400)
})

test('an ENDED assignment can change its notes only', async () => {
  const { id, employee, position } = await evaluatedLongAgo({ status: 'ENDED', end_date: '2026-03-02' })
  for (const changes of [
    { effective_hours: '9.00' },
    { effective_date: null },
    { employee: (await make.employee()).id },
    { position_id: (await roomy()).id },
    { notes: 'n', effective_hours: '9.00' },
  ])
    await expectAnswer(admin.patch(`${path}${id}/`, changes), 409, {
      detail: "An assignment in state 'ENDED' can change its notes only.",
    })
  const same = { employee, position_id: position, effective_hours: '8.00', effective_date: '2026-03-01' }
  const patched = await admin.patch(`${path}${id}/`, { ...same, effective_hours: '8', notes: 'Afterwards' })
  expect(patched).toMatchObject({ status: 200, body: { ...same, notes: 'Afterwards' } })
  expect(await violationsOf(id)).toEqual(stale)
})
