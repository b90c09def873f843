import { expect, test } from 'vitest'
import { doesNotExist } from '../expect/texts.ts'
import { serviceForFile } from '../setup/fixture.ts'

/** What belongs to one employee; the position is shared by all. */
type Belongings = {
  employee: string
  number: string
  tag: string
  assignment: string
  transition: number
  tag_change: number
}

const { service, make, admin } = await serviceForFile()
const client = await service.as('EMPLOYEE', { email: 'Íñigo@Clinic.example' })
const position = (await make.position()).id
async function belongings(email: string): Promise<Belongings> {
  const { id: employee, employee_number } = await make.employee({ email, status: 'ONBOARDING' })
  const tag = (await make.employeeTag({ employee })).id
  const assignment = (await make.assignment({ employee, position, effective_hours: '10.00' })).id
  await admin.post(`/api/v1/employees/${employee}/activate/`)
  const first = async (log: string) =>
    (await admin.get(`/api/v1/${log}/?employee=${employee}`)).body.results[0].id
  const [transition, tag_change] = [await first('transitions'), await first('tag-change-logs')]
  return { employee, number: employee_number, tag, assignment, transition, tag_change }
}
const mine = await belongings('íñigo@clinic.example')
/** A second record with the same email, in other letters: as much the user's own (D35). */
const mineToo = await belongings('ÍÑIGO@CLINIC.EXAMPLE')
const other = await belongings('inigo@clinic.example')

/** The path with what is in braces replaced by what belongs to the employee. */
const of = (whose: Belongings, path: string) =>
  path.replace(/{(\w+)}/g, (_, key: keyof Belongings) => String(whose[key]))

/** Every list of people's rows, and whose they are. */
const lists = [
  ['employees', 'employees', 'employee'],
  ['employee-tags', 'employee_tags', 'tag'],
  ['assignments', 'assignments', 'assignment'],
  ['transitions', 'transitions', 'transition'],
  ['tag-change-logs', 'tag_change_logs', 'tag_change'],
] as const

test.each(lists)(
  'the list of %s shows and counts only an EMPLOYEE’s own rows',
  async (segment, router, key) => {
    const path = `/api/v1/${segment}/`
    const { body } = await client.get(path)
    expect(body.results.map(({ id }: { id: unknown }) => id).sort()).toEqual([mine[key], mineToo[key]].sort())
    expect(body.count).toBe(2)
    expect((await client.trpc('query', `${router}.list`, {})).body).toEqual(body)
    expect((await admin.get(path)).body.count).toBe(3)
  },
)

test.each([
  'employees/?search={number}',
  'employee-tags/?employee_id={employee}',
  'assignments/?employee={employee}',
  'assignments/?employee__employee_number={number}',
  'assignments/?search={number}',
  'transitions/?employee={employee}',
  'transitions/?search={number}',
  'tag-change-logs/?employee={employee}',
  'tag-change-logs/?search={number}',
])('a filter never widens what an EMPLOYEE sees: %s', async (query) => {
  expect((await client.get(`/api/v1/${of(mine, query)}`)).body.count).toBe(1)
  expect((await client.get(`/api/v1/${of(other, query)}`)).body.count).toBe(0)
  expect((await admin.get(`/api/v1/${of(other, query)}`)).body.count).toBe(1)
})

test('an EMPLOYEE asks for balances of their own; another’s is an unknown id, named', async () => {
  const path = '/api/v1/offer/employees/batch-balance/'
  const own = [mineToo.employee, mine.employee]
  const { body } = await client.post(path, { employee_ids: own })
  expect(body.map(({ employee_id }: { employee_id: string }) => employee_id)).toEqual(own)
  const answer = await client.post(path, { employee_ids: [mine.employee, other.employee] })
  expect([answer.status, answer.body]).toEqual([400, { employee_ids: [doesNotExist(other.employee)] }])
})

test('in a preview of an EMPLOYEE anyone else is an unknown id', async () => {
  const wish = { employee: other.employee, position_id: position, effective_hours: '5' }
  const answer = await client.post('/api/v1/assignments/preview/', wish)
  expect([answer.status, answer.body]).toEqual([400, { employee: [doesNotExist(other.employee)] }])
})

