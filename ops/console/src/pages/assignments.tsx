import type { OperatorAnswers } from '../api.ts'
import { type Columns, DataTable } from '../data-table.tsx'
import { Lines, PageLink, Panel, Status } from '../parts.tsx'
import { hours } from '../wording.ts'

type Assignment = OperatorAnswers['people']['page']['assignments'][number]
type Props = { assignments: readonly Assignment[]; of: 'person' | 'position' }

/** The assignments of a person, with their positions, or of a position, with its people. */
export const Assignments = ({ assignments, of }: Props) => (
  <Panel title="Assignments">
    <DataTable
      label="Assignments"
      rows={assignments}
      empty={of === 'person' ? 'No assignments.' : 'No one is assigned.'}
      columns={{ ...(of === 'person' ? position : person), ...columns }}
      numeric={['Hours per week', 'Since']}
    />
  </Panel>
)

const position: Columns<Assignment> = {
  Position: ({ position_id, position_title, org_unit_name }) => (
    <Lines to={`/positions/${position_id}`} main={position_title} more={org_unit_name} />
  ),
}

const person: Columns<Assignment> = {
  Person: ({ employee, employee_name }) => <PageLink to={`/people/${employee}`}>{employee_name}</PageLink>,
}

const columns: Columns<Assignment> = {
  Status: ({ status }) => <Status of={status} />,
  'Hours per week': ({ effective_hours }) => hours(effective_hours),
  Since: ({ effective_date }) => effective_date ?? '–',
}
