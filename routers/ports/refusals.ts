import { DomainError, shortened } from '../../src/errors.ts'

/** Every reason to refuse a request that does not come from the business. */
export type WireCode =
  | 'MALFORMED'
  | 'NOT_AUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'METHOD_NOT_ALLOWED'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'THROTTLED'
  | 'IN_PROGRESS'
  | 'KEY_REUSED'
  | 'UNAVAILABLE'

type Body = { detail: string; code?: string } | { status: 'unhealthy'; database: 'unreachable' | 'connected' }

/** A refusal that the business does not know: its code, body and headers. */
export class WireError extends Error {
  readonly code: WireCode
  readonly body: Body
  readonly headers: Record<string, string>

  constructor(code: WireCode, body: Body, headers: Record<string, string> = {}) {
    const small = 'detail' in body ? { ...body, detail: shortened(body.detail) } : body
    super('detail' in small ? small.detail : small.status)
    this.code = code
    this.body = small
    this.headers = headers
  }
}

/** A refusal of a request that another site's page may have made; a class, so that the security log recognises it. */
export class CsrfFailed extends WireError {}

/** 401 for the second use of a refresh token; a class, so that the security log recognises it. */
export class RefreshTokenReused extends WireError {}

/** 401. */
export const notAuthenticated = (detail: string) => new WireError('NOT_AUTHENTICATED', { detail })

/** 401 for a token that is not genuine, has expired, or belongs to a session that has ended. */
export const invalidToken = () => notAuthenticated('Given token not valid for any token type')

/** 401 for a machine's token, the same whatever is wrong with it. */
export const invalidMachineToken = () =>
  new WireError(
    'NOT_AUTHENTICATED',
    { detail: 'The token is not valid, has expired or was revoked.' },
    { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  )

/** 401 for a genuine token whose session is over or whose user is gone; a class, so that it is counted by address. */
export class SessionOver extends WireError {
  constructor(detail = invalidToken().message) {
    super('NOT_AUTHENTICATED', { detail })
  }
}

/** 401, the same whatever is wrong with the token. */
export const badRefreshToken = () => notAuthenticated(badRefreshTokenDetail)

/** The same answer for a second use of the token. */
export const refreshTokenReused = () =>
  new RefreshTokenReused('NOT_AUTHENTICATED', { detail: badRefreshTokenDetail })

const badRefreshTokenDetail = 'Refresh token is invalid or expired.'

/** 400 for a login, the same whatever is wrong with it; a class, so that failed logins can be counted. */
export class BadCredentials extends DomainError {
  constructor() {
    super('INVALID', { non_field_errors: ['Unable to log in with provided credentials.'] })
  }
}

/** Why a sign-in at the identity provider has failed (D60). */
export class SignInFailed extends Error {
  readonly reason: 'expired' | 'invalid' | 'refused' | 'unknown'

  constructor(reason: SignInFailed['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** 403 for a role without the permission. */
export const permissionDenied = () =>
  new WireError('PERMISSION_DENIED', { detail: 'You do not have permission to perform this action.' })

/** 403 with a code, so that a client knows to ask for the password and try again. */
export const passwordNotConfirmed = () =>
  new WireError('PERMISSION_DENIED', {
    detail: 'Confirm your password to do this.',
    code: 'PASSWORD_CONFIRMATION_REQUIRED',
  })

/** 403 for a request that another site's page may have made (D18). */
export const csrfFailed = (why: string) =>
  new CsrfFailed('PERMISSION_DENIED', { detail: `CSRF Failed: ${why}` })

/** 412 for an object in another state than the header asks for (D58). */
export const preconditionFailed = (header: 'If-Match' | 'If-None-Match') =>
  new WireError('PRECONDITION_FAILED', {
    detail:
      header === 'If-Match'
        ? 'The object has changed since you read it.'
        : 'The object has the ETag that If-None-Match excludes.',
  })

/** 400: a change must not be made unless the condition is understood. */
export const badEntityTags = () =>
  new WireError('MALFORMED', { detail: 'If-Match must be * or ETags in double quotes, with commas between.' })

/** 400 for an `Idempotency-Key` that cannot be used. */
export const badKey = (why = 'send 1 to 255 visible characters of ASCII.') =>
  new WireError('MALFORMED', { detail: `Idempotency-Key: ${why}` })

/** 409 while another request with the same `Idempotency-Key` is at work. */
export const inProgress = () =>
  new WireError(
    'IN_PROGRESS',
    { detail: 'A request with this Idempotency-Key is still in progress.' },
    { 'Retry-After': '1' },
  )

/** 422 for an `Idempotency-Key` that came with another request before. */
export const keyReused = () =>
  new WireError('KEY_REUSED', { detail: 'This Idempotency-Key was already used with another request.' })

/** 503 while a store that the answer depends on is unreachable (D43). */
export const unavailable = (detail = 'Service temporarily unavailable.') =>
  new WireError('UNAVAILABLE', { detail })

/** 503 for work that would wait too long behind other work of its kind (D43). */
export const busy = (seconds: number, detail?: string) =>
  new WireError('UNAVAILABLE', unavailable(detail).body, { 'Retry-After': String(seconds) })

/** The 503 of the health check; `connected` if the database answers but cannot write. */
export const unhealthy = (database: 'unreachable' | 'connected') =>
  new WireError('UNAVAILABLE', { status: 'unhealthy', database })

/** The window in which a request was counted. */
export type Counted = {
  scope: string
  used: number
  limit: number
  /** The whole window's length. */
  seconds: number
  resets_in_seconds: number
}

/** The window in the fields of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateLimitHeaders = ({ scope, used, limit, seconds, resets_in_seconds }: Counted) => ({
  'RateLimit-Policy': `"${scope}";q=${limit};w=${seconds}`,
  RateLimit: `"${scope}";r=${limit - used};t=${resets_in_seconds}`,
})

/** 429 for a number of seconds. */
export const throttledFor = (seconds: number, headers: Record<string, string> = {}) =>
  new WireError(
    'THROTTLED',
    { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
    { 'Retry-After': String(seconds), ...headers },
  )

/** 429 with the seconds until the window ends. */
export const throttled = (window: Counted) => throttledFor(window.resets_in_seconds, rateLimitHeaders(window))
