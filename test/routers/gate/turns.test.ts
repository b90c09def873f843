import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { withDeadline } from '../../../entities/connection/deadline.ts'
import { turnWith } from '../../../routers/gate/turns.ts'
import { WireError } from '../../../routers/ports/refusals.ts'
import { untilQueued } from '../../expect/database.ts'
import { stopDeadlines } from '../../setup/deadlines.ts'
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
    await stopDeadlines(service)
    await holder.query('begin')
    await holder.query(`select from ${locked} for update`)
    const answers = crowd(40, change)
    await untilQueued(2, (statement) => holder.query(statement))
    const others = await crowd(20, () => admin.get('/api/v1/tags/'))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    await untilQueued(2, (statement) => holder.query(statement))
    await holder.query('rollback')
    for (const { status } of await answers) expect(status).toBeLessThan(300)
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

/** The module anew, because all its turns share the time that the quickest of them took. */
async function freshTurns() {
  const path = `../../../routers/gate/turns.ts?${randomUUID()}`
  return (await import(path)) as typeof import('../../../routers/gate/turns.ts')
}

describe('Turns', () => {
  test('a queue moves on after a slow turn', async () => {
    const { turnWith } = await freshTurns()
    const deadlines = await stopDeadlines(service)
    const [first, second] = [await turnWith(['slow']), await turnWith(['slow'])]
    const slow = turnWith(['slow'])
    first()
    const end = await slow
    deadlines.stall(3000)
    end()

    const third = await turnWith(['slow'])
    const fourth = turnWith(['slow'])
    second()
    third()
    expect(await fourth).toBeTypeOf('function')
  })

  test('the last turns of a long queue are refused early if they would come too late', async () => {
    const { turnWith } = await freshTurns()
    const deadlines = await stopDeadlines(service)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const refusals: [index: number, refusal: unknown][] = []
    const turns = crowd(150, async (index) => {
      try {
        const end = await withDeadline(() => turnWith(['a', 'b']))
        begun.push(index)
        ends.push(end)
      } catch (refusal) {
        refusals.push([index, refusal])
      }
    })
    /** Ends a turn, and lets the next begin. */
    const endNext = () => {
      ends.shift()?.()
      return new Promise(setImmediate)
    }
    // The third is the first that has waited for its turn. It takes 100 milliseconds, as two are under way at once.
    for (let turn = 0; turn < 3; turn++) {
      await deadlines.pass(50)
      await endNext()
    }
    expect(begun).toHaveLength(5)
    // At 50 milliseconds a turn, those left of the deadline are enough for two under way and 32 that wait.
    const served = 5 + 32
    expect(refusals.map(([index]) => index).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 150 - served }, (_, index) => served + index),
    )
    for (const [, refusal] of refusals) {
      expect(refusal).toBeInstanceOf(WireError)
      expect(refusal).toMatchObject({
        code: 'UNAVAILABLE',
        headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
      })
    }
    while (begun.length < served) await endNext()
    await turns
    for (const end of ends) end()
    expect(begun).toEqual(Array.from({ length: served }, (_, index) => index))
  })

  test('turns of different subjects do not wait for each other', async () => {
    const { turnWith } = await freshTurns()
    const held = await Promise.all(['c', 'd', 'e', 'f'].flatMap((one) => [turnWith([one]), turnWith([one])]))
    const inTurn = async (subjects: string[]) => {
      const end = await turnWith(subjects)
      await new Promise(setImmediate)
      end()
    }
    await Promise.all([crowd(2, () => inTurn(['g', 'h'])), crowd(2, () => inTurn(['h', 'g']))])
    for (const end of held) end()
  })
})
