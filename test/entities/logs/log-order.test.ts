import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { untilQueued } from '../../expect/database.ts'
import type { Answer, Client } from '../../setup/client.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { startService } from '../../setup/service.ts'

const { service, make } = await serviceForFile()
const admin = await service.as('ADMIN', { is_superuser: true })
/** Another instance on the same stores, whose clock is a minute behind. */
const slow = closedAfterAll(
  await startService({
    databaseUrl: async () => service.databaseUrl,
    redisUrl: async () => service.redisUrl,
  }),
)
const other = slow.anonymous()
for (const [name, cookie] of admin.cookies) other.cookies.set(name, cookie)
const start = new Date('2026-03-04T10:10:00.000Z')
const inSeconds = (seconds: number) => new Date(start.getTime() + seconds * 1000)

beforeEach(() => {
  service.clock.now = start
  slow.clock.now = inSeconds(-60)
})

/** The entries of a log in the order in which they were written. */
async function entries<Entry = { created_at: string }>(log: string, of: string, id: string) {
  const statement = sql<Entry & { created_at: string }>`select *, created_at::text from ${sql.table(log)}
    where ${sql.ref(of)} = ${id} order by id`
  return (await statement.execute(service.orm.em.fork().getKysely())).rows
}

/** Each later than the one before. */
function expectRising(found: { created_at: string }[]) {
  const times = found.map(({ created_at }) => new Date(created_at).getTime())
  expect(times.length).toBeGreaterThan(1)
  expect(times.filter((time, i) => i && time <= (times[i - 1] as number))).toEqual([])
}

const succeeds = async (call: Promise<Answer>) => {
  const { status, body } = await call
  expect(status, JSON.stringify(body)).toBeLessThan(300)
}

/** Five seconds pass while the call waits for the row. */
async function whileLocked(table: string, id: string, call: () => Promise<Answer>) {
  const holder = new pg.Client(service.databaseUrl)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(`select from ${table} where id = $1 for update`, [id])
    const answer = succeeds(call())
    await untilQueued(1, (statement) => holder.query(statement))
    service.clock.now = inSeconds(5)
    await holder.query('commit')
    await answer
  } finally {
    await holder.end()
  }
}

const turn = { created_at: '2026-03-04 10:10:05+00' }

test('a transition of an assignment that waits for a lock is logged with the time of the lock', async () => {
  const { id, employee } = await make.assignment()
  await whileLocked('employees', employee, () => admin.post(`/api/v1/assignments/${id}/suspend/`))
  expect(await entries('transition_log', 'assignment_id', id)).toMatchObject([turn])
  const { body } = await admin.get(`/api/v1/assignments/${id}/`)
  expect(body).toMatchObject({ suspended_at: inSeconds(5).toISOString(), updated_at: body.suspended_at })
})

test('a transition of an employee that waits for a lock is logged with the time of the lock', async () => {
  const { id } = await make.employee()
  await whileLocked('employees', id, () => admin.post(`/api/v1/employees/${id}/go-on-leave/`))
  expect(await entries('transition_log', 'employee_id', id)).toMatchObject([turn])
})

test('a change of an employee tag that waits for a lock is logged with the time of the lock', async () => {
  const { id, employee } = await make.employeeTag()
  await whileLocked('employee_tags', id, () => admin.delete(`/api/v1/employee-tags/${id}/`))
  expect((await entries('tag_change_log', 'employee_id', employee)).at(-1)).toMatchObject(turn)
})

test('the creation of an assignment that waits for a lock is logged with the time of the lock', async () => {
  const [employee, position] = [(await make.employee()).id, (await make.position()).id]
  const proposal = { employee, position_id: position, effective_hours: 1 }
  await whileLocked('employees', employee, () => admin.post('/api/v1/assignments/', proposal))
  const [created] = await entries<{ id: string }>('assignments', 'employee_id', employee)
  expect(created).toMatchObject(turn)
  expect(await entries('change_log', 'subject_id', created?.id ?? '')).toMatchObject([turn])
})

test('a change of master data that waits for a lock is logged with the time of the lock', async () => {
  const fields = { parent_id: (await make.department()).id, unit_type: 'UNIT', code: 'WAITS', name: 'Unit' }
  const { body: unit } = await admin.post('/api/v1/org-units/', fields)
  await whileLocked('org_units', unit.id, () =>
    admin.patch(`/api/v1/org-units/${unit.id}/`, { name: 'Renamed' }),
  )
  const { body } = await admin.get(`/api/v1/org-units/${unit.id}/`)
  expect(body.updated_at).toBe(inSeconds(5).toISOString())
  expect(await entries('change_log', 'subject_id', unit.id)).toMatchObject([
    { created_at: '2026-03-04 10:10:00+00' },
    turn,
  ])
})

