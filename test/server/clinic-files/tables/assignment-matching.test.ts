import { expect, test } from 'vitest'
import { parseFiles } from '../../../../server/clinic-files/files/parse-files.ts'
import { ImportProblems } from '../../../../server/clinic-files/files/problems.ts'
import { importPlan } from '../../../../server/clinic-files/plan/import-plan.ts'
import { RowIndex } from '../../../../server/clinic-files/plan/row-index.ts'
import type { Stored, StoredAssignment } from '../../../../server/clinic-files/plan/stored.ts'
import { matchAssignments } from '../../../../server/clinic-files/tables/assignment-matching.ts'
import { toDecimal } from '../../../../src/hours.ts'
import { by } from '../../../made/random-clinic.ts'

const person = { id: 'E', status: 'ACTIVE' as const, tags: [], active: new Map(), isCertain: true }
const ward = {
  ...{ id: 'P', is_active: true, was_active: true, required_weekly_hours: '40.00', requirements: [] },
  ...{ assigned: toDecimal('0'), count: 0, isCertain: true },
}
const terms = {
  ...{ employee: 'E', position: 'P', effective_date: '2024-02-01', is_reinforcement: false },
  ...{ status: 'ENDED' as const, end_reason: 'OTHER' as const },
}
const columns = 'effective_hours,effective_date,notes,is_reinforcement,status,end_reason'

/** Matches rows for as many stored assignments of one pair, with these notes; returns how often those were read. */
function matchMany(count: number, notes: (id: string) => string) {
  let reads = 0
  const get = (of: StoredAssignment, name: keyof StoredAssignment) => {
    reads++
    return of[name]
  }
  const stored = Array.from({ length: count }, (_, at): StoredAssignment => {
    const row = { ...terms, id: `${at}`, effective_hours: (1 + at / 100).toFixed(2), notes: `${at}` }
    return new Proxy(row, { get: get as ProxyHandler<StoredAssignment>['get'] })
  })
  const lines = stored.map(
    (one) => `E1,U,Ward,${one.effective_hours},2024-02-01,${notes(one.id)},false,ENDED,OTHER`,
  )
  const bytes = Buffer.from(
    [`employee_number,org_unit_code,position_title,${columns}`, ...lines.reverse()].join('\n'),
  )
  const problems = new ImportProblems()
  const folder = parseFiles({ assignments: bytes }, problems)
  const plan = importPlan({ folder, stored: { assignments: stored } as Stored, problems, by })
  const employees = new RowIndex('employees', plan, [[['E1'], person]])
  const positions = new RowIndex('positions', plan, [[['U', 'Ward'], ward]])
  reads = 0
  const named = matchAssignments(plan, { employees, positions })
  const read = reads
  problems.refuse()
  expect(named.map(({ row, stored }) => stored?.effective_hours === row.effective_hours)).not.toContain(false)
  return read
}

test.each([
  ['equal', (id: string) => id],
  ['have other notes than', () => 'Checked'],
])(
  'rows that share a key and %s stored ones find each of them, and twice as many take twice the reads',
  (_, notes) => {
    expect(matchMany(200, notes)).toBe(2 * matchMany(100, notes))
  },
)
