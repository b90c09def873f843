import { type Scope, scopes } from '../../src/accounts/limits.ts'

/** The environment variable of every throttle, with its rate. */
export const throttleSettings = (rateOf: (scope: Scope) => string): Record<string, string> =>
  Object.fromEntries(scopes.map((scope) => [`THROTTLE_${scope.toUpperCase()}`, rateOf(scope)]))

export const throttlesOff = throttleSettings(() => 'off')
