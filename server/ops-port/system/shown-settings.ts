import { eachHost } from '../../../entities/connection/hosts.ts'
import type { System } from '../../../routers/ports/context.ts'
import { defaultRates, scopes } from '../../../src/accounts/limits.ts'
import { list } from '../../settings/setting-fields.ts'
import { Environment, givenSettings, throttleVariable } from '../../settings/settings.ts'

const secrets = ['JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'OIDC_CLIENT_SECRET']

const throttleDefaults = Object.fromEntries(
  scopes.map((scope) => [throttleVariable(scope), defaultRates[scope]]),
)

/** The current settings by the names of their variables, without secrets and without passwords in addresses. */
export function shownSettings(env: Record<string, string | undefined>): System['settings'] {
  const { FTE_HOURS, HEADROOM_PCT, ...parsed } = Environment.parse({})
  // Kept in hundredths.
  const decimals = { FTE_HOURS: FTE_HOURS / 100, HEADROOM_PCT: HEADROOM_PCT / 100 }
  const defaults: Record<string, unknown> = { ...parsed, ...decimals, ...throttleDefaults }
  const { given } = givenSettings(env)
  const sourceOf = (name: string) => {
    if (given[name] === undefined) return 'default'
    return env[name]?.trim() ? 'environment' : 'file'
  }
  return Object.keys(Environment.shape).map((name) => {
    const text = given[name] ?? defaults[name]?.toString() ?? null
    const value = text === null ? null : shown(name, text)
    const is_secret = secrets.includes(name) || (text !== null && value === null)
    return { name, value, source: sourceOf(name), is_secret }
  })
}

function shown(name: string, text: string): string | null {
  if (secrets.includes(name)) return null
  if (name === 'DATABASE_REPLICA_URL') {
    const addresses = list.parse(text).map(withoutPassword)
    return addresses.includes(null) ? null : addresses.join(',')
  }
  return /_URL$|_ISSUER$/.test(name) ? withoutPassword(text) : text
}

/** The address without user, password, parameters and fragment; null if part of a password may remain. */
function withoutPassword(text: string): string | null {
  const urls = eachHost(text).map((one) => URL.parse(one))
  const [url] = urls
  if (!url || urls.includes(null)) return null
  const shown = `${url.protocol}//${urls.map((one) => one?.host).join(',')}${url.pathname}`
  return /@|%40/.test(shown) ? null : shown
}
