import { Alert, Checkbox, Code, CopyButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Role, roles } from '../../../../../src/accounts/permissions.ts'
import type { Shown } from '../../dialog/conditional-change.tsx'
import { say } from '../../language/text.ts'
import { momentOf, nameOfUser, sentence } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { useViewer } from '../../live/viewer.tsx'
import { Button } from '../../parts/button.tsx'
import { Note, State } from '../../parts/parts.tsx'

export type User = Omit<OperatorAnswers['users']['get'], 'employees'>
export type UserSession = OperatorAnswers['users']['sessions']['sessions'][number]
export type Flags = Pick<User, 'is_staff' | 'is_superuser'>

/** What the user may do besides what their role allows. */
export const flagsText = ({ is_staff, is_superuser }: Flags) =>
  [is_staff && say('Staff'), is_superuser && say('Superuser')].filter(Boolean).join(', ') || '–'

type Standing = Pick<User, 'is_active'> & { is_locked?: boolean; is_leaver?: boolean }

/** The user's state in words; what prevents a sign-in comes first. */
export function standingText({ is_active, is_locked = false, is_leaver = false }: Standing) {
  if (!is_active) return say('Deactivated')
  if (is_locked) return say('Locked')
  return is_leaver ? say('Has left, still active') : say('Active')
}

/** What operators may change of a user, in words. */
export const userShown = (user: User): Shown => ({
  etag: user.etag,
  fields: {
    [say('Name')]: nameOfUser(user),
    [say('Email')]: user.email,
    [say('Role')]: sentence(user.role),
    [say('Permissions')]: flagsText(user),
    [say('Password')]: passwordText(user),
    [say('State')]: standingText(user),
  },
})

export function passwordText({ has_password, password_expires_at }: User) {
  if (!has_password) return say('None, so this user cannot sign in with one')
  return password_expires_at
    ? say('Temporary: must be changed at the next sign-in, by {moment}', {
        moment: momentOf(password_expires_at),
      })
    : say('Set')
}

export function UserState({ user }: { user: Standing }) {
  const text = standingText(user)
  const isUsual = user.is_active && !user.is_locked && !user.is_leaver
  if (isUsual) return <Note>{text}</Note>
  return <State tone={user.is_active ? 'bad' : 'none'}>{text}</State>
}

type RoleProps = { role: Role; of?: readonly Role[]; onChange: (role: Role) => void }

export const RoleField = ({ role, of = roles, onChange }: RoleProps) => (
  <NativeSelect
    label={say('Role')}
    description={of.includes('EMPLOYEE') && say('An employee is tied to their employee record by email.')}
    value={role}
    onChange={(event) => onChange(event.currentTarget.value as Role)}
    data={of.map((value) => ({ value, label: sentence(value) }))}
  />
)

type FlagProps = { flags: Flags; onChange: (change: Partial<Flags>) => void }

/** Switches for staff and superuser; only superusers may change the second. */
export function FlagFields({ flags, onChange }: FlagProps) {
  const mayChange = useViewer().who?.is_superuser
  const superuser = say(
    'Has every permission, whatever their role, but must also be staff to sign in to this console.',
  )
  return (
    <>
      <Checkbox
        label={say('Staff')}
        description={say('May sign in to this console.')}
        checked={flags.is_staff}
        onChange={(event) => onChange({ is_staff: event.currentTarget.checked })}
      />
      <Checkbox
        label={say('Superuser')}
        description={mayChange ? superuser : `${superuser} ${say('Only a superuser can change this.')}`}
        disabled={!mayChange}
        checked={flags.is_superuser}
        onChange={(event) => onChange({ is_superuser: event.currentTarget.checked })}
      />
    </>
  )
}

type Revealed = { title: string; secret: string; children: ReactNode }

/** A password or a token that is shown only once. */
export const RevealedSecret = ({ title, secret, children }: Revealed) => (
  <Alert role="status" color="teal" title={title}>
    <Stack gap="xs">
      <Group gap="sm">
        <Code fz="md" data-testid="generated-secret" style={{ overflowWrap: 'anywhere' }}>
          {secret}
        </Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {copied ? say('Copied') : say('Copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm">{children}</Text>
    </Stack>
  </Alert>
)
