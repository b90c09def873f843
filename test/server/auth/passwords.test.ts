import { hash, parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { WireError } from '../../../routers/ports/refusals.ts'
import {
  hashPassword,
  hashPasswordsAtOnce,
  timingEqualiser,
  verifyPassword,
} from '../../../server/auth/passwords.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { password, startService } from '../../setup/service.ts'

test('a password is stored as an argon2id hash that matches only this password', async () => {
  const kept = await hashPassword(' correct horse ')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(kept, ' correct horse ')).toBe(true)
  expect(await verifyPassword(kept, 'correct horse')).toBe(false)
  expect(await verifyPassword(kept, '')).toBe(false)
})

test('a user without a stored password cannot sign in', async () => {
  expect(await verifyPassword(null, '')).toBe(false)
  expect(await verifyPassword(null, 'anything')).toBe(false)
})

test('a login of an unknown user takes as long as one of a known user', async () => {
  expect(parseOptions(timingEqualiser)).toEqual(parseOptions(await hashPassword('x')))
  expect(parseOptions(timingEqualiser)).not.toEqual(parseOptions(await hash('x', { timeCost: 1 })))
})

test('a few passwords are hashed at once, some wait, and the rest are 503 immediately', async () => {
  hashPasswordsAtOnce(2)
  const kept = await hashPassword('x')
  const checks = Array.from({ length: 40 }, () => verifyPassword(kept, 'x').catch((refusal) => refusal))
  const asked = [...checks, hashPassword('x').catch((refusal) => refusal)]
  const refused = (await Promise.all(asked)).filter((answer) => answer instanceof WireError)
  expect(refused.map(({ code, body, headers }) => ({ code, body, headers }))).toEqual(
    Array(7).fill({
      code: 'UNAVAILABLE',
      body: { detail: 'Service temporarily unavailable.' },
      headers: { 'Retry-After': '1' },
    }),
  )
  expect(await verifyPassword(kept, 'x')).toBe(true)
})

// It takes seconds of CPU.
if (isCheck)
  test('forty people can sign in at once, and a flood is told to try again later', async () => {
    const service = await startService()
    // Each has a hash of their own, since one that has matched is not computed again.
    const hashes = await Promise.all(Array.from({ length: 40 }, () => hashPassword(password)))
    const users = await Promise.all(
      hashes.map((password_hash) => service.addUser('VIEWER', { password_hash })),
    )
    const signIn = (email: string) => service.anonymous().login(email, password)
    const monday = await Promise.all(users.map(({ email }) => signIn(email)))
    expect(monday.map(({ status }) => status)).toEqual(Array(40).fill(200))
    await service.close()

    const small = await startService({ env: { PASSWORD_HASHES: '1' } })
    const flood = await Promise.all(
      Array.from({ length: 100 }, () => small.anonymous().login('nobody@clinic.example', password)),
    )
    const refused = flood.filter(({ status }) => status === 503)
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([400, 503]))
    expect(refused[0]?.body).toEqual({ detail: 'Service temporarily unavailable.' })
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    await small.close()
  })
