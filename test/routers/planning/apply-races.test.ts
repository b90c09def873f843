import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findDifferences } from '../../../entities/schema/totals.ts'
import { stopDeadlines, stopLockTimeout } from '../../setup/deadlines.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const contract = (await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })).id

const rows = <Row>(statement: string) => service.orm.em.getConnection().execute<Row[]>(statement)

const people: string[] = []
const places: string[] = []
for (let index = 0; index < 8; index++) {
  people.push((await make.employee()).id)
  await make.employeeTag({ employee: people[index], tag: contract })
  places.push((await make.position({ required_weekly_hours: '30.00' })).id)
}
const held = await Promise.all(
  people.map((employee, index) =>
    make.assignment({ employee, position: places[index] ?? '', effective_hours: '10.00' }),
  ),
)

/** Three lines of the call: two new assignments of other people than the neighbours', and a raise. */
function linesOf(call: number) {
  const created = [1, 3].map((step) => {
    const person = (call + step) % 8
    const place = (person + 1 + (call % 5)) % 8
    const effective_hours = `${6 + (call % 7)}.00`
    const of = { employee: people[person], position_id: places[place], assignment: null }
    return { ...of, current_hours: '0.00', effective_hours }
  })
  const { id, employee, position: position_id } = held[call % 8] ?? {}
  const of = { employee, position_id, assignment: id, current_hours: '10.00' }
  return [...created, { ...of, effective_hours: `${12 + (call % 9)}.00` }]
}

const active = `assignments a where a.status = 'ACTIVE'`
const totalOf = async () =>
  (await rows<{ total: string }>(`select sum(effective_hours) as total from ${active}`))[0]?.total

test.each(['REFUSE', 'SKIP'])(
  'fifty overlapping plans, applied at once with on_conflict %s, exceed no requirement and no contract',
  async (on_conflict) => {
    await stopDeadlines(service)
    const before = Number(await totalOf())
    const calls = Array.from({ length: 50 }, (_, call) => call)
    const answers = await Promise.all(
      calls.map((call) => admin.post('/planning/v1/plans/apply/', { lines: linesOf(call), on_conflict })),
    )
    const applied = answers.filter(({ status }) => status === 200)
    for (const { status, body } of answers) {
      expect([200, 409]).toContain(status)
      if (status === 200) expect(body.applied.length + body.skipped.length).toBe(3)
      if (status === 200 && on_conflict === 'REFUSE') expect(body.skipped).toEqual([])
    }
    if (on_conflict === 'REFUSE') expect(applied.length).toBeGreaterThan(1)

    const covered = applied.reduce((sum, { body }) => sum + Number(body.covered_hours), 0)
    expect(Number(await totalOf()) - before).toBe(covered)
    const overfull = `select id from positions where assigned_hours > required_weekly_hours`
    const overworked = `select a.employee_id from ${active} group by a.employee_id having sum(a.effective_hours) > 40`
    const twice = `select from ${active} group by employee_id, position_id having count(*) > 1`
    for (const broken of [overfull, overworked, twice]) expect(await rows(broken)).toEqual([])
    expect(await findDifferences(service.orm)).toEqual([])
  },
)

test('one of twenty people planned for a position at once gets its missing hours', async () => {
  await stopDeadlines(service)
  const position_id = (await make.position({ required_weekly_hours: '12.00' })).id
  const employees: string[] = []
  for (let index = 0; index < 20; index++) employees.push((await make.employee()).id)
  const hours = { current_hours: '0.00', effective_hours: '8.00' }
  const answers = await Promise.all(
    employees.map((employee) =>
      admin.post('/planning/v1/plans/apply/', {
        lines: [{ employee, position_id, assignment: null, ...hours }],
        hours_limit: 'WEEKLY_CAP',
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await admin.get(`/api/v1/demand/${position_id}/`)).body.assigned_hours).toBe('8.00')
})

test('thirty plans wait for one row longer than the stores may take, and keep nobody else waiting', async () => {
  const holder = new pg.Client(service.databaseUrl)
  await holder.connect()
  const employee = (await make.employee()).id
  const places = await Promise.all(
    Array.from({ length: 30 }, async () => (await make.position({ required_weekly_hours: '30.00' })).id),
  )
  // On a slow machine, PostgreSQL would end the wait for the lock before the service has asked whether it is at work.
  await stopLockTimeout(service)
  await holder.query('begin')
  await holder.query('select from employees where id = $1 for update', [employee])
  /** How often the service has asked over another connection whether PostgreSQL is at work. */
  let asked = 0
  const { connect } = pg.Client.prototype
  const connected = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (
    this: pg.Client,
    then,
  ) {
    if (this.constructor !== pg.Client) return connect.call(this, then)
    // Answered without a connection, because a busy machine may not open one in time.
    asked++
    Object.assign(this, { query: () => after(50, { rows: [{ answer: true }] }) })
  })
  onTestFinished(() => connected.mockRestore())
  const hours = { current_hours: '0.00', effective_hours: '1.00' }
  const calls = places.map((position_id) =>
    admin.post('/planning/v1/plans/apply/', {
      lines: [{ employee, position_id, assignment: null, ...hours }],
      hours_limit: 'WEEKLY_CAP',
    }),
  )
  const others = await Promise.all(Array.from({ length: 20 }, () => admin.get('/api/v1/tags/')))
  await expect.poll(() => asked).toBeGreaterThan(1)
  await holder.query('rollback')
  await holder.end()
  const answers = [...(await Promise.all(calls)), ...others]
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(asked).toBeLessThan(30)
})
