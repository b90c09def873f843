import type { System } from '../../routers/gate/context.ts'
import { defaultRates } from '../../src/limits.ts'
import { Environment } from '../settings.ts'

const secrets = ['JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'OIDC_CLIENT_SECRET']

const throttleDefaults = Object.fromEntries(
  Object.entries(defaultRates).map(([scope, rate]) => [`THROTTLE_${scope.toUpperCase()}`, rate]),
)

/** The settings in force, by the names of their variables: a secret has no value, an address no password. */
export function shownSettings(env: Record<string, string | undefined>): System['settings'] {
  const defaults: Record<string, unknown> = { ...Environment.parse({}), ...throttleDefaults }
  return Object.keys(Environment.shape).map((name) => {
    const given = env[name]?.trim() ? env[name] : undefined
    const is_secret = secrets.includes(name)
    const text = given ?? defaults[name]?.toString() ?? null
    const value = is_secret ? null : text && withoutPassword(text)
    return { name, value, source: given === undefined ? 'default' : 'environment', is_secret }
  })
}

/** The address of a store without its user, password and parameters; any other text as it is. */
function withoutPassword(text: string): string {
  if (!/^(postgres(ql)?|rediss?):/.test(text) || !URL.canParse(text)) return text
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname}`
}
