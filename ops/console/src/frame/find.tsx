import { Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { say } from '../language/text.ts'
import { useViewer } from '../live/viewer.tsx'
import styles from './shell.module.css'

const FindDialog = lazy(async () => ({ default: (await import('./find-dialog.tsx')).FindDialog }))

const isMac = navigator.platform.startsWith('Mac')

/** Opens the search over everything, as Ctrl-K does from anywhere. */
export function FindButton() {
  const [isOpen, { open, close }] = useDisclosure()
  const isLocked = useViewer().who?.must_change_password
  useHotkeys([['mod+K', isLocked ? () => {} : open]], [])
  if (isLocked) return null
  return (
    <>
      <UnstyledButton className={styles.find} onClick={open} aria-haspopup="dialog">
        <svg
          viewBox="0 0 16 16"
          width="16"
          height="16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          aria-hidden="true"
        >
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 4 4" />
        </svg>
        <span className={styles.findText}>{say('Find…')}</span>
        <Kbd size="xs" visibleFrom="md">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <Suspense>{isOpen && <FindDialog close={close} />}</Suspense>
    </>
  )
}
