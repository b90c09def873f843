import { describe, expect, test } from 'vitest'
import { checkCsrf, checkPage, csrfToken, csrfTokenIsValid } from '../../../routers/gate/csrf.ts'
import { WireError } from '../../../routers/ports/refusals.ts'

const secret = 'a secret of the service'
const sessionId = 'e2b1f1d8-4f0c-4f7e-9c3d-0d4f3f6a1b11'
const denied = (detail: string) => new WireError('PERMISSION_DENIED', { detail })

test('a CSRF token is valid only for its session and secret', () => {
  const token = csrfToken(secret, sessionId)
  expect(csrfTokenIsValid([secret], sessionId, token)).toBe(true)
  expect(csrfTokenIsValid([secret], 'another session', token)).toBe(false)
  expect(csrfTokenIsValid(['another secret'], sessionId, token)).toBe(false)
  expect(csrfToken(secret, sessionId)).not.toBe(token)
})

test.each([undefined, '', '.', 'abc', 'abc.def', 'abc.def.ghi', '.abc', 'ñ.ñ'])(
  '%j is not a CSRF token',
  (token) => {
    expect(csrfTokenIsValid([secret], sessionId, token)).toBe(false)
  },
)

test('a CSRF token with a changed character is refused', () => {
  const token = csrfToken(secret, sessionId)
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    expect(csrfTokenIsValid([secret], sessionId, token.slice(0, at) + other + token.slice(at + 1))).toBe(
      false,
    )
  }
  expect(csrfTokenIsValid([secret], sessionId, `${token}A`)).toBe(false)
  expect(csrfTokenIsValid([secret], sessionId, `${token}.A`)).toBe(false)
})

describe('a mutating request', () => {
  const token = csrfToken(secret, sessionId)
  const foreign = csrfToken(secret, 'another session')
  const check = (csrftoken?: string, header?: string) => () =>
    checkCsrf(
      { cookies: { csrftoken }, headers: { 'x-csrftoken': header }, services: { secrets: [secret] } },
      sessionId,
    )

  test('a mutating request passes when its header repeats the CSRF cookie', () => {
    expect(check(token, token)).not.toThrow()
  })

  test.each([
    ['no cookie, no header', undefined, undefined],
    ['no cookie, header sent', undefined, token],
    ['an empty cookie', '', token],
  ])('a mutating request without the CSRF cookie is refused: %s', (_, cookie, header) => {
    expect(check(cookie, header)).toThrow(denied('CSRF Failed: CSRF cookie not set.'))
  })

  test.each([
    ['cookie, no header', token, undefined],
    ['another header', token, csrfToken(secret, sessionId)],
    ['a header of another length', token, token.slice(1)],
    ["another session's token in both", foreign, foreign],
    ['a made-up token in both', 'abc.def', 'abc.def'],
  ])('a mutating request without the right CSRF token is refused: %s', (_, cookie, header) => {
    expect(check(cookie, header)).toThrow(denied('CSRF Failed: CSRF token missing or incorrect.'))
  })
})

describe('an Origin header', () => {
  const own = 'https://api.example.org'
  const allowed = { allowedOrigins: ['https://app.example.org'] }
  const check = (origin?: string) => () => checkPage({ headers: { origin }, origin: own, services: allowed })

  test.each([undefined, own, 'https://app.example.org'])('the Origin header %s passes', (origin) => {
    expect(check(origin)).not.toThrow()
  })

  test.each([
    'null',
    '',
    'http://api.example.org',
    'https://app.example.org:8443',
    'https://app.example.org.evil',
  ])('the Origin header %j is refused', (origin) => {
    expect(check(origin)).toThrow(
      denied(
        `CSRF Failed: Origin checking failed - ${origin} does not match any trusted origins: it is neither ${own}, where the request was sent to, nor in CORS_ALLOWED_ORIGINS.`,
      ),
    )
  })
})
