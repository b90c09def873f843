import { expect, test } from 'vitest'
import type { PlanningTask } from '../../../routers/ports/context.ts'
import { PlannerThread } from '../../../server/planning/planner.ts'
import { closedAfterAll } from '../../setup/fixture.ts'

const module = new URL('./thread.ts', import.meta.url)
const opened = (options: { longest?: number; share?: number } = {}) =>
  closedAfterAll(new PlannerThread({ module, ...options }))

const snapshot: readonly string[] = ['[1]', '[2]']
const awaited = { user: '', isAwaited: () => true, read: async () => snapshot }
let users = 0

/** Asks as another user each time, unless told otherwise. */
const ask = async (planner: PlannerThread, name: string, input?: unknown, of: Partial<PlanningTask> = {}) => {
  const { answer } = await planner.run(
    name as never,
    { ...awaited, user: `${++users}`, ...of },
    input as never,
  )
  return answer as unknown
}

/** For tasks that leave the thread as it was. */
const shared = opened()

const echo = { facts: snapshot, input: 7 }

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

const tooLong = {
  code: 'UNAVAILABLE',
  body: { detail: 'The plan took too long; choose an org unit.' },
}

test('the planner ends a task that needs too much processor time, with its thread, and does the next one', async () => {
  const planner = opened({ longest: 300 })
  const endless = ask(planner, 'loop')
  const next = ask(planner, 'echo', 7)
  await expect(endless).rejects.toMatchObject(tooLong)
  expect(await next).toEqual(echo)
})

test('a task that waits for the processor may take longer, but not for ever', async () => {
  expect(await ask(opened({ longest: 300 }), 'wait', 1200)).toEqual({ waited: 'timed-out' })
  const endless = ask(opened({ longest: 50 }), 'wait', Number.POSITIVE_INFINITY)
  await expect(endless).rejects.toMatchObject(tooLong)
})

test('equal questions that wait together take one place and share one answer', async () => {
  const planner = opened()
  const reading = Promise.withResolvers<readonly string[]>()
  const first = ask(planner, 'echo', 7, { read: () => reading.promise })
  const equal = Array.from({ length: 50 }, () => ask(planner, 'count', 1, { source: 'clinic' }))
  const other = ask(planner, 'count', 2, { source: 'clinic' })
  reading.resolve(snapshot)
  await first
  expect(await Promise.all(equal)).toEqual(Array(50).fill({ count: 1 }))
  expect(await other).toEqual({ count: 2 })
})

test('a question is answered once for as long as the clinic stays as it is', async () => {
  const planner = opened()
  const read = (...rows: string[]) => ({ read: async () => rows })
  const answers: unknown[] = []
  for (const rows of [read('1'), read('1'), read('2'), read('1')])
    answers.push(await ask(planner, 'count', 1, rows))
  expect(answers).toEqual([{ count: 1 }, { count: 1 }, { count: 2 }, { count: 3 }])
})

test('a task too many for its user, or for all, waits a moment for a place', async () => {
  const ofOne = [1, 2, 3].map(() => ask(shared, 'echo', 7, { user: 'Ana' }))
  const ofAll = Array.from({ length: 9 }, () => ask(shared, 'echo', 7))
  expect(await Promise.all([...ofOne, ...ofAll])).toEqual(Array(12).fill(echo))
})

test('a third task of a user is refused, and one behind eight, even while snapshots are being read', async () => {
  const planner = opened()
  const { promise: never } = Promise.withResolvers<readonly string[]>()
  const of = { user: 'Ana', read: () => never }
  const asked = [1, 2].map(() => ask(planner, 'echo', 7, of))
  const seconds = { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) }
  const third = expect(ask(planner, 'echo', 7, of)).rejects.toMatchObject({
    code: 'THROTTLED',
    headers: seconds,
  })
  asked.push(...Array.from({ length: 7 }, () => ask(planner, 'echo', 7)))
  await expect(ask(planner, 'echo', 7)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    headers: seconds,
    body: { detail: expect.stringMatching(/^The planner is busy. Try again in [1-9]\d* seconds?\.$/) },
  })
  await third
  void Promise.allSettled(asked)
})

test('a task that nobody waits for any more gives up its place', async () => {
  const planner = opened()
  const reading = Promise.withResolvers<readonly string[]>()
  const left = new Set<number>()
  const asked = (task: number, read = awaited.read) =>
    ask(planner, 'echo', task, { user: 'Ana', read, isAwaited: () => !left.has(task) })
  const first = asked(1, () => reading.promise)
  const second = asked(2)
  left.add(1).add(2)
  const others = [asked(3), asked(4)]
  await expect(second).rejects.toMatchObject({ code: 'UNAVAILABLE', headers: { 'Retry-After': '1' } })
  reading.resolve(snapshot)
  const answers = (await Promise.all([first, ...others])) as { input: number }[]
  expect(answers.map(({ input }) => input)).toEqual([1, 3, 4])
})

test('a user past their share of the time comes after all others', async () => {
  const planner = opened({ share: 0.001 })
  await ask(planner, 'echo', 0, { user: 'Ana' })
  const answered: unknown[] = []
  const asked = ['Cleo', 'Ana', 'Bea'].map((user) =>
    ask(planner, 'echo', 7, { user }).then(() => answered.push(user)),
  )
  await Promise.all(asked)
  expect(answered).toEqual(['Cleo', 'Bea', 'Ana'])
})

test('tasks of one source that wait together share a snapshot, which is read after they were asked', async () => {
  let read = 0
  const of = { source: 'clinic', read: async () => [`${++read}`] }
  const askedThen: Promise<unknown>[] = []
  const first = ask(shared, 'echo', 7, {
    ...of,
    async read() {
      const facts = await of.read()
      askedThen.push(ask(shared, 'echo', 7, of), ask(shared, 'echo', 7, of))
      return facts
    },
  })
  const others = [ask(shared, 'echo', 7, of), ask(shared, 'echo', 7, { ...of, source: undefined })]
  const answers = (await Promise.all([first, ...others])) as { facts: string[] }[]
  answers.push(...((await Promise.all(askedThen)) as typeof answers))
  expect(answers.flatMap(({ facts }) => facts)).toEqual(['1', '1', '2', '3', '3'])
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
