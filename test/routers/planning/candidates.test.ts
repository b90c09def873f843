import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow, pathOf } from '../../expect/lists.ts'
import { notFound, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { make, admin } = await serviceForFile()
const pathFor = (position: string, query = '') => `/planning/v1/positions/${position}/candidates/${query}`

const contract = await make.tag({ name: 'Full-time', category: 'CONTRACT', hours_delta: '40.00' })
let made = 0

/** A position with a mandatory tag of its own, so that only people with that tag are candidates. */
async function vacancy(required_weekly_hours = '30.00') {
  const tag = await make.tag({ name: `Needed-${++made}`, display_name: `Needed ${made}` })
  const position = await make.position({ required_weekly_hours })
  await make.positionTag({ position: position.id, tag: tag.id })
  return { position: position.id, unit: position.org_unit, tag: tag.id, name: tag.name }
}

/** An employee with a contract of 40 hours and the tag. */
async function holder(tag: string, fields: Parameters<typeof make.employee>[0] = {}) {
  const employee = await make.employee(fields)
  for (const held of [contract.id, tag]) await make.employeeTag({ employee: employee.id, tag: held })
  return employee
}

const rowsOf = async (position: string, query = '') =>
  (await admin.get(pathFor(position, query))).body.results
const namesOf = async (position: string, query = '') =>
  (await rowsOf(position, query)).map((row: { employee_name: string }) => row.employee_name)

test('a candidate of a vacancy is shown with hours, tags, violations and a reason', async () => {
  const { position, tag, name } = await vacancy('30.00')
  const ana = await holder(tag, { first_name: 'Ana', last_name: 'Vidal', employee_number: 'N-7' })
  await make.assignment({ employee: ana.id, effective_hours: '2.50' })
  const candidate = {
    rank: 1,
    employee: ana.id,
    employee_name: 'Vidal, Ana',
    employee_number: 'N-7',
    status: 'ACTIVE',
    kind: 'CREATE',
    assignment: null,
    current_hours: '0.00',
    effective_hours: '30.00',
    is_valid: true,
    violations: { blocking: [], warnings: [], info: [] },
    missing_tags: [],
    missing_tag_display_names: [],
    pool_hours: '40.00',
    balance: '37.50',
    balance_after: '7.50',
    state_after: 'DEFICIT',
    would_exceed_pool: false,
    works_in_unit: false,
    possible_hours: '30.00',
    costs_elsewhere_hours: '0.00',
    reason: `Assign 30.00 h: holds ${name}; has 37.50 h left, 7.50 h afterwards; the position lacks 30.00 h, nothing afterwards.`,
  }
  const page = { count: 1, next: null, previous: null, results: [candidate] }
  await expectAnswer(admin.get(pathFor(position.toUpperCase())), 200, page)
})

test('a candidate who cannot take all hours is offered fewer, within the contract first', async () => {
  const { position, tag } = await vacancy('50.00')
  const busy = async (last_name: string, assigned: string) => {
    const { id: employee } = await holder(tag, { last_name })
    await make.assignment({ employee, effective_hours: assigned })
  }
  await busy('Capped', '60.00')
  await busy('Almost', '59.50')
  await busy('Full', '40.00')
  await busy('Half', '20.00')
  await busy('Nearly', '39.50')
  await busy('Some', '32.00')
  const shown = async (query: string) =>
    (await rowsOf(position, query)).map((row: Record<string, string>) =>
      [row.employee_name?.split(',')[0], row.effective_hours, row.possible_hours, row.is_valid].join(' '),
    )
  expect(await shown('?allow_partial=true')).toEqual([
    'Half 20.00 40.00 true',
    'Some 8.00 28.00 true',
    'Almost 0.50 0.50 true',
    'Full 20.00 20.00 true',
    'Nearly 20.50 20.50 true',
    'Capped 1.00 0.00 false',
  ])
  expect(await shown('?allow_partial=true&effective_hours=4')).toContain('Some 4.00 28.00 true')
  expect(await shown('?effective_hours=28')).toContain('Full 28.00 20.00 false')
})

test('a candidate who already works there is offered a raise, with the hours for a PATCH', async () => {
  const { position, tag, name } = await vacancy('30.00')
  const { id: employee } = await holder(tag)
  const { id: assignment } = await make.assignment({ employee, position, effective_hours: '25.00' })
  const [candidate] = await rowsOf(position, '?effective_hours=20')
  expect(candidate).toMatchObject({
    kind: 'RAISE',
    assignment,
    current_hours: '25.00',
    effective_hours: '45.00',
    is_valid: true,
    violations: {
      blocking: [],
      warnings: [
        {
          rule_code: 'MAX_CONSECUTIVE_SHIFTS',
          message: 'The week would need 6 working days of 8 hours, which reaches the limit of 6.',
        },
        {
          rule_code: 'COVERAGE_EXCEEDED',
          message: 'The position would have 45.00 hours assigned, above the 30.00 it requires.',
        },
      ],
      info: [],
    },
    balance: '15.00',
    balance_after: '-5.00',
    state_after: 'SURPLUS',
    would_exceed_pool: true,
    works_in_unit: true,
    reason: `Raise by 20.00 h to 45.00 h: holds ${name}; has only 15.00 h left and would be 5.00 h over contract; the position lacks 5.00 h, nothing afterwards; works there already; costs 10.00 h elsewhere.`,
  })
})

test.each([
  ['30.00', '18.00', '12.00'],
  ['90.00', '18.00', '40.00'],
  ['18.01', '18.00', '0.01'],
])(
  'the candidates of a position of %s h with %s h assigned are asked for %s h',
  async (required, assigned, asked) => {
    const { position, tag } = await vacancy(required)
    await make.assignment({ position, effective_hours: assigned })
    await make.assignment({ position, effective_hours: '5.00', status: 'SUSPENDED' })
    await holder(tag)
    const [candidate] = await rowsOf(position)
    expect(candidate.effective_hours).toBe(asked)
  },
)

test.each(['18.00', '19.00'])(
  'the candidates of a full position of 18 h (%s h assigned) need given hours',
  async (hours) => {
    const { position, tag } = await vacancy('18.00')
    await make.assignment({ position, effective_hours: hours })
    await holder(tag)
    const refused = await admin.get(pathFor(position))
    const expected = { effective_hours: ['This field is required, because the position lacks no hours.'] }
    expect([refused.status, refused.body]).toEqual([400, expected])
    const [candidate] = await rowsOf(position, '?effective_hours=1')
    expect([candidate.is_valid, candidate.violations.warnings.length]).toEqual([true, 1])
    expect(candidate.reason).toContain('the position lacks nothing')
  },
)

test('people without a mandatory tag are candidates only on request, and their missing tags have both names', async () => {
  const { position, tag, name } = await vacancy()
  const zeta = await make.tag({ name: 'Zeta', display_name: 'Zeta certificate' })
  const alpha = await make.tag({ name: 'Alpha', display_name: 'Alpha certificate' })
  const optional = await make.tag({ name: 'Bonus', display_name: 'Bonus certificate' })
  for (const { id } of [zeta, alpha]) await make.positionTag({ position, tag: id })
  await make.positionTag({ position, tag: optional.id, is_mandatory: false })
  const { id } = await holder(tag)
  expect(await rowsOf(position)).toEqual([])
  const rows = await everyRow(admin, pathFor(position, '?include_ineligible=true'))
  expect(rows.find(({ employee }) => employee === id)).toMatchObject({
    is_valid: false,
    missing_tags: ['Alpha', 'Zeta'],
    missing_tag_display_names: ['Alpha certificate', 'Zeta certificate'],
    violations: {
      blocking: [{ rule_code: 'TAG_REQUIREMENT_MISMATCH', missing_tags: ['Alpha', 'Zeta'] }],
      warnings: [{ rule_code: 'TAG_REQUIREMENT_MISMATCH', missing_tags: ['Bonus'] }],
    },
    reason: `Assign 30.00 h: holds ${name} but lacks Alpha and Zeta; has 40.00 h left, 10.00 h afterwards; the position lacks 30.00 h, nothing afterwards. Not possible: The employee lacks tags of the position: Alpha, Zeta.`,
  })
  expect(rows.length).toBeGreaterThan(1)
})

test('only assignable people are candidates, and those on leave come last', async () => {
  const { position, tag } = await vacancy()
  for (const status of [
    'ON_LEAVE',
    'ACTIVE',
    'ONBOARDING',
    'PROPOSAL_PENDING',
    'DEACTIVATED',
    'TERMINATED',
  ] as const)
    await holder(tag, { status, last_name: status })
  expect(await namesOf(position)).toEqual(['ACTIVE, First', 'ON_LEAVE, First'])
  const [, { reason }] = await rowsOf(position)
  expect(reason).toContain('; is on leave; has 40.00 h left')
})

test('no candidate has a SUSPENDED assignment there, or gets more hours than a week has', async () => {
  const { position, tag } = await vacancy('9000.00')
  const [suspended, both, full] = [await holder(tag), await holder(tag), await holder(tag)]
  await make.assignment({ employee: suspended.id, position, status: 'SUSPENDED' })
  await make.assignment({ employee: both.id, position, status: 'SUSPENDED' })
  const active = await make.assignment({ employee: both.id, position, effective_hours: '1.00' })
  const most = await make.assignment({ employee: full.id, position, effective_hours: '160.01' })
  const raised = async (hours: string) =>
    (await rowsOf(position, `?effective_hours=${hours}`)).map((row: { assignment: string }) => row.assignment)
  expect(await raised('8.00')).toEqual([active.id])
  expect(await raised('7.99')).toEqual([active.id, most.id])
})

test('candidates are judged by their tags and pools on the reference date, as create does', async () => {
  const { position, tag } = await vacancy()
  const { id: employee } = await make.employee()
  await make.employeeTag({ employee, tag: contract.id, end_date: '2026-03-31' })
  await make.employeeTag({ employee, tag, start_date: '2026-04-06' })
  expect(await rowsOf(position)).toEqual([])
  const [later] = await rowsOf(position, '?reference_date=2026-04-06')
  expect(later).toMatchObject({
    is_valid: true,
    pool_hours: '0.00',
    balance: '0.00',
    would_exceed_pool: true,
  })
  expect(later.violations.info).toEqual([
    {
      rule_code: 'CONTRACT_NEAR_EXPIRY',
      message: "The employee's contract ends on 2026-03-31, within 30 days.",
    },
  ])
  const proposed = { employee, position_id: position, effective_hours: later.effective_hours }
  const create = (effective_date: string) =>
    admin.post('/api/v1/assignments/', { ...proposed, effective_date })
  expect((await create('2026-04-05')).status).toBe(400)
  expect((await create('2026-04-06')).status).toBe(201)
})

test('the candidate who loses the fewest hours elsewhere comes first', async () => {
  const { position, tag } = await vacancy('10.00')
  const other = await vacancy('40.00')
  const [wanted, free] = [
    await holder(tag, { last_name: 'Alba' }),
    await holder(tag, { last_name: 'Zamora' }),
  ]
  await make.employeeTag({ employee: wanted.id, tag: other.tag })
  const rows = await rowsOf(position)
  expect(rows.map((row: { employee: string }) => row.employee)).toEqual([free.id, wanted.id])
  expect(rows.map((row: { costs_elsewhere_hours: string }) => row.costs_elsewhere_hours)).toEqual([
    '0.00',
    '10.00',
  ])
  expect(rows[1].reason).toMatch(/; costs 10\.00 h elsewhere\.$/)
})

test('the pages of candidates link to each other, and ranks continue', async () => {
  const { position, tag } = await vacancy()
  for (let i = 0; i < 5; i++) await holder(tag)
  const first = (await admin.get(pathFor(position, '?page_size=2&effective_hours=3'))).body
  expect([first.count, first.previous, first.results.length]).toEqual([5, null, 2])
  expect(pathOf(first.next)).toBe(pathFor(position, '?page_size=2&effective_hours=3&page=2'))
  const rows = await everyRow(admin, pathFor(position), 2)
  expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(rows.map(({ employee }) => employee)).size).toBe(5)
  await expectAnswer(admin.get(pathFor(position, '?page_size=2&page=4')), 404, { detail: 'Invalid page.' })
})

