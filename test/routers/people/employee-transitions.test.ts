import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lockEmployees } from '../../../entities/locks.ts'
import type { Employee } from '../../../entities/people/employee.ts'
import { untilQueued } from '../../expect/database.ts'
import {
  roleOf,
  type Transition,
  target,
  transitions,
  transitionsFrom,
} from '../../expect/employee-states.ts'
import { notFound, notPermitted, unknown } from '../../expect/texts.ts'
import { factories } from '../../made/factories.ts'
import type { Client } from '../../setup/client.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { startService } from '../../setup/service.ts'

const path = '/api/v1/employees/'
const now = '2026-03-04T10:00:00.000Z'
const earlier = new Date('2026-02-01T00:00:00.000Z')

const { service, make, admin } = await serviceForFile()
const superuser = await service.as('VIEWER', { is_superuser: true })

/** The statuses, and a proposal by where it was made. */
const states = [
  'ONBOARDING',
  'ACTIVE',
  'PROPOSED_WHILE_ACTIVE',
  'PROPOSED_ON_LEAVE',
  'ON_LEAVE',
  'DEACTIVATED',
  'TERMINATED',
] as const
type State = (typeof states)[number]

const proposalEnds = [
  'accept_proposal',
  'reject_proposal',
  'cancel_proposal',
  'force_accept_proposal',
] as const

const leave = { leave_started_at: new Date('2026-01-15T07:00:00.000Z') }
const proposed = (previous_status: 'ACTIVE' | 'ON_LEAVE') =>
  ({ status: 'PROPOSAL_PENDING', previous_status, proposal_notes: 'As made' }) as const
const fieldsOf: Record<State, Partial<Employee> & Pick<Employee, 'status'>> = {
  ONBOARDING: { status: 'ONBOARDING' },
  ACTIVE: { status: 'ACTIVE' },
  PROPOSED_WHILE_ACTIVE: proposed('ACTIVE'),
  PROPOSED_ON_LEAVE: { ...proposed('ON_LEAVE'), ...leave },
  ON_LEAVE: { status: 'ON_LEAVE', ...leave },
  DEACTIVATED: { status: 'DEACTIVATED' },
  TERMINATED: { status: 'TERMINATED', termination_date: '2026-02-28' },
}

/** Where the transition leads from the state, '-' for nowhere. */
function targetFrom(state: State, transition: Transition) {
  const { status, previous_status } = fieldsOf[state]
  return target(transition, status, previous_status ?? 'ACTIVE')
}
const stateFor = (transition: Transition) =>
  states.find((state) => targetFrom(state, transition) !== '-') ?? expect.unreachable()

const inState = (state: State, fields: Partial<Employee> = {}) =>
  make.employee({ ...fieldsOf[state], created_at: earlier, updated_at: earlier, ...fields })

const pathOf = (id: string, transition: string) => `${path}${id}/${transition.replaceAll('_', '-')}/`
const bodyOf = (transition: Transition) =>
  transition === 'propose'
    ? { proposal_type: 'ASSIGNMENT', notes: 'Nights', expires_in_days: 3 }
    : { reason: 'Because' }
const fire = (client: Client, id: string, transition: Transition, body: object = bodyOf(transition)) =>
  client.post(pathOf(id, transition), body)

const detail = async (id: string) => (await admin.get(`${path}${id}/`)).body
const log = async (id: string) => (await admin.get(`${path}${id}/transitions/`)).body.results

/** What a transition changes besides `status` and `updated_at` (reference, States; D27). */
function effects(transition: Transition, before: { status: string }) {
  const proposal = { proposal_type: 'ASSIGNMENT', notes: 'Nights', previous_status: before.status }
  if (transition === 'propose')
    return { current_proposal: { ...proposal, expires_at: '2026-03-07T10:00:00.000Z' } }
  if (transition.endsWith('_proposal')) return { current_proposal: null }
  if (transition === 'go_on_leave') return { leave_started_at: now }
  if (transition === 'return_from_leave') return { leave_started_at: null }
  if (transition === 'terminate') return { termination_date: '2026-03-04', leave_started_at: null }
  if (transition === 'rehire') return { termination_date: null, leave_started_at: null }
  return {}
}

