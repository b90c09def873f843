import { Alert, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { text as say } from '../../language/text.ts'
import { momentOf } from '../../language/wording.ts'
import { Button } from '../../parts/button.tsx'

type Given = { email: string; password: string | null; password_expires_at: string | null }

/** A temporary password, shown only once; nothing when an identity provider keeps the passwords. */
export const revealPassword = ({ email, password, password_expires_at }: Given) =>
  password && (
    <Alert role="status" color="teal" title={say('The password of {email}', { email })}>
      <Stack gap="xs">
        <Group gap="sm">
          <Code fz="md" data-testid="generated-password">
            {password}
          </Code>
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button size="xs" onClick={copy}>
                {copied ? say('Copied') : say('Copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm">
          {say('It is not shown again. It expires on {moment} unless the user changes it.', {
            moment: momentOf(password_expires_at),
          })}
        </Text>
      </Stack>
    </Alert>
  )
