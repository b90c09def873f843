import { Kbd, Modal, Switch, Table } from '@mantine/core'
import { type HotkeyItem, useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Message, say } from '../language/text.ts'
import { usePages } from './menu.ts'

const general = [
  ['Ctrl K', 'Find, or say what to do'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['?', 'These keys'],
] as const satisfies [string, Message][]

/** How long a letter after `g` still counts, in milliseconds. */
const patience = 1500

/** The keys of the console, which `?` lists. Those of single letters can be switched off, as speech input needs. */
export function Keys() {
  const pages = usePages()
  const [isOpen, { open, close }] = useDisclosure()
  const [isOn, setOn] = useLocalStorage({ key: 'console-keys', defaultValue: true })
  const letters = useLetters()
  useHotkeys([['shift+?', open], ...(isOn ? letters : [])])
  return (
    <Modal opened={isOpen} onClose={close} title={say('Keys')}>
      <Table aria-label={say('Keys')}>
        <Table.Tbody>
          {general.map(([key, does]) => (
            <Row key={key} keys={[key]} does={say(does)} />
          ))}
          {pages.map(({ letter, name }) => (
            <Row key={letter} keys={['g', letter]} does={say(name)} />
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label={say('Use the keys that are single letters')}
        checked={isOn}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
    </Modal>
  )
}

/** After `g`, the letter of a page goes there; `j` and `k` move between the rows. */
function useLetters(): HotkeyItem[] {
  const pages = usePages()
  const navigate = useNavigate()
  const beganAt = useRef(Number.NEGATIVE_INFINITY)
  const go = (path: string) => {
    if (performance.now() - beganAt.current < patience) navigate(path)
    beganAt.current = Number.NEGATIVE_INFINITY
  }
  const begin = () => {
    beganAt.current = performance.now()
  }
  return [
    ['g', begin],
    ['j', () => moveRow(1)],
    ['k', () => moveRow(-1)],
    ...pages.map(({ letter, path }): HotkeyItem => [letter, () => go(path), { preventDefault: false }]),
  ]
}

const Row = ({ keys, does }: { keys: string[]; does: string }) => (
  <Table.Tr>
    <Table.Td w={110}>
      {keys.map((key) => (
        <Kbd key={key} mr={4}>
          {key}
        </Kbd>
      ))}
    </Table.Td>
    <Table.Td>{does}</Table.Td>
  </Table.Tr>
)

/** Moves the focus to the link of the next or previous row of the page's tables; Enter then follows it. */
function moveRow(by: number) {
  const links = [...document.querySelectorAll<HTMLElement>('main td:first-child a[href]')]
  const here = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  links.at(here < 0 && by < 0 ? -1 : Math.min(here + by, links.length - 1))?.focus()
}
