import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  type NumberInputProps,
  Text,
  TextInput,
} from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useState } from 'react'
import { type Scope, scopes } from '../../../../../../src/accounts/limits.ts'
import { ActionDialog, DialogButton } from '../../../dialog/action-dialog.tsx'
import { type Option, Searched, useFound, useSearch } from '../../../fields/pickers.tsx'
import { type Message, say } from '../../../language/text.ts'
import { momentOf, number, span } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { type Key, nameOfKey, namesUsers, scopeText, scopeWords } from './scopes.ts'
import styles from './throttles.module.css'

/** A key, with its state. */
export type Target = Pick<
  Key,
  'scope' | 'key' | 'user' | 'used' | 'limit' | 'blocked_until' | 'limit_until' | 'window_seconds'
>

type KeyAction = 'reset' | 'limit' | 'block' | 'unblock' | 'remove'

const hour = 3600
const periods = [hour / 4, hour, 8 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour]

const texts = {
  reset: {
    open: 'Reset',
    done: 'The counter was reset.',
    effect: 'Sets the counter to 0. The next request starts a new window. A block or special limit stays.',
  },
  limit: {
    open: 'Limit',
    done: 'The limit was set.',
    effect: 'Replaces the normal limit for the chosen time. Requests already counted still count.',
  },
  block: {
    open: 'Block',
    done: 'The key was blocked.',
    effect: 'All requests counted under this key get 429 until the block ends.',
  },
  unblock: {
    open: 'Unblock',
    done: 'The block was ended.',
    effect: 'Ends the block. Requests already counted still count, and a special limit stays.',
  },
  remove: {
    open: 'Remove limit',
    done: 'The special limit was removed.',
    effect: 'The normal limit holds again. Requests already counted still count.',
  },
} as const satisfies Record<KeyAction, Record<'open' | 'done' | 'effect', Message>>

/** What can be done to a key now. */
const offered = ({ used, blocked_until, limit_until }: Target): KeyAction[] => [
  ...(used > 0 ? ['reset' as const] : []),
  'limit',
  ...(limit_until ? ['remove' as const] : []),
  blocked_until ? 'unblock' : 'block',
]

type ActionsProps = { of: Target; isBlockedElsewhere?: boolean }

/** A button for everything that can be done to a key, unless all keys of its user are blocked in one dialog. */
export function KeyActions({ of, isBlockedElsewhere }: ActionsProps) {
  const name = `${nameOfKey(of)}, ${scopeText(of)}`
  const kinds = offered(of).filter((kind) => kind !== 'block' || !isBlockedElsewhere)
  return (
    <Group gap={6} className={styles.actions}>
      {kinds.map((kind) => (
        <DialogButton
          key={kind}
          size="compact-sm"
          look={kind === 'block' ? 'danger' : 'secondary'}
          aria-label={`${say(texts[kind].open)}: ${name}`}
          dialog={<KeyActionDialog kind={kind} target={of} />}
        >
          {say(texts[kind].open)}
        </DialogButton>
      ))}
    </Group>
  )
}

/** The dialog of an action on a key; without a target it asks for the key too. */
export function KeyActionDialog({ kind, target }: { kind: KeyAction; target?: Target }) {
  const [typed, setTyped] = useState<TypedKey>({ scope: 'login', key: '' })
  const [limit, setLimit] = useState<number | string>(target?.limit ?? '')
  const { until, field: periodField } = usePeriod()
  const { scope, key } = target ?? typed
  const { throttles } = api.operator
  const acts = {
    reset: (reason: string) => throttles.reset_key.mutate({ scope, key, reason }),
    unblock: (reason: string) => throttles.lift.mutate({ scope, key, reason, only: 'block' }),
    remove: (reason: string) => throttles.lift.mutate({ scope, key, reason, only: 'limit' }),
    block: (reason: string) => throttles.block.mutate({ scope, key, reason, until: until() }),
    limit: (reason: string) =>
      throttles.set_limit.mutate({ scope, key, reason, until: until(), limit: Number(limit) }),
  }
  const { open, done, effect } = texts[kind]
  const confirm = kind === 'limit' ? 'Set limit' : open
  return (
    <ActionDialog<unknown>
      title={say(target ? confirm : 'Block a key')}
      confirm={say(confirm)}
      isDangerous={kind === 'block'}
      isReady={(target !== undefined || isTyped(typed)) && (kind !== 'limit' || Number(limit) >= 1)}
      done={say(done)}
      act={acts[kind]}
      {...(target && { subject: stateOf(target) })}
    >
      <Text>{say(effect)}</Text>
      {!target && <TypedKeyFields typed={typed} onChange={setTyped} />}
      {kind === 'limit' && <LimitField value={limit} onChange={setLimit} />}
      {(kind === 'limit' || kind === 'block') && periodField}
    </ActionDialog>
  )
}

