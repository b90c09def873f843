import { Group, Text, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import type { Role } from '../../../../../src/accounts/permissions.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useText } from '../../language/text.ts'
import { api } from '../../live/api.ts'
import { revealPassword } from './generated-password.tsx'
import { FlagFields, RoleField } from './user-parts.tsx'

const blank = {
  email: '',
  given_name: '',
  family_name: '',
  role: 'VIEWER' as Role,
  is_staff: false,
  is_superuser: false,
}

export function CreateUserDialog() {
  const t = useText()
  const [user, setUser] = useState(blank)
  const change = (changes: Partial<typeof blank>) => setUser((before) => ({ ...before, ...changes }))
  const text = (name: 'email' | 'given_name' | 'family_name') => ({
    value: user[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <ActionDialog
      title={t('Create a user')}
      confirm={t('Create')}
      isReady={user.email.trim() !== ''}
      done={t('{email} was created.', { email: user.email })}
      act={(reason) =>
        api.operator.users.create.mutate({
          ...user,
          is_superuser: user.is_superuser || undefined,
          reason,
        })
      }
      reveal={revealPassword}
    >
      <Text size="sm">
        {t('The user gets a temporary password, which must be changed at the first sign-in.')}
      </Text>
      <TextInput label={t('Email')} type="email" required autoComplete="off" {...text('email')} />
      <Group grow>
        <TextInput label={t('Given name')} autoComplete="off" {...text('given_name')} />
        <TextInput label={t('Family name')} autoComplete="off" {...text('family_name')} />
      </Group>
      <RoleField role={user.role} onChange={(role) => change({ role })} />
      <FlagFields flags={user} onChange={change} />
    </ActionDialog>
  )
}
