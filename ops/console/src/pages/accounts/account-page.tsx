import { Alert, PasswordInput, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Refusal } from '../../dialog/action-dialog.tsx'
import { useFields } from '../../fields/fields.ts'
import { say } from '../../language/text.ts'
import { sentence } from '../../language/wording.ts'
import { announce } from '../../live/announce.tsx'
import { api } from '../../live/api.ts'
import { useViewer } from '../../live/viewer.tsx'
import { Button } from '../../parts/button.tsx'
import { CopyId, Facts, Note, Page, Panel } from '../../parts/parts.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** The user's own account; the only page open to users who must change a temporary password first. */
export function AccountPage() {
  const { who } = useViewer()
  return (
    <Page title={say('Your account')}>
      {who?.must_change_password && (
        <Alert color="yellow" title={say('Choose a password of your own')}>
          {say(
            'You signed in with a temporary password, which will soon expire. Change it to open the other pages.',
          )}
        </Alert>
      )}
      {who && (
        <Panel title={say('Account')}>
          <Facts
            of={{
              [say('Email')]: who.email,
              [say('Role')]: who.is_superuser
                ? `${sentence(who.role)}, ${say('superuser')}`
                : sentence(who.role),
              [say('User ID')]: <CopyId id={who.id} />,
            }}
          />
        </Panel>
      )}
      <Panel title={say('Password')}>
        <PasswordForm />
      </Panel>
      <Panel title={say('Your sessions')}>
        <OwnSessions />
      </Panel>
    </Page>
  )
}

const blank = { current_password: '', new_password: '' }

function PasswordForm() {
  const queries = useQueryClient()
  const { values: passwords, change: setPasswords, text } = useFields(blank)
  const change = useMutation({
    mutationFn: () => api.account.change_password.mutate(passwords),
    async onSuccess() {
      setPasswords(blank)
      announce(say('Your password was changed.'))
      await queries.invalidateQueries()
    },
  })
  const { fieldErrors = {} } = change.error ?? {}
  const field = (name: keyof typeof blank) => ({ ...text(name), error: fieldErrors[name]?.join(' ') })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending) change.mutate()
      }}
    >
      <Stack maw={420}>
        <PasswordInput
          label={say('Current password')}
          autoComplete="current-password"
          required
          {...field('current_password')}
        />
        <PasswordInput
          label={say('New password')}
          description={say('At least 12 characters, and not a common password.')}
          autoComplete="new-password"
          required
          {...field('new_password')}
        />
        <Note>{say('All your other sessions end. This one stays.')}</Note>
        {change.error && !Object.keys(fieldErrors).length && <Refusal error={change.error} />}
        <Button type="submit" look="primary" loading={change.isPending} style={{ alignSelf: 'start' }}>
          {say('Change password')}
        </Button>
      </Stack>
    </form>
  )
}
