import { Alert, Stack, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { lazily } from '../lazy-page.tsx'
import { Live } from '../live.tsx'
import { Facts, Page, PageLink, Panel, Status } from '../parts.tsx'
import { balanceMeaning, hours, momentOf, plural, sentence, words } from '../wording.ts'
import { Assignments } from './assignments.tsx'
import { byAndWhy, tagLines, when } from './log.tsx'

type Person = OperatorAnswers['people']['page']

const Openings = lazily(() => import('../planning/openings.tsx').then((part) => part.Openings))
const PersonForecast = lazily(() =>
  import('../planning/person-forecast.tsx').then((part) => part.PersonForecast),
)

/** Everything about an employee on one page. */
export function PersonPage() {
  const { id = '' } = useParams()
  return (
    <Live name="people.page" of={api.operator.people.page} input={{ id }} rows={12}>
      {(person) => (
        <Page
          title={`${person.employee.first_name} ${person.employee.last_name}`}
          right={<Status of={person.employee.status} />}
        >
          <Lifecycle person={person} />
          <Balance balance={person.balance} />
          <Assignments assignments={person.assignments} of="person" />
          <PersonForecast id={id} />
          {mayBeAssigned(person) && <Openings person={{ id, name: nameOf(person) }} />}
          <Tags tags={person.tags} />
          <History person={person} />
        </Page>
      )}
    </Live>
  )
}

const mayBeAssigned = ({ employee: { status } }: Person) => status === 'ACTIVE' || status === 'ON_LEAVE'

const nameOf = ({ employee: { first_name, last_name } }: Person) => `${last_name}, ${first_name}`

function Lifecycle({ person: { employee, user } }: { person: Person }) {
  const { current_proposal: proposal } = employee
  return (
    <Panel title="Lifecycle">
      <Stack>
        <Facts
          of={{
            Number: employee.employee_number,
            Email: employee.email,
            Hired: employee.hire_date ?? '–',
            'On leave since': employee.leave_started_at && momentOf(employee.leave_started_at),
            Terminated: employee.termination_date,
            Account: user ? (
              <PageLink to={`/users/${user.id}`}>
                {sentence(user.role)}, {user.is_active ? 'active' : 'deactivated'}
              </PageLink>
            ) : (
              'No user account'
            ),
          }}
        />
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

function Balance({ balance: { period, pool, consumption, balance, state, error } }: Pick<Person, 'balance'>) {
  const parts = `(base ${hours(pool.base_hours)}, adjustment ${hours(pool.adjustment_delta)})`
  return (
    <Panel title="Hours balance">
      <Stack gap="sm">
        <Facts
          of={{
            Week: `${period.start_date} to ${period.end_date}`,
            'Contract hours': `${hours(pool.effective_hours)}${Number(pool.adjustment_delta) ? ` ${parts}` : ''}`,
            Assigned: `${hours(consumption.assigned_hours)} in ${plural(consumption.assignment_count, 'assignment')}`,
            Balance: hours(balance),
            State: state,
          }}
        />
        <Text size="sm">
          {state} means {balanceMeaning[state]}.
          {error === 'NO_ACTIVE_TAGS' && ' This person currently has no tag that grants hours.'}
        </Text>
      </Stack>
    </Panel>
  )
}

const Tags = ({ tags }: Pick<Person, 'tags'>) => (
  <Panel title="Tags">
    <DataTable
      label="Tags"
      csv="tags"
      rows={tags}
      empty="No tags."
      columns={[
        { header: 'Tag', cell: tagLines },
        { header: 'Status', cell: ({ status }) => <Status of={status} /> },
        { header: 'Hours', value: ({ hours_delta }) => Number(hours_delta), unit: 'h', numeric: true },
        { header: 'From', value: ({ start_date }) => start_date, numeric: true },
        { header: 'To', cell: ({ end_date }) => end_date ?? 'open-ended', numeric: true },
      ]}
    />
  </Panel>
)

/** Transitions and tag changes together, newest first. */
const eventsOf = ({ transitions, tag_changes }: Person) =>
  [
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
  ].sort((a, b) => b.created_at.localeCompare(a.created_at))

const History = ({ person }: { person: Person }) => (
  <Panel title="History">
    <DataTable
      label="History"
      csv="history"
      rows={eventsOf(person)}
      empty="Nothing has been logged yet."
      columns={[...when, { header: 'Event', value: ({ what }) => what }, ...byAndWhy]}
    />
  </Panel>
)