function metadata(transition: Transition) {
  if (transition === 'propose') return { proposal_type: 'ASSIGNMENT', notes: 'Nights' }
  return transition.endsWith('_proposal') ? { proposal_type: 'TRANSFER', notes: 'As made' } : {}
}

describe.each(transitions)('%s', (transition) => {
  const cells = states.map((state) => ({ state, to: targetFrom(state, transition) }))

  test.each(cells.filter(({ to }) => to !== '-'))(
    'leads from $state to $to, with its effects and one log entry',
    async ({ state, to }) => {
      const { id } = await inState(state)
      const before = await detail(id)
      const answer = await fire(superuser, id, transition)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ ...before, status: to, updated_at: now, ...effects(transition, before) })
      expect(await detail(id)).toEqual(answer.body)
      expect(await log(id)).toEqual([
        {
          id: expect.any(Number),
          from_status: before.status,
          to_status: to,
          transition,
          actor: superuser.user.id,
          actor_email: superuser.user.email,
          reason: transition === 'propose' ? '' : 'Because',
          metadata: metadata(transition),
          created_at: now,
        },
      ])
    },
  )

  test.each(cells.filter(({ to }) => to === '-'))(
    'is 409 from $state, and changes nothing',
    async ({ state }) => {
      const { id } = await inState(state)
      const before = await detail(id)
      const answer = await fire(superuser, id, transition)
      expect([answer.status, answer.body]).toEqual([
        409,
        { detail: `Transition '${transition}' is not allowed from state '${before.status}'.` },
      ])
      expect(await detail(id)).toEqual(before)
      expect(await log(id)).toEqual([])
    },
  )

  test('needs no body, and is the same over tRPC', async () => {
    const state = stateFor(transition)
    const [byRest, byTrpc] = [await inState(state), await inState(state)]
    const required = transition === 'propose' ? { proposal_type: 'TRANSFER' } : undefined
    const rest = await superuser.post(pathOf(byRest.id, transition), required)
    const input = { id: byTrpc.id, ...required }
    const trpc = await superuser.trpc('mutation', `employees.${transition}`, input)
    expect(rest.status).toBe(200)
    const { id, employee_number, last_name, email } = byTrpc
    expect(trpc.body).toEqual({ ...rest.body, id, employee_number, last_name, email })
    expect((await log(byTrpc.id))[0].reason).toBe('')
    const again = await superuser.trpc('mutation', `employees.${transition}`, input)
    expect([again.status, again.body]).toEqual([
      409,
      { detail: `Transition '${transition}' is not allowed from state '${trpc.body.status}'.` },
    ])
  })
})

describe('available transitions', () => {
  test.each(states)('of %s are those that lead somewhere, whoever asks', async (state) => {
    const { id } = await inState(state)
    const viewer = await service.as('VIEWER')
    const { status } = fieldsOf[state]
    const expected = { status, transitions: transitionsFrom(status) }
    expect((await viewer.get(`${path}${id}/available-transitions/`)).body).toEqual(expected)
    expect((await viewer.trpc('query', 'employees.available_transitions', { id })).body).toEqual(expected)
  })
})

