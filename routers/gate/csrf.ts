import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { remember } from '../../server/auth/remember.ts'
import { DomainError } from '../../src/errors.ts'

const failed = (why: string) => new DomainError('PERMISSION_DENIED', { detail: `CSRF Failed: ${why}` })

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
export function checkCsrf({
  cookie,
  header,
  sessionId,
  secret,
}: {
  cookie: string | undefined
  header: string | undefined
  sessionId: string
  secret: string
}) {
  if (!cookie) throw failed('CSRF cookie not set.')
  if (!header || !isSame(header, cookie) || !csrfTokenIsValid(secret, sessionId, cookie))
    throw failed('CSRF token missing or incorrect.')
}

/** 403 when a browser says that the request comes from a page of neither the service nor an allowed origin (D18). */
export function checkOrigin({
  origin,
  own,
  allowed,
}: {
  origin: string | undefined
  own: string
  allowed: readonly string[]
}) {
  if (origin !== undefined && origin !== own && !allowed.includes(origin))
    throw failed(`Origin checking failed - ${origin} does not match any trusted origins.`)
}

// The prefix keeps these apart from the tokens that the same secret signs.
const signature = (secret: string, sessionId: string, random: string) =>
  signed(secret)(`csrf:${sessionId}:${random}`)

/** Every read checks its caller's token, which stays the same for days. */
const signed = remember(
  (secret) => remember((text) => createHmac('sha256', secret).update(text).digest('base64url'), 5000),
  10,
)

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
