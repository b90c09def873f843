import { Alert, Group } from '@mantine/core'
import { useParams } from 'react-router'
import { ActionButton, DialogButton } from '../../dialog/action-dialog.tsx'
import { say } from '../../language/text.ts'
import { dayOf, nameOfUser, sentence } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { useMay, useViewer } from '../../live/viewer.tsx'
import { CopyId, Facts, Moment, Page, PageLink, Panel, State, Status } from '../../parts/parts.tsx'
import { LogOf } from '../audit/log-of.tsx'
import { untilOf } from '../throttles/keys/key-state.tsx'
import { scopeWords } from '../throttles/keys/scopes.ts'
import { MachineTokens } from './machine-tokens.tsx'
import { FlagsDialog, PasswordDialog, RoleDialog } from './user-dialogs.tsx'
import { flagsText, passwordText, UserState, userShown } from './user-parts.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserThrottles, useUserThrottles } from './user-throttles.tsx'

type UserAnswer = OperatorAnswers['users']['get']

const { users } = api.operator

export function UserPage() {
  const { id = '' } = useParams()
  // Only operators who may end the sessions of other users may see them.
  const isAdmin = useMay('act_as_admin')
  return (
    <Live
      name="users.get"
      of={users.get}
      input={{ id }}
      rows={8}
      page={say('User')}
      path={<PathTo kind="PERSON" />}
    >
      {(user) => (
        <Page
          title={nameOfUser(user)}
          path={<PathTo kind={user.kind} />}
          right={<UserStanding user={user} />}
        >
          <Leaver user={user} />
          <Panel title={user.kind === 'MACHINE' ? say('Machine') : say('User')} gap="md">
            {user.kind === 'MACHINE' ? <MachineFacts user={user} /> : <UserFacts user={user} />}
            <Group gap="xs">
              <AccountButtons user={user} />
            </Group>
          </Panel>
          {isAdmin &&
            (user.kind === 'MACHINE' ? <MachineTokens user={user} /> : <UserSessions user={user} />)}
          <UserThrottles user={user} />
          <LogOf user={user.id} />
        </Page>
      )}
    </Live>
  )
}

const PathTo = ({ kind }: Pick<UserAnswer, 'kind'>) =>
  kind === 'MACHINE' ? (
    <PageLink to="/machines">{say('Machines')}</PageLink>
  ) : (
    <PageLink to="/users">{say('Users')}</PageLink>
  )

/** The user's state, or the first block that an active user has. */
function UserStanding({ user }: { user: UserAnswer }) {
  const { data } = useUserThrottles(user.id)
  const blocked = data?.keys.find(({ blocked_until }) => blocked_until)
  if (!blocked?.blocked_until || !user.is_active) return <UserState user={user} />
  return (
    <State tone="bad">
      {say('{scope}: blocked until {moment}', {
        scope: say(scopeWords[blocked.scope].name),
        moment: untilOf(blocked.blocked_until),
      })}
    </State>
  )
}

/** The last day of a user whose employee records are all terminated. */
const leftOn = ({ employees }: UserAnswer) =>
  employees.length > 0 && employees.every(({ status }) => status === 'TERMINATED')
    ? (employees
        .map(({ termination_date }) => termination_date ?? '')
        .sort()
        .at(-1) ?? '')
    : undefined

/** Warns of a user who can still sign in although the person has left. */
function Leaver({ user }: { user: UserAnswer }) {
  const day = leftOn(user)
  if (day === undefined || !user.is_active) return null
  return (
    <Alert color="red" title={say('This person has left, and can still sign in')}>
      {day && say('The last day was {day}.', { day: dayOf(day) })}{' '}
      {say('Deactivate the user unless they still need access.')}
    </Alert>
  )
}

const UserFacts = ({ user }: { user: UserAnswer }) => (
  <Facts
    of={{
      [say('Email')]: user.email,
      [say('Role')]: sentence(user.role),
      [say('Permissions')]: flagsText(user),
      [say('Password')]: passwordText(user),
      [say('Joined')]: <Moment of={user.date_joined} />,
      [say('Last login')]: <Moment of={user.last_login} or={say('Never')} />,
      [say('Employee record')]: user.employees.length ? (
        <Employees of={user.employees} />
      ) : (
        say('No employee record')
      ),
      [say('User ID')]: <CopyId id={user.id} />,
    }}
  />
)

const MachineFacts = ({ user }: { user: UserAnswer }) => (
  <Facts
    of={{
      [say('Role')]: sentence(user.role),
      [say('Created')]: <Moment of={user.date_joined} />,
      [say('Machine ID')]: <CopyId id={user.id} />,
    }}
  />
)

const Employees = ({ of }: { of: UserAnswer['employees'] }) =>
  of.map(({ id, name, employee_number, status }) => (
    <Group key={id} gap="xs">
      <PageLink to={`/people/${id}`}>{`${name}, ${employee_number}`}</PageLink>
      <Status of={status} />
    </Group>
  ))

function AccountButtons({ user }: { user: UserAnswer }) {
  const { who } = useViewer()
  const isSuperuser = useMay('act_as_superuser')
  const onSuperuser = user.is_superuser && !isSuperuser ? say('Only a superuser can change this.') : undefined
  const onSelf = who?.id === user.id ? say('Ask another administrator to do this.') : onSuperuser
  return (
    <>
      <DialogButton why={onSelf} dialog={<RoleDialog user={user} />}>
        {say('Change role…')}
      </DialogButton>
      {user.kind === 'PERSON' && (
        <>
          <DialogButton why={onSuperuser} dialog={<FlagsDialog user={user} />}>
            {say('Change permissions…')}
          </DialogButton>
          <DialogButton
            why={who?.id === user.id ? say('Change your own password under Your account.') : onSuperuser}
            dialog={<PasswordDialog user={user} />}
          >
            {say('Reset password…')}
          </DialogButton>
        </>
      )}
      <ActiveButton user={user} why={onSelf} />
    </>
  )
}

const people = {
  off: {
    title: 'Deactivate user',
    text: 'The user can no longer sign in, and all their sessions end at once.',
    done: '{email} can no longer sign in.',
  },
  on: {
    title: 'Reactivate user',
    text: 'The user can sign in again with the same password as before.',
    done: '{email} can sign in again.',
  },
} as const
const machines = {
  off: {
    title: 'Deactivate machine',
    text: 'All tokens of the machine are refused from now on.',
    done: '{email} was deactivated.',
  },
  on: {
    title: 'Reactivate machine',
    text: 'The tokens that the machine still has are valid again.',
    done: '{email} was reactivated.',
  },
} as const

// With a key, because an open dialog must not turn into its opposite when somebody else is faster.
function ActiveButton({ user, why }: { user: UserAnswer; why: string | undefined }) {
  const { id, email, is_active, kind } = user
  const { title, text, done } = (kind === 'MACHINE' ? machines : people)[is_active ? 'off' : 'on']
  const change = is_active ? users.deactivate : users.reactivate
  return (
    <ActionButton
      key={String(is_active)}
      why={why}
      title={say(title)}
      confirm={is_active ? say('Deactivate') : say('Reactivate')}
      subject={email}
      text={say(text)}
      done={say(done, { email })}
      isDangerous={is_active}
      of={userShown(user)}
      act={(reason, condition) => change.mutate({ id, reason }, condition)}
    />
  )
}
