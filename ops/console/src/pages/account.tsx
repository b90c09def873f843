import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { Refusal } from '../action-dialog.tsx'
import { announce } from '../announce.tsx'
import { type Answers, api } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Live } from '../live.tsx'
import { Facts, Note, Page, Panel } from '../parts.tsx'
import { useViewer } from '../viewer.tsx'
import { fromNow, momentOf } from '../wording.ts'

const { account } = api

/** The user's own account; the only page for users who have to change a temporary password first. */
export function AccountPage() {
  const { who } = useViewer()
  return (
    <Page title="Your account">
      {who?.must_change_password && (
        <Alert color="yellow" title="Choose a password of your own">
          You signed in with a temporary password, which will soon expire. Change it to open the other pages.
        </Alert>
      )}
      {who && (
        <Panel title="Account">
          <Facts of={{ Email: who.email, Role: who.role }} />
        </Panel>
      )}
      <Panel title="Password">
        <PasswordForm />
      </Panel>
      <Panel title="Your sessions">
        <Live name="account.sessions" of={{ query: readSessions }} input={undefined} every={60_000}>
          {(sessions) => <Sessions sessions={sessions} />}
        </Live>
      </Panel>
    </Page>
  )
}

const readSessions = (_: undefined, options: { signal: AbortSignal }) =>
  account.sessions.query(undefined, options)

const blank = { current_password: '', new_password: '' }

function PasswordForm() {
  const queries = useQueryClient()
  const [passwords, setPasswords] = useState(blank)
  const change = useMutation({
    mutationFn: () => account.change_password.mutate(passwords),
    async onSuccess() {
      setPasswords(blank)
      announce('Your password was changed.')
      await queries.invalidateQueries()
    },
  })
  const { fieldErrors = {} } = change.error ?? {}
  const field = (name: keyof typeof blank) => ({
    value: passwords[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      setPasswords((before) => ({ ...before, [name]: value })),
    error: fieldErrors[name]?.join(' '),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending) change.mutate()
      }}
    >
      <Stack maw={420}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          {...field('current_password')}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters, and not a common one."
          autoComplete="new-password"
          required
          {...field('new_password')}
        />
        <Note>All your other sessions end. This one stays.</Note>
        {change.error && !Object.keys(fieldErrors).length && <Refusal error={change.error} />}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'start' }}>
          Change password
        </Button>
      </Stack>
    </form>
  )
}

type Session = Answers['account']['sessions'][number]

function useEndSession(onEnded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; current_password: string }) => account.end_session.mutate(input),
    async onSuccess() {
      onEnded()
      announce('The session has ended.')
      await queries.invalidateQueries({ queryKey: ['account.sessions'] })
    },
  })
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const [password, setPassword] = useInputState('')
  const end = useEndSession(() => setPassword(''))
  return (
    <Stack>
      {sessions.length > 1 && (
        <PasswordInput
          label="Your password"
          description="Needed to end a session."
          autoComplete="current-password"
          maw={420}
          value={password}
          onChange={setPassword}
        />
      )}
      {end.error && <Refusal title="The session was not ended" error={end.error} />}
      <DataTable
        label="Your sessions"
        csv="your-sessions"
        rows={sessions}
        empty="No open sessions."
        columns={[
          { header: 'Started', cell: ({ started_at }) => momentOf(started_at) },
          { header: 'Last used', cell: ({ refreshed_at }) => fromNow(refreshed_at) },
          { header: 'Address', value: ({ address }) => address },
          { header: 'Browser', cell: ({ user_agent }) => user_agent || 'unknown' },
          {
            header: 'Action',
            cell: ({ id, address, is_current }) =>
              is_current ? (
                'this session'
              ) : (
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={`End the session from ${address}`}
                  loading={end.isPending && end.variables.id === id}
                  disabled={password === ''}
                  onClick={() => end.mutate({ id, current_password: password })}
                >
                  End
                </Button>
              ),
          },
        ]}
      />
    </Stack>
  )
}
