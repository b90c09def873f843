import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDifferences } from '../../../entities/schema/kept.ts'
import {
  type EmployeeStatus,
  type EmployeeTransition,
  employeeTransitionNames,
  nextEmployeeStatus,
} from '../../../src/people/employee-lifecycle.ts'
import { type AssignmentStatus, nextAssignmentStatus } from '../../../src/work/assignment-lifecycle.ts'
import { factories } from '../../made/factories.ts'
import type { Client } from '../../setup/client.ts'
import { endpoints } from '../../setup/endpoints.ts'
import { startService, type TestService } from '../../setup/service.ts'

/** Number of random walks: `WALKS=1000 npx vitest run test/server/http/surfaces.test.ts` for many. */
const walks = Number(process.env.WALKS ?? 15)
const operationsPerWalk = 25
const people = 3
const places = 2

/** A model of what the service must hold, kept up to date by the rules of the contract. */
type Model = {
  employees: { id: string; status: EmployeeStatus; previous: EmployeeStatus | null }[]
  positions: string[]
  assignments: { id: string; employee: number; position: number; hours: string; status: AssignmentStatus }[]
}

type Surface = (name: string, input: Record<string, unknown>) => Promise<{ status: number; body: unknown }>
type Side = { service: TestService; client: Client; call: Surface; model: Model }

let sides: Side[]

beforeEach(async () => {
  sides = [await open((client) => overRest(client)), await open((client) => overTrpc(client))]
})
afterEach(async () => {
  for (const { service } of sides) await service.close()
})

async function open(surface: (client: Client) => Surface): Promise<Side> {
  const service = await startService()
  const client = await service.as('ADMIN', { email: 'admin@clinic.example', is_superuser: true })
  const model: Model = { employees: [], positions: [], assignments: [] }
  const side = { service, client, call: surface(client), model }
  const make = factories(service)
  const unit = await make.unit()
  for (let i = 0; i < places; i++) model.positions.push((await make.position({ org_unit: unit.id })).id)
  return side
}

const overRest =
  (client: Client): Surface =>
  (name, input) => {
    const [, method, path] = endpoints.find(([procedure]) => procedure === name) ?? ['', 'GET', '']
    const rest = { ...input }
    const target = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      delete rest[parameter]
      return String(input[parameter])
    })
    if (method !== 'GET') return client.request(method, target, { body: rest })
    return client.get(`${target}?${new URLSearchParams(rest as Record<string, string>)}`)
  }

const queries = endpoints.filter(([, method]) => method === 'GET').map(([name]) => name as string)

const overTrpc =
  (client: Client): Surface =>
  async (name, input) => {
    const answer = await client.trpc(queries.includes(name) ? 'query' : 'mutation', name, input)
    const [, , , status] = endpoints.find(([procedure]) => procedure === name) ?? []
    return { status: answer.status === 200 ? (status ?? 200) : answer.status, body: answer.body }
  }

/** An answer with what must differ replaced: ids by the order of their first appearance, and the address. */
function comparable(ids: Map<string, number>, value: unknown): unknown {
  const text = JSON.stringify(value, (_, item) => (item === undefined ? null : item))
  return JSON.parse(
    text
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, '')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        if (!ids.has(id)) ids.set(id, ids.size)
        return `#${ids.get(id)}`
      }),
  )
}

/** One operation: what to call, the status that the model expects, and the model's change. */
type Step = {
  name: string
  input: (model: Model) => Record<string, unknown>
  expected: (model: Model) => number
  apply: (model: Model, body: { id: string }) => void
}

const activeHours = ({ assignments }: Model, employee: number, except?: number) =>
  Decimal.sum(
    0,
    ...assignments
      .filter((one, index) => one.employee === employee && one.status === 'ACTIVE' && index !== except)
      .map((one) => one.hours),
  )

const isAssignable = (status: EmployeeStatus) => status === 'ACTIVE' || status === 'ON_LEAVE'

function moveEmployee(employee: number, transition: EmployeeTransition): Step {
  const next = ({ employees }: Model) => {
    const { status, previous } = employees[employee] as Model['employees'][number]
    return nextEmployeeStatus(transition, status, previous)
  }
  return {
    name: `employees.${transition}`,
    input: ({ employees }) => ({
      id: employees[employee]?.id,
      ...(transition === 'propose' && { proposal_type: 'TRANSFER' }),
    }),
    expected: (model) => (next(model) ? 200 : 409),
    apply: (model) => {
      const one = model.employees[employee] as Model['employees'][number]
      const status = next(model) ?? one.status
      one.previous = transition === 'propose' ? one.status : null
      one.status = status
    },
  }
}

const assign = (employee: number, position: number, hours: string): Step => ({
  name: 'assignments.create',
  input: ({ employees, positions }) => ({
    employee: employees[employee]?.id,
    position_id: positions[position],
    effective_hours: hours,
  }),
  expected: (model) => {
    const taken = model.assignments.some(
      (one) => one.employee === employee && one.position === position && one.status === 'ACTIVE',
    )
    const fits = activeHours(model, employee).plus(hours).lte(60)
    return isAssignable(model.employees[employee]?.status ?? 'TERMINATED') && !taken && fits ? 201 : 400
  },
  apply: ({ assignments }, { id }) => {
    assignments.push({ id, employee, position, hours, status: 'ACTIVE' })
  },
})

