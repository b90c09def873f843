import type { ClinicSnapshot } from '../entities/clinic-snapshot.ts'
import type { Orm } from '../entities/connection/em.ts'
import { transaction } from '../entities/connection/transaction.ts'
import { applyPlan } from '../routers/planning/apply-plan.ts'
import { toDate } from '../src/calendar.ts'
import { formatHundredths } from '../src/hours.ts'
import { theService } from '../src/logs/audit.ts'
import type { ClinicFacts } from '../src/planning/facts/clinic-facts.ts'
import { clinicFacts } from '../src/planning/facts/read-snapshot.ts'
import type { PlannedLine } from '../src/planning/flow/solution.ts'
import { solve } from '../src/planning/lines/plan.ts'
import type { PlanLine } from '../src/planning/plans/check-lines.ts'
import { plainRequest } from '../test/made/planning/hospital.ts'

class RollBack extends Error {}

type Applied = { lines: number; demand: 'BOOKED' | 'SECURE' }

/** Applies the first lines of the clinic's plan and rolls them back; throws if any of them is not applied. */
export function applyingOf(orm: Orm, snapshot: ClinicSnapshot, { lines, demand }: Applied) {
  const facts = clinicFacts(snapshot)
  const today = toDate(facts.today)
  const plan = {
    lines: solve(facts, { ...plainRequest(facts), demand })
      .lines.slice(0, lines)
      .map((line) => lineOf(facts, line)),
    hours_limit: 'CONTRACT' as const,
    demand,
    effective_date: today,
    notes: '',
    on_conflict: 'REFUSE' as const,
    today,
  }
  if (plan.lines.length < lines) throw new Error(`The plan has only ${plan.lines.length} lines.`)
  const writer = { em: orm.em, author: theService(new Date()) }
  return () =>
    transaction(writer, async (em) => {
      await applyPlan(em, plan, () => new Date())
      throw new RollBack()
    }).catch((error) => {
      if (!(error instanceof RollBack)) throw error
    })
}

function lineOf(facts: ClinicFacts, { employee, position, assignment, added }: PlannedLine): PlanLine {
  const raised = assignment === null ? undefined : facts.assignments[assignment]
  const current = raised?.hours ?? 0
  return {
    employee: facts.employees[employee]?.id ?? '',
    position_id: facts.positions[position]?.id ?? '',
    assignment: raised?.id ?? null,
    current_hours: formatHundredths(current),
    effective_hours: formatHundredths(current + added),
  }
}
