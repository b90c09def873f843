import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useText } from '../../language/text.ts'

/** What is shown only once it is asked for. */
export function Disclosed({ count, children }: { count: number; children: ReactNode }) {
  const t = useText()
  const [isOpen, { toggle }] = useDisclosure()
  return (
    <>
      {isOpen && children}
      <UnstyledButton className="more" fz="sm" c="blue" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? t('Show less') : t('{count, plural, one {# more} other {# more}}', { count })}
      </UnstyledButton>
    </>
  )
}
