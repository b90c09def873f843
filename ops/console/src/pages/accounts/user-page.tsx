import { Alert, Group, Stack, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { ActionButton, DialogButton } from '../../dialog/action-dialog.tsx'
import { type Say, useText } from '../../language/text.ts'
import { dayOf, momentOf, nameOfUser, sentence } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { useViewer } from '../../live/viewer.tsx'
import { CopyId, Facts, Moment, Page, PageLink, Panel, Status } from '../../parts/parts.tsx'
import { LogOf } from '../audit/log-of.tsx'
import { FlagsDialog, PasswordDialog, RoleDialog } from './user-dialogs.tsx'
import { flagsText, UserState } from './user-parts.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserThrottles } from './user-throttles.tsx'

type UserAnswer = OperatorAnswers['users']['get']

const { users } = api.operator

export function UserPage() {
  const t = useText()
  const { id = '' } = useParams()
  // Only those who may end other users' sessions see them.
  const mayChange = useViewer().who?.may_change
  const path = <PageLink to="/users">{t('Users')}</PageLink>
  return (
    <Live name="users.get" of={users.get} input={{ id }} rows={8} page={t('User')} path={path}>
      {(user) => (
        <Page title={nameOfUser(user)} path={path} right={<UserState user={user} />}>
          <Leaver user={user} />
          <Panel title={t('User')}>
            <Stack>
              <UserFacts user={user} />
              <Group gap="xs">
                <AccountButtons user={user} />
              </Group>
            </Stack>
          </Panel>
          <UserThrottles id={id} />
          {mayChange && <UserSessions user={user} />}
          <LogOf user={user.id} />
        </Page>
      )}
    </Live>
  )
}

/** The last day of somebody whose employee records are all terminated. */
const leftOn = ({ employees }: UserAnswer) =>
  employees.length > 0 && employees.every(({ status }) => status === 'TERMINATED')
    ? (employees
        .map(({ termination_date }) => termination_date ?? '')
        .sort()
        .at(-1) ?? '')
    : undefined

/** Warns of a user who can still sign in although the person has left. */
function Leaver({ user }: { user: UserAnswer }) {
  const t = useText()
  const day = leftOn(user)
  if (day === undefined || !user.is_active) return null
  return (
    <Alert color="red" title={t('This person has left, and can still sign in')}>
      {day && t('The last day was {day}.', { day: dayOf(day) })}{' '}
      {t('Deactivate the user unless they still need access.')}
    </Alert>
  )
}

function passwordOf({ has_password, password_expires_at }: UserAnswer, t: Say) {
  if (!has_password) return t('None, so this user cannot sign in with one')
  return password_expires_at
    ? t('Temporary: must be changed at the next sign-in, by {moment}', {
        moment: momentOf(password_expires_at),
      })
    : t('Set')
}

function UserFacts({ user }: { user: UserAnswer }) {
  const t = useText()
  return (
    <Facts
      of={{
        [t('Email')]: user.email,
        [t('Role')]: sentence(user.role),
        [t('Permissions')]: flagsText(user, t),
        [t('Password')]: passwordOf(user, t),
        [t('Joined')]: <Moment of={user.date_joined} />,
        [t('Last login')]: <Moment of={user.last_login} or={t('Never')} />,
        [t('Employee record')]: user.employees.length ? (
          <Employees of={user.employees} />
        ) : (
          t('No employee record')
        ),
        [t('User ID')]: <CopyId id={user.id} />,
      }}
    />
  )
}

const Employees = ({ of }: { of: UserAnswer['employees'] }) =>
  of.map(({ id, name, employee_number, status }) => (
    <Group key={id} gap="xs">
      <PageLink to={`/people/${id}`}>{`${name}, ${employee_number}`}</PageLink>
      <Status of={status} />
    </Group>
  ))

function AccountButtons({ user }: { user: UserAnswer }) {
  const t = useText()
  const { who } = useViewer()
  const onSelf = who?.id === user.id ? t('Ask another administrator to do this.') : undefined
  return (
    <>
      <DialogButton why={onSelf} dialog={<RoleDialog user={user} />}>
        {t('Change role…')}
      </DialogButton>
      <DialogButton dialog={<FlagsDialog user={user} />}>{t('Change permissions…')}</DialogButton>
      <DialogButton
        why={onSelf && t('Change your own password under Your account.')}
        dialog={<PasswordDialog user={user} />}
      >
        {t('Reset password…')}
      </DialogButton>
      {user.is_active ? <DeactivateButton user={user} why={onSelf} /> : <ReactivateButton user={user} />}
    </>
  )
}

function DeactivateButton({ user: { id, email }, why }: { user: UserAnswer; why: string | undefined }) {
  const t = useText()
  return (
    <ActionButton
      why={why}
      title={t('Deactivate user')}
      confirm={t('Deactivate')}
      subject={email}
      done={t('{email} can no longer sign in.', { email })}
      isDangerous
      act={(reason) => users.deactivate.mutate({ id, reason })}
    >
      <Text>{t('The user can no longer sign in, and all their sessions end at once.')}</Text>
    </ActionButton>
  )
}

function ReactivateButton({ user: { id, email } }: { user: UserAnswer }) {
  const t = useText()
  return (
    <ActionButton
      title={t('Reactivate user')}
      confirm={t('Reactivate')}
      subject={email}
      done={t('{email} can sign in again.', { email })}
      act={(reason) => users.reactivate.mutate({ id, reason })}
    >
      <Text>{t('The user can sign in again with the same password as before.')}</Text>
    </ActionButton>
  )
}
