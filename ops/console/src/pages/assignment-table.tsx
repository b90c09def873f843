import type { OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Lines, PageLink, State } from '../parts.tsx'
import { hours, words } from '../wording.ts'

type Assignment = OperatorAnswers['people']['page']['assignments'][number]

const tones = { ACTIVE: 'good', SUSPENDED: 'low', ENDED: 'none' } as const

/** The assignments of a person, with their positions, or of a position, with its people. */
export function AssignmentTable({
  assignments,
  of,
}: {
  assignments: readonly Assignment[]
  of: 'person' | 'position'
}) {
  return (
    <DataTable
      label="Assignments"
      rows={assignments}
      idOf={({ id }) => id}
      empty={of === 'person' ? 'No assignments.' : 'No one is assigned.'}
      columns={[
        of === 'person'
          ? {
              header: 'Position',
              cell: ({ position_id, position_title, org_unit_name }) => (
                <Lines
                  main={<PageLink to={`/positions/${position_id}`}>{position_title}</PageLink>}
                  more={org_unit_name}
                />
              ),
            }
          : {
              header: 'Person',
              cell: ({ employee, employee_name }) => (
                <PageLink to={`/people/${employee}`}>{employee_name}</PageLink>
              ),
            },
        { header: 'Status', cell: ({ status }) => <State tone={tones[status]}>{words(status)}</State> },
        { header: 'Hours per week', isNumber: true, cell: ({ effective_hours }) => hours(effective_hours) },
        { header: 'Since', isNumber: true, cell: ({ effective_date }) => effective_date ?? '–' },
      ]}
    />
  )
}
