import { afterEach, beforeAll, expect, test } from 'vitest'
import { readClinicSnapshot } from '../../../entities/clinic-snapshot.ts'
import { Employee } from '../../../entities/people/employee.ts'
import { BusinessRule } from '../../../entities/work/business-rule.ts'
import { readActiveFacts } from '../../../entities/work/facts.ts'
import { OrgUnit } from '../../../entities/work/org-unit.ts'
import { clinicFacts } from '../../../src/planning/facts/read-snapshot.ts'
import { forecast } from '../../../src/planning/forecast/forecast.ts'
import type { ScenarioChange } from '../../../src/planning/scenario/changes/change.ts'
import { scenario } from '../../../src/planning/scenario/scenario.ts'
import { evaluateRules, type Violation } from '../../../src/work/business-rules.ts'
import { noon } from '../../expect/texts.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

// Each kind of change is tried as a scenario and then made for real. What the service itself says afterwards, by its
// coverage, its balances and its rules, is what the scenario has said before.

const today = '2026-03-04'
const weeks = 4
const { service, make, admin } = await serviceForFile()
const superuser = await service.as('ADMIN', { is_superuser: true })
const operator = await closedAfterAll(await startConsole(service)).as('ADMIN')

const factsOn = async (date = today) => clinicFacts(await readClinicSnapshot(service.orm.em, date))

const tried = async (changes: ScenarioChange[]) =>
  scenario(await factsOn(), { changes, left_out: {}, reference_date: today, weeks, replan: false })

const forecastOn = async (date = today, count = weeks) =>
  forecast(await factsOn(date), { weeks: count, org_unit_id: null, by_unit: false }).weeks

const row = async (path: string, id: string) => (await admin.get(`/api/v1/${path}/${id}/`)).body
const balanceOf = async (id: string, date: string) =>
  (await admin.get(`/api/v1/offer/employees/${id}/balance/?reference_date=${date}`)).body

/** What the rules find against all ACTIVE assignments, by the facts that SQL gathers. */
async function violations() {
  const em = service.orm.em.fork()
  const rules = await em.find(BusinessRule, {})
  const { max_weekly_hours: cap } = await em.findOneOrFail(OrgUnit, { unit_type: 'CLINIC' })
  const employees = await em.find(Employee, {}, { fields: ['id'] })
  const ids = employees.map(({ id }) => id)
  const all = await readActiveFacts(em, ids, today)
  const settings = rules.map(({ code, severity, threshold = null, enabled }) => ({
    code,
    severity,
    threshold,
    enabled,
  }))
  return all.flatMap(({ employee, ...facts }) => {
    const found = evaluateRules(settings, { ...facts, clinicMaxWeeklyHours: cap ?? null })
    const named = (severity: string, some: Violation[]) =>
      some.map(({ rule_code, message }) => `${employee} ${rule_code} ${severity} ${message}`)
    return [
      ...named('BLOCKING', found.blocking),
      ...named('WARNING', found.warnings),
      ...named('INFO', found.info),
    ]
  })
}

const keyOf = (text: string) => text.split(' ').slice(0, 3).join(' ')
const without = (some: string[], others: string[]) =>
  some.filter((one) => !others.map(keyOf).includes(keyOf(one))).sort()

/** A new row that the scenario calls NEW-1. */
type Made = { id: string } | undefined

/** Tries the changes, makes them for real, and compares; ids of new rows are the real ones afterwards. */
async function compare(changes: ScenarioChange[], forReal: () => Promise<Made>) {
  const before = { weeks: await forecastOn(), violations: await violations() }
  const answer = await tried(changes)
  const made = await forReal()
  const after = { weeks: await forecastOn(), violations: await violations() }
  expect(answer.before).toEqual(before.weeks)
  expect(answer.after).toEqual(after.weeks)
  const shown = answer.violations
  const spoken = (some: typeof shown.new) =>
    some.map((one) => `${real(one.employee, made)} ${one.rule_code} ${one.severity} ${one.message}`).sort()
  expect(spoken(shown.new)).toEqual(without(after.violations, before.violations))
  expect(spoken(shown.resolved)).toEqual(without(before.violations, after.violations))
  await comparePositions(answer, made)
  await compareBalances(answer, made)
  return answer
}

const real = (id: string, made: Made) => (id.startsWith('NEW-') && made ? made.id : id)

type Answer = Awaited<ReturnType<typeof tried>>

