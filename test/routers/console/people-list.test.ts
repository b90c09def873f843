import pg from 'pg'
import { expect, test } from 'vitest'
import { statementsOf } from '../../expect/database.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const operator = await ops.as('SUPERVISOR')

const contract = (await make.tag({ name: 'FULL-', category: 'CONTRACT', hours_delta: '37.50' })).id
const extra = (await make.tag({ name: 'EXTRA', category: 'EXCEPTION', hours_delta: '4.25' })).id
const leave = (await make.tag({ name: 'LEAVE', category: 'EXCEPTION', hours_delta: '-16.10' })).id
const support = (await make.tag({ name: 'SUPPORT', category: 'CERTIFICATION' })).id
const hospital = (await make.department({ code: 'H' })).id
const ward = (await make.unit({ parent: hospital })).id
const position = (await make.position({ org_unit: ward, required_weekly_hours: '900.00' })).id

// The clock stands on Wednesday, 4 March 2026.
const days = [
  null,
  '2026-03-01',
  '2026-03-02',
  '2026-03-03',
  '2026-03-04',
  '2026-03-06',
  '2026-03-08',
  '2026-12-31',
]
const people: string[] = []
for (let number = 0; number < 24; number++) {
  const { id } = await make.employee({ last_name: `Drawn ${String(number).padStart(2, '0')}` })
  people.push(id)
  for (const [index, tag] of [contract, extra, leave, leave].entries()) {
    const start = days[1 + ((number * (index + 1)) % 6)] as string
    const end = days[(number + 3 * index) % days.length] ?? null
    if (number % (index + 2) === 0) continue
    await make.employeeTag({
      employee: id,
      tag,
      start_date: start,
      end_date: end && end < start ? null : end,
      status: (number + index) % 7 ? 'ACTIVE' : 'REVOKED',
    })
  }
  if (number % 3)
    await make.assignment({ employee: id, position, effective_hours: `${5 * (number % 9) + 1}.25` })
  if (number % 5 === 0) await make.assignment({ employee: id, effective_hours: '2.00', status: 'SUSPENDED' })
}

type Row = { id: string; last_name: string; pool_hours: string; assigned_hours: string; balance: string }
const list = async (input: object = {}) =>
  (await operator.trpc('query', 'operator.people.list', { page_size: 100, ...input })).body
const ids = async (input: object) => (await list(input)).results.map(({ id }: Row) => id)

test('the list of people shows the hours balance of each without another statement', async () => {
  let rows: Row[] = []
  const statements = await statementsOf(ops.services.orm, async () => {
    rows = (await list({ search: 'drawn' })).results
  })
  expect(statements).toHaveLength(2) // with the lookup of the caller
  const { body } = await admin.trpc('mutation', 'hours.batch_balance', { employee_ids: people })
  type Balance = {
    pool: { effective_hours: string }
    consumption: { assigned_hours: string }
    balance: string
  }
  expect(
    rows.map(({ pool_hours, assigned_hours, balance }) => [pool_hours, assigned_hours, balance]),
  ).toEqual(
    body.map(({ pool, consumption, balance }: Balance) => [
      pool.effective_hours,
      consumption.assigned_hours,
      balance,
    ]),
  )
  expect(new Set(rows.map(({ balance }) => balance)).size).toBeGreaterThan(10)
})

test('people with unused hours are listed in the order of those hours, page by page', async () => {
  const everyone: Row[] = (await list({ search: 'drawn' })).results
  const expected = everyone
    .filter(({ balance }) => Number(balance) > 0)
    .sort((a, b) => Number(b.balance) - Number(a.balance) || (a.id < b.id ? 1 : -1))
  expect(expected.length).toBeLessThan(everyone.length)
  const input = { search: 'drawn', has_unused_hours: true, ordering: '-balance' }
  const whole = await list(input)
  expect(whole).toMatchObject({ count: expected.length, has_too_many: false })
  expect(whole.results.map(({ id }: Row) => id)).toEqual(expected.map(({ id }) => id))
  const pages = await Promise.all([1, 2].map((page) => list({ ...input, page, page_size: 2 })))
  expect(pages.flatMap(({ results }) => results.map(({ id }: Row) => id))).toEqual(
    expected.slice(0, 4).map(({ id }) => id),
  )
  const inOrderOf = async (ordering: string, field: 'pool_hours' | 'assigned_hours') => {
    const values = (await list({ ordering })).results.map((row: Row) => Number(row[field]))
    expect(values).toEqual([...values].sort((a, b) => a - b))
  }
  await inOrderOf('pool_hours', 'pool_hours')
  await inOrderOf('assigned_hours', 'assigned_hours')
})

