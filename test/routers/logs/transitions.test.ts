import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TransitionLog } from '../../../entities/logs/transition-log.ts'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { unknown } from '../../expect/texts.ts'
import { factories } from '../../made/factories.ts'
import type { Client } from '../../setup/client.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { startService, type TestService } from '../../setup/service.ts'

const path = '/api/v1/transitions/'
const now = '2026-03-04T10:00:00.000Z'
const newYork = { env: { TIME_ZONE: 'America/New_York' } }

const { service, make } = await serviceForFile(newYork)
const viewer = await service.as('VIEWER')

const entriesOf = async (employee: string, client = viewer) =>
  (await client.get(`${path}?employee=${employee}`)).body.results

test('the log entry of an employee transition has exactly the fields of the contract', async () => {
  const manager = await service.as('MANAGER', { given_name: 'Marta', family_name: 'Gil' })
  const { id, employee_number } = await make.employee({ first_name: 'Ana', last_name: 'Ruiz' })
  await manager.post(`/api/v1/employees/${id}/propose/`, { proposal_type: 'TRANSFER', notes: 'Nights' })
  const entry = {
    id: expect.any(Number),
    employee: id,
    employee_name: 'Ruiz, Ana',
    employee_number,
    from_status: 'ACTIVE',
    to_status: 'PROPOSAL_PENDING',
    transition: 'propose',
    actor: manager.user.id,
    actor_name: 'Gil, Marta',
    reason: '',
    metadata: { proposal_type: 'TRANSFER', notes: 'Nights' },
    created_at: now,
  }
  const [listed, ...others] = await entriesOf(id)
  expect(others).toEqual([])
  expect(listed).toEqual(entry)
  expect((await viewer.get(`${path}${listed.id}/`)).body).toEqual(listed)
})

test('the log entry of an assignment transition names the employee of the assignment', async () => {
  const supervisor = await service.as('SUPERVISOR', { given_name: 'Sol', family_name: 'Paz' })
  const employee = await make.employee({ first_name: 'Bea', last_name: 'Soto' })
  const { id } = await make.assignment({ employee: employee.id })
  await supervisor.post(`/api/v1/assignments/${id}/suspend/`, { reason: 'Flood' })
  await supervisor.post(`/api/v1/assignments/${id}/end/`, { end_reason: 'TRANSFER', notes: 'To the ICU' })
  const common = {
    id: expect.any(Number),
    employee: employee.id,
    employee_name: 'Soto, Bea',
    employee_number: employee.employee_number,
    actor: supervisor.user.id,
    actor_name: 'Paz, Sol',
  }
  expect(await entriesOf(employee.id)).toEqual([
    {
      ...common,
      transition: 'end',
      from_status: 'SUSPENDED',
      to_status: 'ENDED',
      reason: 'TRANSFER',
      metadata: { end_reason: 'TRANSFER', notes: 'To the ICU' },
      created_at: '2026-03-04T10:00:00.001Z',
    },
    {
      ...common,
      transition: 'suspend',
      from_status: 'ACTIVE',
      to_status: 'SUSPENDED',
      reason: 'Flood',
      metadata: {},
      created_at: now,
    },
  ])
})

test.each([
  ['both names', { family_name: 'Gil', given_name: 'Marta' }, 'Gil, Marta'],
  ['a family name only', { family_name: 'Gil', given_name: '' }, 'Gil'],
  ['a given name only', { family_name: '', given_name: 'Marta' }, 'Marta'],
  ['no name', { family_name: '', given_name: '', email: 'no.name@clinic.example' }, 'no.name@clinic.example'],
])('a log entry names an actor who has %s', async (_, fields, shown) => {
  const admin = await service.as('ADMIN', fields)
  const { id } = await make.employee({ status: 'ONBOARDING' })
  await admin.post(`/api/v1/employees/${id}/activate/`)
  expect(await entriesOf(id)).toMatchObject([{ actor: admin.user.id, actor_name: shown }])
})

test('a log entry without an actor is attributed to Sistema', async () => {
  const due = { status: 'PROPOSAL_PENDING', proposal_expires_at: service.clock.now } as const
  const { id } = await make.employee(due)
  await sweep(service.orm, theService(service.clock.now), 'America/New_York')
  expect(await entriesOf(id)).toMatchObject([
    { transition: 'expire_proposal', actor: null, actor_name: 'Sistema', reason: '' },
  ])
})

test('a log entry shows the current name of the employee', async () => {
  const admin = await service.as('ADMIN')
  const { id } = await make.employee({ status: 'ONBOARDING' })
  await admin.post(`/api/v1/employees/${id}/activate/`)
  const names = { first_name: 'Eva', last_name: 'Neu', employee_number: 'NEW-1' }
  await admin.patch(`/api/v1/employees/${id}/`, names)
  expect(await entriesOf(id)).toMatchObject([{ employee_name: 'Neu, Eva', employee_number: 'NEW-1' }])
})