async function comparePositions({ positions, units }: Answer, made: Made) {
  for (const { position_id, after } of positions) {
    const stored = await row('demand', real(position_id, made))
    if (after === null) expect(stored.is_active).toBe(false)
    else
      expect(after).toMatchObject({
        org_unit_id: stored.org_unit_id,
        required_hours: stored.required_weekly_hours,
        booked_hours: stored.assigned_hours,
        coverage_state: stored.coverage_state,
      })
  }
  const { body: summary } = await admin.get('/api/v1/demand/coverage-summary/')
  for (const { org_unit_id, after } of units) {
    const stored = summary.by_unit.find((unit: { org_unit_id: string }) => unit.org_unit_id === org_unit_id)
    expect(after).toMatchObject({
      position_count: stored?.position_count ?? 0,
      required_hours: stored?.required_hours ?? '0.00',
      booked_hours: stored?.assigned_hours ?? '0.00',
      coverage_pct: stored?.coverage_pct ?? '0.00',
    })
  }
}

async function compareBalances({ balances, before, compared_week }: Answer, made: Made) {
  const date = before.find(({ week }) => week === compared_week)?.reference_date ?? ''
  for (const { employee, after } of balances) {
    const stored = await balanceOf(real(employee, made), date)
    expect(after).toEqual({
      pool_hours: stored.pool.effective_hours,
      assigned_hours: stored.consumption.assigned_hours,
      balance: stored.balance,
      state: stored.state,
    })
  }
}

/** A nurse with a contract of 40 hours and NightDuty until the 20th, and 30 hours on a position that requires both. */
async function ward() {
  const [contract, night, nurse] = [
    await make.tag({ category: 'CONTRACT', hours_delta: '40.00' }),
    await make.tag({ category: 'CERTIFICATION' }),
    await make.tag(),
  ]
  const unit = await make.unit()
  const employee = await make.employee()
  const position = await make.position({ org_unit: unit.id, required_weekly_hours: '40.00' })
  const other = await make.position({ org_unit: unit.id, required_weekly_hours: '20.00' })
  const give = (tag: { id: string }, end_date: string | null = null) =>
    make.employeeTag({ employee: employee.id, tag: tag.id, end_date })
  await give(contract)
  await give(nurse)
  const held = await give(night, '2026-03-20')
  for (const tag of [night, nurse]) await make.positionTag({ position: position.id, tag: tag.id })
  const assignment = await make.assignment({
    employee: employee.id,
    position: position.id,
    effective_hours: '30.00',
  })
  return { contract, night, nurse, unit, employee, position, other, held, assignment }
}

let at: Awaited<ReturnType<typeof ward>>
beforeAll(async () => {
  await make.clinic()
})

const move = (transition: string) => superuser.post(`/api/v1/employees/${at.employee.id}/${transition}/`, {})
const succeeded = ({ status, body }: { status: number; body: unknown }) => {
  expect([status, body]).toEqual([expect.toBeOneOf([200, 201, 204]), body])
}

afterEach(() => {
  service.clock.now = new Date(noon)
})

test('a scenario predicts what the service then says about leave', async () => {
  at = await ward()
  const { positions } = await compare([{ kind: 'LEAVE', employee: at.employee.id }], async () => {
    succeeded(await move('go-on-leave'))
  })
  expect(positions).toMatchObject([
    { position_id: at.position.id, before: { secure_hours: '30.00' }, after: { secure_hours: '0.00' } },
  ])
})

test('a scenario predicts what the service then says about a return from leave', async () => {
  await compare([{ kind: 'RETURN', employee: at.employee.id }], async () => {
    succeeded(await move('return-from-leave'))
  })
})

test('a scenario predicts what the service then says about leave on given dates, week by week', async () => {
  at = await ward()
  const before = await forecastOn()
  const change = {
    kind: 'LEAVE' as const,
    employee: at.employee.id,
    start_date: '2026-03-09',
    end_date: '2026-03-15',
  }
  const { after, compared_week } = await tried([change])
  expect([after[0], after[2], after[3]]).toEqual([before[0], before[2], before[3]])
  expect(compared_week).toBe('2026-W11')
  service.clock.now = new Date('2026-03-09T10:00:00.000Z')
  const then = await service.as('ADMIN', { is_superuser: true })
  succeeded(await then.post(`/api/v1/employees/${at.employee.id}/go-on-leave/`, {}))
  expect(after[1]).toEqual((await forecastOn('2026-03-09', 1))[0])
})

