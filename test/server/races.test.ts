import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { importClinic } from '../../server/clinic-files/import.ts'
import { untilQueued } from '../expect/database.ts'
import type { Answer, Client } from '../setup/client.ts'
import { stopDeadlines } from '../setup/deadlines.ts'
import { serviceForFile, testInCheck } from '../setup/fixture.ts'
import { password, startService } from '../setup/service.ts'

const { service, make, admin } = await serviceForFile({ env: { THROTTLE_LOGIN: '5/hour', TRUST_PROXY: '1' } })
await stopDeadlines(service, afterAll)

const crowd = 20

/** Twenty requests at once. */
const together = (call: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: crowd }, (_, index) => call(index)))

/** How often each status was answered. */
const tally = (answers: Answer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const bodiesOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).map(({ body }) => body)

/** One of the requests has succeeded, and the others were refused like this. */
function expectOne(answers: Answer[], status: number, refusal: object) {
  expect(tally(answers)).toEqual({ [status]: 1, 400: crowd - 1 })
  for (const body of bodiesOf(answers, 400)) expect(body).toEqual(refusal)
}

const assign = (employee: string, position_id: string, effective_hours: number) =>
  admin.post('/api/v1/assignments/', { employee, position_id, effective_hours })
const activeHours = async (employee: string) => {
  const { body } = await admin.get(`/api/v1/offer/employees/${employee}/balance/`)
  return Number(body.consumption.assigned_hours)
}

test('one of many simultaneous assignments of an employee to a position is created', async () => {
  const [employee, position] = [await make.employee(), await make.position()]
  const answers = await together(() => assign(employee.id, position.id, 1))
  expectOne(answers, 201, { non_field_errors: [expect.stringMatching(/^DUPLICATE_ASSIGNMENT: /)] })
  const { body } = await admin.get(`/api/v1/assignments/?employee=${employee.id}`)
  expect(body.count).toBe(1)
})

test('simultaneous assignments of an employee to many positions stay within the weekly cap', async () => {
  const employee = await make.employee()
  const positions: string[] = []
  for (let i = 0; i < crowd; i++) positions.push((await make.position()).id)
  const answers = await together((index) => assign(employee.id, positions[index] ?? '', 7))
  expect(tally(answers)).toEqual({ 201: 8, 400: 12 })
  expect(await activeHours(employee.id)).toBe(56)
})

/**
 * Sends the change while the statement is not yet committed, runs the next one and commits once the change waits, and
 * returns its answer.
 */
async function overtakenBy<T>(statement: string, send: () => Promise<T>, next = ''): Promise<T> {
  const other = new pg.Client(service.databaseUrl)
  await other.connect()
  try {
    await other.query('begin')
    await other.query(statement)
    const answer = send()
    await untilQueued(1, (query) => other.query(query))
    await other.query(`${next}; commit`)
    return await answer
  } finally {
    await other.end()
  }
}

const locking = (table: string, ids: string[], how = '') =>
  `select from ${table} where id in ('${ids.join("', '")}') for update ${how}`

/** Locks the employee until the call waits for it; the positions must then be free. The employee gets another name. */
async function whileLocked(employee: string, positions: string[], call: () => Promise<Answer>) {
  const rename = `update employees set last_name = 'Changed' where id = '${employee}'`
  const next = `${locking('positions', positions, 'nowait')}; ${rename}`
  const { status, body } = await overtakenBy(locking('employees', [employee]), call, next)
  return [status, body.employee_name.split(',')[0]]
}

test('an assignment is created with the employee locked before the position', async () => {
  const [employee, position] = [await make.employee(), await make.position()]
  const created = () => assign(employee.id, position.id, 1)
  expect(await whileLocked(employee.id, [position.id], created)).toEqual([201, 'Changed'])
})

test('an assignment is moved with both employees locked before both positions', async () => {
  const from = (await make.employee({ last_name: 'Same' })).id
  const to = (await make.employee({ last_name: 'Same' })).id
  const [position, position_id] = [(await make.position()).id, (await make.position()).id]
  const { id } = await make.assignment({ employee: from, position })
  const move = () => admin.patch(`/api/v1/assignments/${id}/`, { employee: to, position_id })
  expect(await whileLocked(from, [position, position_id], move)).toEqual([200, 'Same'])
  const back = () =>
    admin.patch(`/api/v1/assignments/${id}/`, { employee: from, position_id: position, notes: 'Back' })
  expect(await whileLocked(from, [position, position_id], back)).toEqual([200, 'Changed'])
})

