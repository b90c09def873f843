import { Group, Stack } from '@mantine/core'
import { useParams } from 'react-router'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Fact, Facts, PageLink, PageTitle, Panel } from '../parts.tsx'
import { DialogButton, useViewer } from '../viewer.tsx'
import { fromNow, momentOf } from '../wording.ts'
import { KeyActionDialog, liftLabel, type Target } from './throttle-actions.tsx'
import {
  DeactivateDialog,
  EndSessionDialog,
  EndSessionsDialog,
  FlagsDialog,
  PasswordDialog,
  ReactivateDialog,
  RoleDialog,
} from './user-dialogs.tsx'
import { flagsOf, nameOf, type Session, UserState } from './user-parts.tsx'

type User = OperatorAnswers['users']['get']

export function UserPage() {
  const { id = '' } = useParams()
  const found = useLive(['users', id], (signal) => api.operator.users.get.query({ id }, { signal }))
  return (
    <Loaded query={found} rows={8}>
      {(user) => (
        <Stack>
          <PageTitle right={<UserState user={user} />}>{nameOf(user)}</PageTitle>
          <Panel title="User">
            <Stack>
              <UserFacts user={user} />
              <Group gap="xs">
                <AccountButtons user={user} />
                <ThrottleButtons user={user} />
              </Group>
            </Stack>
          </Panel>
          <Sessions user={user} />
        </Stack>
      )}
    </Loaded>
  )
}

function UserFacts({ user }: { user: User }) {
  return (
    <Facts>
      <Fact label="Email">{user.email}</Fact>
      <Fact label="Role">{user.role}</Fact>
      <Fact label="Permissions">{flagsOf(user)}</Fact>
      <Fact label="Password">{user.has_password ? 'set' : 'none'}</Fact>
      <Fact label="Joined">{momentOf(user.date_joined)}</Fact>
      <Fact label="Last login">{momentOf(user.last_login)}</Fact>
      <Fact label="Employee">
        {user.employees.length
          ? user.employees.map(({ id, name, employee_number }) => (
              <div key={id}>
                <PageLink to={`/people/${id}`}>
                  {name}, {employee_number}
                </PageLink>
              </div>
            ))
          : 'No employee record'}
      </Fact>
    </Facts>
  )
}

function AccountButtons({ user }: { user: User }) {
  const { who } = useViewer()
  const onSelf = who?.id === user.id ? 'Ask another administrator to do this.' : undefined
  return (
    <>
      <DialogButton why={onSelf} dialog={(onClose) => <RoleDialog user={user} onClose={onClose} />}>
        Change role…
      </DialogButton>
      <DialogButton dialog={(onClose) => <FlagsDialog user={user} onClose={onClose} />}>
        Change permissions…
      </DialogButton>
      <DialogButton dialog={(onClose) => <PasswordDialog user={user} onClose={onClose} />}>
        Reset password…
      </DialogButton>
      {user.is_active ? (
        <DialogButton
          key="deactivate"
          why={onSelf}
          dialog={(onClose) => <DeactivateDialog user={user} onClose={onClose} />}
        >
          Deactivate…
        </DialogButton>
      ) : (
        <DialogButton
          key="reactivate"
          dialog={(onClose) => <ReactivateDialog user={user} onClose={onClose} />}
        >
          Reactivate…
        </DialogButton>
      )}
    </>
  )
}

function ThrottleButtons({ user: { id, email } }: { user: User }) {
  const keys = useLive(
    ['throttles', 'keys', { scope: 'user', search: id }],
    (signal) => api.operator.throttles.keys.query({ scope: 'user', search: id }, { signal }),
    { every: 5000 },
  )
  // Without requests counted and without a block or limit, the key is not listed.
  const listed = keys.data?.keys.find(({ key }) => key === id)
  const target: Target = { scope: 'user', key: id, ...listed, user: { email } }
  return (
    <>
      <DialogButton dialog={(onClose) => <KeyActionDialog kind="block" target={target} onClose={onClose} />}>
        Block requests…
      </DialogButton>
      <DialogButton dialog={(onClose) => <KeyActionDialog kind="lift" target={target} onClose={onClose} />}>
        {`${liftLabel(target)}…`}
      </DialogButton>
    </>
  )
}

function Sessions({ user }: { user: User }) {
  const sessions = useLive(
    ['users', user.id, 'sessions'],
    (signal) => api.operator.users.sessions.query({ id: user.id }, { signal }),
    { every: 5000 },
  )
  return (
    <Panel
      title="Sessions"
      right={
        <DialogButton dialog={(onClose) => <EndSessionsDialog user={user} onClose={onClose} />}>
          End all sessions…
        </DialogButton>
      }
    >
      <Loaded query={sessions}>
        {(found) => (
          <DataTable
            label="Sessions"
            rows={found.sessions}
            idOf={({ id }) => id}
            empty="No open sessions."
            columns={[
              { header: 'Started', cell: ({ started_at }) => momentOf(started_at) },
              { header: 'Refreshed', cell: ({ refreshed_at }) => fromNow(refreshed_at) },
              { header: 'Ends', cell: ({ expires_at }) => momentOf(expires_at) },
              { header: 'Address', cell: ({ address }) => address },
              { header: 'Browser', cell: ({ user_agent }) => user_agent || 'unknown' },
              { header: 'Action', cell: (session) => <EndButton user={user} session={session} /> },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function EndButton({ user, session }: { user: User; session: Session }) {
  if (session.is_current) return 'current session'
  return (
    <DialogButton
      size="compact-xs"
      aria-label={`End the session from ${session.address}`}
      dialog={(onClose) => <EndSessionDialog user={user} session={session} onClose={onClose} />}
    >
      End
    </DialogButton>
  )
}
