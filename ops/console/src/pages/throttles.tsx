import { Alert, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type ActivityRange, activityRanges } from '../../../../src/operators/activity.ts'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { PageTitle, Panel } from '../parts.tsx'
import { timeOf } from '../wording.ts'
import { FailedLogins } from './failed-logins.tsx'
import { ScopePanel } from './scope-panel.tsx'
import { ThrottleKeys } from './throttle-keys.tsx'
import { pace } from './throttle-pace.ts'

export function ThrottlesPage() {
  const [range, setRange] = useState<ActivityRange>('hour')
  const overview = useLive(
    ['throttles', 'overview', range],
    (signal) => api.operator.throttles.overview.query({ range }, { signal }),
    pace,
  )
  return (
    <Stack>
      <PageTitle
        right={
          <SegmentedControl
            aria-label="Period of the charts"
            value={range}
            onChange={(value) => setRange(value as ActivityRange)}
            data={activityRanges.map((value) => ({ value, label: `Last ${value}` }))}
          />
        }
      >
        Throttles
      </PageTitle>
      <Loaded query={overview} rows={8}>
        {(found) => (
          <>
            <Source found={found} />
            <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
              {found.scopes.map((scope) => (
                <ScopePanel key={scope.scope} scope={scope} range={range} />
              ))}
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              Near the limit means 80% of it or more. Updated at {timeOf(overview.dataUpdatedAt)}; refreshes
              every two seconds.
            </Text>
          </>
        )}
      </Loaded>
      <ThrottleKeys />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Endpoints range={range} />
        <FailedLogins range={range} />
      </SimpleGrid>
    </Stack>
  )
}

/** Nothing when the numbers come from Redis, as they should. */
function Source({ found: { source, redis } }: { found: OperatorAnswers['throttles']['overview'] }) {
  if (redis === 'unreachable')
    return (
      <Alert color="red" role="alert" title="Redis is not responding">
        Until it is back, each process counts on its own, and these are the numbers of one process. The
        console recovers by itself.
      </Alert>
    )
  if (source === 'memory')
    return (
      <Alert color="gray" title="Running without Redis">
        REDIS_URL is not set. These are the numbers of one process, and they are lost when it restarts.
      </Alert>
    )
  return null
}

function Endpoints({ range }: { range: ActivityRange }) {
  const endpoints = useLive(
    ['throttles', 'endpoints', range],
    (signal) => api.operator.throttles.endpoints.query({ range }, { signal }),
    pace,
  )
  return (
    <Panel title="Endpoints">
      <Loaded query={endpoints}>
        {(found) => (
          <DataTable
            label="Requests by endpoint"
            rows={found.endpoints.slice(0, 25)}
            idOf={({ procedure }) => procedure}
            empty="No requests in this period."
            columns={[
              { header: 'Procedure', cell: ({ procedure }) => procedure },
              { header: 'Allowed', isNumber: true, cell: ({ allowed }) => allowed },
              { header: 'Near', isNumber: true, cell: ({ near }) => near },
              { header: 'Blocked', isNumber: true, cell: ({ blocked }) => blocked },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
