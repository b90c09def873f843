import { Stack, Text } from '@mantine/core'
import { DialogButton } from '../../dialog/action-dialog.tsx'
import { say } from '../../language/text.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Loaded, useLive } from '../../live/live.tsx'
import { Note, PageLink, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { momentColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { calledColumns } from '../throttles/keys/count-columns.tsx'
import { BlockUserDialog, KeyActions } from '../throttles/keys/key-actions.tsx'
import { SourceAlert, Standing, standingText, Used } from '../throttles/keys/key-state.tsx'
import { type Key, pace, pathOfKey, scopeText } from '../throttles/keys/scopes.ts'
import type { User } from './user-parts.tsx'

type KeysOfUser = OperatorAnswers['throttles']['user_keys']

/** The throttles of a user; asked once, however many parts of a page show them. */
export const useUserThrottles = (id: string) =>
  useLive({ name: 'throttles.user_keys', of: api.operator.throttles.user_keys, input: { id }, ...pace })

/** Whether a user is throttled, why, and what can be done about it. */
export function UserThrottles({ user: { id, kind } }: { user: User }) {
  const title = say('Throttles of this user')
  const query = useUserThrottles(id)
  const isOther = kind === 'MACHINE' ? ['user', 'account'] : ['machine']
  return (
    <Panel title={title} right={<BlockButton keys={query.data?.keys ?? []} />}>
      <Loaded query={query}>
        {(found) => (
          <Stack>
            <SourceAlert of={found} />
            <Summary of={found} />
            <DataTable
              label={title}
              csv="user-throttles"
              rows={found.keys
                .filter(({ scope }) => !isOther.includes(scope))
                .map((row) => ({ id: `${row.scope} ${row.key}`, ...row }))}
              empty={say('All throttles of users are off.')}
              columns={columns}
            />
            {found.endpoints.length > 0 && (
              <DataTable
                label={say('Endpoints called')}
                csv="user-endpoints"
                rows={found.endpoints.map((row) => ({ id: `${row.scope} ${row.procedure}`, ...row }))}
                empty=""
                columns={calledColumns}
              />
            )}
            <Note>
              {say(
                'Logins, and requests without a session, count by address: find the address under Throttles.',
              )}
            </Note>
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}

function BlockButton({ keys }: { keys: readonly Key[] }) {
  const [first, ...others] = keys.filter(({ blocked_until }) => !blocked_until)
  if (!first) return null
  return (
    <DialogButton look="danger" dialog={<BlockUserDialog keys={[first, ...others]} />}>
      {say('Block…')}
    </DialogButton>
  )
}

/** Whether requests are being refused, or were refused lately. */
function Summary({ of: { keys, endpoints } }: { of: KeysOfUser }) {
  const count = endpoints.reduce((sum, { refused }) => sum + refused, 0)
  const closed = keys.filter(({ remaining }) => remaining === 0)
  const lately = say(
    '{count, plural, =0 {No request was refused} one {# request was refused} other {# requests were refused}} in the last 24 hours.',
    { count },
  )
  return <Text>{closed.length ? `${say('Requests are refused now.')} ${lately}` : lately}</Text>
}

const columns: Columns<Key> = [
  {
    header: 'Scope',
    cell: (row) => <PageLink to={pathOfKey(row)}>{scopeText(row)}</PageLink>,
    value: scopeText,
  },
  { header: 'Used', cell: (row) => <Used of={row} />, value: ({ used }) => used, first: 'most' },
  momentColumn('Resets', 'resets_at', { numeric: true, first: 'least' }),
  { header: 'State', cell: (row) => <Standing of={row} />, value: standingText },
  { header: 'Actions', cell: (row) => <KeyActions of={row} isBlockedElsewhere /> },
]
