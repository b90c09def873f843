import { afterEach, expect, onTestFinished } from 'vitest'
import { Assignment } from '../../../entities/work/assignment.ts'
import type { Violation } from '../../../src/work/business-rules.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow } from '../../expect/lists.ts'
import { noon } from '../../expect/texts.ts'
import { seededRules } from '../../made/seeded-rules.ts'
import { serviceForFile } from '../../setup/fixture.ts'

export const path = '/api/v1/assignments/'
export const half = '2026-03-04T10:30:00.000Z'

export const pairTaken = 'The employee already has an active assignment to this position.'
export const pairRefused = { non_field_errors: [`DUPLICATE_ASSIGNMENT: ${pairTaken}`] }
export const notAssignable = { employee: ['The employee must be ACTIVE or ON_LEAVE.'] }
export const notActive = { position_id: ['The position must be active.'] }

export type Expected = { blocking?: Violation[]; warnings?: Violation[]; info?: Violation[] }

export const overCap = (hours: string, cap = '60.00'): Violation => ({
  rule_code: 'MAX_WEEKLY_HOURS',
  message: `The weekly hours would be ${hours}, above the cap of ${cap}.`,
})
export const tooManyDays = (days: number): Violation => ({
  rule_code: 'MAX_CONSECUTIVE_SHIFTS',
  message: `The week would need ${days} working days of 8 hours, which reaches the limit of 6.`,
})
export const overCovered = (hours: string, required: string): Violation => ({
  rule_code: 'COVERAGE_EXCEEDED',
  message: `The position would have ${hours} hours assigned, above the ${required} it requires.`,
})
export const contractEnds = (end: string): Violation => ({
  rule_code: 'CONTRACT_NEAR_EXPIRY',
  message: `The employee's contract ends on ${end}, within 30 days.`,
})
export const lacks = (...missing_tags: string[]): Violation => ({
  rule_code: 'TAG_REQUIREMENT_MISMATCH',
  message: `The employee lacks tags of the position: ${missing_tags.join(', ')}.`,
  missing_tags,
})

/** The refusal that names the blocking violations. */
export const blockedBy = (...blocking: Violation[]) => ({
  non_field_errors: blocking.map(({ rule_code, message }) => `${rule_code}: ${message}`),
})

type Body = {
  employee?: string
  position_id?: string
  effective_hours?: string
  effective_date?: string | null
  notes?: string
  is_reinforcement?: boolean
}
type RuleSettings = { severity?: string; threshold?: string | null; enabled?: boolean }

/** A service with a clinic, and what the tests of assignments need beside the factories. */
export async function assignmentsForFile() {
  const { service, make, admin } = await serviceForFile()
  await make.clinic()
  afterEach(() => {
    service.clock.now = new Date(noon)
  })

  const sql = (statement: string, values: unknown[] = []) =>
    service.orm.em.getConnection().execute(statement, values)

  async function updateRule(code: string, fields: RuleSettings) {
    for (const [column, value] of Object.entries(fields))
      await sql(`update business_rules set ${column} = ? where code = ?`, [value, code])
  }

  /** Sets a rule as an administrator does, until the test ends. */
  async function setRule(code: string, fields: RuleSettings) {
    const { severity, threshold } = seededRules.find((rule) => rule.code === code) ?? {}
    onTestFinished(() => updateRule(code, { severity, threshold, enabled: true }))
    await updateRule(code, fields)
  }

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

  /** A body that breaks no rule, unless a given field does. */
  const valid = async (fields: Body = {}) => ({
    employee: fields.employee ?? (await make.employee()).id,
    position_id: fields.position_id ?? (await roomy()).id,
    effective_hours: '8.00',
    ...fields,
  })

  /** Preview shows what create then does: it refuses blocking violations, and stores the others. */
  async function expectRules(fields: Body, expected: Expected = {}) {
    const { blocking = [], warnings = [], info = [] } = expected
    const body = await valid(fields)
    const listed = () => everyRow(admin, `${path}?employee=${body.employee}`)
    const before = await listed()
    await expectAnswer(admin.post(`${path}preview/`, body), 200, {
      assignment: { ...body, employee_name: expect.stringContaining(', ') },
      is_valid: blocking.length === 0,
      violations: { blocking, warnings, info },
    })
    expect(await listed()).toEqual(before)

    if (blocking.length) {
      await expectAnswer(admin.post(path, body), 400, blockedBy(...blocking))
      expect(await listed()).toEqual(before)
    } else {
      const created = await admin.post(path, body)
      expect(created.status).toBe(201)
      expect((await stored(created.body.id)).metadata).toEqual({ violations: [...warnings, ...info] })
    }
  }

  return { service, make, admin, sql, setRule, stored, violationsOf, roomy, busy, valid, expectRules }
}
