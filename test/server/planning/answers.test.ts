import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Planner, PlanningTask } from '../../../routers/ports/context.ts'
import { PlannerThread } from '../../../server/planning/planner.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const module = new URL('./thread.ts', import.meta.url)
const { service, admin } = await serviceForFile()

/** Gives the service a planner whose tasks go wrong. */
function planWith(options: { longest?: number } = {}) {
  const planner = closedAfterAll(new PlannerThread({ module, ...options }))
  service.services.planner = planner
  return planner
}

const answerTo = async (path: string) => {
  const { status, body } = await admin.get(path)
  return [status, body]
}

test('a plan may take longer than the stores may, and its refusal is answered', async () => {
  planWith()
  expect(await answerTo('/planning/v1/forecast/')).toEqual([400, { weeks: ['Took its time.'] }])
})

test('a plan that takes too long is 503 and says what to do, and when', async () => {
  planWith({ longest: 300 })
  const { status, body, headers } = await admin.get('/planning/v1/forecast/cliffs/')
  expect([status, body, headers.get('retry-after')]).toEqual([
    503,
    { detail: 'The plan took too long; choose an org unit.' },
    '30',
  ])
})

test('a plan whose clinic cannot be read in time is 503 and says when to try again', async () => {
  planWith()
  const owner = new pg.Client(service.ownerUrl)
  await owner.connect()
  await owner.query('begin; lock table business_rules in access exclusive mode')
  const { status, headers } = await admin.get('/planning/v1/forecast/')
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  await owner.end()
})

test('a plan whose thread fails is 500, and the next one runs in another thread', async () => {
  planWith()
  for (const plan of [1, 2]) {
    const { status, body } = await admin.post('/planning/v1/plans/', {})
    expect([plan, status, body]).toEqual([plan, 500, { detail: 'Internal server error.' }])
  }
})

test('requests are answered while a plan is computed, and plans are 503 when eight wait', async () => {
  const planner = planWith()
  const clients = await Promise.all(Array.from({ length: 6 }, () => service.as('VIEWER')))
  const plans = [...clients, ...clients].map((client, at) =>
    client.get(`/planning/v1/forecast/cliffs/?weeks=${at + 1}`),
  )
  const refused = await Promise.race(plans)
  expect([refused.status, refused.body.detail]).toEqual([
    503,
    expect.stringMatching(/^The planner is busy. Try again in [1-9]\d* seconds?\.$/),
  ])
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect((await admin.get('/api/v1/tags/')).status).toBe(200)
  await planner.close()
  expect((await Promise.all(plans)).map(({ status }) => status)).toEqual(Array(12).fill(503))
})

test('a user with two plans in progress gets 429 for a third one, over REST and tRPC alike', async () => {
  const planner = planWith()
  const plans = [1, 2, 3].map((weeks) => admin.get(`/planning/v1/forecast/cliffs/?weeks=${weeks}`))
  const refused = await Promise.race(plans)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect((await admin.trpc('mutation', 'planning.solve', {})).status).toBe(429)
  await planner.close()
  const answers = (await Promise.all(plans)).filter((answer) => answer !== refused)
  for (const { status, headers } of answers) expect([status, headers.get('retry-after')]).toEqual([503, '1'])
})

test('the planner learns that a client has gone', async () => {
  const tasks: PlanningTask[] = []
  const { services }: { services: { planner: Planner } } = service
  const { planner } = services
  onTestFinished(() => {
    services.planner = planner
  })
  services.planner = { run: (_name, task) => new Promise(() => void tasks.push(task)) }
  const leaving = new AbortController()
  const cookie = [...admin.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const asked = fetch(`${service.url}/planning/v1/forecast/`, { headers: { cookie }, signal: leaving.signal })
  await expect.poll(() => tasks[0]?.isAwaited()).toBe(true)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await expect.poll(() => tasks[0]?.isAwaited()).toBe(false)
})
