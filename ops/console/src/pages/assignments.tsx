import type { OperatorAnswers } from '../api.ts'
import type { Columns } from '../column.ts'
import { DataTable } from '../data-table.tsx'
import { Lines, PageLink, Panel, Status } from '../parts.tsx'

type Assignment = OperatorAnswers['people']['page']['assignments'][number]
type Props = { assignments: readonly Assignment[]; of: 'person' | 'position' }

/** The assignments of a person, with their positions, or of a position, with its people. */
export const Assignments = ({ assignments, of }: Props) => (
  <Panel title="Assignments">
    <DataTable
      label="Assignments"
      csv="assignments"
      rows={assignments}
      empty={of === 'person' ? 'No assignments.' : 'No one is assigned.'}
      columns={[...(of === 'person' ? position : person), ...columns]}
    />
  </Panel>
)

const position: Columns<Assignment> = [
  {
    header: 'Position',
    cell: ({ position_id, position_title, org_unit_name }) => (
      <Lines to={`/positions/${position_id}`} main={position_title} more={org_unit_name} />
    ),
  },
]

const person: Columns<Assignment> = [
  {
    header: 'Person',
    cell: ({ employee, employee_name }) => <PageLink to={`/people/${employee}`}>{employee_name}</PageLink>,
  },
]

const columns: Columns<Assignment> = [
  { header: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    header: 'Hours per week',
    value: ({ effective_hours }) => Number(effective_hours),
    unit: 'h',
    numeric: true,
  },
  { header: 'Since', cell: ({ effective_date }) => effective_date ?? '–', numeric: true },
]