describe('an import deadlocks with nobody', () => {
  test('who logs a change of a tag while it changes the tag itself', async () => {
    const { id, employee, tag } = await make.employeeTag()
    const [{ body: person }, { body: it }] = [
      await admin.get(`/api/v1/employees/${employee}/`),
      await admin.get(`/api/v1/tags/${tag}/`),
    ]
    const tags = `name,display_name,category,hours_delta,description\n${it.name},Another,${it.category},0,\n`
    const held = `employee_number,tag,start_date,end_date\n${person.employee_number},${it.name},2020-01-01,\n`
    const files = { tags: Buffer.from(tags), employee_tags: Buffer.from(held) }
    const run = () => importClinic(service.orm, files, { now: new Date(), timeZone: 'UTC', dryRun: true })
    const next = `select from tags where id = '${tag}' for key share nowait`
    const { files: counts } = await overtakenBy(locking('employee_tags', [id]), run, next)
    expect(counts.tags.updated).toBe(1)
  })

  test('who gives an employee a tag', async () => {
    const [{ id: employee }, { id: tag }] = [await make.employee(), await make.tag()]
    const give = () => admin.post('/api/v1/employee-tags/', { employee, tag, start_date: '2026-01-01' })
    const given = await overtakenBy(locking('employees', [employee]), give, locking('tags', [tag], 'nowait'))
    expect(given.status).toBe(201)
  })

  test('who changes or revokes an employee tag', async () => {
    const { id, employee } = await make.employeeTag()
    const path = `/api/v1/employee-tags/${id}/`
    const ofEmployee = locking('employees', [employee])
    const row = locking('employee_tags', [id], 'nowait')
    const changed = await overtakenBy(ofEmployee, () => admin.patch(path, { end_date: '2027-01-01' }), row)
    expect(changed.status).toBe(200)
    expect((await overtakenBy(ofEmployee, () => admin.delete(path), row)).status).toBe(204)
  })

  test('who requires a tag for a position', async () => {
    const [{ id: position }, { id: tag }] = [await make.position(), await make.tag()]
    const require = () => admin.post('/api/v1/position-tags/', { position, tag })
    const next = locking('tags', [tag], 'nowait')
    expect((await overtakenBy(locking('positions', [position]), require, next)).status).toBe(201)
  })
})

test('a verb that waits while its assignment moves to another employee is tried again', async () => {
  const { id } = await make.assignment()
  const { id: employee } = await make.employee()
  const move = `update assignments set employee_id = '${employee}' where id = '${id}'`
  const suspended = await overtakenBy(move, () => admin.post(`/api/v1/assignments/${id}/suspend/`))
  expect(suspended).toMatchObject({ status: 200, body: { employee, status: 'SUSPENDED' } })
})

test('a change that waits while its assignment moves is checked against the position that it has then', async () => {
  const { id, employee } = await make.assignment({ status: 'SUSPENDED' })
  const { id: position } = await make.position()
  const closing = new pg.Client(service.databaseUrl)
  await closing.connect()
  await closing.query('begin')
  await closing.query('update positions set is_active = false where id = $1', [position])
  const move = `select from employees where id = '${employee}' for update;
    update assignments set position_id = '${position}' where id = '${id}'`
  const change = overtakenBy(move, () => admin.patch(`/api/v1/assignments/${id}/`, { effective_hours: 9 }))
  await untilQueued(1, (query) => closing.query(query))
  await closing.query('commit')
  await closing.end()
  const { status, body } = await change
  expect([status, body]).toEqual([400, { position_id: ['The position must be active.'] }])
})

test('assignments created, raised and moved at once to an employee stay within the weekly cap', async () => {
  const employee = await make.employee()
  const [raised, moved, free]: [string[], string[], string[]] = [[], [], []]
  for (let i = 0; i < 7; i++) {
    raised.push((await make.assignment({ employee: employee.id, effective_hours: '2.00' })).id)
    moved.push((await make.assignment({ effective_hours: '9.00' })).id)
    free.push((await make.position()).id)
  }
  const answers = await together((index) => {
    const turn = Math.floor(index / 3)
    if (index % 3 === 0) return admin.patch(`/api/v1/assignments/${raised[turn]}/`, { effective_hours: 13 })
    if (index % 3 === 1) return admin.patch(`/api/v1/assignments/${moved[turn]}/`, { employee: employee.id })
    return assign(employee.id, free[turn] ?? '', 12)
  })
  expect(Object.keys(tally(answers)).every((status) => ['200', '201', '400'].includes(status))).toBe(true)
  const hours = await activeHours(employee.id)
  expect(hours).toBeLessThanOrEqual(60)
  expect(hours).toBeGreaterThan(48)
})

