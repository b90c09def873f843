import { Anchor, Group, NativeSelect, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Lines, Panel, State } from '../parts.tsx'
import { ChangeButton } from '../viewer.tsx'
import { fromNow, momentOf, scopeMeaning } from '../wording.ts'
import { type KeyAction, KeyActionDialog } from './throttle-actions.tsx'
import { throttlePace } from './throttles.tsx'

export type Key = OperatorAnswers['throttles']['keys']['keys'][number]
export type Scope = Key['scope']

const scopes = Object.keys(scopeMeaning) as Scope[]

export function BusiestKeys() {
  const [scope, setScope] = useState<Scope | ''>('')
  const [search, setSearch] = useState('')
  const [sought] = useDebouncedValue(search, 300)
  const [action, setAction] = useState<KeyAction>()
  const keys = useLive(
    ['throttles', 'keys', scope, sought],
    (signal) =>
      api.operator.throttles.keys.query(
        { scope: scope || undefined, search: sought || undefined },
        { signal },
      ),
    throttlePace,
  )
  return (
    <Panel
      title="Busiest keys now"
      right={
        <ChangeButton size="xs" onClick={() => setAction({ kind: 'block' })}>
          Block another key …
        </ChangeButton>
      }
    >
      <Stack>
        <Group align="end">
          <NativeSelect
            label="Scope"
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value as Scope | '')}
            data={[{ value: '', label: 'All' }, ...scopes.map((value) => ({ value, label: value }))]}
          />
          <TextInput
            label="Search"
            placeholder="Address, name or email"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </Group>
        <Loaded query={keys}>
          {(found) => (
            <>
              <DataTable
                label="Busiest keys"
                rows={found.keys}
                idOf={({ scope, key }) => `${scope} ${key}`}
                empty="No key has an open window."
                columns={[
                  { header: 'Scope', cell: (row) => row.scope },
                  { header: 'Key', cell: (row) => <Who row={row} /> },
                  { header: 'Used', cell: (row) => <Used row={row} /> },
                  { header: 'Left', isNumber: true, cell: (row) => row.remaining },
                  {
                    header: 'Resets',
                    isNumber: true,
                    cell: ({ resets_at }) => (resets_at ? fromNow(resets_at) : 'no open window'),
                  },
                  { header: 'State', cell: (row) => <Standing row={row} /> },
                  { header: 'Actions', cell: (row) => <Actions row={row} choose={setAction} /> },
                ]}
              />
              {found.count > found.keys.length && (
                <Text size="sm" c="dimmed">
                  The {found.keys.length} busiest of {found.count}.
                </Text>
              )}
            </>
          )}
        </Loaded>
      </Stack>
      {action && <KeyActionDialog action={action} onClose={() => setAction(undefined)} />}
    </Panel>
  )
}

function Who({ row: { user, key } }: { row: Key }) {
  if (!user) return key
  return (
    <Lines
      main={
        <Anchor component={Link} to={`/users/${user.id}`}>
          {user.name || user.email}
        </Anchor>
      }
      more={user.email}
    />
  )
}

function Used({ row: { used, limit } }: { row: Key }) {
  const share = limit ? Math.min(100, (100 * used) / limit) : 100
  const color =
    share >= 100 ? 'var(--console-blocked)' : share >= 80 ? 'var(--console-near)' : 'var(--console-allowed)'
  return (
    <div style={{ minWidth: 90 }}>
      <Text size="sm" component="span">
        {used} of {limit}
      </Text>
      <Progress value={share} color={color} size="sm" aria-label={`${used} of ${limit} used`} />
    </div>
  )
}

function Standing({ row }: { row: Key }) {
  const { blocked_until, limit_until, limit, remaining, used } = row
  const isNear = used >= 0.8 * limit
  return (
    <Stack gap={4} align="flex-start">
      {blocked_until && <State tone="bad">blocked until {momentOf(blocked_until)}</State>}
      {limit_until && (
        <State tone="none">
          {limit} until {momentOf(limit_until)}
        </State>
      )}
      {!blocked_until && (
        <State tone={remaining === 0 ? 'bad' : isNear ? 'low' : 'good'}>
          {remaining === 0 ? 'at its limit' : isNear ? 'near its limit' : 'within its limit'}
        </State>
      )}
    </Stack>
  )
}

function Actions({ row, choose }: { row: Key; choose: (action: KeyAction) => void }) {
  const name = row.user?.email ?? row.key
  const buttons = [
    ...(row.used > 0 ? (['reset'] as const) : []),
    'limit' as const,
    'block' as const,
    ...(row.blocked_until || row.limit_until ? (['lift'] as const) : []),
  ]
  const labels = { reset: 'Reset', limit: 'Limit', block: 'Block', lift: 'Lift' }
  return (
    <Group gap={4}>
      {buttons.map((kind) => (
        <ChangeButton
          key={kind}
          size="compact-xs"
          aria-label={`${labels[kind]} ${row.scope} ${name}`}
          onClick={() => choose({ kind, row })}
        >
          {labels[kind]}
        </ChangeButton>
      ))}
    </Group>
  )
}
