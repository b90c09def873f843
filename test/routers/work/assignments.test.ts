import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { Assignment } from '../../../entities/work/assignment.ts'
import type { Violation } from '../../../src/work/business-rules.ts'
import { everyRow, expectOrderings, notAnOrdering } from '../../expect/lists.ts'
import { doesNotExist, noon, notFound, notPermitted, unknown } from '../../expect/texts.ts'
import { seededRules } from '../../made/seeded-rules.ts'
import type { Answer } from '../../setup/client.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/assignments/'
const half = '2026-03-04T10:30:00.000Z'

const pairTaken = 'The employee already has an active assignment to this position.'
const pairRefused = `DUPLICATE_ASSIGNMENT: ${pairTaken}`
const aboveCap = (hours: string, cap = '60.00') =>
  `The weekly hours would be ${hours}, above the cap of ${cap}.`
const overCovered = (hours: string, required: string) =>
  `The position would have ${hours} hours assigned, above the ${required} it requires.`
const shifts = (days: number, limit = '6') =>
  `The week would need ${days} working days of 8 hours, with a limit of ${limit}.`
const contractEnds = (end: string, days = '30') =>
  `The employee's contract ends on ${end}, within ${days} days.`
const lacks = (...names: string[]) => `The employee lacks tags of the position: ${names.join(', ')}.`

const { service, make, admin } = await serviceForFile()
await make.clinic()

const sql = (statement: string, values: unknown[] = []) =>
  service.orm.em.getConnection().execute(statement, values)

type RuleSettings = { severity?: string; threshold?: string | null; enabled?: boolean }

/** Sets what an administrator sets outside this API, until the test ends. */
async function setRule(code: string, fields: RuleSettings) {
  const { severity, threshold } = seededRules.find((rule) => rule.code === code) ?? {}
  onTestFinished(() => updateRule(code, { severity, threshold, enabled: true }))
  await updateRule(code, fields)
}

async function updateRule(code: string, fields: RuleSettings) {
  for (const [column, value] of Object.entries(fields))
    await sql(`update business_rules set ${column} = ? where code = ?`, [value, code])
}

afterEach(() => {
  service.clock.now = new Date(noon)
})

const stored = (id: string) => service.orm.em.fork().findOneOrFail(Assignment, id)
const violationsOf = async (id: string) => (await stored(id)).metadata.violations
const roomy = () => make.position({ required_weekly_hours: '9999.00' })

/** An active employee with an assignment elsewhere for each number of hours. */
async function busy(...hours: string[]) {
  const employee = await make.employee()
  for (const effective_hours of hours)
    await make.assignment({ employee: employee.id, position: (await roomy()).id, effective_hours })
  return employee.id
}

/** A body that breaks no rule but for what a test gives. */
const valid = async (fields: object = {}) => ({
  employee: (await make.employee()).id,
  position_id: (await roomy()).id,
  effective_hours: '8.00',
  ...fields,
})

describe('create, get and list', () => {
  test('an assignment is created with the defaults of D14, and get, list and tRPC show it', async () => {
    const unit = await make.unit({ name: 'Ward 7' })
    const employee = await make.employee({ first_name: 'Ana', last_name: 'Ruiz' })
    const position = await make.position({ org_unit: unit.id, title: 'Nurse' })
    const created = await admin.post(path, {
      employee: employee.id.toUpperCase(),
      position_id: position.id,
      effective_hours: 7.5,
      status: 'ENDED',
      metadata: {},
      id: unknown,
    })
    const common = {
      id: expect.not.stringMatching(unknown),
      employee: employee.id,
      employee_name: 'Ruiz, Ana',
      position_id: position.id,
      effective_hours: '7.50',
      is_reinforcement: false,
      status: 'ACTIVE',
      effective_date: null,
      end_date: null,
      created_at: noon,
    }
    const detail = { ...common, end_reason: '', suspended_at: null, notes: '', updated_at: noon }
    expect([created.status, created.body]).toEqual([201, detail])
    const { id } = created.body
    expect((await admin.get(`${path}${id}/`)).body).toEqual(detail)
    expect((await admin.trpc('query', 'assignments.get', { id })).body).toEqual(detail)
    const row = { ...common, position_title: 'Nurse', org_unit_name: 'Ward 7' }
    const page = { count: 1, next: null, previous: null, results: [row] }
    expect((await admin.get(`${path}?employee=${employee.id}`)).body).toEqual(page)
    expect((await admin.trpc('query', 'assignments.list', { employee: employee.id })).body).toEqual(page)
    expect((await stored(id)).metadata).toEqual({ violations: [] })
    expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(0)
  })

  test('an assignment is created with every field', async () => {
    const fields = { effective_date: '2026-05-01', notes: 'For the summer', is_reinforcement: true }
    const created = await admin.post(path, await valid(fields))
    expect(created).toMatchObject({ status: 201, body: fields })
    const later = await admin.post(path, await valid({ effective_date: null, notes: ' trimmed ' }))
    expect(later.body).toMatchObject({ effective_date: null, notes: 'trimmed' })
  })

  test.each<[string, object]>([
    ['with the defaults', {}],
    [
      'with every field',
      {
        effective_hours: '7.5',
        effective_date: '2026-05-01',
        notes: ' "Ñ"\n\u2028 😀 ',
        is_reinforcement: true,
      },
    ],
  ])('the answer to a creation %s is what get then shows, byte for byte', async (_, fields) => {
    service.clock.now = new Date('2026-03-04T10:10:11.120Z')
    const created = await admin.post(path, await valid(fields))
    const shown = await admin.get(`${path}${created.body.id}/`)
    expect(JSON.stringify(created.body)).toBe(JSON.stringify(shown.body))
    const overTrpc = await admin.trpc('mutation', 'assignments.create', await valid(fields))
    const shownOverTrpc = await admin.trpc('query', 'assignments.get', { id: overTrpc.body.id })
    expect(JSON.stringify(overTrpc.body)).toBe(JSON.stringify(shownOverTrpc.body))
  })

  test.each<[string, (url: string, employee: string) => Promise<Answer>]>([
    ['a change of the notes', (url) => admin.patch(url, { notes: 'New' })],
    ['no change', (url) => admin.patch(url, {})],
    [
      'a change of the hours',
      (url) => admin.patch(url, { effective_hours: 4, effective_date: '2026-04-01' }),
    ],
    ['a move', (url, employee) => admin.patch(url, { employee, effective_date: null })],
    ['a suspension', (url) => admin.post(`${url}suspend/`, { reason: 'Because' })],
    ['an end', (url) => admin.post(`${url}end/`, { end_reason: 'TRANSFER', notes: 'Gone' })],
    [
      'a resumption',
      async (url) => {
        await admin.post(`${url}suspend/`)
        return admin.post(`${url}resume/`)
      },
    ],
  ])('the answer to %s is what get then shows, byte for byte', async (_, write) => {
    const fields = { effective_date: '2026-05-01', notes: 'Old', is_reinforcement: true }
    const { body } = await admin.post(path, await valid(fields))
    service.clock.now = new Date('2026-03-04T10:10:11.120Z')
    const answer = await write(`${path}${body.id}/`, (await make.employee()).id)
    expect(answer.status).toBe(200)
    const shown = await admin.get(`${path}${body.id}/`)
    expect(JSON.stringify(answer.body)).toBe(JSON.stringify(shown.body))
  })

  const atLeast = { effective_hours: ['Ensure this value is greater than or equal to 0.01.'] }
  test.each<[object, object]>([
    [{ employee: undefined }, { employee: ['This field is required.'] }],
    [{ employee: null }, { employee: ['This field may not be null.'] }],
    [{ employee: 'abc' }, { employee: ['“abc” is not a valid UUID.'] }],
    [{ employee: { id: 'abc' } }, { employee: ["“{'id': 'abc'}” is not a valid UUID."] }],
    [{ employee: unknown }, { employee: [doesNotExist(unknown)] }],
    [{ position_id: undefined }, { position_id: ['This field is required.'] }],
    [{ position_id: unknown }, { position_id: [doesNotExist(unknown)] }],
    [
      { employee: unknown, position_id: unknown },
      {
        employee: [doesNotExist(unknown)],
        position_id: [doesNotExist(unknown)],
      },
    ],
    [{ effective_hours: undefined }, { effective_hours: ['This field is required.'] }],
    [{ effective_hours: null }, { effective_hours: ['This field may not be null.'] }],
    [{ effective_hours: '0' }, atLeast],
    [{ effective_hours: '-8' }, atLeast],
    [{ effective_hours: '168.01' }, { effective_hours: ['Ensure this value is less than or equal to 168.'] }],
    [
      { effective_hours: '0.001' },
      { effective_hours: ['Ensure that there are no more than 2 decimal places.'] },
    ],
    [{ effective_hours: 'NaN' }, { effective_hours: ['A valid number is required.'] }],
    [
      { effective_date: '2026-02-30' },
      { effective_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
    ],
    [{ notes: null }, { notes: ['This field may not be null.'] }],
    [{ notes: 'x'.repeat(2001) }, { notes: ['Ensure this field has no more than 2000 characters.'] }],
    [{ is_reinforcement: 'no' }, { is_reinforcement: ['Must be a valid boolean.'] }],
  ])('an assignment with %j is refused', async (fields, expected) => {
    const refused = await admin.post(path, await valid(fields))
    expect([refused.status, refused.body]).toEqual([400, expected])
  })

  test('the bounds of effective_hours are 0.01 and 168.00', async () => {
    await setRule('MAX_WEEKLY_HOURS', { enabled: false })
    for (const effective_hours of ['0.01', '168.00'])
      expect((await admin.post(path, await valid({ effective_hours }))).body).toMatchObject({
        effective_hours,
      })
  })

  test('there is no DELETE and no PUT', async () => {
    const { id } = await make.assignment()
    for (const method of ['DELETE', 'PUT']) {
      const refused = await admin.request(method, `${path}${id}/`)
      expect([refused.status, refused.body]).toEqual([405, { detail: `Method "${method}" not allowed.` }])
    }
    expect((await admin.get(`${path}${id}/`)).status).toBe(200)
  })

  test.each(['x', unknown])('%s is not an assignment', async (id) => {
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', 'suspend/'],
      ['POST', 'resume/'],
      ['POST', 'end/'],
      ['GET', 'available-transitions/'],
      ['GET', 'transitions/'],
    ] as const) {
      const answer = await admin.request(method, `${path}${id}/${rest}`, method === 'GET' ? {} : { body: {} })
      expect([rest, answer.status, answer.body]).toEqual([rest, 404, notFound])
    }
  })
})

