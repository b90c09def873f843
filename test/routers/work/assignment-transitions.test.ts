import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow } from '../../expect/lists.ts'
import { noon } from '../../expect/texts.ts'
import { assignmentsForFile, half, overCovered, pairTaken, path } from './assignment-setup.ts'

const { service, make, admin, stored, violationsOf, busy } = await assignmentsForFile()

const next: Record<string, Record<string, string>> = {
  ACTIVE: { suspend: 'SUSPENDED', end: 'ENDED' },
  SUSPENDED: { resume: 'ACTIVE', end: 'ENDED' },
  ENDED: {},
}
const names = ['suspend', 'resume', 'end']
const grid = Object.keys(next).flatMap((status) =>
  names.map((name) => [status, name, next[status]?.[name] ?? '409'] as const),
)

test.each(grid)('an assignment that is %s answers %s with %s', async (from, name, to) => {
  const { id } = await make.assignment({ status: from as 'ACTIVE' })
  const before = (await admin.get(`${path}${id}/`)).body
  service.clock.now = new Date(half)
  const answer = await admin.post(`${path}${id}/${name}/`)
  if (to !== '409') {
    const effects = {
      suspend: { suspended_at: half },
      resume: { suspended_at: null },
      end: { end_date: '2026-03-04', end_reason: 'OTHER' },
    }[name]
    const after = { ...before, ...effects, status: to, updated_at: half }
    expect([answer.status, answer.body]).toEqual([200, after])
    expect((await admin.get(`${path}${id}/`)).body).toEqual(after)
  } else {
    const refusal = { detail: `Transition '${name}' is not allowed from state '${from}'.` }
    expect([answer.status, answer.body]).toEqual([409, refusal])
    expect((await admin.get(`${path}${id}/`)).body).toEqual(before)
  }
  expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(to === '409' ? 0 : 1)
})

test.each(Object.entries(next))(
  'the transitions available to an assignment that is %s are listed',
  async (status, available) => {
    const { id } = await make.assignment({ status: status as 'ACTIVE' })
    const expected = { status, transitions: Object.keys(available) }
    expect((await admin.get(`${path}${id}/available-transitions/`)).body).toEqual(expected)
  },
)

test('each transition of an assignment adds one entry to its log and to the global log', async () => {
  const { id, employee } = await make.assignment()
  const times = ['2026-03-04T10:10:00.000Z', '2026-03-04T10:20:00.000Z', half]
  const calls = [
    ['suspend', { reason: ' Sick ' }],
    ['resume', undefined],
    ['end', { end_reason: 'TRANSFER', notes: 'To Ward 8', reason: 'ignored' }],
  ] as const
  for (const [index, [name, body]] of calls.entries()) {
    service.clock.now = new Date(times[index] as string)
    expect((await admin.post(`${path}${id}/${name}/`, body)).status).toBe(200)
  }
  const entry = (index: number, fields: object) => ({
    id: expect.any(Number),
    actor: admin.user.id,
    actor_email: admin.user.email,
    metadata: {},
    created_at: times[index],
    ...fields,
  })
  const log = [
    entry(2, {
      transition: 'end',
      from_status: 'ACTIVE',
      to_status: 'ENDED',
      reason: 'TRANSFER',
      metadata: { end_reason: 'TRANSFER', notes: 'To Ward 8' },
    }),
    entry(1, { transition: 'resume', from_status: 'SUSPENDED', to_status: 'ACTIVE', reason: '' }),
    entry(0, { transition: 'suspend', from_status: 'ACTIVE', to_status: 'SUSPENDED', reason: 'Sick' }),
  ]
  const page = { count: 3, next: null, previous: null, results: log }
  expect((await admin.get(`${path}${id}/transitions/`)).body).toEqual(page)
  const oldestFirst = await everyRow(admin, `${path}${id}/transitions/?ordering=created_at`, 2)
  expect(oldestFirst).toEqual([...log].reverse())
  const global = await everyRow(admin, `/api/v1/transitions/?employee=${employee}`)
  expect(global.map(({ transition }) => transition)).toEqual(['end', 'resume', 'suspend'])
  expect((await admin.get(`/api/v1/employees/${employee}/transitions/`)).body.count).toBe(0)
})

test.each(['RESIGNATION', 'TRANSFER', 'POSITION_CLOSED', 'TERMINATED', 'OTHER'])(
  'an assignment can end with the reason %s',
  async (end_reason) => {
    const { id } = await make.assignment()
    expect((await admin.post(`${path}${id}/end/`, { end_reason })).body).toMatchObject({
      end_reason,
      status: 'ENDED',
    })
  },
)

