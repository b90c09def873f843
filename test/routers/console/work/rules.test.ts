import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAnswer } from '../../../expect/answer.ts'
import type { Client } from '../../../setup/client.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../../setup/fixture.ts'

const reason = 'the agreement of this year'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
let operator: Client
beforeEach(async () => {
  operator = await ops.as('ADMIN')
})

const ask = (name: string, input?: unknown) => operator.trpc('query', `operator.rules.${name}`, input)
const act = (name: string, input: object) =>
  operator.trpc('mutation', `operator.${name}`, { reason, ...input })
const lastEntry = async () =>
  (await operator.trpc('query', 'operator.audit.list', { actor: operator.user.id })).body.results[0]
const ruleNamed = async (code: string) =>
  (await ask('list')).body.rules.find((rule: { code: string }) => rule.code === code)

/** An employee with one assignment for each number of hours, each to its own position. */
async function employ(last_name: string, hours: string[], required = '40.00') {
  const employee = await make.employee({ last_name })
  for (const effective_hours of hours)
    await make.assignment({
      employee: employee.id,
      position: (await make.position({ required_weekly_hours: required })).id,
      effective_hours,
    })
  return employee
}

describe('the preview', () => {
  let over: Awaited<ReturnType<typeof employ>>

  beforeAll(async () => {
    await employ('Exactly', ['24.00', '24.00'])
    over = await employ('Barely', ['24.00', '24.01'])
    await employ('Álvarez', ['40.00', '30.00'])
    await employ('Little', ['8.00'])
    const ended = await make.employee({ last_name: 'Ended' })
    await make.assignment({ employee: ended.id, effective_hours: '100.00', status: 'ENDED' })
  })

  const impact = (fields: object) => ({
    severity: 'BLOCKING',
    threshold: '60.00',
    enabled: true,
    ...fields,
  })

  test('the preview of another cap names the employees over it, and changes nothing', async () => {
    await expectAnswer(ask('preview', { code: 'MAX_WEEKLY_HOURS', threshold: '48' }), 200, {
      current: impact({
        employee_count: 1,
        assignment_count: 2,
        employees: [expect.objectContaining({ name: 'Álvarez, First' })],
      }),
      proposed: impact({
        threshold: '48.00',
        employee_count: 2,
        assignment_count: 4,
        employees: [
          expect.objectContaining({ name: 'Álvarez, First' }),
          {
            id: over.id,
            name: 'Barely, First',
            message: 'The weekly hours are 48.01, above the cap of 48.00.',
          },
        ],
      }),
    })
    expect(await ruleNamed('MAX_WEEKLY_HOURS')).toMatchObject({ threshold: '60.00' })
  })

  test('the preview of a disabled rule finds nothing', async () => {
    const { body } = await ask('preview', { code: 'MAX_WEEKLY_HOURS', enabled: false })
    expect(body.proposed).toMatchObject({
      employee_count: 0,
      employees: [],
    })
  })

  test('the preview of a clinic cap outranks the threshold', async () => {
    const preview = (clinic_cap: string | null) =>
      ask('preview', { code: 'MAX_WEEKLY_HOURS', threshold: '100', clinic_cap })
    expect((await preview('48')).body.proposed.employee_count).toBe(2)
    expect((await preview(null)).body.proposed.employee_count).toBe(0)
  })

  test('the preview of a rule names the first twenty employees and counts all', async () => {
    for (let i = 0; i < 25; i++) await employ(`Zz${String(i).padStart(2, '0')}`, ['61.00'], '99.00')
    const { body } = await ask('preview', { code: 'MAX_WEEKLY_HOURS' })
    expect([body.current.employee_count, body.current.assignment_count]).toEqual([26, 27])
    const names = body.current.employees.map(({ name }: { name: string }) => name)
    expect([names.length, names[0], names[19]]).toEqual([20, 'Álvarez, First', 'Zz18, First'])
  })

  test('the preview of a rule sees tags, contracts, statuses and coverage as the rules do', async () => {
    const found = async (code: string, change: object = {}) => {
      const { employees } = (await ask('preview', { code, ...change })).body.proposed
      return employees.map(({ message }: { message: string }) => message)
    }
    const employee = await make.employee({ status: 'TERMINATED' })
    const contract = await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })
    await make.employeeTag({ employee: employee.id, tag: contract.id, end_date: '2026-03-20' })
    const position = await make.position({ required_weekly_hours: '4.00' })
    await make.positionTag({ position: position.id })
    await make.assignment({ employee: employee.id, position: position.id, effective_hours: '4.01' })
    expect(await found('EMPLOYEE_TERMINATED')).toEqual(['The employee is TERMINATED.'])
    expect(await found('COVERAGE_EXCEEDED')).toEqual([
      'The position has 4.01 hours assigned, above the 4.00 it requires.',
    ])
    expect(await found('TAG_REQUIREMENT_MISMATCH')).toHaveLength(1)
    expect(await found('CONTRACT_NEAR_EXPIRY')).toEqual([
      "The employee's contract ends on 2026-03-20, within 30 days.",
    ])
    expect(await found('CONTRACT_NEAR_EXPIRY', { threshold: '15' })).toEqual([])
    expect(await found('MAX_CONSECUTIVE_SHIFTS', { threshold: '9' })).toHaveLength(1)
    expect(await found('DUPLICATE_ASSIGNMENT')).toEqual([])
  })
})

