import { Alert, SegmentedControl, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { type ActivityRange, activityRanges } from '../../../../src/operators/activity.ts'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Live } from '../live.tsx'
import { Note, Page, Panel } from '../parts.tsx'
import { useMayOversee } from '../viewer.tsx'
import { timeOf } from '../wording.ts'
import { FailedLogins } from './failed-logins.tsx'
import { ScopePanel } from './scope-panel.tsx'
import { ThrottleKeys } from './throttle-keys.tsx'
import { pace } from './throttle-pace.ts'

const { throttles } = api.operator

export function ThrottlesPage() {
  const mayOversee = useMayOversee()
  const [range, setRange] = useState<ActivityRange>('hour')
  return (
    <Page
      title="Throttles"
      right={
        <SegmentedControl
          aria-label="Period of the charts"
          value={range}
          onChange={setRange}
          data={activityRanges.map((value) => ({ value, label: `Last ${value}` }))}
        />
      }
    >
      <Live name="throttles" of={throttles.overview} input={{ range }} {...pace} rows={8}>
        {(found, updatedAt) => (
          <>
            <Source found={found} />
            <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
              {found.scopes.map((scope) => (
                <ScopePanel key={scope.scope} scope={scope} range={range} />
              ))}
            </SimpleGrid>
            <Note>
              Near the limit means 80% of it or more. Updated at {timeOf(updatedAt)}; refreshes every two
              seconds.
            </Note>
          </>
        )}
      </Live>
      {mayOversee && <ThrottleKeys />}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Endpoints range={range} />
        {mayOversee && <FailedLogins range={range} />}
      </SimpleGrid>
    </Page>
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

const Endpoints = ({ range }: { range: ActivityRange }) => (
  <Panel title="Endpoints">
    <Live name="endpoints" of={throttles.endpoints} input={{ range }} {...pace}>
      {({ endpoints }) => (
        <DataTable
          label="Requests by endpoint"
          csv="endpoints"
          rows={endpoints.slice(0, 25).map((row) => ({ id: row.procedure, ...row }))}
          empty="No requests in this period."
          columns={[
            { header: 'Procedure', value: ({ procedure }) => procedure },
            { header: 'Allowed', value: ({ allowed }) => allowed, numeric: true },
            { header: 'Near', value: ({ near }) => near, numeric: true },
            { header: 'Blocked', value: ({ blocked }) => blocked, numeric: true },
          ]}
        />
      )}
    </Live>
  </Panel>
)
