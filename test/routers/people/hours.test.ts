import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { doesNotExist, noon } from '../../expect/texts.ts'
import { factories } from '../../made/factories.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { password, startService } from '../../setup/service.ts'

const path = '/api/v1/offer/employees/'
const batchPath = `${path}batch-balance/`

const { service, make, admin } = await serviceForFile()
afterEach(() => {
  service.clock.now = new Date(noon)
})

const balanceOf = async (id: string, date?: string) =>
  (await admin.get(`${path}${id}/balance/${date ? `?reference_date=${date}` : ''}`)).body

let made = 0
/** An employee with a tag of the given hours for each entry, held all along unless said otherwise. */
async function holding(...tags: [hours: string, fields?: { start_date?: string; end_date?: string }][]) {
  const employee = (await make.employee()).id
  for (const [hours_delta, fields] of tags) {
    const tag = (await make.tag({ hours_delta, name: `Hours-${++made}` })).id
    await make.employeeTag({ employee, tag, ...fields })
  }
  return employee
}

const empty = {
  period: { start_date: '2026-03-02', end_date: '2026-03-08' },
  pool: { base_hours: '0.00', adjustment_delta: '0.00', effective_hours: '0.00' },
  consumption: { assigned_hours: '0.00', assignment_count: 0 },
  balance: '0.00',
  state: 'BALANCED',
  computed_at: noon,
  tags: [],
  error: 'NO_ACTIVE_TAGS',
}

test('the hours balance counts stacked tags, reductions and active assignments', async () => {
  const employee = (await make.employee()).id
  const contract = (await make.tag({ name: 'B-Full', hours_delta: '20.25', category: 'CONTRACT' })).id
  const nurse = (await make.tag({ name: 'á-Nurse', hours_delta: '0.00' })).id
  const leave = (await make.tag({ name: 'A-Leave', hours_delta: '-10.00', category: 'EXCEPTION' })).id
  for (const tag of [contract, contract, nurse]) await make.employeeTag({ employee, tag })
  await make.employeeTag({ employee, tag: leave, start_date: '2026-03-06' })
  for (const [status, effective_hours] of [
    ['ACTIVE', '30.00'],
    ['ACTIVE', '0.50'],
    ['SUSPENDED', '10.00'],
    ['ENDED', '10.00'],
  ] as const)
    await make.assignment({ employee, status, effective_hours })
  await make.assignment({ effective_hours: '99.00' })
  service.clock.now = new Date('2026-03-04T10:10:11.120Z')
  const answer = await admin.get(`${path}${employee.toUpperCase()}/balance/`)
  const expected = {
    employee_id: employee,
    period: { start_date: '2026-03-02', end_date: '2026-03-08' },
    pool: { base_hours: '40.50', adjustment_delta: '-4.29', effective_hours: '36.21' },
    consumption: { assigned_hours: '30.50', assignment_count: 2 },
    balance: '5.71',
    state: 'DEFICIT',
    computed_at: '2026-03-04T10:10:11.120Z',
    tags: ['A-Leave', 'á-Nurse', 'B-Full', 'B-Full'],
    error: null,
  }
  expect([answer.status, answer.body]).toEqual([200, expected])
})

test('an employee without tags and assignments has a balance of zero, with NO_ACTIVE_TAGS', async () => {
  const { id } = await make.employee({ status: 'TERMINATED' })
  const expected = { employee_id: id, ...empty }
  expect(await balanceOf(id)).toEqual(expected)
  expect((await admin.get(`${path}${id}/balance/?reference_date=`)).body).toEqual(expected)
})

test.each(['EXPIRED', 'REVOKED'] as const)('a tag that is %s counts for nothing', async (status) => {
  const tag = (await make.tag({ hours_delta: '40.00' })).id
  const { employee } = await make.employeeTag({ tag, status })
  expect(await balanceOf(employee)).toEqual({ employee_id: employee, ...empty })
})

test('a deactivated tag still counts for those who hold it', async () => {
  const tag = (await make.tag({ hours_delta: '40.00', is_active: false })).id
  const { employee } = await make.employeeTag({ tag })
  expect((await balanceOf(employee)).pool.base_hours).toBe('40.00')
})

test.each([
  ['2026-03-01', '2026-02-23', '2026-03-01'],
  ['2021-01-03', '2020-12-28', '2021-01-03'],
  ['0001-01-01', '0001-01-01', '0001-01-07'],
  ['9999-12-31', '9999-12-27', '9999-12-31'],
])('the hours balance of %s covers the week from %s to %s', async (date, start_date, end_date) => {
  const { id } = await make.employee()
  expect((await balanceOf(id, date)).period).toEqual({ start_date, end_date })
})