test('an EMPLOYEE sees the full coverage of a position, but only their own assignments', async () => {
  const { body } = await client.get(`/api/v1/demand/${position}/`)
  const full = (await admin.get(`/api/v1/demand/${position}/`)).body
  const own = full.assignments.filter(({ id }: { id: string }) => id !== other.assignment)
  expect(full.assignments).toHaveLength(3)
  expect(body).toEqual({ ...full, assignments: own })
  expect([body.assigned_hours, body.assignment_count]).toEqual(['30.00', 3])
  expect((await client.trpc('query', 'positions.get', { id: position })).body).toEqual(body)
})

test('an EMPLOYEE asks which positions they are eligible for, and for nobody else', async () => {
  const path = (whose: Belongings) => `/api/v1/demand/?eligible_for_employee=${whose.employee}`
  expect((await client.get(path(mine))).body.results[0].is_eligible).toBe(true)
  const answer = await client.get(path(other))
  const message = 'Select a valid choice. That choice is not one of the available choices.'
  expect([answer.status, answer.body]).toEqual([400, { eligible_for_employee: [message] }])
})

test('an EMPLOYEE without an employee record sees empty lists', async () => {
  const stranger = await service.as('EMPLOYEE', { email: 'nobody@clinic.example' })
  for (const [segment] of lists)
    expect((await stranger.get(`/api/v1/${segment}/`)).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    })
  expect((await stranger.get(`/api/v1/demand/${position}/`)).body.assignments).toEqual([])
})

test.each(['MANAGER', 'SUPERVISOR', 'VIEWER'] as const)(
  '%s sees everybody’s rows, also with the email of an employee',
  async (role) => {
    const email = `${role}@clinic.example`
    const reader = await service.as(role, { email })
    for (const [segment, , key] of lists) {
      const { results } = (await reader.get(`/api/v1/${segment}/`)).body
      expect(results.map(({ id }: { id: unknown }) => id)).toContain(other[key])
      expect((await reader.get(`/api/v1/${segment}/${other[key]}/`)).status).toBe(200)
    }
  },
)

test('a superuser with the role EMPLOYEE sees everybody’s rows', async () => {
  const superuser = await service.as('EMPLOYEE', { is_superuser: true, email: 'root@clinic.example' })
  for (const [segment, , key] of lists) {
    expect((await superuser.get(`/api/v1/${segment}/`)).body.count).toBe(3)
    expect((await superuser.get(`/api/v1/${segment}/${other[key]}/`)).status).toBe(200)
  }
  expect((await superuser.get(`/api/v1/demand/${position}/`)).body.assignments).toHaveLength(3)
})

test('an email that changes hands takes its rows with it', async () => {
  const reader = await service.as('EMPLOYEE', { email: 'moving@clinic.example' })
  const { id } = await make.employee({ email: 'before@clinic.example', employee_number: 'MOVING' })
  expect((await reader.get(`/api/v1/employees/${id}/`)).status).toBe(404)
  await admin.patch(`/api/v1/employees/${id}/`, { email: 'Moving@clinic.example' })
  expect((await reader.get(`/api/v1/employees/${id}/`)).status).toBe(200)
})

test('an assignment’s log shows an EMPLOYEE only what happened while it was theirs', async () => {
  const colleague = await make.employee()
  const { id } = await make.assignment({ employee: colleague.id })
  const path = `/api/v1/assignments/${id}/`
  await admin.post(`${path}suspend/`, { reason: 'A colleague’s private reason' })
  await admin.post(`${path}resume/`)
  await admin.patch(path, { employee: mine.employee })
  await admin.post(`${path}suspend/`, { reason: 'My own reason' })

  const { body } = await client.get(`${path}transitions/`)
  expect([body.count, body.results.map(({ reason }: { reason: string }) => reason)]).toEqual([
    1,
    ['My own reason'],
  ])
  expect((await client.trpc('query', 'assignments.transitions', { id })).body).toEqual(body)
  expect((await admin.get(`${path}transitions/`)).body.count).toBe(3)
})
