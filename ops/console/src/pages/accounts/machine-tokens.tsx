import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionButton, ActionDialog, DialogButton, inRow } from '../../dialog/action-dialog.tsx'
import { say } from '../../language/text.ts'
import { momentOf } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { Moment, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { momentColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { RevealedSecret, type User } from './user-parts.tsx'

const { machines } = api.operator

type Token = OperatorAnswers['machines']['tokens']['tokens'][number]

/** The beginning of a token's id, by which operators and the command line tell tokens apart. */
export const shortId = ({ id }: Pick<Token, 'id'>) => id.slice(0, 8)

/** When and from where a token was last used. */
export const LastUse = ({ of }: { of: Token | undefined }) => (
  <>
    <Moment of={of?.last_used_at ?? null} or={say('Never')} />
    {of?.last_used_from && (
      <Text span size="xs" c="dimmed" ml={6}>
        {of.last_used_from}
      </Text>
    )}
  </>
)

const columns: Columns<Token> = [
  { header: 'Token', value: shortId },
  momentColumn('Issued', 'created_at', { numeric: true }),
  momentColumn('Valid until', 'expires_at', { numeric: true }),
  {
    header: 'Last use',
    cell: (token) => <LastUse of={token} />,
    value: ({ last_used_at }) => last_used_at,
    kind: 'moment',
    numeric: true,
  },
]

/** The tokens of a machine, with buttons that issue one more and revoke one. */
export const MachineTokens = ({ user }: { user: User }) => (
  <Panel
    title={say('Tokens')}
    right={<DialogButton dialog={<IssueDialog user={user} />}>{say('Issue a token…')}</DialogButton>}
  >
    <Live name="machines.tokens" of={machines.tokens} input={{ id: user.id }} every={5000}>
      {({ tokens }) => (
        <DataTable
          label={say('Tokens')}
          csv="tokens"
          rows={tokens}
          empty={say('No token.')}
          columns={[
            ...columns,
            { header: 'Action', cell: (token) => <RevokeButton user={user} token={token} /> },
          ]}
        />
      )}
    </Live>
  </Panel>
)

export const DaysField = ({ days, onChange }: { days: number; onChange: (days: number) => void }) => (
  <NumberInput
    label={say('Valid for how many days')}
    required
    min={1}
    max={366}
    allowDecimal={false}
    value={days}
    onChange={(given) => onChange(Number(given))}
  />
)

/** How long a token is valid unless the operator says otherwise. */
export const usualDays = 90

function IssueDialog({ user: { id, email } }: { user: User }) {
  const [days, setDays] = useState(usualDays)
  return (
    <ActionDialog
      title={say('Issue a token')}
      needsPassword
      subject={email}
      isReady={days > 0}
      done={say('{email} has a new token.', { email })}
      act={(reason) => machines.issue_token.mutate({ id, expires_in_days: days, reason })}
      reveal={revealToken}
      text={say(
        'A machine may have two tokens. Give it the new one, and revoke the other once it is no longer used.',
      )}
    >
      <DaysField days={days} onChange={setDays} />
    </ActionDialog>
  )
}

const RevokeButton = ({ user: { id, email }, token }: { user: User; token: Token }) => (
  <ActionButton
    button={inRow(say('Revoke'), say('Revoke the token {token}', { token: shortId(token) }))}
    title={say('Revoke token')}
    subject={email}
    done={say('The token was revoked.')}
    isDangerous
    act={(reason) => machines.revoke_token.mutate({ id, token_id: token.id, reason })}
    text={say('The token {token} is refused from now on.', { token: shortId(token) })}
  />
)

type Given = { name: string; token?: string | undefined; expires_at?: string | undefined }

/** A new token, shown only once. */
export const revealToken = ({ name, token, expires_at = '' }: Given) =>
  token && (
    <RevealedSecret title={say('The token of {name}', { name })} secret={token}>
      {say('It is not shown again. It is valid until {moment}.', { moment: momentOf(expires_at) })}
    </RevealedSecret>
  )
