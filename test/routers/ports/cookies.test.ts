import { expect, test } from 'vitest'
import { consoleCookies, createCookies } from '../../../routers/ports/cookies.ts'

test('a local deployment sets lax cookies without Secure', () => {
  const cookies = createCookies({ deployment: 'local' })
  expect([
    cookies.access('a.b-c_d', 3600),
    cookies.refresh('r', 604_800),
    cookies.csrf('x.y'),
    ...cookies.cleared(),
  ]).toEqual([
    'access_token=a.b-c_d; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax',
    'refresh_token=r; Max-Age=604800; Path=/api/v1/auth/token/refresh/; HttpOnly; SameSite=Lax',
    'csrftoken=x.y; Max-Age=604800; Path=/; SameSite=Lax',
    'access_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'refresh_token=; Max-Age=0; Path=/api/v1/auth/token/refresh/; HttpOnly; SameSite=Lax',
  ])
})

test('production sets secure cookies for a client of another origin', () => {
  const cookies = createCookies({ deployment: 'production', csrfCookieDomain: 'example.org' })
  expect([
    cookies.access('a', 60),
    cookies.refresh('r', 604_800),
    cookies.csrf('x.y'),
    ...cookies.cleared(),
  ]).toEqual([
    'access_token=a; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=None',
    'refresh_token=r; Max-Age=604800; Path=/api/v1/auth/token/refresh/; HttpOnly; Secure; SameSite=None',
    'csrftoken=x.y; Max-Age=604800; Domain=example.org; Path=/; Secure; SameSite=None',
    'access_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=None',
    'refresh_token=; Max-Age=0; Path=/api/v1/auth/token/refresh/; HttpOnly; Secure; SameSite=None',
  ])
})

test.each([
  ['local', ''],
  ['production', '; Secure'],
] as const)('the ops port of a %s deployment sets strict cookies without a domain', (deployment, secure) => {
  const cookies = consoleCookies({ deployment, csrfCookieDomain: 'example.org' })
  expect([cookies.access('a', 3600), cookies.csrf('x.y')]).toEqual([
    `access_token=a; Max-Age=3600; Path=/; HttpOnly${secure}; SameSite=Strict`,
    `csrftoken=x.y; Max-Age=604800; Path=/${secure}; SameSite=Strict`,
  ])
})

test('the cookie of a sign-in at a provider comes back from its page, on both ports, and only this host can set it', () => {
  const there = 'oidc_flow_0123456789abcdef=v; Max-Age=600; Path=/; HttpOnly'
  for (const make of [createCookies, consoleCookies]) {
    const flow = (deployment: 'local' | 'production') =>
      make({ deployment }).flow('0123456789abcdef and more', 'v', 600)
    expect(flow('local')).toBe(`${there}; SameSite=Lax`)
    expect(flow('production')).toBe(`__Host-${there}; Secure; SameSite=Lax`)
  }
})