type Found = Violation
type Expected = { blocking?: Found[]; warnings?: Found[]; info?: Found[] }

/** Preview tells what create then does: the same violations, refused when one blocks and stored otherwise. */
async function expectRules(
  body: { employee: string; position_id: string; effective_hours: string },
  expected: Expected,
) {
  const { blocking = [], warnings = [], info = [] } = expected
  const before = await everyRow(admin, `${path}?employee=${body.employee}`)
  const preview = await admin.post(`${path}preview/`, body)
  expect([preview.status, preview.body]).toEqual([
    200,
    {
      assignment: { ...body, employee_name: expect.stringContaining(', ') },
      is_valid: blocking.length === 0,
      violations: { blocking, warnings, info },
    },
  ])
  const overTrpc = await admin.trpc('mutation', 'assignments.preview', body)
  expect(overTrpc.body).toEqual(preview.body)
  expect(await everyRow(admin, `${path}?employee=${body.employee}`)).toEqual(before)

  const created = await admin.post(path, body)
  if (blocking.length) {
    const messages = blocking.map(({ rule_code, message }) => `${rule_code}: ${message}`)
    expect([created.status, created.body]).toEqual([400, { non_field_errors: messages }])
    expect(await everyRow(admin, `${path}?employee=${body.employee}`)).toEqual(before)
  } else {
    expect(created.status).toBe(201)
    expect((await stored(created.body.id)).metadata).toEqual({ violations: [...warnings, ...info] })
  }
}

const weekly = (message: string): Found => ({ rule_code: 'MAX_WEEKLY_HOURS', message })
const consecutive = (message: string): Found => ({ rule_code: 'MAX_CONSECUTIVE_SHIFTS', message })
const exceeded = (message: string): Found => ({ rule_code: 'COVERAGE_EXCEEDED', message })
const expiring = (message: string): Found => ({ rule_code: 'CONTRACT_NEAR_EXPIRY', message })
const mismatch = (...missing_tags: string[]): Found => ({
  rule_code: 'TAG_REQUIREMENT_MISMATCH',
  message: lacks(...missing_tags),
  missing_tags,
})

