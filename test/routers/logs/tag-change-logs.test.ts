import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TagChangeLog } from '../../../entities/logs/tag-change-log.ts'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { unknown } from '../../expect/texts.ts'
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

test('the log entry of a tag change has exactly the fields of the contract', async () => {
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
  }
})

test('the log entry of an expired tag has no actor, and is attributed to Sistema', async () => {
  const { employee } = await make.employeeTag({ end_date: '2026-03-03' })
  await sweep(service.orm, theService(service.clock.now), 'Asia/Tokyo')
  expect((await entriesOf(employee))[0]).toMatchObject({
    action: 'EXPIRED',
    actor: null,
    actor_name: 'Sistema',
    reason: '',
  })
})

test('the log entry of a tag change shows current names, even of a deleted tag', async () => {
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

test('the database refuses to change or delete a logged tag change', async () => {
  const { employee } = await make.employeeTag()
  const connection = service.orm.em.getConnection()
  await expect(connection.execute("update tag_change_log set reason = 'x'")).rejects.toThrow()
  await expect(connection.execute('delete from tag_change_log')).rejects.toThrow()
  expect(await entriesOf(employee)).toMatchObject([{ reason: '' }])
})

describe('the list', () => {
  let own: TestService
  let client: Client
  let admin: Client
  const keys = new Map<number, string>()
  const employees = {} as Record<'ana' | 'bo', string>
  const tags = {} as Record<'night' | 'percent', string>

  /** Five entries, a to e, at the edges of days in Tokyo, nine hours ahead of UTC. */
  beforeAll(async () => {
    own = await startService(tokyo)
    const makeOwn = factories(own)
    client = await own.as('SUPERVISOR')
    admin = await own.as('ADMIN', { given_name: 'Ada', family_name: 'Root' })
    const ana = { first_name: 'Ana', last_name: 'Álvarez', employee_number: 'NUM-1' }
    employees.ana = (await makeOwn.employee(ana)).id
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
  const found = async (query: string) => {
    const { status, body } = await client.get(`${path}?${query}`)
    return status === 200 ? keysOf(body) : [status, body]
  }
  const notChoice = (value: string) => [
    `Select a valid choice. ${value} is not one of the available choices.`,
  ]

  test('the log of tag changes starts with the latest, in the envelope of every list', async () => {
    const { body } = await client.get(`${path}?page_size=2&page=2`)
    expect({ ...body, results: keysOf(body) }).toEqual({
      count: 5,
      next: `${own.url}${path}?page_size=2&page=3`,
      previous: `${own.url}${path}?page_size=2`,
      results: 'cb',
    })
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
  ])('the log of tag changes with %s shows %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test('the log of tag changes can be limited to one employee or tag', async () => {
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
  ])('a search of the log of tag changes for "%s" shows %s', async (term, expected) => {
    expect(await found(`search=${encodeURIComponent(term)}`)).toBe(expected)
  })

  const sorted = (of: (key: string) => string) =>
    [...'abcde'].sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0)).join('')
  // Entries without an actor come last.
  const actorOf = (key: string) => ({ a: admin, b: client, c: admin })[key]?.user.id ?? 'none'

  test.each<[string, () => string]>([
    ['id', () => 'abcde'],
    ['created_at', () => 'abcde'],
    ['action', () => 'adbec'],
    ['reason', () => 'bcaed'],
    ['employee', () => sorted((key) => ('abe'.includes(key) ? employees.ana : employees.bo))],
    ['tag', () => sorted((key) => ('ace'.includes(key) ? tags.night : tags.percent))],
    ['actor', () => sorted(actorOf)],
  ])('the log of tag changes can be ordered by %s, and with a minus reversed', async (field, order) => {
    expect(await found(`ordering=${field}`)).toBe(order())
    expect(await found(`ordering=-${field}`)).toBe([...order()].reverse().join(''))
  })

  test.each(['employee_name', 'tag_name', 'tag_category', 'actor_name', 'nope'])(
    'the log of tag changes cannot be ordered by %s',
    async (field) => {
      expect(await found(`ordering=${field}`)).toEqual([400, { ordering: notChoice(field) }])
    },
  )
})
