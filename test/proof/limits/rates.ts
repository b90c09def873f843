import { type Scope, scopes } from '../../../src/accounts/limits.ts'
import { throttleSettings } from '../../setup/throttle-settings.ts'

type Limits = Record<Scope, number>

/** Not divisible by the number of processes; few for accounts, because each attempt hashes a password. */
const limits = (most: number, ofAccounts: number) =>
  Object.fromEntries(scopes.map((scope) => [scope, scope === 'account' ? ofAccounts : most])) as Limits
export const perHour = limits(21, 5)
export const perSecond = limits(4, 2)

/** Of the first instance and of the second. */
export const workers: [number, number] = [1, 2]

/** All that count, with the leader of the two workers, which serves the ops port and so has a share of each limit. */
export const processes = 4

/** The settings of an instance behind one proxy, so that each key of an address can have its own. */
export const settingsOf = (limits: Limits, period: 'hour' | 'second') => ({
  TRUST_PROXY: '1',
  ...throttleSettings((scope) => `${limits[scope]}/${period}`),
})
