import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { say } from '../../language/text.ts'
import { Loaded } from '../../live/live.tsx'
import { type Hit, useHits } from './hits.ts'
import type { Typed } from './kept-keys.ts'

type Props = { typed: Typed; setTyped: (typed: Typed) => void; close: () => void }

/** Finds people, positions, units, users, addresses and pages, and begins what the line asks for. */
export function AskDialog({ typed: { text, isEntered }, setTyped, close }: Props) {
  const navigate = useNavigate()
  // The list is always open and takes Escape before the dialog does, so closing it closes the dialog.
  const store = useCombobox({ opened: true, onOpenedChange: (isOpen) => isOpen || close() })
  const { groups, isSettled, query } = useHits(text.trim())
  const hits = groups.flatMap((group) => group.hits)
  const choose = ({ to, run }: Hit) => {
    close()
    if (to) navigate(to)
    run?.()
  }
  // What is listed may belong to fewer letters than have been typed, or may not be selected yet.
  const isReady = () => isSettled && store.getSelectedOptionIndex() >= 0
  const enterLater = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTyped({ text, isEntered: true })
  }
  useEffect(() => {
    if (!isEntered || !isSettled) return
    setTyped({ text, isEntered: false })
    if (hits[0]) choose(hits[0])
  })
  return (
    <Modal opened onClose={close} title={say('Find')} size="lg" yOffset="8vh" centered={false}>
      <Combobox store={store} onOptionSubmit={(id) => hits.filter((hit) => hit.id === id).forEach(choose)}>
        <Combobox.EventsTarget>
          <TextInput
            aria-label={say('Find people, positions, units, users and pages')}
            placeholder={say('Name, number, email or page, or “who night 3b”')}
            data-autofocus
            pt={4}
            value={text}
            onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, isEntered: false })}
            onKeyDownCapture={(event) => event.key === 'Enter' && !isReady() && enterLater(event)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label={say('Find')} mt="xs" mih={200}>
          <Hits groups={groups} />
          {query.error && <Loaded query={query}>{() => null}</Loaded>}
          {isSettled && !hits.length && (
            <Combobox.Empty>{say('Nothing matches “{search}”.', { search: text.trim() })}</Combobox.Empty>
          )}
        </Combobox.Options>
        <SelectFirst hits={hits} select={store.selectFirstOption} />
      </Combobox>
    </Modal>
  )
}

const Hits = ({ groups }: Pick<ReturnType<typeof useHits>, 'groups'>) =>
  groups.map(({ label, hits }) => (
    <Combobox.Group key={label} label={say(label)}>
      {hits.map(({ id, name, more }) => (
        <Combobox.Option key={id} value={id}>
          {name}{' '}
          <Text span size="sm" opacity={0.8}>
            {more}
          </Text>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ))

/** Selects the first hit whenever others are listed. It follows the list, which is shown a moment after the dialog. */
function SelectFirst({ hits, select }: { hits: Hit[]; select: () => void }) {
  const shown = hits.map(({ id }) => id).join()
  useEffect(() => {
    if (shown) select()
  }, [shown, select])
  return null
}
