import { expect, test } from 'vitest'
import { statementsOf } from '../expect/database.ts'
import { serviceForFile } from '../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const ids: Record<string, string> = {
  employee: (await make.employee({ status: 'ONBOARDING' })).id,
  assignment: (await make.assignment()).id,
  active: (await make.employee()).id,
  position: (await make.position()).id,
}
for (const name of ['activate', 'deactivate', 'reactivate'])
  await admin.post(`/api/v1/employees/${ids.employee}/${name}/`)
for (const name of ['suspend', 'resume', 'suspend'])
  await admin.post(`/api/v1/assignments/${ids.assignment}/${name}/`)
for (let i = 0; i < 5; i++) {
  const position = (await make.position()).id
  const tag = (await make.tag()).id
  await make.positionTag({ position, tag })
  await make.employeeTag({ tag })
  await make.assignment({ position })
}

// Besides the caller's lookup: one statement, and one more where an object in the path or a filter must exist.
test.each<[string, number]>([
  ['employees/', 2],
  ['employees/?search=last&status=ACTIVE', 2],
  ['employees/{employee}/transitions/', 3],
  ['transitions/', 2],
  ['transitions/?search=last&exclude_admin_actors=false', 2],
  ['tag-change-logs/', 2],
  ['tag-change-logs/?search=last', 2],
  ['assignments/', 2],
  ['assignments/?search=last', 2],
  ['assignments/{assignment}/transitions/', 3],
  ['tags/', 2],
  ['employee-tags/', 2],
  ['employee-tags/?category=QUALIFICATION', 2],
  ['position-tags/', 2],
  ['org-units/', 2],
  ['demand/', 2],
  ['demand/?coverage_state=PARTIAL', 2],
  ['demand/?eligible_for_employee={employee}', 3],
])('%s takes %i statements, whatever its page size', async (path, count) => {
  const url = `/api/v1/${path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] as string)}`
  for (const size of [1, 2, 100]) {
    const statements = await statementsOf(service.orm, async () => {
      const answer = await admin.get(`${url}${url.includes('?') ? '&' : '?'}page_size=${size}`)
      expect(answer.body.count).toBeGreaterThan(2)
      expect(answer.body.results).toHaveLength(Math.min(size, answer.body.count))
    })
    expect(statements).toHaveLength(count)
  }
})

// Besides the caller's lookup: whether the clinic is too large (but for one person's part), the snapshot, and whether
// the object in the path exists.
test.each<[string, number]>([
  ['positions/{position}/candidates/?effective_hours=8&include_ineligible=true', 4],
  ['employees/{active}/openings/?include_ineligible=true', 4],
  ['forecast/?by=UNIT', 3],
  ['forecast/cliffs/', 3],
  ['renewals/', 3],
  ['training/', 3],
  ['single-points/', 3],
  ['establishment/', 3],
  ['history/', 3],
  ['employees/{active}/forecast/', 3],
])('planning: %s takes %i statements, whatever its page size', async (path, count) => {
  const url = `/planning/v1/${path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] as string)}`
  for (const size of [1, 100]) {
    const statements = await statementsOf(service.orm, async () => {
      const answer = await admin.get(`${url}${url.includes('?') ? '&' : '?'}page_size=${size}`)
      expect(answer.status).toBe(200)
    })
    expect(statements).toHaveLength(count)
  }
})

test('openings of an EMPLOYEE take three statements', async () => {
  const { email, id } = await make.employee({ email: 'own@clinic.example' })
  const own = await service.as('EMPLOYEE', { email })
  const statements = await statementsOf(service.orm, async () => {
    expect((await own.get(`/planning/v1/employees/${id}/openings/`)).status).toBe(200)
  })
  expect(statements).toHaveLength(3)
})

test('a list over tRPC takes as many statements as over REST', async () => {
  const statements = await statementsOf(service.orm, () => admin.trpc('query', 'positions.list', {}))
  expect(statements).toHaveLength(2)
})

test('a detail, however much it shows, takes one statement', async () => {
  const position = (await admin.get('/api/v1/demand/?coverage_state=PARTIAL')).body.results[0].id
  for (const path of [`demand/${position}/`, `employees/${ids.employee}/`, `assignments/${ids.assignment}/`])
    expect(await statementsOf(service.orm, () => admin.get(`/api/v1/${path}`))).toHaveLength(2)
})

test('a login with an unknown email takes as many statements as one with a wrong password', async () => {
  const login = (email: string) =>
    statementsOf(service.orm, async () => {
      const { status } = await service.anonymous().login(email, 'wrong')
      expect(status).toBe(400)
    })
  expect(await login(admin.user.email.toUpperCase())).toHaveLength(2)
  expect(await login('nobody@clinic.example')).toHaveLength(2)
})

test('the coverage summary and the rules take one statement each', async () => {
  for (const path of ['demand/coverage-summary/', 'business-rules/'])
    expect(await statementsOf(service.orm, () => admin.get(`/api/v1/${path}`))).toHaveLength(2)
})

test('the balances of 500 employees take one statement, like that of one', async () => {
  await service.orm.em.getConnection().execute(`
    insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
    select gen_random_uuid(), 'B' || n, 'Batch', 'Person', 'b' || n || '@clinic.example', 'ACTIVE', now(), now()
    from generate_series(1, 500) n`)
  const rows = await service.orm.em
    .getConnection()
    .execute<{ id: string }[]>(`select id from employees where first_name = 'Batch'`)
  const employee_ids = rows.map(({ id }) => id)
  const batch = await statementsOf(service.orm, async () => {
    const { status, body } = await admin.post('/api/v1/offer/employees/batch-balance/', { employee_ids })
    expect([status, body.length]).toEqual([200, 500])
  })
  const one = await statementsOf(service.orm, () =>
    admin.get(`/api/v1/offer/employees/${employee_ids[0]}/balance/`),
  )
  expect([batch.length, one.length]).toEqual([2, 2])
})
