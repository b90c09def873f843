import { useActs } from '../../../dialog/acts/act-dialog.tsx'
import { say } from '../../../language/text.ts'
import { api } from '../../../live/api.ts'
import { Lines, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { hoursColumn } from '../../../table/columns.tsx'
import { PagedTable, usePaged } from '../../../table/paged-list.tsx'
import type { Opening } from '../answers.ts'
import { identified, PlanningPart, sometimes } from '../planning-parts.tsx'
import { AssignButton } from './assign-button.tsx'
import { suggestedColumns } from './suggested-columns.tsx'

type NamedPerson = { id: string; name: string }

/** The positions that lack hours that this person could give, the best first. */
export const Openings = ({ person }: { person: NamedPerson }) => (
  <PlanningPart>
    <Panel title={say('Where are hours needed?')}>
      <RankedOpenings person={person} />
    </Panel>
  </PlanningPart>
)

const rows = identified(api.planning.openings, ({ position_id }) => position_id)

function RankedOpenings({ person }: { person: NamedPerson }) {
  const { paged } = usePaged({
    name: 'planning.openings',
    of: rows,
    also: { employee_id: person.id },
    every: sometimes,
  })
  const facts: Columns<Opening> = [
    {
      header: 'Position',
      cell: ({ position_id, position_title, org_unit_name }) => (
        <Lines to={`/positions/${position_id}`} main={position_title} more={org_unit_name} />
      ),
      value: ({ position_title }) => position_title,
      also: { header: 'Unit', value: ({ org_unit_name }) => org_unit_name },
    },
    hoursColumn('Lacks', 'lacking_hours'),
    ...suggestedColumns<Opening>(() => person.id),
  ]
  const columns = useActs(facts, 'manage_assignments', (opening) => (
    <AssignButton
      suggested={opening}
      employee={person}
      position={{ id: opening.position_id, title: opening.position_title }}
    />
  ))
  return (
    <PagedTable
      paged={paged}
      label={say('Openings')}
      csv="openings"
      counted="{count, plural, one {# position} other {# positions}}"
      empty={say('No position lacks hours that this person could cover.')}
      columns={columns}
    />
  )
}
