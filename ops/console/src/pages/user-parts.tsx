import { Checkbox, NativeSelect } from '@mantine/core'
import { type Role, roles } from '../../../../src/permissions.ts'
import type { OperatorAnswers } from '../api.ts'
import { State } from '../parts.tsx'
import { useViewer } from '../viewer.tsx'

export type User = Omit<OperatorAnswers['users']['get'], 'employees'>
export type Session = OperatorAnswers['users']['sessions']['sessions'][number]
export type Flags = Pick<User, 'is_staff' | 'is_superuser'>

export const nameOf = (user: Pick<User, 'given_name' | 'family_name' | 'email'>) =>
  `${user.given_name} ${user.family_name}`.trim() || user.email

export const flagsOf = ({ is_staff, is_superuser }: Flags) =>
  [is_staff && 'staff', is_superuser && 'superuser'].filter(Boolean).join(', ') || 'by role only'

export const UserState = ({ user: { is_active } }: { user: Pick<User, 'is_active'> }) => (
  <State tone={is_active ? 'good' : 'none'}>{is_active ? 'active' : 'deactivated'}</State>
)

export const RoleField = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <NativeSelect
    label="Role"
    description="An EMPLOYEE is tied to their employee record by email."
    value={role}
    onChange={(event) => onChange(event.currentTarget.value as Role)}
    data={roles}
  />
)

type FlagProps = { flags: Flags; onChange: (change: Partial<Flags>) => void }

/** Staff and superuser; only superusers may change the latter. */
export function FlagFields({ flags, onChange }: FlagProps) {
  const mayChange = useViewer().who?.is_superuser
  return (
    <>
      <Checkbox
        label="Staff"
        description="May sign in to this console."
        checked={flags.is_staff}
        onChange={(event) => onChange({ is_staff: event.currentTarget.checked })}
      />
      <Checkbox
        label="Superuser"
        description={`Has every permission, whatever their role, but must also be staff to sign in to this console.${mayChange ? '' : ' Only a superuser can change this.'}`}
        disabled={!mayChange}
        checked={flags.is_superuser}
        onChange={(event) => onChange({ is_superuser: event.currentTarget.checked })}
      />
    </>
  )
}