describe('rules, in preview and create', () => {
  test.each<[string[], string, Expected]>([
    [[], '40.00', {}],
    [[], '40.01', { warnings: [consecutive(shifts(6))] }],
    [['32.00'], '8.00', {}],
    [['32.00'], '8.01', { warnings: [consecutive(shifts(6))] }],
    [[], '48.00', { warnings: [consecutive(shifts(6))] }],
    [[], '48.01', { warnings: [consecutive(shifts(7))] }],
    [[], '59.99', { warnings: [consecutive(shifts(8))] }],
    [[], '60.00', { warnings: [consecutive(shifts(8))] }],
    [[], '60.01', { blocking: [weekly(aboveCap('60.01'))], warnings: [consecutive(shifts(8))] }],
    [['30.00', '20.00'], '10.00', { warnings: [consecutive(shifts(8))] }],
    [
      ['30.00', '20.00'],
      '10.01',
      { blocking: [weekly(aboveCap('60.01'))], warnings: [consecutive(shifts(8))] },
    ],
  ])('%j hours elsewhere and %s more: %j', async (others, effective_hours, expected) => {
    await expectRules(
      { employee: await busy(...others), position_id: (await roomy()).id, effective_hours },
      expected,
    )
  })

  test('SUSPENDED and ENDED assignments, and those of others, count for nothing', async () => {
    const employee = await busy('20.00')
    const position = await make.position({ required_weekly_hours: '30.00' })
    for (const status of ['SUSPENDED', 'ENDED'] as const) {
      await make.assignment({ employee, status, effective_hours: '60.00' })
      await make.assignment({ employee, status, effective_hours: '60.00', position: position.id })
    }
    await make.assignment({ position: position.id, effective_hours: '10.00' })
    await expectRules({ employee, position_id: position.id, effective_hours: '20.00' }, {})
  })

  test.each<[string[], string, Expected]>([
    [[], '9.99', {}],
    [[], '10.00', {}],
    [[], '10.01', { warnings: [exceeded(overCovered('10.01', '10.00'))] }],
    [['3.00', '2.00'], '5.00', {}],
    [['3.00', '2.00'], '5.01', { warnings: [exceeded(overCovered('10.01', '10.00'))] }],
    [['12.00'], '0.01', { warnings: [exceeded(overCovered('12.01', '10.00'))] }],
  ])('a position of 10 hours with %j gets %s more: %j', async (others, effective_hours, expected) => {
    const { id: position_id } = await make.position({ required_weekly_hours: '10.00' })
    for (const hours of others) await make.assignment({ position: position_id, effective_hours: hours })
    await expectRules({ employee: await busy(), position_id, effective_hours }, expected)
  })

  test('is_reinforcement changes no rule', async () => {
    const { id: position_id } = await make.position({ required_weekly_hours: '10.00' })
    const body = await valid({ position_id, effective_hours: '60.00', is_reinforcement: true })
    const { id } = (await admin.post(path, body)).body
    expect(await violationsOf(id)).toEqual([consecutive(shifts(8)), exceeded(overCovered('60.00', '10.00'))])
    const more = await valid({ effective_hours: '60.01', is_reinforcement: true })
    expect((await admin.post(path, more)).body).toEqual({
      non_field_errors: [`MAX_WEEKLY_HOURS: ${aboveCap('60.01')}`],
    })
  })

  test.each<[string, object, Expected]>([
    ['that ends today', { end_date: '2026-03-04' }, { info: [expiring(contractEnds('2026-03-04'))] }],
    ['that ends in 30 days', { end_date: '2026-04-03' }, { info: [expiring(contractEnds('2026-04-03'))] }],
    ['that ends in 31 days', { end_date: '2026-04-04' }, {}],
    ['that ended yesterday', { end_date: '2026-03-03' }, {}],
    ['without an end', { end_date: null }, {}],
    ['that is REVOKED', { end_date: '2026-03-10', status: 'REVOKED' }, {}],
    ['that is EXPIRED', { end_date: '2026-03-10', status: 'EXPIRED' }, {}],
  ])('a contract %s', async (_, fields, expected) => {
    const tag = await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })
    const { employee } = await make.employeeTag({ tag: tag.id, ...fields })
    await expectRules({ employee, position_id: (await roomy()).id, effective_hours: '8.00' }, expected)
  })

  test('of several contracts the first to end is named; other tags and other people end unnoticed', async () => {
    const employee = await busy()
    const tag = await make.tag({ category: 'CONTRACT' })
    for (const end_date of ['2026-03-20', '2026-03-10', '2026-12-31', null])
      await make.employeeTag({ employee, tag: tag.id, end_date })
    await make.employeeTag({ employee, end_date: '2026-03-05' })
    await make.employeeTag({ tag: tag.id, end_date: '2026-03-05' })
    await expectRules(
      { employee, position_id: (await roomy()).id, effective_hours: '8.00' },
      { info: [expiring(contractEnds('2026-03-10'))] },
    )
  })

  /** A position that requires two tags and would like two more, named in no order. */
  async function demanding() {
    const { id } = await roomy()
    const tags: Record<string, string> = {}
    const suffix = ++demandingPositions
    for (const [name, is_mandatory] of [
      ['b-must', true],
      ['Á-must', true],
      ['c-nice', false],
      ['A-nice', false],
    ] as const) {
      tags[name] = (await make.tag({ name: `${name}${suffix}` })).id
      await make.positionTag({ position: id, tag: tags[name], is_mandatory })
    }
    return { position_id: id, tags, named: (name: string) => `${name}${suffix}` }
  }
  let demandingPositions = 0

  test('missing mandatory tags block and missing optional ones warn, sorted', async () => {
    const { position_id, named } = await demanding()
    await expectRules(
      { employee: await busy(), position_id, effective_hours: '8.00' },
      {
        blocking: [mismatch(named('Á-must'), named('b-must'))],
        warnings: [mismatch(named('A-nice'), named('c-nice'))],
      },
    )
  })

  test('held tags are not missing', async () => {
    const { position_id, tags, named } = await demanding()
    const employee = await busy()
    for (const name of ['b-must', 'A-nice']) await make.employeeTag({ employee, tag: tags[name] })
    await expectRules(
      { employee, position_id, effective_hours: '8.00' },
      { blocking: [mismatch(named('Á-must'))], warnings: [mismatch(named('c-nice'))] },
    )
    for (const tag of Object.values(tags)) await make.employeeTag({ employee, tag })
    await expectRules({ employee, position_id, effective_hours: '8.00' }, {})
  })

  test.each<[string, object, boolean]>([
    ['from today', { start_date: '2026-03-04' }, true],
    ['until today', { end_date: '2026-03-04' }, true],
    ['from tomorrow', { start_date: '2026-03-05' }, false],
    ['until yesterday', { end_date: '2026-03-03' }, false],
    ['and REVOKED', { status: 'REVOKED' }, false],
    ['and EXPIRED', { status: 'EXPIRED' }, false],
  ])('a tag held %s', async (_, fields, isHeld) => {
    const position = await roomy()
    const tag = await make.tag()
    await make.positionTag({ position: position.id, tag: tag.id })
    const { employee } = await make.employeeTag({ tag: tag.id, ...fields })
    await expectRules(
      { employee, position_id: position.id, effective_hours: '8.00' },
      isHeld ? {} : { blocking: [mismatch(tag.name)] },
    )
  })

  test.each<[string, string | null, number]>([
    ['the day before', '2026-04-30', 400],
    ['its first day', '2026-05-01', 201],
    ['its last day', '2026-05-31', 201],
    ['the day after', '2026-06-01', 400],
    ['no day, so today', null, 400],
  ])(
    'a tag held in May serves an assignment effective on %s: %s; preview looks at today',
    async (_, effective_date, status) => {
      const position = await roomy()
      const tag = await make.tag()
      await make.positionTag({ position: position.id, tag: tag.id })
      const { employee } = await make.employeeTag({
        tag: tag.id,
        start_date: '2026-05-01',
        end_date: '2026-05-31',
      })
      const body = await valid({ employee, position_id: position.id, effective_date })
      const { is_valid, violations } = (await admin.post(`${path}preview/`, body)).body
      expect([is_valid, violations.blocking]).toEqual([false, [mismatch(tag.name)]])
      expect((await admin.post(path, body)).status).toBe(status)
    },
  )
})

