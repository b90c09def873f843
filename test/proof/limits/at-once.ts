import type { Scope } from '../../../src/accounts/limits.ts'
import { type Answer, type Request, send } from '../calls/send.ts'
import type { Pair } from '../run/pair.ts'
import type { Kind } from './kinds.ts'

/** How requests of one key were answered; `unavailable` are those that no throttle says it counted. */
export type Tally = { admitted: number; refused: number; unavailable: number; broken: number }

export type Key = { kind: Kind; newRequest: () => Request }

/** Sends this many requests at once, alternately to both instances. */
export async function sendAtOnce(pair: Pair, { kind, newRequest }: Key, count: number): Promise<Tally> {
  const sending = Array.from({ length: count }, (_, number) =>
    send(pair.instances[number % 2 ? 1 : 0].url, newRequest()),
  )
  return tallyOf(await Promise.all(sending), kind.scope)
}

function tallyOf(answers: Answer[], scope: Scope): Tally {
  const count = (is: (answer: Answer) => boolean) => answers.filter(is).length
  return {
    admitted: count((answer) => isAdmitted(answer, scope)),
    refused: count(({ status }) => status === 429),
    unavailable: count((answer) => answer.status === 503 && !isAdmitted(answer, scope)),
    broken: count(({ status }) => status >= 500 && status !== 503),
  }
}

/** Even a request that the throttle has admitted may be answered 503, because Redis or PostgreSQL is away. */
export function isAdmitted({ status, headers }: Answer, scope: Scope): boolean {
  if (status === 503) return headers.get('ratelimit')?.startsWith(`"${scope}"`) ?? false
  return status !== 429
}

/** Adds up tallies of one key. */
export function sum(tallies: Tally[]): Tally {
  const total = (of: keyof Tally) => tallies.reduce((all, tally) => all + tally[of], 0)
  return {
    admitted: total('admitted'),
    refused: total('refused'),
    unavailable: total('unavailable'),
    broken: total('broken'),
  }
}

type Expected = { kind: Kind; when: string; limit: number; least?: number }

/** What is wrong with a tally that should be exactly the limit, or no less than `least` if that is given. */
export function problemsOf(tally: Tally, { kind, when, limit, least = limit }: Expected): string[] {
  const { admitted, refused, unavailable, broken } = tally
  const about = `${kind.name}, ${when}:`
  const all = `${admitted} admitted, ${refused} refused, ${unavailable} answered 503`
  const problems = broken ? [`${about} ${broken} answers were 5xx other than 503.`] : []
  if (admitted > limit) problems.push(`${about} more than ${limit}: ${all}.`)
  if (admitted + unavailable < least) problems.push(`${about} fewer than ${least}: ${all}.`)
  return problems
}