test('moves between two employees in both directions at once do not deadlock', async () => {
  const [ana, eva] = [await make.employee(), await make.employee()]
  const ids: string[] = []
  for (let i = 0; i < crowd; i++) {
    const employee = i % 2 ? ana.id : eva.id
    ids.push((await make.assignment({ employee, effective_hours: '1.00' })).id)
  }
  for (let round = 0; round < 3; round++) {
    const answers = await together((index) => {
      const employee = (index + round) % 2 ? eva.id : ana.id
      return admin.patch(`/api/v1/assignments/${ids[index]}/`, { employee })
    })
    expect(tally(answers)).toEqual({ 200: 20 })
  }
})

testInCheck('an assignment moved back and forth between two employees ends with one of them', async () => {
  const [ana, eva] = [await make.employee(), await make.employee()]
  const { id } = await make.assignment({ employee: ana.id })
  const answers = await together((index) =>
    admin.patch(`/api/v1/assignments/${id}/`, { employee: index % 2 ? ana.id : eva.id }),
  )
  const counts = tally(answers)
  expect((counts[200] ?? 0) + (counts[409] ?? 0)).toBe(crowd)
  expect(await activeHours(ana.id)).toBe(8 - (await activeHours(eva.id)))
})

test('one of two resumed assignments of a pair is active', async () => {
  const [employee, position] = [await make.employee(), await make.position()]
  const ids: string[] = []
  for (let i = 0; i < crowd; i++)
    ids.push(
      (await make.assignment({ employee: employee.id, position: position.id, status: 'SUSPENDED' })).id,
    )
  const answers = await together((index) => admin.post(`/api/v1/assignments/${ids[index]}/resume/`))
  expect(tally(answers)).toEqual({ 200: 1, 409: 19 })
})

testInCheck('one assignment of a pair is active when others are resumed during its creation', async () => {
  const [employee, position] = [await make.employee(), await make.position()]
  const { id } = await make.assignment({
    employee: employee.id,
    position: position.id,
    status: 'SUSPENDED',
  })
  const answers = await together((index) =>
    index % 2 ? assign(employee.id, position.id, 1) : admin.post(`/api/v1/assignments/${id}/resume/`),
  )
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  const { body } = await admin.get(`/api/v1/assignments/?employee=${employee.id}&status=ACTIVE`)
  expect(body.count).toBe(1)
})

test('no assignment is created for an employee who is leaving', async () => {
  for (let round = 0; round < 3; round++) {
    const employee = await make.employee()
    const positions: string[] = []
    for (let i = 0; i < crowd; i++) positions.push((await make.position()).id)
    const answers = await together((index) =>
      index === crowd / 2
        ? admin.post(`/api/v1/employees/${employee.id}/terminate/`)
        : assign(employee.id, positions[index] ?? '', 1),
    )
    const made = bodiesOf(answers, 201)
    for (const body of bodiesOf(answers, 400))
      expect(body).toEqual({ employee: ['The employee must be ACTIVE or ON_LEAVE.'] })
    expect(made.length + bodiesOf(answers, 400).length + bodiesOf(answers, 200).length).toBe(crowd)
  }
})

test.each([
  ['activate', 'ONBOARDING'],
  ['terminate', 'ACTIVE'],
  ['cancel-proposal', 'PROPOSAL_PENDING'],
  ['reactivate', 'DEACTIVATED'],
] as const)('%s of an employee happens once, with one entry in the log', async (transition, status) => {
  const { id } = await make.employee({ status })
  const answers = await together(() => admin.post(`/api/v1/employees/${id}/${transition}/`))
  expect(tally(answers)).toEqual({ 200: 1, 409: 19 })
  expect((await admin.get(`/api/v1/employees/${id}/transitions/`)).body.count).toBe(1)
})

