import { SimpleGrid } from '@mantine/core'
import type { ActivityRange } from '../../../../../src/accounts/limits.ts'
import { useRange } from '../../chart/range.tsx'
import { say } from '../../language/text.ts'
import { timeOf } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Live, Loaded, useLive } from '../../live/live.tsx'
import { useMayOversee } from '../../live/viewer.tsx'
import { Note, Page, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { countColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { FailedLogins } from './failed-logins.tsx'
import { named, refusals } from './keys/count-columns.tsx'
import { ThrottleKeys } from './keys/key-list.tsx'
import { SourceAlert } from './keys/key-state.tsx'
import { pace } from './keys/scopes.ts'
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

type Offender = OperatorAnswers['throttles']['offenders']['keys'][number]

/** The keys that were refused most in the period, whether or not their window is still open. */
function Offenders({ range }: { range: ActivityRange }) {
  const title = say('Refused most')
  return (
    <Panel title={title}>
      <Live name="offenders" of={throttles.offenders} input={{ range }} {...pace} keepsPrevious rows={2}>
        {(found) => (
          <DataTable
            label={title}
            csv="refused-most"
            rows={found.keys.map((row) => ({ id: `${row.scope} ${row.key}`, ...row }))}
            empty={say('No requests were refused in this period.')}
            columns={offenderColumns}
            first={20}
            note={
              found.others > 0 && (
                <Note>
                  {say('{count, plural, one {# more refusal} other {# more refusals}} of other keys', {
                    count: found.others,
                  })}
                </Note>
              )
            }
          />
        )}
      </Live>
    </Panel>
  )
}

const offenderColumns: Columns<Offender> = [...named, ...refusals]

const Endpoints = ({ range }: { range: ActivityRange }) => (
  <Panel title={say('Endpoints')}>
    <Live name="endpoints" of={throttles.endpoints} input={{ range }} {...pace} keepsPrevious>
      {({ endpoints }) => (
        <DataTable
          label={say('Requests by endpoint')}
          csv="endpoints"
          rows={endpoints.map((row) => ({ id: row.procedure, ...row }))}
          empty={say('No requests in this period.')}
          columns={[
            { header: 'Procedure', value: ({ procedure }) => procedure },
            countColumn('Allowed', 'allowed'),
            countColumn('Near', 'near'),
            countColumn('Refused (429)', 'blocked'),
          ]}
          first={25}
        />
      )}
    </Live>
  </Panel>
)
