import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RequestContext, Services } from '../ports/context.ts'
import { cookieNames } from '../ports/cookies.ts'
import { csrfFailed } from '../ports/refusals.ts'
import type { Secrets } from '../ports/sessions.ts'

type With<Service extends keyof Services> = { services: Pick<Services, Service> }

/** A new token, valid for one session only: `<random>.<HMAC of session and random>` (D18). */
export function csrfToken(secret: string, sessionId: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${signature(secret, sessionId, random)}`
}

const shape = /^([\w-]{22})\.([\w-]{43})$/

// Remembered, because every read checks its caller's token, which stays the same for days. Only valid tokens get in,
// and each is valid for one secret and one session.
const validTokens = new LRUCache<string, { secret: string; sessionId: string }>({ max: 5000 })

/** Whether the token is one of this session's, under any of the secrets. */
export function csrfTokenIsValid(secrets: Secrets, sessionId: string, token = ''): boolean {
  const known = validTokens.get(token)
  if (known) return secrets.includes(known.secret) && known.sessionId === sessionId
  const [, random, signed] = shape.exec(token) ?? []
  if (!random || !signed) return false
  const secret = secrets.find((one) => isSame(signed, signature(one, sessionId, random)))
  if (secret !== undefined) validTokens.set(token, { secret, sessionId })
  return secret !== undefined
}

type Repeating = Pick<RequestContext, 'cookies' | 'headers'> & With<'secrets'>

/** What is wrong unless the header repeats the cookie, and the token is valid for the session (D18). */
export function csrfProblem({ cookies, headers, services }: Repeating, sessionId: string) {
  const cookie = cookies[cookieNames.csrf]
  if (!cookie) return 'CSRF cookie not set.'
  if (headers['x-csrftoken']?.toString() !== cookie || !csrfTokenIsValid(services.secrets, sessionId, cookie))
    return 'CSRF token missing or incorrect.'
}

/** 403 for that. */
export function checkCsrf(ctx: Repeating, sessionId: string) {
  const problem = csrfProblem(ctx, sessionId)
  if (problem) throw csrfFailed(problem)
}

/** 403 when a browser says that the request comes from a page of an origin that is not allowed (D18, D41). */
export function checkPage(ctx: Pick<RequestContext, 'headers' | 'origin'> & With<'allowedOrigins'>) {
  const { headers, origin, services } = ctx
  const given = headers.origin
  if (given === undefined) {
    // Requests for images and links have no Origin header, but they carry cookies.
    if (headers['sec-fetch-site'] === 'cross-site')
      throw csrfFailed('Origin checking failed - a page of another site made this request.')
  } else if (given !== origin && !services.allowedOrigins.includes(given))
    throw csrfFailed(
      `Origin checking failed - ${given} does not match any trusted origins: it is neither ${origin}, where the request was sent to, nor in CORS_ALLOWED_ORIGINS.`,
    )
}

/** Sets a new token when the caller's is missing or belongs to another session. */
export function renewCsrfCookie({ cookies, services, response }: RequestContext, sessionId: string) {
  const { secrets } = services
  if (csrfTokenIsValid(secrets, sessionId, cookies[cookieNames.csrf])) return
  response.appendHeader('Set-Cookie', services.cookies.csrf(csrfToken(secrets[0], sessionId)))
}

/** The prefix keeps these apart from the JWTs that the same secret signs. */
const signature = (secret: string, sessionId: string, random: string) =>
  createHmac('sha256', secret).update(`csrf:${sessionId}:${random}`).digest('base64url')

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
