import { Stack, Text } from '@mantine/core'
import type { ActivityRange } from '../../../../src/operators/activity.ts'
import { api } from '../api.ts'
import { CountChart } from '../count-chart.tsx'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Panel } from '../parts.tsx'
import { fromNow, plural, tickOf } from '../wording.ts'
import { pace } from './throttle-pace.ts'

/** Where failed logins come from, and which accounts they try. */
export function FailedLogins({ range }: { range: ActivityRange }) {
  const failed = useLive(
    ['throttles', 'failed_logins', range],
    (signal) => api.operator.throttles.failed_logins.query({ range }, { signal }),
    pace,
  )
  return (
    <Panel title="Failed logins">
      <Loaded query={failed}>
        {({ total, series, by_address, by_account }) => (
          <Stack>
            <Text>{plural(total, 'failed login')} in this period</Text>
            {total > 0 && (
              <CountChart
                label={`Failed logins, last ${range}: ${total}`}
                height={110}
                data={series.map(({ at, count }) => ({ at: tickOf(at, range), count }))}
                series={[{ name: 'count', label: 'Failed', color: 'var(--console-blocked)' }]}
              />
            )}
            <Failures
              by="Address"
              rows={by_address.map(({ address, ...row }) => ({ name: address, ...row }))}
            />
            {by_account.length > 0 && (
              <Failures
                by="Account"
                rows={by_account.map(({ email, ...row }) => ({ name: email, ...row }))}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}

type Failure = { name: string; count: number; last_at: string }

const Failures = ({ by, rows }: { by: 'Address' | 'Account'; rows: Failure[] }) => (
  <DataTable
    label={`Failed logins by ${by.toLowerCase()}`}
    rows={rows}
    idOf={({ name }) => name}
    empty="No failed logins in this period."
    columns={[
      { header: by, cell: ({ name }) => name },
      { header: 'Failed', isNumber: true, cell: ({ count }) => count },
      { header: 'Last', isNumber: true, cell: ({ last_at }) => fromNow(last_at) },
    ]}
  />
)