describe('rules as an administrator has set them', () => {
  const at = async (employee: string, effective_hours: string) => ({
    employee,
    position_id: (await roomy()).id,
    effective_hours,
  })

  test('MAX_WEEKLY_HOURS disabled, softened, with another threshold and with none', async () => {
    await setRule('MAX_CONSECUTIVE_SHIFTS', { enabled: false })
    await setRule('MAX_WEEKLY_HOURS', { enabled: false })
    await expectRules(await at(await busy(), '168.00'), {})
    await setRule('MAX_WEEKLY_HOURS', { enabled: true, severity: 'WARNING' })
    await expectRules(await at(await busy(), '60.01'), { warnings: [weekly(aboveCap('60.01'))] })
    await setRule('MAX_WEEKLY_HOURS', { severity: 'INFO', threshold: '20.50' })
    await expectRules(await at(await busy(), '20.50'), {})
    await expectRules(await at(await busy(), '20.51'), { info: [weekly(aboveCap('20.51', '20.50'))] })
    await setRule('MAX_WEEKLY_HOURS', { threshold: null })
    await expectRules(await at(await busy(), '60.00'), {})
    await expectRules(await at(await busy(), '60.01'), { info: [weekly(aboveCap('60.01'))] })
  })

  test("the CLINIC's max_weekly_hours wins over the threshold, upwards and downwards, unless the rule is off", async () => {
    await setRule('MAX_CONSECUTIVE_SHIFTS', { enabled: false })
    const clinic = await make.clinic()
    onTestFinished(async () => {
      await sql('update org_units set max_weekly_hours = null')
    })
    await admin.patch(`/api/v1/org-units/${clinic.id}/`, { max_weekly_hours: '20.00' })
    await expectRules(await at(await busy('10.00'), '10.00'), {})
    await expectRules(await at(await busy('10.00'), '10.01'), {
      blocking: [weekly(aboveCap('20.01', '20.00'))],
    })
    await admin.patch(`/api/v1/org-units/${clinic.id}/`, { max_weekly_hours: '70.00' })
    await expectRules(await at(await busy(), '70.00'), {})
    await expectRules(await at(await busy(), '70.01'), { blocking: [weekly(aboveCap('70.01', '70.00'))] })
    await setRule('MAX_WEEKLY_HOURS', { enabled: false })
    await expectRules(await at(await busy(), '70.01'), {})
  })

  test('MAX_CONSECUTIVE_SHIFTS disabled, hardened and with other thresholds', async () => {
    await setRule('MAX_CONSECUTIVE_SHIFTS', { enabled: false })
    await expectRules(await at(await busy(), '60.00'), {})
    await setRule('MAX_CONSECUTIVE_SHIFTS', { enabled: true, severity: 'BLOCKING', threshold: '3.00' })
    await expectRules(await at(await busy(), '16.00'), {})
    await expectRules(await at(await busy(), '16.01'), { blocking: [consecutive(shifts(3, '3'))] })
    await setRule('MAX_CONSECUTIVE_SHIFTS', { severity: 'INFO', threshold: '2.50' })
    await expectRules(await at(await busy(), '16.01'), { info: [consecutive(shifts(3, '2.5'))] })
  })

  test('COVERAGE_EXCEEDED disabled and hardened', async () => {
    const over = async () => ({
      employee: await busy(),
      position_id: (await make.position({ required_weekly_hours: '8.00' })).id,
      effective_hours: '8.01',
    })
    await setRule('COVERAGE_EXCEEDED', { enabled: false })
    await expectRules(await over(), {})
    await setRule('COVERAGE_EXCEEDED', { enabled: true, severity: 'BLOCKING' })
    await expectRules(await over(), { blocking: [exceeded(overCovered('8.01', '8.00'))] })
  })

  test('CONTRACT_NEAR_EXPIRY disabled, hardened and with another threshold', async () => {
    const ending = async (end_date: string) => {
      const tag = await make.tag({ category: 'CONTRACT' })
      return at((await make.employeeTag({ tag: tag.id, end_date })).employee, '8.00')
    }
    await setRule('CONTRACT_NEAR_EXPIRY', { enabled: false })
    await expectRules(await ending('2026-03-05'), {})
    await setRule('CONTRACT_NEAR_EXPIRY', { enabled: true, severity: 'BLOCKING', threshold: '1.00' })
    await expectRules(await ending('2026-03-06'), {})
    await expectRules(await ending('2026-03-05'), { blocking: [expiring(contractEnds('2026-03-05', '1'))] })
  })

  test('TAG_REQUIREMENT_MISMATCH as WARNING is one violation over mandatory and optional tags, disabled none', async () => {
    const { id: position_id } = await roomy()
    for (const [name, is_mandatory] of [
      ['Merged-c', true],
      ['Merged-b', false],
      ['Merged-a', true],
    ] as const)
      await make.positionTag({ position: position_id, tag: (await make.tag({ name })).id, is_mandatory })
    await setRule('TAG_REQUIREMENT_MISMATCH', { severity: 'WARNING' })
    await expectRules(
      { employee: await busy(), position_id, effective_hours: '8.00' },
      { warnings: [mismatch('Merged-a', 'Merged-b', 'Merged-c')] },
    )
    await setRule('TAG_REQUIREMENT_MISMATCH', { enabled: false })
    await expectRules({ employee: await busy(), position_id, effective_hours: '8.00' }, {})
  })

  test('violations come in the order of the catalogue', async () => {
    for (const code of ['MAX_CONSECUTIVE_SHIFTS', 'COVERAGE_EXCEEDED', 'CONTRACT_NEAR_EXPIRY'])
      await setRule(code, { severity: 'BLOCKING' })
    const position = await make.position({ required_weekly_hours: '8.00' })
    const tag = await make.tag({ category: 'CONTRACT' })
    await make.positionTag({ position: position.id, tag: tag.id, is_mandatory: true })
    const other = await make.tag({ category: 'CONTRACT' })
    const { employee } = await make.employeeTag({ tag: other.id, end_date: '2026-03-05' })
    await expectRules(
      { employee, position_id: position.id, effective_hours: '61.00' },
      {
        blocking: [
          weekly(aboveCap('61.00')),
          mismatch(tag.name),
          consecutive(shifts(8)),
          exceeded(overCovered('61.00', '8.00')),
          expiring(contractEnds('2026-03-05')),
        ],
      },
    )
  })
})

describe('what holds whatever the rules are set to', () => {
  const assignable = { employee: ['The employee must be ACTIVE or ON_LEAVE.'] }
  const inactive = { position_id: ['The position must be active.'] }

  test.each(['ACTIVE', 'ON_LEAVE'] as const)('an employee who is %s can be assigned', async (status) => {
    const employee = (await make.employee({ status })).id
    await expectRules({ employee, position_id: (await roomy()).id, effective_hours: '8.00' }, {})
  })

  test.each(['ONBOARDING', 'PROPOSAL_PENDING', 'DEACTIVATED', 'TERMINATED'] as const)(
    'an employee who is %s cannot',
    async (status) => {
      const body = await valid({ employee: (await make.employee({ status })).id })
      const created = await admin.post(path, body)
      expect([created.status, created.body]).toEqual([400, assignable])
      expect(await admin.trpc('mutation', 'assignments.create', body)).toMatchObject({
        status: 400,
        body: assignable,
      })
      const preview = await admin.post(`${path}preview/`, body)
      if (status === 'TERMINATED')
        expect([preview.status, preview.body]).toEqual([
          200,
          {
            assignment: { ...body, employee_name: expect.any(String) },
            is_valid: false,
            violations: {
              blocking: [{ rule_code: 'EMPLOYEE_TERMINATED', message: 'The employee is TERMINATED.' }],
              warnings: [],
              info: [],
            },
          },
        ])
      else expect([preview.status, preview.body]).toEqual([400, assignable])
    },
  )

  test.each([{ enabled: false }, { severity: 'WARNING' }, { severity: 'INFO' }])(
    'with EMPLOYEE_TERMINATED set to %j a TERMINATED employee is refused in preview as in create',
    async (setting) => {
      await setRule('EMPLOYEE_TERMINATED', setting)
      const body = await valid({ employee: (await make.employee({ status: 'TERMINATED' })).id })
      for (const answer of [await admin.post(`${path}preview/`, body), await admin.post(path, body)])
        expect([answer.status, answer.body]).toEqual([400, assignable])
    },
  )

  test('a position must be active', async () => {
    const body = await valid({ position_id: (await make.position({ is_active: false })).id })
    for (const answer of [await admin.post(`${path}preview/`, body), await admin.post(path, body)])
      expect([answer.status, answer.body]).toEqual([400, inactive])
  })

  test('a pair has one active assignment', async () => {
    const { employee, position } = await make.assignment({ position: (await roomy()).id })
    await expectRules(
      { employee, position_id: position, effective_hours: '8.00' },
      { blocking: [{ rule_code: 'DUPLICATE_ASSIGNMENT', message: pairTaken }] },
    )
  })

  test.each(['SUSPENDED', 'ENDED'] as const)(
    'a pair whose assignment is %s can have another',
    async (status) => {
      const { employee, position } = await make.assignment({ position: (await roomy()).id, status })
      await expectRules({ employee, position_id: position, effective_hours: '8.00' }, {})
    },
  )

  test.each([{ enabled: false }, { severity: 'WARNING' }, { severity: 'INFO' }])(
    'with DUPLICATE_ASSIGNMENT set to %j a taken pair is refused in preview as in create',
    async (setting) => {
      await setRule('DUPLICATE_ASSIGNMENT', setting)
      const { employee, position } = await make.assignment()
      const body = { employee, position_id: position, effective_hours: '8.00' }
      for (const answer of [await admin.post(`${path}preview/`, body), await admin.post(path, body)])
        expect([answer.status, answer.body]).toEqual([400, { non_field_errors: [pairRefused] }])
    },
  )

  test('checks come in the order fields, references, employee, position, pair and rules', async () => {
    const employee = await make.employee({ status: 'TERMINATED' })
    const position = await make.position({ required_weekly_hours: '100.00', is_active: false })
    await make.assignment({ employee: employee.id, position: position.id, effective_hours: '50.00' })
    const body = { employee: employee.id, position_id: position.id, effective_hours: '50.00' }
    const refusal = async (changes: object = {}) => {
      const answer = await admin.post(path, { ...body, ...changes })
      return [answer.status, answer.body]
    }
    expect(await refusal({ effective_hours: '0', position_id: unknown })).toEqual([
      400,
      { effective_hours: ['Ensure this value is greater than or equal to 0.01.'] },
    ])
    expect(await refusal({ position_id: unknown })).toEqual([400, { position_id: [doesNotExist(unknown)] }])
    expect(await refusal()).toEqual([400, assignable])
    await sql(`update employees set status = 'ACTIVE' where id = ?`, [employee.id])
    expect(await refusal()).toEqual([400, inactive])
    await sql('update positions set is_active = true where id = ?', [position.id])
    const tooMuch = `MAX_WEEKLY_HOURS: ${aboveCap('100.00')}`
    expect(await refusal()).toEqual([400, { non_field_errors: [pairRefused, tooMuch] }])
    await setRule('DUPLICATE_ASSIGNMENT', { enabled: false })
    expect(await refusal()).toEqual([400, { non_field_errors: [pairRefused, tooMuch] }])
    await sql(`update assignments set status = 'ENDED' where employee_id = ?`, [employee.id])
    expect(await refusal({ effective_hours: '61' })).toEqual([
      400,
      { non_field_errors: [`MAX_WEEKLY_HOURS: ${aboveCap('61.00')}`] },
    ])
    expect((await refusal())[0]).toBe(201)
  })

  test('preview refuses bad fields like create', async () => {
    const empty = await admin.post(`${path}preview/`, {})
    const needed = ['This field is required.']
    expect([empty.status, empty.body]).toEqual([
      400,
      { employee: needed, position_id: needed, effective_hours: needed },
    ])
    const lost = await admin.post(`${path}preview/`, await valid({ employee: unknown, position_id: unknown }))
    const nothing = [doesNotExist(unknown)]
    expect([lost.status, lost.body]).toEqual([400, { employee: nothing, position_id: nothing }])
  })
})

