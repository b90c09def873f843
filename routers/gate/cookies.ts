import { type SetCookie, stringifySetCookie } from 'cookie'
import { accessTokenSeconds, refreshTokenSeconds } from '../../src/limits.ts'

export const cookieNames = { access: 'access_token', refresh: 'refresh_token', csrf: 'csrftoken' } as const

export type Cookies = ReturnType<typeof createCookies>

/** `Set-Cookie` values with the deployment's attributes (D18). */
export function createCookies({
  deployment,
  csrfCookieDomain,
}: {
  deployment: 'local' | 'production'
  csrfCookieDomain?: string
}) {
  const site: Partial<SetCookie> =
    deployment === 'production' ? { sameSite: 'none', secure: true } : { sameSite: 'lax' }

  const access = (value: string, maxAge = accessTokenSeconds) =>
    stringifySetCookie({ name: cookieNames.access, value, maxAge, path: '/', httpOnly: true, ...site })
  const refresh = (value: string, maxAge = refreshTokenSeconds) =>
    stringifySetCookie({
      name: cookieNames.refresh,
      value,
      maxAge,
      path: '/api/v1/auth/token/refresh/',
      httpOnly: true,
      ...site,
    })

  return {
    access: (token: string) => access(token),
    refresh: (token: string) => refresh(token),
    /** Readable by scripts, which repeat it in `X-CSRFToken`. */
    csrf: (token: string) =>
      stringifySetCookie({
        name: cookieNames.csrf,
        value: token,
        maxAge: refreshTokenSeconds,
        path: '/',
        domain: csrfCookieDomain,
        ...site,
      }),
    /** Removes the access and the refresh cookie. */
    cleared: () => [access('', 0), refresh('', 0)],
  }
}
