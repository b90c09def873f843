import { Anchor, Checkbox, Group, NativeSelect, PasswordInput, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { ActionDialog } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Fact, Facts, PageTitle, Panel, State } from '../parts.tsx'
import { ChangeButton, useViewer } from '../viewer.tsx'
import { fromNow, momentOf } from '../wording.ts'
import { type KeyAction, KeyActionDialog } from './throttle-actions.tsx'
import { flagsOf, nameOf, type Role, roles } from './users.tsx'

type User = OperatorAnswers['users']['get']
type Session = OperatorAnswers['users']['sessions']['sessions'][number]
type Step = 'role' | 'flags' | 'password' | 'deactivate' | 'reactivate' | 'end' | Session

export function UserPage() {
  const { id = '' } = useParams()
  const found = useLive(['users', id], (signal) => api.operator.users.get.query({ id }, { signal }))
  const [step, setStep] = useState<Step>()
  const [block, setBlock] = useState<KeyAction>()
  return (
    <Loaded query={found} rows={8}>
      {(user) => (
        <Stack>
          <PageTitle
            right={
              <State tone={user.is_active ? 'good' : 'none'}>
                {user.is_active ? 'active' : 'deactivated'}
              </State>
            }
          >
            {nameOf(user)}
          </PageTitle>
          <Panel title="User">
            <Stack>
              <UserFacts user={user} />
              <Buttons
                user={user}
                choose={setStep}
                block={(kind) =>
                  setBlock({
                    kind,
                    row: { scope: 'user', key: user.id, limit: 0, used: 0, user: { email: user.email } },
                  })
                }
              />
            </Stack>
          </Panel>
          <Sessions id={id} choose={setStep} />
          {step && <StepDialog user={user} step={step} onClose={() => setStep(undefined)} />}
          {block && <KeyActionDialog action={block} onClose={() => setBlock(undefined)} />}
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
      <Fact label="Flags">{flagsOf(user)}</Fact>
      <Fact label="Password">{user.has_password ? 'set' : 'none'}</Fact>
      <Fact label="Joined">{momentOf(user.date_joined)}</Fact>
      <Fact label="Last login">{momentOf(user.last_login)}</Fact>
      <Fact label="Employee">
        {user.employees.length
          ? user.employees.map(({ id, name, employee_number }) => (
              <div key={id}>
                <Anchor component={Link} to={`/people/${id}`}>
                  {name}, {employee_number}
                </Anchor>
              </div>
            ))
          : 'no employee has this email'}
      </Fact>
    </Facts>
  )
}

type ButtonsProps = {
  user: User
  choose: (step: Step) => void
  block: (kind: 'block' | 'lift' | 'limit') => void
}

function Buttons({ user, choose, block }: ButtonsProps) {
  const { who } = useViewer()
  const own = who?.id === user.id ? 'Another administrator has to do that to you.' : undefined
  return (
    <Group gap="xs">
      <ChangeButton size="xs" why={own} onClick={() => choose('role')}>
        Set the role …
      </ChangeButton>
      <ChangeButton size="xs" onClick={() => choose('flags')}>
        Set the flags …
      </ChangeButton>
      <ChangeButton size="xs" onClick={() => choose('password')}>
        Reset the password …
      </ChangeButton>
      {user.is_active ? (
        <ChangeButton size="xs" why={own} onClick={() => choose('deactivate')}>
          Deactivate …
        </ChangeButton>
      ) : (
        <ChangeButton size="xs" onClick={() => choose('reactivate')}>
          Reactivate …
        </ChangeButton>
      )}
      <ChangeButton size="xs" onClick={() => block('block')}>
        Block their requests …
      </ChangeButton>
      <ChangeButton size="xs" onClick={() => block('lift')}>
        Lift a block …
      </ChangeButton>
    </Group>
  )
}

function Sessions({ id, choose }: { id: string; choose: (step: Step) => void }) {
  const sessions = useLive(
    ['users', id, 'sessions'],
    (signal) => api.operator.users.sessions.query({ id }, { signal }),
    5000,
  )
  return (
    <Panel
      title="Sessions"
      right={
        <ChangeButton size="xs" onClick={() => choose('end')}>
          End all sessions …
        </ChangeButton>
      }
    >
      <Loaded query={sessions}>
        {(found) => (
          <DataTable
            label="Sessions"
            rows={found.sessions}
            idOf={({ id }) => id}
            empty="No session is open."
            columns={[
              { header: 'Started', cell: ({ started_at }) => momentOf(started_at) },
              { header: 'Refreshed', cell: ({ refreshed_at }) => fromNow(refreshed_at) },
              { header: 'Ends', cell: ({ expires_at }) => momentOf(expires_at) },
              { header: 'Address', cell: ({ address }) => address },
              { header: 'Browser', cell: ({ user_agent }) => user_agent || 'not said' },
              {
                header: 'Action',
                cell: (session) =>
                  session.is_current ? (
                    'this session'
                  ) : (
                    <ChangeButton
                      size="compact-xs"
                      aria-label={`End the session from ${session.address}`}
                      onClick={() => choose(session)}
                    >
                      End
                    </ChangeButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

type Shown = {
  title: string
  confirm: string
  done: string
  says: ReactNode
  isDangerous?: boolean
  isReady?: boolean
  act: (reason: string) => Promise<unknown>
}

function StepDialog({ user, step, onClose }: { user: User; step: Step; onClose: () => void }) {
  const [role, setRole] = useState<Role>(user.role)
  const [is_staff, setStaff] = useState(user.is_staff)
  const [is_superuser, setSuperuser] = useState(user.is_superuser)
  const [password, setPassword] = useState('')
  const { id, email } = user
  const { users } = api.operator

  const shown = (): Shown => {
    if (step === 'role')
      return {
        title: 'Set the role',
        confirm: 'Set the role',
        done: `${email} is ${role}.`,
        says: (
          <NativeSelect
            label="Role"
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as Role)}
            data={[...roles]}
          />
        ),
        isReady: role !== user.role,
        act: (reason) => users.set_role.mutate({ id, role, reason }),
      }
    if (step === 'flags')
      return {
        title: 'Set the flags',
        confirm: 'Set the flags',
        done: `The flags of ${email} were set.`,
        says: (
          <>
            <Checkbox
              label="Staff: may enter this console"
              checked={is_staff}
              onChange={(event) => setStaff(event.currentTarget.checked)}
            />
            <Checkbox
              label="Superuser: passes every check"
              checked={is_superuser}
              onChange={(event) => setSuperuser(event.currentTarget.checked)}
            />
          </>
        ),
        isReady: is_staff !== user.is_staff || is_superuser !== user.is_superuser,
        act: (reason) => {
          // Only what differs: a flag that stays is no change of it.
          const staff = is_staff === user.is_staff ? undefined : is_staff
          const superuser = is_superuser === user.is_superuser ? undefined : is_superuser
          return users.set_flags.mutate({ id, is_staff: staff, is_superuser: superuser, reason })
        },
      }
    if (step === 'password')
      return {
        title: 'Reset the password',
        confirm: 'Set the password',
        done: `${email} has a new password.`,
        says: (
          <>
            <Text size="sm">All sessions of the user end at once.</Text>
            <PasswordInput
              label="New password"
              required
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        ),
        isReady: password !== '',
        act: (reason) => users.set_password.mutate({ id, password, reason }),
      }
    if (step === 'reactivate')
      return {
        title: 'Reactivate the user',
        confirm: 'Reactivate',
        done: `${email} can sign in again.`,
        says: <Text>They can sign in again, with the password they had.</Text>,
        act: (reason) => users.reactivate.mutate({ id, reason }),
      }
    if (step === 'end')
      return {
        title: 'End all sessions',
        confirm: 'End all sessions',
        done: `All sessions of ${email} have ended.`,
        says: <Text>The user has to sign in again everywhere.</Text>,
        isDangerous: true,
        act: (reason) => users.end_sessions.mutate({ id, reason }),
      }
    if (typeof step === 'object')
      return {
        title: 'End a session',
        confirm: 'End the session',
        done: 'The session has ended.',
        says: <Text>The session from {step.address} ends at once.</Text>,
        isDangerous: true,
        act: (reason) => users.end_session.mutate({ id, session_id: step.id, reason }),
      }
    return {
      title: 'Deactivate the user',
      confirm: 'Deactivate',
      done: `${email} can no longer sign in.`,
      says: <Text>They can no longer sign in, and all their sessions end at once.</Text>,
      isDangerous: true,
      act: (reason) => users.deactivate.mutate({ id, reason }),
    }
  }

  const { says, ...dialog } = shown()
  return (
    <ActionDialog onClose={onClose} {...dialog}>
      <Text fw={600}>{email}</Text>
      {says}
    </ActionDialog>
  )
}