/** Turns any number into the index of an assignment; when there are none, no row is at the index. */
const pick = ({ assignments }: Model, number: number) => number % Math.max(assignments.length, 1)
const nowhere = '00000000-0000-4000-8000-000000000000'

const moveAssignment = (number: number, transition: 'suspend' | 'resume' | 'end'): Step => ({
  name: `assignments.${transition}`,
  input: (model) => ({ id: model.assignments[pick(model, number)]?.id ?? nowhere }),
  expected: (model) => {
    const one = model.assignments[pick(model, number)]
    if (!one) return 404
    if (!nextAssignmentStatus(transition, one.status)) return 409
    const isTaken = model.assignments.some(
      (other) =>
        other !== one &&
        other.employee === one.employee &&
        other.position === one.position &&
        other.status === 'ACTIVE',
    )
    return transition === 'resume' && isTaken ? 409 : 200
  },
  apply: (model) => {
    const one = model.assignments[pick(model, number)]
    if (one) one.status = nextAssignmentStatus(transition, one.status) ?? one.status
  },
})

const balance = (employee: number): Step => ({
  name: 'hours.balance',
  input: ({ employees }) => ({ employee_id: employees[employee]?.id }),
  expected: () => 200,
  apply: (model, body) => {
    expect(body).toMatchObject({
      consumption: { assigned_hours: activeHours(model, employee).toFixed(2) },
      balance: activeHours(model, employee).negated().plus(0).toFixed(2),
      state: activeHours(model, employee).isZero() ? 'BALANCED' : 'SURPLUS',
    })
  },
})

const person = fc.nat(people - 1)
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(person, fc.constantFrom(...employeeTransitionNames))
      .map((given) => moveEmployee(...given)),
  },
  { weight: 2, arbitrary: person.map((employee) => moveEmployee(employee, 'activate')) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(person, fc.nat(places - 1), fc.constantFrom('8.00', '20.50', '40.00', '60.00'))
      .map((given) => assign(...given)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(20), fc.constantFrom('suspend' as const, 'resume' as const, 'end' as const))
      .map((given) => moveAssignment(...given)),
  },
  { weight: 2, arbitrary: person.map(balance) },
)

/** Moves the clock, so that no two rows are created at the same instant and lists by time agree. */
function tick({ service }: Side) {
  service.clock.now = new Date(service.clock.now.getTime() + 1000)
}

/** New employees for each walk, so that it does not depend on the one before. */
async function hire(side: Side, walk: number) {
  side.model.employees = []
  side.model.assignments = []
  for (let i = 0; i < people; i++) {
    const { body } = await side.call('employees.create', {
      employee_number: `W${walk}-${i}`,
      first_name: 'First',
      last_name: `Last ${i}`,
      email: `w${walk}-${i}@clinic.example`,
    })
    side.model.employees.push({ id: (body as { id: string }).id, status: 'ONBOARDING', previous: null })
    tick(side)
  }
}

async function states(side: Side, ids: Map<string, number>) {
  const seen: unknown[] = []
  for (const name of ['employees.list', 'assignments.list', 'transitions.list'])
    seen.push((await side.call(name, { page_size: 100, ordering: 'created_at' })).body)
  seen.push((await side.call('positions.coverage_summary', {})).body)
  return comparable(ids, seen)
}

test('a sequence of operations has the results that the model expects, over REST and over tRPC', async () => {
  let walk = 0
  const run = async (sequence: Step[]) => {
    const number = walk++
    const seen = await Promise.all(
      sides.map(async (side) => {
        const ids = new Map<string, number>()
        const results: unknown[] = []
        await hire(side, number)
        for (const step of sequence) {
          const expected = step.expected(side.model)
          const answer = await side.call(step.name, step.input(side.model))
          expect({ step: step.name, status: answer.status }).toEqual({ step: step.name, status: expected })
          if (expected < 300) step.apply(side.model, answer.body as { id: string })
          results.push(comparable(ids, [step.name, answer.status, answer.body]))
          tick(side)
        }
        for (const [index, { id, status }] of side.model.employees.entries()) {
          const { body } = await side.call('employees.get', { id })
          expect({ index, status: (body as { status: string }).status }).toEqual({ index, status })
        }
        return { results, states: await states(side, ids) }
      }),
    )
    expect(seen[1]).toEqual(seen[0])
    for (const { service } of sides) expect(await findDifferences(service.orm)).toEqual([])
  }
  const sequence = fc.array(steps, { minLength: operationsPerWalk, maxLength: operationsPerWalk })
  await fc.assert(fc.asyncProperty(sequence, run), { numRuns: walks, endOnFailure: true })
}, 900_000)
