import { Alert, Button, Card, Center, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDocumentTitle, useInputState } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { CoverageError } from '../../../client/src/error.ts'
import { api } from './api.ts'
import { span } from './wording.ts'

export function SignIn({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useInputState('')
  const [password, setPassword] = useInputState('')
  const login = useMutation({
    mutationFn: () => api.auth.login.mutate({ email, password }),
    onSuccess: onDone,
  })
  useDocumentTitle('Sign in · Operators')
  return (
    <Center component="main" mih="100dvh" p="md">
      <Card withBorder w="100%" maw={400} p="lg">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!login.isPending) login.mutate()
          }}
        >
          <Stack>
            <div>
              <Title order={1} size="h3">
                Workforce Coverage
              </Title>
              <Text c="dimmed">Operators’ console, for staff only</Text>
            </div>
            {login.error && (
              <Alert color="red" role="alert" title="Could not sign in">
                {whyNot(login.error)}
              </Alert>
            )}
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={setEmail}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              value={password}
              onChange={setPassword}
            />
            <Button type="submit" loading={login.isPending}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Card>
    </Center>
  )
}

function whyNot({ status, fieldErrors, retryAfterSeconds, message }: CoverageError): string {
  if (status === 0) return 'Can’t reach the service. Try again in a moment.'
  if (status === 503)
    return 'PostgreSQL or Redis is not responding, so no one can sign in. Try again in a moment.'
  if (retryAfterSeconds)
    return `Too many attempts from this address. Try again in ${span(retryAfterSeconds)}.`
  return fieldErrors.non_field_errors ? 'Wrong email or password.' : message
}
