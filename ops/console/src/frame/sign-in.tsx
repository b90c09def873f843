import {
  Alert,
  Anchor,
  Card,
  Center,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDocumentTitle, useInputState } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CoverageError } from '../../../../client/src/contract/error.ts'
import icon from '../../icon.svg'
import { type Message, say } from '../language/text.ts'
import { span } from '../language/wording.ts'
import { api } from '../live/api.ts'
import { noAnswer } from '../live/live.tsx'
import { ProviderButton, SignInFailure, useProvider } from '../live/provider.tsx'
import { isClosed, troubleOf, useStores } from '../live/readiness.ts'
import { useLanguage } from '../menu/speaking.tsx'
import { Button } from '../parts/button.tsx'
import { StoreTrouble } from './shell.tsx'

type SignInProps = {
  /** Whether a session in use has just ended. */
  hasEnded: boolean
  onDone: () => void
}

export function SignIn({ hasEnded, onDone }: SignInProps) {
  useDocumentTitle(`${say('Sign in')} · ${say('Workforce Coverage')}`)
  return (
    <Center component="main" mih="100dvh" p="md">
      <Card withBorder w="100%" maw={400} p="lg">
        <Stack>
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <img src={icon} width={40} height={40} alt="" />
            <div>
              <Title order={1} size="h3">
                {say('Workforce Coverage')}
              </Title>
              <Text c="dimmed" size="sm">
                {say('Operators’ console, for staff only')}
              </Text>
            </div>
          </Group>
          {hasEnded && (
            <Alert color="gray" role="status" title={say('Your session has ended')}>
              {say('Sign in to continue where you left off.')}
            </Alert>
          )}
          <Ways onDone={onDone} />
          <OtherLanguages />
        </Stack>
      </Card>
    </Center>
  )
}

/** The provider's page, the form, or both. */
function Ways({ onDone }: { onDone: () => void }) {
  const stores = useStores()
  const provider = useProvider()
  const isShut = isClosed(stores)
  if (!provider) return <SignInForm onDone={onDone} />
  const isOnly = !provider.password_grant
  return (
    <>
      <SignInFailure />
      {isOnly && <Closed />}
      <ProviderButton name={provider.name} isFirst={isOnly} isDisabled={isShut} />
      {!isOnly && <SignInForm onDone={onDone} />}
    </>
  )
}

/** Says that no one can sign in, and why. */
function Closed() {
  const stores = useStores()
  return (
    stores &&
    isClosed(stores) && (
      <Alert color="red" role="alert" title={say('Signing in is not possible right now')}>
        <StoreTrouble stores={stores} />. {say('This page recovers by itself when it is back.')}
      </Alert>
    )
  )
}

function OtherLanguages() {
  const { others, choose } = useLanguage()
  return others.map(([code, name]) => (
    <Anchor key={code} component="button" type="button" size="sm" lang={code} onClick={() => choose(code)}>
      {name}
    </Anchor>
  ))
}

function SignInForm({ onDone }: { onDone: () => void }) {
  const stores = useStores()
  const queries = useQueryClient()
  const isShut = isClosed(stores)
  const [email, setEmail] = useInputState('')
  const [password, setPassword] = useInputState('')
  const login = useMutation({
    mutationFn: () => api.auth.login.mutate({ email, password }),
    onSuccess: onDone,
    // A refusal may be the first sign that a store is down.
    onError: () => void queries.invalidateQueries({ queryKey: ['stores'] }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!login.isPending) login.mutate()
      }}
    >
      <Stack>
        <Closed />
        {login.error && !isShut && (
          <Alert color="red" role="alert" title={say('Could not sign in')}>
            {whyNot(login.error, troubleOf(stores))}
          </Alert>
        )}
        <TextInput
          label={say('Email')}
          type="email"
          autoComplete="username"
          ref={focus}
          required
          value={email}
          onChange={setEmail}
        />
        <PasswordInput
          label={say('Password')}
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" look="primary" loading={login.isPending} disabled={isShut}>
          {say('Sign in')}
        </Button>
      </Stack>
    </form>
  )
}

const wrongCredentials = 'Unable to log in with provided credentials.'

const focus = (field: HTMLInputElement | null) => field?.focus()

function whyNot(error: CoverageError, trouble: Message | undefined): string {
  const { status, fieldErrors, retryAfterSeconds, message } = error
  if (status === 0) return say('Can’t reach the service. Try again in a moment.')
  if (status === 503) return `${say(trouble ?? noAnswer)}. ${say('Try again in a moment.')}`
  if (retryAfterSeconds)
    return say(
      'Too many failed attempts. Try again in {span}, or ask another operator to reset your address under Throttles. On the server, “coverage throttles clear” resets all.',
      { span: span(retryAfterSeconds) },
    )
  const [refusal] = fieldErrors.non_field_errors ?? []
  if (refusal && refusal !== wrongCredentials)
    return say('Sign in with the button above: the provider takes passwords only on its own page.')
  return refusal ? say('Wrong email or password.') : message
}
