import { beforeEach, expect, test } from 'vitest'
import { createCookieJar } from '../../client/src/index.ts'

const service = new URL('http://coverage.clinic.example/trpc/auth.login')
const at = (path: string) => new URL(path, service)

let now: number
let jar: ReturnType<typeof createCookieJar>

beforeEach(() => {
  now = Date.parse('2026-03-04T10:00:00Z')
  jar = createCookieJar([], () => now)
})

test('a cookie goes only to its path and below', () => {
  jar.store(['everywhere=1; Path=/', 'refresh_token=2; Path=/api/v1/auth/token/refresh/'], service)
  expect(jar.header(at('/trpc/employees.list'))).toBe('everywhere=1')
  expect(jar.header(at('/api/v1/auth/token/refresh'))).toBe('everywhere=1')
  expect(jar.header(at('/api/v1/auth/token/refresh/'))).toBe('refresh_token=2; everywhere=1')
})

test('a path does not match a neighbour with the same beginning', () => {
  jar.store(['a=1; Path=/trpc'], service)
  expect(jar.header(at('/trpc/x'))).toBe('a=1')
  expect(jar.header(at('/trpcx'))).toBeUndefined()
})

test('a cookie without a path belongs to the folder that set it', () => {
  jar.store(['a=1'], service)
  expect(jar.header(at('/trpc/x'))).toBe('a=1')
  expect(jar.header(at('/api/'))).toBeUndefined()
})

test('a cookie expires by its Max-Age, which takes precedence over Expires', () => {
  jar.store(['a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 2026 00:00:00 GMT'], service)
  jar.store(['b=1; Path=/; Expires=Wed, 04 Mar 2026 10:00:30 GMT', 'c=1; Path=/'], service)
  expect(jar.header(at('/'))).toBe('a=1; b=1; c=1')
  now += 30_000
  expect(jar.header(at('/'))).toBe('a=1; c=1')
  now += 30_000
  expect(jar.header(at('/'))).toBe('c=1')
})

test('Max-Age=0 and a past Expires delete a cookie', () => {
  jar.store(['a=1; Path=/; Max-Age=60', 'b=1; Path=/'], service)
  jar.store(['a=; Path=/; Max-Age=0', 'b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], service)
  expect(jar.header(at('/'))).toBeUndefined()
})

test('a cookie replaces the one with the same name and path, and its value is kept unchanged', () => {
  jar.store(['csrftoken=old; Path=/'], service)
  jar.store(['csrftoken=new%20.-_=; Path=/'], service)
  expect(jar.get('csrftoken', at('/'))).toBe('new%20.-_=')
  expect(jar.header(at('/'))).toBe('csrftoken=new%20.-_=')
})

test('a Secure cookie goes only over https or to this machine', () => {
  const local = new URL('http://localhost:8000/')
  jar.store(['a=1; Path=/; Secure'], service)
  expect(jar.header(at('/'))).toBeUndefined()
  expect(jar.header(new URL('https://coverage.clinic.example/'))).toBe('a=1')
  jar.store(['b=1; Path=/; Secure'], local)
  expect(jar.header(local)).toBe('b=1')
})

test('a cookie for a foreign domain is refused', () => {
  jar.store(['a=1; Path=/; Domain=clinic.example', 'b=1; Path=/; Domain=.Clinic.example'], service)
  jar.store(['c=1; Path=/; Domain=evil.example', 'd=1; Path=/; Domain=inic.example'], service)
  expect(jar.header(at('/'))).toBe('a=1; b=1')
})

test('a cookie goes back to the host and port that set it, and one with a domain to the hosts below it', () => {
  jar.store(['access_token=1; Path=/', 'csrftoken=2; Path=/; Domain=clinic.example'], service)
  jar.store(
    ['own=3; Path=/; Domain=localhost', 'all=4; Path=/; Domain=example'],
    new URL('http://localhost:1/'),
  )
  jar.store(['all=5; Path=/; Domain=example'], service)
  const sent = ['coverage', 'app', 'evil'].map((name) =>
    jar.header(new URL(`http://${name}.clinic.example/`)),
  )
  expect(sent).toEqual(['access_token=1; csrftoken=2', 'csrftoken=2', 'csrftoken=2'])
  expect(jar.header(new URL('http://coverage.clinic.example:81/'))).toBe('csrftoken=2')
  for (const other of ['http://evilclinic.example/', 'http://localhost:2/', 'http://127.0.0.1:1/'])
    expect(jar.header(new URL(other)), other).toBeUndefined()
  expect(jar.header(new URL('http://localhost:1/'))).toBe('own=3')
})

test('a jar restored from text has the same cookies and expiry', () => {
  jar.store(['a=1; Path=/; Max-Age=60', 'b=2; Path=/trpc; Secure', 'gone=3; Max-Age=1'], service)
  now += 30_000
  const restored = createCookieJar(JSON.parse(JSON.stringify(jar)), () => now)
  expect(restored.toJSON()).toEqual(jar.toJSON())
  expect(restored.toJSON().map(({ name }) => name)).toEqual(['a', 'b'])
  expect(restored.header(new URL('https://coverage.clinic.example/trpc/x'))).toBe('b=2; a=1')
  expect(restored.header(at('/trpc/x'))).toBe('a=1')
  now += 30_000
  expect(restored.header(at('/trpc/x'))).toBeUndefined()
})
