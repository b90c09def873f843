import { Alert, Code, List, SimpleGrid, Stack, Text } from '@mantine/core'
import { ActionButton } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Live } from '../live.tsx'
import { Facts, Note, Page, Panel, State } from '../parts.tsx'
import { bytes, fromNow, momentOf, plural, timeOf } from '../wording.ts'

type Overview = OperatorAnswers['system']['overview']

const { overview, run_sweep } = api.operator.system

export const SystemPage = () => (
  <Page title="System">
    <Live name="system" of={overview} input={undefined} every={3000} rows={10}>
      {(found, updatedAt) => (
        <>
          <Warnings warnings={found.warnings} />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Store name="PostgreSQL" store={found.database}>
              <Migrations migrations={found.migrations} />
              <Replicas replicas={found.replicas} />
            </Store>
            <Store name="Redis" store={found.redis}>
              <Text size="sm">{redisRole[found.redis.state]}</Text>
            </Store>
            <Service overview={found} />
            <Sweeps sweeps={found.sweeps} />
          </SimpleGrid>
          <Settings settings={found.settings} />
          <Note>Updated at {timeOf(updatedAt)}; refreshes every three seconds.</Note>
        </>
      )}
    </Live>
  </Page>
)

const Warnings = ({ warnings }: Pick<Overview, 'warnings'>) =>
  warnings.length > 0 && (
    <Alert color="yellow" title="The set-up needs attention">
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  )

type StoreProps = { name: string; store: Overview['database']; children: React.ReactNode }

const states = {
  connected: <State tone="good">connected</State>,
  unreachable: <State tone="bad">not responding</State>,
  not_configured: <State tone="none">not configured</State>,
}

const redisRole = {
  connected: 'Stores throttle counters and ended sessions.',
  unreachable: 'Until it is back, each process counts requests on its own and sessions cannot be refreshed.',
  not_configured: 'Throttle counters are kept in memory, ended sessions in PostgreSQL.',
}

const Store = ({ name, store: { state, version, latency_ms, size_bytes }, children }: StoreProps) => (
  <Panel title={name} right={states[state]}>
    <Stack gap="sm">
      <Facts
        of={{
          Version: version,
          Latency: latency_ms === null ? null : `${latency_ms.toFixed(1)} ms`,
          Size: size_bytes === null ? null : bytes(size_bytes),
        }}
      />
      {children}
    </Stack>
  </Panel>
)

function Migrations({ migrations }: Pick<Overview, 'migrations'>) {
  if (!migrations) return <Text size="sm">The state of the migrations is unknown.</Text>
  const { applied, pending } = migrations
  return (
    <Text size="sm">
      {plural(applied.length, 'migration')} applied,{' '}
      {pending.length ? `pending: ${pending.join(', ')}` : 'none pending'}.
    </Text>
  )
}

const Replicas = ({ replicas }: Pick<Overview, 'replicas'>) =>
  replicas.map(({ name, state, lag_seconds }) => (
    <Text size="sm" key={name}>
      Replica {name}: {state}
      {lag_seconds === null ? '' : `, ${lag_seconds.toFixed(1)} s behind`}.
    </Text>
  ))

const since = (instant: string) => `${momentOf(instant)}, ${fromNow(instant)}`

const Service = ({ overview }: { overview: Overview }) => (
  <Panel title="Service">
    <Facts
      of={{
        Version: overview.versions.service,
        Node: overview.versions.node,
        Started: since(overview.started_at),
        Deployment: overview.deployment,
        'Sign-in': overview.auth_mode,
        Workers: overview.workers,
        'Clinic time zone': overview.time_zone,
      }}
    />
  </Panel>
)

const Sweeps = ({ sweeps: { last, next_at } }: Pick<Overview, 'sweeps'>) => (
  <Panel title="Sweeps" right={<SweepButton />}>
    <Stack gap="sm">
      <Text size="sm">Background clean-up: ends proposals and tags that have expired.</Text>
      <Facts
        of={{
          'Last run': last ? since(last.started_at) : 'Never',
          Outcome: last && outcomeOf(last),
          'Next run': next_at && fromNow(next_at),
        }}
      />
    </Stack>
  </Panel>
)

const outcomeOf = ({ error, expired_proposals, expired_tags }: NonNullable<Overview['sweeps']['last']>) =>
  error === null
    ? `Ended ${plural(expired_proposals, 'proposal')} and ${plural(expired_tags, 'tag')}`
    : `Failed: ${error}`

const SweepButton = () => (
  <ActionButton
    title="Run a sweep now"
    confirm="Run now"
    done="The sweep has run."
    act={(reason) => run_sweep.mutate({ reason })}
  >
    <Text>
      Ends every proposal and tag that has expired, as the service does every minute anyway. Employees return
      to the status they had before an expired proposal.
    </Text>
  </ActionButton>
)

const Settings = ({ settings }: Pick<Overview, 'settings'>) => (
  <Panel title="Settings in force">
    <DataTable
      label="Settings"
      csv="settings"
      rows={settings.map((setting) => ({ id: setting.name, ...setting }))}
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
