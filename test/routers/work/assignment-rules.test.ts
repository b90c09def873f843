import { expect, onTestFinished, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { doesNotExist, unknown } from '../../expect/texts.ts'
import {
  assignmentsForFile,
  blockedBy,
  contractEnds,
  type Expected,
  lacks,
  notActive,
  notAssignable,
  overCap,
  overCovered,
  pairRefused,
  pairTaken,
  path,
  tooManyDays,
} from './assignment-setup.ts'

const { make, admin, sql, setRule, violationsOf, roomy, busy, valid, expectRules } =
  await assignmentsForFile()

test.each<[string[], string, Expected]>([
  [[], '40.00', {}],
  [[], '40.01', { warnings: [tooManyDays(6)] }],
  [['32.00'], '8.00', {}],
  [['32.00'], '8.01', { warnings: [tooManyDays(6)] }],
  [[], '60.00', { warnings: [tooManyDays(8)] }],
  [['30.00', '20.00'], '10.00', { warnings: [tooManyDays(8)] }],
  [['30.00', '20.00'], '10.01', { blocking: [overCap('60.01')], warnings: [tooManyDays(8)] }],
])(
  'an employee with %j hours who gets %s more breaks exactly these rules: %j',
  async (others, effective_hours, expected) => {
    await expectRules({ employee: await busy(...others), effective_hours }, expected)
  },
)

test('assignments that are SUSPENDED, ENDED or of others do not count', async () => {
  const employee = await busy('20.00')
  const position = (await make.position({ required_weekly_hours: '30.00' })).id
  for (const status of ['SUSPENDED', 'ENDED'] as const) {
    await make.assignment({ employee, status, effective_hours: '60.00' })
    await make.assignment({ employee, status, effective_hours: '60.00', position })
  }
  await make.assignment({ position, effective_hours: '10.00' })
  await expectRules({ employee, position_id: position, effective_hours: '20.00' })
})

test.each<[string[], string, Expected]>([
  [[], '10.00', {}],
  [[], '10.01', { warnings: [overCovered('10.01', '10.00')] }],
  [['3.00', '2.00'], '5.00', {}],
  [['3.00', '2.00'], '5.01', { warnings: [overCovered('10.01', '10.00')] }],
])(
  'a position of 10 hours with %j that gets %s more breaks exactly these rules: %j',
  async (others, effective_hours, expected) => {
    const { id: position_id } = await make.position({ required_weekly_hours: '10.00' })
    for (const hours of others) await make.assignment({ position: position_id, effective_hours: hours })
    await expectRules({ position_id, effective_hours }, expected)
  },
)

test('is_reinforcement changes no rule for assignments', async () => {
  const { id: position_id } = await make.position({ required_weekly_hours: '10.00' })
  const body = await valid({ position_id, effective_hours: '60.00', is_reinforcement: true })
  const { id } = (await admin.post(path, body)).body
  expect(await violationsOf(id)).toEqual([tooManyDays(8), overCovered('60.00', '10.00')])
  const more = await valid({ effective_hours: '60.01', is_reinforcement: true })
  await expectAnswer(admin.post(path, more), 400, blockedBy(overCap('60.01')))
})

test.each<[string, object, Expected]>([
  ['that ends today is', { end_date: '2026-03-04' }, { info: [contractEnds('2026-03-04')] }],
  ['that ends in 30 days is', { end_date: '2026-04-03' }, { info: [contractEnds('2026-04-03')] }],
  ['that ends in 31 days is not', { end_date: '2026-04-04' }, {}],
  ['that ended yesterday is not', { end_date: '2026-03-03' }, {}],
  ['without an end is not', { end_date: null }, {}],
  ['that is REVOKED is not', { end_date: '2026-03-10', status: 'REVOKED' }, {}],
  ['that is EXPIRED is not', { end_date: '2026-03-10', status: 'EXPIRED' }, {}],
])('a contract %s near its expiry', async (_, fields, expected) => {
  const tag = (await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })).id
  await expectRules({ employee: (await make.employeeTag({ tag, ...fields })).employee }, expected)
})

test('CONTRACT_NEAR_EXPIRY names the first contract to end, and no other tag', async () => {
  const employee = await busy()
  const tag = (await make.tag({ category: 'CONTRACT' })).id
  for (const end_date of ['2026-03-20', '2026-03-10', '2026-12-31', null])
    await make.employeeTag({ employee, tag, end_date })
  await make.employeeTag({ employee, end_date: '2026-03-05' })
  await make.employeeTag({ tag, end_date: '2026-03-05' })
  await expectRules({ employee }, { info: [contractEnds('2026-03-10')] })
})

