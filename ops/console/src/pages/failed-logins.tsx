import { BarChart } from '@mantine/charts'
import { Stack, Text } from '@mantine/core'
import { api } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Panel } from '../parts.tsx'
import { fromNow, plural, tickOf } from '../wording.ts'
import { type Range, throttlePace } from './throttles.tsx'

/** Who tries to log in and fails: from where, and as whom. */
export function FailedLogins({ range }: { range: Range }) {
  const failed = useLive(
    ['throttles', 'failed_logins', range],
    (signal) => api.operator.throttles.failed_logins.query({ range }, { signal }),
    throttlePace,
  )
  return (
    <Panel title="Failed logins">
      <Loaded query={failed}>
        {({ total, series, by_address, by_account }) => (
          <Stack>
            <Text>{plural(total, 'failed login')} in this period</Text>
            {total > 0 && (
              <div role="img" aria-label={`Failed logins, last ${range}: ${total}`}>
                <BarChart
                  h={110}
                  data={series.map(({ at, count }) => ({ at: tickOf(at, range), count }))}
                  dataKey="at"
                  series={[{ name: 'count', label: 'Failed', color: 'var(--console-blocked)' }]}
                  gridAxis="x"
                  tickLine="none"
                  yAxisProps={{ allowDecimals: false, width: 40 }}
                  xAxisProps={{ minTickGap: 40, interval: 'preserveStartEnd' }}
                  barProps={{ isAnimationActive: false }}
                  barChartProps={{ accessibilityLayer: false }}
                />
              </div>
            )}
            <DataTable
              label="Failed logins by address"
              rows={by_address}
              idOf={({ address }) => address}
              empty="No login has failed in this period."
              columns={[
                { header: 'Address', cell: ({ address }) => address },
                { header: 'Failed', isNumber: true, cell: ({ count }) => count },
                { header: 'Last', isNumber: true, cell: ({ last_at }) => fromNow(last_at) },
              ]}
            />
            {by_account.length > 0 && (
              <DataTable
                label="Failed logins by account"
                rows={by_account}
                idOf={({ email }) => email}
                empty=""
                columns={[
                  { header: 'Account', cell: ({ email }) => email },
                  { header: 'Failed', isNumber: true, cell: ({ count }) => count },
                  { header: 'Last', isNumber: true, cell: ({ last_at }) => fromNow(last_at) },
                ]}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
