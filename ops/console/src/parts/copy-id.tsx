import { Code, CopyButton, Group, UnstyledButton } from '@mantine/core'
import { useText } from '../language/text.ts'

/** An id, with a button that copies it. */
export function CopyId({ id }: { id: string }) {
  const t = useText()
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <UnstyledButton className="copy" onClick={copy} aria-label={t('Copy {id}', { id })}>
            {copied ? t('Copied') : t('Copy')}
          </UnstyledButton>
        )}
      </CopyButton>
    </Group>
  )
}
