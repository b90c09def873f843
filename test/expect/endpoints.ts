import { randomUUID } from 'node:crypto'

export const callers = [
  'ADMIN',
  'MANAGER',
  'SUPERVISOR',
  'VIEWER',
  'EMPLOYEE',
  'SUPERUSER',
  'NOBODY',
] as const

// What an endpoint answers each of the callers about rows that are not the EMPLOYEE's own (D16, D17, the transition table).
const everybody = 'yes yes yes yes yes yes yes'
const anyoneSignedIn = 'yes yes yes yes yes yes 401'
const notOfOthers = 'yes yes yes yes 404 yes 401'
const unknownOfOthers = 'yes yes yes yes 400 yes 401'
const overseers = 'yes yes yes yes 403 yes 401'
const managers = 'yes yes 403 403 403 yes 401'
const supervisors = 'yes yes yes 403 403 yes 401'
const admins = 'yes 403 403 403 403 yes 401'
const employeesThemselves = '403 403 403 403 404 yes 401'
const superusers = '403 403 403 403 403 yes 401'

/** The contract's endpoints, those of D1 to D4 and those of planning, restated by hand: procedure, method, path, status of success, answers to the callers. */
export const endpoints = [
  ['health.check', 'GET', '/api/health/', 200, everybody],

  ['auth.login', 'POST', '/api/v1/auth/login/', 200, everybody],
  ['auth.logout', 'POST', '/api/v1/auth/logout/', 204, anyoneSignedIn],
  ['auth.refresh', 'POST', '/api/v1/auth/token/refresh/', 200, everybody],
  ['auth.me', 'GET', '/api/v1/auth/me/', 200, anyoneSignedIn],
  ['auth.deactivate', 'POST', '/api/v1/auth/me/deactivate/', 204, anyoneSignedIn],
  ['auth.export', 'GET', '/api/v1/auth/me/export/', 200, anyoneSignedIn],

  ['employees.list', 'GET', '/api/v1/employees/', 200, anyoneSignedIn],
  ['employees.create', 'POST', '/api/v1/employees/', 201, managers],
  ['employees.get', 'GET', '/api/v1/employees/{id}/', 200, notOfOthers],
  ['employees.update', 'PATCH', '/api/v1/employees/{id}/', 200, managers],
  ['employees.activate', 'POST', '/api/v1/employees/{id}/activate/', 200, admins],
  ['employees.propose', 'POST', '/api/v1/employees/{id}/propose/', 200, managers],
  ['employees.accept_proposal', 'POST', '/api/v1/employees/{id}/accept-proposal/', 200, employeesThemselves],
  ['employees.reject_proposal', 'POST', '/api/v1/employees/{id}/reject-proposal/', 200, employeesThemselves],
  ['employees.cancel_proposal', 'POST', '/api/v1/employees/{id}/cancel-proposal/', 200, managers],
  [
    'employees.force_accept_proposal',
    'POST',
    '/api/v1/employees/{id}/force-accept-proposal/',
    200,
    superusers,
  ],
  ['employees.go_on_leave', 'POST', '/api/v1/employees/{id}/go-on-leave/', 200, employeesThemselves],
  [
    'employees.return_from_leave',
    'POST',
    '/api/v1/employees/{id}/return-from-leave/',
    200,
    employeesThemselves,
  ],
  ['employees.deactivate', 'POST', '/api/v1/employees/{id}/deactivate/', 200, admins],
  ['employees.reactivate', 'POST', '/api/v1/employees/{id}/reactivate/', 200, admins],
  ['employees.terminate', 'POST', '/api/v1/employees/{id}/terminate/', 200, admins],
  ['employees.rehire', 'POST', '/api/v1/employees/{id}/rehire/', 200, admins],
  ['employees.transitions', 'GET', '/api/v1/employees/{id}/transitions/', 200, notOfOthers],
  [
    'employees.available_transitions',
    'GET',
    '/api/v1/employees/{id}/available-transitions/',
    200,
    notOfOthers,
  ],

  ['transitions.list', 'GET', '/api/v1/transitions/', 200, anyoneSignedIn],
  ['transitions.get', 'GET', '/api/v1/transitions/{id}/', 200, notOfOthers],
  ['tag_change_logs.list', 'GET', '/api/v1/tag-change-logs/', 200, anyoneSignedIn],
  ['tag_change_logs.get', 'GET', '/api/v1/tag-change-logs/{id}/', 200, notOfOthers],

  ['assignments.list', 'GET', '/api/v1/assignments/', 200, anyoneSignedIn],
  ['assignments.create', 'POST', '/api/v1/assignments/', 201, supervisors],
  ['assignments.get', 'GET', '/api/v1/assignments/{id}/', 200, notOfOthers],
  ['assignments.update', 'PATCH', '/api/v1/assignments/{id}/', 200, supervisors],
  ['assignments.suspend', 'POST', '/api/v1/assignments/{id}/suspend/', 200, supervisors],
  ['assignments.resume', 'POST', '/api/v1/assignments/{id}/resume/', 200, supervisors],
  ['assignments.end', 'POST', '/api/v1/assignments/{id}/end/', 200, supervisors],
  [
    'assignments.available_transitions',
    'GET',
    '/api/v1/assignments/{id}/available-transitions/',
    200,
    notOfOthers,
  ],
  ['assignments.transitions', 'GET', '/api/v1/assignments/{id}/transitions/', 200, notOfOthers],
  ['assignments.preview', 'POST', '/api/v1/assignments/preview/', 200, unknownOfOthers],

  ['tags.list', 'GET', '/api/v1/tags/', 200, anyoneSignedIn],
  ['tags.create', 'POST', '/api/v1/tags/', 201, managers],
  ['tags.get', 'GET', '/api/v1/tags/{id}/', 200, anyoneSignedIn],
  ['tags.update', 'PATCH', '/api/v1/tags/{id}/', 200, managers],
  ['tags.delete', 'DELETE', '/api/v1/tags/{id}/', 204, managers],

  ['employee_tags.list', 'GET', '/api/v1/employee-tags/', 200, anyoneSignedIn],
  ['employee_tags.create', 'POST', '/api/v1/employee-tags/', 201, managers],
  ['employee_tags.get', 'GET', '/api/v1/employee-tags/{id}/', 200, notOfOthers],
  ['employee_tags.update', 'PATCH', '/api/v1/employee-tags/{id}/', 200, managers],
  ['employee_tags.delete', 'DELETE', '/api/v1/employee-tags/{id}/', 204, managers],

  ['position_tags.list', 'GET', '/api/v1/position-tags/', 200, anyoneSignedIn],
  ['position_tags.create', 'POST', '/api/v1/position-tags/', 201, managers],
  ['position_tags.get', 'GET', '/api/v1/position-tags/{id}/', 200, anyoneSignedIn],
  ['position_tags.update', 'PATCH', '/api/v1/position-tags/{id}/', 200, managers],
  ['position_tags.delete', 'DELETE', '/api/v1/position-tags/{id}/', 204, managers],

  ['hours.balance', 'GET', '/api/v1/offer/employees/{employee_id}/balance/', 200, notOfOthers],
  ['hours.batch_balance', 'POST', '/api/v1/offer/employees/batch-balance/', 200, unknownOfOthers],
  ['hours.simulate', 'POST', '/api/v1/offer/employees/{employee_id}/simulate/', 200, notOfOthers],

  ['org_units.list', 'GET', '/api/v1/org-units/', 200, anyoneSignedIn],
  ['org_units.create', 'POST', '/api/v1/org-units/', 201, managers],
  ['org_units.get', 'GET', '/api/v1/org-units/{id}/', 200, anyoneSignedIn],
  ['org_units.update', 'PATCH', '/api/v1/org-units/{id}/', 200, managers],
  ['org_units.delete', 'DELETE', '/api/v1/org-units/{id}/', 204, managers],

  ['positions.list', 'GET', '/api/v1/demand/', 200, anyoneSignedIn],
  ['positions.create', 'POST', '/api/v1/demand/', 201, managers],
  ['positions.get', 'GET', '/api/v1/demand/{id}/', 200, unknownOfOthers],
  ['positions.update', 'PATCH', '/api/v1/demand/{id}/', 200, managers],
  ['positions.delete', 'DELETE', '/api/v1/demand/{id}/', 204, managers],
  ['positions.duplicate', 'POST', '/api/v1/demand/{id}/duplicate/', 201, managers],
  ['positions.coverage_summary', 'GET', '/api/v1/demand/coverage-summary/', 200, anyoneSignedIn],

  ['business_rules.list', 'GET', '/api/v1/business-rules/', 200, anyoneSignedIn],
  ['business_rules.get', 'GET', '/api/v1/business-rules/{id}/', 200, anyoneSignedIn],

  ['planning.candidates', 'GET', '/planning/v1/positions/{position_id}/candidates/', 200, overseers],
  ['planning.openings', 'GET', '/planning/v1/employees/{employee_id}/openings/', 200, notOfOthers],
  ['planning.forecast', 'GET', '/planning/v1/forecast/', 200, overseers],
  ['planning.cliffs', 'GET', '/planning/v1/forecast/cliffs/', 200, overseers],
  ['planning.employee_forecast', 'GET', '/planning/v1/employees/{employee_id}/forecast/', 200, notOfOthers],
  ['planning.apply_plan', 'POST', '/planning/v1/plans/apply/', 200, supervisors],
  ['planning.solve', 'POST', '/planning/v1/plans/', 200, overseers],
  ['planning.rebalance', 'POST', '/planning/v1/rebalances/', 200, overseers],
  ['planning.scenario', 'POST', '/planning/v1/scenarios/', 200, overseers],
  ['planning.renewals', 'GET', '/planning/v1/renewals/', 200, overseers],
  ['planning.training', 'GET', '/planning/v1/training/', 200, overseers],
  ['planning.single_points', 'GET', '/planning/v1/single-points/', 200, overseers],
  ['planning.establishment', 'GET', '/planning/v1/establishment/', 200, overseers],
  ['planning.history', 'GET', '/planning/v1/history/', 200, overseers],
  ['planning.employee_dates', 'GET', '/planning/v1/employees/{employee_id}/dates/', 200, notOfOthers],
  ['planning.set_employee_dates', 'PATCH', '/planning/v1/employees/{employee_id}/dates/', 200, managers],
  [
    'planning.position_requirements',
    'GET',
    '/planning/v1/positions/{position_id}/requirements/',
    200,
    overseers,
  ],
  [
    'planning.set_position_requirements',
    'PATCH',
    '/planning/v1/positions/{position_id}/requirements/',
    200,
    managers,
  ],

  ['planning.keep_draft', 'POST', '/planning/v1/drafts/', 201, supervisors],
  ['planning.drafts', 'GET', '/planning/v1/drafts/', 200, overseers],
  ['planning.draft', 'GET', '/planning/v1/drafts/{draft_id}/', 200, overseers],
  ['planning.apply_draft', 'POST', '/planning/v1/drafts/{draft_id}/apply/', 200, supervisors],
  ['planning.delete_draft', 'DELETE', '/planning/v1/drafts/{draft_id}/', 204, supervisors],
  ['planning.apply_rebalance', 'POST', '/planning/v1/rebalances/apply/', 200, supervisors],
  ['planning.applications', 'GET', '/planning/v1/applications/', 200, overseers],
  ['planning.take_back', 'POST', '/planning/v1/applications/{application_id}/take-back/', 200, supervisors],
  ['planning.keep_scenario', 'POST', '/planning/v1/kept-scenarios/', 201, overseers],
  ['planning.kept_scenarios', 'GET', '/planning/v1/kept-scenarios/', 200, overseers],
  ['planning.compare_scenarios', 'POST', '/planning/v1/kept-scenarios/compare/', 200, overseers],
  ['planning.delete_scenario', 'DELETE', '/planning/v1/kept-scenarios/{scenario_id}/', 204, supervisors],

  ['integration.changes', 'GET', '/integration/v1/changes/', 200, overseers],
  ['integration.employees', 'GET', '/integration/v1/employees/', 200, overseers],
  ['integration.tags', 'GET', '/integration/v1/tags/', 200, overseers],
  ['integration.org_units', 'GET', '/integration/v1/org-units/', 200, overseers],
  ['integration.positions', 'GET', '/integration/v1/positions/', 200, overseers],
  ['integration.employee_tags', 'GET', '/integration/v1/employee-tags/', 200, overseers],
  ['integration.position_tags', 'GET', '/integration/v1/position-tags/', 200, overseers],
  ['integration.assignments', 'GET', '/integration/v1/assignments/', 200, overseers],
  ['integration.start_import', 'POST', '/integration/v1/imports/', 202, admins],
  ['integration.imports', 'GET', '/integration/v1/imports/', 200, admins],
  ['integration.import', 'GET', '/integration/v1/imports/{id}/', 200, admins],
  ['integration.export', 'GET', '/integration/v1/exports/', 200, admins],
] as const

export type Endpoint = readonly [name: string, method: string, path: string, success: number, answers: string]

/** What tRPC does not offer: the refresh, whose cookie never reaches it, and what is no JSON. */
export const overRestOnly = ['auth.refresh', 'integration.export']

/** The endpoints that need no more than a caller and an input, on both surfaces: all but those and the login. */
export const plainEndpoints = endpoints.filter(([name]) => ![...overRestOnly, 'auth.login'].includes(name))

/** Every path of the table with the methods it offers. */
export const methodsByPath = Map.groupBy(endpoints, ([, , path]) => path)

/** The path with ids that are well formed and name nothing. */
export const toNothing = (path: string) =>
  path.replace(/\{\w+\}/, /log|\/transitions\/\{/.test(path) ? '987654321' : randomUUID())
