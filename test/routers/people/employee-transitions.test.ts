import { beforeAll, expect, test } from 'vitest'
import type { Employee } from '../../../entities/people/employee.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { type Transition, target, transitions, transitionsFrom } from '../../expect/employee-states.ts'
import { notFound, notPermitted } from '../../expect/texts.ts'
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

const notAllowed = (transition: string, status: string) => ({
  detail: `Transition '${transition}' is not allowed from state '${status}'.`,
})

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

const cells = transitions.flatMap((transition) =>
  states.map((state) => ({ transition, state, to: targetFrom(state, transition) })),
)

test.each(cells.filter(({ to }) => to !== '-'))(
  '$transition leads an employee from $state to $to, with its effects and one log entry',
  async ({ transition, state, to }) => {
    const { id } = await inState(state)
    const before = await detail(id)
    const after = { ...before, status: to, updated_at: now, ...effects(transition, before) }
    await expectAnswer(fire(superuser, id, transition), 200, after)
    expect(await detail(id)).toEqual(after)
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
  '$transition of an employee is refused from $state, and changes nothing',
  async ({ transition, state }) => {
    const { id } = await inState(state)
    const before = await detail(id)
    await expectAnswer(fire(superuser, id, transition), 409, notAllowed(transition, before.status))
    expect(await detail(id)).toEqual(before)
    expect(await log(id)).toEqual([])
  },
)

test.each(transitions)('%s of an employee needs no reason', async (transition) => {
  const { id } = await inState(stateFor(transition))
  const required = transition === 'propose' ? { proposal_type: 'TRANSFER' } : undefined
  expect((await superuser.post(pathOf(id, transition), required)).status).toBe(200)
  expect((await log(id))[0].reason).toBe('')
})

test.each(states)(
  'the transitions available to an employee in state %s are listed for a VIEWER too',
  async (state) => {
    const { id } = await inState(state)
    const viewer = await service.as('VIEWER')
    const { status } = fieldsOf[state]
    const expected = { status, transitions: transitionsFrom(status) }
    expect((await viewer.get(`${path}${id}/available-transitions/`)).body).toEqual(expected)
  },
)

const ownEmail = 'own@clinic.example'
let client: Client
beforeAll(async () => {
  client = await service.as('EMPLOYEE', { email: 'Own@Clinic.EXAMPLE' })
})

const ofEmployees = ['accept_proposal', 'reject_proposal', 'go_on_leave', 'return_from_leave'] as const

test.each(ofEmployees)('an EMPLOYEE can call %s for their own record', async (transition) => {
  const { id } = await inState(stateFor(transition), { email: ownEmail })
  expect((await fire(client, id, transition)).status).toBe(200)
  expect(await log(id)).toMatchObject([{ transition, actor: client.user.id }])
})

test.each(ofEmployees)(
  'an EMPLOYEE who calls %s for another employee gets 404 in every status',
  async (name) => {
    for (const state of states) {
      const { id } = await inState(state)
      await expectAnswer(fire(client, id, name), 404, notFound)
      expect(await log(id)).toEqual([])
    }
  },
)

test.each(ofEmployees)(
  '%s of their own record is refused to users without the role EMPLOYEE',
  async (name) => {
    for (const role of ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER'] as const) {
      const client = await service.as(role)
      const { id } = await inState(stateFor(name), { email: client.user.email })
      await expectAnswer(fire(client, id, name), 403, notPermitted)
    }
  },
)

test('a similar email gives no access to the record of another employee', async () => {
  const client = await service.as('EMPLOYEE', { email: 'a_b@clinic.example' })
  for (const email of ['axb@clinic.example', 'a_b@clinic.example.com', 'xa_b@clinic.example']) {
    const { id } = await inState('ACTIVE', { email })
    expect((await fire(client, id, 'go_on_leave')).status).toBe(404)
  }
})

test.each<[object, string]>([
  [{}, '2026-03-11T10:00:00.000Z'],
  [{ expires_in_days: 1 }, '2026-03-05T10:00:00.000Z'],
  [{ expires_in_days: 90 }, '2026-06-02T10:00:00.000Z'],
])('a proposal with %j expires at %s', async (days, expires_at) => {
  const { id } = await inState('ON_LEAVE')
  const { body } = await fire(admin, id, 'propose', { proposal_type: 'TRANSFER', ...days })
  expect(body.current_proposal).toEqual({
    proposal_type: 'TRANSFER',
    notes: '',
    expires_at,
    previous_status: 'ON_LEAVE',
  })
})

test('the reason of a transition is trimmed and logged', async () => {
  const { id } = await inState('ONBOARDING')
  await fire(admin, id, 'activate', { reason: `  Starts\n${'é'.repeat(1993)} ` })
  expect((await log(id))[0].reason).toBe(`Starts\n${'é'.repeat(1993)}`)
})

test.each(proposalEnds)(
  'an expired proposal answers 409 to %s from the instant of expires_at',
  async (name) => {
    const { id } = await inState('PROPOSED_WHILE_ACTIVE', { proposal_expires_at: service.clock.now })
    const before = await detail(id)
    await expectAnswer(fire(superuser, id, name), 409, {
      detail: `Transition '${name}' is not allowed from state 'PROPOSAL_PENDING': the proposal has expired.`,
    })
    expect(await detail(id)).toEqual(before)
    expect(await log(id)).toEqual([])
  },
)

test.each(proposalEnds)(
  'a proposal can still be ended by %s a millisecond before it expires',
  async (name) => {
    const proposal_expires_at = new Date(service.clock.now.getTime() + 1)
    const { id } = await inState('PROPOSED_ON_LEAVE', { proposal_expires_at })
    expect((await fire(superuser, id, name)).body).toMatchObject({
      status: 'ON_LEAVE',
      current_proposal: null,
    })
  },
)

test('the log of an employee shows a whole career, latest first', async () => {
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

test('the log of an employee has pages and orderings', async () => {
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
  expect((await admin.get(`${own}?page=3&page_size=1`)).body).toEqual({ detail: 'Invalid page.' })
  expect((await admin.get(`${own}?ordering=actor_email`)).body).toEqual({
    ordering: ['Select a valid choice. actor_email is not one of the available choices.'],
  })
})

test('the log of an employee has no transitions of assignments', async () => {
  const { id } = await inState('ACTIVE')
  const assignment = await make.assignment({ employee: id })
  await admin.post(`/api/v1/assignments/${assignment.id}/suspend/`)
  expect(await log(id)).toEqual([])
})

test('terminate does not change assignments and tags', async () => {
  const { id } = await inState('ACTIVE')
  const assignment = await make.assignment({ employee: id })
  const tag = await make.employeeTag({ employee: id })
  await fire(admin, id, 'terminate')
  expect((await admin.get(`/api/v1/assignments/${assignment.id}/`)).body.status).toBe('ACTIVE')
  expect((await admin.get(`/api/v1/employee-tags/${tag.id}/`)).body.status).toBe('ACTIVE')
})

test("the termination_date is the date in the clinic's time zone", async () => {
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