test('a position without candidates has an empty first page', async () => {
  const { position } = await vacancy()
  expect((await admin.get(pathFor(position))).body).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  })
})

const anyPosition = (await vacancy()).position
const inactive = (await make.position({ is_active: false })).id

test.each([
  ['?effective_hours=0', { effective_hours: ['Ensure this value is greater than or equal to 0.01.'] }],
  ['?effective_hours=-8', { effective_hours: ['Ensure this value is greater than or equal to 0.01.'] }],
  ['?effective_hours=168.01', { effective_hours: ['Ensure this value is less than or equal to 168.'] }],
  ['?effective_hours=1.005', { effective_hours: ['Ensure that there are no more than 2 decimal places.'] }],
  ['?effective_hours=many', { effective_hours: ['A valid number is required.'] }],
  [
    '?reference_date=2026-02-29',
    { reference_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
  ],
  [
    '?reference_date=today',
    { reference_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
  ],
  ['?include_ineligible=maybe', { include_ineligible: ['Must be a valid boolean.'] }],
])('the candidates query %s is refused', async (query, expected) => {
  await expectAnswer(admin.get(pathFor(anyPosition, query)), 400, expected)
})

test.each([
  '?effective_hours=&reference_date=&include_ineligible=',
  '?ordering=nope',
  '?effective_hours=168',
])('the candidates query %s is accepted', async (query) => {
  expect((await admin.get(pathFor(anyPosition, query))).status).toBe(200)
})

test.each(['0001-01-01', '9999-12-31'])('the reference date of candidates can be %s', async (date) => {
  expect((await admin.get(pathFor(anyPosition, `?reference_date=${date}`))).status).toBe(200)
})

test.each([unknown, 'x', '%00'])('a request for candidates of the unknown position %s is 404', async (id) => {
  await expectAnswer(admin.get(pathFor(id)), 404, notFound)
})

test('an inactive position has no candidates', async () => {
  await expectAnswer(admin.get(pathFor(inactive)), 400, { position_id: ['The position must be active.'] })
})