test('a person who has left has no unused hours', async () => {
  const gone = await make.employee({ last_name: 'Gone', status: 'TERMINATED' })
  const away = await make.employee({ last_name: 'Gone too', status: 'ON_LEAVE' })
  for (const { id } of [gone, away]) await make.employeeTag({ employee: id, tag: contract })
  expect(await ids({ search: 'gone', has_unused_hours: true })).toEqual([away.id])
})

test('people can be filtered by status, tag and org unit', async () => {
  const nurse = await make.employee({ last_name: 'Filtered A', status: 'ON_LEAVE' })
  const other = await make.employee({ last_name: 'Filtered B', status: 'DEACTIVATED' })
  await make.employee({ last_name: 'Filtered C' })
  await make.employeeTag({ employee: nurse.id, tag: support })
  await make.employeeTag({ employee: other.id, tag: support, end_date: '2026-03-03' })
  const unit = (await make.unit({ parent: hospital })).id
  const post = (await make.position({ org_unit: unit })).id
  await make.assignment({ employee: other.id, position: post })
  await make.assignment({ employee: nurse.id, position: post, status: 'ENDED' })
  const found = (input: object) => ids({ search: 'filtered', ...input })
  expect(await found({ status: ['ON_LEAVE', 'DEACTIVATED'] })).toEqual([nurse.id, other.id])
  expect(await found({ tag_id: support })).toEqual([nurse.id])
  for (const org_unit_ids of [[unit], [hospital], [ward, unit]])
    expect(await found({ org_unit_ids })).toEqual([other.id])
  expect(await found({ org_unit_ids: [ward] })).toEqual([])
  expect(await found({ has_unused_hours: true, tag_id: support })).toEqual([])
})

test('people with a contract or certificate that ends soon are found, unless they have left', async () => {
  const ending = async (last_name: string, tag: string, end_date: string, fields: object = {}) => {
    const { id } = await make.employee({ last_name })
    await make.employeeTag({ employee: id, tag, end_date, ...fields })
    return id
  }
  const today = await ending('Ending A', contract, '2026-03-04')
  const month = await ending('Ending B', contract, '2026-04-03')
  await ending('Ending C', contract, '2026-04-04')
  await ending('Ending D', contract, '2026-03-20', { status: 'REVOKED' })
  const certificate = await ending('Ending E', support, '2026-03-10')
  const gone = await make.employee({ last_name: 'Ending F', status: 'TERMINATED' })
  await make.employeeTag({ employee: gone.id, tag: contract, end_date: '2026-03-10' })
  expect(await ids({ search: 'ending', contract_ends: 30 })).toEqual([today, month])
  expect(await ids({ search: 'ending', contract_ends: 0 })).toEqual([today])
  expect(await ids({ search: 'ending', certificate_ends: 30 })).toEqual([certificate])
})

test('a person is found without accents and by email, in the list and the short search', async () => {
  const { id } = await make.employee({
    first_name: 'Xoán Łukasz',
    last_name: 'Castiñeira Phạm',
    employee_number: 'SA-0225',
    email: 'Xoan.C@aurelia.example',
  })
  const texts = ['castineira', 'Xóan Ľukasz', 'XOAN LUKASZ', 'pham, xo', 'sa-02', 'n.c@AURELIA', 'ạm', 'ñe']
  for (const search of texts)
    for (const name of ['list', 'find']) {
      const { body } = await operator.trpc('query', `operator.people.${name}`, { search })
      expect(
        body.results.map((row: Row) => row.id),
        `${name}: ${search}`,
      ).toContain(id)
    }
  for (const search of ['castineiro', '%', '_'])
    expect((await operator.trpc('query', 'operator.people.find', { search })).body.count, search).toBe(0)
})

test('an operator with the role EMPLOYEE finds only themselves', async () => {
  const { id, email } = await make.employee({ last_name: 'Own' })
  const self = await ops.as('EMPLOYEE', { is_staff: true, email })
  for (const input of [{}, { has_unused_hours: false }, { ordering: '-balance' }]) {
    const { body } = await self.trpc('query', 'operator.people.list', input)
    expect(body).toMatchObject({ count: 1, results: [{ id }] })
  }
})

test('the hours of more than 10,000 people are not computed, and the answer says so', async () => {
  const owner = new pg.Client(service.ownerUrl)
  await owner.connect()
  await owner.query(`set session_replication_role = replica; insert into employees
    (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
    select gen_random_uuid(), 'M' || n, 'Many', 'Many ' || n, 'many', 'ACTIVE', now(), now()
    from generate_series(1, 10001) n`)
  await owner.end()
  expect(await list({ has_unused_hours: true })).toMatchObject({ count: 0, results: [], has_too_many: true })
  expect(await list({ ordering: 'balance', search: 'many' })).toMatchObject({ has_too_many: true })
  expect(await list({ ordering: 'balance', search: 'many 1000' })).toMatchObject({
    count: 3,
    has_too_many: false,
  })
  expect((await list({ search: 'many' })).count).toBe(10_001)
})
