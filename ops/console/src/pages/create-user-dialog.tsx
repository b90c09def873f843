import { Group, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import type { Role } from '../../../../src/permissions.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { api } from '../api.ts'
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
  const [user, setUser] = useState(blank)
  const change = (changes: Partial<typeof blank>) => setUser((before) => ({ ...before, ...changes }))
  const text = (name: 'email' | 'given_name' | 'family_name') => ({
    value: user[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <ActionDialog
      title="Create a user"
      confirm="Create"
      isReady={user.email.trim() !== ''}
      done={`${user.email} was created.`}
      act={(reason) =>
        api.operator.users.create.mutate({
          ...user,
          is_superuser: user.is_superuser || undefined,
          reason,
        })
      }
      reveal={revealPassword}
    >
      <TextInput label="Email" type="email" required autoComplete="off" {...text('email')} />
      <Group grow>
        <TextInput label="Given name" autoComplete="off" {...text('given_name')} />
        <TextInput label="Family name" autoComplete="off" {...text('family_name')} />
      </Group>
      <RoleField role={user.role} onChange={(role) => change({ role })} />
      <FlagFields flags={user} onChange={change} />
    </ActionDialog>
  )
}
