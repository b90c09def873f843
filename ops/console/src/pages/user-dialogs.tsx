import { PasswordInput, Text } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { api } from '../api.ts'
import { FlagFields, type Flags, RoleField, type Session, type User } from './user-parts.tsx'

const { users } = api.operator

type Props = { user: User; onClose: () => void }

/** An {@link ActionDialog} that names the user. */
const UserDialog = ({ user, children, ...dialog }: ComponentProps<typeof ActionDialog> & { user: User }) => (
  <ActionDialog {...dialog}>
    <Text fw={600}>{user.email}</Text>
    {children}
  </ActionDialog>
)

export function RoleDialog({ user, onClose }: Props) {
  const [role, setRole] = useState(user.role)
  return (
    <UserDialog
      user={user}
      title="Change role"
      confirm="Change role"
      done={`${user.email} is now ${role}.`}
      isReady={role !== user.role}
      act={(reason) => users.set_role.mutate({ id: user.id, role, reason })}
      onClose={onClose}
    >
      <RoleField role={role} onChange={setRole} />
    </UserDialog>
  )
}

export function FlagsDialog({ user, onClose }: Props) {
  const [changes, setChanges] = useState<Partial<Flags>>({})
  const flags = { is_staff: user.is_staff, is_superuser: user.is_superuser, ...changes }
  // A flag that stays as it is must not be sent: not everyone may set it.
  const given = {
    is_staff: flags.is_staff === user.is_staff ? undefined : flags.is_staff,
    is_superuser: flags.is_superuser === user.is_superuser ? undefined : flags.is_superuser,
  }
  return (
    <UserDialog
      user={user}
      title="Change permissions"
      confirm="Change permissions"
      done={`The permissions of ${user.email} were changed.`}
      isReady={Object.values(given).some((flag) => flag !== undefined)}
      act={(reason) => users.set_flags.mutate({ id: user.id, ...given, reason })}
      onClose={onClose}
    >
      <FlagFields flags={flags} onChange={(change) => setChanges((before) => ({ ...before, ...change }))} />
    </UserDialog>
  )
}

export function PasswordDialog({ user, onClose }: Props) {
  const [password, setPassword] = useState('')
  return (
    <UserDialog
      user={user}
      title="Reset password"
      confirm="Set password"
      done={`${user.email} has a new password.`}
      isReady={password !== ''}
      act={(reason) => users.set_password.mutate({ id: user.id, password, reason })}
      onClose={onClose}
    >
      <Text size="sm">All of the user’s sessions end at once.</Text>
      <PasswordInput
        label="New password"
        required
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </UserDialog>
  )
}

export const DeactivateDialog = ({ user, onClose }: Props) => (
  <UserDialog
    user={user}
    title="Deactivate user"
    confirm="Deactivate"
    done={`${user.email} can no longer sign in.`}
    isDangerous
    act={(reason) => users.deactivate.mutate({ id: user.id, reason })}
    onClose={onClose}
  >
    <Text>The user can no longer sign in, and all their sessions end at once.</Text>
  </UserDialog>
)

export const ReactivateDialog = ({ user, onClose }: Props) => (
  <UserDialog
    user={user}
    title="Reactivate user"
    confirm="Reactivate"
    done={`${user.email} can sign in again.`}
    act={(reason) => users.reactivate.mutate({ id: user.id, reason })}
    onClose={onClose}
  >
    <Text>The user can sign in again with the same password as before.</Text>
  </UserDialog>
)

export const EndSessionsDialog = ({ user, onClose }: Props) => (
  <UserDialog
    user={user}
    title="End all sessions"
    confirm="End all sessions"
    done={`All sessions of ${user.email} have ended.`}
    isDangerous
    act={(reason) => users.end_sessions.mutate({ id: user.id, reason })}
    onClose={onClose}
  >
    <Text>The user has to sign in again everywhere.</Text>
  </UserDialog>
)

export const EndSessionDialog = ({ user, session, onClose }: Props & { session: Session }) => (
  <UserDialog
    user={user}
    title="End session"
    confirm="End session"
    done="The session has ended."
    isDangerous
    act={(reason) => users.end_session.mutate({ id: user.id, session_id: session.id, reason })}
    onClose={onClose}
  >
    <Text>The session from {session.address} ends at once.</Text>
  </UserDialog>
)
