import { SimpleGrid } from '@mantine/core'
import type { ActivityRange } from '../../../../../src/accounts/limits.ts'
import { useRange } from '../../chart/range.tsx'
import { say } from '../../language/text.ts'
import { timeOf } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { Live, Loaded, useLive } from '../../live/live.tsx'
import { useMayOversee } from '../../live/viewer.tsx'
import { Note, Page, Panel } from '../../parts/parts.tsx'
import { countColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { FailedLogins } from './failed-logins.tsx'
import { ThrottleKeys } from './keys/key-list.tsx'
import { SourceAlert } from './keys/key-state.tsx'
import { pace } from './keys/scopes.ts'
import { Offenders } from './offenders.tsx'
import { ScopeCharts } from './scope-panel.tsx'

const { throttles } = api.operator

export function ThrottlesPage() {
  const mayOversee = useMayOversee()
  const { range, control } = useRange()
  const overview = useLive({
    name: 'throttles',
    of: throttles.overview,
    input: { range },
    ...pace,
    keepsPrevious: true,
  })
  return (
    <Page title={say('Throttles')} right={control}>
      {overview.data && <SourceAlert of={overview.data} />}
      {mayOversee && <ThrottleKeys />}
      {mayOversee && <Offenders range={range} />}
      <Loaded query={overview} rows={8}>
        {(found, updatedAt) => (
          <>
            <ScopeCharts of={found.scopes} range={range} />
            <Note>{say('Updated at {time}; refreshes every two seconds.', { time: timeOf(updatedAt) })}</Note>
          </>
        )}
      </Loaded>
      <SimpleGrid cols={{ base: 1, lg: mayOversee ? 2 : 1 }}>
        <Endpoints range={range} />
        {mayOversee && <FailedLogins range={range} />}
      </SimpleGrid>
    </Page>
  )
}

const Endpoints = ({ range }: { range: ActivityRange }) => (
  <Panel title={say('Endpoints')}>
    <Live name="endpoints" of={throttles.endpoints} input={{ range }} {...pace} keepsPrevious>
      {({ endpoints }) => (
        <DataTable
          label={say('Requests by endpoint')}
          csv="endpoints"
          rows={endpoints.slice(0, 25).map((row) => ({ id: row.procedure, ...row }))}
          empty={say('No requests in this period.')}
          columns={[
            { header: 'Procedure', value: ({ procedure }) => procedure },
            countColumn('Allowed', 'allowed'),
            countColumn('Near', 'near'),
            countColumn('Refused (429)', 'blocked'),
          ]}
        />
      )}
    </Live>
  </Panel>
)
