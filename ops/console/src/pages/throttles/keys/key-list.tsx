import { Group, TextInput } from '@mantine/core'
import { type Scope, scopes } from '../../../../../../src/accounts/limits.ts'
import { DialogButton } from '../../../dialog/action-dialog.tsx'
import { say } from '../../../language/text.ts'
import { api } from '../../../live/api.ts'
import { Live, Shown } from '../../../live/live.tsx'
import { Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { countColumn, momentColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { Choose, useFilter } from '../../../table/paged-list.tsx'
import { named } from './count-columns.tsx'
import { KeyActionDialog, KeyActions } from './key-actions.tsx'
import { Standing, standingText, Used } from './key-state.tsx'
import { type Key, pace, scopeWords } from './scopes.ts'

/** The keys that throttles count, those that are blocked, limited or closest to their limit first. */
export function ThrottleKeys() {
  const { field, asked, isFiltered } = useFilter({ scope: '' as Scope | '', search: '' })
  const title = say('Keys closest to their limit')
  const names = scopes.map((value) => ({ value, label: `${say(scopeWords[value].name)} (${value})` }))
  return (
    <Panel
      title={title}
      right={
        <DialogButton look="danger" dialog={<KeyActionDialog kind="block" />}>
          {say('Block a key…')}
        </DialogButton>
      }
      gap="md"
    >
      <Group align="end">
        <Choose label={say('Scope')} options={names} {...field('scope')} />
        <TextInput
          label={say('Find a key')}
          placeholder={say('Address, name or email')}
          {...field('search')}
        />
      </Group>
      <Live name="throttles.keys" of={api.operator.throttles.keys} input={asked} {...pace} keepsPrevious>
        {(found) => (
          <DataTable
            label={title}
            csv="throttle-keys"
            rows={found.keys.map((row) => ({ id: `${row.scope} ${row.key}`, ...row }))}
            empty={isFiltered ? say('No keys match.') : say('No requests counted at the moment.')}
            columns={columns}
            note={<Shown rows={found.keys} count={found.count} />}
          />
        )}
      </Live>
    </Panel>
  )
}

const columns: Columns<Key> = [
  ...named,
  {
    header: 'Used',
    cell: (row) => <Used of={row} />,
    value: ({ used }) => used,
    first: 'most',
    also: { header: 'Limit', value: ({ limit }) => limit },
  },
  countColumn('Refused (429)', 'refused'),
  momentColumn('Resets', 'resets_at', { numeric: true, first: 'least' }),
  { header: 'State', cell: (row) => <Standing of={row} />, value: stateOf, text: standingText },
  { header: 'Actions', cell: (row) => <KeyActions of={row} /> },
]

/** The state for sorting; more pressing states come first in the alphabet. */
function stateOf({ blocked_until, limit_until, remaining }: Key) {
  if (blocked_until) return `blocked until ${blocked_until}`
  if (limit_until) return `limited until ${limit_until}`
  return remaining === 0 ? 'at limit' : 'open'
}
