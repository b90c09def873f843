import { Stack, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { api } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Fact, Facts, PageLink, PageTitle, Panel, State } from '../parts.tsx'
import { hours, words } from '../wording.ts'
import { AssignmentTable } from './assignment-table.tsx'
import { Path, positionTones } from './unit.tsx'

/** One position: the hours it needs, who fills it, and the tags it requires. */
export function PositionPage() {
  const { id = '' } = useParams()
  const found = useLive(['position', id], (signal) => api.positions.get.query({ id }, { signal }))
  return (
    <Loaded query={found} rows={8}>
      {(position) => (
        <Stack>
          <Path path={[{ id: position.org_unit_id, name: position.org_unit_name }]} here={position.title} />
          <PageTitle
            right={
              <State tone={positionTones[position.coverage_state]}>{words(position.coverage_state)}</State>
            }
          >
            {position.title}
          </PageTitle>
          <Panel title="Hours">
            <Facts>
              <Fact label="Needed per week">{hours(position.required_weekly_hours)}</Fact>
              <Fact label="Assigned">{hours(position.assigned_hours)}</Fact>
              <Fact label="Unit">
                <PageLink to={`/coverage/${position.org_unit_id}`}>{position.org_unit_name}</PageLink>
              </Fact>
            </Facts>
            {position.notes && <Text mt="sm">{position.notes}</Text>}
          </Panel>
          <Panel title="Assignments">
            <AssignmentTable assignments={position.assignments} of="position" />
          </Panel>
          <Panel title="Required tags">
            <DataTable
              label="Required tags"
              rows={position.required_tags}
              idOf={({ id }) => id}
              empty="This position requires no tags."
              columns={[
                { header: 'Tag', cell: ({ tag_name }) => tag_name },
                { header: 'Category', cell: ({ tag_category }) => words(tag_category) },
                { header: 'Kind', cell: ({ is_mandatory }) => (is_mandatory ? 'mandatory' : 'optional') },
              ]}
            />
          </Panel>
        </Stack>
      )}
    </Loaded>
  )
}
