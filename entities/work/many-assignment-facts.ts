import { sql } from 'kysely'
import type { AssignmentFacts, RuleSetting } from '../../src/work/business-rules.ts'
import type { Em } from '../connection/em.ts'
import { plannedOnce } from '../connection/planned-once.ts'
import { clinicCap, factColumns, factLookUps, type PairFacts, type Proposal, rulesAsJson } from './facts.ts'

type Clinic = { rules: RuleSetting[]; cap: string | null }
type ManyFacts = Clinic & { facts: (AssignmentFacts & PairFacts)[] }

/** The facts of each proposal, in their order, in one statement, and the rules; employees and positions must exist. */
export async function readManyAssignmentFacts(
  em: Em,
  proposals: readonly Proposal[],
  today: string,
): Promise<ManyFacts> {
  const column = <Name extends keyof Proposal>(name: Name) =>
    proposals.map((proposal) => proposal[name] ?? null)
  const statement = sql<PairFacts>`${plannedOnce}
    select ${factColumns}
    from (
      select employee_id, position_id, effective_hours, coalesce(date, ${today}::date) as day, except_id, place
      from unnest(${column('employee')}::uuid[], ${column('position')}::uuid[],
        ${column('effective_hours')}::numeric[], ${column('effective_date')}::date[], ${column('except')}::uuid[])
        with ordinality given (employee_id, position_id, effective_hours, date, except_id, place)) proposed
    join employees e on e.id = proposed.employee_id join positions p on p.id = proposed.position_id ${factLookUps}
    order by proposed.place`
  const settings = sql<Clinic>`${plannedOnce}
    select ${rulesAsJson} as rules, ${clinicCap} as cap`
  const db = em.getKysely()
  const { rows } = await statement.execute(db)
  const [clinic = { rules: [], cap: null }] = (await settings.execute(db)).rows
  const facts = rows.map((row) => ({ ...row, clinicMaxWeeklyHours: clinic.cap, today }))
  return { ...clinic, facts }
}
