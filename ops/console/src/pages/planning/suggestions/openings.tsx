import { useActs } from '../../../dialog/acts/act-dialog.tsx'
import { useTagNames } from '../../../fields/choices.tsx'
import { api } from '../../../live/api.ts'
import type { Columns } from '../../../table/column.ts'
import { hoursColumn, positionColumn } from '../../../table/columns.tsx'
import { PagedPanel, usePaged } from '../../../table/paged-list.tsx'
import type { Opening } from '../answers.ts'
import { identified, PlanningPart, sometimes } from '../planning-parts.tsx'
import { AssignButton } from './assign-button.tsx'
import { suggestedColumns } from './suggested-columns.tsx'

type NamedPerson = { id: string; name: string }

const rows = identified(api.planning.openings, ({ position_id }) => position_id)

/** The positions that lack hours that this person could give, the best first. */
export function Openings({ person }: { person: NamedPerson }) {
  const { paged } = usePaged({
    name: 'planning.openings',
    of: rows,
    also: { employee_id: person.id },
    every: sometimes,
  })
  const facts: Columns<Opening> = [
    positionColumn,
    hoursColumn('Lacks', 'lacking_hours'),
    ...suggestedColumns<Opening>(() => person.id, useTagNames()),
  ]
  const columns = useActs(facts, 'manage_assignments', (opening) => (
    <AssignButton
      suggested={opening}
      employee={person}
      position={{ id: opening.position_id, title: `${opening.position_title}, ${opening.org_unit_name}` }}
    />
  ))
  return (
    <PlanningPart>
      <PagedPanel
        title="Where are hours needed?"
        label="Openings"
        paged={paged}
        csv="openings"
        counted="{count, plural, one {# position} other {# positions}}"
        empty="No position lacks hours that this person could cover."
        columns={columns}
      />
    </PlanningPart>
  )
}
