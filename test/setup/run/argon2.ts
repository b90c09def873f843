import { createRequire } from 'node:module'

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')
const verified = new Map<string, Promise<boolean>>()

export const { hash } = argon2

/** Tests sign hundreds of users in with one hash and one password, which would take a tenth of their time: here it is verified once. */
export function verify(passwordHash: string, password: string): Promise<boolean> {
  const key = JSON.stringify([passwordHash, password])
  const known = verified.get(key) ?? argon2.verify(passwordHash, password)
  verified.set(key, known)
  return known
}
