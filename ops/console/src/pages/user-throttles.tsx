import { Stack, Text } from '@mantine/core'
import { api, type OperatorAnswers } from '../api.ts'
import type { Columns } from '../column.ts'
import { DataTable } from '../data-table.tsx'
import { useText } from '../language/text.ts'
import { Live } from '../live.tsx'
import { Moment, Note, PageLink, Panel } from '../parts.tsx'
import { useMayOversee } from '../viewer.tsx'
import { columns as called } from './called-endpoints.tsx'
import { KeyActions } from './throttle-actions.tsx'
import { isOfConsole, type Key, pace, pathOfKey, scopeNames } from './throttle-pace.ts'
import { Source, Standing, Used } from './throttle-state.tsx'

type Found = OperatorAnswers['throttles']['user_keys']

/** Whether a user is throttled, why, and what can be done about it. */
export function UserThrottles({ id }: { id: string }) {
  const t = useText()
  const title = t('Throttles of this user')
  if (!useMayOversee()) return null
  return (
    <Panel title={title}>
      <Live name="throttles.user_keys" of={api.operator.throttles.user_keys} input={{ id }} {...pace}>
        {(found) => (
          <Stack>
            <Source of={found} />
            <Summary of={found} />
            <DataTable
              label={title}
              csv="user-throttles"
              rows={found.keys.map((row) => ({ id: `${row.scope} ${row.key}`, ...row }))}
              empty={t('All throttles of users are off.')}
              columns={columns}
            />
            {found.endpoints.length > 0 && (
              <DataTable
                label={t('Endpoints called')}
                csv="user-endpoints"
                rows={found.endpoints.map((row) => ({ id: `${row.scope} ${row.procedure}`, ...row }))}
                empty=""
                columns={called}
              />
            )}
            <Note>
              {t(
                'Logins, and requests without a session, count by address: find the address under Throttles.',
              )}
            </Note>
          </Stack>
        )}
      </Live>
    </Panel>
  )
}

/** Whether requests are refused now, or were lately. */
function Summary({ of: { keys, endpoints } }: { of: Found }) {
  const t = useText()
  const count = endpoints.reduce((sum, { refused }) => sum + refused, 0)
  const closed = keys.filter(({ remaining }) => remaining === 0)
  const lately = t(
    '{count, plural, =0 {No request was refused} one {# request was refused} other {# requests were refused}} in the last 24 hours.',
    { count },
  )
  return <Text>{closed.length ? `${t('Requests are refused now.')} ${lately}` : lately}</Text>
}

const columns: Columns<Key> = [
  {
    header: 'Scope',
    cell: (row, t) => (
      <PageLink to={pathOfKey(row)}>
        {t(scopeNames[row.scope])}
        {isOfConsole(row) && ` (${t('console')})`}
      </PageLink>
    ),
    value: (row) => `${isOfConsole(row) ? 'ops:' : ''}${row.scope}`,
  },
  { header: 'Used', cell: (row) => <Used of={row} />, value: ({ used }) => used, first: 'most' },
  {
    header: 'Resets',
    cell: ({ resets_at }) => <Moment of={resets_at} />,
    value: ({ resets_at }) => resets_at,
    numeric: true,
    first: 'least',
  },
  { header: 'State', cell: (row) => <Standing of={row} /> },
  { header: 'Actions', cell: (row) => <KeyActions of={row} /> },
]
