import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Fact, Facts, Lines, PageTitle, Panel, State } from '../parts.tsx'
import { balanceMeaning, hours, momentOf, number, plural, sentence, words } from '../wording.ts'
import { AssignmentTable } from './assignment-table.tsx'
import { employeeTones } from './people.tsx'

type Person = OperatorAnswers['people']['page']

/** All that is known of an employee, on one page. */
export function PersonPage() {
  const { id = '' } = useParams()
  const found = useLive(['people', 'page', id], (signal) =>
    api.operator.people.page.query({ id }, { signal }),
  )
  return (
    <Loaded query={found} rows={12}>
      {(person) => (
        <Stack>
          <PageTitle
            right={
              <State tone={employeeTones[person.employee.status]}>{words(person.employee.status)}</State>
            }
          >
            {`${person.employee.first_name} ${person.employee.last_name}`}
          </PageTitle>
          <Lifecycle person={person} />
          <Balance balance={person.balance} />
          <Panel title="Assignments">
            <AssignmentTable assignments={person.assignments} of="person" />
          </Panel>
          <Tags tags={person.tags} />
          <History person={person} />
        </Stack>
      )}
    </Loaded>
  )
}

function Lifecycle({ person: { employee, user } }: { person: Person }) {
  const { current_proposal: proposal } = employee
  return (
    <Panel title="Lifecycle">
      <Stack>
        <Facts>
          <Fact label="Number">{employee.employee_number}</Fact>
          <Fact label="Email">{employee.email}</Fact>
          <Fact label="Hired">{employee.hire_date ?? 'not said'}</Fact>
          {employee.leave_started_at && (
            <Fact label="On leave since">{momentOf(employee.leave_started_at)}</Fact>
          )}
          {employee.termination_date && <Fact label="Terminated">{employee.termination_date}</Fact>}
          <Fact label="User">
            {user ? (
              <Anchor component={Link} to={`/users/${user.id}`}>
                {user.role}
                {!user.is_active && ', deactivated'}
              </Anchor>
            ) : (
              'cannot sign in'
            )}
          </Fact>
        </Facts>
        {proposal && (
          <Alert color="gray" title={`Proposal: ${words(proposal.proposal_type)}`}>
            {proposal.notes || 'No notes.'} It waits until {momentOf(proposal.expires_at)}; then the status is{' '}
            {words(proposal.previous_status)} again.
          </Alert>
        )}
      </Stack>
    </Panel>
  )
}

function Balance({
  balance: { period, pool, consumption, balance, state, error },
}: {
  balance: Person['balance']
}) {
  return (
    <Panel title="Balance of hours">
      <Stack gap="sm">
        <Facts>
          <Fact label="Week">
            {period.start_date} to {period.end_date}
          </Fact>
          <Fact label="Hours of the contract">
            {hours(pool.effective_hours)}
            {Number(pool.adjustment_delta) !== 0 &&
              ` (${number(pool.base_hours)} and ${number(pool.adjustment_delta)})`}
          </Fact>
          <Fact label="Assigned">
            {hours(consumption.assigned_hours)} in {plural(consumption.assignment_count, 'assignment')}
          </Fact>
          <Fact label="Balance">{hours(balance)}</Fact>
          <Fact label="State">{state}</Fact>
        </Facts>
        <Text size="sm">
          {state} means {balanceMeaning[state]}.
          {error === 'NO_ACTIVE_TAGS' && ' No tag gives this person hours at present.'}
        </Text>
      </Stack>
    </Panel>
  )
}

const tagTones = { ACTIVE: 'good', EXPIRED: 'none', REVOKED: 'bad' } as const

function Tags({ tags }: { tags: Person['tags'] }) {
  return (
    <Panel title="Tags">
      <DataTable
        label="Tags"
        rows={tags}
        idOf={({ id }) => id}
        empty="No tag."
        columns={[
          {
            header: 'Tag',
            cell: (tag) => (
              <Lines main={tag.tag_display_name || tag.tag_name} more={words(tag.tag_category)} />
            ),
          },
          { header: 'Status', cell: ({ status }) => <State tone={tagTones[status]}>{words(status)}</State> },
          { header: 'Hours', isNumber: true, cell: ({ hours_delta }) => hours(hours_delta) },
          { header: 'From', isNumber: true, cell: ({ start_date }) => start_date },
          { header: 'To', isNumber: true, cell: ({ end_date }) => end_date ?? 'no end' },
        ]}
      />
    </Panel>
  )
}

type Event = { id: string; at: string; what: string; actor: string; reason: string }

/** Transitions and changes of tags in one, the newest first. */
function eventsOf({ transitions, tag_changes }: Person): Event[] {
  const events = [
    ...transitions.map((entry) => ({
      id: `transition ${entry.id}`,
      at: entry.created_at,
      what: `${sentence(entry.transition)}${entry.position_title ? `, as ${entry.position_title}` : ''}: ${words(entry.from_status)} to ${words(entry.to_status)}`,
      actor: entry.actor_name,
      reason: entry.reason,
    })),
    ...tag_changes.map((entry) => ({
      id: `tag ${entry.id}`,
      at: entry.created_at,
      what: `Tag ${entry.tag_display_name || entry.tag_name} ${words(entry.action)}`,
      actor: entry.actor_name,
      reason: entry.reason,
    })),
  ]
  return events.sort((a, b) => b.at.localeCompare(a.at))
}

function History({ person }: { person: Person }) {
  return (
    <Panel title="History">
      <DataTable
        label="History"
        rows={eventsOf(person)}
        idOf={({ id }) => id}
        empty="Nothing has happened yet."
        columns={[
          { header: 'When', cell: ({ at }) => momentOf(at) },
          { header: 'What', cell: ({ what }) => what },
          { header: 'By', cell: ({ actor }) => actor || 'the service' },
          { header: 'Reason', cell: ({ reason }) => reason || 'none' },
        ]}
      />
    </Panel>
  )
}