test('a scenario predicts what the service then says about a return on a given date, week by week', async () => {
  const away = await forecastOn()
  const { after } = await tried([{ kind: 'RETURN', employee: at.employee.id, start_date: '2026-03-16' }])
  expect([after[0], after[1]]).toEqual([away[0], away[1]])
  succeeded(await move('return-from-leave'))
  const back = await forecastOn()
  expect([after[2], after[3]]).toEqual([back[2], back[3]])
})

test('a scenario predicts what the service then says about the end of an employment', async () => {
  at = await ward()
  const { violations } = await compare([{ kind: 'TERMINATION', employee: at.employee.id }], async () => {
    succeeded(await move('terminate'))
  })
  expect(violations.new).toMatchObject([{ assignment: at.assignment.id, rule_code: 'EMPLOYEE_TERMINATED' }])
})

test('a scenario predicts what the service then says about a hire and an assignment', async () => {
  at = await ward()
  const tags = [at.contract.id, at.night.id, at.nurse.id]
  const changes: ScenarioChange[] = [
    { kind: 'HIRE', tags, start_date: '2026-03-05' },
    { kind: 'TAG_GRANTED', employee: 'NEW-1', tag: at.nurse.id },
    { kind: 'ASSIGNMENT_ADDED', employee: 'NEW-1', position_id: at.other.id, effective_hours: '8.00' },
  ]
  const { balances } = await compare(changes, async () => {
    const hired = await admin.post('/api/v1/employees/', {
      employee_number: 'HIRED',
      first_name: 'Nora',
      last_name: 'Neu',
      email: 'nora@clinic.example',
    })
    succeeded(hired)
    const employee = hired.body.id
    succeeded(await admin.post(`/api/v1/employees/${employee}/activate/`, {}))
    for (const tag of tags)
      succeeded(await admin.post('/api/v1/employee-tags/', { employee, tag, start_date: '2026-03-05' }))
    succeeded(await admin.post('/api/v1/employee-tags/', { employee, tag: at.nurse.id, start_date: today }))
    const assigned = { employee, position_id: at.other.id, effective_hours: '8.00' }
    succeeded(await admin.post('/api/v1/assignments/', assigned))
    return hired.body
  })
  expect(balances).toEqual([
    {
      employee: 'NEW-1',
      employee_name: 'NEW-1',
      before: null,
      after: { pool_hours: '0.00', assigned_hours: '8.00', balance: '-8.00', state: 'SURPLUS' },
    },
  ])
})

test('a scenario predicts what the service then says about a revoked tag', async () => {
  at = await ward()
  const { violations } = await compare([{ kind: 'TAG_REVOKED', employee_tag: at.held.id }], async () => {
    succeeded(await admin.delete(`/api/v1/employee-tags/${at.held.id}/`))
  })
  expect(violations.new).toMatchObject([
    { severity: 'BLOCKING', message: `The employee lacks tags of the position: ${at.night.name}.` },
  ])
})

test.for(['2026-03-07', null])(
  'a scenario predicts what the service then says about a tag that ends on %s',
  async (end_date) => {
    at = await ward()
    const { before, after } = await compare(
      [{ kind: 'TAG_EXTENDED', employee_tag: at.held.id, end_date }],
      async () => {
        succeeded(await admin.patch(`/api/v1/employee-tags/${at.held.id}/`, { end_date }))
      },
    )
    expect(after).not.toEqual(before)
  },
)

test.for([{ start_date: '2026-03-06', end_date: '2026-03-20' }, {}])(
  'a scenario predicts what the service then says about a tag given from $start_date to $end_date',
  async (dates) => {
    at = await ward()
    const reduction = await make.tag({ category: 'EXCEPTION', hours_delta: '-20.00' })
    const change = { kind: 'TAG_GRANTED' as const, employee: at.employee.id, tag: reduction.id, ...dates }
    const { balances } = await compare([change], async () => {
      const given = { employee: at.employee.id, tag: reduction.id, start_date: today, ...dates }
      succeeded(await admin.post('/api/v1/employee-tags/', given))
    })
    expect(balances).toHaveLength(1)
  },
)

test('a scenario predicts what the service then says about an added position', async () => {
  at = await ward()
  const fields = { org_unit_id: at.unit.id, title: 'Night', required_weekly_hours: '12.50' }
  await compare([{ kind: 'POSITION_ADDED', ...fields, tags: [at.night.id] }], async () => {
    const added = await admin.post('/api/v1/demand/', fields)
    succeeded(added)
    succeeded(await admin.post('/api/v1/position-tags/', { position: added.body.id, tag: at.night.id }))
    return added.body
  })
})

