import { type Scope, scopes } from '../../../src/limits.ts'

type Limits = Record<Scope, number>

/** Not divisible by the number of processes; few for accounts, because each attempt hashes a password. */
export const perHour: Limits = { anon: 50, user: 50, login: 50, account: 10, token_refresh: 50, logout: 50 }
export const perSecond: Limits = { anon: 8, user: 8, login: 8, account: 4, token_refresh: 8, logout: 8 }

/** The processes of the first instance and of the second. */
export const workers: [number, number] = [1, 2]

/** The settings of an instance behind one proxy, so that each key of an address can have its own. */
export const settingsOf = (limits: Limits, period: 'hour' | 'second') => ({
  TRUST_PROXY: '1',
  ...Object.fromEntries(
    scopes.map((scope) => [`THROTTLE_${scope.toUpperCase()}`, `${limits[scope]}/${period}`]),
  ),
})
