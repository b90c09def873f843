import { expect, test } from 'vitest'
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

test('a plan that takes too long is 503 and says what to do', async () => {
  planWith({ longest: 300 })
  expect(await answerTo('/planning/v1/forecast/cliffs/')).toEqual([
    503,
    { detail: 'The plan took too long; choose an org unit.' },
  ])
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
  const plans = Array.from({ length: 12 }, () => admin.get('/planning/v1/forecast/cliffs/'))
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
