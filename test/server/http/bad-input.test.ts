import 'zod/compile'
import { describe, expect, test } from 'vitest'
import { Assignment } from '../../../entities/work/assignment.ts'
import { fillIn } from '../../../ops/examples/calls/call.ts'
import * as kinds from '../../expect/bad-values.ts'
import { transitions } from '../../expect/employee-states.ts'
import { endpoints } from '../../expect/endpoints.ts'
import { callOverRest, inputsFor } from '../../setup/calls.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { isCheck, onlyInCheck } from '../../setup/run/ring.ts'

type Row = Record<string, unknown>

const { service, make } = await serviceForFile()
const admin = await service.as('EMPLOYEE', { is_superuser: true })
await make.employeeTag()
await make.assignment()

const required = { required: true }
const { text, email, date, choice, reference, decimal, boolean, integer, ids } = kinds
const hours = { digits: 6, minimum: 0.01, maximum: 168 }
const unchangeable = { unknown: () => 'This field cannot be changed.' }

/** A unique field must not get the same longest value twice. */
const filler = (isNew: boolean) => (isNew ? 'x' : 'y')

const employee = (isNew: boolean) => ({
  employee_number: text(50, { minimum: 1, required: isNew, filler: filler(isNew) }),
  first_name: text(150, { minimum: 1, required: isNew }),
  last_name: text(150, { minimum: 1, required: isNew }),
  email: email({ required: isNew }),
  document_number: text(50),
  date_of_birth: date({ nullable: true }),
  hire_date: date({ nullable: true }),
  photo: text(500, { nullable: true }),
})
const tag = (isNew: boolean) => ({
  name: text(15, { minimum: 5, required: isNew, filler: filler(isNew) }),
  display_name: text(200, { minimum: 1, required: isNew }),
  category: choice('CONTRACT', { required: isNew }),
  hours_delta: decimal({ digits: 6 }),
  description: text(2000),
  is_active: boolean(),
})
const orgUnit = (isNew: boolean) => ({
  parent_id: reference({ nullable: true }),
  unit_type: choice('SERVICE', { required: isNew }),
  code: text(50, { minimum: 1, required: isNew, filler: filler(isNew) }),
  name: text(200, { minimum: 1, required: isNew }),
  short_name: text(50),
  sort_order: integer(-2_147_483_648, 2_147_483_647),
  is_active: boolean(),
  max_weekly_hours: decimal({ digits: 5, minimum: 0.01, maximum: 168, nullable: true }),
})
const position = (isNew: boolean) => ({
  org_unit_id: reference({ required: isNew }),
  title: text(200, { minimum: 1, required: isNew }),
  required_weekly_hours: decimal({ digits: 6, minimum: 0.01, maximum: 9999.99, required: isNew }),
  is_active: boolean(),
  notes: text(2000),
})
const assignment = (isNew: boolean) => ({
  employee: reference({ required: isNew }),
  position_id: reference({ required: isNew }),
  effective_hours: decimal({ ...hours, required: isNew }),
  effective_date: date({ nullable: true }),
  notes: text(2000),
  is_reinforcement: boolean(),
})
const reason = { reason: text(2000) }
const inputOf = inputsFor(service, make)

