import jwt from 'jsonwebtoken'
import { beforeEach, expect, test } from 'vitest'
import { createTokens } from '../../../server/auth/tokens.ts'

const secret = 'a secret of the service, long enough'
const start = Date.UTC(2026, 0, 5, 12)
const session = {
  userId: '5d2ac0c4-1f9c-4a83-9a39-c8ff34ab7a10',
  sessionId: 'e2b1f1d8-4f0c-4f7e-9c3d-0d4f3f6a1b11',
  epoch: 3,
  authTime: start / 1000,
}
const refreshing = { ...session, tokenId: '0c7d0cf5-8d4b-4bb0-8a4e-4f2a2f5b9a55' }

let now: number
const tokens = createTokens([secret], () => new Date(now))
const after = (seconds: number) => {
  now = start + seconds * 1000
}

beforeEach(() => after(0))

/** What a token proves that expires this many seconds after the start. */
const validUntil = (seconds: number) => ({ state: 'valid', expires: start / 1000 + seconds, ...session })

test('an access token is valid for an hour and recognised for as long as its session can be refreshed', () => {
  const token = tokens.access(session)
  expect(tokens.readAccess(token)).toEqual(validUntil(3600))
  after(3599)
  expect(tokens.readAccess(token)).toEqual(validUntil(3600))
  after(3600)
  expect(tokens.readAccess(token)).toEqual({ state: 'expired', ...session })
  after(604_799)
  expect(tokens.readAccess(token)).toEqual({ state: 'expired', ...session })
  after(604_800)
  expect(tokens.readAccess(token)).toEqual({ state: 'invalid' })
})

test('a refresh token is valid for seven days', () => {
  const token = tokens.refresh(refreshing)
  after(604_799)
  expect(tokens.readRefresh(token)).toEqual({ ...refreshing, issuedAt: start / 1000 })
  after(604_800)
  expect(tokens.readRefresh(token)).toBeUndefined()
})

const days = (count: number) => count * 24 * 60 * 60

test('no token outlives the thirty days of its session', () => {
  after(days(30) - 60)
  const [access, refresh] = [tokens.access(session), tokens.refresh(refreshing)]
  after(days(30) - 1)
  expect(tokens.readAccess(access)).toEqual(validUntil(days(30)))
  expect(tokens.readRefresh(refresh)).toEqual({ ...refreshing, issuedAt: start / 1000 + days(30) - 60 })
  after(days(30))
  expect(tokens.readAccess(access)).toEqual({ state: 'invalid' })
  expect(tokens.readRefresh(refresh)).toBeUndefined()
})

test('a session whose token has no session start began with the token', () => {
  const { userId: sub, sessionId: sid, epoch } = session
  const claims = { sub, sid, epoch, iss: 'workforce-coverage', iat: start / 1000, exp: start / 1000 + 3600 }
  const refreshToken = jwt.sign({ ...claims, aud: 'refresh', jti: refreshing.tokenId }, secret)
  expect(tokens.readAccess(jwt.sign({ ...claims, aud: 'access' }, secret))).toEqual(validUntil(3600))
  expect(tokens.readRefresh(refreshToken)).toEqual({ ...refreshing, issuedAt: start / 1000 })
})

test.each([undefined, ''])('a missing token (%j) identifies no user', (token) => {
  expect(tokens.readAccess(token)).toEqual({ state: 'none' })
  expect(tokens.readRefresh(token)).toBeUndefined()
})

test('an access token is not a refresh token, nor the reverse', () => {
  expect(tokens.readAccess(tokens.refresh(refreshing))).toEqual({ state: 'invalid' })
  expect(tokens.readRefresh(tokens.access(session))).toBeUndefined()
})

const payload = { sub: session.userId, sid: session.sessionId, epoch: 3, exp: start / 1000 + 60 }
const genuine = { issuer: 'workforce-coverage', audience: 'access' }

test.each([
  ['garbage', 'garbage'],
  ['a foreign signature', createTokens(['another secret'], () => new Date(start)).access(session)],
  ['no signature', jwt.sign(payload, '', { ...genuine, algorithm: 'none' })],
  ['another algorithm', jwt.sign(payload, secret, { ...genuine, algorithm: 'HS512' })],
  ['another issuer', jwt.sign(payload, secret, { ...genuine, issuer: 'someone' })],
  ['no audience', jwt.sign(payload, secret, { issuer: genuine.issuer })],
])('an access token with %s is invalid', (_, token) => {
  expect(tokens.readAccess(token)).toEqual({ state: 'invalid' })
})
