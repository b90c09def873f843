import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Em } from '../../../entities/connection/em.ts'
import { readActiveFacts, readRule } from '../../../entities/work/facts.ts'
import { readImpacts } from '../../../entities/work/rule-impact.ts'
import { compareText } from '../../../src/text-order.ts'
import {
  type RuleSetting,
  ruleCodes,
  rules,
  severities,
  thresholdRules,
} from '../../../src/work/business-rules.ts'
import { inPresent } from '../../../src/work/rule-change.ts'
import { type ClinicDatabase, clinicDatabase } from '../../made/clinic-folder.ts'
import { impossibleClinics, today, withinClinic } from '../../made/random-clinic.ts'
import { execute } from '../../setup/stores/execute.ts'

// PostgreSQL decides which assignments violate a rule, and src/ words the violations: both must agree.

vi.setConfig({ testTimeout: 120_000 })

let clinic: ClinicDatabase
beforeAll(async () => {
  clinic = await clinicDatabase()
  await execute(clinic.ownerUrl, 'drop index assignments_active_pair')
})
afterAll(() => clinic.drop())

const settings = fc
  .record({
    code: fc.constantFrom(...ruleCodes),
    severity: fc.constantFrom(...severities),
    threshold: fc.constantFrom(null, '0.00', '0.99', '1.00', '5.00', '40.00', '99999999.99'),
    enabled: fc.constantFrom(true, true, true, false),
  })
  .map((setting) => (thresholdRules.includes(setting.code) ? setting : { ...setting, threshold: null }))

/** What the rules say of every active assignment, one after the other. */
async function evaluated(em: Em, setting: RuleSetting, clinicMaxWeeklyHours: string | null) {
  const employees = await sql<{ id: string }>`select id from employees`.execute(em.getKysely())
  const ids = employees.rows.map(({ id }) => id)
  const assignments = await readActiveFacts(em, ids, today)
  const found = assignments.flatMap(({ employee, employee_name, ...facts }) => {
    const [violation] = setting.enabled
      ? rules[setting.code]({ ...facts, clinicMaxWeeklyHours }, setting)
      : []
    return violation ? [{ id: employee, name: employee_name, message: inPresent(violation.message) }] : []
  })
  const first = new Map(found.map((each) => [each.id, each]))
  return {
    severity: setting.severity,
    threshold: setting.threshold,
    enabled: setting.enabled,
    employee_count: first.size,
    assignment_count: found.length,
    employees: [...first.values()].sort((a, b) => compareText(a.name, b.name)),
  }
}

test('the impact of a rule is its result for every active assignment', async () => {
  const caps = fc.constantFrom(null, '7.50', '45.00')
  const withViolations = new Set<string>()
  await fc.assert(
    fc.asyncProperty(impossibleClinics, settings, caps, (made, setting, clinicCap) =>
      withinClinic(clinic.orm, made, async (em) => {
        const current = { ...(await readRule(em, setting.code)), clinicCap }
        const impacts = await readImpacts(em, { current, proposed: { setting, clinicCap } }, today)
        expect(impacts.current).toEqual(await evaluated(em, current.setting, clinicCap))
        expect(impacts.proposed).toEqual(await evaluated(em, setting, clinicCap))
        if (impacts.proposed.assignment_count) withViolations.add(setting.code)
      }),
    ),
    { numRuns: 100, seed: 1 },
  )
  expect(withViolations).toEqual(new Set(ruleCodes))
})
