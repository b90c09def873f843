import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import type { Em, Orm } from '../../../entities/connection/em.ts'
import { transaction } from '../../../entities/connection/transaction.ts'
import { TagChangeLog } from '../../../entities/logs/tag-change-log.ts'
import { TransitionLog } from '../../../entities/logs/transition-log.ts'
import { connect } from '../../../entities/orm.ts'
import { Employee } from '../../../entities/people/employee.ts'
import { EmployeeTag } from '../../../entities/people/employee-tag.ts'
import { Assignment } from '../../../entities/work/assignment.ts'
import { type Audit, theService } from '../../../src/logs/audit.ts'
import { factories } from '../../made/factories.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm
let make: ReturnType<typeof factories>
let by: Audit

const now = new Date('2026-03-04T10:00:00.000Z')
const later = new Date('2026-03-04T10:30:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
  orm = connect(database.url)
  make = factories({ orm, clock: { now } })
  const em = orm.em.fork()
  const actor = em.create(User, { email: 'actor@clinic.example', role: 'ADMIN', date_joined: now })
  await em.flush()
  by = { actor: actor.id, at: later, today: '2026-03-04', reason: 'Because' }
})
afterAll(async () => {
  await orm.close()
  await database.drop()
})

const transitionsOf = (employee: string) =>
  orm.em.fork().find(TransitionLog, { employee }, { orderBy: { id: 1 } })
const changesOf = (employee: string) => orm.em.fork().find(TagChangeLog, { employee }, { orderBy: { id: 1 } })

/** Loads the entity, lets the work change it, and flushes. */
async function changed<T extends Employee | Assignment | EmployeeTag>(
  entity: new () => T,
  id: string,
  work: (found: T, em: Em) => unknown,
) {
  await transaction({ em: orm.em, author: theService(now) }, async (em) => {
    const found = await em.findOneOrFail<Employee | Assignment | EmployeeTag>(entity, { id })
    await work(found as T, em)
    await em.flush()
  })
}

const unlogged = (id: string) => `${id} changed outside a verb; call a method such as suspend().`

test("a change of an employee's status without a verb throws and stores nothing", async () => {
  const { id } = await make.employee()
  const cheat = changed(Employee, id, (employee) => {
    employee.status = 'TERMINATED'
    employee.first_name = 'Changed'
  })
  await expect(cheat).rejects.toThrow(unlogged(id))
  expect(await orm.em.fork().findOneOrFail(Employee, id)).toMatchObject({
    status: 'ACTIVE',
    first_name: 'First',
  })
  expect(await transitionsOf(id)).toEqual([])
})

test("a change of an assignment's status without a verb throws", async () => {
  const { id, employee } = await make.assignment()
  const cheat = changed(Assignment, id, (assignment) => {
    assignment.status = 'ENDED'
  })
  await expect(cheat).rejects.toThrow(unlogged(id))
  expect((await orm.em.fork().findOneOrFail(Assignment, id)).status).toBe('ACTIVE')
  expect(await transitionsOf(employee)).toEqual([])
})

test.each<[string, (tag: EmployeeTag) => unknown]>([
  ['status', (tag) => (tag.status = 'REVOKED')],
  ['start_date', (tag) => (tag.start_date = '2021-01-01')],
  ['end_date', (tag) => (tag.end_date = '2030-01-01')],
])("a change of an employee tag's %s without a verb throws", async (_, change) => {
  const { id, employee } = await make.employeeTag()
  await expect(changed(EmployeeTag, id, change)).rejects.toThrow(unlogged(id))
  expect(await orm.em.fork().findOneOrFail(EmployeeTag, id)).toMatchObject({
    status: 'ACTIVE',
    start_date: '2020-01-01',
    end_date: null,
  })
  expect(await changesOf(employee)).toHaveLength(1)
})

test('a change of other fields needs no verb', async () => {
  const { id, employee } = await make.assignment()
  await changed(Assignment, id, (assignment) => (assignment.notes = 'Changed'))
  await changed(Employee, employee, (found) => (found.first_name = 'Changed'))
  expect(await transitionsOf(employee)).toEqual([])
})

test('an employee tag created without assigned() throws', async () => {
  const employee = (await make.employee()).id
  const tag = (await make.tag()).id
  const em = orm.em.fork()
  em.create(EmployeeTag, { employee, tag, start_date: '2026-01-01', created_at: now, updated_at: now })
  await expect(em.flush()).rejects.toThrow('changed outside a verb')
  expect(await orm.em.fork().count(EmployeeTag, { employee })).toBe(0)
})

