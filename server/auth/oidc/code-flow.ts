import { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { sealing } from '../../../entities/accounts/sealing.ts'
import { type Flow, flowSeconds, type ProviderPages, type Secrets } from '../../../routers/ports/sessions.ts'
import type { Provider } from './provider.ts'

/** To confirm a change, users must have given their credentials within so many seconds. */
const confirmedWithin = 60

/** A browser drops a cookie of more than 4096 bytes with its name and attributes. */
export const longestKept = 3800

type Parts = { provider: Provider; secrets: Secrets; clock: () => Date }

/**
 * Sign-ins by authorization code with PKCE (D60). What a flow needs is sealed for its state and kept by its browser, so a
 * stolen code or a foreign state opens nothing, and each tab has a flow of its own.
 */
export function codeFlow({ provider, secrets, clock }: Parts) {
  const { seal, unseal } = sealing(secrets, 'sign-in at the provider')
  const seconds = () => Math.floor(clock().getTime() / 1000)

  const begin: ProviderPages['begin'] = async ({ returnTo, isConfirming, session }, callback) => {
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
    const page = await provider.signInPage({
      ...{ response_type: 'code', redirect_uri: callback, state, nonce },
      ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      ...(isConfirming && { prompt: 'login', max_age: String(confirmedWithin) }),
    })
    const flow: Flow = { returnTo, isConfirming, session, nonce, verifier, begunAt: seconds() }
    const kept = seal(JSON.stringify(flow), state)
    const short = () => seal(JSON.stringify({ ...flow, returnTo: '/' }), state)
    return { page, state, kept: kept.length > longestKept ? short() : kept }
  }

  const read: ProviderPages['read'] = (state, kept) => {
    const opened = kept === undefined ? undefined : unseal(kept, state)
    const flow: Flow | undefined = opened && JSON.parse(opened)
    return flow && flow.begunAt + flowSeconds > seconds() ? flow : undefined
  }

  /** Tokens for the code of a callback; undefined when the provider has refused. */
  const redeem = ({ callback, state, flow }: Parameters<ProviderPages['finish']>[1]) =>
    provider.redeem(callback, {
      ...{ expectedState: state, expectedNonce: flow.nonce, pkceCodeVerifier: flow.verifier },
      ...(flow.isConfirming && { maxAge: confirmedWithin }),
    })

  return { begin, read, redeem }
}
