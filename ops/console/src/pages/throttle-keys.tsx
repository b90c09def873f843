import { Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Scope, scopes } from '../../../../src/limits.ts'
import { CloseContext, DialogButton } from '../action-dialog.tsx'
import type { Columns } from '../column.ts'
import { DataTable } from '../data-table.tsx'
import { Live, Shown } from '../live.tsx'
import { Choose, useFilter } from '../paged-list.tsx'
import { Lines, Panel, State } from '../parts.tsx'
import { ChangeButton } from '../viewer.tsx'
import { fromNow, momentOf } from '../wording.ts'
import { type KeyAction, KeyActionDialog, type KeyActionKind, liftLabel } from './throttle-actions.tsx'
import { type Key, keys } from './throttle-pace.ts'

const title = 'Keys closest to their limit'

export function ThrottleKeys() {
  const { field, asked, isFiltered } = useFilter({ scope: '' as Scope | '', search: '' })
  const [action, setAction] = useState<KeyAction>()
  return (
    <Panel
      title={title}
      right={<DialogButton dialog={<KeyActionDialog kind="block" />}>Block a key…</DialogButton>}
    >
      <Stack>
        <Group align="end">
          <Choose label="Scope" options={scopes} {...field('scope')} />
          <TextInput label="Search" placeholder="Address, name or email" {...field('search')} />
        </Group>
        <Live {...keys} input={asked}>
          {(found) => (
            <>
              <DataTable
                label={title}
                csv="throttle-keys"
                rows={found.keys.map((row) => ({ id: `${row.scope} ${row.key}`, ...row }))}
                empty={isFiltered ? 'No keys match.' : 'No requests counted at the moment.'}
                columns={[
                  ...columns,
                  { header: 'Actions', cell: (row) => <Actions row={row} choose={setAction} /> },
                ]}
              />
              <Shown rows={found.keys} count={found.count} />
            </>
          )}
        </Live>
      </Stack>
      <CloseContext value={() => setAction(undefined)}>
        {action && <KeyActionDialog {...action} />}
      </CloseContext>
    </Panel>
  )
}

const columns: Columns<Key> = [
  { header: 'Scope', value: ({ scope }) => scope },
  {
    header: 'Key',
    cell: ({ key, user }) =>
      user ? <Lines to={`/users/${user.id}`} main={user.name || user.email} more={user.email} /> : key,
  },
  { header: 'Used', cell: (row) => <Used row={row} /> },
  { header: 'Left', value: ({ remaining }) => remaining, numeric: true },
  { header: 'Resets', cell: ({ resets_at }) => (resets_at ? fromNow(resets_at) : '–'), numeric: true },
  { header: 'State', cell: (row) => <Standing row={row} /> },
]

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
