import { Alert, Group, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { ActButton, useActs } from '../../dialog/acts/act-dialog.tsx'
import { assign } from '../../dialog/acts/acts.ts'
import { AssignDialog } from '../../dialog/acts/assign-dialog.tsx'
import { AssignmentActs } from '../../dialog/acts/assignment-acts.tsx'
import { PersonActs } from '../../dialog/acts/person-acts.tsx'
import { GiveTagButton, TagActs } from '../../dialog/acts/tag-acts.tsx'
import { say } from '../../language/text.ts'
import { dayOf, sentence, tagText, words } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { lazily } from '../../live/lazy-page.tsx'
import { Live } from '../../live/live.tsx'
import { CopyId, Facts, Moment, Note, Page, PageLink, Panel, Status } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { dayColumn, hoursColumn, positionColumn, statusColumn } from '../../table/columns.tsx'
import { TablePanel } from '../../table/data-table.tsx'
import { byAndWhy, when } from '../audit/log.tsx'
import { LogOf } from '../audit/log-of.tsx'
import { worked } from '../work/positions/position-staff.tsx'
import { tagColumn } from '../work/positions/tag-links.tsx'
import { PersonWeek } from './person-week.tsx'

type PersonAnswer = OperatorAnswers['people']['page']

const Openings = lazily(() => import('../planning/suggestions/openings.tsx'), 'Openings')
const ExpectedDates = lazily(() => import('../planning/dates/expected-dates.tsx'), 'ExpectedDates')
const PersonForecast = lazily(() => import('../planning/forecast/person-forecast.tsx'), 'PersonForecast')

/** Everything about an employee on one page. */
export function PersonPage() {
  const { id = '' } = useParams()
  const path = <PageLink to="/people">{say('People')}</PageLink>
  const { page } = api.operator.people
  const assignments = useActs(assigned, 'manage_assignments', (assignment) => (
    <AssignmentActs of={assignment} label={`${assignment.position_title}, ${assignment.org_unit_name}`} />
  ))
  const tags = useActs(held, 'manage', (tag) => <TagActs of={tag} />)
  return (
    <Live name="people.page" of={page} input={{ id }} rows={12} page={say('Person')} path={path}>
      {(person) => (
        <Page
          path={path}
          title={`${person.employee.first_name} ${person.employee.last_name}`}
          right={
            <Group gap="sm">
              <Status of={person.employee.status} />
              <PersonActs of={person.employee} />
            </Group>
          }
        >
          <Leaver person={person} />
          <SharedEmail person={person} />
          <PersonWeek employee={person.employee} current={person.balance} />
          <TablePanel
            title="Assignments"
            right={
              mayBeAssigned(person) && (
                <ActButton act={assign} dialog={<AssignDialog employee={id} />}>
                  {say('Assign to a position')}
                </ActButton>
              )
            }
            csv="assignments"
            rows={person.assignments}
            empty="No assignments."
            note={latestOf(person.assignments)}
            columns={assignments}
          />
          {mayBeAssigned(person) && <Openings person={{ id, name: personName(person) }} />}
          <Lifecycle person={person} />
          <ExpectedDates of={person.employee} />
          <TablePanel
            title="Tags"
            right={<GiveTagButton employee={id} label={say('Add a tag')} />}
            csv="tags"
            rows={person.tags}
            empty="No tags."
            note={latestOf(person.tags)}
            columns={tags}
          />
          {person.employee.status !== 'TERMINATED' && <PersonForecast id={id} />}
          <History person={person} />
          <LogOf person={person.employee.id} />
        </Page>
      )}
    </Live>
  )
}

/** How many rows of each kind the answer has at most. */
const most = 100

/** Says that there may be more rows than the answer has. */
const latestOf = ({ length }: readonly unknown[]) =>
  length < most ? undefined : (
    <Note>{say('At most the latest {most} of each kind are shown.', { most })}</Note>
  )

const mayBeAssigned = ({ employee: { status } }: PersonAnswer) => status === 'ACTIVE' || status === 'ON_LEAVE'

const personName = ({ employee: { first_name, last_name } }: PersonAnswer) => `${last_name}, ${first_name}`

/** Warns of an account that is still active although everyone with its email has left. */
function Leaver({ person: { user, employee } }: { person: PersonAnswer }) {
  if (!user?.is_active || !user.has_left) return null
  return (
    <Alert color="yellow" title={say('The account is still active')}>
      {say(
        '{name} has left, but the account {email} has not been deactivated. <link>Open the account</link>',
        {
          name: employee.first_name,
          email: user.email,
          link: (parts) => (
            <PageLink c="inherit" underline="always" to={`/users/${user.id}`}>
              {parts}
            </PageLink>
          ),
        },
      )}
    </Alert>
  )
}

/** Warns that a user sees the data of several people. */
function SharedEmail({ person: { same_email, employee } }: { person: PersonAnswer }) {
  if (!same_email.length) return null
  return (
    <Alert color="yellow" title={say('Others have the same email')}>
      {say('Whoever signs in with {email} sees the data of all of them: <others></others>', {
        email: employee.email,
        others: () =>
          same_email.map(({ id, name }) => (
            <PageLink key={id} c="inherit" underline="always" mr="xs" to={`/people/${id}`}>
              {name}
            </PageLink>
          )),
      })}
    </Alert>
  )
}

function Lifecycle({ person: { employee, user } }: { person: PersonAnswer }) {
  const { current_proposal: proposal } = employee
  return (
    <Panel title={say('Employment')} gap="md">
      <Facts
        of={{
          [say('Number')]: employee.employee_number,
          [say('Email')]: employee.email,
          [say('Hired')]: employee.hire_date ? dayOf(employee.hire_date) : '–',
          [say('On leave since')]: employee.leave_started_at && (
            <Moment of={employee.leave_started_at} exact />
          ),
          [say('Left on')]: employee.termination_date && dayOf(employee.termination_date),
          [say('Account')]: user ? <PersonAccount user={user} /> : say('No user account'),
          ID: <CopyId id={employee.id} />,
        }}
      />
      {proposal && (
        <Alert color="gray" title={say('Proposal: {type}', { type: words(proposal.proposal_type) })}>
          <Text size="sm">{proposal.notes || say('No notes.')}</Text>
          <Text size="sm">
            {say('Expires <moment></moment>. Without an answer, the status returns to {status}.', {
              moment: () => <Moment of={proposal.expires_at} />,
              status: words(proposal.previous_status),
            })}
          </Text>
        </Alert>
      )}
    </Panel>
  )
}

const PersonAccount = ({ user: { id, role, is_active } }: { user: NonNullable<PersonAnswer['user']> }) => (
  <PageLink to={`/users/${id}`}>
    {sentence(role)}, {words(is_active ? 'ACTIVE' : 'DEACTIVATED')}
  </PageLink>
)

const assigned: Columns<PersonAnswer['assignments'][number]> = [
  positionColumn,
  statusColumn('Status', 'status'),
  ...worked,
  dayColumn('Until', 'end_date'),
]

const held: Columns<PersonAnswer['tags'][number]> = [
  tagColumn,
  statusColumn('Status', 'status'),
  hoursColumn('Hours', 'hours_delta'),
  dayColumn('From', 'start_date'),
  dayColumn('To', 'end_date', 'open-ended'),
]

const History = ({ person }: { person: PersonAnswer }) => (
  <TablePanel
    title="History"
    csv="history"
    rows={eventsOf(person)}
    empty="Nothing has been logged yet."
    note={latestOf(person.transitions) ?? latestOf(person.tag_changes)}
    columns={history}
  />
)

/** Transitions and tag changes together, newest first. */
const eventsOf = ({ transitions, tag_changes }: PersonAnswer) =>
  [
    ...transitions.map((entry) => ({ ...entry, id: `transition ${entry.id}`, what: transitionText(entry) })),
    ...tag_changes.map((entry) => ({ ...entry, id: `tag ${entry.id}`, what: tagChangeText(entry) })),
  ].sort((a, b) => b.created_at.localeCompare(a.created_at))

function transitionText(entry: PersonAnswer['transitions'][number]) {
  const change = { from: words(entry.from_status), to: words(entry.to_status) }
  const transition = sentence(entry.transition)
  return entry.position_title
    ? say('{transition}, as {position}: {from} to {to}', {
        ...change,
        transition,
        position: entry.position_title,
      })
    : say('{transition}: {from} to {to}', { ...change, transition })
}

const tagChangeText = ({ tag_display_name, tag_name, action }: PersonAnswer['tag_changes'][number]) =>
  say('Tag {tag}: {action}', { tag: tagText(tag_display_name, tag_name), action: words(action) })

const history: Columns<ReturnType<typeof eventsOf>[number]> = [
  ...when,
  { header: 'Event', value: ({ what }) => what },
  ...byAndWhy,
]
