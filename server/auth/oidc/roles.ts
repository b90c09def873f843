import type { Role } from '../../../src/accounts/permissions.ts'
import { roles } from '../../../src/accounts/permissions.ts'
import type { OidcSettings } from '../../settings/settings.ts'

type RoleSettings = Pick<OidcSettings, 'roleClaim' | 'roles'>

/** The value of a claim, which may be nested: `realm_access.roles`. A name of its own with dots comes first. */
function claimAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined
  if (Object.hasOwn(claims, path)) return (claims as Record<string, unknown>)[path]
  const [first = '', ...rest] = path.split('.')
  return rest.length && Object.hasOwn(claims, first)
    ? claimAt((claims as Record<string, unknown>)[first], rest.join('.'))
    : undefined
}

/** The strongest role that the claim gives; null if none, undefined if the service keeps the roles itself. */
export function roleIn(claims: object, { roleClaim, roles: byValue }: RoleSettings): Role | null | undefined {
  if (roleClaim === undefined) return undefined
  const given = [claimAt(claims, roleClaim)].flat().map((value) => byValue.get(String(value)))
  return roles.find((role) => given.includes(role)) ?? null
}