describe('a rule', () => {
  test('a changed rule needs a reason, and applies to the next assignment', async () => {
    const input = { code: 'MAX_WEEKLY_HOURS', threshold: 20, severity: 'BLOCKING', enabled: true }
    const { status, body } = await act('rules.update', input)
    expect([status, body]).toEqual([200, await ruleNamed('MAX_WEEKLY_HOURS')])
    expect(body).toMatchObject({ threshold: '20.00', default_threshold: '60.00', takes_threshold: true })
    expect(await lastEntry()).toMatchObject({
      action: 'rules.update',
      target: 'MAX_WEEKLY_HOURS',
      details: {
        threshold: '20.00',
        severity: 'BLOCKING',
        enabled: true,
        before: { threshold: '60.00', severity: 'BLOCKING', enabled: true },
      },
      reason,
    })
    const manager = await service.as('MANAGER')
    const assignment = {
      employee: (await make.employee()).id,
      position_id: (await make.position()).id,
      effective_hours: '20.01',
    }
    expect((await manager.post('/api/v1/assignments/', assignment)).status).toBe(400)
    expect((await act('rules.update', { code: 'MAX_WEEKLY_HOURS', threshold: null })).body.threshold).toBe(
      '60.00',
    )
    expect((await manager.post('/api/v1/assignments/', assignment)).status).toBe(201)
  })

  test.each<[object, object]>([
    [
      { code: 'TAG_REQUIREMENT_MISMATCH', severity: 'INFO' },
      { severity: ['TAG_REQUIREMENT_MISMATCH takes the severity BLOCKING or WARNING, not INFO.'] },
    ],
    [
      { code: 'EMPLOYEE_TERMINATED', threshold: '5' },
      {
        threshold: [
          'EMPLOYEE_TERMINATED has no threshold. Those that have: MAX_WEEKLY_HOURS, MAX_CONSECUTIVE_SHIFTS, CONTRACT_NEAR_EXPIRY.',
        ],
      },
    ],
    [{ code: 'NO_SUCH_RULE' }, { code: ['"NO_SUCH_RULE" is not a valid choice.'] }],
    [
      { code: 'MAX_WEEKLY_HOURS', threshold: '-1' },
      { threshold: ['Ensure this value is greater than or equal to 0.'] },
    ],
  ])('the change of a rule with %j is refused, as is its preview', async (input, body) => {
    await expectAnswer(act('rules.update', input), 400, body)
    await expectAnswer(ask('preview', input), 400, body)
    expect(await lastEntry()).toBeUndefined()
  })
})

test('an operator can set and lift the cap of the clinic', async () => {
  const clinic = await make.clinic()
  expect((await act('rules.set_clinic_cap', { max_weekly_hours: '45.5' })).body).toEqual({
    id: clinic.id,
    name: 'The clinic',
    max_weekly_hours: '45.50',
    etag: expect.any(String),
  })
  expect((await ask('list')).body.clinic).toMatchObject({ max_weekly_hours: '45.50' })
  expect(await lastEntry()).toMatchObject({
    action: 'rules.set_clinic_cap',
    target: clinic.code,
    details: { max_weekly_hours: '45.50', before: { max_weekly_hours: null } },
  })
  expect((await act('rules.set_clinic_cap', { max_weekly_hours: '169' })).status).toBe(400)
  await act('rules.set_clinic_cap', { max_weekly_hours: null })
  expect((await ask('list')).body.clinic).toMatchObject({ max_weekly_hours: null })
})

test('a change is refused if what the operator saw has changed since', async () => {
  const clinic = (await ask('list')).body.clinic ?? (await make.clinic())
  const unit = await make.unit()
  const user = await service.addUser('VIEWER')
  const rule = { code: 'COVERAGE_EXCEEDED' }
  const tagOf: Record<string, () => Promise<string>> = {
    'rules.update': async () => (await ruleNamed(rule.code)).etag,
    'rules.set_clinic_cap': async () => (await ask('list')).body.clinic.etag,
    'units.set_management': async () =>
      (await operator.trpc('query', 'operator.coverage.unit', { id: unit.id })).body.etag,
    'users.deactivate': async () =>
      (await operator.trpc('query', 'operator.users.get', { id: user.id })).body.etag,
  }
  const changes: Record<string, object> = {
    'rules.update': { ...rule, enabled: false },
    'rules.set_clinic_cap': { id: clinic.id, max_weekly_hours: '44.00' },
    'units.set_management': { id: unit.id, is_management: true },
    'users.deactivate': { id: user.id },
  }
  for (const [name, input] of Object.entries(changes)) {
    const etag = (await tagOf[name]?.()) ?? ''
    const changed = () =>
      operator.post(`/trpc/operator.${name}`, { reason, ...input }, { headers: { 'If-Match': etag } })
    expect([name, (await changed()).status]).toEqual([name, 200])
    const { status, body } = await changed()
    const detail = 'The object has changed since you read it.'
    expect([name, status, body.error.data.body]).toEqual([name, 412, { detail }])
  }
  const shown = await operator.get(`/api/v1/business-rules/${(await ruleNamed(rule.code)).id}/`)
  expect(shown.headers.get('etag')).toBe(await tagOf['rules.update']?.())
})

test('only a UNIT can be marked as management', async () => {
  const unit = await make.unit()
  const input = { id: unit.id, is_management: true }
  expect((await act('units.set_management', input)).body).toEqual(input)
  expect((await operator.trpc('query', 'org_units.get', { id: unit.id })).body.is_management).toBe(true)
  expect(await lastEntry()).toMatchObject({ action: 'units.set_management', target: unit.code })
  await expectAnswer(act('units.set_management', { ...input, id: unit.parent }), 400, {
    is_management: ['Only a UNIT can be management.'],
  })
  const nothing = '11111111-1111-4111-8111-111111111111'
  expect((await act('units.set_management', { ...input, id: nothing })).status).toBe(404)
})
