import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'

type Props = { label: string; startsOpen?: boolean; children: () => ReactNode }

/** A button that unfolds what is below it. */
export function Disclosure({ label, startsOpen = false, children }: Props) {
  const [isOpen, { toggle }] = useDisclosure(startsOpen)
  const id = useId()
  return (
    <Stack gap="xs" align="stretch">
      <Button
        variant="transparent"
        justify="flex-start"
        px={0}
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<span aria-hidden="true">{isOpen ? '−' : '+'}</span>}
        onClick={toggle}
        styles={{
          label: { whiteSpace: 'normal', textAlign: 'start' },
          root: { height: 'auto', minHeight: 44 },
        }}
      >
        {label}
      </Button>
      <div id={id}>{isOpen && children()}</div>
    </Stack>
  )
}
