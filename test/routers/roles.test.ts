import { describe, expect, test } from 'vitest'
import { User } from '../../entities/accounts/user.ts'
import { appRouter } from '../../routers/app-router.ts'
import { notFound, notPermitted } from '../expect/texts.ts'
import type { Client } from '../setup/client.ts'
import { endpoints, fillIn, type PlainEndpoint, plainEndpoints, preparedCalls } from '../setup/endpoints.ts'
import { serviceForFile } from '../setup/fixture.ts'

const callers = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER', 'EMPLOYEE', 'SUPERUSER', 'NOBODY'] as const
type Caller = (typeof callers)[number]
const clients = {} as Record<Caller, Client>

const signIn = (caller: Caller) => {
  if (caller === 'NOBODY') return service.anonymous()
  return caller === 'SUPERUSER' ? service.as('EMPLOYEE', { is_superuser: true }) : service.as(caller)
}

const { service, make } = await serviceForFile()
const prepare = preparedCalls(service, make)
for (const caller of callers) clients[caller] = await signIn(caller)
const admin = clients.ADMIN
// The first entries of the two logs, of somebody else than the EMPLOYEE.
await make.employeeTag()
const other = await make.employee({ status: 'ONBOARDING' })
await admin.post(`/api/v1/employees/${other.id}/activate/`)

const everybody = 'yes yes yes yes yes yes'
const anyoneSignedIn = `${everybody} 401`
const notOfOthers = 'yes yes yes yes 404 yes 401'
const unknownOfOthers = 'yes yes yes yes 400 yes 401'
const overseers = 'yes yes yes yes 403 yes 401'
const managers = 'yes yes 403 403 403 yes 401'
const supervisors = 'yes yes yes 403 403 yes 401'
const admins = 'yes 403 403 403 403 yes 401'
const employeesThemselves = '403 403 403 403 404 yes 401'
const superusers = '403 403 403 403 403 yes 401'

/** D16, D17 and the contract's transition table, in the order of `callers`. What is touched is not the EMPLOYEE's own. */
const grid: Record<PlainEndpoint[0], string> = {
  'health.check': `${everybody} yes`,
  'auth.logout': anyoneSignedIn,
  'auth.me': anyoneSignedIn,
  'auth.deactivate': anyoneSignedIn,
  'auth.export': anyoneSignedIn,

  'employees.list': anyoneSignedIn,
  'employees.create': managers,
  'employees.get': notOfOthers,
  'employees.update': managers,
  'employees.activate': admins,
  'employees.propose': managers,
  'employees.accept_proposal': employeesThemselves,
  'employees.reject_proposal': employeesThemselves,
  'employees.cancel_proposal': managers,
  'employees.force_accept_proposal': superusers,
  'employees.go_on_leave': employeesThemselves,
  'employees.return_from_leave': employeesThemselves,
  'employees.deactivate': admins,
  'employees.reactivate': admins,
  'employees.terminate': admins,
  'employees.rehire': admins,
  'employees.transitions': notOfOthers,
  'employees.available_transitions': notOfOthers,

  'transitions.list': anyoneSignedIn,
  'transitions.get': notOfOthers,
  'tag_change_logs.list': anyoneSignedIn,
  'tag_change_logs.get': notOfOthers,

  'assignments.list': anyoneSignedIn,
  'assignments.create': supervisors,
  'assignments.get': notOfOthers,
  'assignments.update': supervisors,
  'assignments.suspend': supervisors,
  'assignments.resume': supervisors,
  'assignments.end': supervisors,
  'assignments.available_transitions': notOfOthers,
  'assignments.transitions': notOfOthers,
  'assignments.preview': unknownOfOthers,

  'tags.list': anyoneSignedIn,
  'tags.create': managers,
  'tags.get': anyoneSignedIn,
  'tags.update': managers,
  'tags.delete': managers,

  'employee_tags.list': anyoneSignedIn,
  'employee_tags.create': managers,
  'employee_tags.get': notOfOthers,
  'employee_tags.update': managers,
  'employee_tags.delete': managers,

  'position_tags.list': anyoneSignedIn,
  'position_tags.create': managers,
  'position_tags.get': anyoneSignedIn,
  'position_tags.update': managers,
  'position_tags.delete': managers,

  'hours.balance': notOfOthers,
  'hours.batch_balance': unknownOfOthers,
  'hours.simulate': notOfOthers,

  'org_units.list': anyoneSignedIn,
  'org_units.create': managers,
  'org_units.get': anyoneSignedIn,
  'org_units.update': managers,
  'org_units.delete': managers,

  'positions.list': anyoneSignedIn,
  'positions.create': managers,
  'positions.get': anyoneSignedIn,
  'positions.update': managers,
  'positions.delete': managers,
  'positions.duplicate': managers,
  'positions.coverage_summary': anyoneSignedIn,

  'business_rules.list': anyoneSignedIn,
  'business_rules.get': anyoneSignedIn,

  'planning.candidates': overseers,
  'planning.openings': notOfOthers,
  'planning.forecast': overseers,
  'planning.cliffs': overseers,
  'planning.employee_forecast': notOfOthers,
  'planning.apply_plan': supervisors,
  'planning.solve': overseers,
  'planning.rebalance': overseers,
  'planning.scenario': overseers,
}

