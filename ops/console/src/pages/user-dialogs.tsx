import { Text } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { api } from '../api.ts'
import { revealPassword } from './generated-password.tsx'
import { FlagFields, type Flags, RoleField, type User } from './user-parts.tsx'

const { users } = api.operator

export function RoleDialog({ user: { id, email, role: before } }: { user: User }) {
  const [role, setRole] = useState(before)
  return (
    <ActionDialog
      title="Change role"
      subject={email}
      done={`${email} is now ${role}.`}
      isReady={role !== before}
      act={(reason) => users.set_role.mutate({ id, role, reason })}
    >
      <RoleField role={role} onChange={setRole} />
    </ActionDialog>
  )
}

export function FlagsDialog({ user }: { user: User }) {
  const [changes, setChanges] = useState<Partial<Flags>>({})
  const flags = { is_staff: user.is_staff, is_superuser: user.is_superuser, ...changes }
  // A flag that stays as it is must not be sent: not everyone may set it.
  const given = {
    is_staff: flags.is_staff === user.is_staff ? undefined : flags.is_staff,
    is_superuser: flags.is_superuser === user.is_superuser ? undefined : flags.is_superuser,
  }
  return (
    <ActionDialog
      title="Change permissions"
      subject={user.email}
      done={`The permissions of ${user.email} were changed.`}
      isReady={Object.values(given).some((flag) => flag !== undefined)}
      act={(reason) => users.set_flags.mutate({ id: user.id, ...given, reason })}
    >
      <FlagFields flags={flags} onChange={(change) => setChanges((before) => ({ ...before, ...change }))} />
    </ActionDialog>
  )
}

export const PasswordDialog = ({ user: { id, email } }: { user: User }) => (
  <ActionDialog
    title="Reset password"
    subject={email}
    done={`${email} has a new password.`}
    act={(reason) => users.set_password.mutate({ id, reason })}
    reveal={revealPassword}
  >
    <Text size="sm">
      The user gets a temporary password, which expires after 72 hours unless they change it. All of their
      sessions end at once.
    </Text>
  </ActionDialog>
)