describe('who may fire a transition', () => {
  const actors = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER', 'EMPLOYEE', 'SUPERUSER'] as const
  const ownEmail = 'own@clinic.example'
  const clients = {} as Record<(typeof actors)[number], Client>
  /** Besides superusers; the EMPLOYEE acts on their own record. */
  const holders: Record<string, string[]> = {
    ADMIN: ['ADMIN'],
    MANAGER: ['ADMIN', 'MANAGER'],
    EMPLOYEE: ['EMPLOYEE'],
    SUPERUSER: [],
  }
  const cells = transitions.flatMap((transition) =>
    actors.map((actor) => {
      const may = actor === 'SUPERUSER' || holders[roleOf(transition)]?.includes(actor)
      return { transition, actor, answer: may ? 'yes' : 'no' }
    }),
  )

  beforeAll(async () => {
    for (const actor of actors)
      clients[actor] = await service.as(actor === 'SUPERUSER' ? 'SUPERVISOR' : actor, {
        is_superuser: actor === 'SUPERUSER',
        ...(actor === 'EMPLOYEE' && { email: 'Own@Clinic.EXAMPLE' }),
      })
  })

  test.each(cells)('$transition by $actor: $answer', async ({ transition, actor, answer }) => {
    const { id } = await inState(stateFor(transition), { email: ownEmail })
    const before = await detail(id)
    const { status, body } = await fire(clients[actor], id, transition)
    if (answer === 'yes') {
      expect(status).toBe(200)
      expect(await log(id)).toMatchObject([{ transition, actor: clients[actor].user.id }])
    } else {
      expect([status, body]).toEqual([403, notPermitted])
      expect(await detail(id)).toEqual(before)
      expect(await log(id)).toEqual([])
    }
  })

  test.each(transitions)(
    'a role without %s is refused before the body or the object is read',
    async (name) => {
      const { SUPERVISOR } = clients
      const malformed = await SUPERVISOR.post(pathOf(unknown, name), undefined, {
        raw: '{',
        headers: { 'Content-Type': 'application/json' },
      })
      expect([malformed.status, malformed.body]).toEqual([403, notPermitted])
      const called = await SUPERVISOR.trpc('mutation', `employees.${name}`, { id: 'abc', reason: 5 })
      expect([called.status, called.body]).toEqual([403, notPermitted])
    },
  )

  const ofEmployees = ['accept_proposal', 'reject_proposal', 'go_on_leave', 'return_from_leave'] as const

  test.each(ofEmployees)(
    '%s of another employee is 404 to an EMPLOYEE, whatever their status',
    async (name) => {
      for (const state of states) {
        const { id } = await inState(state)
        const { status, body } = await fire(clients.EMPLOYEE, id, name)
        expect([status, body]).toEqual([404, notFound])
        expect(await log(id)).toEqual([])
      }
    },
  )

  test.each(ofEmployees)('%s requires the role EMPLOYEE besides the email', async (name) => {
    for (const role of ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER'] as const) {
      const client = await service.as(role)
      const { id } = await inState(stateFor(name), { email: client.user.email })
      const { status, body } = await fire(client, id, name)
      expect([status, body]).toEqual([403, notPermitted])
    }
  })

  test('input is checked before the object: a wrong body for another employee is 400', async () => {
    const { id } = await inState('ACTIVE')
    const answer = await fire(clients.EMPLOYEE, id, 'go_on_leave', { reason: null })
    expect([answer.status, answer.body]).toEqual([400, { reason: ['This field may not be null.'] }])
  })

  test('a superuser with the role EMPLOYEE acts on everyone', async () => {
    const client = await service.as('EMPLOYEE', { is_superuser: true })
    const { id } = await inState('ACTIVE')
    expect((await fire(client, id, 'go_on_leave')).body.status).toBe('ON_LEAVE')
    expect((await fire(client, id, 'terminate')).body.status).toBe('TERMINATED')
  })

  test('an email that only resembles another gives no access to the other’s record', async () => {
    const client = await service.as('EMPLOYEE', { email: 'a_b@clinic.example' })
    for (const email of ['axb@clinic.example', 'a_b@clinic.example.com', 'xa_b@clinic.example']) {
      const { id } = await inState('ACTIVE', { email })
      expect((await fire(client, id, 'go_on_leave')).status).toBe(404)
    }
  })
})

