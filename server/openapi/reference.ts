import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { forEachOpenApiProcedure, type OpenApiProcedureRecord } from 'trpc-to-openapi'
import { restRouter } from '../../routers/app-router.ts'
import { defaultPageSize, maximumPageSize } from '../../routers/endpoints/page.ts'
import { codes } from '../../routers/gate/errors.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { meanings } from '../../routers/schema/enums.ts'
import {
  accessTokenSeconds,
  defaultRates,
  refreshTokenSeconds,
  scopes,
  sessionSeconds,
} from '../../src/accounts/limits.ts'
import {
  type Permission,
  permissions,
  type Role,
  roles,
  transitionPermission,
} from '../../src/accounts/permissions.ts'
import { employeeTransitions, systemEmployeeTransitions } from '../../src/people/employee-lifecycle.ts'
import { employeeTagStatuses, tagChange } from '../../src/people/employee-tag-lifecycle.ts'
import { assignmentTransitions } from '../../src/work/assignment-lifecycle.ts'
import {
  allowedSeverities,
  defaultThresholds,
  type RuleCode,
  ruleCodes,
  type Severity,
  severities,
} from '../../src/work/business-rules.ts'
import { seededThreshold } from '../../src/work/rule-change.ts'
import { maximumCalls } from '../http/batch.ts'
import { maximumBody, maximumValues } from '../http/body.ts'

