import { dayOf } from '../../../language/wording.ts'
import type { Columns } from '../../../table/column.ts'

type Worked = { effective_hours: string; effective_date: string | null }

/** How many hours an assignment has, and since when. */
export const worked = [
  {
    header: 'Hours per week',
    value: ({ effective_hours }) => Number(effective_hours),
    unit: 'h',
    numeric: true,
  },
  {
    header: 'Since',
    cell: ({ effective_date }) => (effective_date ? dayOf(effective_date) : '–'),
    value: ({ effective_date }) => effective_date,
    numeric: true,
    first: 'least',
  },
] as const satisfies Columns<Worked>
