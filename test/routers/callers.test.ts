import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { User } from '../../entities/accounts/user.ts'
import { TagChangeLog } from '../../entities/logs/tag-change-log.ts'
import { TransitionLog } from '../../entities/logs/transition-log.ts'
import { Employee } from '../../entities/people/employee.ts'
import { EmployeeTag } from '../../entities/people/employee-tag.ts'
import { Assignment } from '../../entities/work/assignment.ts'
import { appRouter } from '../../routers/app-router.ts'
import { callers, endpoints, overRestOnly, plainEndpoints } from '../expect/endpoints.ts'
import { notFound, notPermitted } from '../expect/texts.ts'
import { Canaries } from '../made/canaries.ts'
import { callOverRest, callOverTrpc, inputsFor } from '../setup/calls.ts'
import type { Answer, Client } from '../setup/client.ts'
import { serviceForFile } from '../setup/fixture.ts'
import { isCheck } from '../setup/run/ring.ts'

const { service, make, admin } = await serviceForFile()

const email = 'Íñigo@Clinic.example'
const clients = { EMPLOYEE: await service.as('EMPLOYEE', { email }) } as Record<Caller, Client>
type Caller = (typeof callers)[number]

const signIn = (caller: Caller) => {
  if (caller === 'NOBODY') return service.anonymous()
  return caller === 'SUPERUSER' ? service.as('EMPLOYEE', { is_superuser: true }) : service.as(caller)
}
for (const caller of callers) clients[caller] ??= await signIn(caller)

/** Procedures outside the contract, tested in account.test.ts (D46) and live.test.ts. */
const overTrpcOnly = [
  ...['account.change_password', 'account.sessions', 'account.end_session'],
  ...['live.coverage', 'live.assignments'],
]

test('tRPC offers every endpoint but the token refresh and the export, and a few procedures of its own', () => {
  const names = endpoints.map(([name]) => name).filter((name) => !overRestOnly.includes(name))
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual([...names, ...overTrpcOnly].sort())
})

// The catalogue, which everybody may read (D17).
const tag = (await make.tag({ name: 'Contract', category: 'CONTRACT', hours_delta: '40.00' })).id
const position = (await make.position()).id
await make.positionTag({ position, tag })

// The EMPLOYEE's own rows. An administrator has changed them, and is named in their logs.
const { id: employee } = await make.employee({ email, status: 'ONBOARDING' })
await admin.post(`/api/v1/employees/${employee}/activate/`, { reason: 'Welcome' })
const own = {
  employee,
  employeeTag: (await make.employeeTag({ employee, tag })).id,
  assignment: (await make.assignment({ employee, position })).id,
}
await admin.post(`/api/v1/assignments/${own.assignment}/suspend/`)
await admin.post(`/api/v1/assignments/${own.assignment}/resume/`)

/** The ids of a colleague's rows, chosen before they exist. */
const theirs = {
  employee: randomUUID(),
  employeeTag: randomUUID(),
  assignment: randomUUID(),
  user: randomUUID(),
}

const canaries = new Canaries(service.orm)

/** A colleague with a user, a tag, an assignment to the same position, and logs, one of them of the EMPLOYEE's assignment. */
async function plantColleague() {
  const { orm, clock } = service
  const em = orm.em.fork()
  canaries.plant(em, User, { id: theirs.user, role: 'MANAGER', client_id: null })
  const pending = { status: 'PROPOSAL_PENDING', proposal_type: 'TRANSFER', previous_status: 'ACTIVE' }
  canaries.plant(em, Employee, { id: theirs.employee, ...pending })
  await em.flush()
  const of = { employee: theirs.employee }
  canaries.plant(em, Assignment, { id: theirs.assignment, ...of, position })
  const held = canaries.plant(em, EmployeeTag, { id: theirs.employeeTag, ...of, tag })
  held.assigned({ actor: theirs.user, at: clock.now, today: '2026-03-04', reason: '' })
  await em.flush()
  const log = { ...of, actor: theirs.user }
  for (const assignment of [null, theirs.assignment, own.assignment])
    canaries.plant(em, TransitionLog, { ...log, assignment })
  canaries.plant(em, TagChangeLog, { ...log, tag, action: 'MODIFIED' })
  await em.flush()
}

