import { type SetCookie, stringifySetCookie } from 'cookie'
import { refreshTokenSeconds } from '../../src/accounts/limits.ts'

export const cookieNames = { access: 'access_token', refresh: 'refresh_token', csrf: 'csrftoken' } as const
export const hintName = 'oidc_hint'

export type Cookies = ReturnType<typeof createCookies>

type Deployment = { deployment: 'local' | 'production'; csrfCookieDomain?: string }

/** The cookies of the ops port, which only pages of its own origin call. */
export const consoleCookies = ({ deployment }: Deployment) =>
  createCookies({ deployment, sameSite: 'strict' })

/** `Set-Cookie` values with the deployment's attributes (D18). */
export function createCookies({
  deployment,
  csrfCookieDomain: domain,
  sameSite = deployment === 'production' ? 'none' : 'lax',
}: Deployment & { sameSite?: 'strict' | 'none' | 'lax' }) {
  const site: Partial<SetCookie> = { sameSite, secure: deployment === 'production' }
  const secret = (name: string, path: string) => ({ name, path, httpOnly: true, ...site })
  const access = secret(cookieNames.access, '/')
  const refresh = secret(cookieNames.refresh, '/api/v1/auth/token/refresh/')
  const csrf = { name: cookieNames.csrf, maxAge: refreshTokenSeconds, path: '/', domain, ...site }

  // The provider's page leads back here, and other sites' pages do not send `strict` cookies.
  const ofProvider = { httpOnly: true, ...site, sameSite: 'lax' } as const
  // No other host of the domain can set a cookie with this prefix, which takes Secure and this path.
  const flow = { name: `${site.secure ? '__Host-' : ''}oidc_flow_`, path: '/', ...ofProvider }
  const hint = { name: hintName, path: '/auth/oidc/', ...ofProvider }
  const flowName = (state: string) => flow.name + state.slice(0, 16)

  return {
    flowName,
    /** Of a sign-in at a provider that has begun. */
    flow: (state: string, value: string, maxAge: number) =>
      stringifySetCookie({ ...flow, name: flowName(state), value, maxAge }),
    /** By which a logout tells the provider whose session to end. */
    hint: (value: string, maxAge: number) => stringifySetCookie({ ...hint, value, maxAge }),
    access: (value: string, maxAge: number) => stringifySetCookie({ ...access, value, maxAge }),
    refresh: (value: string, maxAge: number) => stringifySetCookie({ ...refresh, value, maxAge }),
    /** The CSRF cookie. Scripts read it and repeat it in `X-CSRFToken`. */
    csrf: (value: string) => stringifySetCookie({ ...csrf, value }),
    /** Removes the access and the refresh cookie. */
    cleared: () => [access, refresh].map((cookie) => stringifySetCookie({ ...cookie, value: '', maxAge: 0 })),
  }
}
