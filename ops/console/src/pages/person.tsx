import { Alert, Stack, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Fact, Facts, Lines, PageLink, PageTitle, Panel, State } from '../parts.tsx'
import { balanceMeaning, hours, momentOf, plural, sentence, words } from '../wording.ts'
import { AssignmentTable } from './assignment-table.tsx'
import { byAndWhy, when } from './log.tsx'
import { employeeTones } from './people.tsx'

type Person = OperatorAnswers['people']['page']

/** Everything about an employee on one page. */
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
          <Fact label="Hired">{employee.hire_date ?? '–'}</Fact>
          {employee.leave_started_at && (
            <Fact label="On leave since">{momentOf(employee.leave_started_at)}</Fact>
          )}
          {employee.termination_date && <Fact label="Terminated">{employee.termination_date}</Fact>}
          <Fact label="Account">
            {user ? (
              <PageLink to={`/users/${user.id}`}>
                {sentence(user.role)}, {user.is_active ? 'active' : 'deactivated'}
              </PageLink>
            ) : (
              'No user account'
            )}
          </Fact>
        </Facts>
        {proposal && (
          <Alert color="gray" title={`Proposal: ${words(proposal.proposal_type)}`}>
            <Text size="sm">{proposal.notes || 'No notes.'}</Text>
            <Text size="sm">
              Expires at {momentOf(proposal.expires_at)}; the status then returns to{' '}
              {words(proposal.previous_status)}.
            </Text>
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
    <Panel title="Hours balance">
      <Stack gap="sm">
        <Facts>
          <Fact label="Week">
            {period.start_date} to {period.end_date}
          </Fact>
          <Fact label="Contract hours">
            {hours(pool.effective_hours)}
            {Number(pool.adjustment_delta) !== 0 &&
              ` (base ${hours(pool.base_hours)}, adjustment ${hours(pool.adjustment_delta)})`}
          </Fact>
          <Fact label="Assigned">
            {hours(consumption.assigned_hours)} in {plural(consumption.assignment_count, 'assignment')}
          </Fact>
          <Fact label="Balance">{hours(balance)}</Fact>
          <Fact label="State">{state}</Fact>
        </Facts>
        <Text size="sm">
          {state} means {balanceMeaning[state]}.
          {error === 'NO_ACTIVE_TAGS' && ' This person currently has no tag that grants hours.'}
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
        empty="No tags."
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
          { header: 'To', isNumber: true, cell: ({ end_date }) => end_date ?? 'open-ended' },
        ]}
      />
    </Panel>
  )
}

type Event = { id: string; what: string; created_at: string; actor_name: string; reason: string }

/** Transitions and tag changes together, newest first. */
function eventsOf({ transitions, tag_changes }: Person): Event[] {
  const events = [
    ...transitions.map((entry) => ({
      ...entry,
      id: `transition ${entry.id}`,
      what: `${sentence(entry.transition)}${entry.position_title ? `, as ${entry.position_title}` : ''}: ${words(entry.from_status)} to ${words(entry.to_status)}`,
    })),
    ...tag_changes.map((entry) => ({
      ...entry,
      id: `tag ${entry.id}`,
      what: `Tag ${entry.tag_display_name || entry.tag_name} ${words(entry.action)}`,
    })),
  ]
  return events.sort((a, b) => b.created_at.localeCompare(a.created_at))
}

function History({ person }: { person: Person }) {
  return (
    <Panel title="History">
      <DataTable
        label="History"
        rows={eventsOf(person)}
        idOf={({ id }) => id}
        empty="Nothing has been logged yet."
        columns={[when, { header: 'Event', cell: ({ what }) => what }, ...byAndWhy]}
      />
    </Panel>
  )
}