describe('simultaneous writes', () => {
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()

  test('no interleaving of creates exceeds the weekly cap', async () => {
    const employee = await busy()
    const bodies = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => valid({ employee, effective_hours: '20.00' })),
    )
    const answers = await Promise.all(bodies.map((body) => admin.post(path, body)))
    expect(statuses(answers)).toEqual([201, 201, 201, 400, 400, 400])
  })

  test('no interleaving of updates exceeds the weekly cap', async () => {
    const employee = await busy('10.00', '10.00', '10.00')
    const rows = await everyRow(admin, `${path}?employee=${employee}`)
    const answers = await Promise.all(
      rows.map(({ id }) => admin.patch(`${path}${id}/`, { effective_hours: '35' })),
    )
    expect(statuses(answers)).toEqual([200, 400, 400])
  })

  test('no interleaving creates a pair twice', async () => {
    const body = await valid()
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.post(path, body)))
    expect(statuses(answers)).toEqual([201, 400, 400, 400])
    for (const { status, body } of answers)
      if (status === 400) expect(body).toEqual({ non_field_errors: [pairRefused] })
  })

  test('when two resumes of one pair race, one is refused', async () => {
    const { id, employee, position } = await make.assignment({ status: 'SUSPENDED' })
    const other = await make.assignment({ employee, position, status: 'SUSPENDED' })
    const answers = await Promise.all([id, other.id].map((one) => admin.post(`${path}${one}/resume/`)))
    expect(statuses(answers)).toEqual([200, 409])
  })

  test('of simultaneous ends, one happens and is logged', async () => {
    const { id } = await make.assignment()
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(`${path}${id}/end/`)))
    expect(statuses(answers)).toEqual([200, 409, 409])
    expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(1)
  })
})

