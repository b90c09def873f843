import { createRequire } from 'node:module'

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')
const matching = new Set<string>()

export const { hash, parseOptions } = argon2

/** Hundreds of test users share one hash. What has matched once is not computed again, which saves a tenth of the run. */
export async function verify(passwordHash: string, password: string): Promise<boolean> {
  const key = JSON.stringify([passwordHash, password])
  if (!matching.has(key) && (await argon2.verify(passwordHash, password))) matching.add(key)
  return matching.has(key)
}
