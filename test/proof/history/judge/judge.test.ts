import { expect, test } from 'vitest'
import type { Change, Commit, Row } from '../commits/commits.ts'
import { boundsOf } from '../commits/snapshots.ts'
import type { Request } from '../race/attempts.ts'
import { type Attempted, judge } from './judge.ts'

const [employee, position] = ['the employee', 'the position']

/** A history made by hand: commits, and the attempts that made them. Times count up by a second per commit. */
function handmade() {
  const commits: Commit[] = []
  const attempts: Attempted[] = []
  const rows = new Map<string, Row>()
  let entries = 0

  const at = (second: number) => `2026-03-04 10:00:${String(second).padStart(2, '0')}+00`

  /** The change and its entry in the change log, as the triggers write it. */
  function changed(table: string, id: string, columns: Row, isLogged = true): Change[] {
    const before = rows.get(id)
    const row = { ...before, ...columns, id }
    rows.set(id, row)
    const names = Object.keys(before ? columns : row).filter((name) => before?.[name] !== row[name as never])
    const logged = names.filter((name) => !['assigned_hours', 'assignment_count'].includes(name))
    const values = (of: Row) => JSON.stringify(Object.fromEntries(logged.map((name) => [name, of[name]])))
    const entry = {
      id: String(++entries),
      subject: table,
      subject_id: id,
      before: before ? values(before) : null,
      after: values(row),
      created_at: at(commits.length),
    }
    const change: Change = { table, kind: before ? 'update' : 'insert', row }
    const log: Change = { table: 'change_log', kind: 'insert', row: entry }
    return logged.length && isLogged ? [change, log] : [change]
  }

  const commit = (changes: Change[], request?: string) => {
    const authors = request ? [{ via: 'rest', request }] : []
    commits.push({ xid: commits.length + 10, at: new Date('2026-03-04T10:00:00Z'), authors, changes })
  }

  const attempt = (request: Request, status: number, more: Partial<Attempted> & { body?: object } = {}) => {
    const mark = `a${attempts.length}`
    const answer = { status, requestId: mark, body: { ...more.body } }
    const whole = { mark, request, answer, least: 0, most: Number.POSITIVE_INFINITY, ...more }
    attempts.push(whole)
    return whole
  }

  const kept = (hours: string, count: string) =>
    changed('positions', position, { assigned_hours: hours, assignment_count: count })
  const transition = (columns: Row): Change => ({
    table: 'transition_log',
    kind: 'insert',
    row: { id: String(++entries), created_at: at(commits.length), reason: '', ...columns },
  })

  /** An assignment, requested and committed. */
  function assign(id: string, hours: string, total = hours) {
    const request = creation(hours)
    const { mark } = attempt(request, 201)
    const columns = { employee_id: employee, position_id: position, effective_hours: hours, status: 'ACTIVE' }
    const made = changed('assignments', id, { ...columns, notes: '', end_reason: '' })
    commit([...made, ...kept(total, '1')], mark)
  }

  commit([
    ...changed('employees', employee, { status: 'ACTIVE', document_number: '' }),
    ...changed('positions', position, { is_active: 't', assigned_hours: '0.00', assignment_count: '0' }),
  ])
  /** Its violations; attempts see every commit unless they say otherwise. */
  function verdict() {
    for (const one of attempts) one.most = Math.min(one.most, commits.length)
    return judge({ commits, attempts, loaded: 1 }).violations.map(({ kind }) => kind)
  }
  return { commits, attempts, changed, commit, attempt, kept, transition, assign, verdict }
}

const creation = (hours: string): Request => ({
  procedure: 'assignments.create',
  body: { employee, position_id: position, effective_hours: hours, notes: '' },
})
const patch = (body: object): Request => ({ procedure: 'assignments.update', id: 'one', body: { ...body } })
const suspend: Request = { procedure: 'assignments.suspend', id: 'one', body: { reason: 'rest' } }
const suspended = {
  transition: 'suspend',
  from_status: 'ACTIVE',
  to_status: 'SUSPENDED',
  employee_id: employee,
  assignment_id: 'one',
  reason: 'rest',
}

test('the judge accepts a history that follows the contract', () => {
  const { assign, attempt, commit, changed, kept, transition, verdict } = handmade()
  assign('one', '8.00')
  const raised = attempt(patch({ effective_hours: '9' }), 200, { body: { effective_hours: '9.00' } })
  commit([...changed('assignments', 'one', { effective_hours: '9.00' }), ...kept('9.00', '1')], raised.mark)
  const rested = attempt(suspend, 200)
  const status = changed('assignments', 'one', { status: 'SUSPENDED' })
  commit([...status, ...kept('0.00', '0'), transition(suspended)], rested.mark)
  expect(verdict()).toEqual([])
})

test.each([
  ['weekly cap', { effective_hours: '61.00' }],
  ['assignable employee', { effective_hours: '8.00', employee: 'TERMINATED' }],
  ['active position', { effective_hours: '8.00', position: 'f' }],
])(
  'the judge notices an assignment that breaks the rule of the %s',
  (kind, { effective_hours, ...against }) => {
    const { assign, commit, changed, verdict } = handmade()
    const { employee: status, position: is_active } = against as { employee?: string; position?: string }
    if (status) commit(changed('employees', employee, { status }))
    if (is_active) commit(changed('positions', position, { is_active }))
    assign('one', effective_hours)
    expect(new Set(verdict())).toContain(kind)
  },
)