describe('a verb leaves exactly one entry', () => {
  const proposal = {
    proposal_type: 'TRANSFER',
    notes: 'Why',
    expires_at: new Date('2026-04-01T00:00:00Z'),
  } as const
  const pending = { proposal_type: 'TRANSFER', notes: '' }

  test.each<[string, Employee['status'], Employee['status'], (employee: Employee) => void, object]>([
    ['activate', 'ONBOARDING', 'ACTIVE', (e) => e.transition('activate', by), {}],
    [
      'propose',
      'ACTIVE',
      'PROPOSAL_PENDING',
      (e) => e.propose(proposal, by),
      { proposal_type: 'TRANSFER', notes: 'Why' },
    ],
    ['accept_proposal', 'PROPOSAL_PENDING', 'ACTIVE', (e) => e.transition('accept_proposal', by), pending],
    ['reject_proposal', 'PROPOSAL_PENDING', 'ACTIVE', (e) => e.transition('reject_proposal', by), pending],
    ['cancel_proposal', 'PROPOSAL_PENDING', 'ACTIVE', (e) => e.transition('cancel_proposal', by), pending],
    [
      'force_accept_proposal',
      'PROPOSAL_PENDING',
      'ACTIVE',
      (e) => e.transition('force_accept_proposal', by),
      pending,
    ],
    ['expire_proposal', 'PROPOSAL_PENDING', 'ACTIVE', (e) => e.transition('expire_proposal', by), pending],
    ['go_on_leave', 'ACTIVE', 'ON_LEAVE', (e) => e.transition('go_on_leave', by), {}],
    ['return_from_leave', 'ON_LEAVE', 'ACTIVE', (e) => e.transition('return_from_leave', by), {}],
    ['deactivate', 'ACTIVE', 'DEACTIVATED', (e) => e.transition('deactivate', by), {}],
    ['reactivate', 'DEACTIVATED', 'ACTIVE', (e) => e.transition('reactivate', by), {}],
    ['terminate', 'ON_LEAVE', 'TERMINATED', (e) => e.transition('terminate', by), {}],
    ['rehire', 'TERMINATED', 'ONBOARDING', (e) => e.transition('rehire', by), {}],
  ])(
    '%s leaves one log entry of the employee',
    async (transition, from_status, to_status, verb, metadata) => {
      const { id } = await make.employee({ status: from_status })
      await changed(Employee, id, async (employee, em) => {
        verb(employee)
        await em.flush()
        employee.first_name = 'Changed afterwards'
        await em.flush()
      })
      expect((await orm.em.fork().findOneOrFail(Employee, id)).status).toBe(to_status)
      expect(await transitionsOf(id)).toMatchObject([
        {
          employee: id,
          assignment: null,
          transition,
          from_status,
          to_status,
          actor: by.actor,
          reason: 'Because',
          metadata,
          created_at: later,
        },
      ])
    },
  )

  const end = { end_reason: 'TRANSFER', notes: 'Gone' } as const
  test.each<[string, Assignment['status'], Assignment['status'], (assignment: Assignment) => void, object]>([
    ['suspend', 'ACTIVE', 'SUSPENDED', (a) => a.suspend(by), { reason: 'Because', metadata: {} }],
    ['resume', 'SUSPENDED', 'ACTIVE', (a) => a.resume(by), { reason: 'Because', metadata: {} }],
    ['end', 'SUSPENDED', 'ENDED', (a) => a.end(end, by), { reason: 'TRANSFER', metadata: end }],
  ])('%s leaves one log entry of the assignment', async (transition, from_status, to_status, verb, more) => {
    const { id, employee } = await make.assignment({ status: from_status })
    await changed(Assignment, id, async (assignment, em) => {
      verb(assignment)
      await em.flush()
      assignment.notes = 'Changed afterwards'
      await em.flush()
    })
    expect(await transitionsOf(employee)).toMatchObject([
      { assignment: id, transition, from_status, to_status, actor: by.actor, created_at: later, ...more },
    ])
  })

  test.each<[string, (tag: EmployeeTag) => void, string[]]>([
    ['revoke', (tag) => tag.revoke(by), ['REVOKED']],
    ['a revision of dates', (tag) => tag.revise({ end_date: '2030-01-01' }, by), ['MODIFIED']],
    ['a revision of status', (tag) => tag.revise({ status: 'REVOKED' }, by), ['REVOKED']],
    [
      'a revision of both',
      (tag) => tag.revise({ status: 'EXPIRED', end_date: '2030-01-01' }, by),
      ['EXPIRED'],
    ],
    ['a revision of nothing', (tag) => tag.revise({ start_date: '2020-01-01' }, by), []],
  ])('%s leaves one log entry per change of the employee tag', async (_, verb, actions) => {
    const { id, employee, tag } = await make.employeeTag()
    await changed(EmployeeTag, id, verb)
    const entries = await changesOf(employee)
    expect(entries.map(({ action }) => action)).toEqual(['ASSIGNED', ...actions])
    for (const entry of entries.slice(1))
      expect(entry).toMatchObject({ tag, actor: by.actor, reason: 'Because', created_at: later })
  })

  test('a repeated revocation is logged each time, also at the same instant', async () => {
    const { id, employee } = await make.employeeTag()
    for (let i = 0; i < 3; i++) await changed(EmployeeTag, id, (tag) => tag.revoke(by))
    expect((await changesOf(employee)).map(({ action }) => action)).toEqual([
      'ASSIGNED',
      'REVOKED',
      'REVOKED',
      'REVOKED',
    ])
  })

  test('a verb covers one flush only', async () => {
    const { id, employee } = await make.employeeTag()
    const cheat = changed(EmployeeTag, id, async (tag, em) => {
      tag.revise({ end_date: '2030-01-01' }, by)
      await em.flush()
      tag.end_date = '2031-01-01'
    })
    await expect(cheat).rejects.toThrow(unlogged(id))
    expect(await changesOf(employee)).toHaveLength(1)
  })

  test('several entities in one flush leave one log entry each', async () => {
    const [one, two] = [await make.employee(), await make.employee()]
    await transaction({ em: orm.em, author: theService(now) }, async (em) => {
      for (const employee of await em.find(Employee, { id: [one.id, two.id] }))
        employee.transition('deactivate', by)
    })
    for (const { id } of [one, two]) expect(await transitionsOf(id)).toHaveLength(1)
  })
})

