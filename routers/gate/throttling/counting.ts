import { LRUCache } from 'lru-cache'
import type { Scope } from '../../../src/accounts/limits.ts'
import type { RequestContext } from '../../ports/context.ts'
import { type Counted, rateLimitHeaders } from '../../ports/refusals.ts'
import type { Claims } from '../../ports/sessions.ts'
import type { ThrottleOutcome } from '../../ports/throttles.ts'
import { addressKey, opsPrefix } from './address.ts'

/** A scope, and a key in it. */
export type Counter = [Scope, key: string]

/** A call; without its path if it has already been counted by path. */
type Counting = { ctx: RequestContext; path?: string }

/**
 * The caller's address as a key. The ops port has keys of its own, so that a flood of the public port locks no operator
 * out.
 */
export const addressKeyOf = ({ ip, surface }: Pick<RequestContext, 'ip' | 'surface'>) =>
  `${surface === 'operator' ? opsPrefix : ''}${addressKey(ip)}`

/** Counts the call and sets the headers: in a batch, those of the last call remain. Returns how to take it back. */
export async function count(call: Counting, counter: Counter | undefined) {
  if (!counter) return
  const { response } = call.ctx
  const { counted, giveBack } = await consume(call, counter)
  if (!counted) return
  recordAllowed(call, counter, counted)
  if (response.headersSent) return giveBack
  for (const [name, value] of Object.entries(rateLimitHeaders(counted))) response.setHeader(name, value)
  return giveBack
}

// Safe to remember, because an ended session stays ended. It only decides in which scope a request counts.
const overSessions = new LRUCache<string, true>({ max: 5000 })

const sessionKey = ({ sessionId, epoch }: Claims) => `${sessionId} ${epoch}`

/** Whether an earlier request was refused because the session is over. */
export const isKnownToBeOver = (session: Claims) => overSessions.has(sessionKey(session))

type GiveBack = Awaited<ReturnType<typeof count>>

/** Counts the call of an ended session by address, and no longer in its user's window (D24). */
export async function countByAddress(call: Counting, counter: Counter | undefined, giveBack: GiveBack) {
  const { credentials } = call.ctx
  if ('sessionId' in credentials) overSessions.set(sessionKey(credentials), true)
  const isOfUser = counter && ['user', 'machine', 'planning'].includes(counter[0])
  if (isOfUser) await giveBack?.()
  if (!counter || isOfUser) await count(call, ['anon', addressKeyOf(call.ctx)])
}

/**
 * Counts an attempt before its outcome is known. Then call `record` if it failed, else `giveBack`. 429 if the limit is
 * used up.
 */
export async function attempt(ctx: RequestContext, counter: Counter) {
  const { counted, giveBack } = await consume({ ctx }, counter)
  return { record: () => counted && recordAllowed({ ctx }, counter, counted), giveBack }
}

async function consume(call: Counting, counter: Counter) {
  const { throttles } = call.ctx.services
  const counted = await throttles.consume(...counter).catch((refusal) => {
    record(call, counter, 'blocked')
    throw refusal
  })
  const { resets_in_seconds = 0 } = counted ?? {}
  const countedAt = performance.now()
  return {
    counted,
    /** Not in the last moments of the window: the next one, which has not counted the call, may begin meanwhile. */
    async giveBack() {
      const secondsSince = (performance.now() - countedAt) / 1000
      if (resets_in_seconds - secondsSince > 2) await throttles.giveBack(...counter)
    },
  }
}

const recordAllowed = (call: Counting, counter: Counter, { used, limit }: Counted) =>
  record(call, counter, used < 0.8 * limit ? 'allowed' : 'near')

function record({ ctx: { services }, path }: Counting, [scope, key]: Counter, outcome: ThrottleOutcome) {
  services.metrics.throttled(scope, outcome)
  services.activity.counted(scope, path, outcome)
  // Few keys get near their limit, so counts by key stay small.
  if (outcome !== 'allowed') services.activity.keyCounted({ scope, key }, path, outcome)
}