describe('PATCH', () => {
  test.each<object>([
    { effective_hours: '9.25' },
    { effective_date: '2026-06-01' },
    { notes: 'Changed' },
    { notes: '' },
  ])('%j changes that alone', async (changes) => {
    const { id } = await make.assignment({ notes: 'As it was' })
    const before = (await admin.get(`${path}${id}/`)).body
    service.clock.now = new Date(half)
    const patched = await admin.patch(`${path}${id}/`, {
      ...changes,
      status: 'ENDED',
      end_date: '2026-01-01',
    })
    const after = { ...before, ...changes, updated_at: half }
    expect([patched.status, patched.body]).toEqual([200, after])
    expect((await admin.get(`${path}${id}/`)).body).toEqual(after)
  })

  test('employee and position change, and effective_date becomes null', async () => {
    const { id } = await make.assignment({ effective_date: '2026-06-01' })
    const employee = await make.employee({ first_name: 'New', last_name: 'One' })
    const position = await roomy()
    const changes = { employee: employee.id, position_id: position.id, effective_date: null }
    const patched = await admin.patch(`${path}${id}/`, changes)
    expect(patched).toMatchObject({ status: 200, body: { ...changes, employee_name: 'One, New' } })
    expect((await admin.trpc('mutation', 'assignments.update', { id, ...changes })).body).toMatchObject(
      changes,
    )
  })

  test('is_reinforcement cannot be changed, and may be repeated', async () => {
    const { id } = await make.assignment()
    const refused = await admin.patch(`${path}${id}/`, { is_reinforcement: true })
    expect([refused.status, refused.body]).toEqual([
      400,
      { is_reinforcement: ['This field cannot be changed.'] },
    ])
    expect((await admin.patch(`${path}${id}/`, { is_reinforcement: false })).status).toBe(200)
  })

  test.each<[object, object]>([
    [{ employee: unknown }, { employee: [doesNotExist(unknown)] }],
    [{ position_id: unknown }, { position_id: [doesNotExist(unknown)] }],
    [{ employee: null }, { employee: ['This field may not be null.'] }],
    [{ effective_hours: '0' }, { effective_hours: ['Ensure this value is greater than or equal to 0.01.'] }],
    [{ effective_hours: null }, { effective_hours: ['This field may not be null.'] }],
    [{ notes: null }, { notes: ['This field may not be null.'] }],
  ])('%j is refused', async (changes, expected) => {
    const { id } = await make.assignment()
    const before = (await admin.get(`${path}${id}/`)).body
    const refused = await admin.patch(`${path}${id}/`, changes)
    expect([refused.status, refused.body]).toEqual([400, expected])
    expect((await admin.get(`${path}${id}/`)).body).toEqual(before)
  })

  const stale = [exceeded('stale')]
  /** Its stored violations differ from what any evaluation would find now. */
  async function evaluatedLongAgo(fields: object = {}) {
    const position = (await roomy()).id
    return make.assignment({
      position,
      effective_date: '2026-03-01',
      metadata: { violations: stale },
      ...fields,
    })
  }

  test.each(['ACTIVE', 'SUSPENDED'] as const)(
    'an %s assignment is evaluated again on every change except of its notes',
    async (status) => {
      const position = (await make.position({ required_weekly_hours: '4.00' })).id
      const [employee, another] = [await busy('40.00'), await busy('40.00')]
      for (const [changes, found] of [
        [{ notes: 'n' }, stale],
        [{ effective_hours: '8' }, stale],
        [{ effective_date: '2026-03-01' }, stale],
        [{}, stale],
        [{ effective_hours: '9' }, []],
        [{ effective_date: '2026-03-02' }, []],
        [{ effective_date: null }, []],
        [{ position_id: position }, [exceeded(overCovered('8.00', '4.00'))]],
        [{ employee }, [consecutive(shifts(6))]],
        [{ employee: another, effective_hours: '8.00', notes: 'n' }, [consecutive(shifts(6))]],
      ] as const) {
        const { id } = await evaluatedLongAgo({ status })
        expect((await admin.patch(`${path}${id}/`, changes)).status).toBe(200)
        expect([changes, await violationsOf(id)]).toEqual([changes, found])
      }
    },
  )

  test('its own hours, of employee and position, are not counted twice', async () => {
    const position = (await make.position({ required_weekly_hours: '60.00' })).id
    const { id } = await make.assignment({ position, effective_hours: '60.00' })
    for (const hours of ['59.99', '60.00'])
      expect((await admin.patch(`${path}${id}/`, { effective_hours: hours })).status).toBe(200)
    expect(await violationsOf(id)).toEqual([consecutive(shifts(8))])
    const refused = await admin.patch(`${path}${id}/`, { effective_hours: '60.01' })
    expect([refused.status, refused.body]).toEqual([
      400,
      { non_field_errors: [`MAX_WEEKLY_HOURS: ${aboveCap('60.01')}`] },
    ])
    expect((await stored(id)).effective_hours).toBe('60.00')
    expect(await violationsOf(id)).toEqual([consecutive(shifts(8))])
  })

  test('a SUSPENDED assignment is evaluated as if it were active', async () => {
    const employee = await busy('50.00')
    const { id, position } = await make.assignment({ employee, status: 'SUSPENDED', effective_hours: '5.00' })
    expect((await admin.patch(`${path}${id}/`, { effective_hours: '10.00' })).status).toBe(200)
    const refused = await admin.patch(`${path}${id}/`, { effective_hours: '10.01' })
    expect([refused.status, refused.body]).toEqual([
      400,
      { non_field_errors: [`MAX_WEEKLY_HOURS: ${aboveCap('60.01')}`] },
    ])
    await make.assignment({ employee, position, effective_hours: '1.00' })
    const doubled = await admin.patch(`${path}${id}/`, { effective_hours: '2.00' })
    expect([doubled.status, doubled.body]).toEqual([400, { non_field_errors: [pairRefused] }])
    expect((await admin.patch(`${path}${id}/`, { notes: 'Still' })).status).toBe(200)
  })

  test('a move into a taken pair, to an unassignable employee or to an inactive position is refused', async () => {
    const { id, employee } = await make.assignment()
    const other = await make.assignment({ employee })
    const gone = (await make.employee({ status: 'DEACTIVATED' })).id
    const closed = (await make.position({ is_active: false })).id
    for (const [changes, expected] of [
      [{ position_id: other.position }, { non_field_errors: [pairRefused] }],
      [{ employee: gone }, { employee: ['The employee must be ACTIVE or ON_LEAVE.'] }],
      [{ position_id: closed }, { position_id: ['The position must be active.'] }],
      [{ employee: gone, position_id: closed }, { employee: ['The employee must be ACTIVE or ON_LEAVE.'] }],
    ] as const) {
      const refused = await admin.patch(`${path}${id}/`, changes)
      expect([refused.status, refused.body]).toEqual([400, expected])
    }
  })

  test('the hours of a TERMINATED employee cannot be changed, the notes can', async () => {
    const { id } = await make.assignment({ employee: (await make.employee({ status: 'TERMINATED' })).id })
    const refused = await admin.patch(`${path}${id}/`, { effective_hours: '1.00' })
    expect([refused.status, refused.body]).toEqual([
      400,
      { employee: ['The employee must be ACTIVE or ON_LEAVE.'] },
    ])
    expect((await admin.patch(`${path}${id}/`, { notes: 'Left' })).body.notes).toBe('Left')
  })

  test('a disabled rule does not block a change, a BLOCKING one does', async () => {
    const { id } = await make.assignment({ position: (await roomy()).id })
    await setRule('MAX_WEEKLY_HOURS', { enabled: false })
    await setRule('MAX_CONSECUTIVE_SHIFTS', { enabled: false })
    expect((await admin.patch(`${path}${id}/`, { effective_hours: '100' })).status).toBe(200)
    expect(await violationsOf(id)).toEqual([])
    await setRule('MAX_WEEKLY_HOURS', { enabled: true })
    expect((await admin.patch(`${path}${id}/`, { effective_hours: '99' })).status).toBe(400)
  })

  test('an ENDED assignment changes its notes only', async () => {
    const { id, employee, position } = await evaluatedLongAgo({ status: 'ENDED', end_date: '2026-03-02' })
    const ended = { detail: "An assignment in state 'ENDED' can change its notes only." }
    for (const changes of [
      { effective_hours: '9.00' },
      { effective_date: null },
      { employee: (await make.employee()).id },
      { position_id: (await roomy()).id },
      { notes: 'n', effective_hours: '9.00' },
    ]) {
      const refused = await admin.patch(`${path}${id}/`, changes)
      expect([refused.status, refused.body]).toEqual([409, ended])
    }
    const same = { employee, position_id: position, effective_hours: '8', effective_date: '2026-03-01' }
    const patched = await admin.patch(`${path}${id}/`, { ...same, notes: 'Afterwards' })
    expect(patched).toMatchObject({
      status: 200,
      body: { ...same, effective_hours: '8.00', notes: 'Afterwards' },
    })
    expect(await violationsOf(id)).toEqual(stale)
  })

  test('PATCH logs nothing', async () => {
    const { id } = await make.assignment()
    await admin.patch(`${path}${id}/`, { effective_hours: '1', notes: 'n' })
    expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(0)
  })
})

