import { randomUUID } from 'node:crypto'
import type { BenchCall } from '../service/calls.ts'
import type { Loaded } from '../service/load.ts'

/** One line of the table; its calls are sent one after the other. A case that writes makes a new call each time. */
export type Case = {
  name: string
  calls: BenchCall[]
  newCall?: () => BenchCall
  caller?: 'person' | 'machine'
}

export function makeCases({ employees, positions }: Loaded): Case[] {
  const some = employees.slice(0, 100)
  const call = (method: BenchCall['method'], path: string, body?: BenchCall['body']) => ({
    method,
    path,
    body,
  })
  const get = (name: string, ...paths: string[]) => ({ name, calls: paths.map((path) => call('GET', path)) })
  const post = (name: string, path: string, ...bodies: BenchCall['body'][]) => {
    return { name, calls: bodies.map((body) => call('POST', path, body)) }
  }
  const assignments = '/api/v1/assignments/'
  const effective_hours = '0.01'
  const assignment = (employee?: string, position_id?: string) => ({ employee, position_id, effective_hours })
  let created = 0
  const newAssignment = () => {
    const number = created++
    const [round, turn] = [Math.floor(number / employees.length), number % employees.length]
    return assignment(employees[turn], positions[(turn + round) % positions.length])
  }

  return [
    get('me', '/api/v1/auth/me/'),
    { ...get('me of a machine', '/api/v1/auth/me/'), caller: 'machine' },
    get('employees list', '/api/v1/employees/'),
    get('employee detail', ...some.map((id) => `/api/v1/employees/${id}/`)),
    get('employees search', ...terms.map((term) => `/api/v1/employees/?search=${term}`)),
    get('demand list', '/api/v1/demand/'),
    get('demand detail', ...positions.slice(0, 100).map((id) => `/api/v1/demand/${id}/`)),
    get('demand list by coverage_state', ...states.map((state) => `/api/v1/demand/?coverage_state=${state}`)),
    get('coverage summary', '/api/v1/demand/coverage-summary/'),
    get('balance', ...some.map((id) => `/api/v1/offer/employees/${id}/balance/`)),
    post(
      'batch of 500 balances',
      '/api/v1/offer/employees/batch-balance/',
      ...[0, 500, 1000].map((start) => ({ employee_ids: employees.slice(start, start + 500) })),
    ),
    get('assignments list', assignments),
    post('preview', `${assignments}preview/`, ...some.map((employee) => assignment(employee, positions[0]))),
    {
      ...post('assignment create', assignments, newAssignment()),
      newCall: () => call('POST', assignments, newAssignment()),
    },
    {
      ...post('assignment create with an Idempotency-Key', assignments, newAssignment()),
      newCall: () => ({
        ...call('POST', assignments, newAssignment()),
        headers: { 'idempotency-key': randomUUID() },
      }),
    },
  ]
}

const states = ['VACANT', 'PARTIAL', 'COVERED', 'OVER_COVERED']
const terms = ['garcia', 'marin', 'ana+', 'E0012', 'lopez', 'navarro', 'ort', 'delgado']