test('the judge notices two active assignments of one pair', () => {
  const { assign, verdict } = handmade()
  assign('one', '8.00')
  assign('two', '8.00', '16.00')
  expect(verdict()).toEqual(['kept totals', 'one active pair', 'one active pair'])
})

test('the judge notices totals that differ from the sums of the assignments', () => {
  const { assign, verdict } = handmade()
  assign('one', '8.00', '7.00')
  expect(verdict()).toEqual(['kept totals'])
})

test('the judge notices a write that takes back another write', () => {
  const { assign, attempt, commit, changed, kept, verdict } = handmade()
  assign('one', '8.00')
  const raised = attempt(patch({ effective_hours: '9' }), 200)
  commit([...changed('assignments', 'one', { effective_hours: '9.00' }), ...kept('9.00', '1')], raised.mark)
  const noted = attempt(patch({ notes: 'later' }), 200)
  const stale = changed('assignments', 'one', { effective_hours: '8.00', notes: 'later' })
  commit([...stale, ...kept('8.00', '1')], noted.mark)
  expect(verdict()).toEqual(['lost update'])
})

test('the judge notices a transition that is not logged, or logged in another transaction', () => {
  const { assign, attempt, commit, changed, kept, transition, verdict } = handmade()
  assign('one', '8.00')
  const { mark } = attempt(suspend, 200)
  commit([...changed('assignments', 'one', { status: 'SUSPENDED' }), ...kept('0.00', '0')], mark)
  expect(verdict()).toEqual(['log'])
  commit([transition(suspended)], 'somebody else')
  expect(verdict()).toEqual(['log', 'unknown author'])
})

test('the judge notices a change that the change log lacks', () => {
  const { attempt, commit, changed, verdict } = handmade()
  const { mark } = attempt(
    { procedure: 'employees.update', id: employee, body: { document_number: '7' } },
    200,
  )
  commit(changed('employees', employee, { document_number: '7' }, false), mark)
  expect(verdict()).toEqual(['change log', 'change log'])
})

test('the judge notices a log whose created_at is not in the order of the commits', () => {
  const { attempt, commit, changed, commits, verdict } = handmade()
  for (const document_number of ['7', '8']) {
    const { mark } = attempt({ procedure: 'employees.update', id: employee, body: { document_number } }, 200)
    commit(changed('employees', employee, { document_number }), mark)
  }
  expect(verdict()).toEqual([])
  const entry = commits[1]?.changes[1]?.row ?? {}
  entry.created_at = '2026-03-04 11:00:00+00'
  expect(verdict()).toEqual(['log order'])
})

test('the judge finds one commit for an acknowledged request, within its time', () => {
  const { assign, attempt, attempts, commits, verdict } = handmade()
  assign('one', '8.00')
  attempt(patch({ notes: 'gone' }), 200)
  expect(verdict()).toEqual(['lost'])
  attempts.pop()
  Object.assign(attempts[0] ?? {}, { most: 1 })
  expect(verdict()).toEqual(['out of time'])
  Object.assign(attempts[0] ?? {}, { most: 2 })
  commits.push({ ...(commits[1] as Commit), changes: [] })
  expect(verdict()).toContain('committed twice')
})

test('the judge notices a refusal that leaves a change', () => {
  const { assign, attempts, verdict } = handmade()
  assign('one', '8.00')
  Object.assign(attempts[0]?.answer ?? {}, { status: 503 })
  expect(verdict()).toEqual(['refused but there'])
})

test('the judge accepts a refusal that is right at some moment of the request', () => {
  const { assign, attempt, commit, changed, kept, transition, verdict } = handmade()
  const message = 'MAX_WEEKLY_HOURS: The weekly hours would be 62.00, above the cap of 60.00.'
  const taken = 'DUPLICATE_ASSIGNMENT: The employee already has an active assignment to this position.'
  assign('one', '54.00')
  const rested = attempt(suspend, 200)
  const status = changed('assignments', 'one', { status: 'SUSPENDED' })
  commit([...status, ...kept('0.00', '0'), transition(suspended)], rested.mark)
  const refusal = { body: { non_field_errors: [taken, message] } }
  const refused = attempt(creation('8.00'), 400, { ...refusal, least: 1, most: 3 })
  expect(verdict()).toEqual([])
  refused.least = 3
  expect(verdict()).toEqual(['wrong refusal'])
})

test('the judge notices an answer that differs from the stored row or is unknown to the contract', () => {
  const { assign, attempt, attempts, verdict } = handmade()
  assign('one', '8.00')
  Object.assign(attempts[0]?.answer.body ?? {}, { effective_hours: '9.00' })
  attempt(patch({ notes: 'x' }), 500)
  expect(verdict()).toEqual(['answer', 'answer'])
})

test('a snapshot bounds what a reader can have seen by the transactions that it shows', () => {
  const commits = [5, 7, 6, 9].map((xid) => ({ xid, at: new Date(0), authors: [], changes: [] }))
  const bounds = boundsOf(['5:5:', '5:8:6', '8:10:8'], commits)
  expect(bounds).toEqual([
    { least: 0, most: 0 },
    { least: 2, most: 2 },
    { least: 4, most: 4 },
  ])
})
