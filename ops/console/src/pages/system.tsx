import { Code, SimpleGrid, Stack, Text } from '@mantine/core'
import { ActionDialog } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Fact, Facts, PageTitle, Panel, State } from '../parts.tsx'
import { DialogButton } from '../viewer.tsx'
import { bytes, fromNow, momentOf, plural, timeOf } from '../wording.ts'

type Overview = OperatorAnswers['system']['overview']

export function SystemPage() {
  const overview = useLive(
    ['system'],
    (signal) => api.operator.system.overview.query(undefined, { signal }),
    { every: 3000 },
  )
  return (
    <Stack>
      <PageTitle>System</PageTitle>
      <Loaded query={overview} rows={10}>
        {(found) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Store name="PostgreSQL" store={found.database}>
                <Migrations migrations={found.migrations} />
              </Store>
              <Store name="Redis" store={found.redis}>
                <Text size="sm">{redisRole[found.redis.state]}</Text>
              </Store>
              <Service overview={found} />
              <Sweeps sweeps={found.sweeps} />
            </SimpleGrid>
            <Settings settings={found.settings} />
            <Text size="sm" c="dimmed">
              Updated at {timeOf(overview.dataUpdatedAt)}; refreshes every three seconds.
            </Text>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

type StoreProps = { name: string; store: Overview['database']; children: React.ReactNode }

const states = {
  connected: { tone: 'good', text: 'connected' },
  unreachable: { tone: 'bad', text: 'not responding' },
  not_configured: { tone: 'none', text: 'not configured' },
} as const

const redisRole = {
  connected: 'Stores throttle counters and ended sessions.',
  unreachable: 'Until it is back, each process counts requests on its own and sessions cannot be refreshed.',
  not_configured: 'Throttle counters are kept in memory, ended sessions in PostgreSQL.',
}

function Store({ name, store, children }: StoreProps) {
  const { tone, text } = states[store.state]
  return (
    <Panel title={name} right={<State tone={tone}>{text}</State>}>
      <Stack gap="sm">
        <Facts>
          {store.version && <Fact label="Version">{store.version}</Fact>}
          {store.latency_ms !== null && <Fact label="Latency">{store.latency_ms.toFixed(1)} ms</Fact>}
          {store.size_bytes !== null && <Fact label="Size">{bytes(store.size_bytes)}</Fact>}
        </Facts>
        {children}
      </Stack>
    </Panel>
  )
}

function Migrations({ migrations }: { migrations: Overview['migrations'] }) {
  if (!migrations) return <Text size="sm">The state of the migrations is unknown.</Text>
  const { applied, pending } = migrations
  return (
    <Text size="sm">
      {plural(applied.length, 'migration')} applied,{' '}
      {pending.length ? `pending: ${pending.join(', ')}` : 'none pending'}.
    </Text>
  )
}

function Service({ overview }: { overview: Overview }) {
  return (
    <Panel title="Service">
      <Facts>
        <Fact label="Version">{overview.versions.service}</Fact>
        <Fact label="Node">{overview.versions.node}</Fact>
        <Fact label="Started">
          {momentOf(overview.started_at)}, {fromNow(overview.started_at)}
        </Fact>
        <Fact label="Deployment">{overview.deployment}</Fact>
        <Fact label="Sign-in">{overview.auth_mode}</Fact>
        <Fact label="Workers">{overview.workers}</Fact>
        <Fact label="Clinic time zone">{overview.time_zone}</Fact>
      </Facts>
    </Panel>
  )
}

function Sweeps({ sweeps: { last, next_at } }: { sweeps: Overview['sweeps'] }) {
  return (
    <Panel
      title="Sweeps"
      right={<DialogButton dialog={(onClose) => <SweepDialog onClose={onClose} />}>Run now…</DialogButton>}
    >
      <Stack gap="sm">
        <Text size="sm">Background clean-up: ends proposals and tags that have expired.</Text>
        <Facts>
          <Fact label="Last run">
            {last ? `${momentOf(last.started_at)}, ${fromNow(last.started_at)}` : 'Never'}
          </Fact>
          {last && (
            <Fact label="Outcome">
              {last.error === null
                ? `Ended ${plural(last.expired_proposals, 'proposal')} and ${plural(last.expired_tags, 'tag')}`
                : `Failed: ${last.error}`}
            </Fact>
          )}
          {next_at && <Fact label="Next run">{fromNow(next_at)}</Fact>}
        </Facts>
      </Stack>
    </Panel>
  )
}

const SweepDialog = ({ onClose }: { onClose: () => void }) => (
  <ActionDialog
    title="Run a sweep now"
    confirm="Run now"
    done="The sweep has run."
    act={(reason) => api.operator.system.run_sweep.mutate({ reason })}
    onClose={onClose}
  >
    <Text>
      Ends every proposal and tag that has expired, as the service does by itself every minute. Employees
      return to the status they had before an expired proposal.
    </Text>
  </ActionDialog>
)

function Settings({ settings }: { settings: Overview['settings'] }) {
  return (
    <Panel title="Settings in force">
      <DataTable
        label="Settings"
        rows={settings}
        idOf={({ name }) => name}
        empty="No settings."
        columns={[
          { header: 'Variable', cell: ({ name }) => <Code>{name}</Code> },
          {
            header: 'Value',
            cell: ({ value, is_secret, source }) =>
              is_secret ? (source === 'default' ? 'secret, not set' : 'secret, set') : value || 'none',
          },
          { header: 'Source', cell: ({ source }) => (source === 'default' ? 'default' : 'environment') },
        ]}
      />
    </Panel>
  )
}
