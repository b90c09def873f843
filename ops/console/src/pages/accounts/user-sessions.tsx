import { ActionButton, inRow } from '../../dialog/action-dialog.tsx'
import { say } from '../../language/text.ts'
import { api } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { browserName } from '../../parts/browser-name.tsx'
import { Panel } from '../../parts/parts.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { sessionColumns } from './own-sessions.tsx'
import type { User, UserSession } from './user-parts.tsx'

const { users } = api.operator

/** The open sessions of a user, with buttons that end one or all of them. */
export const UserSessions = ({ user }: { user: User }) => (
  <Panel title={say('Sessions')} right={<EndAllButton user={user} />}>
    <Live name="users.sessions" of={users.sessions} input={{ id: user.id }} every={5000}>
      {({ sessions }) => (
        <DataTable
          label={say('Sessions')}
          csv="sessions"
          rows={sessions}
          empty={say('No open sessions.')}
          columns={[
            ...sessionColumns,
            { header: 'Action', cell: (session) => <EndButton user={user} session={session} /> },
          ]}
        />
      )}
    </Live>
  </Panel>
)

const EndAllButton = ({ user: { id, email } }: { user: User }) => (
  <ActionButton
    title={say('End all sessions')}
    subject={email}
    done={say('All sessions of {email} have ended.', { email })}
    isDangerous
    act={(reason) => users.end_sessions.mutate({ id, reason })}
    text={say('The user has to sign in again everywhere.')}
  />
)

function EndButton({ user: { id, email }, session }: { user: User; session: UserSession }) {
  if (session.is_current) return say('This session')
  const { address } = session
  const browser = browserName(session.user_agent)
  return (
    <ActionButton
      button={inRow(say('End'), say('End the session of {browser} from {address}', { browser, address }))}
      title={say('End session')}
      subject={email}
      done={say('The session has ended.')}
      isDangerous
      act={(reason) => users.end_session.mutate({ id, session_id: session.id, reason })}
      text={say('The session of {browser} from {address} ends at once.', { browser, address })}
    />
  )
}
