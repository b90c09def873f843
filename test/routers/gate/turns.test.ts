import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { withDeadline } from '../../../entities/connection/deadline.ts'
import { turnWith } from '../../../routers/gate/turns.ts'
import { WireError } from '../../../routers/ports/refusals.ts'
import { untilQueued } from '../../expect/database.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const holder = new pg.Client(service.databaseUrl)
await holder.connect()
closedAfterAll({ close: () => holder.end() })

const crowd = <T>(size: number, one: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: size }, (_, index) => one(index)))

test.each([
  [
    'changes of one employee',
    async () => {
      const { id } = await make.employee()
      const change = (index: number) => admin.patch(`/api/v1/employees/${id}/`, { first_name: `A${index}` })
      return { locked: `employees where id = '${id}'`, change }
    },
  ],
  [
    'assignments to one position',
    async () => {
      const { id } = await make.position()
      const employees = await crowd(40, () => make.employee())
      const change = (index: number) =>
        admin.post('/api/v1/assignments/', {
          employee: employees[index]?.id,
          position_id: id,
          effective_hours: '1.00',
        })
      return { locked: `positions where id = '${id}'`, change }
    },
  ],
] as const)(
  'forty %s at once leave connections for others, and are made one after the other',
  async (_, prepare) => {
    const { locked, change } = await prepare()
    await holder.query('begin')
    await holder.query(`select from ${locked} for update`)
    const answers = crowd(40, change)
    await untilQueued(2, (statement) => holder.query(statement))
    const others = await crowd(20, () => admin.get('/api/v1/tags/'))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    await untilQueued(2, (statement) => holder.query(statement))
    await holder.query('rollback')
    for (const { status, headers } of await answers)
      expect(status < 300 || (status === 503 && headers.has('Retry-After'))).toBe(true)
    expect((await answers).filter(({ status }) => status < 300).length).toBeGreaterThan(1)
  },
)

test('a request without a session takes no turn', async () => {
  const { id } = await make.employee()
  const ends = [await turnWith([id]), await turnWith([id])]
  const answer = await service
    .anonymous()
    .post('/api/v1/auth/login/', { email: 'a@b.test', password: 'x', id })
  for (const end of ends) end()
  expect(answer.status).toBe(400)
})

/** Work of the given length that takes a turn. */
async function inTurn(subjects: string[], milliseconds: number) {
  const end = await turnWith(subjects)
  await sleep(milliseconds)
  end()
}

describe('Turns', () => {
  afterEach(() => vi.useRealTimers())

  test('a queue moves on after a slow turn', async () => {
    vi.resetModules()
    const { turnWith } = await import('../../../routers/gate/turns.ts')
    vi.useFakeTimers({ toFake: ['performance'] })
    const [first, second] = [await turnWith(['slow']), await turnWith(['slow'])]
    const slow = turnWith(['slow'])
    first()
    const end = await slow
    vi.advanceTimersByTime(3000)
    end()

    const third = await turnWith(['slow'])
    const fourth = turnWith(['slow'])
    second()
    third()
    expect(await fourth).toBeTypeOf('function')
  })

  test('the last turns of a long queue are refused early if they would come too late', async () => {
    const start = performance.now()
    const outcomes = await crowd(150, (index) =>
      withDeadline(() => inTurn(['a', 'b'], 50)).then(
        () => ({ index, refusal: undefined, at: performance.now() - start }),
        (refusal) => ({ index, refusal, at: performance.now() - start }),
      ),
    )
    const refused = outcomes.filter(({ refusal }) => refusal)
    const served = outcomes.filter(({ refusal }) => !refusal)
    expect(served.length).toBeGreaterThan(10)
    expect(refused.length).toBeGreaterThan(10)
    expect(Math.max(...served.map(({ index }) => index))).toBeLessThan(
      Math.min(...refused.map(({ index }) => index)),
    )
    const { refusal, at } = refused.at(-1) ?? {}
    expect(refusal).toBeInstanceOf(WireError)
    expect(refusal).toMatchObject({
      code: 'UNAVAILABLE',
      headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
    })
    expect(at).toBeLessThan(1000)
  })

  test('turns of different subjects do not wait for each other', async () => {
    const start = performance.now()
    await Promise.all([
      ...['c', 'd', 'e', 'f'].map((subject) => crowd(2, () => inTurn([subject], 100))),
      crowd(2, () => inTurn(['g', 'h'], 100)),
      crowd(2, () => inTurn(['h', 'g'], 100)),
    ])
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
