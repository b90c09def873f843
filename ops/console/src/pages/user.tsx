import { Group, Stack, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { ActionButton, ActionDialog, DialogButton } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Live } from '../live.tsx'
import { Facts, Page, PageLink, Panel } from '../parts.tsx'
import { useViewer } from '../viewer.tsx'
import { fromNow, momentOf } from '../wording.ts'
import { FlagsDialog, PasswordDialog, RoleDialog } from './user-dialogs.tsx'
import { flagsOf, nameOf, type Session, UserState } from './user-parts.tsx'
import { UserThrottles } from './user-throttles.tsx'

type User = OperatorAnswers['users']['get']

const { users } = api.operator

export function UserPage() {
  const { id = '' } = useParams()
  // Only those who may end other users' sessions see them.
  const mayChange = useViewer().who?.may_change
  return (
    <Live name="users.get" of={users.get} input={{ id }} rows={8}>
      {(user) => (
        <Page title={nameOf(user)} right={<UserState user={user} />}>
          <Panel title="User">
            <Stack>
              <UserFacts user={user} />
              <Group gap="xs">
                <AccountButtons user={user} />
              </Group>
            </Stack>
          </Panel>
          <UserThrottles id={id} />
          {mayChange && <Sessions user={user} />}
        </Page>
      )}
    </Live>
  )
}

function passwordOf({ has_password, password_expires_at }: User) {
  if (!has_password) return 'none'
  return password_expires_at ? `temporary, expires on ${momentOf(password_expires_at)}` : 'set'
}

const UserFacts = ({ user }: { user: User }) => (
  <Facts
    of={{
      Email: user.email,
      Role: user.role,
      Permissions: flagsOf(user),
      Password: passwordOf(user),
      Joined: momentOf(user.date_joined),
      'Last login': momentOf(user.last_login),
      Employee: user.employees.length
        ? user.employees.map(({ id, name, employee_number }) => (
            <div key={id}>
              <PageLink to={`/people/${id}`}>{`${name}, ${employee_number}`}</PageLink>
            </div>
          ))
        : 'No employee record',
    }}
  />
)

function AccountButtons({ user }: { user: User }) {
  const { who } = useViewer()
  const onSelf = who?.id === user.id ? 'Ask another administrator to do this.' : undefined
  return (
    <>
      <DialogButton why={onSelf} dialog={<RoleDialog user={user} />}>
        Change role…
      </DialogButton>
      <DialogButton dialog={<FlagsDialog user={user} />}>Change permissions…</DialogButton>
      <DialogButton
        why={onSelf && 'Change your own password under Your account.'}
        dialog={<PasswordDialog user={user} />}
      >
        Reset password…
      </DialogButton>
      {user.is_active ? <DeactivateButton user={user} why={onSelf} /> : <ReactivateButton user={user} />}
    </>
  )
}

const DeactivateButton = ({ user: { id, email }, why }: { user: User; why: string | undefined }) => (
  <ActionButton
    why={why}
    title="Deactivate user"
    confirm="Deactivate"
    subject={email}
    done={`${email} can no longer sign in.`}
    isDangerous
    act={(reason) => users.deactivate.mutate({ id, reason })}
  >
    <Text>The user can no longer sign in, and all their sessions end at once.</Text>
  </ActionButton>
)

const ReactivateButton = ({ user: { id, email } }: { user: User }) => (
  <ActionButton
    title="Reactivate user"
    confirm="Reactivate"
    subject={email}
    done={`${email} can sign in again.`}
    act={(reason) => users.reactivate.mutate({ id, reason })}
  >
    <Text>The user can sign in again with the same password as before.</Text>
  </ActionButton>
)

const Sessions = ({ user }: { user: User }) => (
  <Panel title="Sessions" right={<EndAllButton user={user} />}>
    <Live name="users.sessions" of={users.sessions} input={{ id: user.id }} every={5000}>
      {({ sessions }) => (
        <DataTable
          label="Sessions"
          csv="sessions"
          rows={sessions}
          empty="No open sessions."
          columns={[
            { header: 'Started', cell: ({ started_at }) => momentOf(started_at) },
            { header: 'Refreshed', cell: ({ refreshed_at }) => fromNow(refreshed_at) },
            { header: 'Ends', cell: ({ expires_at }) => momentOf(expires_at) },
            { header: 'Address', value: ({ address }) => address },
            { header: 'Browser', cell: ({ user_agent }) => user_agent || 'unknown' },
            { header: 'Action', cell: (session) => <EndButton user={user} session={session} /> },
          ]}
        />
      )}
    </Live>
  </Panel>
)

const EndAllButton = ({ user: { id, email } }: { user: User }) => (
  <ActionButton
    title="End all sessions"
    subject={email}
    done={`All sessions of ${email} have ended.`}
    isDangerous
    act={(reason) => users.end_sessions.mutate({ id, reason })}
  >
    <Text>The user has to sign in again everywhere.</Text>
  </ActionButton>
)

function EndButton({ user: { id, email }, session }: { user: User; session: Session }) {
  if (session.is_current) return 'current session'
  return (
    <DialogButton
      size="compact-xs"
      aria-label={`End the session from ${session.address}`}
      dialog={
        <ActionDialog
          title="End session"
          subject={email}
          done="The session has ended."
          isDangerous
          act={(reason) => users.end_session.mutate({ id, session_id: session.id, reason })}
        >
          <Text>The session from {session.address} ends at once.</Text>
        </ActionDialog>
      }
    >
      End
    </DialogButton>
  )
}
