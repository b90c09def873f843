import { expect } from 'vitest'
import { type CoverageClientOptions, CoverageError, createCoverageClient } from '../../../client/src/index.ts'
import type { Role } from '../../../src/accounts/permissions.ts'
import { factories } from '../../made/factories.ts'
import type { TestService } from '../../setup/service.ts'

type Credentials = { email: string; password: string }

/** A service to test the client on, in either mode of authentication. */
export type Setup = {
  service: TestService
  addUser(role: Role): Promise<Credentials>
  /** Makes every access token issued so far expire. */
  expireAccessTokens(): void
  /** Makes every refresh token issued so far expire. */
  expireRefreshTokens(): void
}

export type Clients = ReturnType<typeof clientsOf>

export const refreshRequest = 'POST /api/v1/auth/token/refresh/'

/** Makes clients of the service. */
export function clientsOf(setup: Setup) {
  /** A client, and the method and path of every request that it makes. */
  function observed(options: Partial<CoverageClientOptions> = {}) {
    const requests: string[] = []
    const send = options.fetch ?? fetch
    const client = createCoverageClient({
      url: setup.service.url,
      ...options,
      fetch: (address, init) => {
        requests.push(`${init?.method ?? 'GET'} ${new URL(String(address)).pathname}`)
        return send(address, init)
      },
    })
    return { client, requests }
  }

  async function signedIn(role: Role = 'ADMIN', options: Partial<CoverageClientOptions> = {}) {
    const { client, requests } = observed(options)
    const { email, password } = await setup.addUser(role)
    await client.login(email, password)
    requests.length = 0
    return { client, requests, email, password }
  }

  return { setup, make: factories(setup.service), observed, signedIn }
}

/** The error of a call that is to fail. */
export const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('The call was to fail.'),
    (error: CoverageError) => {
      expect(error).toBeInstanceOf(CoverageError)
      return error
    },
  )

export const fieldsOf = ({ status, detail, fieldErrors, code }: CoverageError) => ({
  status,
  detail,
  fieldErrors,
  code,
})
