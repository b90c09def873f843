import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { Deadline, requestDeadline, withDeadline } from '../../../entities/connection/deadline.ts'
import { turnWith } from '../../../routers/gate/turns.ts'
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

/** Makes the call while all turns of the subject are taken. */
async function whileBusy<T>(subject: string, call: () => Promise<T>) {
  const ends = [await turnWith([subject]), await turnWith([subject])]
  const answer = await call()
  for (const end of ends) end()
  return answer
}

test('a change waits only for turns with rows that its procedure names', async () => {
  const { id: other } = await make.employee()
  const own = await make.employee({ status: 'ACTIVE' })
  const employee = await service.as('EMPLOYEE', { email: own.email })
  const lines = [{ employee: other, position_id: other }]
  const body = { lines, employee: other, position_id: other }
  const path = `/api/v1/employees/${own.id}/return-from-leave/`
  expect((await whileBusy(other, () => employee.post(path, body))).status).toBe(409)
})

test('a change that is refused for its input takes no turn', async () => {
  const { id } = await make.employee()
  const change = () => admin.patch(`/api/v1/employees/${id}/`, { first_name: '' })
  expect((await whileBusy(id, change)).status).toBe(400)
})

describe('Turns', () => {
  const turnsAt = (...subjects: string[]) => Promise.all(subjects.map((one) => turnWith([one])))

  test('turns are taken in order, two at a time', async () => {
    const begun: number[] = []
    const ends: (() => void)[] = []
    const turns = crowd(20, async (index) => {
      ends.push(await turnWith(['a', 'b']))
      begun.push(index)
    })
    for (let ended = 0; ended < 20; ended++) {
      await expect.poll(() => begun.length).toBe(Math.min(ended + 2, 20))
      ends[ended]?.()
    }
    await turns
    expect(begun).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  test('a turn that does not come in time is refused, and holds up no other', async () => {
    const held = await turnsAt('late', 'late')
    await expect(withDeadline(() => turnWith(['late', 'other']))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      headers: { 'Retry-After': '1' },
    })
    for (const end of held) end()
    for (const end of await turnsAt('late', 'late', 'other', 'other')) end()
  })

  test('a turn waits on as long as its queue is served', async () => {
    const wait = vi.spyOn(Deadline.prototype, 'wait')
    const [first, second] = await turnsAt('busy', 'busy')
    const [third, fourth] = [turnWith(['busy']), turnWith(['busy'])]
    const isServed = wait.mock.lastCall?.[1].isAtWork ?? expect.unreachable()
    wait.mockRestore()
    expect(await isServed()).toBe(false)
    first?.()
    const end = await third
    expect([await isServed(), await isServed()]).toEqual([true, false])
    end(false)
    expect(await isServed()).toBe(false)
    for (const end of [second, await fourth]) end?.()
  })

  test('a turn waits on as long as PostgreSQL is at work for one who has the turn', async () => {
    const done = Promise.withResolvers<void>()
    const isAtWork = vi.fn(async () => true)
    const holding = [1, 2].map(() =>
      withDeadline(async () => {
        const end = await turnWith(['slow'])
        await requestDeadline()?.wait(done.promise, { giveUp: () => {}, isAtWork })
        end()
      }),
    )
    const wait = vi.spyOn(Deadline.prototype, 'wait')
    const third = turnWith(['slow'])
    const isServed = wait.mock.lastCall?.[1].isAtWork ?? expect.unreachable()
    wait.mockRestore()
    await expect.poll(isServed).toBe(true)
    isAtWork.mockResolvedValue(false)
    expect(await isServed()).toBe(false)
    done.resolve()
    await Promise.all(holding)
    ;(await third)()
  })

  test('turns with different subjects do not wait for each other', async () => {
    const held = await turnsAt('c', 'c', 'd', 'd', 'e', 'e', 'f', 'f')
    const inTurn = async (subjects: string[]) => (await turnWith(subjects))()
    await Promise.all([crowd(2, () => inTurn(['g', 'h'])), crowd(2, () => inTurn(['h', 'g']))])
    for (const end of held) end()
  })
})