// The reference date is Wednesday 2026-03-04.
test.each<[string, string, string | undefined, string, boolean]>([
  ['from the date on', '2026-03-04', undefined, '40.00', true],
  ['until the date', '2026-01-01', '2026-03-04', '40.00', true],
  ['on the date alone', '2026-03-04', '2026-03-04', '40.00', true],
  ['from the day after', '2026-03-05', undefined, '0.00', true],
  ['until the day before', '2026-01-01', '2026-03-03', '0.00', true],
  ['from Sunday on', '2026-03-08', undefined, '0.00', true],
  ['until Monday', '2026-01-01', '2026-03-02', '0.00', true],
  ['from the next Monday on', '2026-03-09', undefined, '0.00', false],
  ['until the last Sunday', '2026-01-01', '2026-03-01', '0.00', false],
])(
  'a positive tag held %s (%s to %s) adds %s hours to the pool',
  async (_, start_date, end_date, base, isNamed) => {
    const employee = await holding(['40.00', { start_date, end_date }])
    const { pool, tags, error } = await balanceOf(employee)
    expect([pool.base_hours, tags.length, error]).toEqual([
      base,
      isNamed ? 1 : 0,
      base === '0.00' ? 'NO_ACTIVE_TAGS' : null,
    ])
  },
)

test.each<[string, string, string, string | undefined, string]>([
  ['all week', '-7.00', '2026-01-01', undefined, '-7.00'],
  ['Monday to Sunday', '-7.00', '2026-03-02', '2026-03-08', '-7.00'],
  ['from Sunday on', '-7.00', '2026-03-08', undefined, '-1.00'],
  ['until Monday', '-7.00', '2026-01-01', '2026-03-02', '-1.00'],
  ['on Thursday and Friday, after the date', '-10.00', '2026-03-05', '2026-03-06', '-2.86'],
  ['on one day', '-0.01', '2026-03-03', '2026-03-03', '0.00'],
  ['on four days', '-0.01', '2026-03-02', '2026-03-05', '-0.01'],
  ['the week after', '-7.00', '2026-03-09', undefined, '0.00'],
  ['the week before', '-7.00', '2026-01-01', '2026-03-01', '0.00'],
])(
  'a negative tag held %s, of %s hours from %s to %s, adjusts the pool by %s',
  async (_, hours, start_date, end_date, adjustment) => {
    const employee = await holding([hours, { start_date, end_date }])
    expect((await balanceOf(employee)).pool.adjustment_delta).toBe(adjustment)
  },
)

test('the adjustment of the pool is rounded once, over all tags', async () => {
  const oneDay = { start_date: '2026-03-04', end_date: '2026-03-04' }
  expect((await balanceOf(await holding(['-10.00', oneDay]))).pool.adjustment_delta).toBe('-1.43')
  const twice = await holding(['-10.00', oneDay], ['-10.00', oneDay])
  expect((await balanceOf(twice)).pool.adjustment_delta).toBe('-2.86')
  const thrice = await holding(['-1.00', oneDay], ['-1.00', oneDay], ['-1.00', oneDay])
  expect((await balanceOf(thrice)).pool.adjustment_delta).toBe('-0.43')
})

test('the reference date moves the week and the tags, not the assignments', async () => {
  const employee = await holding(['40.00', { start_date: '2026-04-01', end_date: '2026-04-30' }])
  await make.assignment({ employee, effective_hours: '10.00', effective_date: '2026-05-01' })
  expect(await balanceOf(employee, '2026-04-30')).toMatchObject({
    period: { start_date: '2026-04-27', end_date: '2026-05-03' },
    balance: '30.00',
  })
  expect(await balanceOf(employee, '2026-05-01')).toMatchObject({
    balance: '-10.00',
    error: 'NO_ACTIVE_TAGS',
  })
  expect(await balanceOf(employee)).toMatchObject({ balance: '-10.00', tags: [] })
})

test('today is the date in the time zone of the clinic', async () => {
  const east = await startService({ env: { TIME_ZONE: 'Pacific/Auckland' } })
  try {
    const client = await east.as('ADMIN')
    const { id } = await factories(east).employee()
    east.clock.now = new Date('2026-03-08T10:30:00Z')
    const answer = async () => (await client.get(`${path}${id}/balance/`)).body.period.start_date
    await client.login(client.user.email, password)
    expect(await answer()).toBe('2026-03-02')
    east.clock.now = new Date('2026-03-08T11:00:00Z')
    expect(await answer()).toBe('2026-03-09')
  } finally {
    await east.close()
  }
})

