import { Text } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useText } from '../../language/text.ts'
import { sentence } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { revealPassword } from './generated-password.tsx'
import { FlagFields, type Flags, RoleField, type User } from './user-parts.tsx'

const { users } = api.operator

export function RoleDialog({ user: { id, email, role: before } }: { user: User }) {
  const t = useText()
  const [role, setRole] = useState(before)
  return (
    <ActionDialog
      title={t('Change role')}
      subject={email}
      done={t('{email} now has the role {role}.', { email, role: sentence(role) })}
      isReady={role !== before}
      act={(reason) => users.set_role.mutate({ id, role, reason })}
    >
      <RoleField role={role} onChange={setRole} />
    </ActionDialog>
  )
}

export function FlagsDialog({ user }: { user: User }) {
  const t = useText()
  const [changes, setChanges] = useState<Partial<Flags>>({})
  const flags = { is_staff: user.is_staff, is_superuser: user.is_superuser, ...changes }
  // A flag that stays as it is must not be sent: not everyone may set it.
  const given = {
    is_staff: flags.is_staff === user.is_staff ? undefined : flags.is_staff,
    is_superuser: flags.is_superuser === user.is_superuser ? undefined : flags.is_superuser,
  }
  return (
    <ActionDialog
      title={t('Change permissions')}
      subject={user.email}
      done={t('The permissions of {email} were changed.', { email: user.email })}
      isReady={Object.values(given).some((flag) => flag !== undefined)}
      act={(reason) => users.set_flags.mutate({ id: user.id, ...given, reason })}
    >
      <FlagFields flags={flags} onChange={(change) => setChanges((before) => ({ ...before, ...change }))} />
    </ActionDialog>
  )
}

export function PasswordDialog({ user: { id, email } }: { user: User }) {
  const t = useText()
  return (
    <ActionDialog
      title={t('Reset password')}
      subject={email}
      done={t('{email} has a new password.', { email })}
      isDangerous
      act={(reason) => users.set_password.mutate({ id, reason })}
      reveal={revealPassword}
    >
      <Text size="sm">
        {t(
          'The user gets a temporary password, which must be changed at the next sign-in and expires after 72 hours. All their sessions end at once.',
        )}
      </Text>
    </ActionDialog>
  )
}
