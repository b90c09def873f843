import { expect, test } from 'vitest'
import { statementsOf } from '../../expect/database.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const operator = await ops.as('SUPERVISOR')

test('a person is found by name and by number', async () => {
  const found = await make.employee({ first_name: 'Bea', last_name: 'Marín', employee_number: 'N-77' })
  for (const search of ['marín, b', 'BEA MAR', 'n-77']) {
    const { body } = await operator.trpc('query', 'operator.people.find', { search })
    expect(body).toMatchObject({ count: 1, results: [{ id: found.id, employee_number: 'N-77' }] })
  }
})

test('the page of a person shows what the ordinary procedures show, in few statements', async () => {
  const admin = await service.as('ADMIN')
  const employee = await make.employee({ status: 'ONBOARDING', email: 'Person@clinic.example' })
  const user = await service.addUser('EMPLOYEE', { email: 'person@clinic.example' })
  const { id } = employee
  await admin.post(`/api/v1/employees/${id}/activate/`)
  const tag = await make.tag({ hours_delta: '40.00', category: 'CONTRACT' })
  await make.employeeTag({ employee: id, tag: tag.id })
  const assignment = await make.assignment({ employee: id, effective_hours: '30.00' })
  await admin.post(`/api/v1/assignments/${assignment.id}/suspend/`, { reason: 'absent' })
  await make.assignment({ effective_hours: '9.00' })

  let body: Record<string, never[]> = {}
  const statements = await statementsOf(ops.services.orm, async () => {
    body = (await operator.trpc('query', 'operator.people.page', { id })).body
  })
  expect(statements).toHaveLength(9)
  const same = async (name: string, input: object) => (await admin.trpc('query', name, input)).body
  expect(body).toEqual({
    employee: await same('employees.get', { id }),
    user: { id: user.id, email: 'person@clinic.example', role: 'EMPLOYEE', is_active: true, has_left: false },
    same_email: [],
    balance: await same('hours.balance', { employee_id: id }),
    tags: (await same('employee_tags.list', { employee_id: id })).results,
    assignments: (await same('assignments.list', { employee: id })).results,
    transitions: [
      expect.objectContaining({
        transition: 'suspend',
        assignment: assignment.id,
        position_title: expect.any(String),
        reason: 'absent',
      }),
      expect.objectContaining({ transition: 'activate', assignment: null, position_title: null }),
    ],
    tag_changes: (await same('tag_change_logs.list', { employee: id })).results,
  })
  expect(body).toMatchObject({
    balance: { balance: '40.00', state: 'DEFICIT' },
    tags: [{}],
    tag_changes: [{}],
  })
})

test('the page of an unknown person is 404, and that of a person without an account shows no account', async () => {
  for (const id of ['11111111-1111-4111-8111-111111111111', 'x'])
    expect((await operator.trpc('query', 'operator.people.page', { id })).status).toBe(404)
  const { id } = await make.employee({ email: 'alone@clinic.example' })
  expect((await operator.trpc('query', 'operator.people.page', { id })).body.user).toBeNull()
})

test('the page of a person names the others who have the same email', async () => {
  const email = 'shared@clinic.example'
  const { id } = await make.employee({ email })
  const other = await make.employee({ email: 'Shared@clinic.example', last_name: 'Puig', first_name: 'Ana' })
  const { body } = await operator.trpc('query', 'operator.people.page', { id })
  expect(body.same_email).toEqual([{ id: other.id, name: 'Puig, Ana' }])
})

test('an account is reported as left over only if every employee with its email has left', async () => {
  const email = 'leaver@clinic.example'
  const { id } = await make.employee({ email, status: 'TERMINATED' })
  await service.addUser('EMPLOYEE', { email: 'Leaver@clinic.example' })
  const user = async () => (await operator.trpc('query', 'operator.people.page', { id })).body.user
  expect(await user()).toMatchObject({ is_active: true, has_left: true })
  await make.employee({ email })
  expect(await user()).toMatchObject({ has_left: false })
})

test('tags that end within some days are listed by their last day, without people who have left', async () => {
  const day = (days: number) =>
    new Date(service.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const tag = (await make.tag({ name: 'Airway', category: 'CERTIFICATION' })).id
  const ends = async (last_name: string, end_date: string | null, fields = {}) => {
    const employee = (await make.employee({ first_name: 'Eva', last_name, ...fields })).id
    return make.employeeTag({ employee, tag, start_date: day(-9), end_date })
  }
  await ends('Later', day(40))
  await ends('Sooner', day(0))
  await ends('Much later', day(90))
  await ends('Past', day(-1))
  await ends('Never', null)
  await ends('Left', day(3), { status: 'TERMINATED' })
  const contract = (await make.tag({ name: 'Contract', category: 'CONTRACT' })).id
  await make.employeeTag({ tag: contract, start_date: day(-9), end_date: day(5) })
  const list = async (input: object) =>
    (await operator.trpc('query', 'operator.people.ending_tags', input)).body.results
  expect(await list({ category: 'CERTIFICATION' })).toMatchObject([
    { employee_name: 'Sooner, Eva', tag_name: 'Airway', end_date: day(0) },
    { employee_name: 'Later, Eva', end_date: day(40) },
  ])
  expect(await list({ days: 90, ordering: '-end_date' })).toHaveLength(4)
  expect(await list({ days: 4 })).toMatchObject([{ employee_name: 'Sooner, Eva' }])
})
