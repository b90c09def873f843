import { Group, SimpleGrid, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router'
import type { Scope } from '../../../../../../src/accounts/limits.ts'
import { CountChart } from '../../../chart/count-chart.tsx'
import { lastWords, useRange } from '../../../chart/range.tsx'
import { useDialog } from '../../../dialog/dialogs.tsx'
import { type Message, say } from '../../../language/text.ts'
import { number, periodOf } from '../../../language/wording.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { Loaded, useLive } from '../../../live/live.tsx'
import { useMay, useViewer } from '../../../live/viewer.tsx'
import { useAddress } from '../../../parts/address.ts'
import { CopyId, Facts, Metric, Moment, NoPage, Note, Page, PageLink, Panel } from '../../../parts/parts.tsx'
import { TablePanel } from '../../../table/data-table.tsx'
import { AccountsTried } from './accounts-tried.tsx'
import { calledColumns } from './count-columns.tsx'
import { KeyActionDialog, KeyActions } from './key-actions.tsx'
import { KeyHistory } from './key-history.tsx'
import { SourceAlert, Standing } from './key-state.tsx'
import { type Key, namesUsers, pace, scopeOf, scopeWords } from './scopes.ts'

type KeyAnswer = OperatorAnswers['throttles']['key']

/** Everything about one key: its state, who set it, what it called, and what operators did to it. */
export function ThrottleKeyPage() {
  const { scope: named = '', key = '' } = useParams()
  const scope = scopeOf(named)
  if (!scope) return <NoPage />
  return <KeyPage of={{ scope, key }} />
}

function KeyPage({ of }: { of: { scope: Scope; key: string } }) {
  const { range, control } = useRange()
  const path = <PageLink to="/throttles">{say('Throttles')}</PageLink>
  const query = useLive({
    name: 'throttles.key',
    of: api.operator.throttles.key,
    input: { ...of, range },
    ...pace,
    keepsPrevious: true,
  })
  if (query.error?.fieldErrors.key) return <NoKey of={of} path={path} />
  return (
    <Loaded query={query} rows={8} page={of.key} path={path}>
      {(found) => (
        <Page path={path} title={found.key.user?.name ?? found.key.key} right={<KeyActions of={found.key} />}>
          <AskedBlock of={found.key} />
          <SourceAlert of={found} />
          <KeyState of={found} />
          <Refusals of={found} range={range} control={control} />
          <Calls of={found} />
          <KeyHistory target={`${found.key.scope} ${found.key.key}`} />
        </Page>
      )}
    </Loaded>
  )
}

/** Opens the dialog that the address asks for. */
function AskedBlock({ of }: { of: Key }) {
  const { at, go } = useAddress()
  const { readOnly } = useViewer()
  const open = useDialog(<KeyActionDialog kind="block" target={of} />)
  const mayBlock = useMay('act_as_admin')
  const isAsked = at('do') === 'block' && mayBlock && !readOnly && !of.blocked_until
  useEffect(() => {
    if (!isAsked) return
    go({ do: '' }, { replace: true })
    open()
  })
  return null
}

/** Shown for a key that the scope cannot count, such as a mistyped address. */
function NoKey({ of: { scope, key }, path }: { of: Pick<Key, 'scope' | 'key'>; path: ReactNode }) {
  const shown = key.replace(/\p{C}/gu, '�')
  return (
    <Page path={path} title={say('No such key')}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {say('Nothing is counted under “{key}”.', { key: shown })}
      </Text>
      <Note>
        {say(scopeWords[scope].name)}: {say(scopeWords[scope].counts)}
      </Note>
      {namesUsers(scope) ? (
        <PageLink to="/users">{say('Find the user')}</PageLink>
      ) : (
        <PageLink to="/throttles">{say('Find a key')}</PageLink>
      )}
    </Page>
  )
}

function KeyState({ of: { key } }: { of: KeyAnswer }) {
  const { user } = key
  return (
    <Panel title={say(scopeWords[key.scope].name)} gap="md">
      <Note>{say(scopeWords[key.scope].counts)}</Note>
      <Group gap="xl" align="flex-start">
        <Metric
          label={say('Used in this window')}
          value={say('{used} of {limit}', { used: number(key.used), limit: number(key.limit) })}
          more={say(limits[key.limit_source], {
            limit: number(key.limit),
            period: periodOf(key.window_seconds),
          })}
          tone={key.remaining === 0 ? 'bad' : 'none'}
        />
        <Facts
          of={{
            [say('State')]: <Standing of={key} />,
            [say('Refused, last hour')]: number(key.refused),
            [say('Resets')]: <Moment of={key.resets_at} />,
          }}
        />
      </Group>
      <Facts
        of={{
          [say('User')]: user && <PageLink to={`/users/${user.id}`}>{user.email}</PageLink>,
          [say('Key')]: <CopyId id={key.key} />,
        }}
      />
    </Panel>
  )
}

const limits = {
  default: '{limit} per {period}, the default',
  environment: '{limit} per {period}, as set for all',
  override: '{limit} per {period}, set by an operator',
} as const satisfies Record<KeyAnswer['key']['limit_source'], Message>

type RefusalsProps = { of: KeyAnswer } & ReturnType<typeof useRange>

/** The requests that were refused or near the limit; others are not kept by key. */
function Refusals({ of, range, control }: RefusalsProps) {
  const { key, series, bucket_seconds } = of
  const sum = (name: 'near' | 'refused') => series.reduce((total, counts) => total + counts[name], 0)
  // A bar with more requests than this has refusals. The chart shows the line if a bar comes near it.
  const limit = key.limit * Math.max(1, bucket_seconds / key.window_seconds)
  const highest = Math.max(...series.map(({ near, refused }) => near + refused))
  return (
    <Panel title={say('Refused and near the limit')} right={control} gap="xs">
      <Note>{say('Requests are recorded by key once 80% of the limit is used.')}</Note>
      <CountChart
        label={say('{range}: {near, number} near the limit, {refused, number} refused', {
          range: lastWords(range),
          near: sum('near'),
          refused: sum('refused'),
        })}
        height={140}
        range={range}
        data={series}
        series={[
          { name: 'near', label: say('Near the limit'), color: 'var(--console-near)' },
          { name: 'refused', label: say('Refused (429)'), color: 'var(--console-blocked)' },
        ]}
        {...(highest >= limit / 5 && {
          limit: { value: limit, label: say('Limit {limit}', { limit: number(limit) }) },
        })}
      />
    </Panel>
  )
}

/** What was called and, for those who may read the security log, which accounts an address tried. */
function Calls({ of: { key, endpoints, is_address } }: { of: KeyAnswer }) {
  const isShown = useMay('act_as_admin') && is_address
  return (
    <SimpleGrid cols={{ base: 1, lg: isShown ? 2 : 1 }}>
      <TablePanel
        title="Endpoints called"
        csv="key-endpoints"
        rows={endpoints.map((row) => ({ id: `${row.scope} ${row.procedure}`, ...row }))}
        empty="No request was refused or near the limit."
        columns={calledColumns}
      />
      {isShown && <AccountsTried of={key} />}
    </SimpleGrid>
  )
}
