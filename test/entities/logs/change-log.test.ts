import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import { transaction } from '../../../entities/connection/transaction.ts'
import { ChangeLog } from '../../../entities/logs/change-log.ts'
import { Employee } from '../../../entities/people/employee.ts'
import { theService } from '../../../src/logs/audit.ts'
import { changeSubjects } from '../../../src/logs/events.ts'
import { closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { startService } from '../../setup/service.ts'

const { service, make, admin } = await serviceForFile()
const { orm } = service

const rows = async (statement: string) =>
  (await sql.raw<Record<string, unknown>>(statement).execute(orm.em.fork().getKysely())).rows

const changesOf = (id: string) => rows(`select * from change_log where subject_id = '${id}' order by id`)

test('a change over the API is logged with its author, origin, and the columns before and after', async () => {
  const ada = { employee_number: 'A', first_name: 'Ada', last_name: 'A', email: 'ada@clinic.example' }
  const { id } = (await admin.post('/api/v1/employees/', ada)).body
  service.clock.now = new Date(service.clock.now.getTime() + 1000)
  const answer = await admin.patch(`/api/v1/employees/${id}/`, { email: 'eve@clinic.example' })
  expect(answer.status).toBe(200)
  expect((await changesOf(id)).at(-1)).toMatchObject({
    subject: 'employees',
    action: 'UPDATE',
    before: { email: 'ada@clinic.example' },
    after: { email: 'eve@clinic.example' },
    actor_id: admin.user.id,
    via: 'rest',
    address: expect.stringContaining('127.0.0.1'),
    request_id: answer.headers.get('x-request-id'),
    created_at: service.clock.now.toISOString(),
  })
})

test('a change over tRPC is logged with its origin', async () => {
  const { id } = await make.employee()
  await admin.trpc('mutation', 'employees.update', { id, first_name: 'Ada' })
  expect((await changesOf(id)).at(-1)).toMatchObject({ via: 'trpc', after: { first_name: 'Ada' } })
})

test('a change from a very long proxy address is logged with a shortened address', async () => {
  const proxied = closedAfterTest(await startService({ env: { TRUST_PROXY: '1' } }))
  const client = await proxied.as('ADMIN')
  const tag = { name: 'PROXIED', display_name: 'Proxied', category: 'CONTRACT', hours_delta: '1.00' }
  const address = 'unknown'.repeat(50)
  const { status } = await client.post('/api/v1/tags/', tag, { headers: { 'X-Forwarded-For': address } })
  expect(status).toBe(201)
  const logged = await proxied.orm.em.fork().find(ChangeLog, { subject: 'tags' })
  expect(logged).toMatchObject([{ address: address.slice(0, 100) }])
})

test('a created or deleted row is logged as a whole', async () => {
  const position = (await make.position()).id
  const tag = (await make.tag()).id
  const path = `/api/v1/demand/${position}/tags/`
  const { id } = await make.positionTag({ position, tag })
  await rows(`delete from position_tags where id = '${id}'`)
  const whole = { id, position_id: position, tag_id: tag, is_mandatory: true, created_at: expect.any(String) }
  expect(await changesOf(id), path).toMatchObject([
    { action: 'CREATE', before: null, after: whole },
    { action: 'DELETE', before: whole, after: null },
  ])
})

test('a change made directly in SQL is logged with `database`', async () => {
  const { id } = await make.employee()
  await rows(`update employees set last_name = 'Changed' where id = '${id}'`)
  expect((await changesOf(id)).at(-1)).toMatchObject({
    after: { last_name: 'Changed' },
    actor_id: null,
    via: 'database',
    name: expect.stringMatching(/./),
  })
})

test('a statement that changes many rows is logged once per row', async () => {
  const [one, other] = [await make.employee(), await make.employee()]
  await rows(`update employees set first_name = 'Both' where id in ('${one.id}', '${other.id}')`)
  for (const { id } of [one, other])
    expect((await changesOf(id)).at(-1)).toMatchObject({
      before: { first_name: 'First' },
      after: { first_name: 'Both' },
    })
})

test.each(changeSubjects)('the id of a row of %s cannot change', async (table) => {
  await expect(rows(`update ${table} set id = gen_random_uuid()`)).rejects.toThrow('keep their ids')
})

test('a change of any column of a position is logged, except those that the database keeps', async () => {
  const unlogged =
    await rows(`select attname as column from pg_attribute join pg_trigger on tgrelid = attrelid
    where tgname = 'positions_update_logged' and attnum > 0 and not attisdropped and attnum <> all (tgattr) order by 1`)
  expect(unlogged.map(({ column }) => column)).toEqual([
    'assigned_hours',
    'assignment_count',
    'coverage_state',
    'folded_text',
    'id',
  ])
  const { id } = await make.position()
  await rows(`update positions set title = 'Renamed', notes = 'x' where id = '${id}'`)
  expect((await changesOf(id)).at(-1)).toMatchObject({ after: { title: 'Renamed', notes: 'x' } })
})

test('a password hash is logged as changed, without its value', async () => {
  const user = await service.addUser('VIEWER')
  await transaction({ em: orm.em, author: theService(service.clock.now) }, async (em) => {
    const found = await em.findOneOrFail(User, user.id)
    found.setPassword('the hash of a password')
  })
  const changes = await changesOf(user.id)
  expect(changes.at(-1)).toMatchObject({
    via: 'service',
    before: { password_hash: '(hidden)', session_epoch: 0 },
    after: { password_hash: '(hidden)', session_epoch: 1 },
  })
  expect(JSON.stringify(changes)).not.toMatch(/argon2|the hash/)
})

test('a login and an update that changes nothing are not logged', async () => {
  const { user } = await service.as('VIEWER')
  expect(await changesOf(user.id)).toMatchObject([{ action: 'CREATE' }])
  const { id } = await make.employee({ first_name: 'Same' })
  expect((await admin.patch(`/api/v1/employees/${id}/`, { first_name: 'Same' })).status).toBe(200)
  expect(await changesOf(id)).toMatchObject([{ action: 'CREATE' }])
})

test('a change that is rolled back leaves no entry', async () => {
  const { id } = await make.employee()
  const failing = transaction({ em: orm.em, author: theService(service.clock.now) }, async (em) => {
    const employee = await em.findOneOrFail(Employee, id)
    employee.first_name = 'Never'
    await em.flush()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await changesOf(id)).toHaveLength(1)
})

test('changes of every table are logged, except the logs and those of sessions and sweeps', async () => {
  const tables = await rows(`select relname as name, count(tgname)::int as triggers from pg_class c
    left join pg_trigger t on t.tgrelid = c.oid and t.tgname like '%\\_logged'
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') group by relname order by relname`)
  const logged = tables.filter(({ triggers }) => triggers === 3).map(({ name }) => name)
  expect(logged).toEqual([...changeSubjects])
  expect(tables.filter(({ triggers }) => triggers === 0).map(({ name }) => name)).toEqual([
    'application_log',
    'change_log',
    'coverage_history',
    'coverage_nights',
    'import_jobs',
    'kept_answers',
    'kept_scenarios',
    'login_addresses',
    'mikro_orm_migrations',
    'operator_log',
    'plan_drafts',
    'revocations',
    'security_log',
    'session_records',
    'sweep_runs',
    'tag_change_log',
    'transition_log',
    'webhook_deliveries',
  ])
})