test.each([
  ['suspend', 'ACTIVE'],
  ['resume', 'SUSPENDED'],
  ['end', 'SUSPENDED'],
] as const)('%s of an assignment happens once, with one entry in the log', async (transition, status) => {
  const { id } = await make.assignment({ status })
  const answers = await together(() => admin.post(`/api/v1/assignments/${id}/${transition}/`))
  expect(tally(answers)).toEqual({ 200: 1, 409: 19 })
  expect((await admin.get(`/api/v1/assignments/${id}/transitions/`)).body.count).toBe(1)
})

test('a transition does not lose a simultaneous change of a field', async () => {
  const { id } = await make.employee({ status: 'ONBOARDING' })
  const answers = await together((index) =>
    index === 10
      ? admin.post(`/api/v1/employees/${id}/activate/`)
      : admin.patch(`/api/v1/employees/${id}/`, index % 2 ? { first_name: 'New' } : { last_name: 'Name' }),
  )
  expect(tally(answers)).toEqual({ 200: 20 })
  expect((await admin.get(`/api/v1/employees/${id}/`)).body).toMatchObject({
    status: 'ACTIVE',
    first_name: 'New',
    last_name: 'Name',
  })
})

const numberTaken = { employee_number: ['employee with this employee number already exists.'] }
test.each<[string, string, () => Promise<object>, object]>([
  [
    'employee_number',
    '/api/v1/employees/',
    async () => ({ employee_number: 'SAME', first_name: 'A', last_name: 'B', email: 'a@clinic.example' }),
    numberTaken,
  ],
  [
    'tag name',
    '/api/v1/tags/',
    async () => ({ name: 'Same-name', display_name: 'x', category: 'CONTRACT' }),
    { name: ['tag with this name already exists.'] },
  ],
  [
    'code of an org unit',
    '/api/v1/org-units/',
    async () => ({ parent_id: (await make.clinic()).id, unit_type: 'DEPARTMENT', code: 'SAME', name: 'x' }),
    { code: ['org unit with this code already exists.'] },
  ],
  [
    'pair of position and tag',
    '/api/v1/position-tags/',
    async () => ({ position: (await make.position()).id, tag: (await make.tag()).id }),
    { non_field_errors: ['The fields position, tag must make a unique set.'] },
  ],
])('one of many simultaneous creates gets the same %s', async (_, path, bodyOf, refusal) => {
  const body = await bodyOf()
  expectOne(await together(() => admin.post(path, body)), 201, refusal)
})

test('one of many simultaneous creates of a clinic succeeds', async () => {
  const empty = await startService()
  const manager = await empty.as('MANAGER')
  const answers = await together((index) =>
    manager.post('/api/v1/org-units/', { unit_type: 'CLINIC', code: `C${index}`, name: 'x' }),
  )
  expectOne(answers, 201, { unit_type: ['Only one CLINIC may exist.'] })
  await empty.close()
})

test('only one of many simultaneous changes takes a unique value', async () => {
  const ids: string[] = []
  for (let i = 0; i < crowd; i++) ids.push((await make.employee()).id)
  const answers = await together((index) =>
    admin.patch(`/api/v1/employees/${ids[index]}/`, { employee_number: 'WANTED' }),
  )
  expectOne(answers, 200, numberTaken)
})

