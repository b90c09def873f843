import { hash, type Options, verify } from '@node-rs/argon2'

// OWASP's smallest recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a discarded random password; verified for unknown users so that timing reveals nothing. */
export const timingEqualiser =
  '$argon2id$v=19$m=19456,t=2,p=1$8m6vDwYpbm65jdr8t4N6xg$1SpIEsKNGiu6MeIAizUY4yxWJ6gGsA+T5FM5k6b2tvw'

/** An argon2id hash in PHC form (D23). */
export const hashPassword = (password: string) => hash(password, cost)

/** Takes as long for a user who is unknown or has no password as for a wrong password (D23). */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? timingEqualiser, password)
  return passwordHash !== null && matches
}
