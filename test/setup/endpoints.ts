import { randomUUID } from 'node:crypto'
import { BusinessRule } from '../../entities/work/business-rule.ts'
import type { Role } from '../../src/accounts/permissions.ts'
import type { factories } from '../made/factories.ts'
import type { TestService } from './service.ts'

/** The contract's endpoints, those of D1 to D4 and those of planning, restated by hand: procedure, method, path, status of success. */
export const endpoints = [
  ['health.check', 'GET', '/api/health/', 200],

  ['auth.login', 'POST', '/api/v1/auth/login/', 200],
  ['auth.logout', 'POST', '/api/v1/auth/logout/', 204],
  ['auth.refresh', 'POST', '/api/v1/auth/token/refresh/', 200],
  ['auth.me', 'GET', '/api/v1/auth/me/', 200],
  ['auth.deactivate', 'POST', '/api/v1/auth/me/deactivate/', 204],
  ['auth.export', 'GET', '/api/v1/auth/me/export/', 200],

  ['employees.list', 'GET', '/api/v1/employees/', 200],
  ['employees.create', 'POST', '/api/v1/employees/', 201],
  ['employees.get', 'GET', '/api/v1/employees/{id}/', 200],
  ['employees.update', 'PATCH', '/api/v1/employees/{id}/', 200],
  ['employees.activate', 'POST', '/api/v1/employees/{id}/activate/', 200],
  ['employees.propose', 'POST', '/api/v1/employees/{id}/propose/', 200],
  ['employees.accept_proposal', 'POST', '/api/v1/employees/{id}/accept-proposal/', 200],
  ['employees.reject_proposal', 'POST', '/api/v1/employees/{id}/reject-proposal/', 200],
  ['employees.cancel_proposal', 'POST', '/api/v1/employees/{id}/cancel-proposal/', 200],
  ['employees.force_accept_proposal', 'POST', '/api/v1/employees/{id}/force-accept-proposal/', 200],
  ['employees.go_on_leave', 'POST', '/api/v1/employees/{id}/go-on-leave/', 200],
  ['employees.return_from_leave', 'POST', '/api/v1/employees/{id}/return-from-leave/', 200],
  ['employees.deactivate', 'POST', '/api/v1/employees/{id}/deactivate/', 200],
  ['employees.reactivate', 'POST', '/api/v1/employees/{id}/reactivate/', 200],
  ['employees.terminate', 'POST', '/api/v1/employees/{id}/terminate/', 200],
  ['employees.rehire', 'POST', '/api/v1/employees/{id}/rehire/', 200],
  ['employees.transitions', 'GET', '/api/v1/employees/{id}/transitions/', 200],
  ['employees.available_transitions', 'GET', '/api/v1/employees/{id}/available-transitions/', 200],

  ['transitions.list', 'GET', '/api/v1/transitions/', 200],
  ['transitions.get', 'GET', '/api/v1/transitions/{id}/', 200],
  ['tag_change_logs.list', 'GET', '/api/v1/tag-change-logs/', 200],
  ['tag_change_logs.get', 'GET', '/api/v1/tag-change-logs/{id}/', 200],

  ['assignments.list', 'GET', '/api/v1/assignments/', 200],
  ['assignments.create', 'POST', '/api/v1/assignments/', 201],
  ['assignments.get', 'GET', '/api/v1/assignments/{id}/', 200],
  ['assignments.update', 'PATCH', '/api/v1/assignments/{id}/', 200],
  ['assignments.suspend', 'POST', '/api/v1/assignments/{id}/suspend/', 200],
  ['assignments.resume', 'POST', '/api/v1/assignments/{id}/resume/', 200],
  ['assignments.end', 'POST', '/api/v1/assignments/{id}/end/', 200],
  ['assignments.available_transitions', 'GET', '/api/v1/assignments/{id}/available-transitions/', 200],
  ['assignments.transitions', 'GET', '/api/v1/assignments/{id}/transitions/', 200],
  ['assignments.preview', 'POST', '/api/v1/assignments/preview/', 200],

  ['tags.list', 'GET', '/api/v1/tags/', 200],
  ['tags.create', 'POST', '/api/v1/tags/', 201],
  ['tags.get', 'GET', '/api/v1/tags/{id}/', 200],
  ['tags.update', 'PATCH', '/api/v1/tags/{id}/', 200],
  ['tags.delete', 'DELETE', '/api/v1/tags/{id}/', 204],

  ['employee_tags.list', 'GET', '/api/v1/employee-tags/', 200],
  ['employee_tags.create', 'POST', '/api/v1/employee-tags/', 201],
  ['employee_tags.get', 'GET', '/api/v1/employee-tags/{id}/', 200],
  ['employee_tags.update', 'PATCH', '/api/v1/employee-tags/{id}/', 200],
  ['employee_tags.delete', 'DELETE', '/api/v1/employee-tags/{id}/', 204],

  ['position_tags.list', 'GET', '/api/v1/position-tags/', 200],
  ['position_tags.create', 'POST', '/api/v1/position-tags/', 201],
  ['position_tags.get', 'GET', '/api/v1/position-tags/{id}/', 200],
  ['position_tags.update', 'PATCH', '/api/v1/position-tags/{id}/', 200],
  ['position_tags.delete', 'DELETE', '/api/v1/position-tags/{id}/', 204],

  ['hours.balance', 'GET', '/api/v1/offer/employees/{employee_id}/balance/', 200],
  ['hours.batch_balance', 'POST', '/api/v1/offer/employees/batch-balance/', 200],
  ['hours.simulate', 'POST', '/api/v1/offer/employees/{employee_id}/simulate/', 200],

  ['org_units.list', 'GET', '/api/v1/org-units/', 200],
  ['org_units.create', 'POST', '/api/v1/org-units/', 201],
  ['org_units.get', 'GET', '/api/v1/org-units/{id}/', 200],
  ['org_units.update', 'PATCH', '/api/v1/org-units/{id}/', 200],
  ['org_units.delete', 'DELETE', '/api/v1/org-units/{id}/', 204],

  ['positions.list', 'GET', '/api/v1/demand/', 200],
  ['positions.create', 'POST', '/api/v1/demand/', 201],
  ['positions.get', 'GET', '/api/v1/demand/{id}/', 200],
  ['positions.update', 'PATCH', '/api/v1/demand/{id}/', 200],
  ['positions.delete', 'DELETE', '/api/v1/demand/{id}/', 204],
  ['positions.duplicate', 'POST', '/api/v1/demand/{id}/duplicate/', 201],
  ['positions.coverage_summary', 'GET', '/api/v1/demand/coverage-summary/', 200],

  ['business_rules.list', 'GET', '/api/v1/business-rules/', 200],
  ['business_rules.get', 'GET', '/api/v1/business-rules/{id}/', 200],

  ['planning.candidates', 'GET', '/planning/v1/positions/{position_id}/candidates/', 200],
  ['planning.openings', 'GET', '/planning/v1/employees/{employee_id}/openings/', 200],
  ['planning.forecast', 'GET', '/planning/v1/forecast/', 200],
  ['planning.cliffs', 'GET', '/planning/v1/forecast/cliffs/', 200],
  ['planning.employee_forecast', 'GET', '/planning/v1/employees/{employee_id}/forecast/', 200],
  ['planning.apply_plan', 'POST', '/planning/v1/plans/apply/', 200],
  ['planning.solve', 'POST', '/planning/v1/plans/', 200],
  ['planning.rebalance', 'POST', '/planning/v1/rebalances/', 200],
  ['planning.scenario', 'POST', '/planning/v1/scenarios/', 200],
] as const

