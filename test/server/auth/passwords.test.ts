import { hash, parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, timingEqualiser, verifyPassword } from '../../../server/auth/passwords.ts'

test('a password is kept as an argon2id hash that only it matches', async () => {
  const kept = await hashPassword(' correct horse ')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(kept, ' correct horse ')).toBe(true)
  expect(await verifyPassword(kept, 'correct horse')).toBe(false)
  expect(await verifyPassword(kept, '')).toBe(false)
})

test('nobody signs in without a stored password', async () => {
  expect(await verifyPassword(null, '')).toBe(false)
  expect(await verifyPassword(null, 'anything')).toBe(false)
})

test('an unknown user costs what a known one costs', async () => {
  expect(parseOptions(timingEqualiser)).toEqual(parseOptions(await hashPassword('x')))
  expect(parseOptions(timingEqualiser)).not.toEqual(parseOptions(await hash('x', { timeCost: 1 })))
})
