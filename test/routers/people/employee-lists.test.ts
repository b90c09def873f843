import { beforeAll, describe, expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/employees/'
const invalidPage = { detail: 'Invalid page.' }

/** Every column has an order of its own, so that an ordering by a wrong column shows. */
const rows = [
  {
    employee_number: 'N-3',
    first_name: 'Óscar',
    last_name: 'Zapata',
    email: 'b@clinic.example',
    status: 'ACTIVE',
    document_number: 'D4',
    date_of_birth: '1980-01-01',
    hire_date: '2021-01-01',
    termination_date: '2025-01-02',
    leave_started_at: new Date('2026-01-04T00:00:00Z'),
    photo: 'p1',
    created_at: new Date('2026-02-02T00:00:00Z'),
    updated_at: new Date('2026-02-13T00:00:00Z'),
  },
  {
    employee_number: 'N-1',
    first_name: 'zoe',
    last_name: 'Álvarez',
    email: 'd@clinic.example',
    status: 'ON_LEAVE',
    document_number: 'D1',
    date_of_birth: '1983-01-01',
    hire_date: '2020-01-01',
    termination_date: '2025-01-01',
    leave_started_at: new Date('2026-01-03T00:00:00Z'),
    photo: 'p4',
    created_at: new Date('2026-02-04T00:00:00Z'),
    updated_at: new Date('2026-02-12T00:00:00Z'),
  },
  {
    employee_number: 'N-4',
    first_name: 'Ana',
    last_name: 'Álvarez',
    email: 'a@clinic.example',
    status: 'TERMINATED',
    document_number: 'D2',
    date_of_birth: '1982-01-01',
    hire_date: '2023-01-01',
    termination_date: '2025-01-04',
    leave_started_at: new Date('2026-01-01T00:00:00Z'),
    photo: 'p3',
    created_at: new Date('2026-02-01T00:00:00Z'),
    updated_at: new Date('2026-02-11T00:00:00Z'),
  },
  {
    employee_number: 'N-2',
    first_name: '100%_\\',
    last_name: 'alonso',
    email: 'c@clinic.example',
    status: 'DEACTIVATED',
    document_number: 'D3',
    date_of_birth: '1981-01-01',
    hire_date: '2022-01-01',
    termination_date: '2025-01-03',
    leave_started_at: new Date('2026-01-02T00:00:00Z'),
    photo: 'p2',
    created_at: new Date('2026-02-03T00:00:00Z'),
    updated_at: new Date('2026-02-14T00:00:00Z'),
  },
] as const

const { service, make } = await serviceForFile()
const viewer = await service.as('VIEWER')
const made = await Promise.all(rows.map((row) => make.employee(row)))
const ids = Object.fromEntries(made.map((employee) => [employee.employee_number, employee.id]))

const list = async (query: string) => (await viewer.get(`${path}?${query}`)).body
const numbersOf = (body: { results: { employee_number: string }[] }) =>
  body.results.map((row) => row.employee_number).join(' ')

test('an employee in the list has exactly the fields of the list representation', async () => {
  const { results } = await list('search=zapata')
  expect(results).toEqual([
    {
      id: ids['N-3'],
      employee_number: 'N-3',
      first_name: 'Óscar',
      last_name: 'Zapata',
      email: 'b@clinic.example',
      status: 'ACTIVE',
      hire_date: '2021-01-01',
      photo: 'p1',
      created_at: '2026-02-02T00:00:00.000Z',
    },
  ])
})

test.each([
  ['last_name', 'N-2 N-4 N-1 N-3'],
  ['first_name', 'N-2 N-4 N-3 N-1'],
  ['employee_number', 'N-1 N-2 N-3 N-4'],
  ['email', 'N-4 N-3 N-2 N-1'],
  ['document_number', 'N-1 N-4 N-2 N-3'],
  ['status', 'N-3 N-2 N-1 N-4'],
  ['date_of_birth', 'N-3 N-2 N-4 N-1'],
  ['hire_date', 'N-1 N-3 N-2 N-4'],
  ['termination_date', 'N-1 N-3 N-2 N-4'],
  ['leave_started_at', 'N-4 N-2 N-1 N-3'],
  ['photo', 'N-3 N-2 N-4 N-1'],
  ['created_at', 'N-4 N-3 N-2 N-1'],
  ['updated_at', 'N-4 N-1 N-3 N-2'],
])('employees ordered by %s are %s, and with a minus the reverse', async (field, order) => {
  expect(numbersOf(await list(`ordering=${field}`))).toBe(order)
  expect(numbersOf(await list(`ordering=-${field}`))).toBe(order.split(' ').reverse().join(' '))
})

test('employees ordered by id follow the primary key', async () => {
  const sorted = Object.values(ids).sort()
  const idsOf = async (query: string) => (await list(query)).results.map((row: { id: string }) => row.id)
  expect(await idsOf('ordering=id')).toEqual(sorted)
  expect(await idsOf('ordering=-id')).toEqual(sorted.toReversed())
})

test('employees are ordered by last name, then first name, by default', async () => {
  expect(numbersOf(await list(''))).toBe('N-2 N-4 N-1 N-3')
  expect(numbersOf(await list('ordering='))).toBe('N-2 N-4 N-1 N-3')
})

test.each([
  ['ÁLVAREZ', 'N-4 N-1'],
  ['lvar', 'N-4 N-1'],
  ['OE', 'N-1'],
  ['n-3', 'N-3'],
  ['-', 'N-2 N-4 N-1 N-3'],
  ['Ana Álvarez', 'N-4'],
  ['álvarez, ana', 'N-4'],
  ['a Á', 'N-4'],
  ['  zapata ', 'N-3'],
  ['Álvarez Ana', ''],
  ['%', 'N-2'],
  ['_', 'N-2'],
  ['\\', 'N-2'],
  ['%_\\', 'N-2'],
  ['0%alonso', ''],
  ['clinic.example', ''],
  ['D4', ''],
  ['', 'N-2 N-4 N-1 N-3'],
])('a search for employees with "%s" finds %s', async (term, found) => {
  const body = await list(`search=${encodeURIComponent(term)}`)
  expect(numbersOf(body)).toBe(found)
  expect(body.count).toBe(found.split(' ').filter(Boolean).length)
})

test.each([
  ['ONBOARDING', ''],
  ['ACTIVE', 'N-3'],
  ['PROPOSAL_PENDING', ''],
  ['ON_LEAVE', 'N-1'],
  ['DEACTIVATED', 'N-2'],
  ['TERMINATED', 'N-4'],
  ['', 'N-2 N-4 N-1 N-3'],
])('the status filter %s finds the employees %s', async (status, found) => {
  expect(numbersOf(await list(`status=${status}`))).toBe(found)
})

test('the status filter combines with a search', async () => {
  expect(numbersOf(await list('status=TERMINATED&search=lvar'))).toBe('N-4')
  expect(numbersOf(await list('status=ACTIVE&search=lvar'))).toBe('')
})

test('the links of a page are absolute, keep the other parameters, and lead to every row once', async () => {
  const base = `${service.url}${path}`
  const first = await list('ordering=-email&page_size=2&search=N-&colour=blue')
  expect({ ...first, results: numbersOf(first) }).toEqual({
    count: 4,
    next: `${base}?ordering=-email&page_size=2&search=N-&colour=blue&page=2`,
    previous: null,
    results: 'N-1 N-2',
  })
  const second = (await viewer.get(first.next.slice(service.url.length))).body
  expect({ ...second, results: numbersOf(second) }).toEqual({
    count: 4,
    next: null,
    previous: `${base}?ordering=-email&page_size=2&search=N-&colour=blue`,
    results: 'N-3 N-4',
  })
  expect((await viewer.get(second.previous.slice(service.url.length))).body).toEqual(first)
})

test('the links of a page escape special characters', async () => {
  const { next } = await list(
    `search=${encodeURIComponent('a')}&page_size=1&x=${encodeURIComponent('ñ&=+ %')}`,
  )
  expect(new URL(next).searchParams.get('x')).toBe('ñ&=+ %')
  expect((await viewer.get(next.slice(service.url.length))).status).toBe(200)
})

test('a page in the middle links to both neighbours', async () => {
  const body = await list('page=2&page_size=1')
  expect({ ...body, results: numbersOf(body) }).toEqual({
    count: 4,
    next: `${service.url}${path}?page_size=1&page=3`,
    previous: `${service.url}${path}?page_size=1`,
    results: 'N-4',
  })
})

test('an empty list has an empty first page, and no second page', async () => {
  expect(await list('search=unknown')).toEqual({ count: 0, next: null, previous: null, results: [] })
  await expectAnswer(viewer.get(`${path}?search=unknown&page=2`), 404, invalidPage)
})

test.each([0, 3, 99999999])('page %s of two is 404 over tRPC', async (page) => {
  await expectAnswer(viewer.trpc('query', 'employees.list', { page, page_size: 2 }), 404, invalidPage)
})

describe('a list of more employees than a page holds', () => {
  beforeAll(async () => {
    const others = Array.from({ length: 101 }, (_, i) => ({
      employee_number: `P-${i}`,
      last_name: 'Paged',
      first_name: `P${200 - i}`,
    }))
    for (const row of others) await make.employee(row)
  })

  test.each([
    ['', 25],
    ['page_size=', 25],
    ['page_size=0', 25],
    ['page_size=-5', 25],
    ['page_size=abc', 25],
    ['page_size=2.5', 25],
    ['page_size=1', 1],
    ['page_size=99', 99],
    ['page_size=100', 100],
    ['page_size=101', 100],
    ['page_size=1000000000000', 100],
    ['page_size=99999999999999999999', 100],
  ])('the query "%s" shows %i rows of 101', async (query, size) => {
    const body = await list(`search=P-&${query}`)
    expect([body.count, body.results.length]).toEqual([101, size])
  })

  test('employees with the same last name are ordered by first name', async () => {
    const firstNames = (await list('search=P-&page_size=100')).results.map(
      (row: { first_name: string }) => row.first_name,
    )
    expect(firstNames).toEqual(Array.from({ length: 100 }, (_, i) => `P${100 + i}`))
  })

  test('employees that sort equally appear once each', async () => {
    const seen = new Set<string>()
    for (let page = 1; page <= 6; page++)
      for (const { id } of (await list(`search=P-&ordering=hire_date&page_size=20&page=${page}`)).results)
        seen.add(id)
    expect(seen.size).toBe(101)
  })
})