/** Every endpoint that reads a body: its fields, and what the input of its example needs besides, so that each may be at its limits. */
const bodies: [procedure: string, fields: Record<string, kinds.Kind>, besides?: () => Row | Promise<Row>][] =
  [
    ['employees.create', employee(true)],
    ['employees.update', employee(false)],
    [
      'employees.propose',
      { proposal_type: choice('TRANSFER', required), notes: text(2000), expires_in_days: integer(1, 90) },
    ],
    ...transitions
      .filter((name) => name !== 'propose')
      .map((name): (typeof bodies)[number] => [`employees.${name}`, reason]),

    ['assignments.create', assignment(true)],
    ['assignments.update', { ...assignment(false), is_reinforcement: { ...boolean(), good: [false] } }],
    ['assignments.suspend', reason],
    ['assignments.resume', reason],
    ['assignments.end', { end_reason: choice('RESIGNATION'), notes: text(2000) }],
    [
      'assignments.preview',
      {
        employee: reference(required),
        position_id: reference(required),
        effective_hours: decimal({ ...hours, ...required }),
      },
    ],

    ['tags.create', tag(true)],
    ['tags.update', tag(false)],

    [
      'employee_tags.create',
      {
        employee: reference(required),
        tag: reference(required),
        start_date: date(required),
        end_date: date({ nullable: true }),
      },
      () => ({ start_date: '0001-01-01', end_date: undefined }),
    ],
    [
      'employee_tags.update',
      {
        employee: reference(unchangeable),
        tag: reference(unchangeable),
        start_date: date(),
        end_date: date({ nullable: true }),
        status: choice('REVOKED'),
        reason: text(2000),
      },
      async () => ({
        id: (await make.employeeTag({ start_date: '0001-01-01', end_date: '9999-12-31' })).id,
        end_date: undefined,
      }),
    ],

    [
      'position_tags.create',
      { position: reference(required), tag: reference(required), is_mandatory: boolean() },
    ],
    [
      'position_tags.update',
      { position: reference(unchangeable), tag: reference(unchangeable), is_mandatory: boolean() },
    ],

    ['hours.batch_balance', { employee_ids: ids(), reference_date: date() }],
    [
      'hours.simulate',
      {
        additional_hours: decimal({ digits: 6, minimum: -168, maximum: 168, required: true }),
        reference_date: date(),
      },
    ],

    ['org_units.create', orgUnit(true)],
    [
      'org_units.update',
      orgUnit(false),
      async () => ({ id: (await make.unit({ unit_type: 'SERVICE' })).id }),
    ],

    ['positions.create', position(true)],
    ['positions.update', position(false)],
    ['positions.duplicate', (({ org_unit_id: _, ...fields }) => fields)(position(false))],

    [
      'planning.rebalance',
      {
        org_unit_id: reference(),
        reference_date: { ...date(), good: ['2026-03-04', '2026-09-02'] },
        hours_limit: choice('WEEKLY_CAP'),
        minimum_hours: decimal({ digits: 4, minimum: 0.25, maximum: 40 }),
        exclude_employees: ids({ mayBeEmpty: true }),
        exclude_positions: ids({ mayBeEmpty: true }),
      },
    ],
    [
      'planning.solve',
      {
        org_unit_id: reference(),
        reference_date: { ...date(), good: ['2026-03-04', '2026-09-02'] },
        hours_limit: choice('WEEKLY_CAP'),
        demand: choice('SECURE'),
        minimum_hours: decimal({ digits: 4, minimum: 0.25, maximum: 40 }),
        priorities: ids({ maximum: 50, mayBeEmpty: true }),
        exclude_employees: ids({ mayBeEmpty: true }),
        exclude_positions: ids({ mayBeEmpty: true }),
        allow: choice('RAISE'),
      },
    ],

    [
      'planning.scenario',
      {
        changes: {
          bad: [
            ['missing', undefined, 'This field is required.'],
            ['null', null, 'This field may not be null.'],
            ['a string', 'LEAVE', 'Expected a list of items but got type "str".'],
            ['an object', { kind: 'LEAVE' }, 'Expected a list of items but got type "dict".'],
            ['empty', [], 'This list may not be empty.'],
            ['one too many', Array(51).fill({}), 'Ensure this field has no more than 50 elements.'],
          ],
          good: [],
        },
        reference_date: { ...date(), good: ['2026-03-04', '2026-09-02'] },
        weeks: integer(1, 26),
        replan: boolean(),
      },
      async () => ({ changes: [{ kind: 'HIRE', tags: [(await make.tag()).id] }] }),
    ],

    [
      'auth.login',
      {
        email: email(required),
        password: {
          bad: [
            ['missing', undefined, 'This field is required.'],
            ['null', null, 'This field may not be null.'],
            ['blank', '', 'This field may not be blank.'],
            ['a number', 5, 'Not a valid string.'],
            ['an array', ['x'], 'Not a valid string.'],
            ['NUL', 'a\0b', 'Null characters are not allowed.'],
            ['a lone surrogate', 'a\ud800', 'Surrogate characters are not allowed: U+D800.'],
            ['huge', 'x'.repeat(10_000), 'Ensure this field has no more than 4096 characters.'],
          ],
          good: [],
        },
      },
    ],
  ]

/** The number of rows in every table, with a fingerprint of them; not of what a login leaves, some of it later. */
async function fingerprint() {
  const run = (statement: string) => service.orm.em.fork().execute(statement) as Promise<Row[]>
  const tables = await run(
    `select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('users', 'security_log') order by relname`,
  )
  const prints = tables.map(
    ({ relname }) =>
      `select '${relname}' as name, count(*), md5(string_agg(t::text, ',' order by t::text)) from "${relname}" t`,
  )
  return run(prints.join(' union all '))
}

