import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { momentOf } from '../wording.ts'

type Given = { email: string; password: string | null; password_expires_at: string | null }

/** A temporary password, shown only once; nothing when an identity provider keeps the passwords. */
export const revealPassword = ({ email, password, password_expires_at }: Given) =>
  password && (
    <Alert role="status" color="teal" title={`The password of ${email}`}>
      <Stack gap="xs">
        <Group gap="sm">
          <Code fz="md" data-testid="generated-password">
            {password}
          </Code>
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm">
          It is not shown again. It expires on {momentOf(password_expires_at)} unless the user changes it.
        </Text>
      </Stack>
    </Alert>
  )