type Procedure = { _def: { type: 'query' | 'mutation'; inputs: z.ZodObject[] } }

const ids = [own.employee, ...Object.values(theirs)]
if (isCheck) ids.push(own.employeeTag, own.assignment, tag, position)
const logIds = Array.from({ length: isCheck ? 10 : 3 }, (_, index) => index + 1)
const usualIds: Record<string, string> = { employee: own.employee, position_id: position }

/** Values worth trying in a field: every choice, everybody's ids, the contents of others' fields. */
function valuesFor(field: string, schema: z.ZodType): unknown[] {
  if (field === 'page' || field === 'page_size') return [1, 2]
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  if (described.enum) return described.enum
  if (described.type === 'array') return [[own.employee], [theirs.employee], [own.employee, theirs.employee]]
  if (described.format === 'uuid') return ids
  if (described.format === 'date') return ['2000-01-01', '2026-03-04']
  if (described.type === 'boolean') return [true, false]
  if (described.type === 'string') return described.pattern ? ['5.00'] : ['canary', 'Last', '']
  return logIds
}

/** Inputs in which each field takes each of its values; the other required fields have a value of the EMPLOYEE's own. */
function inputsOf({ _def }: Procedure): Record<string, unknown>[] {
  const shape = Object.assign({}, ..._def.inputs.map((input) => input.shape)) as Record<string, z.ZodType>
  const fields = Object.entries(shape).map(([field, schema]) => [field, valuesFor(field, schema)] as const)
  const required = fields.filter(([field]) => !shape[field]?.safeParse(undefined).success)
  const usual = Object.fromEntries(required.map(([field, [value]]) => [field, usualIds[field] ?? value]))
  return [
    usual,
    ...fields.flatMap(([field, values]) => values.map((value) => ({ ...usual, [field]: value }))),
  ]
}

/** Reads, and changes that are refused to an EMPLOYEE or change nothing; without those of the caller's own account. */
const reads = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
  .filter(([name, { _def }]) => _def.type === 'query' || /^hours|preview/.test(name))
  .flatMap(([name, procedure]) => {
    const endpoint = endpoints.find(([known]) => known === name)
    const asked = new Map(inputsOf(procedure).map((input) => [JSON.stringify(input), input]))
    return [...asked].map(([text, input]) => ({ call: `${name} ${text}`, name, input, endpoint }))
  })

type Read = (typeof reads)[number]

const overTrpc = (client: Client, { name, input, endpoint }: Read) =>
  endpoint ? callOverTrpc(client, endpoint, input) : client.trpc('query', name, input)
const overRest = (client: Client, read: Read) =>
  read.endpoint ? callOverRest(client, read.endpoint, read.input) : overTrpc(client, read)

async function answersTo(
  asked: Read[],
  client: Client,
  ask: (client: Client, read: Read) => Promise<Answer> = overRest,
) {
  const answers = new Map<string, unknown>()
  for (const read of asked) answers.set(read.call, (await ask(client, read)).body)
  return answers
}

/** What everybody may know of positions and their coverage (D17). */
const catalogue =
  /^(positions|tags|position_tags|org_units|business_rules|health|assignments.preview|planning.openings)\b/
const aboutColleague = new RegExp(['canary', ...Object.values(theirs)].join('|'))

