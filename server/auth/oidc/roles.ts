import { type Role, roles } from '../../../src/accounts/permissions.ts'
import type { OidcSettings } from '../../settings/settings.ts'

/** The value of a claim, which may be nested: `realm_access.roles`. A name of its own with dots comes first. */
function claimAt(claims: unknown, path: string): unknown {
  const own = new Map<string, unknown>(Object.entries(Object(claims)))
  if (own.has(path)) return own.get(path)
  const [first = '', ...rest] = path.split('.')
  return rest.length ? claimAt(own.get(first), rest.join('.')) : undefined
}

/** The strongest role that the claim gives; null if none, undefined if the service keeps the roles itself. */
export function roleIn(claims: object, { roleClaim, roles: byValue }: OidcSettings): Role | null | undefined {
  if (roleClaim === undefined) return undefined
  const given = [claimAt(claims, roleClaim)].flat().map((value) => byValue.get(String(value)))
  return roles.find((role) => given.includes(role)) ?? null
}
