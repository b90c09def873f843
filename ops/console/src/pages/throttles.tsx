import { Alert, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { PageTitle, Panel } from '../parts.tsx'
import { timeOf } from '../wording.ts'
import { FailedLogins } from './failed-logins.tsx'
import { ScopePanel } from './scope-panel.tsx'
import { BusiestKeys } from './throttle-keys.tsx'

/** Milliseconds: whoever floods the service is seen within five seconds. */
export const throttlePace = 2000

const ranges = { hour: 'Last hour', day: 'Last day', week: 'Last week' } as const
export type Range = keyof typeof ranges

export function ThrottlesPage() {
  const [range, setRange] = useState<Range>('hour')
  const overview = useLive(
    ['throttles', 'overview', range],
    (signal) => api.operator.throttles.overview.query({ range }, { signal }),
    throttlePace,
  )
  return (
    <Stack>
      <PageTitle
        right={
          <SegmentedControl
            aria-label="Period of the charts"
            value={range}
            onChange={(value) => setRange(value as Range)}
            data={Object.entries(ranges).map(([value, label]) => ({ value, label }))}
          />
        }
      >
        Throttles
      </PageTitle>
      <Loaded query={overview} rows={8}>
        {(found) => (
          <>
            <WhereFrom found={found} />
            <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
              {found.scopes.map((scope) => (
                <ScopePanel key={scope.scope} scope={scope} range={range} />
              ))}
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              Near the limit: from 80 % of it. Read at {timeOf(overview.dataUpdatedAt)}, and again every two
              seconds.
            </Text>
          </>
        )}
      </Loaded>
      <BusiestKeys />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Endpoints range={range} />
        <FailedLogins range={range} />
      </SimpleGrid>
    </Stack>
  )
}

/** Nothing when the numbers are Redis's, as they should be. */
function WhereFrom({ found: { source, redis } }: { found: OperatorAnswers['throttles']['overview'] }) {
  if (redis === 'unreachable')
    return (
      <Alert color="red" role="alert" title="Redis does not answer">
        Each process counts for itself meanwhile, and these are the numbers of this one alone. The numbers of
        Redis come back by themselves when it does.
      </Alert>
    )
  if (source === 'memory')
    return (
      <Alert color="gray" title="Without Redis">
        REDIS_URL is not set: these are the numbers of this process alone, and a restart forgets them.
      </Alert>
    )
  return null
}

function Endpoints({ range }: { range: Range }) {
  const endpoints = useLive(
    ['throttles', 'endpoints', range],
    (signal) => api.operator.throttles.endpoints.query({ range }, { signal }),
    throttlePace,
  )
  return (
    <Panel title="Endpoints">
      <Loaded query={endpoints}>
        {(found) => (
          <DataTable
            label="Requests by endpoint"
            rows={found.endpoints.slice(0, 25)}
            idOf={({ procedure }) => procedure}
            empty="No request was counted in this period."
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
