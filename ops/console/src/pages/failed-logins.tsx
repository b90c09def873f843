import { Stack, Text } from '@mantine/core'
import type { ActivityRange } from '../../../../src/operators/activity.ts'
import { api } from '../api.ts'
import { CountChart } from '../count-chart.tsx'
import { DataTable } from '../data-table.tsx'
import { Live } from '../live.tsx'
import { Panel } from '../parts.tsx'
import { fromNow, plural } from '../wording.ts'
import { pace } from './throttle-pace.ts'

const { failed_logins } = api.operator.throttles

/** Where failed logins come from, and which accounts they try. */
export const FailedLogins = ({ range }: { range: ActivityRange }) => (
  <Panel title="Failed logins">
    <Live name="failed_logins" of={failed_logins} input={{ range }} {...pace}>
      {({ total, series, by_address, by_account }) => (
        <Stack>
          <Text>{plural(total, 'failed login')} in this period</Text>
          {total > 0 && (
            <CountChart
              label={`Failed logins, last ${range}: ${total}`}
              height={110}
              range={range}
              data={series}
              series={[{ name: 'count', label: 'Failed', color: 'var(--console-blocked)' }]}
            />
          )}
          <Failures by="Address" rows={by_address.map((row) => ({ id: row.address, ...row }))} />
          {by_account.length > 0 && (
            <Failures by="Account" rows={by_account.map((row) => ({ id: row.email, ...row }))} />
          )}
        </Stack>
      )}
    </Live>
  </Panel>
)

type FailuresProps = { by: 'Address' | 'Account'; rows: { id: string; count: number; last_at: string }[] }

const Failures = ({ by, rows }: FailuresProps) => (
  <DataTable
    label={`Failed logins by ${by.toLowerCase()}`}
    csv={`failed-logins-by-${by.toLowerCase()}`}
    rows={rows}
    empty="No failed logins in this period."
    columns={[
      { header: by, value: ({ id }) => id },
      { header: 'Failed', value: ({ count }) => count, numeric: true },
      { header: 'Last', cell: ({ last_at }) => fromNow(last_at), numeric: true },
    ]}
  />
)