test.each([
  ['9.99', '0.01', 'DEFICIT', false],
  ['10.00', '0.00', 'BALANCED', false],
  ['10.01', '-0.01', 'SURPLUS', true],
  ['0', '10.00', 'DEFICIT', false],
  [-168, '178.00', 'DEFICIT', false],
  [168, '-158.00', 'SURPLUS', true],
  ['-0.50', '10.50', 'DEFICIT', false],
])(
  'a simulation of %s more hours leaves a balance of %s: %s, over the pool: %s',
  async (additional_hours, projected, state, exceeds) => {
    const employee = await holding(['40.00'])
    await make.assignment({ employee, effective_hours: '30.00' })
    const body = {
      current_balance: await balanceOf(employee),
      projected_balance: projected,
      projected_state: state,
      would_exceed_pool: exceeds,
    }
    await expectAnswer(admin.post(`${path}${employee}/simulate/`, { additional_hours }), 200, body)
    expect(await balanceOf(employee)).toEqual(body.current_balance)
  },
)

test('a simulation can be for another reference date', async () => {
  const employee = await holding(['40.00', { start_date: '2026-04-01' }])
  const answer = await admin.post(`${path}${employee}/simulate/`, {
    additional_hours: '1',
    reference_date: '2026-04-01',
  })
  expect(answer.body).toEqual({
    current_balance: await balanceOf(employee, '2026-04-01'),
    projected_balance: '39.00',
    projected_state: 'DEFICIT',
    would_exceed_pool: false,
  })
})

test('a batch of balances keeps the given order, and repeats a repeated id', async () => {
  const [full, none, half] = [await holding(['40.00']), await holding(), await holding(['20.00'])]
  const employee_ids = [half, full, none, full.toUpperCase(), half]
  const answer = await admin.post(batchPath, { employee_ids })
  const expected = await Promise.all([half, full, none, full, half].map((id) => balanceOf(id)))
  expect([answer.status, answer.body]).toEqual([200, expected])
})

test('a batch can be for another reference date', async () => {
  const id = await holding(['40.00', { start_date: '2026-04-01' }])
  const answer = await admin.post(batchPath, { employee_ids: [id], reference_date: '2026-04-01' })
  expect(answer.body).toEqual([await balanceOf(id, '2026-04-01')])
  expect(answer.body[0].pool.base_hours).toBe('40.00')
})

test('a batch gives each employee the same balance as a single request', async () => {
  const employees = [
    await holding(),
    await holding(['40.00', { start_date: '2026-03-05', end_date: '2026-03-06' }], ['-3.50'], ['-3.50']),
    await holding(['0.00'], ['20.00'], ['-9.99', { end_date: '2026-03-03' }]),
    (await make.employee()).id,
  ]
  await make.employeeTag({ employee: employees[3], tag: (await make.tag({ name: 'a, b c\u001f|' })).id })
  for (const employee of employees.slice(1)) await make.assignment({ employee, effective_hours: '12.25' })
  const alone = []
  for (const employee of employees) alone.push(await balanceOf(employee))
  expect((await admin.post(batchPath, { employee_ids: employees })).body).toEqual(alone)
  expect(alone[3].tags).toEqual(['a, b c\u001f|'])
})

test('a balance counts a tag as it is now, alone and in a batch', async () => {
  const tag = (await make.tag({ name: 'Before', hours_delta: '40.00' })).id
  const { employee } = await make.employeeTag({ tag })
  const other = (await make.employee()).id
  const both = async () => {
    const { body } = await admin.post(batchPath, { employee_ids: [other, employee] })
    return [body[1], await balanceOf(employee)]
  }
  for (const balance of await both()) expect(balance).toMatchObject({ balance: '40.00', tags: ['Before'] })
  await admin.patch(`/api/v1/tags/${tag}/`, { name: 'After', hours_delta: '30.00' })
  for (const balance of await both()) expect(balance).toMatchObject({ balance: '30.00', tags: ['After'] })
})

test('a batch takes up to 500 ids', async () => {
  const id = await holding(['40.00'])
  await expectAnswer(
    admin.post(batchPath, { employee_ids: Array(500).fill(id) }),
    200,
    Array(500).fill(await balanceOf(id)),
  )
  await expectAnswer(admin.post(batchPath, { employee_ids: Array(501).fill(id) }), 400, {
    employee_ids: ['Ensure this field has no more than 500 elements.'],
  })
})

test('a batch names at most twenty problems, and checks no item of a list that is too long', async () => {
  const refusalOf = async (ids: unknown[]) =>
    (await admin.post(batchPath, { employee_ids: ids })).body.employee_ids
  const bad = Array.from({ length: 20 }, (_, item) => `Item ${item}: Must be a valid UUID.`)
  expect(await refusalOf(Array(20).fill(5))).toEqual(bad)
  expect(await refusalOf(Array(25).fill(5))).toEqual([...bad, '5 more problems are not shown.'])
  expect(await refusalOf(Array(501).fill(5))).toEqual(['Ensure this field has no more than 500 elements.'])

  const strangers = Array.from({ length: 25 }, () => randomUUID())
  expect(await refusalOf(strangers)).toEqual([
    ...strangers.slice(0, 20).map(doesNotExist),
    '5 more problems are not shown.',
  ])
})