/** Procedures outside the contract, tested in account.test.ts (D46) and live.test.ts. */
const overTrpcOnly = [
  ...['account.change_password', 'account.sessions', 'account.end_session'],
  ...['live.coverage', 'live.assignments'],
]

test('the grid knows every procedure; login and refresh are for those who are not signed in', () => {
  const names = endpoints.map(([name]) => name)
  expect([...Object.keys(grid), 'auth.login', 'auth.refresh'].sort()).toEqual([...names].sort())
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(
    [...names.filter((name) => name !== 'auth.refresh'), ...overTrpcOnly].sort(),
  )
})

const refusals: Record<string, object> = {
  401: { detail: 'Authentication credentials were not provided.' },
  403: notPermitted,
  404: notFound,
}

/** These end the session that calls them. */
const endsSession = (name: string) => name === 'auth.logout' || name === 'auth.deactivate'

describe.each(plainEndpoints)('%s', (name, method, path, success) => {
  const cells = grid[name].split(' ').map((answer, i) => ({ caller: callers[i] as Caller, answer }))

  test.each(cells)('called by $caller: $answer', async ({ caller, answer }) => {
    const clientOf = () => (endsSession(name) ? signIn(caller) : clients[caller])
    const isRead = method === 'GET' || method === 'DELETE'
    const rest = fillIn(path, (await prepare[name]()).input)
    const query = method === 'GET' ? `?${new URLSearchParams(rest.rest as Record<string, string>)}` : ''
    // A caller who is refused is refused before the body is read (D41).
    const unread = { raw: '{', headers: { 'Content-Type': 'application/json' } }
    const isRefused = answer === '401' || answer === '403'
    const options = isRead ? {} : isRefused ? unread : { body: rest.rest }
    const byRest = await (await clientOf()).request(method, rest.path + query, options)
    const type = method === 'GET' ? 'query' : 'mutation'
    const byTrpc = await (await clientOf()).trpc(type, name, (await prepare[name]()).input)
    expect(byRest.status).toBe(answer === 'yes' ? success : Number(answer))
    expect(byTrpc.status).toBe(answer === 'yes' ? 200 : Number(answer))
    const refusal = refusals[answer]
    if (refusal) expect([byRest.body, byTrpc.body]).toEqual([refusal, refusal])
  })
})

test('a changed role takes effect from the next request', async () => {
  const client = await service.as('VIEWER')
  const { id } = await make.tag()
  expect((await client.delete(`/api/v1/tags/${id}/`)).status).toBe(403)
  const em = service.orm.em.fork()
  await em.nativeUpdate(User, client.user.id, { role: 'MANAGER' })
  expect((await client.delete(`/api/v1/tags/${id}/`)).status).toBe(204)
})
