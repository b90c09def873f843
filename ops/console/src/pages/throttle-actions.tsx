import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { api } from '../api.ts'
import { momentOf, scopeMeaning } from '../wording.ts'
import type { Key, Scope } from './throttle-keys.tsx'

/** What is to be done to a key; without a row the key is asked for. */
export type KeyAction = {
  kind: 'reset' | 'limit' | 'block' | 'lift'
  row?: Pick<Key, 'scope' | 'key' | 'limit' | 'used'> & { user: { email: string } | null }
}

const minute = 60_000
const periods = [
  { label: '15 minutes', value: String(15 * minute) },
  { label: '1 hour', value: String(60 * minute) },
  { label: '8 hours', value: String(480 * minute) },
  { label: '1 day', value: String(1440 * minute) },
  { label: '1 week', value: String(7 * 1440 * minute) },
  { label: '30 days', value: String(30 * 1440 * minute) },
]

const texts = {
  reset: {
    title: 'Reset a key',
    confirm: 'Reset',
    done: 'The key was reset.',
    says: 'Forgets what it has used: its next request opens a new window. A block or a limit of its own stays.',
  },
  limit: {
    title: 'Set a limit',
    confirm: 'Set the limit',
    done: 'The limit was set.',
    says: 'Holds in place of the rate until then. What it has used of its window stays.',
  },
  block: {
    title: 'Block a key',
    confirm: 'Block',
    done: 'The key was blocked.',
    says: 'Every request that counts under it is refused with 429 until then.',
  },
  lift: {
    title: 'Lift a block or limit',
    confirm: 'Lift',
    done: 'The block or limit was lifted.',
    says: 'Ends its block and its own limit; the rate holds again. What it has used stays.',
  },
} as const

export function KeyActionDialog({ action, onClose }: { action: KeyAction; onClose: () => void }) {
  const { kind, row } = action
  const [scope, setScope] = useState<Scope>(row?.scope ?? 'login')
  const [key, setKey] = useState(row?.key ?? '')
  const [limit, setLimit] = useState<number | string>(row?.limit ?? '')
  const [period, setPeriod] = useState(periods[1]?.value ?? '')
  const { title, confirm, done, says } = texts[kind]
  const untilOf = () => new Date(Date.now() + Number(period)).toISOString()
  const { throttles } = api.operator

  const act = (reason: string): Promise<unknown> => {
    const of = { scope, key: key.trim(), reason }
    if (kind === 'reset') return throttles.reset_key.mutate(of)
    if (kind === 'lift') return throttles.lift.mutate(of)
    if (kind === 'block') return throttles.block.mutate({ ...of, until: untilOf() })
    return throttles.set_limit.mutate({ ...of, limit: Number(limit), until: untilOf() })
  }

  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      isDangerous={kind === 'block'}
      isReady={key.trim() !== '' && (kind !== 'limit' || Number(limit) >= 1)}
      done={done}
      act={act}
      onClose={onClose}
    >
      {row ? (
        <Text>
          <strong>
            {row.scope} {row.user?.email ?? row.key}
          </strong>
          , {row.used} of {row.limit} used. {says}
        </Text>
      ) : (
        <>
          <Text>{says}</Text>
          <NativeSelect
            label="Scope"
            description={scopeMeaning[scope]}
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value as Scope)}
            data={Object.keys(scopeMeaning)}
          />
          <TextInput
            label={
              scope === 'user'
                ? 'User id'
                : scope === 'anon' || scope === 'login'
                  ? 'Address'
                  : 'Session or address'
            }
            required
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        </>
      )}
      {kind === 'limit' && (
        <NumberInput
          label="Limit"
          description="Requests in a window; more than now raises it, fewer lowers it."
          required
          min={1}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          value={limit}
          onChange={setLimit}
        />
      )}
      {(kind === 'limit' || kind === 'block') && (
        <NativeSelect
          label="For"
          description={`Until ${momentOf(untilOf())}`}
          value={period}
          onChange={(event) => setPeriod(event.currentTarget.value)}
          data={periods}
        />
      )}
    </ActionDialog>
  )
}