test('missing mandatory tags block and missing optional tags warn, sorted by name', async () => {
  const { id: position_id } = await roomy()
  const tags: Record<string, string> = {}
  for (const [name, is_mandatory] of [
    ['b-must', true],
    ['Á-must', true],
    ['c-nice', false],
    ['A-nice', false],
  ] as const) {
    tags[name] = (await make.tag({ name })).id
    await make.positionTag({ position: position_id, tag: tags[name], is_mandatory })
  }
  const employee = await busy()
  await expectRules(
    { employee, position_id },
    { blocking: [lacks('Á-must', 'b-must')], warnings: [lacks('A-nice', 'c-nice')] },
  )
  for (const name of ['b-must', 'A-nice']) await make.employeeTag({ employee, tag: tags[name] })
  await expectRules({ employee, position_id }, { blocking: [lacks('Á-must')], warnings: [lacks('c-nice')] })
  for (const tag of Object.values(tags)) await make.employeeTag({ employee, tag })
  await expectRules({ employee, position_id })
})

test.each<[string, object, boolean]>([
  ['from today counts', { start_date: '2026-03-04' }, true],
  ['until today counts', { end_date: '2026-03-04' }, true],
  ['from tomorrow does not count', { start_date: '2026-03-05' }, false],
  ['until yesterday does not count', { end_date: '2026-03-03' }, false],
  ['but REVOKED does not count', { status: 'REVOKED' }, false],
  ['but EXPIRED does not count', { status: 'EXPIRED' }, false],
])('a required tag held %s', async (_, fields, isHeld) => {
  const position_id = (await roomy()).id
  const tag = await make.tag()
  await make.positionTag({ position: position_id, tag: tag.id })
  const { employee } = await make.employeeTag({ tag: tag.id, ...fields })
  await expectRules({ employee, position_id }, isHeld ? {} : { blocking: [lacks(tag.name)] })
})

test.each<[string, string | null, number]>([
  ['the day before', '2026-04-30', 400],
  ['its first day', '2026-05-01', 201],
  ['its last day', '2026-05-31', 201],
  ['the day after', '2026-06-01', 400],
  ['no day, so today,', null, 400],
])(
  'a tag held in May is looked up on the effective date, on %s %s: %i; preview looks at today',
  async (_, effective_date, status) => {
    const position_id = (await roomy()).id
    const tag = await make.tag()
    await make.positionTag({ position: position_id, tag: tag.id })
    const held = { start_date: '2026-05-01', end_date: '2026-05-31' }
    const { employee } = await make.employeeTag({ tag: tag.id, ...held })
    const body = await valid({ employee, position_id, effective_date })
    const { is_valid, violations } = (await admin.post(`${path}preview/`, body)).body
    expect([is_valid, violations.blocking]).toEqual([false, [lacks(tag.name)]])
    expect((await admin.post(path, body)).status).toBe(status)
  },
)

test('MAX_WEEKLY_HOURS can be disabled, softened and given another threshold or none', async () => {
  await setRule('MAX_CONSECUTIVE_SHIFTS', { enabled: false })
  await setRule('MAX_WEEKLY_HOURS', { enabled: false })
  await expectRules({ effective_hours: '168.00' })
  await setRule('MAX_WEEKLY_HOURS', { enabled: true, severity: 'WARNING' })
  await expectRules({ effective_hours: '60.01' }, { warnings: [overCap('60.01')] })
  await setRule('MAX_WEEKLY_HOURS', { severity: 'INFO', threshold: '20.50' })
  await expectRules({ effective_hours: '20.50' })
  await expectRules({ effective_hours: '20.51' }, { info: [overCap('20.51', '20.50')] })
  await setRule('MAX_WEEKLY_HOURS', { threshold: '0.30' })
  await expectRules({ employee: await busy('0.10'), effective_hours: '0.20' })
  await setRule('MAX_WEEKLY_HOURS', { threshold: null })
  await expectRules({ effective_hours: '60.01' }, { info: [overCap('60.01')] })
})

test("the CLINIC's max_weekly_hours outranks the threshold, unless the rule is disabled", async () => {
  await setRule('MAX_CONSECUTIVE_SHIFTS', { enabled: false })
  const clinic = `/api/v1/org-units/${(await make.clinic()).id}/`
  onTestFinished(async () => {
    await sql('update org_units set max_weekly_hours = null')
  })
  await admin.patch(clinic, { max_weekly_hours: '20.00' })
  await expectRules({ employee: await busy('12.00') })
  const over = { employee: await busy('12.00'), effective_hours: '8.01' }
  await expectRules(over, { blocking: [overCap('20.01', '20.00')] })
  await admin.patch(clinic, { max_weekly_hours: '70.00' })
  await expectRules({ effective_hours: '70.00' })
  await expectRules({ effective_hours: '70.01' }, { blocking: [overCap('70.01', '70.00')] })
  await setRule('MAX_WEEKLY_HOURS', { enabled: false })
  await expectRules({ effective_hours: '70.01' })
})

test('TAG_REQUIREMENT_MISMATCH as a WARNING is one violation that names mandatory and optional tags', async () => {
  const { id: position_id } = await roomy()
  for (const [name, is_mandatory] of [
    ['Merged-c', true],
    ['Merged-b', false],
    ['Merged-a', true],
  ] as const)
    await make.positionTag({ position: position_id, tag: (await make.tag({ name })).id, is_mandatory })
  await setRule('TAG_REQUIREMENT_MISMATCH', { severity: 'WARNING' })
  await expectRules({ position_id }, { warnings: [lacks('Merged-a', 'Merged-b', 'Merged-c')] })
  await setRule('TAG_REQUIREMENT_MISMATCH', { enabled: false })
  await expectRules({ position_id })
})