test('the database refuses to change or delete an entry of the log', async () => {
  const { id } = await make.employee({ status: 'ONBOARDING' })
  await (await service.as('ADMIN')).post(`/api/v1/employees/${id}/activate/`)
  const connection = service.orm.em.getConnection()
  await expect(connection.execute("update transition_log set reason = 'x'")).rejects.toThrow()
  await expect(connection.execute('delete from transition_log')).rejects.toThrow()
  expect(await entriesOf(id)).toMatchObject([{ reason: '' }])
})

describe('the list', () => {
  let own: TestService
  let client: Client
  let employee: Client
  let admin: Client
  let unnamed: Client
  const keys = new Map<number, string>()
  const employees = {} as Record<'ana' | 'bo', string>

  /** Six entries, a to f, at the edges of days in New York, which went over to summer time on 8 March. */
  beforeAll(async () => {
    own = await startService(newYork)
    const makeOwn = factories(own)
    client = await own.as('SUPERVISOR', { given_name: 'Sol', family_name: '100%_\\' })
    admin = await own.as('ADMIN', { given_name: 'Ada', family_name: 'Root' })
    unnamed = await own.as('MANAGER', { given_name: '', family_name: '', email: 'unnamed@clinic.example' })
    employee = await own.as('EMPLOYEE', { email: 'ANA@clinic.example', given_name: 'A.', family_name: 'Ñu' })
    const ana = await makeOwn.employee({
      first_name: 'Ana',
      last_name: 'Álvarez',
      employee_number: 'NUM-1',
      email: 'Ana@Clinic.example',
    })
    const bo = await makeOwn.employee({ first_name: 'Bo', last_name: 'Zorn', employee_number: 'NUM-2' })
    Object.assign(employees, { ana: ana.id, bo: bo.id })
    const assignment = (await makeOwn.assignment({ employee: bo.id })).id
    const anas = (await makeOwn.assignment({ employee: ana.id })).id
    const rows = [
      ['activate', 'ONBOARDING', 'ACTIVE', ana.id, null, admin, '2026-03-03T04:59:59.999Z', 'r3'],
      ['go_on_leave', 'ACTIVE', 'ON_LEAVE', ana.id, null, employee, '2026-03-03T05:00:00.000Z', 'r1'],
      ['suspend', 'ACTIVE', 'SUSPENDED', bo.id, assignment, client, '2026-03-04T04:59:59.999Z', 'R2'],
      ['expire_proposal', 'PROPOSAL_PENDING', 'ACTIVE', bo.id, null, null, '2026-03-04T05:00:00.000Z', 'r6'],
      ['end', 'SUSPENDED', 'ENDED', ana.id, anas, unnamed, '2026-03-09T03:59:59.999Z', 'r5'],
      ['terminate', 'ON_LEAVE', 'TERMINATED', bo.id, null, admin, '2026-03-09T04:00:00.000Z', 'r4'],
    ] as const
    for (const [i, row] of rows.entries()) {
      const [transition, from_status, to_status, employeeId, assignmentId, actor, at, reason] = row
      const em = own.orm.em.fork()
      const entry = em.create(TransitionLog, {
        employee: employeeId,
        assignment: assignmentId,
        transition,
        from_status,
        to_status,
        actor: actor?.user.id ?? null,
        reason,
        metadata: {},
        created_at: new Date(at),
      })
      await em.flush()
      keys.set(entry.id, 'abcdef'[i] as string)
    }
  })
  afterAll(() => own.close())

  const keysOf = (body: { results: { id: number }[] }) => body.results.map(({ id }) => keys.get(id)).join('')
  const found = async (query: string) => {
    const { status, body } = await client.get(`${path}?${query}`)
    return status === 200 ? keysOf(body) : [status, body]
  }
  const choiceError = (value: string) => [
    `Select a valid choice. ${value} is not one of the available choices.`,
  ]

  test('the log of transitions starts with the latest, in the envelope of every list', async () => {
    const { body } = await client.get(`${path}?page_size=4`)
    expect({ ...body, results: keysOf(body) }).toEqual({
      count: 6,
      next: `${own.url}${path}?page_size=4&page=2`,
      previous: null,
      results: 'fedc',
    })
  })

  test.each([
    ['transition=activate', 'a'],
    ['transition=suspend', 'c'],
    ['transition=expire_proposal', 'd'],
    ['transition=rehire', ''],
    ['transition=', 'fedcba'],
    ['from_status=ACTIVE', 'cb'],
    ['from_status=SUSPENDED', 'e'],
    ['from_status=TERMINATED', ''],
    ['to_status=ACTIVE', 'da'],
    ['to_status=ENDED', 'e'],
    ['to_status=PROPOSAL_PENDING', ''],
    [`employee=${unknown}`, ''],
    ['from_status=ACTIVE&to_status=ON_LEAVE', 'b'],
    ['transition=activate&to_status=ENDED', ''],
    ['date_from=2026-03-03', 'fedcb'],
    ['date_from=2026-03-04', 'fed'],
    ['date_from=2026-03-09', 'f'],
    ['date_from=2026-03-10', ''],
    ['date_to=2026-03-01', ''],
    ['date_to=2026-03-02', 'a'],
    ['date_to=2026-03-03', 'cba'],
    ['date_to=2026-03-08', 'edcba'],
    ['date_from=2026-03-03&date_to=2026-03-03', 'cb'],
    ['date_from=2026-03-08&date_to=2026-03-08', 'e'],
    ['date_from=2026-03-04&date_to=2026-03-03', ''],
    ['date_from=0001-01-01&date_to=9999-12-31', 'fedcba'],
    ['actor=abc&from_status_=x', 'fedcba'],
  ])('the log of transitions with %s shows %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test.each([
    ['true', 'edcb'],
    ['1', 'edcb'],
    ['false', 'fedcba'],
  ])('the log of transitions with exclude_admin_actors=%s shows %j', async (value, expected) => {
    expect(await found(`exclude_admin_actors=${value}`)).toEqual(expected)
  })

  test('the log of one employee shows the transitions of their assignments too', async () => {
    expect(await found(`employee=${employees.ana}`)).toBe('eba')
    expect(await found(`employee=${employees.bo.toUpperCase()}`)).toBe('fdc')
  })

  test('exclude_admin_actors hides users with the role ADMIN, but no other superusers', async () => {
    const superuser = await own.as('MANAGER', { is_superuser: true })
    const { id } = await factories(own).employee({ status: 'ONBOARDING' })
    await superuser.post(`/api/v1/employees/${id}/activate/`)
    const { body } = await client.get(`${path}?exclude_admin_actors=1&employee=${id}`)
    expect(body.results).toMatchObject([{ actor: superuser.user.id }])
  })

  test.each([
    ['álvarez', 'eba'],
    ['ANA Á', 'eba'],
    ['Álvarez, a', 'eba'],
    ['num-2', 'fdc'],
    ['NUM-', 'fedcba'],
    ['Ada Root', 'fa'],
    ['root, ADA', 'fa'],
    ['ñu', 'b'],
    ['%', 'c'],
    ['_', 'c'],
    ['\\', 'c'],
    ['A%a', ''],
    ['clinic.example', ''],
    ['r1', ''],
  ])('a search of the log of transitions for "%s" shows %s', async (term, expected) => {
    const date = '&date_to=2026-03-09'
    expect(await found(`search=${encodeURIComponent(term)}${date}&employee=${employees.ana}`)).toBe(
      [...expected].filter((key) => 'eba'.includes(key)).join(''),
    )
    expect(await found(`search=${encodeURIComponent(term)}${date}`)).toBe(expected)
  })

  const byId = (id: (key: string) => string) => (a: string, b: string) => (id(a) < id(b) ? -1 : 1)
  const employeeOf = (key: string) => ('abe'.includes(key) ? employees.ana : employees.bo)
  // Entries without an actor come last.
  const actorOf = (key: string) =>
    ({ a: admin, b: employee, c: client, e: unnamed, f: admin })[key]?.user.id ?? 'none'

  test.each<[string, () => string]>([
    ['id', () => 'abcdef'],
    ['created_at', () => 'abcdef'],
    ['transition', () => 'aedbcf'],
    ['from_status', () => 'bcfade'],
    ['to_status', () => 'adebcf'],
    ['reason', () => 'bcafed'],
    ['employee', () => [...'abcdef'].sort(byId(employeeOf)).join('')],
    ['actor', () => [...'abcdef'].sort(byId(actorOf)).join('')],
  ])('the log of transitions can be ordered by %s, and with a minus reversed', async (field, order) => {
    const some = 'date_to=2026-03-09&exclude_admin_actors=0&search=NUM-'
    expect(await found(`${some}&ordering=${field}`)).toBe(order())
    expect(await found(`${some}&ordering=-${field}`)).toBe([...order()].reverse().join(''))
  })

  test.each(['employee_name', 'employee_number', 'actor_name', 'nope'])(
    'the log of transitions cannot be ordered by %s',
    async (field) => {
      expect(await found(`ordering=${field}`)).toEqual([400, { ordering: choiceError(field) }])
    },
  )
})
