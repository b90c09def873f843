import { z } from 'zod'

/** Milliseconds that the provider has for one answer. */
export const patience = 2500

const Metadata = z.object({
  issuer: z.string(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
  grant_types_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})
export type Metadata = z.output<typeof Metadata>

/** The provider cannot serve this service as it is set up; trying again does not help. */
export class UnsuitableProvider extends Error {}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** Reads the provider's discovery document; `UnsuitableProvider` when the document rules the provider out. */
export async function discover(issuer: string): Promise<Metadata> {
  const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  const { status, body } = await get(address)
  if (status >= 500 || status === 429) throw new Error(`${address} answered ${status}.`)
  const { data, error } = Metadata.safeParse(body)
  if (status !== 200 || !data)
    throw new UnsuitableProvider(
      `OIDC_ISSUER: ${address} is no discovery document (${status}${error ? `, ${z.prettifyError(error)}` : ''}).`,
    )
  if (withoutSlash(data.issuer) !== withoutSlash(issuer))
    throw new UnsuitableProvider(
      `OIDC_ISSUER is ${issuer}, but the provider there calls itself ${data.issuer}.`,
    )
  if (data.grant_types_supported && !data.grant_types_supported.includes('password'))
    throw new UnsuitableProvider(
      `The identity provider ${issuer} does not offer the password grant, which AUTH_MODE=oidc needs: ` +
        `its grant_types_supported are ${data.grant_types_supported.join(', ')}.`,
    )
  return data
}

/** The answer to a GET; the body is undefined unless it is JSON. Redirects are errors. */
export async function get(url: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return { status: response.status, body: undefined }
  }
}