describe('transitions', () => {
  const next: Record<string, Record<string, string>> = {
    ACTIVE: { suspend: 'SUSPENDED', end: 'ENDED' },
    SUSPENDED: { resume: 'ACTIVE', end: 'ENDED' },
    ENDED: {},
  }
  const names = ['suspend', 'resume', 'end']
  const grid = Object.keys(next).flatMap((status) => names.map((name) => [status, name] as const))

  test.each(grid)('from %s, %s', async (from, name) => {
    const { id } = await make.assignment({ status: from as 'ACTIVE' })
    const before = (await admin.get(`${path}${id}/`)).body
    const to = next[from]?.[name]
    service.clock.now = new Date(half)
    const answer = await admin.post(`${path}${id}/${name}/`)
    if (to) {
      const effects = {
        suspend: { suspended_at: half },
        resume: { suspended_at: null },
        end: { end_date: '2026-03-04', end_reason: 'OTHER' },
      }[name]
      const after = { ...before, ...effects, status: to, updated_at: half }
      expect([answer.status, answer.body]).toEqual([200, after])
      expect((await admin.get(`${path}${id}/`)).body).toEqual(after)
    } else {
      const refusal = { detail: `Transition '${name}' is not allowed from state '${from}'.` }
      expect([answer.status, answer.body]).toEqual([409, refusal])
      expect(await admin.trpc('mutation', `assignments.${name}`, { id })).toMatchObject({
        status: 409,
        body: refusal,
      })
      expect((await admin.get(`${path}${id}/`)).body).toEqual(before)
    }
    expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(to ? 1 : 0)
  })

  test.each(Object.entries(next))('the transitions available from %s', async (status, available) => {
    const { id } = await make.assignment({ status: status as 'ACTIVE' })
    const expected = { status, transitions: Object.keys(available) }
    expect((await admin.get(`${path}${id}/available-transitions/`)).body).toEqual(expected)
    expect((await admin.trpc('query', 'assignments.available_transitions', { id })).body).toEqual(expected)
  })

  test('each transition adds an entry to the log of the assignment, and to the global one', async () => {
    const { id, employee } = await make.assignment()
    const times = ['2026-03-04T10:10:00.000Z', '2026-03-04T10:20:00.000Z', half]
    const calls = [
      ['suspend', { reason: ' Sick ' }],
      ['resume', undefined],
      ['end', { end_reason: 'TRANSFER', notes: 'To Ward 8', reason: 'ignored' }],
    ] as const
    for (const [index, [name, body]] of calls.entries()) {
      service.clock.now = new Date(times[index] as string)
      expect((await admin.post(`${path}${id}/${name}/`, body)).status).toBe(200)
    }
    const entry = (index: number, fields: object) => ({
      id: expect.any(Number),
      actor: admin.user.id,
      actor_email: admin.user.email,
      metadata: {},
      created_at: times[index],
      ...fields,
    })
    const log = [
      entry(2, {
        transition: 'end',
        from_status: 'ACTIVE',
        to_status: 'ENDED',
        reason: 'TRANSFER',
        metadata: { end_reason: 'TRANSFER', notes: 'To Ward 8' },
      }),
      entry(1, { transition: 'resume', from_status: 'SUSPENDED', to_status: 'ACTIVE', reason: '' }),
      entry(0, { transition: 'suspend', from_status: 'ACTIVE', to_status: 'SUSPENDED', reason: 'Sick' }),
    ]
    const page = { count: 3, next: null, previous: null, results: log }
    expect((await admin.get(`${path}${id}/transitions/`)).body).toEqual(page)
    expect((await admin.trpc('query', 'assignments.transitions', { id })).body).toEqual(page)
    const oldestFirst = await everyRow(admin, `${path}${id}/transitions/?ordering=created_at`, 2)
    expect(oldestFirst).toEqual([...log].reverse())
    const global = await everyRow(admin, `/api/v1/transitions/?employee=${employee}`)
    expect(global.map(({ transition }) => transition)).toEqual(['end', 'resume', 'suspend'])
    expect((await admin.get(`/api/v1/employees/${employee}/transitions/`)).body.count).toBe(0)
  })

  test.each(['RESIGNATION', 'TRANSFER', 'POSITION_CLOSED', 'TERMINATED', 'OTHER'])(
    '%s is a valid end_reason',
    async (end_reason) => {
      const { id } = await make.assignment()
      expect((await admin.post(`${path}${id}/end/`, { end_reason })).body).toMatchObject({
        end_reason,
        status: 'ENDED',
      })
    },
  )

  test('an end without a reason is OTHER, in the log too', async () => {
    const { id } = await make.assignment()
    await admin.post(`${path}${id}/end/`)
    expect((await admin.get(`${path}${id}/transitions/`)).body.results).toMatchObject([
      { reason: 'OTHER', metadata: { end_reason: 'OTHER', notes: '' } },
    ])
  })

  test.each([
    ['', 'Goodbye', 'Goodbye'],
    ['Hello', 'Goodbye', 'Hello\nGoodbye'],
    ['Hello', '', 'Hello'],
    ['Hello', '  ', 'Hello'],
    ['', '', ''],
    ['x'.repeat(1000), 'y'.repeat(999), `${'x'.repeat(1000)}\n${'y'.repeat(999)}`],
    ['😀'.repeat(1000), '😀'.repeat(999), `${'😀'.repeat(1000)}\n${'😀'.repeat(999)}`],
  ])('the notes of an end are appended on a new line (%#)', async (before, notes, after) => {
    const { id } = await make.assignment({ notes: before })
    const ended = await admin.post(`${path}${id}/end/`, { notes })
    expect([ended.status, ended.body.notes]).toEqual([200, after])
  })

  test('notes that would become too long are refused, and nothing ends', async () => {
    const { id } = await make.assignment({ notes: 'x'.repeat(1000) })
    const refused = await admin.post(`${path}${id}/end/`, { notes: 'y'.repeat(1000) })
    expect([refused.status, refused.body]).toEqual([
      400,
      { notes: ["Ensure the assignment's notes have no more than 2000 characters."] },
    ])
    expect((await stored(id)).status).toBe('ACTIVE')
    expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(0)
  })

  test.each<[string, object, object]>([
    ['suspend', { reason: null }, { reason: ['This field may not be null.'] }],
    [
      'resume',
      { reason: 'x'.repeat(2001) },
      { reason: ['Ensure this field has no more than 2000 characters.'] },
    ],
    ['end', { end_reason: 'NOPE' }, { end_reason: ['"NOPE" is not a valid choice.'] }],
    ['end', { end_reason: '' }, { end_reason: ['"" is not a valid choice.'] }],
    ['end', { end_reason: null }, { end_reason: ['This field may not be null.'] }],
    ['end', { notes: null }, { notes: ['This field may not be null.'] }],
  ])('%s with %j is refused before the state is checked', async (name, body, expected) => {
    const { id } = await make.assignment({ status: 'ENDED' })
    const refused = await admin.post(`${path}${id}/${name}/`, body)
    expect([refused.status, refused.body]).toEqual([400, expected])
  })

  test('ending a SUSPENDED assignment keeps when it was suspended', async () => {
    const { id } = await make.assignment()
    await admin.post(`${path}${id}/suspend/`)
    service.clock.now = new Date(half)
    expect((await admin.post(`${path}${id}/end/`)).body).toMatchObject({
      status: 'ENDED',
      suspended_at: noon,
    })
  })

  test('resuming into a taken pair is 409, into a free one it is not', async () => {
    const { id, employee, position } = await make.assignment({ status: 'SUSPENDED' })
    const other = await make.assignment({ employee, position })
    for (const answer of [
      await admin.post(`${path}${id}/resume/`),
      await admin.trpc('mutation', 'assignments.resume', { id }),
    ])
      expect([answer.status, answer.body]).toEqual([409, { detail: pairTaken }])
    expect((await admin.get(`${path}${id}/transitions/`)).body.count).toBe(0)
    await admin.post(`${path}${other.id}/suspend/`)
    expect((await admin.post(`${path}${id}/resume/`)).body.status).toBe('ACTIVE')
  })

  test('resume is refused while the position is inactive', async () => {
    const { id, position } = await make.assignment({ status: 'SUSPENDED' })
    expect((await admin.patch(`/api/v1/demand/${position}/`, { is_active: false })).status).toBe(200)
    const { status, body } = await admin.post(`${path}${id}/resume/`)
    expect([status, body]).toEqual([409, { detail: 'The position is inactive.' }])
    expect((await admin.get(`${path}${id}/`)).body.status).toBe('SUSPENDED')
    await admin.patch(`/api/v1/demand/${position}/`, { is_active: true })
    expect((await admin.post(`${path}${id}/resume/`)).body.status).toBe('ACTIVE')
  })

  test('resume evaluates no rules, and leaves the stored violations alone', async () => {
    const employee = await busy('60.00')
    const position = (await make.position({ required_weekly_hours: '1.00' })).id
    const violations = [exceeded('as it was')]
    const { id } = await make.assignment({
      employee,
      position,
      status: 'SUSPENDED',
      metadata: { violations },
    })
    expect((await admin.post(`${path}${id}/resume/`)).status).toBe(200)
    expect(await violationsOf(id)).toEqual(violations)
  })

  test('only ACTIVE assignments count, at once', async () => {
    const { id, employee, position } = await make.assignment({ effective_hours: '40.00' })
    const counted = async () => [
      (await admin.get(`/api/v1/demand/${position}/`)).body.coverage_state,
      (await admin.get(`/api/v1/offer/employees/${employee}/balance/`)).body.consumption,
    ]
    const none = ['VACANT', { assigned_hours: '0.00', assignment_count: 0 }]
    const full = ['COVERED', { assigned_hours: '40.00', assignment_count: 1 }]
    expect(await counted()).toEqual(full)
    await admin.post(`${path}${id}/suspend/`)
    expect(await counted()).toEqual(none)
    await admin.post(`${path}${id}/resume/`)
    expect(await counted()).toEqual(full)
    await admin.post(`${path}${id}/end/`)
    expect(await counted()).toEqual(none)
  })
})

