import { expect, test } from 'vitest'
import { expectAnswer } from '../expect/answer.ts'
import { doesNotExist } from '../expect/texts.ts'
import { serviceForFile } from '../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const client = await service.as('EMPLOYEE', { email: 'Íñigo@Clinic.example' })
const position = (await make.position()).id
/** What belongs to one employee; the position is shared by all. */
async function belongings(email: string) {
  const { id: employee } = await make.employee({ email, status: 'ONBOARDING' })
  const tag = (await make.employeeTag({ employee })).id
  const assignment = (await make.assignment({ employee, position, effective_hours: '10.00' })).id
  await admin.post(`/api/v1/employees/${employee}/activate/`)
  const first = async (log: string) =>
    (await admin.get(`/api/v1/${log}/?employee=${employee}`)).body.results[0].id
  const [transition, tag_change] = [await first('transitions'), await first('tag-change-logs')]
  return { employee, tag, assignment, transition, tag_change }
}
const mine = await belongings('íñigo@clinic.example')
/** A second record with the same email, in other case, is just as much the user's own (D35). */
const mineToo = await belongings('ÍÑIGO@CLINIC.EXAMPLE')
const other = await belongings('inigo@clinic.example')

/** Every list of people's rows, and whose they are. */
const lists = [
  ['employees', 'employee'],
  ['employee-tags', 'tag'],
  ['assignments', 'assignment'],
  ['transitions', 'transition'],
  ['tag-change-logs', 'tag_change'],
] as const

test.each(lists)('the list of %s shows and counts only an EMPLOYEE’s own rows', async (segment, key) => {
  const path = `/api/v1/${segment}/`
  const { body } = await client.get(path)
  expect(body.results.map(({ id }: { id: unknown }) => id).sort()).toEqual([mine[key], mineToo[key]].sort())
  expect(body.count).toBe(2)
  expect((await admin.get(path)).body.count).toBe(3)
})

const notAChoice = 'Select a valid choice. That choice is not one of the available choices.'
test.each([
  [
    'a batch of balances',
    (employee: string) =>
      client.post('/api/v1/offer/employees/batch-balance/', { employee_ids: [mine.employee, employee] }),
    { employee_ids: [doesNotExist(other.employee)] },
  ],
  [
    'a preview',
    (employee: string) =>
      client.post('/api/v1/assignments/preview/', { employee, position_id: position, effective_hours: '5' }),
    { employee: [doesNotExist(other.employee)] },
  ],
  [
    'the filter of positions by eligibility',
    (employee: string) => client.get(`/api/v1/demand/?eligible_for_employee=${employee}`),
    { eligible_for_employee: [notAChoice] },
  ],
])('in %s of an EMPLOYEE every other employee is an unknown id', async (_, ask, refusal) => {
  expect((await ask(mineToo.employee)).status).toBe(200)
  await expectAnswer(ask(other.employee), 400, refusal)
})

test('an EMPLOYEE sees the full coverage of a position, but only their own assignments', async () => {
  const { body } = await client.get(`/api/v1/demand/${position}/`)
  const full = (await admin.get(`/api/v1/demand/${position}/`)).body
  const own = full.assignments.filter(({ id }: { id: string }) => id !== other.assignment)
  expect(full.assignments).toHaveLength(3)
  expect(body).toEqual({ ...full, assignments: own })
  expect([body.assigned_hours, body.assignment_count]).toEqual(['30.00', 3])
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

test.each([
  ['MANAGER', false],
  ['SUPERVISOR', false],
  ['VIEWER', false],
  ['EMPLOYEE', true],
] as const)(
  '%s (superuser: %s) sees everybody’s rows, also with the email of an employee',
  async (role, is_superuser) => {
    const reader = await service.as(role, { email: `${role}@clinic.example`, is_superuser })
    await make.employee({ email: reader.user.email, status: 'ONBOARDING' })
    for (const [segment, key] of lists) {
      const { results } = (await reader.get(`/api/v1/${segment}/`)).body
      expect(results.map(({ id }: { id: unknown }) => id)).toContain(other[key])
      expect((await reader.get(`/api/v1/${segment}/${other[key]}/`)).status).toBe(200)
    }
    expect((await reader.get(`/api/v1/demand/${position}/`)).body.assignments).toHaveLength(3)
  },
)

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
  expect((await admin.get(`${path}transitions/`)).body.count).toBe(3)
})
