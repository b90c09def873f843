import type { TRPCError } from '@trpc/server'
import { nativeAnswer, toTRPCError } from './errors.ts'
import type { Call } from './guard.ts'
import { onlyReads } from './meta.ts'

type Outcome = { ok: true } | { ok: false; error: TRPCError }

/** After a change: remembers that the session reads from no replica that lacks it. */
export async function rememberWrite(call: Call, outcome: Outcome) {
  const { credentials, services } = call.ctx
  if (!services.replicas || onlyReads(call) || !('sessionId' in credentials)) return
  // What was refused has written nothing; what failed may have been committed nevertheless.
  const isRefused = !outcome.ok && nativeAnswer(toTRPCError(outcome.error)).status < 500
  if (!isRefused) await services.replicas.wrote(credentials.sessionId, outcome.ok)
}
