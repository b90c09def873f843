import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RequestContext, Services } from './context.ts'
import { cookieNames } from './cookies.ts'
import { csrfFailed } from './refusals.ts'

type With<Service extends keyof Services> = { services: Pick<Services, Service> }

/** A fresh token that holds for one session only: `<random>.<HMAC of session and random>` (D18). */
export function csrfToken(secret: string, sessionId: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${signature(secret, sessionId, random)}`
}

// What csrfToken gives: a longer text would be remembered in full.
const shape = /^([\w-]{22})\.([\w-]{43})$/

/** Whether the token is one of this session's. */
export function csrfTokenIsValid(secret: string, sessionId: string, token = ''): boolean {
  const [, random = '', signed = ''] = shape.exec(token) ?? []
  return random !== '' && isSame(signed, signature(secret, sessionId, random))
}

/** 403 unless the header repeats the cookie, and both are of this session (D18). */
export function checkCsrf(
  { cookies, headers, services }: Pick<RequestContext, 'cookies' | 'headers'> & With<'csrfSecret'>,
  sessionId: string,
) {
  const cookie = cookies[cookieNames.csrf]
  const header = headers['x-csrftoken']?.toString()
  if (!cookie) throw csrfFailed('CSRF cookie not set.')
  if (!header || !isSame(header, cookie) || !csrfTokenIsValid(services.csrfSecret, sessionId, cookie))
    throw csrfFailed('CSRF token missing or incorrect.')
}

/** 403 when a browser says that the request comes from a page of neither the service nor an allowed origin (D18). */
export function checkOrigin({
  headers,
  origin,
  services,
}: Pick<RequestContext, 'headers' | 'origin'> & With<'allowedOrigins'>) {
  const given = headers.origin
  if (given !== undefined && given !== origin && !services.allowedOrigins.includes(given))
    throw csrfFailed(`Origin checking failed - ${given} does not match any trusted origins.`)
}

/** Gives a reader whose token is missing or of another session a new one. */
export function renewCsrfCookie({ cookies, services, response }: RequestContext, sessionId: string) {
  const { csrfSecret } = services
  if (csrfTokenIsValid(csrfSecret, sessionId, cookies[cookieNames.csrf])) return
  response.appendHeader('Set-Cookie', services.cookies.csrf(csrfToken(csrfSecret, sessionId)))
}

/** Every read checks its caller's token, which stays the same for days. */
const signatures = new LRUCache<string, string>({ max: 5000 })

function signature(secret: string, sessionId: string, random: string): string {
  // The prefix keeps these apart from the tokens that the same secret signs.
  const text = `csrf:${sessionId}:${random}`
  const key = `${secret}\n${text}`
  const known = signatures.get(key)
  if (known !== undefined) return known
  const signed = createHmac('sha256', secret).update(text).digest('base64url')
  signatures.set(key, signed)
  return signed
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