export type Endpoint = (typeof endpoints)[number]

/** Every path of the table with the methods it offers. */
export const methodsByPath = Map.groupBy(endpoints, ([, , path]) => path)

/** The path with its parameters filled in from the input, and what is left of the input: body or query. */
export function fillIn(path: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}

/** The path with ids that are well formed and name nothing. */
export const toNothing = (path: string) =>
  path.replace(/\{\w+\}/, /log|\/transitions\/\{/.test(path) ? '987654321' : randomUUID())

export type Prepared = { role?: Role; is_superuser?: boolean; email?: string; input: Record<string, unknown> }

/** The endpoints that need no more than a caller and an input: all but login and refresh. */
export const plainEndpoints = endpoints.filter(
  (endpoint): endpoint is PlainEndpoint => endpoint[0] !== 'auth.login' && endpoint[0] !== 'auth.refresh',
)
export type PlainEndpoint = Exclude<
  Endpoint,
  readonly ['auth.login' | 'auth.refresh', string, string, number]
>

/** For each of these a call that succeeds: rows of its own, who may call (ADMIN unless said otherwise), the input. */
export function preparedCalls(
  { orm }: TestService,
  make: ReturnType<typeof factories>,
): Record<PlainEndpoint[0], () => Promise<Prepared>> {
  let count = 0
  const onEmployee =
    (role: Role, fields: Parameters<typeof make.employee>[0] = {}, is_superuser = false) =>
    async (): Promise<Prepared> => {
      const { id, email } = await make.employee(fields)
      return { role, is_superuser, input: { id }, ...(role === 'EMPLOYEE' && { email }) }
    }
  const onAssignment =
    (fields: Parameters<typeof make.assignment>[0] = {}) =>
    async () => ({ input: { id: (await make.assignment(fields)).id } })
  const on = (row: () => Promise<{ id: string }>, fields: object = {}) => {
    return async (): Promise<Prepared> => ({ input: { id: (await row()).id, ...fields } })
  }
  const nothing = async (): Promise<Prepared> => ({ input: {} })

  return {
    'health.check': nothing,
    'auth.logout': nothing,
    'auth.me': nothing,
    'auth.deactivate': nothing,
    'auth.export': nothing,
    'employees.list': nothing,
    'employees.create': async () => ({
      input: {
        employee_number: `N${++count}`,
        first_name: 'Ana',
        last_name: 'Núñez',
        email: 'ana@clinic.example',
        document_number: '12345678Z',
        hire_date: '2024-02-29',
      },
    }),
    'employees.get': onEmployee('VIEWER'),
    'employees.update': on(make.employee, { first_name: 'Ana' }),
    'employees.activate': onEmployee('ADMIN', { status: 'ONBOARDING' }),
    'employees.propose': async () => {
      const prepared = await onEmployee('MANAGER')()
      return { ...prepared, input: { ...prepared.input, proposal_type: 'TRANSFER', notes: 'soon' } }
    },
    'employees.accept_proposal': onEmployee('EMPLOYEE', { status: 'PROPOSAL_PENDING' }),
    'employees.reject_proposal': onEmployee('EMPLOYEE', { status: 'PROPOSAL_PENDING' }),
    'employees.cancel_proposal': onEmployee('MANAGER', { status: 'PROPOSAL_PENDING' }),
    'employees.force_accept_proposal': onEmployee('VIEWER', { status: 'PROPOSAL_PENDING' }, true),
    'employees.go_on_leave': onEmployee('EMPLOYEE'),
    'employees.return_from_leave': onEmployee('EMPLOYEE', { status: 'ON_LEAVE' }),
    'employees.deactivate': onEmployee('ADMIN'),
    'employees.reactivate': onEmployee('ADMIN', { status: 'DEACTIVATED' }),
    'employees.terminate': onEmployee('ADMIN'),
    'employees.rehire': onEmployee('ADMIN', { status: 'TERMINATED' }),
    'employees.transitions': onEmployee('VIEWER'),
    'employees.available_transitions': onEmployee('VIEWER'),
    'transitions.list': nothing,
    'transitions.get': async () => ({ input: { id: 1 } }),
    'tag_change_logs.list': nothing,
    'tag_change_logs.get': async () => ({ input: { id: 1 } }),
    'assignments.list': nothing,
    'assignments.create': async () => ({
      role: 'SUPERVISOR',
      input: {
        employee: (await make.employee()).id,
        position_id: (await make.position()).id,
        effective_hours: '8.00',
      },
    }),
    'assignments.get': onAssignment(),
    'assignments.update': async () => ({
      input: { ...(await onAssignment()()).input, effective_hours: '9.50' },
    }),
    'assignments.suspend': onAssignment(),
    'assignments.resume': onAssignment({ status: 'SUSPENDED' }),
    'assignments.end': onAssignment(),
    'assignments.available_transitions': onAssignment(),
    'assignments.transitions': onAssignment(),
    'assignments.preview': async () => ({
      role: 'VIEWER',
      input: {
        employee: (await make.employee()).id,
        position_id: (await make.position()).id,
        effective_hours: '41.00',
      },
    }),
    'tags.list': nothing,
    'tags.create': async () => ({
      input: { name: `Badge-${++count}`, display_name: 'A badge', category: 'CONTRACT', hours_delta: 40 },
    }),
    'tags.get': on(make.tag),
    'tags.update': on(make.tag, { description: 'new' }),
    'tags.delete': on(make.tag),
    'employee_tags.list': nothing,
    'employee_tags.create': async () => ({
      input: {
        employee: (await make.employee()).id,
        tag: (await make.tag()).id,
        start_date: '2026-01-01',
        end_date: null,
      },
    }),
    'employee_tags.get': on(make.employeeTag),
    'employee_tags.update': on(make.employeeTag, { end_date: '2027-01-01', reason: 'extended' }),
    'employee_tags.delete': on(make.employeeTag),
    'position_tags.list': nothing,
    'position_tags.create': async () => ({
      input: { position: (await make.position()).id, tag: (await make.tag()).id, is_mandatory: false },
    }),
    'position_tags.get': on(make.positionTag),
    'position_tags.update': on(make.positionTag, { is_mandatory: false }),
    'position_tags.delete': on(make.positionTag),
    'hours.balance': async () => ({
      input: { employee_id: (await make.employee()).id, reference_date: '2026-01-01' },
    }),
    'hours.batch_balance': async () => ({
      role: 'VIEWER',
      input: { employee_ids: [(await make.employee()).id, (await make.employee()).id] },
    }),
    'hours.simulate': async () => ({
      role: 'VIEWER',
      input: { employee_id: (await make.employee()).id, additional_hours: -4 },
    }),
    'org_units.list': nothing,
    'org_units.create': async () => ({
      input: {
        parent_id: (await make.department()).id,
        unit_type: 'SERVICE',
        code: `S${++count}`,
        name: 'A service',
      },
    }),
    'org_units.get': on(make.unit),
    'org_units.update': on(make.unit, { short_name: 'U' }),
    'org_units.delete': on(make.unit),
    'positions.list': nothing,
    'positions.create': async () => ({
      input: { org_unit_id: (await make.unit()).id, title: 'Nurse', required_weekly_hours: '37.50' },
    }),
    'positions.get': on(make.position),
    'positions.update': on(make.position, { title: 'Head nurse' }),
    'positions.delete': on(make.position),
    'positions.duplicate': on(make.position),
    'positions.coverage_summary': nothing,
    'business_rules.list': nothing,
    'planning.apply_plan': async () => {
      const employee = (await make.employee()).id
      const line = { employee, position_id: (await make.position()).id, assignment: null }
      return {
        role: 'SUPERVISOR',
        input: {
          lines: [{ ...line, current_hours: '0.00', effective_hours: '8.00' }],
          hours_limit: 'WEEKLY_CAP',
          demand: 'SECURE',
        },
      }
    },
    'business_rules.get': on(() => orm.em.fork().findOneOrFail(BusinessRule, { code: 'MAX_WEEKLY_HOURS' })),
    'planning.candidates': async () => ({
      role: 'VIEWER',
      input: { position_id: (await make.position()).id, effective_hours: '8.00' },
    }),
    'planning.openings': async () => ({
      role: 'VIEWER',
      input: { employee_id: (await make.employee()).id, include_ineligible: true },
    }),
    'planning.forecast': async () => ({ role: 'VIEWER', input: { by: 'UNIT' } }),
    'planning.cliffs': async () => ({ role: 'VIEWER', input: { direction: 'GAIN' } }),
    'planning.employee_forecast': async () => ({
      role: 'VIEWER',
      input: { employee_id: (await make.employee()).id },
    }),
    'planning.rebalance': async () => ({ role: 'VIEWER', input: { org_unit_id: (await make.unit()).id } }),
    'planning.solve': async () => ({ role: 'VIEWER', input: { org_unit_id: (await make.unit()).id } }),
    'planning.scenario': async () => ({
      role: 'VIEWER',
      input: { changes: [{ kind: 'LEAVE', employee: (await make.employee()).id }] },
    }),
  }
}

/** Signs in a caller for the prepared call and makes it over REST. */
export async function callOverRest(
  service: TestService,
  [, method, path]: PlainEndpoint,
  { role = 'ADMIN', is_superuser = false, email, input }: Prepared,
) {
  const caller = await service.as(role, { is_superuser, ...(email && { email }) })
  const { path: filled, rest } = fillIn(path, input)
  if (method === 'GET') return caller.get(`${filled}?${new URLSearchParams(rest as Record<string, string>)}`)
  return caller.request(method, filled, {
    body: method === 'DELETE' || !Object.keys(rest).length ? undefined : rest,
  })
}
