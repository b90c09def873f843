import { useActs } from '../../../dialog/acts/act-dialog.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Lines, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { PagedTable, usePaged } from '../../../table/paged-list.tsx'
import type { Opening } from '../answers.ts'
import { PlanningPart, sometimes } from '../planning-parts.tsx'
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

type OpeningsQuery = typeof api.planning.openings.query
const rows = {
  query: async (...call: Parameters<OpeningsQuery>) => {
    const { count, results } = await api.planning.openings.query(...call)
    return { count, results: results.map((opening) => ({ id: opening.position_id, ...opening })) }
  },
}

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
    },
    { header: 'Lacks', cell: ({ lacking_hours }) => hours(lacking_hours), numeric: true },
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
