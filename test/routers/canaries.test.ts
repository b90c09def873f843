import { randomUUID } from 'node:crypto'
import type { RequiredEntityData } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { User } from '../../entities/accounts/user.ts'
import type { Em } from '../../entities/connection/em.ts'
import { TagChangeLog } from '../../entities/logs/tag-change-log.ts'
import { TransitionLog } from '../../entities/logs/transition-log.ts'
import { Employee } from '../../entities/people/employee.ts'
import { EmployeeTag } from '../../entities/people/employee-tag.ts'
import { Assignment } from '../../entities/work/assignment.ts'
import { appRouter } from '../../routers/app-router.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import type { Answer, Client } from '../setup/client.ts'
import { fillIn } from '../setup/endpoints.ts'
import { serviceForFile } from '../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()

// The catalogue, which everybody may read (D17).
const tag = (await make.tag({ name: 'Contract', category: 'CONTRACT', hours_delta: '40.00' })).id
const position = (await make.position()).id
await make.positionTag({ position, tag })

// The reader's own data. An administrator has changed it, and is named in its logs.
const email = 'reader@clinic.example'
const reader = await service.as('EMPLOYEE', { email })
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

/** The canaries, texts that are only in others' fields, and the field of each. */
const canaries = new Map<string, string>()

/** A value for a column by its type, and how an answer would show it; undefined for a column that can hold none. */
function canaryFor(column: string, type: string): { shown: string; stored: unknown } | undefined {
  const number = canaries.size + 1
  const text = `canary${number}q`
  const hours = (100 + number / 100).toFixed(2)
  const day = new Date(Date.UTC(1931, 0, number)).toISOString().slice(0, 10)
  if (column === 'email') return { shown: text, stored: `${text}@clinic.example` }
  if (/^varchar|^text/.test(type)) return { shown: text, stored: text }
  if (type.startsWith('numeric')) return { shown: hours, stored: hours }
  if (type.startsWith('timestamp')) return { shown: day, stored: new Date(day) }
  if (type === 'date') return { shown: day, stored: day }
  if (type === 'jsonb') return { shown: text, stored: { note: text } }
}

/** Makes a row with a canary in every column that is not given. */
function plant<T extends object>(em: Em, entity: new () => T, given: object): T {
  const fields: Record<string, unknown> = { ...given }
  for (const { name, kind, primary, enum: isChoice, columnTypes } of service.orm.getMetadata().get(entity)
    .props) {
    const canary = canaryFor(name, columnTypes?.[0] ?? '')
    if (kind !== 'scalar' || primary || isChoice || name in given || !canary) continue
    canaries.set(canary.shown, `${entity.name}.${name}`)
    fields[name] = canary.stored
  }
  return em.create(entity, fields as RequiredEntityData<T>)
}

/** A colleague with a user, a tag, an assignment to the same position, and logs, one of them of the reader's assignment. */
async function plantColleague() {
  const { orm, clock } = service
  const em = orm.em.fork()
  plant(em, User, { id: theirs.user, role: 'MANAGER' })
  const pending = { status: 'PROPOSAL_PENDING', proposal_type: 'TRANSFER', previous_status: 'ACTIVE' }
  plant(em, Employee, { id: theirs.employee, ...pending })
  await em.flush()
  const of = { employee: theirs.employee }
  plant(em, Assignment, { id: theirs.assignment, ...of, position })
  const held = plant(em, EmployeeTag, { id: theirs.employeeTag, ...of, tag })
  held.assigned({ actor: theirs.user, at: clock.now, today: '2026-03-04', reason: '' })
  await em.flush()
  const log = { ...of, actor: theirs.user }
  for (const assignment of [null, theirs.assignment, own.assignment])
    plant(em, TransitionLog, { ...log, assignment })
  plant(em, TagChangeLog, { ...log, tag, action: 'MODIFIED' })
  await em.flush()
}

type Procedure = { _def: { type: 'query' | 'mutation'; meta: Meta; inputs: z.ZodObject[] } }

const ids = [...Object.values(own), ...Object.values(theirs), tag, position]
const logIds = Array.from({ length: 10 }, (_, index) => index + 1)
const searched = ['canary', 'Last', '']

/** Values worth trying in a field: every choice, everybody's ids, the contents of others' fields. */
function valuesFor(field: string, schema: z.ZodType): unknown[] {
  if (field === 'page' || field === 'page_size') return [1, 2]
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  if (described.enum) return described.enum
  if (described.type === 'array') return [[own.employee], [theirs.employee], [own.employee, theirs.employee]]
  if (described.format === 'uuid') return ids
  if (described.format === 'date') return ['2000-01-01', '2026-03-04']
  if (described.type === 'boolean') return [true, false]
  if (described.type === 'string') return described.pattern ? ['5.00'] : searched
  return logIds
}

/** Inputs in which each field takes each of its values; the other required fields have a value of the reader's own. */
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

const usualIds: Record<string, string> = { employee: own.employee, position_id: position }

/** Reads, and changes that are refused to an EMPLOYEE or change nothing; without those of the caller's own account. */
const calls = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
  .filter(([name, { _def }]) => _def.type === 'query' || /^hours|preview/.test(name))
  .flatMap(([name, procedure]) => inputsOf(procedure).map((input) => ({ name, input, procedure })))

type Call = (typeof calls)[number]

async function everyAnswer(client: Client, answer: (client: Client, call: Call) => Promise<Answer>) {
  const answers = new Map<string, unknown>()
  for (const call of calls)
    answers.set(`${call.name} ${JSON.stringify(call.input)}`, (await answer(client, call)).body)
  return answers
}

const overTrpc = (client: Client, { name, input, procedure }: Call) =>
  client.trpc(procedure._def.type, name, input)

function overRest(client: Client, call: Call) {
  const { openapi } = call.procedure._def.meta
  if (!openapi) return overTrpc(client, call)
  const { path, rest } = fillIn(openapi.path, call.input)
  const query = openapi.method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
  return client.request(openapi.method, path + query, query ? {} : { body: rest })
}

/** Which canary is found where. */
const found = (answers: Map<string, unknown>) =>
  [...answers].flatMap(([call, answer]) => {
    const text = JSON.stringify(answer)
    return [...canaries].flatMap(([canary, field]) => (text.includes(canary) ? { field, call } : []))
  })

/** Shows what everybody may know of positions and their coverage (D17). */
const isCatalogue = (call: string) =>
  /^(positions|tags|position_tags|org_units|business_rules|health|assignments.preview|planning.openings)\b/.test(
    call,
  )

test('an EMPLOYEE cannot read, filter, order or count anything of others', async () => {
  const without = await everyAnswer(reader, overRest)
  await plantColleague()
  const answers = await everyAnswer(reader, overRest)
  expect(await everyAnswer(reader, overTrpc)).toEqual(answers)
  expect(found(answers)).toEqual([])
  for (const [call, answer] of answers)
    if (!isCatalogue(call)) expect([call, answer]).toEqual([call, without.get(call)])

  // The same calls by others find every canary that the service ever shows.
  const fields = new Set(found(await everyAnswer(admin, overRest)).map(({ field }) => field))
  expect([...new Set(canaries.values())].filter((field) => !fields.has(field))).toEqual([
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
