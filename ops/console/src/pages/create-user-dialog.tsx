import { Group, PasswordInput, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import type { Role } from '../../../../src/permissions.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { api } from '../api.ts'
import { FlagFields, RoleField } from './user-parts.tsx'

const blank = {
  email: '',
  given_name: '',
  family_name: '',
  password: '',
  role: 'VIEWER' as Role,
  is_staff: false,
  is_superuser: false,
}

export function CreateUserDialog() {
  const [user, setUser] = useState(blank)
  const change = (changes: Partial<typeof blank>) => setUser((before) => ({ ...before, ...changes }))
  const text = (name: 'email' | 'given_name' | 'family_name' | 'password') => ({
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
          password: user.password || undefined,
          is_superuser: user.is_superuser || undefined,
          reason,
        })
      }
    >
      <TextInput label="Email" type="email" required autoComplete="off" {...text('email')} />
      <Group grow>
        <TextInput label="Given name" autoComplete="off" {...text('given_name')} />
        <TextInput label="Family name" autoComplete="off" {...text('family_name')} />
      </Group>
      <PasswordInput
        label="Password"
        description="Not needed if an identity provider handles sign-in."
        autoComplete="new-password"
        {...text('password')}
      />
      <RoleField role={user.role} onChange={(role) => change({ role })} />
      <FlagFields flags={user} onChange={change} />
    </ActionDialog>
  )
}