describe('the body of propose', () => {
  test.each<[object, object]>([
    [{}, { proposal_type: ['This field is required.'] }],
    [{ proposal_type: null }, { proposal_type: ['This field may not be null.'] }],
    [{ proposal_type: 'NOPE' }, { proposal_type: ['"NOPE" is not a valid choice.'] }],
    [{ proposal_type: 'transfer' }, { proposal_type: ['"transfer" is not a valid choice.'] }],
    [{ expires_in_days: 0 }, { expires_in_days: ['Ensure this value is greater than or equal to 1.'] }],
    [{ expires_in_days: -1 }, { expires_in_days: ['Ensure this value is greater than or equal to 1.'] }],
    [{ expires_in_days: 91 }, { expires_in_days: ['Ensure this value is less than or equal to 90.'] }],
    [{ expires_in_days: 1.5 }, { expires_in_days: ['A valid integer is required.'] }],
    [{ expires_in_days: 'soon' }, { expires_in_days: ['A valid integer is required.'] }],
    [{ expires_in_days: true }, { expires_in_days: ['A valid integer is required.'] }],
    [{ expires_in_days: null }, { expires_in_days: ['This field may not be null.'] }],
    [{ notes: null }, { notes: ['This field may not be null.'] }],
    [{ notes: 'x'.repeat(2001) }, { notes: ['Ensure this field has no more than 2000 characters.'] }],
  ])('%j is refused before the state is checked', async (wrong, errors) => {
    const valid = 'proposal_type' in errors ? {} : { proposal_type: 'TRANSFER' }
    for (const state of ['ACTIVE', 'TERMINATED'] as const) {
      const { id } = await inState(state)
      const answer = await fire(admin, id, 'propose', { ...valid, ...wrong })
      expect([answer.status, answer.body]).toEqual([400, errors])
    }
  })

  test.each<[object, string]>([
    [{}, '2026-03-11T10:00:00.000Z'],
    [{ expires_in_days: 1 }, '2026-03-05T10:00:00.000Z'],
    [{ expires_in_days: 90 }, '2026-06-02T10:00:00.000Z'],
  ])('%j expires at %s', async (days, expires_at) => {
    const { id } = await inState('ON_LEAVE')
    const { body } = await fire(admin, id, 'propose', { proposal_type: 'TRANSFER', ...days })
    expect(body.current_proposal).toEqual({
      proposal_type: 'TRANSFER',
      notes: '',
      expires_at,
      previous_status: 'ON_LEAVE',
    })
  })
})

describe('a reason', () => {
  test.each<[unknown, string]>([
    [null, 'This field may not be null.'],
    [7, 'Not a valid string.'],
    ['x'.repeat(2001), 'Ensure this field has no more than 2000 characters.'],
  ])('%j is 400 before the state is checked', async (reason, message) => {
    const { id } = await inState('TERMINATED')
    const answer = await fire(admin, id, 'activate', { reason })
    expect([answer.status, answer.body]).toEqual([400, { reason: [message] }])
  })

  test('is trimmed and kept', async () => {
    const { id } = await inState('ONBOARDING')
    await fire(admin, id, 'activate', { reason: `  Starts\n${'é'.repeat(1993)} ` })
    expect((await log(id))[0].reason).toBe(`Starts\n${'é'.repeat(1993)}`)
  })
})

describe('an expired proposal', () => {
  test.each(proposalEnds)(
    'answers 409 to %s from the instant of expires_at, until it is swept',
    async (name) => {
      const { id } = await inState('PROPOSED_WHILE_ACTIVE', { proposal_expires_at: service.clock.now })
      const before = await detail(id)
      const answer = await fire(superuser, id, name)
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          detail: `Transition '${name}' is not allowed from state 'PROPOSAL_PENDING': the proposal has expired.`,
        },
      ])
      expect(await detail(id)).toEqual(before)
      expect(await log(id)).toEqual([])
    },
  )

  test.each(proposalEnds)('still takes %s a millisecond before it expires', async (name) => {
    const proposal_expires_at = new Date(service.clock.now.getTime() + 1)
    const { id } = await inState('PROPOSED_ON_LEAVE', { proposal_expires_at })
    expect((await fire(superuser, id, name)).body).toMatchObject({
      status: 'ON_LEAVE',
      current_proposal: null,
    })
  })
})