test('a refused verb changes and logs nothing', async () => {
  const { id } = await make.employee()
  await expect(changed(Employee, id, (employee) => employee.transition('activate', by))).rejects.toThrow(
    "Transition 'activate' is not allowed from state 'ACTIVE'.",
  )
  expect(await transitionsOf(id)).toEqual([])
})

test('a log entry is rolled back with its change', async () => {
  const { id, employee } = await make.assignment()
  const { id: tag, employee: holder } = await make.employeeTag()
  const failing = transaction({ em: orm.em, author: theService(now) }, async (em) => {
    ;(await em.findOneOrFail(Assignment, id)).suspend(by)
    ;(await em.findOneOrFail(Employee, employee)).transition('go_on_leave', by)
    ;(await em.findOneOrFail(EmployeeTag, tag)).revoke(by)
    await em.flush()
    expect(await em.count(TransitionLog, { employee })).toBe(2)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const em = orm.em.fork()
  expect((await em.findOneOrFail(Assignment, id)).status).toBe('ACTIVE')
  expect((await em.findOneOrFail(Employee, employee)).status).toBe('ACTIVE')
  expect((await em.findOneOrFail(EmployeeTag, tag)).status).toBe('ACTIVE')
  expect(await transitionsOf(employee)).toEqual([])
  expect(await changesOf(holder)).toHaveLength(1)
})

test('a change whose log entry fails is rolled back', async () => {
  const { id } = await make.employee()
  const unknownActor = { ...by, actor: '11111111-1111-4111-8111-111111111111' }
  await expect(
    changed(Employee, id, (employee) => employee.transition('deactivate', unknownActor)),
  ).rejects.toThrow('actor_id')
  expect((await orm.em.fork().findOneOrFail(Employee, id)).status).toBe('ACTIVE')
})

test('the creation of an employee or assignment logs no transition', async () => {
  const { employee } = await make.assignment()
  expect(await transitionsOf(employee)).toEqual([])
})

test.each([
  ['in a transaction', (id: string, work: (employee: Employee) => void) => changed(Employee, id, work)],
  [
    'outside of one',
    async (id: string, work: (employee: Employee) => void) => {
      const em = orm.em.fork()
      work(await em.findOneOrFail(Employee, { id }))
      await em.flush()
    },
  ],
])('a change %s is stored only with its log entry', async (_, change) => {
  const { id } = await make.employee()
  const tooLong = { ...by, reason: 'x'.repeat(2001) }
  await expect(change(id, (employee) => employee.transition('deactivate', tooLong))).rejects.toThrow(
    'value too long',
  )
  expect((await orm.em.fork().findOneOrFail(Employee, id)).status).toBe('ACTIVE')
  await change(id, (employee) => employee.transition('deactivate', by))
  expect(await transitionsOf(id)).toHaveLength(1)
})
