import { Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { say } from '../language/text.ts'
import { isDialogOpen } from '../live/announce.tsx'
import { useViewer } from '../live/viewer.tsx'
import { nothing, useKeptKeys } from './ask/kept-keys.ts'
import styles from './shell.module.css'

const load = async () => ({ default: (await import('./ask/ask-dialog.tsx')).AskDialog })
const AskDialog = lazy(load)

const isMac = navigator.platform.startsWith('Mac')

/** Opens the line that finds everything and does the most usual, as Ctrl-K does from anywhere. */
export function AskButton() {
  const [isOpen, { open, close }] = useDisclosure()
  const [typed, setTyped] = useState(nothing)
  const isLocked = useViewer().who?.must_change_password
  const begin = () => {
    setTyped(nothing)
    open()
  }
  // What is typed in a dialog would be lost.
  useHotkeys([['mod+K', () => !isLocked && !isDialogOpen() && begin()]], [])
  useEffect(() => {
    // Safari has no requestIdleCallback.
    const idle = window.setTimeout(load, 1000)
    return () => window.clearTimeout(idle)
  }, [])
  useKeptKeys(isOpen, setTyped)
  if (isLocked) return null
  return (
    <>
      <UnstyledButton className={styles.find} onClick={begin} aria-haspopup="dialog">
        <Search size={16} aria-hidden="true" />
        <span className={styles.findText}>{say('Find…')}</span>
        <Kbd size="xs" visibleFrom="md">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <Suspense>{isOpen && <AskDialog typed={typed} setTyped={setTyped} close={close} />}</Suspense>
    </>
  )
}