describe('rows removed during a change that refers to them', () => {
  /** One deactivation or deletion amid nineteen creates that need the row; three rounds, as luck decides who is first. */
  async function race(
    setUp: () => Promise<{ remove: () => Promise<Answer>; refer: (index: number) => Promise<Answer> }>,
    refusal: object,
  ) {
    for (const place of [0, 1, 10]) {
      const { remove, refer } = await setUp()
      const answers = await together((index) => (index === place ? remove() : refer(index)))
      const removal = answers[place]
      const made = bodiesOf(answers, 201).length
      if (removal?.status === 204) expect(made).toBe(0)
      else expect([removal?.status, removal?.body.code]).toEqual([409, 'CONFLICT_HAS_DEPENDENCIES'])
      for (const body of bodiesOf(answers, 400)) expect(body).toEqual(refusal)
      expect(made + bodiesOf(answers, 400).length).toBe(crowd - 1)
    }
  }

  test('a position deactivated meanwhile gets no assignment', async () => {
    const refusal = { position_id: ['The position must be active.'] }
    await race(async () => {
      const { id } = await make.position()
      const employees: string[] = []
      for (let i = 0; i < crowd; i++) employees.push((await make.employee()).id)
      return {
        remove: () => admin.delete(`/api/v1/demand/${id}/`),
        refer: (index) => assign(employees[index] ?? '', id, 1),
      }
    }, refusal)
  })

  testInCheck('a position deactivated meanwhile gets no resumed assignment', async () => {
    for (const place of [0, 10]) {
      const { id } = await make.position()
      const ids: string[] = []
      for (let i = 0; i < crowd; i++)
        ids.push((await make.assignment({ position: id, status: 'SUSPENDED' })).id)
      const answers = await together((index) => {
        if (index === place) return admin.patch(`/api/v1/demand/${id}/`, { is_active: false })
        if (index % 2) return admin.trpc('mutation', 'assignments.resume', { id: ids[index] })
        return admin.post(`/api/v1/assignments/${ids[index]}/resume/`)
      })
      const isInactive = answers[place]?.status === 200
      const { body: position } = await admin.get(`/api/v1/demand/${id}/`)
      const { body: active } = await admin.get(`/api/v1/assignments/?position_id=${id}&status=ACTIVE`)
      expect([position.is_active, active.count]).toEqual(isInactive ? [false, 0] : [true, crowd - 1])
      expect(tally(answers)).toEqual(isInactive ? { 200: 1, 409: crowd - 1 } : { 200: crowd - 1, 409: 1 })
    }
  })

  test('an org unit deactivated meanwhile gets no child', async () => {
    await race(
      async () => {
        const { id } = await make.department()
        return {
          remove: () => admin.delete(`/api/v1/org-units/${id}/`),
          refer: (index) =>
            admin.post('/api/v1/org-units/', {
              parent_id: id,
              unit_type: 'SERVICE',
              code: `${id}${index}`,
              name: 'x',
            }),
        }
      },
      { parent_id: ['The parent must be active.'] },
    )
  })

  testInCheck('an org unit deactivated meanwhile gets no position', async () => {
    await race(
      async () => {
        const { id } = await make.unit()
        return {
          remove: () => admin.delete(`/api/v1/org-units/${id}/`),
          refer: () =>
            admin.post('/api/v1/demand/', { org_unit_id: id, title: 'x', required_weekly_hours: 1 }),
        }
      },
      { org_unit_id: ['The org unit must be an active UNIT.'] },
    )
  })

  test('a tag deleted meanwhile is not given to an employee', async () => {
    let tag = ''
    const unknown = expect.stringMatching(/^Invalid pk ".+" - object does not exist\.$/)
    await race(
      async () => {
        const { id } = await make.tag()
        const { id: employee } = await make.employee()
        tag = id
        return {
          remove: () => admin.delete(`/api/v1/tags/${id}/`),
          refer: () => admin.post('/api/v1/employee-tags/', { employee, tag, start_date: '2026-01-01' }),
        }
      },
      { tag: [unknown] },
    )
  })

  testInCheck('a tag deleted meanwhile is not required for a position', async () => {
    const unknown = expect.stringMatching(/^Invalid pk ".+" - object does not exist\.$/)
    await race(
      async () => {
        const { id: tag } = await make.tag()
        const positions: string[] = []
        for (let i = 0; i < crowd; i++) positions.push((await make.position()).id)
        return {
          remove: () => admin.delete(`/api/v1/tags/${tag}/`),
          refer: (index) => admin.post('/api/v1/position-tags/', { position: positions[index], tag }),
        }
      },
      { tag: [unknown] },
    )
  })

  test('a tag deleted meanwhile is not required for the copy of a position', async () => {
    const [{ id: tag }, { id: position }] = [await make.tag(), await make.position()]
    await make.positionTag({ position, tag })
    const removal = `select from tags where id = '${tag}' for update;
      delete from position_tags where tag_id = '${tag}';
      update tags set is_active = false, deleted_at = now() where id = '${tag}'`
    const copy = await overtakenBy(removal, () => admin.post(`/api/v1/demand/${position}/duplicate/`))
    expect(copy.status).toBe(201)
    const { body } = await admin.get(`/api/v1/demand/${copy.body.id}/`)
    expect(body.required_tags).toEqual([])
  })

  test('a position is not reactivated in a unit that is being closed', async () => {
    for (let round = 0; round < 3; round++) {
      const unit = await make.unit()
      const { id } = await make.position({ org_unit: unit.id, is_active: false })
      await together((index) =>
        index % 2
          ? admin.patch(`/api/v1/demand/${id}/`, { is_active: true })
          : admin.delete(`/api/v1/org-units/${unit.id}/`),
      )
      const isOpen = (await admin.get(`/api/v1/org-units/${unit.id}/`)).body.is_active
      expect((await admin.get(`/api/v1/demand/${id}/`)).body.is_active).toBe(isOpen)
    }
  })

  test('a change that waits while its position moves is not checked against the old unit', async () => {
    const { id } = await make.position({ is_active: false })
    const closed = await make.unit({ is_active: false })
    const move = `update positions set org_unit_id = '${closed.id}' where id = '${id}'`
    const change = await overtakenBy(move, () => admin.patch(`/api/v1/demand/${id}/`, { is_active: true }))
    expect(change).toMatchObject({ status: 400, body: { org_unit_id: [expect.any(String)] } })
    expect((await admin.get(`/api/v1/demand/${id}/`)).body.is_active).toBe(false)
  })
})

