import { expect, onTestFinished, test, vi } from 'vitest'
import { PlannerThread } from '../../../server/planning/planner.ts'
import { closedAfterAll } from '../../setup/fixture.ts'

const module = new URL('./thread.ts', import.meta.url)
const opened = (options: { longest?: number } = {}) =>
  closedAfterAll(new PlannerThread({ module, ...options }))

const ask = (planner: PlannerThread, task: string, input?: unknown) =>
  planner.run(task as never, ['[1]', '[2]'], input as never) as Promise<unknown>

/** For tasks that leave the thread as it was. */
const shared = opened()

const echo = { facts: ['[1]', '[2]'], input: 7 }

test('the planner answers a task from the snapshot and the input', async () => {
  expect(await ask(shared, 'echo', 7)).toEqual(echo)
})

test('the planner does one task after the other, in the order in which they were asked', async () => {
  const answered: unknown[] = []
  await Promise.all([3, 1, 2].map((n) => ask(shared, 'echo', n).then(() => answered.push(n))))
  expect(answered).toEqual([3, 1, 2])
})

test.each([1, 20, 21, 22, 50])(
  'the planner passes on a refusal with %i problems unchanged',
  async (count) => {
    const shown = Array(count === 21 ? 21 : Math.min(count, 20)).fill('No.')
    const hidden = count - shown.length
    await expect(ask(shared, 'refuse', count)).rejects.toMatchObject({
      code: 'INVALID',
      body: { lines: hidden ? [...shown, `${hidden} more problems are not shown.`] : shown },
    })
  },
)

test('the planner passes on an unexpected error with its stack and does the next task', async () => {
  const failed = ask(shared, 'fail')
  const next = ask(shared, 'echo', 7)
  await expect(failed).rejects.toMatchObject({
    message: 'No such thing.',
    stack: expect.stringContaining('thread.ts'),
  })
  expect(await next).toEqual(echo)
})

test('the planner fails a task whose thread ends and does the next one in a new thread', async () => {
  const planner = opened()
  const crashed = ask(planner, 'crash')
  const next = ask(planner, 'echo', 7)
  await expect(crashed).rejects.toThrow("The planner's thread ended with code 3.")
  expect(await next).toEqual(echo)
})

test('the planner ends a task that takes too long, with its thread, and does the next one', async () => {
  // The test's own time, in which a slow start of the next thread is not too long.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const planner = opened({ longest: 1500 })
  const endless = ask(planner, 'loop')
  const next = ask(planner, 'echo', 7)
  await vi.waitUntil(() => vi.getTimerCount())
  vi.advanceTimersByTime(1500)
  await expect(endless).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    body: { detail: 'The plan took too long; choose an org unit.' },
  })
  expect(await next).toEqual(echo)
})

test('the planner refuses a task when eight are waiting and says when to try again', async () => {
  await ask(shared, 'echo', 7)
  const tasks = Array.from({ length: 9 }, () => ask(shared, 'echo', 7))
  await expect(ask(shared, 'echo', 7)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
    body: { detail: expect.stringMatching(/^The planner is busy. Try again in [1-9]\d* seconds?\.$/) },
  })
  expect(() => shared.refuseIfBusy()).toThrow('The planner is busy.')
  expect(await Promise.all(tasks)).toEqual(Array(9).fill(echo))
  expect(await ask(shared, 'echo', 7)).toEqual(echo)
})

test('the planner lets tasks finish for a while before it closes', async () => {
  const planner = opened()
  const [answered, endless] = [ask(planner, 'echo', 7), ask(planner, 'loop')]
  expect(await answered).toEqual(echo)
  planner.closeIn(50)
  await expect(endless).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('the closed planner refuses new tasks and those under way', async () => {
  const planner = opened()
  const underWay = ask(planner, 'loop')
  const waiting = ask(planner, 'echo', 7)
  const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE' }) }
  const settled = Promise.allSettled([underWay, waiting])
  await planner.close()
  expect(await settled).toEqual([refused, refused])
  await expect(ask(planner, 'echo', 7)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
