import type { TRPCError } from '@trpc/server'
import type { Replicas } from '../ports/context.ts'
import { nativeAnswer, toTRPCError } from './errors.ts'
import type { Call } from './guard.ts'
import { onlyReads } from './meta.ts'

type Outcome = { ok: true } | { ok: false; error: TRPCError }

/** Remembers a change, so that its session reads from no replica that lacks it. */
export async function rememberWrite(replicas: Replicas, call: Call, outcome: Outcome) {
  const { credentials } = call.ctx
  if (onlyReads(call) || !('sessionId' in credentials)) return
  // A refused change has written nothing; one that failed may have been committed nevertheless.
  const isRefused = !outcome.ok && nativeAnswer(toTRPCError(outcome.error)).status < 500
  if (!isRefused) await replicas.wrote(credentials.sessionId, outcome.ok)
}
