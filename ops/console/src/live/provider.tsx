import { Alert, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Message, say } from '../language/text.ts'
import { Button } from '../parts/button.tsx'
import { clearToasts } from './announce.tsx'
import { signOut } from './api.ts'
import { useStores } from './readiness.ts'

const failures: Record<string, Message> = {
  refused: 'The provider refused to sign you in. The log says why.',
  unknown: 'You have no access here. Ask an administrator for it.',
  expired: 'The sign-in took too long, or was begun in another browser. Try again.',
  invalid: 'The answer of the provider could not be verified. The log says why.',
  throttled: 'Too many attempts from your address. Try again later.',
  unavailable: 'The provider is not available. Try again in a moment.',
}

const failure = takeFailure()

/** Why the sign-in that has led to this address has failed; the address then no longer says so. */
function takeFailure(): Message | undefined {
  const address = new URL(location.href)
  const reason = address.searchParams.get('sign_in')
  if (reason === null) return undefined
  address.searchParams.delete('sign_in')
  history.replaceState(null, '', address)
  return Object.hasOwn(failures, reason) ? failures[reason] : failures.unavailable
}

/** The identity provider; undefined if there is none. */
export const useProvider = () => useStores()?.identity_provider

/** Whether the provider takes credentials only on its own page. */
export const useIsElsewhere = () => useProvider()?.password_grant === false

/** Says why the last sign-in at the provider has failed, if it has. */
export const SignInFailure = () =>
  failure && (
    <Alert color="red" role="alert" title={say('Could not sign in')}>
      {say(failure)}
    </Alert>
  )

type ProviderButtonProps = { name: string; isConfirming?: boolean; isFirst?: boolean; isDisabled?: boolean }

/** Leads to the provider's page, and from there back to this one. */
export function ProviderButton({ name, isConfirming, isFirst, isDisabled }: ProviderButtonProps) {
  const { pathname, search } = location
  const query = new URLSearchParams({ return_to: pathname + search, ...(isConfirming && { confirm: '' }) })
  return (
    <Button
      look={isFirst ? 'primary' : 'secondary'}
      disabled={isDisabled}
      ref={isFirst && !isDisabled ? focus : undefined}
      onClick={() => location.assign(`/auth/oidc/start?${query}`)}
    >
      {say('Sign in with {provider}', { provider: name })}
    </Button>
  )
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

/** Takes the place of the field for the password where the provider takes passwords only on its own page. */
export function ConfirmAtProvider() {
  const provider = useProvider()
  return (
    provider && (
      <Stack gap="xs">
        <SignInFailure />
        <Text size="sm">
          {say('First sign in again. You come back to this page, and have five minutes for your change.')}
        </Text>
        <ProviderButton name={provider.name} isConfirming />
      </Stack>
    )
  )
}

/** Signs out here, and then at the provider, so that the next person at this computer has to sign in. */
export function useSignOut() {
  const provider = useProvider()
  const queries = useQueryClient()
  return () =>
    signOut()
      .catch(() => {})
      .finally(() => {
        clearToasts()
        return provider ? location.assign('/auth/oidc/end') : queries.resetQueries()
      })
}
