import { Stack, Text } from '@mantine/core'
import type { ActivityRange } from '../../../../../src/accounts/limits.ts'
import { CountChart } from '../../chart/count-chart.tsx'
import { lastWords } from '../../chart/range.tsx'
import { say } from '../../language/text.ts'
import { number } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { PageLink, Panel } from '../../parts/parts.tsx'
import type { Column, Columns } from '../../table/column.ts'
import { countColumn, linkColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { lastAt } from './keys/count-columns.tsx'
import { pace, pathOfKey } from './keys/scopes.ts'

const { failed_logins } = api.operator.throttles

/** Where failed logins come from, and which accounts they try. */
export const FailedLogins = ({ range }: { range: ActivityRange }) => (
  <Panel title={say('Failed logins')}>
    <Live name="failed_logins" of={failed_logins} input={{ range }} {...pace} keepsPrevious>
      {({ total, series, by_address, by_account }) => (
        <Stack>
          <Text>
            {say('{count, plural, one {# failed login} other {# failed logins}} in this period', {
              count: total,
            })}
          </Text>
          {total > 0 && (
            <CountChart
              label={`${say('Failed logins')}, ${lastWords(range)}: ${number(total)}`}
              height={80}
              range={range}
              data={series}
              series={[{ name: 'count', label: say('Failed'), color: 'var(--console-blocked)' }]}
            />
          )}
          <DataTable
            label={say('Failed logins by address')}
            csv="failed-logins-by-address"
            rows={by_address.map((row) => ({ id: row.address, ...row }))}
            empty={say('No failed logins in this period.')}
            columns={[byAddress, ...counted]}
          />
          {by_account.length > 0 && (
            <DataTable
              label={say('Failed logins by email')}
              csv="failed-logins-by-email"
              rows={by_account.map((row) => ({ id: row.email, ...row }))}
              empty=""
              columns={[byAccount, ...counted]}
            />
          )}
        </Stack>
      )}
    </Live>
  </Panel>
)

const counted: Columns<{ count: number; last_at: string; last_before: string }> = [
  countColumn('Failed', 'count'),
  ...lastAt,
]

const byAddress = linkColumn('Address', 'address', ({ address }: { address: string }) =>
  pathOfKey({ scope: 'login', key: address }),
)

const byAccount: Column<{ email: string }> = {
  header: 'Account',
  cell: ({ email }) =>
    email === 'unknown account' ? (
      say(email)
    ) : (
      <PageLink to={`/users?search=${encodeURIComponent(email)}`}>{email}</PageLink>
    ),
  value: ({ email }) => (email === 'unknown account' ? say(email) : email),
}