test('an EMPLOYEE cannot read, filter, order or count anything of others', async () => {
  const personal = reads.filter(({ name }) => !catalogue.test(name))
  const without = await answersTo(personal, clients.EMPLOYEE)
  await plantColleague()
  const answers = await answersTo(reads, clients.EMPLOYEE)
  const again = reads.filter(({ name }, i) => isCheck || name !== reads[i - 1]?.name)
  for (const [call, answer] of await answersTo(again, clients.EMPLOYEE, overTrpc))
    expect([call, answer]).toEqual([call, answers.get(call)])
  expect(canaries.found(answers)).toEqual([])
  for (const [call, answer] of without) expect([call, answers.get(call)]).toEqual([call, answer])

  // The same calls by others find every canary that the service ever shows.
  const about = reads.filter(({ call }) => aboutColleague.test(call))
  const shown = new Set(canaries.found(await answersTo(about, admin)).map(({ field }) => field))
  expect(canaries.fields.filter((field) => !shown.has(field))).toEqual([
    'User.password_hash',
    'User.password_expires_at',
    'User.issuer',
    'User.subject',
    'User.date_joined',
    'User.last_login',
    'Employee.search_text',
    'Employee.folded_text',
    'Assignment.metadata',
  ])
}, 180_000)

/** Rows of a person whose email differs by accents alone, and of the EMPLOYEE, with the email in other case (D35). */
const ofOthers = inputsFor(service, make, 'inigo@clinic.example')
const ofEmployee = inputsFor(service, make, 'ÍÑIGO@CLINIC.EXAMPLE')

const refusals: Record<string, object> = {
  401: { detail: 'Authentication credentials were not provided.' },
  403: notPermitted,
  404: notFound,
}

test.each(plainEndpoints)('%s answers each role as the contract says', async (...endpoint) => {
  const [name, method, , success, expected] = endpoint
  const endsSession = name === 'auth.logout' || name === 'auth.deactivate'
  const isRead = method === 'GET' || method === 'DELETE'
  // A caller without the right is refused before the body is read (D41).
  const unread = { raw: '{', headers: { 'Content-Type': 'application/json' } }
  let input = await ofOthers(name)
  for (const [i, answer] of expected.split(' ').entries()) {
    const caller = callers[i] as Caller
    const isRefused = answer === '401' || answer === '403'
    const isOverBoth = isCheck || caller === 'EMPLOYEE' || caller === 'SUPERUSER'
    for (const call of isOverBoth ? [callOverRest, callOverTrpc] : [callOverRest]) {
      const client = endsSession ? await signIn(caller) : clients[caller]
      const { status, body } = await call(client, endpoint, input, isRefused && !isRead ? unread : {})
      const ok = call === callOverRest ? success : 200
      expect([caller, call.name, status]).toEqual([caller, call.name, answer === 'yes' ? ok : Number(answer)])
      if (answer in refusals) expect(body).toEqual(refusals[answer])
      if (caller === 'EMPLOYEE') expect(canaries.found(new Map([[name, body ?? null]]))).toEqual([])
      if (answer === 'yes' && method !== 'GET') input = await ofOthers(name)
    }
  }
})

const toEmployee = callers.indexOf('EMPLOYEE')

test.each(plainEndpoints.filter(([, , , , answers]) => /40[04]/.test(answers.split(' ')[toEmployee] ?? '')))(
  '%s takes an EMPLOYEE’s own rows, and shows them as to an ADMIN',
  async (...endpoint) => {
    const input = await ofEmployee(endpoint[0])
    const answer = await callOverRest(clients.EMPLOYEE, endpoint, input)
    expect(answer).toMatchObject({ status: 200 })
    // An EMPLOYEE must not see what an opening would cost others.
    if (endpoint[4].startsWith('yes') && endpoint[0] !== 'planning.openings')
      expect(answer.body).toEqual((await callOverRest(admin, endpoint, input)).body)
  },
)

test('a changed role takes effect from the next request', async () => {
  const client = await service.as('VIEWER')
  const { id } = await make.tag()
  expect((await client.delete(`/api/v1/tags/${id}/`)).status).toBe(403)
  await service.orm.em.fork().nativeUpdate(User, client.user.id, { role: 'MANAGER' })
  expect((await client.delete(`/api/v1/tags/${id}/`)).status).toBe(204)
})
