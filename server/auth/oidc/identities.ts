import { LockMode } from '@mikro-orm/core'
import type { Logger } from 'pino'
import { User } from '../../../entities/accounts/user.ts'
import { findByEmail } from '../../../entities/accounts/users.ts'
import { writeRefusal } from '../../../entities/connection/availability.ts'
import type { Em } from '../../../entities/connection/em.ts'
import { transaction } from '../../../entities/connection/transaction.ts'
import { theService } from '../../../src/logs/audit.ts'
import type { Grant, Provider } from './provider.ts'
import type { Verifier } from './verifier.ts'

type Parts = { provider: Provider; verifier: Verifier; log: Logger }

/** Finds the user of an identity at the provider. The first login binds the two by a verified email (D22). */
export function createIdentities({ provider, verifier, log }: Parts) {
  const find = async (em: Em, subject: string): Promise<User | null> =>
    em.findOne(User, { issuer: await provider.issuer(), subject })

  /** Takes the email from the ID token, or else from the userinfo endpoint, which must say that it is verified. */
  async function findByVerifiedEmail(em: Em, { idToken, accessToken }: Grant, subject: string) {
    const read = idToken && (await verifier.readFresh(idToken, 'id').catch(() => undefined))
    const claims = read && 'email_verified' in read ? read : await provider.userInfo(accessToken)
    const { sub, email, email_verified } = claims
    const isVerified = sub === subject && (email_verified === true || email_verified === 'true')
    if (!isVerified || typeof email !== 'string') return null
    const found = await findByEmail(em, email)
    // PostgreSQL folds the Kelvin sign to k, but to the provider such emails are two people's.
    return found?.email.toUpperCase() === email.toUpperCase() ? found : null
  }

  return {
    find,

    /** The active user who logs in; undefined if there is none. */
    async recognise(em: Em, { grant, subject, now }: { grant: Grant; subject: string; now: Date }) {
      const issuer = await provider.issuer()
      const found = (await find(em, subject)) ?? (await findByVerifiedEmail(em, grant, subject))
      if (!found) return undefined
      const { id } = found
      const isBound = found.issuer === issuer && found.subject === subject
      return transaction({ em, author: theService(now) }, async (em) => {
        const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (!user.is_active) return undefined
        if (!user.bindTo(issuer, subject)) {
          log.warn({ user: id, issuer, subject }, 'a user record is bound to another identity')
          return undefined
        }
        user.last_login = now
        return user
      }).catch((error) => {
        // While PostgreSQL cannot write, users can still sign in and read.
        if (isBound && found.is_active && writeRefusal(error)) return found
        throw error
      })
    },
  }
}
