import { Modal } from '@mantine/core'
import { type HotkeyItem, useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { say } from '../language/text.ts'
import { isDialogOpen, undoNewest } from '../live/announce.tsx'
import { lazily } from '../live/lazy-page.tsx'
import { usePages } from '../menu/menu.ts'

const KeyList = lazily(() => import('./key-list.tsx'), 'KeyList')

/** How long a letter after `g` still counts, in milliseconds. */
const patience = 1500

/** The keys of the console, which `?` lists. Those of single letters can be switched off, as speech input needs. */
export function Keys() {
  const [isOpen, { open, close }] = useDisclosure()
  const [isOn, setOn] = useLocalStorage({ key: 'console-keys', defaultValue: true })
  const letters = useLetters()
  const keys: HotkeyItem[] = [['mod+Z', undoNewest], ['?', open], ['shift+?', open], ...(isOn ? letters : [])]
  // In a dialog they would leave it, and lose what is typed there.
  useHotkeys(keys.map(([key, act, options]) => [key, (event) => isDialogOpen() || act(event), options]))
  return (
    <Modal opened={isOpen} onClose={close} title={say('Keys')}>
      <KeyList isOn={isOn} setOn={setOn} />
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

/** Moves the focus to the first link or button of the next or previous row of the page's tables; Enter then follows it. */
function moveRow(by: number) {
  const rows = [...document.querySelectorAll('main tbody tr')]
  const links = rows.flatMap((row) => row.querySelector<HTMLElement>('a[href], button') ?? [])
  const here = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  links.at(here < 0 && by < 0 ? -1 : Math.min(here + by, links.length - 1))?.focus()
}
