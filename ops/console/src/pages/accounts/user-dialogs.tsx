import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { machineRoles, type Role, roles } from '../../../../../src/accounts/permissions.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useFields } from '../../fields/fields.ts'
import { say } from '../../language/text.ts'
import { momentOf, sentence } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { FlagFields, type Flags, RevealedSecret, RoleField, type User, userShown } from './user-parts.tsx'

const { users } = api.operator

export function RoleDialog({ user }: { user: User }) {
  const { id, kind, email, role: before } = user
  const [role, setRole] = useState(before)
  return (
    <ActionDialog
      title={say('Change role')}
      needsPassword
      subject={email}
      done={say('{email} now has the role {role}.', { email, role: sentence(role) })}
      isReady={role !== before}
      of={userShown(user)}
      takeOver={() => setRole(before)}
      act={(reason, condition) => users.set_role.mutate({ id, role, reason }, condition)}
    >
      <RoleField role={role} of={kind === 'MACHINE' ? machineRoles : roles} onChange={setRole} />
    </ActionDialog>
  )
}

export function FlagsDialog({ user }: { user: User }) {
  const [changes, setChanges] = useState<Partial<Flags>>({})
  const flags = { is_staff: user.is_staff, is_superuser: user.is_superuser, ...changes }
  // Send only the flags that change, because not everyone may set every flag.
  const given = {
    is_staff: flags.is_staff === user.is_staff ? undefined : flags.is_staff,
    is_superuser: flags.is_superuser === user.is_superuser ? undefined : flags.is_superuser,
  }
  return (
    <ActionDialog
      title={say('Change permissions')}
      needsPassword
      subject={user.email}
      done={say('The permissions of {email} were changed.', { email: user.email })}
      isReady={Object.values(given).some((flag) => flag !== undefined)}
      of={userShown(user)}
      takeOver={() => setChanges({})}
      act={(reason, condition) => users.set_flags.mutate({ id: user.id, ...given, reason }, condition)}
    >
      <FlagFields flags={flags} onChange={(change) => setChanges((before) => ({ ...before, ...change }))} />
    </ActionDialog>
  )
}

export const PasswordDialog = ({ user }: { user: User }) => (
  <ActionDialog
    title={say('Reset password')}
    needsPassword
    subject={user.email}
    done={say('{email} has a new password.', { email: user.email })}
    isDangerous
    of={userShown(user)}
    act={(reason, condition) => users.set_password.mutate({ id: user.id, reason }, condition)}
    reveal={revealPassword}
    text={say(
      'The user gets a temporary password, which must be changed at the next sign-in and expires after 72 hours. All their sessions end at once.',
    )}
  />
)

const blank = {
  email: '',
  given_name: '',
  family_name: '',
  role: 'VIEWER' as Role,
  is_staff: false,
  is_superuser: false,
}

export function CreateUserDialog() {
  const { values: user, change, text } = useFields(blank)
  return (
    <ActionDialog
      title={say('Create a user')}
      needsPassword
      confirm={say('Create')}
      isReady={user.email.trim() !== ''}
      done={say('{email} was created.', { email: user.email })}
      act={(reason) => users.create.mutate({ ...user, is_superuser: user.is_superuser || undefined, reason })}
      reveal={revealPassword}
    >
      <Text size="sm">
        {say('The user gets a temporary password, which must be changed at the first sign-in.')}
      </Text>
      <TextInput label={say('Email')} type="email" required autoComplete="off" {...text('email')} />
      <Group grow>
        <TextInput label={say('Given name')} autoComplete="off" {...text('given_name')} />
        <TextInput label={say('Family name')} autoComplete="off" {...text('family_name')} />
      </Group>
      <RoleField role={user.role} onChange={(role) => change({ role })} />
      <FlagFields flags={user} onChange={change} />
    </ActionDialog>
  )
}

type Given = { email: string; password: string | null; password_expires_at: string | null }

/** A temporary password, shown only once; nothing when an identity provider keeps the passwords. */
const revealPassword = ({ email, password, password_expires_at }: Given) =>
  password && (
    <RevealedSecret title={say('The password of {email}', { email })} secret={password}>
      {say('It is not shown again. It expires on {moment} unless the user changes it.', {
        moment: momentOf(password_expires_at),
      })}
    </RevealedSecret>
  )
