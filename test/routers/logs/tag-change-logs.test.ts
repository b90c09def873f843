import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TagChangeLog } from '../../../entities/logs/tag-change-log.ts'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { notFound, unknown } from '../../expect/texts.ts'
import { factories } from '../../made/factories.ts'
import type { Client } from '../../setup/client.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { startService, type TestService } from '../../setup/service.ts'

const path = '/api/v1/tag-change-logs/'
const now = '2026-03-04T10:00:00.000Z'
const tokyo = { env: { TIME_ZONE: 'Asia/Tokyo' } }

const { service, make } = await serviceForFile(tokyo)
const viewer = await service.as('VIEWER')

const entriesOf = async (employee: string) => (await viewer.get(`${path}?employee=${employee}`)).body.results

describe('an entry', () => {
  test('has exactly the fields of the contract', async () => {
    const manager = await service.as('MANAGER', { given_name: 'Marta', family_name: 'Gil' })
    const { id, employee_number } = await make.employee({ first_name: 'Ana', last_name: 'Ruiz' })
    const tag = await make.tag({ name: 'ICU-1', display_name: 'Intensive care', category: 'CERTIFICATION' })
    const body = { employee: id, tag: tag.id, start_date: '2026-01-01' }
    const employeeTag = (await manager.post('/api/v1/employee-tags/', body)).body.id
    await manager.patch(`/api/v1/employee-tags/${employeeTag}/`, { status: 'REVOKED', reason: 'Lapsed' })
    const common = {
      id: expect.any(Number),
      employee: id,
      employee_name: 'Ruiz, Ana',
      employee_number,
      tag: tag.id,
      tag_name: 'ICU-1',
      tag_display_name: 'Intensive care',
      tag_category: 'CERTIFICATION',
      actor: manager.user.id,
      actor_name: 'Gil, Marta',
    }
    const entries = await entriesOf(id)
    expect(entries).toEqual([
      { ...common, action: 'REVOKED', reason: 'Lapsed', created_at: '2026-03-04T10:00:00.001Z' },
      { ...common, action: 'ASSIGNED', reason: '', created_at: now },
    ])
    for (const entry of entries) {
      expect((await viewer.get(`${path}${entry.id}/`)).body).toEqual(entry)
      expect((await viewer.trpc('query', 'tag_change_logs.get', { id: entry.id })).body).toEqual(entry)
    }
  })

  test.each([
    ['a family name only', { family_name: 'Gil', given_name: '' }, 'Gil'],
    ['a given name only', { family_name: '', given_name: 'Marta' }, 'Marta'],
    [
      'no name',
      { family_name: '', given_name: '', email: 'no.name@clinic.example' },
      'no.name@clinic.example',
    ],
  ])('shows an actor with %s as such', async (_, fields, shown) => {
    const admin = await service.as('ADMIN', fields)
    const { id, employee } = await make.employeeTag()
    await admin.delete(`/api/v1/employee-tags/${id}/`)
    expect((await entriesOf(employee))[0]).toMatchObject({ action: 'REVOKED', actor_name: shown })
  })

  test('of a scheduled expiry has no actor and is attributed to Sistema', async () => {
    const { employee } = await make.employeeTag({ end_date: '2026-03-03' })
    await sweep(service.orm, theService(service.clock.now), 'Asia/Tokyo')
    expect((await entriesOf(employee))[0]).toMatchObject({
      action: 'EXPIRED',
      actor: null,
      actor_name: 'Sistema',
      reason: '',
    })
  })

  test('shows current names, even of a deleted tag', async () => {
    const admin = await service.as('ADMIN')
    const tag = await make.tag()
    const { employee } = await make.employeeTag({ tag: tag.id, status: 'EXPIRED' })
    await admin.patch(`/api/v1/employees/${employee}/`, { last_name: 'Neu', first_name: 'Eva' })
    await admin.patch(`/api/v1/tags/${tag.id}/`, { name: 'Renamed', display_name: 'New' })
    await admin.delete(`/api/v1/tags/${tag.id}/`)
    expect(await entriesOf(employee)).toMatchObject([
      { employee_name: 'Neu, Eva', tag: tag.id, tag_name: 'Renamed', tag_display_name: 'New' },
    ])
  })
})

