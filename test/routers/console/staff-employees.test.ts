import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { notFound, notPermitted } from '../../expect/texts.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const operator = await ops.as('EMPLOYEE')
const own = await make.employee({ email: operator.user.email.toUpperCase(), last_name: 'Common' })
const other = await make.employee({ last_name: 'Common' })
const ask = (name: string, input?: unknown) => operator.trpc('query', `operator.${name}`, input)

test('staff with the role EMPLOYEE find no other person', async () => {
  const { body } = await ask('people.find', { search: 'common' })
  expect(body).toMatchObject({ count: 1, results: [{ id: own.id }] })
})

test('staff with the role EMPLOYEE can open only their own page', async () => {
  expect((await ask('people.page', { id: own.id })).body.employee).toMatchObject({ id: own.id })
  await expectAnswer(ask('people.page', { id: other.id }), 404, notFound)
})

test.each([
  ['users.list', {}],
  ['users.get', { id: operator.user.id }],
  ['users.sessions', { id: operator.user.id }],
  ['audit.list', {}],
  ['audit.choices', undefined],
  ['throttles.keys', {}],
  ['throttles.failed_logins', { range: 'hour' }],
  ['rules.preview', { code: 'MAX_WEEKLY_HOURS' }],
])('staff with the role EMPLOYEE are refused %s, which shows all employees', async (name, input) => {
  await expectAnswer(ask(name, input), 403, notPermitted)
})

test.each([
  ['throttles.overview', { range: 'hour' }],
  ['throttles.endpoints', { range: 'hour' }],
  ['coverage.tree', undefined],
  ['rules.list', undefined],
  ['system.overview', undefined],
])('staff with the role EMPLOYEE see %s, which shows no employee', async (name, input) => {
  expect((await ask(name, input)).status).toBe(200)
})

test('a superuser with the role EMPLOYEE sees all employees', async () => {
  const superuser = await ops.as('EMPLOYEE', { is_staff: true, is_superuser: true })
  const found = await superuser.trpc('query', 'operator.people.find', { search: 'common' })
  expect(found.body.count).toBe(2)
  expect((await superuser.trpc('query', 'operator.users.list', {})).status).toBe(200)
})

test.each(['MANAGER', 'SUPERVISOR', 'VIEWER'] as const)(
  'staff with the role %s see users, but not the addresses of their sessions',
  async (role) => {
    const client = await ops.as(role)
    const { id } = operator.user
    expect((await client.trpc('query', 'operator.users.get', { id })).status).toBe(200)
    await expectAnswer(client.trpc('query', 'operator.users.sessions', { id }), 403, notPermitted)
  },
)
