import { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { sealing } from '../../../entities/accounts/sealing.ts'
import { SignInFailed } from '../../../routers/ports/refusals.ts'
import { type Flow, flowSeconds, type ProviderPages, type Secrets } from '../../../routers/ports/sessions.ts'
import { type Grant, InvalidCallback, type Provider } from './provider.ts'

/** To confirm a change, users must have given their credentials within so many seconds. */
const confirmedWithin = 60

/** A browser drops a cookie of more than 4096 bytes with its name and attributes. */
export const longestKept = 3800

type Parts = { provider: Provider; secrets: Secrets; clock: () => Date }

/**
 * Sign-ins by authorization code with PKCE (D60). What a flow needs is sealed for its state and kept by its browser, so a
 * stolen code or a foreign state opens nothing, and each tab has a flow of its own.
 */
export class CodeFlow {
  private readonly parts: Parts
  private readonly sealing

  constructor(parts: Parts) {
    this.parts = parts
    this.sealing = sealing(parts.secrets, 'sign-in at the provider')
  }

  readonly begin: ProviderPages['begin'] = async ({ returnTo, isConfirming, session }, callback) => {
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
    const page = await this.parts.provider.signInPage({
      ...{ response_type: 'code', redirect_uri: callback, state, nonce },
      ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      ...(isConfirming && { prompt: 'login', max_age: String(confirmedWithin) }),
    })
    const flow: Flow = { returnTo, isConfirming, session, nonce, verifier, begunAt: this.seconds() }
    const kept = this.sealing.seal(JSON.stringify(flow), state)
    const short = () => this.sealing.seal(JSON.stringify({ ...flow, returnTo: '/' }), state)
    return { page, state, kept: kept.length > longestKept ? short() : kept }
  }

  readonly read: ProviderPages['read'] = (state, kept) => {
    const opened = kept === undefined ? undefined : this.sealing.unseal(kept, state)
    const flow: Flow | undefined = opened && JSON.parse(opened)
    return flow && flow.begunAt + flowSeconds > this.seconds() ? flow : undefined
  }

  /** Exchanges the code of a callback. */
  async redeem({ callback, state, flow }: Parameters<ProviderPages['finish']>[1]): Promise<Grant> {
    const { nonce, verifier, isConfirming } = flow
    const grant = await this.parts.provider
      .redeem(callback, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        ...(isConfirming && { maxAge: confirmedWithin }),
      })
      .catch((error) => {
        throw error instanceof InvalidCallback ? new SignInFailed('invalid') : error
      })
    if (!grant) throw new SignInFailed('refused')
    return grant
  }

  private seconds(): number {
    return Math.floor(this.parts.clock().getTime() / 1000)
  }
}
