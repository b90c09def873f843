import { say } from '../../../language/text.ts'
import { dayAt, dayOf, words } from '../../../language/wording.ts'
import type { OperatorAnswers } from '../../../live/api.ts'
import { State, Status } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { dayColumn, hoursColumn, personColumn } from '../../../table/columns.tsx'

type Assigned = OperatorAnswers['positions']['page']['staff'][number]

/** Why the person cannot work now; empty for those who can. */
export function awayText({ employee_status, leave_started_at, termination_date }: Assigned): string {
  // A person on leave stays on leave while a proposal is pending.
  if (leave_started_at) return say('on leave since {day}', { day: dayAt(leave_started_at) })
  if (employee_status === 'TERMINATED' && termination_date)
    return say('left on {day}', { day: dayOf(termination_date) })
  return employee_status === 'ACTIVE' || employee_status === 'PROPOSAL_PENDING' ? '' : words(employee_status)
}

function stateText(assigned: Assigned): string {
  const suspended =
    assigned.status === 'SUSPENDED' && assigned.suspended_at
      ? say('suspended since {day}', { day: dayAt(assigned.suspended_at) })
      : ''
  return [suspended, awayText(assigned)].filter(Boolean).join('; ')
}

/** How many hours an assignment has, and since when. */
export const worked = [
  hoursColumn('Hours per week', 'effective_hours'),
  dayColumn('Since', 'effective_date'),
] as const

/** Who is assigned to a position, and which of them are away. */
export const staffColumns: Columns<Assigned> = [
  personColumn,
  {
    header: 'Status',
    cell: (assigned) => {
      const why = stateText(assigned)
      return why ? <State tone="low">{why}</State> : <Status of={assigned.status} />
    },
    value: (assigned) => stateText(assigned) || words(assigned.status),
  },
  ...worked,
]
