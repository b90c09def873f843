import { expect, test } from 'vitest'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const operator = await ops.as('ADMIN')

const contract = (await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })).id
const employee = (await make.employee()).id
await make.employeeTag({ employee, tag: contract })
const position_id = (await make.position({ required_weekly_hours: '20.00' })).id
const line = { employee, position_id, assignment: null, current_hours: '0.00', effective_hours: '20.00' }

const apply = (input: object) => operator.trpc('mutation', 'planning.apply_plan', input)

test('a SUPERVISOR among the staff applies a plan, which the change log has with who did it from where', async () => {
  const supervisor = await ops.as('SUPERVISOR')
  const { status, body } = await supervisor.trpc('mutation', 'planning.apply_plan', { lines: [line] })
  expect([status, body.covered_hours]).toEqual([200, '20.00'])
  const changes = await operator.trpc('query', 'operator.audit.changes', {
    subject: 'assignments',
    subject_id: body.applied[0].assignment,
  })
  expect(changes.body.results).toMatchObject([
    { action: 'CREATE', actor: supervisor.user.id, via: 'operator' },
  ])
  expect(await apply({ lines: [line] })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT_PLAN_OUTDATED' },
  })
})

test('planning in the console counts in the scope planning', async () => {
  const strict = await startConsole(service, {
    env: { THROTTLE_PLANNING: '2/hour', THROTTLE_USER: '1/hour' },
  })
  const client = await strict.as('ADMIN')
  const plan = async () => (await client.trpc('mutation', 'planning.solve', {})).status
  expect([await plan(), await plan(), await plan()]).toEqual([200, 200, 429])
  const input = { lines: [line] }
  expect((await client.trpc('mutation', 'planning.apply_plan', input)).status).toBe(429)
  await strict.close()
})

test('planning speaks the language that the console asks for, and English to all other clients', async () => {
  const sentence = async (url: string) => {
    const headers = { 'Accept-Language': 'es' }
    const { body } = await operator.post(url, {}, { headers })
    return (body.result?.data ?? body).certificate.sentence
  }
  expect([await sentence('/trpc/planning.solve'), await sentence('/planning/v1/plans/')]).toEqual([
    'A ningún puesto le faltan horas.',
    'No position lacks hours.',
  ])
})
