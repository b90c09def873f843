import { type Request, send } from '../calls/send.ts'
import type { Pair } from '../run/pair.ts'
import { isAdmitted } from './at-once.ts'
import type { Kind } from './kinds.ts'

type Sample = { sent: number; answered: number; isAdmitted: boolean; isRefused: boolean; remaining?: number }
type Series = { kind: Kind; newRequest: () => Request; samples: Sample[] }
type Turning = { kinds: readonly Kind[]; milliseconds: number; clientsOfEach: number }

/** How much longer filling a window may take on a busy machine, in milliseconds. */
const grace = 30_000

/** Sends requests of all kinds to both instances without a pause, so that windows fill and end. */
export function sendThroughTurns(pair: Pair, { kinds, milliseconds, clientsOfEach }: Turning) {
  const ends = performance.now() + milliseconds
  const latest = ends + grace
  const sendOneKind = async (kind: Kind): Promise<Series> => {
    const one: Series = { kind, newRequest: await kind.newKey(pair), samples: [] }
    const isOver = () => performance.now() > (one.samples.some(({ isRefused }) => isRefused) ? ends : latest)
    const client = async (_: unknown, number: number) => {
      while (!isOver()) one.samples.push(await sample(pair.instances[number % 2 ? 1 : 0].url, one))
    }
    await Promise.all(Array.from({ length: clientsOfEach }, client))
    return one
  }
  return Promise.all(kinds.map(sendOneKind))
}

async function sample(url: string, { kind, newRequest }: Series): Promise<Sample> {
  const sent = performance.now()
  const answer = await send(url, newRequest())
  const [, scope, remaining] = /^"(\w+)";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '') ?? []
  return {
    sent,
    answered: performance.now(),
    isAdmitted: isAdmitted(answer, kind.scope),
    isRefused: answer.status === 429,
    // The header of a login is about its address, not about its account.
    remaining: scope === kind.scope ? Number(remaining) : undefined,
  }
}

/** Redis counts whole milliseconds. */
const tolerance = 5

type Rate = { limit: number; milliseconds: number }
type Judged = { windows: number; admitted: number; problems: string[] }

/** At most the limit in each window, and no window before the one before it has ended. */
export function judgeTurns({ kind, samples }: Series, { limit, milliseconds }: Rate): Judged {
  const admitted = samples.filter(({ isAdmitted }) => isAdmitted)
  const firsts = admitted
    .filter(({ remaining }) => remaining === limit - 1)
    .sort((one, other) => one.sent - other.sent)
  const possible = Math.floor(spanOf(samples) / milliseconds) + 1
  const windows = admitted.some(({ remaining }) => remaining !== undefined) ? firsts.length : possible
  const problems: string[] = []
  const early = firsts.filter((first, index) => {
    const before = firsts[index - 1]
    return before && spanOf([before, first]) < milliseconds - tolerance
  })
  if (early.length) problems.push(`${early.length} windows began before the one before had ended.`)
  if (admitted.length > windows * limit)
    problems.push(`${admitted.length} admitted in ${windows} windows of ${limit}.`)
  if (!samples.some(({ isRefused }) => isRefused)) problems.push('No window was full.')
  return {
    windows,
    admitted: admitted.length,
    problems: problems.map((problem) => `${kind.name}, at the turn of windows: ${problem}`),
  }
}

/** From the first request to the last answer. */
const spanOf = (samples: Sample[]) =>
  Math.max(...samples.map(({ answered }) => answered)) - Math.min(...samples.map(({ sent }) => sent))
