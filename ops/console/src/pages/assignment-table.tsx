import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Lines, State } from '../parts.tsx'
import { hours, words } from '../wording.ts'

type Assignment = OperatorAnswers['people']['page']['assignments'][number]

const tones = { ACTIVE: 'good', SUSPENDED: 'low', ENDED: 'none' } as const

/** Assignments of a person, who are shown with their positions, or of a position, which is shown with its people. */
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
      empty={of === 'person' ? 'No assignment.' : 'Nobody is assigned.'}
      columns={[
        of === 'person'
          ? {
              header: 'Position',
              cell: ({ position_id, position_title, org_unit_name }) => (
                <Lines
                  main={
                    <Anchor component={Link} to={`/positions/${position_id}`}>
                      {position_title}
                    </Anchor>
                  }
                  more={org_unit_name}
                />
              ),
            }
          : {
              header: 'Person',
              cell: ({ employee, employee_name }) => (
                <Anchor component={Link} to={`/people/${employee}`}>
                  {employee_name}
                </Anchor>
              ),
            },
        { header: 'Status', cell: ({ status }) => <State tone={tones[status]}>{words(status)}</State> },
        { header: 'Hours a week', isNumber: true, cell: ({ effective_hours }) => hours(effective_hours) },
        { header: 'Since', isNumber: true, cell: ({ effective_date }) => effective_date ?? 'not said' },
      ]}
    />
  )
}