const tried = new Set<string>()
/** Whether npm test leaves it out, because another field or parameter has had the same value or message. */
function isRepeated(parts: unknown[]) {
  const text = JSON.stringify(parts)
  const isNew = !tried.has(text)
  tried.add(text)
  return !isCheck && !isNew
}

/** The values to try in a field: the first always, so that no field goes unchecked. */
const toTry = <T>(values: readonly T[], partsOf: (value: T) => unknown[]) =>
  values.filter((value, i) => !isRepeated(partsOf(value)) || i === 0)
const badOf = ({ bad }: kinds.Kind) =>
  toTry(bad, ([situation, , ...messages]) => ['bad', situation, messages])

describe.each(bodies)('%s', (name, fields, besides = () => ({})) => {
  const endpoint = endpoints.find(([known]) => known === name) ?? expect.unreachable()
  const valid = async () => ({ ...(await inputOf(name)), ...(await besides()) })

  test('every bad value is refused under the name of its field, and nothing changes', async () => {
    const input = await valid()
    const before = await fingerprint()
    for (const [field, kind] of Object.entries(fields))
      for (const [situation, value, ...messages] of badOf(kind)) {
        const { status, body } = await callOverRest(admin, endpoint, { ...input, [field]: value })
        expect([field, situation, status, body]).toEqual([field, situation, 400, { [field]: messages }])
      }
    expect(await fingerprint()).toEqual(before)
  })

  test('every field is accepted at its limits', async () => {
    for (const [field, { good }] of Object.entries(fields)) {
      // Tested with the routers: an active unit needs an active parent, only a CLINIC has a cap, a unit keeps its parent.
      if (field === 'max_weekly_hours' || field === 'parent_id') continue
      for (const value of toTry(good, (value) => ['good', value])) {
        const { status, body } = await callOverRest(admin, endpoint, { ...(await valid()), [field]: value })
        if (/^assignments.(create|update)/.test(name) && Number(value) > 60)
          expect(body).toEqual({ non_field_errors: [expect.stringMatching(/^MAX_WEEKLY_HOURS: /)] })
        else if (name === 'auth.login') expect(body).toHaveProperty('non_field_errors')
        else
          expect([field, value, Math.floor(status / 100), body]).toEqual([field, value, 2, expect.anything()])
      }
    }
  })

  test('all bad fields are named at once', async () => {
    const nulls = Object.fromEntries(Object.keys(fields).map((field) => [field, null]))
    const { status, body } = await callOverRest(admin, endpoint, { ...(await valid()), ...nulls })
    const refusesNull = Object.entries(fields).filter(([, { bad }]) =>
      bad.some(([situation]) => situation === 'null'),
    )
    const expected = refusesNull.map(([field]) => [field, ['This field may not be null.']])
    expect([status, body]).toEqual([400, Object.fromEntries(expected)])
  })
})

const paging = {
  page: { bad: [], good: ['1'] },
  page_size: {
    bad: [],
    good: [
      '',
      '0',
      '-1',
      'many',
      '1.5',
      ' ',
      '1e3',
      '\0',
      '999999999999999999999',
      'x'.repeat(5000),
      '100',
      '101',
    ],
  },
}
const { parameters } = kinds
const log = {
  date_from: parameters.date(),
  date_to: parameters.date(),
  employee: parameters.id(),
  search: parameters.text(),
}

