import type { Pair } from '../pair.ts'
import { type Answer, type Request, send } from '../send.ts'
import type { Kind } from './kinds.ts'

/** How requests of one key were answered; a request that was answered 503 may have been counted or not. */
export type Tally = { admitted: number; refused: number; unavailable: number; broken: number }

/** Sends so many requests at once, by turns to both instances. */
export async function sendAtOnce(pair: Pair, newRequest: () => Request, count: number): Promise<Tally> {
  const sending = Array.from({ length: count }, (_, number) =>
    send(pair.instances[number % 2 ? 1 : 0].url, newRequest()),
  )
  return tallyOf(await Promise.all(sending))
}

function tallyOf(answers: Answer[]): Tally {
  const count = (is: (status: number) => boolean) => answers.filter(({ status }) => is(status)).length
  return {
    admitted: count((status) => status < 500 && status !== 429),
    refused: count((status) => status === 429),
    unavailable: count((status) => status === 503),
    broken: count((status) => status >= 500 && status !== 503),
  }
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
