import { PasswordInput, Stack } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isUnconfirmed, Refusal } from '../../dialog/action-dialog.tsx'
import { say } from '../../language/text.ts'
import { announce } from '../../live/announce.tsx'
import { type Answers, api } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { ConfirmAtProvider, useIsElsewhere } from '../../live/provider.tsx'
import { BrowserName, browserName } from '../../parts/browser-name.tsx'
import { Button } from '../../parts/button.tsx'
import { Moment } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { momentColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'

const { account } = api

type OwnSession = Answers['account']['sessions'][number]

/** The columns of every table of sessions. */
export const sessionColumns: Columns<OwnSession> = [
  {
    header: 'Browser',
    cell: ({ user_agent }) => <BrowserName of={user_agent} />,
    value: ({ user_agent }) => browserName(user_agent),
  },
  { header: 'Address', value: ({ address }) => address },
  momentColumn('Started', 'started_at'),
  momentColumn('Last renewed', 'refreshed_at'),
  {
    header: 'Ends',
    cell: ({ expires_at }) => <Moment of={expires_at} exact />,
    value: ({ expires_at }) => expires_at,
    kind: 'moment',
  },
]

/** The caller's own sessions, with buttons that end the others. */
export const OwnSessions = () => (
  <Live name="account.sessions" of={account.sessions} input={undefined} every={60_000}>
    {(sessions) => <Sessions sessions={sessions} />}
  </Live>
)

function useEndSession(onEnded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; current_password: string }) => account.end_session.mutate(input),
    async onSuccess() {
      onEnded()
      announce(say('The session has ended.'))
      await queries.invalidateQueries({ queryKey: ['account.sessions'] })
    },
  })
}

function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const isElsewhere = useIsElsewhere()
  const [typed, setPassword] = useInputState('')
  // Where the provider takes passwords only on its own page, the service looks at none.
  const password = isElsewhere ? 'none' : typed
  const end = useEndSession(() => setPassword(''))
  const endButton = ({ id, address, user_agent, is_current }: OwnSession) =>
    is_current ? (
      say('This session')
    ) : (
      <Button
        size="compact-xs"
        aria-label={say('End the session of {browser} from {address}', {
          browser: browserName(user_agent),
          address,
        })}
        loading={end.isPending && end.variables.id === id}
        disabled={password === ''}
        onClick={() => end.mutate({ id, current_password: password })}
      >
        {say('End')}
      </Button>
    )
  return (
    <Stack>
      {sessions.length > 1 && !isElsewhere && (
        <PasswordInput
          label={say('Your password')}
          description={say('Needed to end a session.')}
          autoComplete="current-password"
          maw={420}
          value={typed}
          onChange={setPassword}
        />
      )}
      {end.error && isUnconfirmed(end.error) && <ConfirmAtProvider />}
      {end.error && !isUnconfirmed(end.error) && <Refusal error={end.error} />}
      <DataTable
        label={say('Your sessions')}
        csv="your-sessions"
        rows={sessions}
        empty={say('No open sessions.')}
        columns={[...sessionColumns, { header: 'Action', cell: endButton }]}
      />
    </Stack>
  )
}