/** The text of docs/reference.md, made from the code that it describes. */
export function reference(): string {
  const sections = { endpoints, states, roles: rolesAsTable, rules, errors, limits }
  const texts = Object.entries(sections).map(([name, section]) => `## ${capitalised(name)}\n\n${section()}`)
  return `# Reference

\`npm run generate\` writes these tables from the code. The reasons are in [decisions.md](decisions.md).

${texts.join('\n\n')}
`
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

type Cell = string | number

const table = (head: string[], rows: Cell[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (text: string) => `\`${text}\``
const listed = (texts: readonly string[]) => texts.join(', ')

const procedures: { name: string; meta: Meta }[] = []
forEachOpenApiProcedure<Meta>(
  restRouter._def.procedures as unknown as OpenApiProcedureRecord,
  ({ path: name, meta }) => procedures.push({ name, meta }),
)

const transitions = [
  ...Object.keys(employeeTransitions).map((name) => `employees.${name}`),
  ...Object.keys(assignmentTransitions).map((name) => `assignments.${name}`),
]

function endpoints() {
  const others = procedures.filter(({ name }) => !transitions.includes(name))
  const rows = others.map(({ name, meta: { openapi, access = '', throttle, isObject, status = 200 } }) => [
    openapi?.method ?? '',
    code(openapi?.path ?? ''),
    code(name),
    name === 'auth.refresh' ? 'refresh cookie' : access,
    name === 'auth.refresh' ? 'token_refresh' : (throttle ?? 'user'),
    status,
    isObject ? 'yes' : '',
  ])
  return `Every endpoint is also a tRPC procedure under \`/trpc\`, except \`auth.refresh\` and \`integration.export\`. Who may
call: anybody (\`public\`), any signed-in user (\`authenticated\`), or a permission from [Roles](#roles). A request without a
valid session counts as \`anon\` where the table says \`user\`. [States](#states) has the transitions of employees and
assignments.

${table(['method', 'path', 'procedure', 'who may call', 'throttle', 'status', 'ETag'], rows)}`
}

function states() {
  const employee = rowsOf(employeeTransitions, (_, { role }) => holders(transitionPermission(role)))
  const system = rowsOf(systemEmployeeTransitions, () => 'the service')
  const assignment = rowsOf(assignmentTransitions, (name) => rolesOf(`assignments.${name}`))
  const tag = employeeTagStatuses.flatMap((status) =>
    employeeTagStatuses.map((sent) => {
      const change = tagChange({ status, start_date: '', end_date: null }, { status: sent })
      const log = change.kind === 'logged' ? change.action : 'none'
      return [status, sent, change.kind === 'refused' ? '400' : sent, log]
    }),
  )
  const head = ['transition', 'from', 'to', 'who']
  return `Over REST a transition is \`POST /api/v1/employees/{id}/<transition>/\` or \`POST /api/v1/assignments/...\`, with hyphens:
throttle \`user\`, status 200, with an \`ETag\`. From any other state it is 409. \`PREVIOUS\` is the state before the proposal.

### Employees

${table(head, [...employee, ...system])}

### Assignments

${table(head, assignment)}

### Employee tags

For ${rolesOf('employee_tags.update')}: \`employee_tags.update\` takes a status, \`employee_tags.delete\` revokes. The service
expires tags that have ended.

${table(['from', 'status sent', 'to', 'log entry'], tag)}`
}

type Transition = { from: readonly string[]; to: string }

const rowsOf = <T extends Transition>(all: Record<string, T>, who: (name: string, transition: T) => string) =>
  Object.entries(all).map(([name, one]) => [code(name), listed(one.from), one.to, who(name, one)])

const holders = (permission: Permission) => listed(permissions[permission]) || 'superusers'

const rolesOf = (name: string) =>
  holders(procedures.find((one) => one.name === name)?.meta.access as Permission)

function rolesAsTable() {
  const rows = Object.entries(permissions).map(([permission, holding]: [string, readonly Role[]]) => [
    code(permission),
    ...roles.map((role) => (holding.includes(role) ? 'yes' : '')),
  ])
  return `Superusers hold every permission. An EMPLOYEE sees and changes only their own rows, by email (D16, D17).

${table(['permission', ...roles], rows)}`
}

/** The severities as the first migration seeds them. */
const seeded: Record<RuleCode, Severity> = {
  MAX_WEEKLY_HOURS: 'BLOCKING',
  DUPLICATE_ASSIGNMENT: 'BLOCKING',
  EMPLOYEE_TERMINATED: 'BLOCKING',
  TAG_REQUIREMENT_MISMATCH: 'BLOCKING',
  MAX_CONSECUTIVE_SHIFTS: 'WARNING',
  COVERAGE_EXCEEDED: 'WARNING',
  CONTRACT_NEAR_EXPIRY: 'INFO',
}

function rules() {
  const thresholds: Partial<Record<RuleCode, string>> = defaultThresholds
  const rows = ruleCodes.map((rule) => {
    const allowed = allowedSeverities(rule)
    const choice = allowed === severities ? 'any' : listed(allowed)
    const threshold = seededThreshold(rule) ?? (thresholds[rule] && `none, so ${thresholds[rule]}`)
    return [code(rule), seeded[rule], choice, threshold ?? '', capitalised(meanings.RuleCode[rule])]
  })
  return `As installed. Administrators set the severity and the threshold, and enable or disable a rule.

${table(['code', 'severity', 'may be', 'threshold', 'found when'], rows)}`
}

const detail = code('{detail}')
const fields = code('{field: [messages]}')

const refusals: Record<keyof typeof codes, [meaning: string, body: string]> = {
  MALFORMED: ['The body, or a header such as `If-Match`, cannot be read', detail],
  INVALID: ['Fields or parameters are not valid', fields],
  ALREADY_EXISTS: ['Another object has this value', fields],
  BLOCKED_BY_RULE: ['Business rules do not allow it; each message begins with a rule’s code', fields],
  NOT_AUTHENTICATED: ['Not signed in, or the session has ended', detail],
  PERMISSION_DENIED: ['The role does not allow it, or the CSRF check failed', detail],
  NOT_FOUND: ['No such path, page or object, or the caller may not see it', detail],
  GONE: ['What follows the cursor is no longer kept', detail],
  METHOD_NOT_ALLOWED: ['The path has no such method; `Allow` names those it has', detail],
  PRECONDITION_FAILED: ['The object is in another state than `If-Match` asks for (D58)', detail],
  CONFLICT: ['The state does not allow it', detail],
  CONFLICT_HAS_DEPENDENCIES: ['Others depend on the object', code('{detail, code}')],
  CONFLICT_PLAN_OUTDATED: ['What the plan was made from has changed', code('{detail, code, lines}')],
  RULE_VIOLATED: ['Reserved for rules beyond those of assignments (D42)', detail],
  PAYLOAD_TOO_LARGE: ['The body is too large', detail],
  UNSUPPORTED_MEDIA_TYPE: ['The body is not sent as JSON', detail],
  THROTTLED: ['Too many requests; `Retry-After` says when to try again', detail],
  IN_PROGRESS: ['A request with the same `Idempotency-Key` is in progress', detail],
  KEY_REUSED: ['Another request had the same `Idempotency-Key`', detail],
  UNAVAILABLE: ['A store cannot be reached', `${detail}, for health ${code('{status, database}')}`],
}

function errors() {
  const rows = Object.entries(refusals).map(([name, [meaning, body]]) => {
    const error = new TRPCError({ code: codes[name as keyof typeof codes] })
    const status = name === 'GONE' ? 410 : getHTTPStatusCodeFromError(error)
    return [status, code(name), body, meaning]
  })
  return `Messages that concern no single field are under \`non_field_errors\`. Every refusal has its code in
the header \`X-Error-Code\`. Over tRPC the body is in \`error.data.body\`, the code in \`error.data.errorCode\`. Anything
unexpected is 500 with \`{detail}\`; a request for a host name that the service does not answer to is 421 with \`{detail}\`.

${table(['status', 'code', 'body', 'meaning'], rows.sort())}`
}

function limits() {
  const general: Cell[][] = [
    ...scopes.map((scope) => [`Throttle ${code(scope)}`, defaultRates[scope].replace('/', ' per ')]),
    ['Page size', `${defaultPageSize} by default, at most ${maximumPageSize}`],
    ['Request body', `${maximumBody / 1024 / 1024} MiB of JSON`],
    ['Values in a request body', maximumValues],
    ['tRPC calls per batch', maximumCalls],
    ['Access cookie', `${accessTokenSeconds / 60} minutes`],
    ['Refresh cookie', `${refreshTokenSeconds / 86_400} days`],
    ['Session', `${sessionSeconds / 86_400} days, however often it is refreshed`],
  ]
  return `The OpenAPI documents have the limits of each field.

${table(['limit', 'value'], general)}`
}
