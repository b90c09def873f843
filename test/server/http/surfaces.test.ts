import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDifferences } from '../../../entities/schema/kept.ts'
import { employeeTransitionNames } from '../../../src/people/employee-lifecycle.ts'
import { type Endpoint, endpoints } from '../../expect/endpoints.ts'
import { factories } from '../../made/factories.ts'
import { callOverRest, callOverTrpc } from '../../setup/calls.ts'
import type { Client } from '../../setup/client.ts'
import { startService, type TestService } from '../../setup/service.ts'

// The proof's part "models" holds both surfaces to the contract; this compares their whole answers with each other.

/** Number of random walks: `WALKS=1000 npx vitest run test/server/http/surfaces.test.ts` for many. */
const walks = Number(process.env.WALKS ?? 15)
const operationsPerWalk = 25
const people = 3
const places = 2

type Surface = (name: string, input: Record<string, unknown>) => Promise<{ status: number; body: unknown }>
/** `employees` and `assignments` are the ids of the present walk. */
type Side = {
  service: TestService
  call: Surface
  positions: string[]
  employees: string[]
  assignments: string[]
}

let sides: Side[]

beforeEach(async () => {
  sides = [await open(overRest), await open(overTrpc)]
})
afterEach(async () => {
  for (const { service } of sides) await service.close()
})

async function open(surface: (client: Client) => Surface): Promise<Side> {
  const service = await startService()
  const client = await service.as('ADMIN', { email: 'admin@clinic.example', is_superuser: true })
  const make = factories(service)
  const unit = await make.unit()
  const positions: string[] = []
  for (let i = 0; i < places; i++) positions.push((await make.position({ org_unit: unit.id })).id)
  return { service, call: surface(client), positions, employees: [], assignments: [] }
}

const endpointOf = (name: string): Endpoint =>
  endpoints.find(([procedure]) => procedure === name) ?? expect.unreachable()

const overRest =
  (client: Client): Surface =>
  (name, input) =>
    callOverRest(client, endpointOf(name), input)

const overTrpc =
  (client: Client): Surface =>
  async (name, input) => {
    const endpoint = endpointOf(name)
    const { status, body } = await callOverTrpc(client, endpoint, input)
    return { status: status === 200 ? endpoint[3] : status, body }
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

type Step = { name: string; input: (side: Side) => Record<string, unknown> }

const nowhere = '00000000-0000-4000-8000-000000000000'
const person = fc.nat(people - 1)

const moveEmployee = (employee: number, transition: string): Step => ({
  name: `employees.${transition}`,
  input: ({ employees }) => ({
    id: employees[employee],
    ...(transition === 'propose' && { proposal_type: 'TRANSFER' }),
  }),
})
const assign = (employee: number, position: number, effective_hours: string): Step => ({
  name: 'assignments.create',
  input: ({ employees, positions }) => ({
    employee: employees[employee],
    position_id: positions[position],
    effective_hours,
  }),
})
const moveAssignment = (number: number, transition: string): Step => ({
  name: `assignments.${transition}`,
  input: ({ assignments }) => ({ id: assignments[number % Math.max(assignments.length, 1)] ?? nowhere }),
})
const balance = (employee: number): Step => ({
  name: 'hours.balance',
  input: ({ employees }) => ({ employee_id: employees[employee] }),
})

const transitions = fc.constantFrom(...employeeTransitionNames)
const hours = fc.constantFrom('8.00', '20.50', '40.00', '60.00')
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(person, transitions).map((given) => moveEmployee(...given)) },
  { weight: 2, arbitrary: person.map((employee) => moveEmployee(employee, 'activate')) },
  { weight: 4, arbitrary: fc.tuple(person, fc.nat(places - 1), hours).map((given) => assign(...given)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(20), fc.constantFrom('suspend', 'resume', 'end'))
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
  side.employees = []
  side.assignments = []
  for (let i = 0; i < people; i++) {
    const { body } = await side.call('employees.create', {
      employee_number: `W${walk}-${i}`,
      first_name: 'First',
      last_name: `Last ${i}`,
      email: `w${walk}-${i}@clinic.example`,
    })
    side.employees.push((body as { id: string }).id)
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

test('a sequence of operations has the same answers and effects over REST and over tRPC', async () => {
  let walk = 0
  const take = async (side: Side, sequence: Step[], number: number) => {
    const ids = new Map<string, number>()
    const results: unknown[] = []
    await hire(side, number)
    for (const { name, input } of sequence) {
      const { status, body } = await side.call(name, input(side))
      expect([200, 201, 400, 404, 409], name).toContain(status)
      if (status === 201) side.assignments.push((body as { id: string }).id)
      results.push(comparable(ids, [name, status, body]))
      tick(side)
    }
    return { results, states: await states(side, ids) }
  }
  const run = async (sequence: Step[]) => {
    const number = walk++
    const [rest, trpc] = await Promise.all(sides.map((side) => take(side, sequence, number)))
    expect(trpc).toEqual(rest)
    for (const { service } of sides) expect(await findDifferences(service.orm)).toEqual([])
  }
  const sequence = fc.array(steps, { minLength: operationsPerWalk, maxLength: operationsPerWalk })
  await fc.assert(fc.asyncProperty(sequence, run), { numRuns: walks, endOnFailure: true })
}, 900_000)
