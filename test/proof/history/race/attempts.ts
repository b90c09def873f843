import fc from 'fast-check'
import type { Clinic } from './clinic.ts'

/** One call of a procedure; `id` is that of the object in its path. */
export type Request = { procedure: string; id?: string; body: Record<string, unknown> }

/** What the attempts know of rows that earlier ones made. */
export type Known = Clinic & { assignments: string[]; employeeTags: string[] }

/** Chooses a request among the known rows; the mark finds it again in notes and reasons. */
export type Attempt = (known: Known, mark: string) => Request

const kept = 40
const hours = fc.constantFrom('2.00', '4.50', '7.25', '8.00', '12.00', '20.00', '30.00')
const dates = fc.constantFrom('2020-01-01', '2026-01-01', '2030-06-30', '2035-12-31')
const some = fc.nat(1_000_000)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), value)
const one = (list: string[], choice: number) => list[choice % list.length] ?? ''
const maybeOne = (list: string[], choice: number | undefined) =>
  choice === undefined ? undefined : one(list, choice)

const createAssignment = fc.record({ employee: some, position: some, hours }).map(
  ({ employee, position, hours }): Attempt =>
    (known, notes) => ({
      procedure: 'assignments.create',
      body: {
        employee: one(known.employees, employee),
        position_id: one(known.positions, position),
        effective_hours: hours,
        notes,
      },
    }),
)

const changeAssignment = fc
  .record({
    id: some,
    employee: maybe(some),
    position: maybe(some),
    hours: maybe(hours),
    isNoted: fc.boolean(),
  })
  .map(
    ({ id, employee, position, hours, isNoted }): Attempt =>
      (known, notes) => ({
        procedure: 'assignments.update',
        id: one(known.assignments, id),
        body: {
          employee: maybeOne(known.employees, employee),
          position_id: maybeOne(known.positions, position),
          effective_hours: hours,
          notes: isNoted ? notes : undefined,
        },
      }),
  )

const assignmentVerb = fc.record({ id: some, verb: fc.constantFrom('suspend', 'resume', 'end') }).map(
  ({ id, verb }): Attempt =>
    (known, mark) => ({
      procedure: `assignments.${verb}`,
      id: one(known.assignments, id),
      body: verb === 'end' ? { notes: mark, end_reason: 'TRANSFER' } : { reason: mark },
    }),
)

// People come back sooner than they leave, and half of them stay: otherwise few could be assigned.
const leaving = ['go_on_leave', 'propose', 'deactivate', 'terminate']
const returning = [
  'return_from_leave',
  'cancel_proposal',
  'force_accept_proposal',
  'reactivate',
  'rehire',
  'activate',
]
const employeeVerb = fc
  .record({ id: some, verb: fc.constantFrom(...leaving, ...returning, ...returning, ...returning) })
  .map(
    ({ id, verb }): Attempt =>
      ({ employees }, mark) => ({
        procedure: `employees.${verb}`,
        id: one(employees.slice(0, employees.length / 2), id),
        body: verb === 'propose' ? { proposal_type: 'TRANSFER', notes: mark } : { reason: mark },
      }),
  )

const changeEmployee = some.map(
  (id): Attempt =>
    ({ employees }, mark) => ({
      procedure: 'employees.update',
      id: one(employees, id),
      body: { document_number: mark },
    }),
)

const createEmployeeTag = fc.record({ employee: some, tag: some, start: dates, end: maybe(dates) }).map(
  ({ employee, tag, start, end }): Attempt =>
    ({ employees, tags }) => ({
      procedure: 'employee_tags.create',
      body: { employee: one(employees, employee), tag: one(tags, tag), start_date: start, end_date: end },
    }),
)

const changeEmployeeTag = fc
  .record({
    id: some,
    start_date: maybe(dates),
    end_date: maybe(dates),
    status: fc.constantFrom(undefined, undefined, 'ACTIVE', 'REVOKED', 'EXPIRED'),
  })
  .map(
    ({ id, ...changes }): Attempt =>
      ({ employeeTags }, reason) => ({
        procedure: 'employee_tags.update',
        id: one(employeeTags, id),
        body: { ...changes, reason },
      }),
  )

const deleteEmployeeTag = some.map(
  (id): Attempt =>
    ({ employeeTags }) => ({
      procedure: 'employee_tags.delete',
      id: one(employeeTags, id),
      body: {},
    }),
)

const changeTag = fc.record({ id: some, is_active: fc.constantFrom(true, true, false) }).map(
  ({ id, is_active }): Attempt =>
    ({ tags }, description) => ({
      procedure: 'tags.update',
      id: one(tags, id),
      body: { is_active, description },
    }),
)

const changePosition = fc
  .record({
    id: some,
    is_active: fc.constantFrom(undefined, true, true, false),
    hours: maybe(hours),
  })
  .map(
    ({ id, is_active, hours }): Attempt =>
      ({ positions }, notes) => ({
        procedure: 'positions.update',
        id: one(positions, id),
        body: { is_active, required_weekly_hours: hours, notes },
      }),
  )

const deletePosition = some.map(
  (id): Attempt =>
    ({ positions }) => ({
      procedure: 'positions.delete',
      id: one(positions, id),
      body: {},
    }),
)

const attempt = fc.oneof(
  { weight: 24, arbitrary: createAssignment },
  { weight: 24, arbitrary: changeAssignment },
  { weight: 20, arbitrary: assignmentVerb },
  { weight: 12, arbitrary: employeeVerb },
  { weight: 3, arbitrary: changeEmployee },
  { weight: 5, arbitrary: createEmployeeTag },
  { weight: 6, arbitrary: changeEmployeeTag },
  { weight: 2, arbitrary: deleteEmployeeTag },
  { weight: 2, arbitrary: changeTag },
  { weight: 8, arbitrary: changePosition },
  { weight: 2, arbitrary: deletePosition },
)

/** The given number of attempts, always the same for a seed. */
export const sampleAttempts = (count: number, seed: number): Attempt[] =>
  fc.sample(attempt, { numRuns: count, seed })

type Answered = { status: number; body: Record<string, unknown> }

/** Keeps what the next attempts may be about: the latest assignments that have not ended, and the latest tags. */
export function learn(known: Known, { procedure, id }: Request, { status, body }: Answered) {
  const withNew = (list: string[]) => [...list, String(body.id)].slice(-kept)
  if (procedure === 'assignments.create' && status === 201) known.assignments = withNew(known.assignments)
  if (procedure === 'employee_tags.create' && status === 201) known.employeeTags = withNew(known.employeeTags)
  if (procedure === 'assignments.end' && status === 200)
    known.assignments = known.assignments.filter((one) => one !== id)
}
