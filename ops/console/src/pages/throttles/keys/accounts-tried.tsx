import { say } from '../../../language/text.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { Live } from '../../../live/live.tsx'
import { Lines, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { countColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { lastAt } from './count-columns.tsx'
import type { Key } from './scopes.ts'

type AccountTried = OperatorAnswers['throttles']['key_accounts']['accounts'][number]

/** The accounts that were tried in logins from an address. */
export function AccountsTried({ of: { scope, key } }: { of: Pick<Key, 'scope' | 'key'> }) {
  const title = say('Accounts tried from this address, last 7 days')
  return (
    <Panel title={title}>
      <Live
        name="throttles.key_accounts"
        of={api.operator.throttles.key_accounts}
        input={{ scope, key }}
        every={5000}
      >
        {({ accounts }) => (
          <DataTable
            label={title}
            csv="accounts-tried"
            rows={accounts.map((row) => ({ id: row.user?.id ?? '', ...row }))}
            empty={say('No one has tried to sign in from this address.')}
            columns={columns}
          />
        )}
      </Live>
    </Panel>
  )
}

const columns: Columns<AccountTried> = [
  {
    header: 'Account',
    cell: ({ user }) =>
      user ? <Lines to={`/users/${user.id}`} main={user.name} more={user.email} /> : say('Unknown emails'),
    value: ({ user }) => user?.email ?? say('Unknown emails'),
  },
  countColumn('Failed', 'failed'),
  countColumn('Signed in', 'succeeded'),
  ...lastAt,
]
