import { createHmac } from 'node:crypto'
import type { TRPCError } from '@trpc/server'
import { findKeptAnswer, keepAnswer } from '../../entities/accounts/kept-answer.ts'
import type { Em } from '../../entities/connection/em.ts'
import { isAlone } from '../../entities/locks.ts'
import { type DomainCode, DomainError, Overtaken } from '../../src/errors.ts'
import type { Once, ProcedureContext, RequestContext, SignedIn } from '../ports/context.ts'
import { digest, idempotencyKey } from '../ports/idempotency-key.ts'
import { inProgress, keyReused } from '../ports/refusals.ts'
import { toTRPCError } from './errors.ts'
import type { Added, ProcedureCall } from './guard.ts'
import { onlyReads } from './meta.ts'

type Admitted = Added<ProcedureContext> & { caller?: SignedIn }

export type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError }

/** What is kept: what the procedure answered, or how it refused. */
type Kept = { data?: unknown; refusal?: { code: DomainCode; body: DomainError['body'] } }

/**
 * Answers a write with an `Idempotency-Key` once: the same request of the same caller gets the first answer again (D57).
 * A write through `inTurn` keeps its answer in its transaction, everything else keeps it afterwards.
 */
export async function answerOnce<R extends Result>(
  call: ProcedureCall,
  { caller, em, now }: Admitted,
  run: (once?: Once) => Promise<R>,
): Promise<R> {
  const key = caller && call.ctx.surface !== 'operator' && !onlyReads(call) && idempotencyKey(call.ctx)
  if (!key) return run()
  const id = digest(caller.id, key)
  const request = digest(key, call.path, await canonicalInput(call))
  const earlier = await findKeptAnswer(em, { id, request })
  if (earlier && !earlier.is_same) throw keyReused()
  if (earlier) return replay<R>(call.ctx, JSON.parse(earlier.answer))

  const keep = (em: Em, kept: Kept) =>
    keepAnswer(em, { id, request, answer: JSON.stringify(kept), kept_at: now })
  let isKept = false
  const result = await run({
    async begin(em) {
      if (!(await isAlone(em, id))) throw inProgress()
      // The answer may have been kept meanwhile, and its own change would fail the condition now.
      if (call.ctx.headers['if-match'] && (await findKeptAnswer(em, { id, request }))) throw inProgress()
    },
    async end(em, answer) {
      const data = await call.ctx.schemas?.output?.parseAsync(answer)
      if (!(await keep(em, { data }))) throw inProgress()
      isKept = true
    },
  })
  const kept = result.ok ? !isKept && { data: result.data } : finalRefusal(result.error)
  // The answer is right even if it cannot be kept.
  if (kept && !(await keep(em, kept).catch(() => true))) throw inProgress()
  return result
}

/**
 * The input as its schema reads it, so that neither spelling nor surface matters; as it came, if that is not valid.
 * Without the password that proves who asks, so that a repetition does not tell whether one is right. Others are hashed
 * with the secret, because whoever reads the digest could try common ones.
 */
async function canonicalInput({ ctx: { schemas, services }, getRawInput }: ProcedureCall) {
  const input = await getRawInput()
  const parse = async (schema: NonNullable<typeof schemas>['inputs'][number]) =>
    (await schema.safeParseAsync(input)).data ?? input
  const inputs = await Promise.all(schemas?.inputs.map(parse) ?? [])
  const hashed = (value: unknown) => createHmac('sha256', services.secrets[0]).update(`password:${value}`)
  return JSON.stringify(inputs, (name, value) => {
    if (name === 'current_password') return undefined
    return name.endsWith('password') ? hashed(value).digest('base64url') : value
  })
}

function replay<R>({ response }: RequestContext, { data, refusal }: Kept) {
  response.setHeader('Idempotent-Replayed', 'true')
  if (refusal) throw new DomainError(refusal.code, refusal.body)
  return { ok: true, data } as R
}

/** What the business has refused would be refused again; a wrong password, a race and all other refusals may pass. */
function finalRefusal(error: TRPCError): Kept | undefined {
  const { cause } = toTRPCError(error)
  const mayPass =
    cause instanceof Overtaken || !(cause instanceof DomainError) || 'current_password' in cause.body
  return mayPass ? undefined : { refusal: { code: cause.code, body: cause.body } }
}