/** Every endpoint that reads a query, and its parameters. */
const queries: [path: string, fields: Record<string, kinds.Kind>, isPaginated: boolean][] = [
  [
    '/api/v1/employees/',
    {
      status: parameters.choice('ACTIVE'),
      search: parameters.text(),
      ordering: parameters.ordering('hire_date'),
    },
    true,
  ],
  ['/api/v1/employees/{employee}/transitions/', { ordering: parameters.ordering('created_at') }, true],
  [
    '/api/v1/transitions/',
    {
      ...log,
      transition: parameters.choice('go_on_leave'),
      from_status: parameters.choice('ON_LEAVE'),
      to_status: parameters.choice('ENDED'),
      exclude_admin_actors: parameters.boolean(),
      ordering: parameters.ordering('transition'),
    },
    true,
  ],
  [
    '/api/v1/tag-change-logs/',
    {
      ...log,
      tag: parameters.id(),
      action: parameters.choice('REVOKED'),
      ordering: parameters.ordering('action'),
    },
    true,
  ],
  [
    '/api/v1/assignments/',
    {
      employee: parameters.id(),
      position_id: parameters.id(),
      status: parameters.choice('ENDED'),
      employee__employee_number: parameters.text(),
      search: parameters.text(),
      ordering: parameters.ordering('effective_hours'),
    },
    true,
  ],
  ['/api/v1/assignments/{assignment}/transitions/', { ordering: parameters.ordering('created_at') }, true],
  ['/api/v1/tags/', { ordering: parameters.ordering('name') }, true],
  [
    '/api/v1/employee-tags/',
    {
      employee_id: parameters.id(),
      category: parameters.choice('EXCEPTION'),
      status: parameters.choice('EXPIRED'),
      ordering: parameters.ordering('start_date'),
    },
    true,
  ],
  [
    '/api/v1/position-tags/',
    { position_id: parameters.id(), ordering: parameters.ordering('created_at') },
    true,
  ],
  [
    '/api/v1/org-units/',
    {
      unit_type: parameters.choice('UNIT'),
      is_active: parameters.boolean(),
      parent_id: parameters.id(),
      search: parameters.text(),
      ordering: parameters.ordering('code'),
    },
    true,
  ],
  [
    '/api/v1/demand/',
    {
      org_unit_id: parameters.id(),
      is_active: parameters.boolean(),
      coverage_state: parameters.choice('OVER_COVERED'),
      search: parameters.text(),
      eligible_for_employee: parameters.knownId(),
      ordering: parameters.ordering('title'),
    },
    true,
  ],
  ['/api/v1/offer/employees/{employee}/balance/', { reference_date: parameters.referenceDate() }, false],
]

/** Calls the list or balance at the path, for an employee and an assignment that exist. */
async function read(path: string, query: Record<string, string>) {
  const { id, employee } = await service.orm.em.fork().findOneOrFail(Assignment, { status: 'ACTIVE' })
  return admin.get(`${fillIn(path, { employee, assignment: id }).filled}?${new URLSearchParams(query)}`)
}

describe.each(queries)('GET %s', (path, fields, isPaginated) => {
  test('every bad value is refused under the name of its parameter', async () => {
    for (const [field, kind] of Object.entries(fields))
      for (const [situation, value, ...messages] of badOf(kind)) {
        const { status, body } = await read(path, { [field]: value as string })
        expect([field, situation, status, body]).toEqual([field, situation, 400, { [field]: messages }])
      }
  })

  test('every other value is accepted', async () => {
    for (const [field, { good }] of Object.entries({ ...fields, ...(isPaginated && paging) }))
      for (const value of toTry(good, (value) => ['query', field, value])) {
        const { status } = await read(path, { [field]: value as string })
        expect([field, value, status]).toEqual([field, value, 200])
      }
  })

  test('all bad parameters are named at once', async () => {
    const bad = Object.entries(fields).map(([field, kind]) => [field, String(kind.bad[0]?.[1])])
    const { status, body } = await read(path, Object.fromEntries(bad))
    expect([status, Object.keys(body).toSorted()]).toEqual([400, Object.keys(fields).toSorted()])
  })
})

describe.each(queries.filter(([, , isPaginated]) => isPaginated))('GET %s', (path) => {
  test.each([
    '0',
    'abc',
    '2147483648',
    ...onlyInCheck('', '-1', '+1', '1.0', '1e3', ' ', '\0', '99999999999999', '9'.repeat(400), 'last', '１'),
  ])('the list has no page %j', async (page) => {
    for (const page_size of ['1', '100']) {
      const { status, body } = await read(path, {
        page,
        page_size,
        ...(path.startsWith('/api/v1/tags') && { ordering: 'id' }),
      })
      expect([status, body]).toEqual([404, { detail: 'Invalid page.' }])
    }
  })
})

test('a query of a hundred kilobytes is refused before it is read', async () => {
  const huge = await fetch(`${service.url}/api/v1/employees/?search=${'x'.repeat(100_000)}`)
  expect(huge.status).toBe(431)
  expect((await admin.get('/api/v1/tags/')).status).toBe(200)
})
