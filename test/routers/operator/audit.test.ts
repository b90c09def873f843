import { expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { startConsole } from '../../console.ts'
import { closedAfterAll, serviceForFile } from '../../fixture.ts'

const { service, make, admin } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const operator = await ops.as('ADMIN')

const ask = async (name: 'changes' | 'security', filter: object = {}) => {
  const { status, body } = await operator.trpc('query', `operator.audit.${name}`, filter)
  expect(status).toBe(200)
  return body
}

const employee = await make.employee({ first_name: 'Ada', last_name: 'Lovelace' })
const position = await make.position({ title: 'Night nurse' })
const assignment = await make.assignment({ employee: employee.id, position: position.id })
await admin.patch(`/api/v1/employees/${employee.id}/`, { email: 'ada@clinic.example' })
const viewer = await service.as('VIEWER')
await viewer.post('/api/v1/tags/', {})
await service.services.securityLog.flush()

test('a change shows who made it, from where, and what the row is called', async () => {
  const { results } = await ask('changes', { subject: 'employees', action: 'UPDATE' })
  expect(results).toMatchObject([
    {
      subject_id: employee.id,
      subject_name: 'Lovelace, Ada',
      after: { email: 'ada@clinic.example' },
      actor: admin.user.id,
      actor_name: 'Family, Given',
      via: 'rest',
    },
  ])
})

test('where a change was made from is shown to those alone who may end sessions', async () => {
  const addresses = async (client: Client) => {
    const { body } = await client.trpc('query', 'operator.audit.changes', { subject_id: employee.id })
    return new Set(body.results.map(({ address }: { address: string }) => address))
  }
  expect(await addresses(operator)).toContain('127.0.0.1')
  expect(await addresses(await ops.as('VIEWER'))).toEqual(new Set(['']))
})

test('changes are filtered by row and day, and found by the names of people', async () => {
  const names = async (filter: object) =>
    (await ask('changes', filter)).results.map(({ subject_name }: { subject_name: string }) => subject_name)
  expect(await names({ subject_id: assignment.id })).toEqual(['Lovelace, Ada: Night nurse'])
  expect(new Set(await names({ search: 'lovelace' }))).toEqual(
    new Set(['Lovelace, Ada', 'Lovelace, Ada: Night nurse']),
  )
  // Rows that were made directly in SQL are dated by the database's clock, and so are their later changes.
  const augusta = { first_name: 'Augusta', last_name: 'Byron', email: 'augusta@clinic.example' }
  await admin.post('/api/v1/employees/', { employee_number: 'A1', ...augusta })
  expect(await names({ search: 'byron', date_to: '2026-03-04' })).toEqual(['Byron, Augusta'])
  expect(await names({ search: 'lovelace', date_to: '2026-03-04' })).toEqual([])
  expect(await names({ search: 'nobody' })).toEqual([])
  expect(await names({ subject_id: position.id })).toEqual(['Night nurse'])
})

test('every kind of row has a name', async () => {
  await make.positionTag({ position: position.id })
  await make.employeeTag({ employee: employee.id })
  const { results } = await ask('changes', { page_size: 100 })
  const named = results.filter(({ subject_name }: { subject_name: string }) => subject_name)
  expect(named).toHaveLength(results.length)
  expect(new Set(results.map(({ subject }: { subject: string }) => subject)).size).toBe(8)
})

test('a security event shows who, from where and its outcome, and is filtered by all of them', async () => {
  const refusal = {
    event: 'role',
    outcome: 'REFUSED',
    user: viewer.user.id,
    user_name: 'Family, Given',
    via: 'rest',
    target: 'tags.create',
    times: 1,
  }
  expect((await ask('security', { outcome: 'REFUSED' })).results).toMatchObject([refusal])
  expect((await ask('security', { user: viewer.user.id })).results).toMatchObject([
    refusal,
    { event: 'login' },
  ])
  const { address } = (await ask('security', { event: 'role' })).results[0]
  expect((await ask('security', { search: address })).count).toBe((await ask('security')).count)
  expect((await ask('security', { search: '203.0.113.1' })).count).toBe(0)
})

test.each([
  ['changes', { subject: 'secrets' }, 'subject'],
  ['changes', { subject_id: '7' }, 'subject_id'],
  ['security', { event: 'tea' }, 'event'],
] as const)('%s with the filter %j is refused', async (name, filter, field) => {
  const { status, body } = await operator.trpc('query', `operator.audit.${name}`, filter)
  expect([status, Object.keys(body)]).toEqual([400, [field]])
})
