import { Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Difference } from '../../language/field-words.ts'
import { say } from '../../language/text.ts'
import { sentence } from '../../language/wording.ts'
import { Note } from '../../parts/parts.tsx'

/** The most fields that are shown at once. */
const most = 4

/** Which fields changed, from what to what. */
export function Differences({ of }: { of: readonly Difference[] }) {
  const [isOpen, { toggle }] = useDisclosure()
  const count = of.length - most
  return (
    <Stack gap={0} miw={200}>
      {of.slice(0, isOpen ? of.length : most).map((one) => (
        <DifferenceLine key={one.field} of={one} />
      ))}
      {count > 0 && (
        <UnstyledButton fz="sm" c="blue" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? say('Show less') : say('{count, plural, one {# more} other {# more}}', { count })}
        </UnstyledButton>
      )}
    </Stack>
  )
}

type ChangeProps = { of: string; more?: string; fields: readonly Difference[] }

/** What was done, and which fields it changed. */
export const Change = ({ of, more, fields }: ChangeProps) => (
  <Stack gap={0}>
    {sentence(of)}
    {more && <Note>{more}</Note>}
    <Differences of={fields} />
  </Stack>
)

const DifferenceLine = ({ of: { field, from, to } }: { of: Difference }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    <Text span inherit c="dimmed">
      {field}:
    </Text>{' '}
    {[from, to].filter((side) => side !== null).join(' → ')}
  </Text>
)