testInCheck('org units moved under each other at once do not deadlock', async () => {
  const [one, two] = [await make.unit(), await make.unit()]
  const client = new pg.Client(service.databaseUrl)
  await client.connect()
  const deadlocks = async () => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0].deadlocks)
  }
  const before = await deadlocks()
  const answers = await together((index) => {
    const [unit, parent] = index % 2 ? [one, two] : [two, one]
    return admin.patch(`/api/v1/org-units/${unit.id}/`, { parent_id: parent.id })
  })
  const after = await deadlocks()
  await client.end()
  expect(tally(answers)).toEqual({ 400: 20 })
  expect(after).toBe(before)
})

test('an end date changed to the same day by many requests at once is logged once', async () => {
  const { id, employee } = await make.employeeTag()
  const answers = await together(() =>
    admin.patch(`/api/v1/employee-tags/${id}/`, { end_date: '2027-01-01' }),
  )
  expect(tally(answers)).toEqual({ 200: 20 })
  const { body } = await admin.get(`/api/v1/tag-change-logs/?employee=${employee}&action=MODIFIED`)
  expect(body.count).toBe(1)
})

test('one of many refreshes with a token succeeds, and the session survives the others', async () => {
  const client = await service.as('VIEWER')
  const answers = await together(() => client.copy().post('/api/v1/auth/token/refresh/'))
  expect(tally(answers)).toEqual({ 200: 1, 401: 19 })
  for (const answer of answers)
    expect(answer.headers.getSetCookie()).toHaveLength(answer.status === 200 ? 3 : 0)
  expect((await client.get('/api/v1/auth/me/')).status).toBe(200)
})

testInCheck('a session can be ended by many requests at once', async () => {
  const client = await service.as('VIEWER')
  const answers = await together(() => client.copy().post('/api/v1/auth/logout/'))
  const counts = tally(answers)
  expect((counts[204] ?? 0) + (counts[401] ?? 0)).toBe(crowd)
  expect((await client.get('/api/v1/auth/me/')).status).toBe(401)
})

test('all sessions are refused from the moment their user is deactivated', async () => {
  const user = await service.addUser('VIEWER')
  const clients: Client[] = []
  for (let i = 0; i < 3; i++) {
    const client = service.anonymous()
    await client.post(
      '/api/v1/auth/login/',
      { email: user.email, password },
      { headers: { 'X-Forwarded-For': `192.0.2.${i}` } },
    )
    clients.push(client)
  }
  const answers = await Promise.all(clients.map((client) => client.post('/api/v1/auth/me/deactivate/')))
  expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThan(0)
  for (const client of clients) expect((await client.get('/api/v1/auth/me/')).status).toBe(401)
})

test('of many simultaneous logins, exactly as many as the limit allows are tried', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.7' }
  const answers = await together((index) =>
    service
      .anonymous()
      .post('/api/v1/auth/login/', { email: `x${index}@clinic.example`, password: 'x' }, { headers }),
  )
  expect(tally(answers)).toEqual({ 400: 5, 429: 15 })
})

test('many more requests than database connections are all served', async () => {
  const employees: string[] = []
  for (let i = 0; i < 5; i++) employees.push((await make.employee()).id)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      index % 2
        ? admin.patch(`/api/v1/employees/${employees[index % 5]}/`, { first_name: `N${index}` })
        : admin.get('/api/v1/employees/?page_size=5'),
    ),
  )
  expect(tally(answers)).toEqual({ 200: 100 })
})
