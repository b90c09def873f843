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

const apply = (input: object) => operator.trpc('mutation', 'operator.planning.apply_plan', input)
const logged = async () =>
  (await operator.trpc('query', 'operator.audit.list', { action: 'planning.apply' })).body.results

test("an applied plan is in the operators' log, with its assignments and reason", async () => {
  const { status, body } = await apply({ lines: [line], reason: 'Nights in spring' })
  expect([status, body.covered_hours]).toEqual([200, '20.00'])
  const { assignment } = body.applied[0]
  expect(await logged()).toMatchObject([
    {
      target: '1 assignment',
      reason: 'Nights in spring',
      details: { covered_hours: '20.00', assignments: [assignment] },
    },
  ])
})

test('an outdated plan is refused line by line, and not logged', async () => {
  const { status, body } = await apply({ lines: [line], reason: 'Again' })
  expect([status, body.code]).toEqual([409, 'CONFLICT_PLAN_OUTDATED'])
  expect(body.lines).toHaveLength(1)
  expect(await logged()).toHaveLength(1)
})

test('a plan that fills hours at risk can be applied', async () => {
  const away = (await make.employee({ status: 'ON_LEAVE' })).id
  const other = (await make.employee()).id
  await make.employeeTag({ employee: other, tag: contract })
  const place = (await make.position({ required_weekly_hours: '20.00' })).id
  await make.assignment({ employee: away, position: place, effective_hours: '20.00' })
  const lines = [{ ...line, employee: other, position_id: place }]
  expect((await apply({ lines, reason: 'As booked' })).status).toBe(409)
  expect((await apply({ lines, demand: 'SECURE', reason: 'Leave in spring' })).status).toBe(200)
})

test.each([
  [{ lines: [line], reason: '' }, ['reason']],
  [{ lines: [], reason: 'Why not' }, ['lines']],
  [{ lines: [line], reason: 'Which', demand: 'ALL' }, ['demand']],
  [{ lines: [line], reason: 'Earlier', effective_date: '2026-03-01' }, ['effective_date']],
])('the planning input %j is refused under its field', async (input, fields) => {
  const { status, body } = await apply(input)
  expect([status, Object.keys(body)]).toEqual([400, fields])
})

test('planning in the console counts in the scope planning', async () => {
  const strict = await startConsole(service, {
    env: { THROTTLE_PLANNING: '2/hour', THROTTLE_USER: '1/hour' },
  })
  const client = await strict.as('ADMIN')
  const plan = async () => (await client.trpc('mutation', 'planning.solve', {})).status
  expect([await plan(), await plan(), await plan()]).toEqual([200, 200, 429])
  const input = { lines: [line], reason: 'Once more' }
  expect((await client.trpc('mutation', 'operator.planning.apply_plan', input)).status).toBe(429)
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
