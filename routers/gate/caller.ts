import { isRevoked } from '../../entities/accounts/machines.ts'
import { type Caller, findCaller } from '../../entities/accounts/users.ts'
import type { Em } from '../../entities/connection/em.ts'
import type { RequestContext, SignedIn } from '../ports/context.ts'
import {
  invalidMachineToken,
  invalidToken,
  notAuthenticated,
  permissionDenied,
  SessionOver,
} from '../ports/refusals.ts'
import type { Claims } from '../ports/sessions.ts'
import { type AskedCall, checkMachine, identifyMachine } from './machines.ts'

/** The user behind a valid access cookie or token whose session has not ended; otherwise 401. */
export async function findLivingCaller(call: AskedCall): Promise<SignedIn> {
  const { ctx } = call
  await identifyMachine(call)
  const machine = machineOf(ctx)
  if (machine) return checkMachine(ctx, machine.key)
  if (await sessionIsEnded(ctx)) throw new SessionOver()
  return findActiveCaller(ctx)
}

/** The user behind a valid access cookie or token, read from the primary (D20); otherwise 401. */
export async function findActiveCaller({ credentials, services }: RequestContext): Promise<SignedIn> {
  const { em } = services.orm
  if (credentials.state === 'none') throw notAuthenticated('Authentication credentials were not provided.')
  if (credentials.state === 'unverifiable') throw credentials.cause
  if (credentials.state === 'invalid') throw invalidToken()
  if (credentials.state === 'token') throw invalidMachineToken()
  if (credentials.state === 'expired') throw await whyExpired(em, credentials)
  if (credentials.machine) return { ...credentials.machine.caller, sessionId: credentials.sessionId }
  const caller = await findCaller(em, credentials.userId, credentials.sessionId)
  if (!caller) throw new SessionOver('User not found')
  if (!caller.is_active) throw new SessionOver('User is inactive')
  if (caller.is_over || caller.session_epoch !== credentials.epoch) throw new SessionOver()
  return { ...caller, sessionId: credentials.sessionId }
}

/** The refusal of an expired token. The user only decides in which scope it counts. */
async function whyExpired(em: Em, { userId, sessionId, epoch }: Claims) {
  const user = await findCaller(em, userId, sessionId).catch(() => 'unknown' as const)
  if (user === 'unknown') return invalidToken()
  return user?.is_active && !user.is_over && user.session_epoch === epoch ? invalidToken() : new SessionOver()
}

/** Undefined while Redis does not answer; the caller's user record says it too (D54). */
export const sessionIsEnded = async (ctx: RequestContext) =>
  'sessionId' in ctx.credentials &&
  !machineOf(ctx) &&
  ctx.services.sessions.isEnded(ctx.credentials.sessionId)

export const machineOf = ({ credentials }: RequestContext) =>
  credentials.state === 'valid' ? credentials.machine : undefined

/**
 * 401 or 403 for a caller who has lost their session or rights since they were admitted; with `outlives`, an end of the
 * session alone does not matter.
 */
export async function checkRights(em: Em, caller: SignedIn, { outlives = false } = {}) {
  const now = await findCaller(em, caller.id, outlives ? null : caller.sessionId)
  if (!now?.is_active || now.is_over || now.session_epoch !== caller.session_epoch) throw new SessionOver()
  if (rightsOf(now) !== rightsOf(caller)) throw permissionDenied()
  if (caller.kind === 'MACHINE' && (await isRevoked(em, caller.sessionId))) throw invalidMachineToken()
}

export const rightsOf = ({ role, is_staff, is_superuser }: Caller) => [role, is_staff, is_superuser].join()
