import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue, useInputState } from '@mantine/hooks'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { type Message, say } from '../language/text.ts'
import { api, type OperatorAnswers } from '../live/api.ts'
import { Loaded, useLive } from '../live/live.tsx'
import { usePages } from './menu.ts'

type Hit = { path: string; name: string; more?: string }
type Group = { label: Message; hits: Hit[] }

/** The minimum length of a search that the indexes support. */
const shortest = 3

/** Finds people, positions, units, users and pages by name, and opens the chosen one. */
export function FindDialog({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useInputState('')
  // The list is always open and takes Escape before the dialog does, so closing it closes the dialog.
  const store = useCombobox({ opened: true, onOpenedChange: (isOpen) => isOpen || close() })
  const open = (path: string) => {
    close()
    navigate(path)
  }
  return (
    <Modal opened onClose={close} title={say('Find')} size="lg" yOffset="8vh" centered={false}>
      <Combobox store={store} onOptionSubmit={open}>
        <Combobox.EventsTarget>
          <TextInput
            aria-label={say('Find people, positions, units, users and pages')}
            placeholder={say('Name, number, email or page')}
            data-autofocus
            pt={4}
            value={typed}
            onChange={setTyped}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label={say('Find')} mt="xs" mih={200}>
          <Hits typed={typed.trim()} select={store.selectFirstOption} />
        </Combobox.Options>
      </Combobox>
    </Modal>
  )
}

function Hits({ typed, select }: { typed: string; select: () => void }) {
  const [search] = useDebouncedValue(typed, 150)
  const isLong = search.length >= shortest
  const query = useLive({
    name: 'find',
    of: api.operator.find,
    input: { search },
    every: 60_000,
    keepsPrevious: true,
    isWanted: isLong,
  })
  const pages = usePageHits(typed)
  const groups = [pages, ...(isLong && query.data ? groupsOf(query.data) : [])].filter(
    ({ hits }) => hits.length > 0,
  )
  const shown = groups.flatMap(({ hits }) => hits.map(({ path }) => path)).join()
  useEffect(() => {
    if (shown) select()
  }, [shown, select])
  return (
    <>
      {groups.map(({ label, hits }) => (
        <Combobox.Group key={label} label={say(label)}>
          {hits.map(({ path, name, more }) => (
            <Combobox.Option key={path} value={path}>
              {name}{' '}
              <Text span size="sm" opacity={0.8}>
                {more}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
      {isLong && query.error && <Loaded query={query}>{() => null}</Loaded>}
      {isLong && query.isSuccess && !groups.length && (
        <Combobox.Empty>{say('Nothing matches “{search}”.', { search })}</Combobox.Empty>
      )}
    </>
  )
}

/** The text without accents and capitals. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function usePageHits(typed: string): Group {
  const hits = usePages()
    .map(([path, name]) => ({ path, name: say(name) }))
    .filter(({ name }) => plain(name).includes(plain(typed)))
  return { label: 'Pages', hits }
}

const groupsOf = ({ people, positions, units, users }: OperatorAnswers['find']): Group[] => [
  {
    label: 'People',
    hits: people.map(({ id, name, employee_number: more }) => ({ path: `/people/${id}`, name, more })),
  },
  {
    label: 'Positions',
    hits: positions.map(({ id, title: name, org_unit_name: more }) => ({
      path: `/positions/${id}`,
      name,
      more,
    })),
  },
  {
    label: 'Units',
    hits: units.map(({ id, name, code: more }) => ({ path: `/coverage/${id}`, name, more })),
  },
  { label: 'Users', hits: users.map(({ id, name, email: more }) => ({ path: `/users/${id}`, name, more })) },
]