describe('what the API does not offer', () => {
  test.each(['0', '999999999', '-1', '1.5', 'abc', unknown])('the id %s is 404', async (id) => {
    await expectAnswer(viewer.get(`${path}${id}/`), 404, notFound)
  })

  test('an entry cannot be created, changed or deleted, not even in the database', async () => {
    const admin = await service.as('ADMIN')
    const { employee } = await make.employeeTag()
    const [{ id }] = await entriesOf(employee)
    for (const [method, where] of [
      ['POST', path],
      ['PATCH', `${path}${id}/`],
      ['DELETE', `${path}${id}/`],
    ] as const) {
      await expectAnswer(admin.request(method, where), 405, { detail: `Method "${method}" not allowed.` })
    }
    const connection = service.orm.em.getConnection()
    await expect(connection.execute("update tag_change_log set reason = 'x'")).rejects.toThrow()
    await expect(connection.execute('delete from tag_change_log')).rejects.toThrow()
    expect(await entriesOf(employee)).toMatchObject([{ id, reason: '' }])
  })
})

describe('the list', () => {
  let own: TestService
  let client: Client
  let admin: Client
  let employee: Client
  const keys = new Map<number, string>()
  const employees = {} as Record<'ana' | 'bo', string>
  const tags = {} as Record<'night' | 'percent', string>

  /** Five entries, a to e, at the edges of days in Tokyo, nine hours ahead of UTC. */
  beforeAll(async () => {
    own = await startService(tokyo)
    const makeOwn = factories(own)
    client = await own.as('SUPERVISOR')
    admin = await own.as('ADMIN', { given_name: 'Ada', family_name: 'Root' })
    employee = await own.as('EMPLOYEE', { email: 'ANA@clinic.example' })
    const ana = { first_name: 'Ana', last_name: 'Álvarez', employee_number: 'NUM-1' }
    employees.ana = (await makeOwn.employee({ ...ana, email: 'Ana@Clinic.example' })).id
    employees.bo = (
      await makeOwn.employee({ first_name: 'Bo', last_name: 'Zorn', employee_number: 'NUM-2' })
    ).id
    tags.night = (await makeOwn.tag({ name: 'Night', display_name: 'Shifts' })).id
    tags.percent = (await makeOwn.tag({ name: '50%_\\!', display_name: 'Half' })).id
    const rows = [
      ['ASSIGNED', 'ana', 'night', admin, '2026-03-02T14:59:59.999Z', 'r3'],
      ['MODIFIED', 'ana', 'percent', client, '2026-03-02T15:00:00.000Z', 'r1'],
      ['REVOKED', 'bo', 'night', admin, '2026-03-03T14:59:59.999Z', 'R2'],
      ['EXPIRED', 'bo', 'percent', null, '2026-03-03T15:00:00.000Z', 'r5'],
      ['REMOVED', 'ana', 'night', null, '2026-03-04T00:00:00.000Z', 'r4'],
    ] as const
    for (const [i, [action, person, tag, actor, at, reason]] of rows.entries()) {
      const em = own.orm.em.fork()
      const entry = em.create(TagChangeLog, {
        employee: employees[person],
        tag: tags[tag],
        action,
        actor: actor?.user.id ?? null,
        reason,
        created_at: new Date(at),
      })
      await em.flush()
      keys.set(entry.id, 'abcde'[i] as string)
    }
  })
  afterAll(() => own.close())

  const keysOf = (body: { results: { id: number }[] }) => body.results.map(({ id }) => keys.get(id)).join('')
  const found = async (query: string, by = client) => {
    const { status, body } = await by.get(`${path}?${query}`)
    return status === 200 ? keysOf(body) : [status, body]
  }
  const notChoice = (value: string) => [
    `Select a valid choice. ${value} is not one of the available choices.`,
  ]

  test('is latest first, in the envelope of every list', async () => {
    const { body } = await client.get(`${path}?page_size=2&page=2`)
    expect({ ...body, results: keysOf(body) }).toEqual({
      count: 5,
      next: `${own.url}${path}?page_size=2&page=3`,
      previous: `${own.url}${path}?page_size=2`,
      results: 'cb',
    })
    const called = await client.trpc('query', 'tag_change_logs.list', { page_size: 2, page: 2 })
    expect(called.body).toEqual(body)
  })

  test.each([
    ['action=ASSIGNED', 'a'],
    ['action=REMOVED', 'e'],
    ['action=REVOKED', 'c'],
    ['action=EXPIRED', 'd'],
    ['action=MODIFIED', 'b'],
    ['action=&employee=&tag=&date_from=&date_to=&search=', 'edcba'],
    [`employee=${unknown}`, ''],
    [`tag=${unknown}`, ''],
    ['date_from=2026-03-03', 'edcb'],
    ['date_from=2026-03-04', 'ed'],
    ['date_from=2026-03-05', ''],
    ['date_to=2026-03-02', 'a'],
    ['date_to=2026-03-03', 'cba'],
    ['date_from=2026-03-03&date_to=2026-03-03', 'cb'],
    ['date_from=2026-03-03&action=REVOKED', 'c'],
    ['action=assigned', [400, { action: notChoice('assigned') }]],
    ['employee=1', [400, { employee: ['Enter a valid UUID.'] }]],
    ['tag=night', [400, { tag: ['Enter a valid UUID.'] }]],
    ['date_from=today', [400, { date_from: ['Enter a valid date.'] }]],
    ['date_to=2026-13-01', [400, { date_to: ['Enter a valid date.'] }]],
    ['page=4&page_size=2', [404, { detail: 'Invalid page.' }]],
  ])('with %s is %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test('of one employee or one tag has only theirs', async () => {
    expect(await found(`employee=${employees.ana}`)).toBe('eba')
    expect(await found(`tag=${tags.percent}`)).toBe('db')
    expect(await found(`tag=${tags.percent}&employee=${employees.ana}`)).toBe('b')
  })

  test.each([
    ['álvarez', 'eba'],
    ['ANA Á', 'eba'],
    ['álvarez, ana', 'eba'],
    ['num-2', 'dc'],
    ['NIGHT', 'eca'],
    ['n', 'edcba'],
    ['%', 'db'],
    ['_', 'db'],
    ['\\', 'db'],
    ['0%!', ''],
    ['Shifts', ''],
    ['Root', ''],
    ['clinic.example', ''],
  ])('searched for "%s" is %s', async (term, expected) => {
    expect(await found(`search=${encodeURIComponent(term)}`)).toBe(expected)
  })

  describe('ordered', () => {
    const sorted = (of: (key: string) => string) =>
      [...'abcde'].sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0)).join('')
    // Nobody comes after everybody.
    const actorOf = (key: string) => ({ a: admin, b: client, c: admin })[key]?.user.id ?? 'nobody'

    test.each<[string, () => string]>([
      ['id', () => 'abcde'],
      ['created_at', () => 'abcde'],
      ['action', () => 'adbec'],
      ['reason', () => 'bcaed'],
      ['employee', () => sorted((key) => ('abe'.includes(key) ? employees.ana : employees.bo))],
      ['tag', () => sorted((key) => ('ace'.includes(key) ? tags.night : tags.percent))],
      ['actor', () => sorted(actorOf)],
    ])('by %s, and the reverse with a minus', async (field, order) => {
      expect(await found(`ordering=${field}`)).toBe(order())
      expect(await found(`ordering=-${field}`)).toBe([...order()].reverse().join(''))
    })

    test.each(['employee_name', 'tag_name', 'tag_category', 'actor_name', 'nope'])(
      'by %s is 400',
      async (field) => {
        expect(await found(`ordering=${field}`)).toEqual([400, { ordering: notChoice(field) }])
      },
    )
  })

  test('shows an EMPLOYEE only their own; another’s entry is 404', async () => {
    expect(await found('', employee)).toBe('eba')
    expect((await employee.get(path)).body.count).toBe(3)
    expect(await found(`employee=${employees.bo}`, employee)).toBe('')
    expect(await found('search=Zorn', employee)).toBe('')
    expect(await found('search=Night', employee)).toBe('ea')
    expect((await employee.trpc('query', 'tag_change_logs.list', {})).body.count).toBe(3)
    const idOf = (key: string) => [...keys].find(([, other]) => other === key)?.[0]
    expect((await employee.get(`${path}${idOf('a')}/`)).body.employee).toBe(employees.ana)
    await expectAnswer(employee.get(`${path}${idOf('c')}/`), 404, notFound)
  })
})
