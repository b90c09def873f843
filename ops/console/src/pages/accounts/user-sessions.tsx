import { Text } from '@mantine/core'
import { ActionButton, ActionDialog, DialogButton } from '../../dialog/action-dialog.tsx'
import { useText } from '../../language/text.ts'
import { api } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { browserName } from '../../parts/browser-name.tsx'
import { Panel } from '../../parts/parts.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { sessionColumns } from './own-sessions.tsx'
import type { User, UserSession } from './user-parts.tsx'

const { users } = api.operator

/** The open sessions of a user, to be ended one by one or all at once. */
export function UserSessions({ user }: { user: User }) {
  const t = useText()
  return (
    <Panel title={t('Sessions')} right={<EndAllButton user={user} />}>
      <Live name="users.sessions" of={users.sessions} input={{ id: user.id }} every={5000}>
        {({ sessions }) => (
          <DataTable
            label={t('Sessions')}
            csv="sessions"
            rows={sessions}
            empty={t('No open sessions.')}
            columns={[
              ...sessionColumns,
              { header: 'Action', cell: (session) => <EndButton user={user} session={session} /> },
            ]}
          />
        )}
      </Live>
    </Panel>
  )
}

function EndAllButton({ user: { id, email } }: { user: User }) {
  const t = useText()
  return (
    <ActionButton
      title={t('End all sessions')}
      subject={email}
      done={t('All sessions of {email} have ended.', { email })}
      isDangerous
      act={(reason) => users.end_sessions.mutate({ id, reason })}
    >
      <Text>{t('The user has to sign in again everywhere.')}</Text>
    </ActionButton>
  )
}

function EndButton({ user: { id, email }, session }: { user: User; session: UserSession }) {
  const t = useText()
  if (session.is_current) return t('This session')
  const { address } = session
  const browser = browserName(session.user_agent)
  return (
    <DialogButton
      size="compact-xs"
      aria-label={t('End the session of {browser} from {address}', { browser, address })}
      dialog={
        <ActionDialog
          title={t('End session')}
          subject={email}
          done={t('The session has ended.')}
          isDangerous
          act={(reason) => users.end_session.mutate({ id, session_id: session.id, reason })}
        >
          <Text>{t('The session of {browser} from {address} ends at once.', { browser, address })}</Text>
        </ActionDialog>
      }
    >
      {t('End')}
    </DialogButton>
  )
}