describe('the times of one subject’s entries rise with its changes, even if the instances’ clocks differ', () => {
  const paths = { assignments: ['suspend', 'resume'], employees: ['go-on-leave', 'return-from-leave'] }

  /** The instances alternate: the first, the second, and the second again at the same instant. */
  async function byBoth(change: (by: Client, turn: number) => Promise<Answer>) {
    for (const [turn, by] of [admin, other, other, admin, admin, other].entries())
      await succeeds(change(by, turn))
  }

  test.each(['assignments', 'employees'] as const)(
    'transitions of %s by two instances are logged with rising times',
    async (kind) => {
      const { id } = kind === 'assignments' ? await make.assignment() : await make.employee()
      const steps = paths[kind]
      await byBoth((by, turn) => by.post(`/api/v1/${kind}/${id}/${steps[turn % 2]}/`))
      const found = await entries(
        'transition_log',
        kind === 'assignments' ? 'assignment_id' : 'employee_id',
        id,
      )
      expect(found).toHaveLength(6)
      expectRising(found)
      expectRising((await entries('change_log', 'subject_id', id)).slice(1))
      const { body } = await admin.get(`/api/v1/${kind}/${id}/transitions/?ordering=created_at`)
      const chain = body.results.map(({ from_status, to_status }: Record<string, string>) => [
        from_status,
        to_status,
      ])
      for (const [i, [from]] of chain.entries()) if (i) expect(from).toBe(chain[i - 1][1])
    },
  )

  test('a transition after another change is logged with a later time', async () => {
    const { id } = await make.assignment()
    await succeeds(admin.patch(`/api/v1/assignments/${id}/`, { notes: 'x' }))
    await succeeds(other.post(`/api/v1/assignments/${id}/end/`))
    expectRising((await entries('change_log', 'subject_id', id)).slice(1))
  })

  test('changes of an employee tag by two instances are logged with rising times', async () => {
    const { id, employee } = await make.employeeTag()
    await byBoth((by, turn) => by.patch(`/api/v1/employee-tags/${id}/`, { end_date: `2030-01-0${turn + 1}` }))
    await succeeds(other.delete(`/api/v1/employee-tags/${id}/`))
    await succeeds(other.delete(`/api/v1/employee-tags/${id}/`))
    expectRising(await entries('tag_change_log', 'employee_id', employee))
  })

  test('changes of rows without updated_at are logged with rising times', async () => {
    const { id } = await make.positionTag({ is_mandatory: false })
    await byBoth((by, turn) => by.patch(`/api/v1/position-tags/${id}/`, { is_mandatory: turn % 2 === 0 }))
    await succeeds(other.delete(`/api/v1/position-tags/${id}/`))
    expectRising(await entries('change_log', 'subject_id', id))
  })

  test('changes of a position by two instances are logged with rising times', async () => {
    const { id } = await make.position()
    await byBoth((by, turn) => by.patch(`/api/v1/demand/${id}/`, { title: `Title ${turn}` }))
    expectRising(await entries('change_log', 'subject_id', id))
  })

  test('changes by a sweep are logged with rising times', async () => {
    const soon = inSeconds(-3600)
    const { id } = await make.employee()
    const proposal = { proposal_type: 'TRANSFER', expires_in_days: 1 }
    await succeeds(admin.post(`/api/v1/employees/${id}/propose/`, proposal))
    const db = service.orm.em.fork().getKysely()
    await sql`update employees set proposal_expires_at = ${soon} where id = ${id}`.execute(db)
    const held = await make.employeeTag({ start_date: '2020-01-01' })
    await succeeds(admin.patch(`/api/v1/employee-tags/${held.id}/`, { end_date: '2020-01-02' }))
    await sweep(slow.orm, theService(slow.clock.now), 'UTC')
    expectRising(await entries('transition_log', 'employee_id', id))
    const changes = await entries<{ action: string }>('tag_change_log', 'employee_id', held.employee)
    expect(changes.at(-1)?.action).toBe('EXPIRED')
    expectRising(changes)
  })
})