test('a scenario predicts what the service then says about a position that moves and requires other hours and tags', async () => {
  at = await ward()
  const unit = await make.unit()
  const required = { required_weekly_hours: '25.00', org_unit_id: unit.id }
  const lost = await make.tag()
  const change: ScenarioChange = {
    kind: 'POSITION_CHANGED',
    position_id: at.position.id,
    ...required,
    add_tags: [lost.id],
    remove_tags: [at.night.id],
  }
  const { violations } = await compare([change], async () => {
    succeeded(await admin.patch(`/api/v1/demand/${at.position.id}/`, required))
    succeeded(await admin.post('/api/v1/position-tags/', { position: at.position.id, tag: lost.id }))
    const { body } = await admin.get(`/api/v1/position-tags/?position_id=${at.position.id}`)
    const removed = body.results.find(({ tag }: { tag: string }) => tag === at.night.id)
    succeeded(await admin.delete(`/api/v1/position-tags/${removed.id}/`))
  })
  expect(violations.new.map(({ rule_code }) => rule_code).sort()).toEqual([
    'COVERAGE_EXCEEDED',
    'TAG_REQUIREMENT_MISMATCH',
  ])
})

test('a scenario predicts what the service then says about an ended assignment and its closed position', async () => {
  at = await ward()
  const changes: ScenarioChange[] = [
    { kind: 'ASSIGNMENT_ENDED', assignment: at.assignment.id },
    { kind: 'POSITION_CLOSED', position_id: at.position.id },
  ]
  const { positions } = await compare(changes, async () => {
    succeeded(await admin.post(`/api/v1/assignments/${at.assignment.id}/end/`, {}))
    succeeded(await admin.delete(`/api/v1/demand/${at.position.id}/`))
  })
  expect(positions).toMatchObject([{ position_id: at.position.id, after: null }])
})

test('a scenario predicts what the service then says about a closed position that has a SUSPENDED assignment', async () => {
  at = await ward()
  succeeded(await admin.post(`/api/v1/assignments/${at.assignment.id}/suspend/`, {}))
  await compare([{ kind: 'POSITION_CLOSED', position_id: at.position.id }], async () => {
    succeeded(await admin.delete(`/api/v1/demand/${at.position.id}/`))
  })
})

test('a scenario predicts what the service then says about an assignment above the requirement', async () => {
  at = await ward()
  const fields = { employee: at.employee.id, position_id: at.other.id, effective_hours: '25.00' }
  const { violations } = await compare([{ kind: 'ASSIGNMENT_ADDED', ...fields }], async () => {
    const created = await admin.post('/api/v1/assignments/', fields)
    succeeded(created)
    return { id: at.employee.id }
  })
  expect(violations.new.map(({ assignment }) => assignment)).toContain('NEW-1')
})

test('a scenario predicts what the service then says about other hours of an assignment', async () => {
  at = await ward()
  const change = {
    kind: 'ASSIGNMENT_CHANGED' as const,
    assignment: at.assignment.id,
    effective_hours: '45.00',
  }
  await compare([change], async () => {
    const { effective_hours } = change
    succeeded(await admin.patch(`/api/v1/assignments/${at.assignment.id}/`, { effective_hours }))
  })
})

test.for(['29.99', null])(
  'a scenario predicts what the service then says about a cap of %s',
  async (max_weekly_hours) => {
    at = await ward()
    await compare([{ kind: 'CAP_CHANGED', max_weekly_hours }], async () => {
      const { id } = await make.clinic()
      succeeded(await admin.patch(`/api/v1/org-units/${id}/`, { max_weekly_hours }))
    })
  },
)

test.for([
  { code: 'MAX_WEEKLY_HOURS' as const, threshold: '20.00', severity: 'WARNING' as const },
  { code: 'MAX_WEEKLY_HOURS' as const, threshold: null, severity: 'BLOCKING' as const },
  { code: 'TAG_REQUIREMENT_MISMATCH' as const, severity: 'WARNING' as const },
  { code: 'CONTRACT_NEAR_EXPIRY' as const, threshold: '365' },
])('a scenario predicts what the service then says about a changed rule $code', async (change) => {
  at = await ward()
  await make.employeeTag({ employee: at.employee.id, tag: at.contract.id, end_date: '2026-06-30' })
  await make.assignment({ employee: at.employee.id, position: at.other.id })
  const { violations } = await compare([{ kind: 'RULE_CHANGED', ...change }], async () => {
    const given = { reason: 'tried before', ...change }
    succeeded(await operator.trpc('mutation', 'operator.rules.update', given))
  })
  expect(violations.new_count + violations.resolved_count).toBeGreaterThan(0)
})
