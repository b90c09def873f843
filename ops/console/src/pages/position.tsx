import { Text } from '@mantine/core'
import { useParams } from 'react-router'
import { api } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { lazily } from '../lazy-page.tsx'
import { Live } from '../live.tsx'
import { Facts, Page, PageLink, Panel, Status } from '../parts.tsx'
import { useMayOversee } from '../viewer.tsx'
import { hours, words } from '../wording.ts'
import { Assignments } from './assignments.tsx'
import { Path } from './unit.tsx'

const Candidates = lazily(() => import('../planning/candidates.tsx').then((part) => part.Candidates))

/** One position: the hours it needs, who fills it, and the tags it requires. */
export function PositionPage() {
  const { id = '' } = useParams()
  const mayOversee = useMayOversee()
  return (
    <Live name="position" of={api.positions.get} input={{ id }} rows={8}>
      {({ title, org_unit_id, org_unit_name, ...position }) => (
        <Page
          path={<Path path={[{ id: org_unit_id, name: org_unit_name }]} here={title} />}
          title={title}
          right={<Status of={position.coverage_state} />}
        >
          <Panel title="Hours">
            <Facts
              of={{
                'Needed per week': hours(position.required_weekly_hours),
                Assigned: hours(position.assigned_hours),
                Lacks: hours(lackingOf(position)),
                Unit: <PageLink to={`/coverage/${org_unit_id}`}>{org_unit_name}</PageLink>,
              }}
            />
            {position.notes && <Text mt="sm">{position.notes}</Text>}
          </Panel>
          <Assignments assignments={position.assignments} of="position" />
          {mayOversee && position.is_active && (
            <Candidates position={{ id, title, lacking: lackingOf(position) }} />
          )}
          <Panel title="Required tags">
            <DataTable
              label="Required tags"
              csv="required-tags"
              rows={position.required_tags}
              empty="This position requires no tags."
              columns={[
                { header: 'Tag', value: ({ tag_name }) => tag_name },
                { header: 'Category', cell: ({ tag_category }) => words(tag_category) },
                { header: 'Kind', cell: ({ is_mandatory }) => (is_mandatory ? 'mandatory' : 'optional') },
              ]}
            />
          </Panel>
        </Page>
      )}
    </Live>
  )
}

type Hours = { required_weekly_hours: string; assigned_hours: string }

const lackingOf = ({ required_weekly_hours, assigned_hours }: Hours) =>
  Math.max(0, Number(required_weekly_hours) - Number(assigned_hours)).toFixed(2)
