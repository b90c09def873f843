import { api } from '../api.ts'
import { useLive } from '../live.tsx'
import { PagedTable } from '../paged-list.tsx'
import { Lines, Panel } from '../parts.tsx'
import { hours } from '../wording.ts'
import { useAddress } from './address.ts'
import type { Opening } from './answers.ts'
import { AssignButton } from './assign-button.tsx'
import { PlanningPart } from './planning-page.tsx'
import { suggestedColumns, suggestedNumbers } from './suggested-columns.tsx'

type Person = { id: string; name: string }

/** The positions that lack hours which this person could give, the best first. */
export const Openings = ({ person }: { person: Person }) => (
  <PlanningPart>
    <Panel title="Where are hours needed?">
      <Ranked person={person} />
    </Panel>
  </PlanningPart>
)

type Call = typeof api.planning.openings.query
const rows = {
  query: async (...call: Parameters<Call>) => {
    const { count, results } = await api.planning.openings.query(...call)
    return { count, results: results.map((opening) => ({ id: opening.position_id, ...opening })) }
  },
}

function Ranked({ person }: { person: Person }) {
  const { at, go } = useAddress()
  const page = Number(at('page')) || 1
  const query = useLive({
    name: 'planning.openings',
    of: rows,
    input: { employee_id: person.id, page, page_size: 25 },
    every: 60_000,
    keepsPrevious: true,
  })
  return (
    <PagedTable
      paged={{ query, isFiltered: false, page, setPage: (next) => go({ page: next > 1 ? `${next}` : '' }) }}
      label="Openings"
      one="position"
      many="positions"
      empty="No position lacks hours that this person could cover."
      columns={{
        Position: ({ position_id, position_title, org_unit_name }: Opening) => (
          <Lines to={`/positions/${position_id}`} main={position_title} more={org_unit_name} />
        ),
        Lacks: ({ lacking_hours }: Opening) => hours(lacking_hours),
        ...suggestedColumns,
        Assign: (opening: Opening) => (
          <AssignButton
            suggested={opening}
            employee={person}
            position={{
              id: opening.position_id,
              title: opening.position_title,
              lacking: opening.lacking_hours,
            }}
          />
        ),
      }}
      numeric={['Lacks', ...suggestedNumbers]}
    />
  )
}
