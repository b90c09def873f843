import { Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Scope, scopes } from '../../../../src/limits.ts'
import { api } from '../api.ts'
import { type Column, DataTable } from '../data-table.tsx'
import { Loaded, Shown, useLive } from '../live.tsx'
import { Choose, useFilter } from '../paged-list.tsx'
import { Lines, PageLink, Panel, State } from '../parts.tsx'
import { ChangeButton, DialogButton } from '../viewer.tsx'
import { fromNow, momentOf } from '../wording.ts'
import { type KeyAction, KeyActionDialog, type KeyActionKind, liftLabel } from './throttle-actions.tsx'
import { type Key, pace } from './throttle-pace.ts'

const title = 'Keys closest to their limit'

export function ThrottleKeys() {
  const { field, asked } = useFilter({ scope: '' as Scope | '', search: '' })
  const [action, setAction] = useState<KeyAction>()
  const keys = useLive(
    ['throttles', 'keys', asked],
    (signal) => api.operator.throttles.keys.query(asked, { signal }),
    pace,
  )
  const isFiltered = Object.keys(asked).length > 0
  return (
    <Panel
      title={title}
      right={
        <DialogButton dialog={(onClose) => <KeyActionDialog kind="block" onClose={onClose} />}>
          Block a key…
        </DialogButton>
      }
    >
      <Stack>
        <Group align="end">
          <Choose label="Scope" options={scopes} {...field('scope')} />
          <TextInput label="Search" placeholder="Address, name or email" {...field('search')} />
        </Group>
        <Loaded query={keys}>
          {(found) => (
            <>
              <DataTable
                label={title}
                rows={found.keys}
                idOf={({ scope, key }) => `${scope} ${key}`}
                empty={isFiltered ? 'No keys match.' : 'No requests counted at the moment.'}
                columns={[
                  ...columns,
                  { header: 'Actions', cell: (row) => <Actions row={row} choose={setAction} /> },
                ]}
              />
              <Shown rows={found.keys} count={found.count} />
            </>
          )}
        </Loaded>
      </Stack>
      {action && <KeyActionDialog {...action} onClose={() => setAction(undefined)} />}
    </Panel>
  )
}

const columns: Column<Key>[] = [
  { header: 'Scope', cell: ({ scope }) => scope },
  { header: 'Key', cell: (row) => <Name row={row} /> },
  { header: 'Used', cell: (row) => <Used row={row} /> },
  { header: 'Left', isNumber: true, cell: ({ remaining }) => remaining },
  { header: 'Resets', isNumber: true, cell: ({ resets_at }) => (resets_at ? fromNow(resets_at) : '–') },
  { header: 'State', cell: (row) => <Standing row={row} /> },
]

function Name({ row: { user, key } }: { row: Key }) {
  if (!user) return key
  return (
    <Lines main={<PageLink to={`/users/${user.id}`}>{user.name || user.email}</PageLink>} more={user.email} />
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
          limit {limit} until {momentOf(limit_until)}
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
  const buttons: [kind: KeyActionKind, label: string, isOffered: boolean][] = [
    ['reset', 'Reset', row.used > 0],
    ['limit', 'Limit', true],
    ['block', 'Block', true],
    ['lift', liftLabel(row), (row.blocked_until ?? row.limit_until) !== null],
  ]
  return (
    <Group gap={4}>
      {buttons
        .filter(([, , isOffered]) => isOffered)
        .map(([kind, label]) => (
          <ChangeButton
            key={kind}
            size="compact-xs"
            aria-label={`${label} ${row.scope} ${name}`}
            onClick={() => choose({ kind, target: row })}
          >
            {label}
          </ChangeButton>
        ))}
    </Group>
  )
}
