import { Alert, Group, List, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { ActButton, useActs } from '../../../dialog/acts/act-dialog.tsx'
import { assign } from '../../../dialog/acts/acts.ts'
import { AssignDialog } from '../../../dialog/acts/assign-dialog.tsx'
import { AssignmentActs } from '../../../dialog/acts/assignment-acts.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { Follow } from '../../../live/follow.tsx'
import { lazily } from '../../../live/lazy-page.tsx'
import { Live } from '../../../live/live.tsx'
import { useMayOversee } from '../../../live/viewer.tsx'
import { CopyId, Facts, Metric, Page, PageLink, Panel, Status } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { TablePanel } from '../../../table/data-table.tsx'
import { Path } from '../coverage/unit-page.tsx'
import { awayText, staffColumns } from './position-staff.tsx'
import { tagColumn } from './tag-links.tsx'

type PositionAnswer = OperatorAnswers['positions']['page']
type Position = PositionAnswer['position']

const Candidates = lazily(() => import('../../planning/suggestions/candidates.tsx'), 'Candidates')

const DatedRequirements = lazily(
  () => import('../../planning/dates/dated-requirements.tsx'),
  'DatedRequirements',
)

/** One position: the hours it needs, who fills it, and the tags it requires. */
export function PositionPage() {
  const { id = '' } = useParams()
  const mayOversee = useMayOversee()
  return (
    <Live
      name="positions.page"
      of={api.operator.positions.page}
      input={{ id }}
      rows={8}
      page={say('Position')}
      path={<Path path={[]} here={say('Position')} />}
    >
      {({ position, staff, tags }) => (
        <Page
          path={
            <Path path={[{ id: position.org_unit_id, name: position.org_unit_name }]} here={position.title} />
          }
          title={position.title}
          right={<Status of={position.coverage_state} />}
        >
          <Follow query="positions.page" />
          <Hours position={position} />
          <Away staff={staff} />
          <Staff position={position} staff={staff} />
          {mayOversee && position.is_active && (
            <Candidates
              position={{ id, title: position.title, lacking: Math.max(0, -extraOf(position)).toFixed(2) }}
            />
          )}
          {mayOversee && position.is_active && <DatedRequirements id={id} />}
          <TablePanel
            title="Required tags"
            csv="required-tags"
            rows={tags}
            empty="This position requires no tags."
            columns={required}
          />
        </Page>
      )}
    </Live>
  )
}

/** Who is assigned, and what may be done about it. */
function Staff({ position: { id, is_active }, staff }: Pick<PositionAnswer, 'position' | 'staff'>) {
  const columns = useActs(staffColumns, 'manage_assignments', (assigned) => (
    <AssignmentActs of={assigned} label={assigned.employee_name} />
  ))
  return (
    <TablePanel
      title="Assignments"
      right={
        is_active && (
          <ActButton act={assign} dialog={<AssignDialog position={id} />}>
            {say('Assign someone')}
          </ActButton>
        )
      }
      csv="assignments"
      rows={staff}
      empty="No one is assigned."
      columns={columns}
    />
  )
}

/** The hours above what the position needs; negative if it lacks some. */
const extraOf = ({ required_weekly_hours, assigned_hours }: Position) =>
  Number(assigned_hours) - Number(required_weekly_hours)

function Hours({ position }: { position: Position }) {
  const extra = extraOf(position)
  return (
    <Panel title={say('Hours')} gap="sm">
      <Group gap="xl" align="flex-start">
        <Metric
          label={extra > 0 ? say('Surplus') : say('Short')}
          value={hours(Math.abs(extra))}
          tone={extra < 0 ? 'bad' : 'none'}
        />
        <Facts
          of={{
            [say('Required')]: hours(position.required_weekly_hours),
            [say('Assigned')]: hours(position.assigned_hours),
            [say('Unit')]: (
              <PageLink to={`/coverage/${position.org_unit_id}`}>{position.org_unit_name}</PageLink>
            ),
            [say('State')]: position.is_active ? null : say('Out of use'),
            ID: <CopyId id={position.id} />,
          }}
        />
      </Group>
      {position.notes && <Text>{position.notes}</Text>}
    </Panel>
  )
}

/** The people whose hours count although they cannot work now. */
function Away({ staff }: Pick<PositionAnswer, 'staff'>) {
  const counted = staff.filter(({ status }) => status === 'ACTIVE')
  const away = counted.filter((one) => awayText(one))
  if (!away.length) return null
  const missing = away.reduce((sum, { effective_hours }) => sum + Number(effective_hours), 0)
  return (
    <Alert
      color="yellow"
      title={say('{away} of {count, plural, one {# person} other {# people}} cannot work now', {
        away: away.length,
        count: counted.length,
      })}
    >
      <List size="sm">
        {away.map((one) => (
          <List.Item key={one.id}>
            <PageLink size="sm" c="inherit" underline="always" to={`/people/${one.employee}`}>
              {one.employee_name}
            </PageLink>
            {`: ${awayText(one)}, ${hours(one.effective_hours)}`}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt={4}>
        {say('Their {hours} count as assigned all the same.', { hours: hours(missing) })}
      </Text>
    </Alert>
  )
}

const required: Columns<PositionAnswer['tags'][number]> = [
  tagColumn,
  { header: 'Kind', value: ({ is_mandatory }) => (is_mandatory ? say('mandatory') : say('optional')) },
]
