import { Alert, Code, List, SimpleGrid, Text } from '@mantine/core'
import { ActionButton } from '../../dialog/action-dialog.tsx'
import { Said } from '../../language/said.tsx'
import { type Message, say } from '../../language/text.ts'
import { bytes, number, timeOf } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { Facts, Moment, Note, Page, Panel, State } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { DataTable } from '../../table/data-table.tsx'

type Overview = OperatorAnswers['system']['overview']

const { overview, run_sweep } = api.operator.system

export const SystemPage = () => (
  <Page title={say('System')}>
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
              <Text size="sm">{say(redisRole[found.redis.state])}</Text>
            </Store>
            <Service overview={found} />
            <Sweeps sweeps={found.sweeps} />
          </SimpleGrid>
          <Settings settings={found.settings} />
          <Note>{say('Updated at {time}; refreshes every three seconds.', { time: timeOf(updatedAt) })}</Note>
        </>
      )}
    </Live>
  </Page>
)

function Warnings({ warnings }: Pick<Overview, 'warnings'>) {
  if (!warnings.length) return null
  return (
    <Alert color="yellow" title={say('The set-up needs attention')}>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {warnings.map((warning) => (
          <List.Item key={warning}>
            <Said>{warning}</Said>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

type StoreProps = { name: string; store: Overview['database']; children: React.ReactNode }

const states = {
  connected: ['good', 'connected'],
  read_only: ['bad', 'refuses changes'],
  unreachable: ['bad', 'not responding'],
  not_configured: ['none', 'not configured'],
} as const satisfies Record<string, [string, Message]>

const redisRole = {
  connected: 'Stores throttle counters and ended sessions.',
  read_only:
    'Until it takes changes again, each process counts requests on its own and sessions cannot be refreshed.',
  unreachable: 'Until it is back, each process counts requests on its own and sessions cannot be refreshed.',
  not_configured: 'Throttle counters are kept in memory, ended sessions in PostgreSQL.',
} as const satisfies Record<string, Message>

function Store({ name, store: { state, version, latency_ms, size_bytes }, children }: StoreProps) {
  const [tone, words] = states[state]
  return (
    <Panel title={name} right={<State tone={tone}>{say(words)}</State>} gap="sm">
      <Facts
        of={{
          [say('Version')]: version,
          [say('Latency')]: latency_ms === null ? null : `${number(latency_ms, 1)} ms`,
          [say('Size')]: size_bytes === null ? null : bytes(size_bytes),
        }}
      />
      {children}
    </Panel>
  )
}

function Migrations({ migrations }: Pick<Overview, 'migrations'>) {
  if (!migrations) return <Text size="sm">{say('The state of the migrations is unknown.')}</Text>
  const { applied, pending } = migrations
  const count = { count: applied.length }
  return (
    <Text size="sm">
      {pending.length
        ? say('{count, plural, one {# migration} other {# migrations}} applied, pending: {pending}.', {
            ...count,
            pending: pending.join(', '),
          })
        : say('{count, plural, one {# migration} other {# migrations}} applied, none pending.', count)}
    </Text>
  )
}

const replicaStates = {
  'in use': 'in use',
  behind: 'too far behind to answer reads',
  unreachable: 'not responding',
  'not a replica': 'not a replica',
  'a copy of another database': 'a copy of another database',
} as const satisfies Record<string, Message>

const Replicas = ({ replicas }: Pick<Overview, 'replicas'>) =>
  replicas.map(({ name, state, lag_seconds }) => (
    <Text size="sm" key={name}>
      {say('Replica {name}: {state}.', { name, state: say(replicaStates[state]) })}{' '}
      {lag_seconds !== null && say('{seconds} s behind.', { seconds: number(lag_seconds, 1) })}
    </Text>
  ))

const Service = ({ overview }: { overview: Overview }) => (
  <Panel title={say('Service')}>
    <Facts
      of={{
        [say('Version')]: overview.versions.service,
        Node: overview.versions.node,
        [say('Started')]: <Moment of={overview.started_at} />,
        [say('Deployment')]: overview.deployment === 'local' ? say('local') : say('production'),
        [say('Sign-in')]: overview.auth_mode === 'local' ? say('with passwords') : 'OpenID Connect',
        [say('Workers')]: overview.workers,
      }}
    />
  </Panel>
)

const Sweeps = ({ sweeps: { last, next_at } }: Pick<Overview, 'sweeps'>) => (
  <Panel title={say('Background clean-up')} right={<SweepButton />} gap="sm">
    <Text size="sm">{say('Ends proposals and tags that have expired.')}</Text>
    <Facts
      of={{
        [say('Last run')]: last ? <Moment of={last.started_at} /> : say('Never'),
        [say('Outcome')]: last && <Outcome run={last} />,
        [say('Next run')]: next_at && <Moment of={next_at} />,
      }}
    />
  </Panel>
)

function Outcome({ run }: { run: NonNullable<Overview['sweeps']['last']> }) {
  if (run.error !== null) return say('Failed: {error}', { error: run.error })
  return say(
    'Ended {proposals, plural, one {# proposal} other {# proposals}} and {tags, plural, one {# tag} other {# tags}}',
    { proposals: run.expired_proposals, tags: run.expired_tags },
  )
}

const SweepButton = () => (
  <ActionButton
    title={say('Run the clean-up now')}
    confirm={say('Run now')}
    done={say('The clean-up has run.')}
    act={(reason) => run_sweep.mutate({ reason })}
    text={say(
      'Ends every proposal and tag that has expired, as the service does every minute anyway. People return to the status they had before an expired proposal.',
    )}
  />
)

type Setting = Overview['settings'][number] & { id: string }

const settingColumns: Columns<Setting> = [
  { header: 'Variable', cell: ({ name }) => <Code>{name}</Code>, value: ({ name }) => name },
  {
    header: 'Value',
    value: ({ value, is_secret, source }) =>
      is_secret ? (source === 'default' ? say('secret, not set') : say('secret, set')) : value || '–',
  },
  {
    header: 'Source',
    value: ({ source }) =>
      ({ default: say('default'), environment: say('environment'), file: say('file') })[source],
  },
]

const Settings = ({ settings }: Pick<Overview, 'settings'>) => (
  <Panel title={say('Settings in force')}>
    <DataTable
      label={say('Settings')}
      csv="settings"
      rows={settings.map((setting) => ({ id: setting.name, ...setting }))}
      empty={say('No settings.')}
      columns={settingColumns}
    />
  </Panel>
)
