import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { type FoundMachine, findMachine, keepUse, type MachineKey } from '../../entities/accounts/machines.ts'
import type { RequestContext, SignedIn } from '../ports/context.ts'
import { invalidMachineToken } from '../ports/refusals.ts'
import type { Credentials } from '../ports/sessions.ts'
import type { Meta } from './meta.ts'
import { count } from './throttling/counting.ts'

/** Milliseconds between two writes of a token's last use. */
const usesEvery = 60_000

// Whose a token was, and when this process last stored its use; by the hash of its secret, because its id is no secret.
const knownTokens = new LRUCache<string, { userId: string; storedAt: number }>({ max: 5000 })
/** Guesses look their tokens up one after another, so they never take more than one connection. */
const strangers = pLimit(1)

/** What is known of a call before its caller is. */
export type AskedCall = { ctx: RequestContext; meta: Meta | undefined; path: string }

const nameOf = (key: MachineKey) => ('id' in key ? key.secretHash : key.clientId)

/**
 * Finds out whose the token in the header is (D56): the call's credentials then name the machine. Those of a wrong token
 * stay as they are, and the call counts by address. Each call of a batch asks, because the token may be revoked meanwhile.
 */
export async function identifyMachine(call: AskedCall) {
  const { ctx } = call
  const { credentials } = ctx
  if (credentials.state !== 'token' || !credentials.key) return
  await refuseBeyondLimit(call, credentials.key)
  ctx.credentials = (await identified(ctx, credentials.key, credentials.expires)) ?? credentials
}

/** 429 without a look-up for a machine that is known to have used up its window. */
async function refuseBeyondLimit(call: AskedCall, key: MachineKey) {
  const known = knownTokens.get(nameOf(key))
  const scope = call.meta?.throttle === 'planning' ? 'planning' : 'machine'
  if (known && call.ctx.services.throttles.isKnownToBeFull(scope, known.userId))
    await count(call, [scope, known.userId])
}

async function identified(ctx: RequestContext, key: MachineKey, expires?: number) {
  const { clock, orm } = ctx.services
  const find = () => findMachine(orm.em, key, clock())
  const found = await (knownTokens.has(nameOf(key)) ? find() : strangers(find))
  if (!found) return
  keepLastUse(ctx, key, found)
  const machine = { key, caller: found }
  const ends = found.expires_at === null ? expires : new Date(found.expires_at).getTime() / 1000
  return {
    state: 'valid',
    machine,
    expires: ends ?? 0,
    userId: found.id,
    sessionId: found.token,
    epoch: found.session_epoch,
    authTime: 0,
  } satisfies Credentials
}

/** Stores the use in the background, unless it was stored within the last minute. A client's own token has no row. */
function keepLastUse(
  { ip, services }: RequestContext,
  key: MachineKey,
  { id, token, last_used_at }: FoundMachine,
) {
  const { clock, log, orm } = services
  const at = clock()
  const stored = Math.max(
    knownTokens.get(nameOf(key))?.storedAt ?? 0,
    last_used_at ? new Date(last_used_at).getTime() : 0,
  )
  const isDue = at.getTime() - stored >= usesEvery
  knownTokens.set(nameOf(key), { userId: id, storedAt: isDue ? at.getTime() : stored })
  if (isDue && 'id' in key)
    keepUse(orm.em.fork(), { token, at, from: ip }).catch((err) =>
      log.warn({ err }, 'could not store the last use of a machine’s token'),
    )
}

/** The machine as it is now; 401 if its token is no longer valid. */
export async function checkMachine({ services }: RequestContext, key: MachineKey): Promise<SignedIn> {
  const found = await findMachine(services.orm.em, key, services.clock())
  if (!found) throw invalidMachineToken()
  return { ...found, sessionId: found.token }
}