test('an assignment that ends without a reason ends as OTHER, in the log too', async () => {
  const { id } = await make.assignment()
  await admin.post(`${path}${id}/end/`)
  expect((await admin.get(`${path}${id}/transitions/`)).body.results).toMatchObject([
    { reason: 'OTHER', metadata: { end_reason: 'OTHER', notes: '' } },
  ])
})

test.each([
  ['', 'Goodbye', 'Goodbye'],
  ['Hello', 'Goodbye', 'Hello\nGoodbye'],
  ['Hello', '', 'Hello'],
  ['Hello', '  ', 'Hello'],
  ['', '', ''],
  ['x'.repeat(1000), 'y'.repeat(999), `${'x'.repeat(1000)}\n${'y'.repeat(999)}`],
  ['😀'.repeat(1000), '😀'.repeat(999), `${'😀'.repeat(1000)}\n${'😀'.repeat(999)}`],
])(
  'the notes of an end are appended to the notes of the assignment on a new line (%#)',
  async (before, notes, after) => {
    const { id } = await make.assignment({ notes: before })
    const ended = await admin.post(`${path}${id}/end/`, { notes })
    expect([ended.status, ended.body.notes]).toEqual([200, after])
  },
)

test('an end whose notes would become too long is refused', async () => {
  const { id } = await make.assignment({ notes: 'x'.repeat(1000) })
  await expectAnswer(admin.post(`${path}${id}/end/`, { notes: 'y'.repeat(1000) }), 400, {
    notes: ["Ensure the assignment's notes have no more than 2000 characters."],
  })
  expect((await stored(id)).status).toBe('ACTIVE')
  expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(0)
})

test('the body of a transition is checked before the state', async () => {
  const { id } = await make.assignment({ status: 'ENDED' })
  await expectAnswer(admin.post(`${path}${id}/suspend/`, { reason: null }), 400, {
    reason: ['This field may not be null.'],
  })
  await expectAnswer(admin.post(`${path}${id}/end/`, { end_reason: 'NOPE' }), 400, {
    end_reason: ['"NOPE" is not a valid choice.'],
  })
})

test('a SUSPENDED assignment that ends keeps its suspended_at', async () => {
  const { id } = await make.assignment()
  await admin.post(`${path}${id}/suspend/`)
  service.clock.now = new Date(half)
  expect((await admin.post(`${path}${id}/end/`)).body).toMatchObject({
    status: 'ENDED',
    suspended_at: noon,
  })
})

test('an assignment is resumed only when the employee has no other active one to the position', async () => {
  const { id, employee, position } = await make.assignment({ status: 'SUSPENDED' })
  const other = await make.assignment({ employee, position })
  const taken = { detail: pairTaken }
  await expectAnswer(admin.post(`${path}${id}/resume/`), 409, taken)
  expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(0)
  await admin.post(`${path}${other.id}/suspend/`)
  expect((await admin.post(`${path}${id}/resume/`)).body.status).toBe('ACTIVE')
})

test('an assignment is not resumed while its position is inactive', async () => {
  const { id, position } = await make.assignment({ status: 'SUSPENDED' })
  expect((await admin.patch(`/api/v1/demand/${position}/`, { is_active: false })).status).toBe(200)
  await expectAnswer(admin.post(`${path}${id}/resume/`), 409, { detail: 'The position is inactive.' })
  expect((await admin.get(`${path}${id}/`)).body.status).toBe('SUSPENDED')
  await admin.patch(`/api/v1/demand/${position}/`, { is_active: true })
  expect((await admin.post(`${path}${id}/resume/`)).body.status).toBe('ACTIVE')
})

test('a resumed assignment keeps its stored violations, and no rule is evaluated', async () => {
  const employee = await busy('60.00')
  const position = (await make.position({ required_weekly_hours: '1.00' })).id
  const violations = [overCovered('9.00', '8.00')]
  const { id } = await make.assignment({
    employee,
    position,
    status: 'SUSPENDED',
    metadata: { violations },
  })
  expect((await admin.post(`${path}${id}/resume/`)).status).toBe(200)
  expect(await violationsOf(id)).toEqual(violations)
})

test('only ACTIVE assignments count towards coverage and hours', async () => {
  const { id, employee, position } = await make.assignment({ effective_hours: '40.00' })
  const counted = async () => [
    (await admin.get(`/api/v1/demand/${position}/`)).body.coverage_state,
    (await admin.get(`/api/v1/offer/employees/${employee}/balance/`)).body.consumption,
  ]
  const none = ['VACANT', { assigned_hours: '0.00', assignment_count: 0 }]
  const full = ['COVERED', { assigned_hours: '40.00', assignment_count: 1 }]
  expect(await counted()).toEqual(full)
  for (const [transition, counts] of [
    ['suspend', none],
    ['resume', full],
    ['end', none],
  ] as const) {
    await admin.post(`${path}${id}/${transition}/`)
    expect(await counted()).toEqual(counts)
  }
})
