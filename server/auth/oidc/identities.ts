import { LockMode } from '@mikro-orm/core'
import type { Logger } from 'pino'
import { User } from '../../../entities/accounts/user.ts'
import { findByEmail } from '../../../entities/accounts/users.ts'
import { writeRefusal } from '../../../entities/connection/availability.ts'
import type { Em } from '../../../entities/connection/em.ts'
import { transaction } from '../../../entities/connection/transaction.ts'
import { type Role, roles } from '../../../src/accounts/permissions.ts'
import { theService } from '../../../src/logs/audit.ts'
import type { OidcSettings } from '../../settings/settings.ts'
import type { Grant, Provider } from './provider.ts'
import type { ProviderClaims, Verifier } from './verifier.ts'

type Parts = { provider: Provider; verifier: Verifier; settings: OidcSettings; log: Logger }

/** `claims` are those of the access token. */
type Recognised = { grant: Grant; claims: ProviderClaims; now: Date }

/** Finds the user of an identity at the provider. The first login binds the two by a verified email (D22). */
export function createIdentities({ provider, verifier, settings, log }: Parts) {
  const find = async (em: Em, subject: string): Promise<User | null> =>
    em.findOne(User, { issuer: await provider.issuer(), subject })

  /** Takes the email from the ID token, or else from the userinfo endpoint, which must say that it is verified. */
  async function findByVerifiedEmail(em: Em, { idToken, accessToken }: Grant, subject: string) {
    const read = idToken && (await verifier.readFresh(idToken, 'id').catch(() => undefined))
    const saysVerified = read && ('email_verified' in read || 'xms_edov' in read)
    const claims: Record<string, unknown> = saysVerified ? read : await provider.userInfo(accessToken)
    const { sub, email, email_verified = claims.xms_edov } = claims
    // Entra says in `xms_edov` whether the organisation has proved that the domain is its own.
    const isVerified = sub === subject && [true, 'true', 1, '1'].includes(email_verified as string)
    if (!isVerified || typeof email !== 'string' || email.includes('\0')) return null
    const found = await findByEmail(em, email)
    // PostgreSQL folds the Kelvin sign to k, but to the provider such emails are two people's.
    return found?.email.toUpperCase() === email.toUpperCase() ? found : null
  }

  const refuse = (reason: string, subject: string) =>
    void log.info({ reason, subject }, 'an identity of the provider may not sign in')

  return {
    find,

    /** The active user who logs in; undefined if there is none, and the log says why. */
    async recognise(em: Em, { grant, claims, now }: Recognised) {
      const { sub: subject } = claims
      const issuer = await provider.issuer()
      const role = roleIn(claims, settings)
      if (role === null) return refuse('OIDC_ROLE_CLAIM gives no role', subject)
      const found = (await find(em, subject)) ?? (await findByVerifiedEmail(em, grant, subject))
      if (!found) return refuse('no user has its verified email', subject)
      const { id } = found
      const isBound = found.issuer === issuer && found.subject === subject
      return transaction({ em, author: theService(now) }, async (em) => {
        const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (!user.is_active) return refuse('the user is deactivated', subject)
        if (!user.bindTo(issuer, subject)) {
          log.warn({ user: id, issuer, subject }, 'a user record is bound to another identity')
          return undefined
        }
        if (role) user.setRole(role)
        user.last_login = now
        return user
      }).catch((error) => {
        // While PostgreSQL cannot write, users can still sign in and read.
        const isSame = isBound && found.is_active && (!role || found.role === role)
        if (isSame && writeRefusal(error)) return found
        throw error
      })
    },
  }
}

type Renewed = { claims: ProviderClaims; settings: OidcSettings; now: Date }

/** Gives the user the role of the claims; ends all their sessions and returns false if they give none. */
export async function updateRole(em: Em, { id, role }: User, { claims, settings, now }: Renewed) {
  const given = roleIn(claims, settings)
  if (given !== undefined && given !== role)
    await transaction({ em, author: theService(now) }, async (em) => {
      const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (given) user.setRole(given)
      else user.endSessions()
    })
  return given !== null
}

/** The value of a claim, which may be nested: `realm_access.roles`. A name of its own with dots comes first. */
function claimAt(claims: unknown, path: string): unknown {
  const own = new Map<string, unknown>(Object.entries(Object(claims)))
  if (own.has(path)) return own.get(path)
  const [first = '', ...rest] = path.split('.')
  return rest.length ? claimAt(own.get(first), rest.join('.')) : undefined
}

/** The strongest role that the claim gives; null if none, undefined if the service keeps the roles itself. */
function roleIn(claims: object, { roleClaim, roles: byValue }: OidcSettings): Role | null | undefined {
  if (roleClaim === undefined) return undefined
  const given = [claimAt(claims, roleClaim)].flat().map((value) => byValue.get(String(value)))
  return roles.find((role) => given.includes(role)) ?? null
}
