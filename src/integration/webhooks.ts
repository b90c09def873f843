import type { ChangeAction } from '../logs/events.ts'

/** Why nothing is sent to an endpoint: an operator's will, three days of failures, its own (410), or a forgotten place. */
export const offReasons = ['OPERATOR', 'FAILED', 'GONE', 'BEHIND'] as const
export type OffReason = (typeof offReasons)[number]

/** The most endpoints; each takes one request at a time. */
export const mostEndpoints = 100

/** For how many milliseconds the former secret still signs after a rotation. */
export const rotationTime = 24 * 3_600_000

/** Milliseconds after the first failure of a message when its endpoint is switched off. */
export const patience = 3 * 24 * 3_600_000

const [shortest, longest] = [5000, 4 * 3_600_000]

/** Milliseconds until a message is sent again: 5 s, 15 s, 45 s ... 4 h; a fifth more or less, so that all do not come at once. */
export const retryDelay = (failures: number, random = Math.random()) =>
  Math.round(Math.min(shortest * 3 ** (failures - 1), longest) * (0.8 + 0.4 * random))

/** What a change is called in a message, such as `employee_tag.updated`. */
export const messageType = (subject: string, action: ChangeAction) =>
  `${subject.slice(0, -1)}.${action.toLowerCase()}d`

/** Why messages cannot be sent to the address; undefined if they can. */
export function urlProblem(text: string, allowsHttp: boolean): string | undefined {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return 'Enter an address that begins with https://.'
  if (url.protocol === 'http:' && !allowsHttp) return 'In production only https is allowed.'
  if (url.username || url.password || url.hash) return 'The address may have no user, password or fragment.'
}
