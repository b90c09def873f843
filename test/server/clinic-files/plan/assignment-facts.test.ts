import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Em } from '../../../../entities/connection/em.ts'
import { readOne } from '../../../../entities/lists/page.ts'
import { readProposedAssignmentFacts } from '../../../../entities/work/facts.ts'
import { positionRow } from '../../../../entities/work/positions.ts'
import { byKind } from '../../../../server/clinic-files/files/columns.ts'
import { ImportProblems } from '../../../../server/clinic-files/files/problems.ts'
import { planClinic } from '../../../../server/clinic-files/import.ts'
import { assignmentFacts } from '../../../../server/clinic-files/plan/assignment-facts.ts'
import { importPlan } from '../../../../server/clinic-files/plan/import-plan.ts'
import { loadStored } from '../../../../server/clinic-files/plan/stored.ts'
import type { AssignmentFacts } from '../../../../src/work/business-rules.ts'
import { type ClinicDatabase, clinicDatabase } from '../../../made/clinic-folder.ts'
import { by, days, people, randomClinics, today, withinClinic } from '../../../made/random-clinic.ts'
import { testInCheck } from '../../../setup/fixture.ts'

// An import evaluates the rules over a clinic in memory, the API over the database: both must see the same facts.

// Fifty clinics are compared pair by pair.
vi.setConfig({ testTimeout: 120_000 })

let clinic: ClinicDatabase

beforeAll(async () => {
  clinic = await clinicDatabase()
})
afterAll(() => clinic.drop())

/** The clinic as an import of empty files has it in memory. */
async function remembered(em: Em) {
  const numbers = people.map((i) => `E${i}`)
  const stored = await loadStored(em, { numbers, codes: ['UNIT'] })
  const folder = byKind(() => ({ rows: [], broken: [], isReadable: true }))
  const plan = importPlan({ folder, stored, problems: new ImportProblems(), by })
  return { stored, ...planClinic(plan) }
}

const sorted = (facts: AssignmentFacts): AssignmentFacts => ({
  ...facts,
  missingMandatoryTags: facts.missingMandatoryTags.toSorted(),
  missingOptionalTags: facts.missingOptionalTags.toSorted(),
  contractEndDates: facts.contractEndDates.toSorted(),
})

const effective_hours = '8.00'

async function queried(
  em: Em,
  pair: { employee: string; position: string },
  more: { day: string; except?: string },
) {
  const proposed = { ...pair, effective_hours, effective_date: more.day, except: more.except }
  const { employee_name, position_is_active, settings, ...facts } = await readProposedAssignmentFacts(
    em,
    proposed,
    {
      today,
    },
  )
  return sorted(facts)
}

testInCheck('an import sees the same facts of every employee and position as the query', async () => {
  await fc.assert(
    fc.asyncProperty(randomClinics, fc.constantFrom(...days), (made, day) =>
      withinClinic(clinic.orm, made, async (em, ids) => {
        const { employees, positions, cap } = await remembered(em)
        for (const employee of employees.values)
          for (const position of positions.values) {
            const active = [...employee.active].find(([, one]) => one.position === position.id)
            for (const except of new Set([undefined, active?.[0]])) {
              const proposed = { employee, position, hours: effective_hours, day, except }
              const facts = sorted(assignmentFacts(proposed, { cap, today }))
              const pair = { employee: employee.id, position: position.id }
              expect(facts).toEqual(await queried(em, pair, { day, except }))
            }
          }
        expect(employees.values.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.employees))
        expect(positions.values.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.positions))
      }),
    ),
    { numRuns: 50, seed: 1 },
  )
})

test('an import sees the same active hours and assignments of every position as its detail', async () => {
  await fc.assert(
    fc.asyncProperty(randomClinics, (made) =>
      withinClinic(clinic.orm, made, async (em, ids) => {
        const { positions } = await remembered(em)
        for (const id of ids.positions) {
          const { assigned, count: assignment_count } = positions.withId(id) ?? {}
          const known = { assigned_hours: assigned?.toFixed(2), assignment_count }
          expect(await readOne(em, positionRow(), id)).toMatchObject(known)
        }
      }),
    ),
    { numRuns: 20, seed: 2 },
  )
})
