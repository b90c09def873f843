import { NativeSelect, NumberInput, type NumberInputProps, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useState } from 'react'
import { type Scope, scopes } from '../../../../src/limits.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { api } from '../api.ts'
import { momentOf, scopeWords } from '../wording.ts'
import type { Key } from './throttle-pace.ts'

/** A key, with its state where that is known. */
export type Target = Pick<Key, 'scope' | 'key'> &
  Partial<Pick<Key, 'used' | 'limit' | 'blocked_until' | 'limit_until'>> & { user: { email: string } | null }

export type KeyActionKind = 'reset' | 'limit' | 'block' | 'lift'
/** What to do to which key; without a target the dialog asks for the key. */
export type KeyAction = { kind: KeyActionKind; target?: Target | undefined }

/** A key's block and its special limit end together. */
export const liftLabel = ({ blocked_until, limit_until }: Partial<Target>) =>
  limit_until && !blocked_until ? 'Remove limit' : 'Unblock'

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
    confirm: 'Reset',
    done: 'The counter was reset.',
    effect: 'Sets the counter to 0. The next request starts a new window. A block or special limit stays.',
  },
  limit: {
    confirm: 'Set limit',
    done: 'The limit was set.',
    effect: 'Replaces the normal limit for the time chosen. Requests already counted still count.',
  },
  block: {
    confirm: 'Block',
    done: 'The key was blocked.',
    effect: 'All requests counted under this key get 429 until the block ends.',
  },
  lift: {
    confirm: 'Unblock',
    done: 'The block or limit was removed.',
    effect: 'Ends any block and any special limit of this key. Requests already counted still count.',
  },
}

/** Confirms an action on a key, and asks for what it needs. */
export function KeyActionDialog({ kind, target }: KeyAction) {
  const [typed, setTyped] = useState<TypedKey>({ scope: 'login', key: '' })
  const [limit, setLimit] = useState<number | string>(target?.limit ?? '')
  const [period, setPeriod] = useInputState(String(60 * minute))
  const { scope, key } = target ?? typed
  const until = () => new Date(Date.now() + Number(period)).toISOString()
  const { throttles } = api.operator
  const act = (reason: string): Promise<unknown> => {
    const of = { scope, key: key.trim(), reason }
    if (kind === 'reset') return throttles.reset_key.mutate(of)
    if (kind === 'lift') return throttles.lift.mutate(of)
    if (kind === 'block') return throttles.block.mutate({ ...of, until: until() })
    return throttles.set_limit.mutate({ ...of, limit: Number(limit), until: until() })
  }
  const { confirm, done, effect } = texts[kind]
  const label = kind === 'lift' ? liftLabel(target ?? {}) : confirm
  return (
    <ActionDialog
      title={label}
      isDangerous={kind === 'block'}
      isReady={key.trim() !== '' && (kind !== 'limit' || Number(limit) >= 1)}
      done={done}
      act={act}
    >
      {target && <TargetState target={target} />}
      <Text>{effect}</Text>
      {!target && <KeyFields typed={typed} onChange={setTyped} />}
      {kind === 'limit' && <LimitField value={limit} onChange={setLimit} />}
      {(kind === 'limit' || kind === 'block') && (
        <NativeSelect
          label="For"
          description={`Until ${momentOf(until())}`}
          value={period}
          onChange={setPeriod}
          data={periods}
        />
      )}
    </ActionDialog>
  )
}

const TargetState = ({ target: { scope, key, user, used, limit } }: { target: Target }) => (
  <Text>
    <strong>
      {scope} {user?.email ?? key}
    </strong>
    {used !== undefined && `: ${used} of ${limit} used`}
  </Text>
)

type TypedKey = { scope: Scope; key: string }

function KeyFields({ typed, onChange }: { typed: TypedKey; onChange: (typed: TypedKey) => void }) {
  const { counts, key } = scopeWords[typed.scope]
  return (
    <>
      <NativeSelect
        label="Scope"
        description={counts}
        value={typed.scope}
        onChange={(event) => onChange({ ...typed, scope: event.currentTarget.value as Scope })}
        data={scopes}
      />
      <TextInput
        label={key}
        required
        value={typed.key}
        onChange={(event) => onChange({ ...typed, key: event.currentTarget.value })}
      />
    </>
  )
}

const LimitField = (field: Pick<NumberInputProps, 'value' | 'onChange'>) => (
  <NumberInput
    label="Limit"
    description="Requests per window."
    required
    min={1}
    max={1_000_000}
    allowDecimal={false}
    hideControls
    {...field}
  />
)