test('violations come in the order of the catalogue', async () => {
  for (const code of ['MAX_CONSECUTIVE_SHIFTS', 'COVERAGE_EXCEEDED', 'CONTRACT_NEAR_EXPIRY'])
    await setRule(code, { severity: 'BLOCKING' })
  const position_id = (await make.position({ required_weekly_hours: '8.00' })).id
  const tag = await make.tag({ category: 'CONTRACT' })
  await make.positionTag({ position: position_id, tag: tag.id })
  const other = (await make.tag({ category: 'CONTRACT' })).id
  const { employee } = await make.employeeTag({ tag: other, end_date: '2026-03-05' })
  const blocking = [
    overCap('61.00'),
    lacks(tag.name),
    tooManyDays(8),
    overCovered('61.00', '8.00'),
    contractEnds('2026-03-05'),
  ]
  await expectRules({ employee, position_id, effective_hours: '61.00' }, { blocking })
})

test.each(['ACTIVE', 'ON_LEAVE'] as const)('an employee who is %s can be assigned', async (status) => {
  await expectRules({ employee: (await make.employee({ status })).id })
})

test.each(['ONBOARDING', 'PROPOSAL_PENDING', 'DEACTIVATED', 'TERMINATED'] as const)(
  'an employee who is %s cannot be assigned',
  async (status) => {
    const body = await valid({ employee: (await make.employee({ status })).id })
    await expectAnswer(admin.post(path, body), 400, notAssignable)
    const preview = admin.post(`${path}preview/`, body)
    if (status !== 'TERMINATED') {
      await expectAnswer(preview, 400, notAssignable)
      return
    }
    const blocking = [{ rule_code: 'EMPLOYEE_TERMINATED', message: 'The employee is TERMINATED.' }]
    await expectAnswer(preview, 200, {
      assignment: { ...body, employee_name: expect.any(String) },
      is_valid: false,
      violations: { blocking, warnings: [], info: [] },
    })
  },
)

test('an inactive position gets no assignment', async () => {
  const body = await valid({ position_id: (await make.position({ is_active: false })).id })
  for (const url of [`${path}preview/`, path]) await expectAnswer(admin.post(url, body), 400, notActive)
})

test('an employee has at most one active assignment to a position', async () => {
  const { employee, position } = await make.assignment({ position: (await roomy()).id })
  await expectRules(
    { employee, position_id: position },
    { blocking: [{ rule_code: 'DUPLICATE_ASSIGNMENT', message: pairTaken }] },
  )
})

test.each(['SUSPENDED', 'ENDED'] as const)(
  'an employee with an assignment that is %s can have another to the same position',
  async (status) => {
    const { employee, position } = await make.assignment({ position: (await roomy()).id, status })
    await expectRules({ employee, position_id: position })
  },
)

test.each([{ enabled: false }, { severity: 'WARNING' }, { severity: 'INFO' }])(
  'terminated employees and taken pairs are refused even if their rules are %j',
  async (setting) => {
    await setRule('EMPLOYEE_TERMINATED', setting)
    await setRule('DUPLICATE_ASSIGNMENT', setting)
    const gone = await valid({ employee: (await make.employee({ status: 'TERMINATED' })).id })
    const { employee, position } = await make.assignment()
    const taken = await valid({ employee, position_id: position })
    for (const url of [`${path}preview/`, path]) {
      await expectAnswer(admin.post(url, gone), 400, notAssignable)
      await expectAnswer(admin.post(url, taken), 400, pairRefused)
    }
  },
)

test('an assignment is checked in this order: fields, references, employee, position, pair, rules', async () => {
  const employee = (await make.employee({ status: 'TERMINATED' })).id
  const position = (await make.position({ required_weekly_hours: '100.00', is_active: false })).id
  await make.assignment({ employee, position, effective_hours: '50.00' })
  const body = { employee, position_id: position, effective_hours: '50.00' }
  const expectRefusal = (expected: object, changes: object = {}) =>
    expectAnswer(admin.post(path, { ...body, ...changes }), 400, expected)
  await expectRefusal(
    { effective_hours: ['Ensure this value is greater than or equal to 0.01.'] },
    { effective_hours: '0', position_id: unknown },
  )
  await expectRefusal({ position_id: [doesNotExist(unknown)] }, { position_id: unknown })
  await expectRefusal(notAssignable)
  await sql(`update employees set status = 'ACTIVE' where id = ?`, [employee])
  await expectRefusal(notActive)
  await sql('update positions set is_active = true where id = ?', [position])
  const both = [...pairRefused.non_field_errors, ...blockedBy(overCap('100.00')).non_field_errors]
  await expectRefusal({ non_field_errors: both })
  await setRule('DUPLICATE_ASSIGNMENT', { enabled: false })
  await expectRefusal({ non_field_errors: both })
  await sql(`update assignments set status = 'ENDED' where employee_id = ?`, [employee])
  await expectRefusal(blockedBy(overCap('61.00')), { effective_hours: '61' })
  expect((await admin.post(path, body)).status).toBe(201)
})