describe('lists', () => {
  test('filters narrow the list, alone and together', async () => {
    const employee = await make.employee({
      employee_number: 'FILTER-1',
      first_name: 'Íñigo',
      last_name: 'De_la 100%',
    })
    const twin = await make.employee({ employee_number: 'FILTER-10', first_name: 'Eva', last_name: 'Twin' })
    const position = await roomy()
    const active = await make.assignment({ employee: employee.id, position: position.id })
    const ended = await make.assignment({ employee: employee.id, position: position.id, status: 'ENDED' })
    const elsewhere = await make.assignment({ employee: employee.id })
    const other = await make.assignment({ employee: twin.id, position: position.id, status: 'SUSPENDED' })
    const found = async (query: string) =>
      (await everyRow(admin, `${path}?${query}`)).map(({ id }) => id).sort()
    const sorted = (...ids: string[]) => ids.sort()
    const mine = sorted(active.id, ended.id, elsewhere.id)
    expect(await found(`employee=${employee.id}`)).toEqual(mine)
    expect(await found(`position_id=${position.id}`)).toEqual(sorted(active.id, ended.id, other.id))
    expect(await found(`position_id=${position.id}&status=SUSPENDED`)).toEqual([other.id])
    expect(await found(`employee=${employee.id}&status=ACTIVE`)).toEqual(sorted(active.id, elsewhere.id))
    expect(await found('employee__employee_number=FILTER-1')).toEqual(mine)
    expect(await found('employee__employee_number=filter-1')).toEqual([])
    expect(await found('employee__employee_number=FILTER')).toEqual([])
    expect(await found('search=filter-1')).toEqual(sorted(...mine, other.id))
    for (const term of ['íñigo de_la 100%', 'DE_LA 100%, ÍÑIGO', '_la 1', '100%'])
      expect([term, await found(`search=${encodeURIComponent(term)}`)]).toEqual([term, mine])
    expect(await found('search=Twin%20Eva')).toEqual([])
    expect(await found(`employee=${unknown}`)).toEqual([])
    expect(await found(`position_id=${unknown}`)).toEqual([])
  })

  test.each<[string, object]>([
    ['employee=abc', { employee: ['Enter a valid UUID.'] }],
    ['position_id=abc', { position_id: ['Enter a valid UUID.'] }],
    ['status=active', { status: ['Select a valid choice. active is not one of the available choices.'] }],
    ['search=%00', { search: ['Null characters are not allowed.'] }],
    [
      'employee=abc&status=X',
      {
        employee: ['Enter a valid UUID.'],
        status: ['Select a valid choice. X is not one of the available choices.'],
      },
    ],
  ])('the filter %s is refused', async (query, expected) => {
    const refused = await admin.get(`${path}?${query}`)
    expect([refused.status, refused.body]).toEqual([400, expected])
  })

  test('the newest come first by default', async () => {
    const employee = await busy()
    const ids = []
    for (const minute of [10, 30, 20]) {
      service.clock.now = new Date(`2026-03-04T09:${minute}:00Z`)
      ids.push((await make.assignment({ employee })).id)
    }
    service.clock.now = new Date(noon)
    const listed = await everyRow(admin, `${path}?employee=${employee}`)
    expect(listed.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]])
  })

  test('assignments can be ordered by any stored field, but by no joined one', async () => {
    await expectOrderings(admin, path, [
      'id',
      'employee',
      'position_id',
      'effective_hours',
      'is_reinforcement',
      'status',
      'effective_date',
      'end_date',
      'end_reason',
      'suspended_at',
      'notes',
      'created_at',
      'updated_at',
    ])
    for (const field of ['employee_name', 'position_title', 'org_unit_name', 'metadata', 'position']) {
      const refused = await admin.get(`${path}?ordering=${field}`)
      expect([refused.status, refused.body]).toEqual([400, notAnOrdering(field)])
    }
  })
})

describe('who may', () => {
  test('an EMPLOYEE reads and previews only their own, matched by email whatever its case', async () => {
    const client = await service.as('EMPLOYEE', { email: 'Mine@Clinic.Example' })
    const mine = await make.employee({ email: 'mINE@clinic.example' })
    const second = await make.employee({ email: 'mine@clinic.example' })
    const own = await make.assignment({ employee: mine.id })
    const also = await make.assignment({ employee: second.id })
    const other = await make.assignment()
    const listed = (await everyRow(client, path)).map(({ id }) => id).sort()
    expect(listed).toEqual([own.id, also.id].sort())
    expect(await everyRow(client, `${path}?employee=${other.employee}`)).toEqual([])
    for (const rest of ['', 'available-transitions/', 'transitions/']) {
      expect((await client.get(`${path}${own.id}/${rest}`)).status).toBe(200)
      const hidden = await client.get(`${path}${other.id}/${rest}`)
      expect([hidden.status, hidden.body]).toEqual([404, notFound])
    }
    expect((await client.trpc('query', 'assignments.get', { id: other.id })).status).toBe(404)
    const body = await valid({ employee: mine.id })
    expect((await client.post(`${path}preview/`, body)).status).toBe(200)
    const foreign = await client.post(`${path}preview/`, { ...body, employee: other.employee })
    expect([foreign.status, foreign.body]).toEqual([400, { employee: [doesNotExist(other.employee)] }])
  })

  test.each(['EMPLOYEE', 'VIEWER'] as const)('a %s writes nothing', async (role) => {
    const client = await service.as(role)
    const { id } = await make.assignment()
    for (const answer of [
      await client.post(path, await valid()),
      await client.patch(`${path}${id}/`, {}),
      await client.post(`${path}${id}/suspend/`),
      await client.post(`${path}${id}/resume/`),
      await client.post(`${path}${id}/end/`),
      await client.trpc('mutation', 'assignments.end', { id }),
    ])
      expect([answer.status, answer.body]).toEqual([403, notPermitted])
  })

  test.each(['SUPERVISOR', 'MANAGER', 'ADMIN'] as const)('a %s can do everything', async (role) => {
    const client = await service.as(role)
    expect((await client.post(`${path}preview/`, await valid())).status).toBe(200)
    const { id } = (await client.post(path, await valid())).body
    expect((await client.patch(`${path}${id}/`, { effective_hours: '4' })).status).toBe(200)
    for (const name of ['suspend', 'resume', 'end'])
      expect((await client.post(`${path}${id}/${name}/`)).status).toBe(200)
  })

  test('a VIEWER previews for anyone', async () => {
    const client = await service.as('VIEWER')
    expect((await client.post(`${path}preview/`, await valid())).status).toBe(200)
  })
})
