import { beforeEach, expect, inject, test } from 'vitest'
import { findDifferences } from '../../../entities/schema/totals.ts'
import type { Answer } from '../../setup/client.ts'
import { stopDeadlines } from '../../setup/deadlines.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { onlyInCheck } from '../../setup/run/ring.ts'
import { databaseAt } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

/** PostgreSQL breaks no deadlock here, so a test that causes one never ends. */
async function databaseUrl(url: string) {
  const name = new URL(url).pathname.slice(1)
  await execute(
    databaseAt(inject('databaseUrl'), name),
    `alter database ${name} set deadlock_timeout = '10min'`,
  )
  return url
}

const { service, make } = await serviceForFile({ databaseUrl })
const admin = await service.as('ADMIN', { is_superuser: true })
const crowd = 20

let units: string[]
let positions: string[]
let employees: string[]
let assignments: string[]

/** Two units with two positions each, and people who all have work in some of them. */
beforeEach(async () => {
  units = [(await make.unit()).id, (await make.unit()).id]
  positions = []
  employees = []
  assignments = []
  for (let i = 0; i < 4; i++) positions.push((await make.position({ org_unit: units[i % 2] })).id)
  for (let i = 0; i < crowd; i++) {
    const { id } = await make.employee()
    employees.push(id)
    for (const at of [i, i + 1])
      assignments.push((await make.assignment({ employee: id, position: positions[at % 4] })).id)
  }
})

const call = (path: string, body?: object) => admin.post(`/api/v1/${path}`, body)
const assign = (at: number, position: number) =>
  call('assignments/', { employee: employees[at], position_id: positions[position % 4], effective_hours: 1 })
const movePosition = (position: number, unit: number) =>
  admin.patch(`/api/v1/demand/${positions[position % 4]}/`, { org_unit_id: units[unit % 2] })
const moveAssignment = (at: number, to: object) => admin.patch(`/api/v1/assignments/${assignments[at]}/`, to)

type Call = (index: number, round: number) => Promise<Answer>

/** Rounds of twenty requests at once; chance decides which comes first. */
async function race(request: Call, allowed: number[]) {
  await stopDeadlines(service)
  const statuses = new Set<number>()
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(Array.from({ length: crowd }, (_, index) => request(index, round)))
    for (const { status } of answers) statuses.add(status)
    expect(await findDifferences(service.orm)).toEqual([])
  }
  expect([...statuses].filter((status) => !allowed.includes(status))).toEqual([])
}

test.each<[what: string, request: Call, allowed: number[]]>([
  [
    'create, end, suspend and resume assignments of the same positions',
    (index, round) => {
      const id = assignments[(index + round) * 2] ?? assignments[0]
      if (index % 4 === 0) return assign(index, index + 2)
      return call(`assignments/${id}/${['end', 'suspend', 'resume'][index % 3]}/`)
    },
    [200, 201, 400, 409],
  ],
  [
    'move positions while people come, go and change status',
    (index, round) => {
      if (index % 5 === 0) return movePosition(index / 5, index / 5 + round)
      if (index % 5 === 1) return assign(index, index + round)
      if (index % 5 === 2) return call(`assignments/${assignments[index * 2 + (round % 2)]}/end/`)
      if (index % 5 === 3) return moveAssignment(index, { position_id: positions[(index + round) % 4] })
      return call(`employees/${employees[index]}/${round % 2 ? 'return-from-leave' : 'go-on-leave'}/`)
    },
    [200, 201, 400, 409],
  ],
  ...onlyInCheck<[string, Call, number[]]>(
    [
      'create assignments to the same positions',
      (index, round) => assign(index, (index % 2) + round),
      [201, 400],
    ],
    [
      'move assignments between positions and people',
      (index, round) =>
        moveAssignment(
          index,
          index % 2
            ? { position_id: positions[(index + round) % 4] }
            : { employee: employees[(index + round) % crowd] },
        ),
      [200, 400, 409],
    ],
    [
      'terminate, send on leave and assign people',
      (index, round) => {
        if (index % 3 === 0) return assign(index, round + 2)
        const transitions = ['go-on-leave', 'return-from-leave', 'terminate', 'rehire']
        return call(`employees/${employees[index]}/${transitions[(index + round) % 4]}/`)
      },
      [200, 201, 400, 409],
    ],
    [
      'create and delete counted rows',
      (index, round) =>
        index % 2
          ? call('tags/', { name: `Race-${round}-${index}`, display_name: 'x', category: 'CONTRACT' })
          : call('employees/', {
              employee_number: `R${round}-${index}`,
              first_name: 'A',
              last_name: 'B',
              email: `r${round}-${index}@clinic.example`,
            }),
      [201],
    ],
  ),
])('the stored totals are right after twenty requests at once that %s', (_, request, allowed) =>
  race(request, allowed),
)