/** For how long, as a field, and the moment at which that ends. */
function usePeriod() {
  const [period, setPeriod] = useInputState(String(hour))
  const until = () => new Date(Date.now() + Number(period) * 1000).toISOString()
  const field = (
    <NativeSelect
      label={say('For')}
      description={say('Until {moment}', { moment: momentOf(until()) })}
      value={period}
      onChange={setPeriod}
      data={periods.map((seconds) => ({ value: String(seconds), label: span(seconds) }))}
    />
  )
  return { until, field }
}

const idOf = ({ scope, key }: Target) => `${scope} ${key}`

const blockedText = (count: number) =>
  say('{count, plural, one {The key was blocked.} other {# keys were blocked.}}', { count })

/** Blocks a user everywhere, or for some kinds of requests. */
export function BlockUserDialog({ keys }: { keys: readonly [Target, ...Target[]] }) {
  const [chosen, setChosen] = useState(keys.map(idOf))
  const [blocked, setBlocked] = useState<string[]>([])
  const { until, field } = usePeriod()
  const { throttles } = api.operator
  return (
    <ActionDialog
      title={say('Block')}
      subject={nameOfKey(keys[0])}
      text={say(texts.block.effect)}
      isDangerous
      isReady={chosen.length > 0}
      done={blockedText(chosen.length)}
      {...(blocked.length > 0 && { refused: blockedText(blocked.length) })}
      act={async (reason) => {
        const end = until()
        const isDue = (id: string) => chosen.includes(id) && !blocked.includes(id)
        for (const due of keys.filter((key) => isDue(idOf(key)))) {
          await throttles.block.mutate({ scope: due.scope, key: due.key, reason, until: end })
          setBlocked((before) => [...before, idOf(due)])
        }
      }}
    >
      <Checkbox.Group label={say('What is blocked')} value={chosen} onChange={setChosen}>
        <Group mt="xs">
          {keys.map((key) => (
            <Checkbox
              key={idOf(key)}
              value={idOf(key)}
              label={scopeText(key)}
              disabled={blocked.includes(idOf(key))}
            />
          ))}
        </Group>
      </Checkbox.Group>
      {field}
    </ActionDialog>
  )
}

const stateOf = ({ used, limit, ...key }: Target) =>
  say('{scope}, {name}: {used} of {limit} used', {
    scope: say(scopeWords[key.scope].name),
    name: nameOfKey(key),
    used: number(used),
    limit: number(limit),
  })

const LimitField = (field: Pick<NumberInputProps, 'value' | 'onChange'>) => (
  <NumberInput
    label={say('Limit')}
    description={say('Requests per window')}
    required
    min={1}
    max={1_000_000}
    allowDecimal={false}
    hideControls
    {...field}
  />
)

type TypedKey = { scope: Scope; key: string }

/** Whether a key has been typed; the service checks it. */
const isTyped = ({ key }: TypedKey) => key.trim() !== ''

type Props = { typed: TypedKey; onChange: (typed: TypedKey) => void }

/** Asks for a scope and a key in it; a user is found by name or email. */
function TypedKeyFields({ typed: { scope, key }, onChange }: Props) {
  const setKey = (changed: string) => onChange({ scope, key: changed })
  return (
    <>
      <NativeSelect
        label={say('Scope')}
        description={say(scopeWords[scope].counts)}
        value={scope}
        onChange={({ currentTarget }) => onChange({ scope: currentTarget.value as Scope, key: '' })}
        data={scopes.map((value) => ({ value, label: `${say(scopeWords[value].name)} (${value})` }))}
      />
      {namesUsers(scope) ? (
        <UserField scope={scope} onChange={setKey} key={scope} />
      ) : (
        <TextInput
          label={say(scopeWords[scope].key)}
          description={say('Such as 203.0.113.7 or 2001:db8::1. IPv6 counts by its /64.')}
          required
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
      )}
    </>
  )
}

function UserField({ scope, onChange }: { scope: Scope; onChange: (id: string) => void }) {
  const [chosen, setChosen] = useState<Option>()
  const { asked, box } = useSearch(chosen?.label ?? '')
  const rows = useFound({
    name: 'users.find',
    of: api.operator.users.list,
    input: { kind: scope === 'machine' ? 'MACHINE' : 'PERSON', search: asked, page_size: 10 },
    every: 15_000,
  })
  const found = rows.map(({ id, email, given_name, family_name }) => ({
    value: id,
    label: [...new Set([`${given_name} ${family_name}`.trim(), email])].filter(Boolean).join(', '),
  }))
  return (
    <Searched
      {...box}
      label={say('User')}
      placeholder={say('Type a name or an email')}
      nothingFoundMessage={say('No one matches.')}
      required
      found={found}
      value={chosen?.value ?? ''}
      onChange={(id) => {
        setChosen(found.find(({ value }) => value === id))
        onChange(id)
      }}
    />
  )
}
