import { randomInt } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { busy } from '../../routers/ports/refusals.ts'

// OWASP's smallest recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a discarded random password; verified for unknown users so that timing reveals nothing. */
export const timingEqualiser =
  '$argon2id$v=19$m=19456,t=2,p=1$8m6vDwYpbm65jdr8t4N6xg$1SpIEsKNGiu6MeIAizUY4yxWJ6gGsA+T5FM5k6b2tvw'

/** Hashing takes a thread and 19 MiB, so both listeners of a process share one limit. */
const hashing = pLimit(4)

/** Sets how many passwords this process hashes at once. */
export function hashPasswordsAtOnce(most: number) {
  hashing.concurrency = most
}

/** How many may wait per password being hashed: about a second's work. */
const waitingForEach = 16

/** Queues the work; 503 if too many are waiting already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.pendingCount >= waitingForEach * hashing.concurrency) throw busy(1)
  return hashing(work)
}

/** An argon2id hash in PHC form (D23). */
export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

/** Takes as long for a user who is unknown or has no password as for a wrong password (D23). */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? timingEqualiser, password))
  return passwordHash !== null && matches
}

const costOf = (passwordHash: string) => passwordHash.split('$', 4).join()

/** Whether the hash was made at a different cost than new ones. */
export const isOutdated = (passwordHash: string) => costOf(passwordHash) !== costOf(timingEqualiser)

/** Leaves out characters that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A random password of 148 bits that can be read out, such as `k7mqp-3xw9n-ce2hj-v8atd-z4yrb-6fgqs`. */
export const generatePassword = () => Array.from({ length: 6 }, group).join('-')
