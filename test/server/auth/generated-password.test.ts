import { expect, test } from 'vitest'
import { generatePassword } from '../../../server/auth/passwords.ts'

test('a generated password has at least 128 bits', () => {
  const groups = generatePassword().split('-')
  expect(groups).toEqual(groups.map(() => expect.stringMatching(/^[a-hjkmnp-z2-9]{5}$/)))
  expect(groups.length * 5 * Math.log2(31)).toBeGreaterThanOrEqual(128)
  expect(generatePassword()).not.toBe(groups.join('-'))
})
