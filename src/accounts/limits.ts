/** The scopes of throttles: each counts a kind of request, except `account`, which counts failed logins (D24). */
export const scopes = [
  'anon',
  'user',
  'machine',
  'planning',
  'login',
  'account',
  'token_refresh',
  'logout',
] as const
export type Scope = (typeof scopes)[number]

/** At most `limit` requests per window of `seconds`. */
export type Rate = { limit: number; seconds: number }

/** The default rates; settings override them. */
export const defaultRates = {
  anon: '100/hour',
  user: '1000/hour',
  machine: '10000/hour',
  planning: '120/hour',
  login: '5/hour',
  account: '20/hour',
  token_refresh: '20/hour',
  logout: '20/hour',
} as const satisfies Record<Scope, string>

const periods = new Map([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
])

/** Parses a rate such as `100/hour`; null for `off`, undefined for anything else. */
export function parseRate(text: string): Rate | null | undefined {
  if (text === 'off') return null
  const [, limit, period = ''] = /^([1-9]\d{0,8})\/(\w+)$/.exec(text) ?? []
  const seconds = periods.get(period)
  return limit && seconds ? { limit: Number(limit), seconds } : undefined
}

/** Lifetimes of the cookies, in seconds. */
export const accessTokenSeconds = 60 * 60
export const refreshTokenSeconds = 7 * 24 * 60 * 60

/** The longest life of a session, however often it is refreshed (D48). */
export const sessionSeconds = 30 * 24 * 60 * 60

/**
 * How long revocations last: longer than a refresh token, because a refresh in progress may issue a token just after
 * its session ended, and because the clocks of machines differ.
 */
export const revocationSeconds = refreshTokenSeconds + accessTokenSeconds

/** The time spans for which operators see activity. */
export const activityRanges = ['hour', 'day', 'week'] as const
export type ActivityRange = (typeof activityRanges)[number]