describe('the log of one employee', () => {
  test('shows a whole career, latest first, in which each return undoes what it should', async () => {
    const { id } = await inState('ONBOARDING')
    const steps = ['activate', 'go_on_leave', 'propose', 'cancel_proposal', 'terminate', 'rehire'] as const
    for (const step of steps) await fire(superuser, id, step)
    expect(await detail(id)).toMatchObject({
      status: 'ONBOARDING',
      termination_date: null,
      leave_started_at: null,
      current_proposal: null,
    })
    const entries = await log(id)
    const moves = entries.map((entry: Record<string, string>) => [
      entry.transition,
      entry.from_status,
      entry.to_status,
    ])
    expect(moves).toEqual([
      ['rehire', 'TERMINATED', 'ONBOARDING'],
      ['terminate', 'ON_LEAVE', 'TERMINATED'],
      ['cancel_proposal', 'PROPOSAL_PENDING', 'ON_LEAVE'],
      ['propose', 'ON_LEAVE', 'PROPOSAL_PENDING'],
      ['go_on_leave', 'ACTIVE', 'ON_LEAVE'],
      ['activate', 'ONBOARDING', 'ACTIVE'],
    ])
    expect(entries[2].metadata).toEqual({ proposal_type: 'ASSIGNMENT', notes: 'Nights' })
  })

  test('is paged, with links to itself, and ordered on request', async () => {
    const { id } = await inState('ONBOARDING')
    await fire(superuser, id, 'activate')
    await fire(superuser, id, 'deactivate')
    const own = `${path}${id}/transitions/`
    const first = (await admin.get(`${own}?page_size=1&ordering=transition`)).body
    expect(first).toMatchObject({
      count: 2,
      next: `${service.url}${own}?page_size=1&ordering=transition&page=2`,
      previous: null,
      results: [{ transition: 'activate' }],
    })
    const called = await admin.trpc('query', 'employees.transitions', {
      id,
      page_size: 1,
      ordering: 'transition',
    })
    expect(called.body).toEqual(first)
    expect((await admin.get(`${own}?page=3&page_size=1`)).body).toEqual({ detail: 'Invalid page.' })
    expect((await admin.get(`${own}?ordering=actor_email`)).body).toEqual({
      ordering: ['Select a valid choice. actor_email is not one of the available choices.'],
    })
  })

  test('leaves out the transitions of their assignments', async () => {
    const { id } = await inState('ACTIVE')
    const assignment = await make.assignment({ employee: id })
    await admin.post(`/api/v1/assignments/${assignment.id}/suspend/`)
    expect(await log(id)).toEqual([])
  })
})

test('terminate leaves assignments and tags as they are', async () => {
  const { id } = await inState('ACTIVE')
  const assignment = await make.assignment({ employee: id })
  const tag = await make.employeeTag({ employee: id })
  await fire(admin, id, 'terminate')
  expect((await admin.get(`/api/v1/assignments/${assignment.id}/`)).body.status).toBe('ACTIVE')
  expect((await admin.get(`/api/v1/employee-tags/${tag.id}/`)).body.status).toBe('ACTIVE')
})

test('when transitions race, one wins and is logged once; the others are 409', async () => {
  const { id } = await inState('PROPOSED_WHILE_ACTIVE')
  const racing = [...proposalEnds, ...proposalEnds]
  // The first waits until a second has begun; PostgreSQL never gets more changes of one employee at once.
  const requests = await service.orm.em.fork().transactional(async (em) => {
    await lockEmployees(em, [id])
    const begun = racing.map((name) => fire(superuser, id, name))
    await untilQueued(2, (statement) => sql.raw(statement).execute(em.getKysely()))
    return begun
  })
  const answers = await Promise.all(requests)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const winner = racing[answers.findIndex(({ status }) => status === 200)]
  expect(await log(id)).toMatchObject([{ transition: winner }])
})

test("a termination takes the date in the clinic's time zone", async () => {
  const auckland = await startService({ env: { TIME_ZONE: 'Pacific/Auckland' } })
  try {
    auckland.clock.now = new Date('2026-03-04T11:30:00.000Z')
    const client = await auckland.as('ADMIN')
    const { id } = await factories(auckland).employee()
    expect((await fire(client, id, 'terminate')).body).toMatchObject({
      termination_date: '2026-03-05',
      updated_at: '2026-03-04T11:30:00.000Z',
    })
  } finally {
    await auckland.close()
  }
})
