import { z } from 'zod'
import { User } from '../../../entities/accounts/user.ts'
import { userDetail } from '../../../entities/accounts/users.ts'
import { temporaryPasswordExpiry } from '../../../src/accounts/password-policy.ts'
import { roles } from '../../../src/accounts/permissions.ts'
import { conflict } from '../../../src/errors.ts'
import type { OperatorAction, SecurityEvent } from '../../../src/logs/events.ts'
import { checkOpen, endSession, passwordsElsewhere, sessionId } from '../../accounts/account.ts'
import { longestPassword } from '../../accounts/auth.ts'
import { checkUnchanged } from '../../endpoints/conditional.ts'
import { reason, recorded, replacing } from '../../endpoints/operator-change.ts'
import { ById, lockOne, showOne } from '../../endpoints/resource.ts'
import { checkConfirmed, confirmPassword } from '../../gate/confirmation.ts'
import { operatorChange, router } from '../../gate/procedure.ts'
import type { AuthenticatedContext } from '../../ports/context.ts'
import { permissionDenied } from '../../ports/refusals.ts'
import type { Passwords } from '../../ports/sessions.ts'
import { boolean, choice, email, label, password } from '../../schema/fields.ts'
import { output } from '../../schema/output.ts'
import { detail, UserDetail, UserState } from './user-queries.ts'

/** A temporary password, never shown again; null if an identity provider keeps the passwords. */
const WithPassword = UserDetail.extend({ password: z.string().nullable() })

const Reasoned = ById.extend({ reason: reason() })

type UserChange = {
  action: OperatorAction
  id: string
  reason: string
  /** The columns that change. */
  changes?: Partial<User>
}

/**
 * 403 unless the caller is a superuser. Only superusers may change superusers or grant and remove the flag; otherwise
 * any ADMIN could become one.
 */
const checkIsSuperuser = ({ caller }: AuthenticatedContext) => {
  if (!caller.is_superuser) throw permissionDenied()
}

/** What can be done to machines, too. */
const ofMachines: OperatorAction[] = ['users.set_role', 'users.deactivate', 'users.reactivate']

/** Locks the user, lets the verb change them, logs the action, and shows the changed user. */
const change = (
  ctx: AuthenticatedContext,
  { action, id, reason, changes }: UserChange,
  verb: (user: User) => void = (user) => Object.assign(user, changes),
) =>
  recorded(ctx, [id], async (em, record) => {
    const user = await lockOne(em, User, ofMachines.includes(action) ? { id } : { id, kind: 'PERSON' })
    if (user.is_superuser) checkIsSuperuser(ctx)
    await checkUnchanged(ctx, UserState, () => showOne(em, userDetail, id))
    const details = changes && replacing(user, changes)
    verb(user)
    await record({ action, target: user.email, details, reason })
    return detail(em, id)
  })

/** Like `change`, for a change that ends all sessions of the user, which the security log records as the event. */
const endAll = async (
  ctx: AuthenticatedContext,
  { event = 'session_end', ...given }: UserChange & { event?: SecurityEvent },
  verb: (user: User) => void,
) => {
  const changed = await change(ctx, given, verb)
  ctx.services.securityLog.record(event, ctx, { target: given.id })
  return changed
}

/** Makes a temporary password for the user (D46). */
async function temporaryPassword(passwords: Passwords, now: Date) {
  const password = passwords.generate()
  return { password, hash: await passwords.hash(password), expires: temporaryPasswordExpiry(now) }
}

/** 409 for the caller's own account, because they could not undo a mistake. */
const refuseOnSelf = (ctx: AuthenticatedContext, id: string, what: string) => {
  if (ctx.caller.id === id) throw conflict(`You cannot ${what}; ask another administrator.`)
}

/** What operators do to users. */
export const userChangesRouter = router({
  /** Confirms the caller's own password, as the changes of rights and passwords below require (D46). */
  confirm: operatorChange
    .input(z.object({ password: password(longestPassword) }))
    .output(z.object({ confirmed_until: output.instant() }))
    .mutation(async ({ ctx, input }) => ({
      confirmed_until: (await confirmPassword(ctx, input.password)).toISOString(),
    })),

  create: operatorChange
    .input(
      z.object({
        email: email(),
        given_name: label(150).optional(),
        family_name: label(150).optional(),
        role: choice(roles),
        is_staff: boolean().optional(),
        is_superuser: boolean().optional(),
        reason: reason(),
      }),
    )
    .output(WithPassword)
    .mutation(async ({ ctx, input: { reason, ...fields } }) => {
      if (fields.is_superuser) checkIsSuperuser(ctx)
      await checkConfirmed(ctx)
      const { passwords } = ctx.services
      const given = passwords && (await temporaryPassword(passwords, ctx.now))
      const secret = { password_hash: given?.hash ?? null, password_expires_at: given?.expires ?? null }
      return recorded(ctx, [], async (em, record) => {
        const user = em.create(User, { ...fields, ...secret, date_joined: ctx.now })
        const { email, ...details } = fields
        await record({ action: 'users.create', target: email, details, reason })
        return { ...(await detail(em, user.id)), password: given?.password ?? null }
      })
    }),

  set_role: operatorChange
    .input(Reasoned.extend({ role: choice(roles) }))
    .output(UserDetail)
    .mutation(async ({ ctx, input: { role, ...input } }) => {
      refuseOnSelf(ctx, input.id, 'change your own role')
      await checkConfirmed(ctx)
      return change(ctx, { action: 'users.set_role', ...input, changes: { role } }, (user) =>
        user.setRole(role),
      )
    }),

  set_flags: operatorChange
    .input(Reasoned.extend({ is_staff: boolean().optional(), is_superuser: boolean().optional() }))
    .output(UserDetail)
    .mutation(async ({ ctx, input: { id, reason, ...flags } }) => {
      if (flags.is_superuser !== undefined) checkIsSuperuser(ctx)
      if (flags.is_staff === false) refuseOnSelf(ctx, id, 'take the staff flag from yourself')
      if (flags.is_superuser === false) refuseOnSelf(ctx, id, 'take the superuser flag from yourself')
      await checkConfirmed(ctx)
      return change(ctx, { action: 'users.set_flags', id, reason, changes: flags })
    }),

  /** Gives the user a temporary password and ends their sessions. */
  set_password: operatorChange
    .input(Reasoned)
    .output(WithPassword)
    .mutation(async ({ ctx, input }) => {
      const { passwords } = ctx.services
      if (!passwords) throw passwordsElsewhere()
      if (ctx.caller.id === input.id)
        throw conflict('Change your own password under Your account, which asks for the current one.')
      await checkConfirmed(ctx)
      const given = await temporaryPassword(passwords, ctx.now)
      const reset = { action: 'users.set_password', event: 'password_change', ...input } as const
      const changed = await endAll(ctx, reset, (user) => user.setTemporaryPassword(given.hash, given.expires))
      return { ...changed, password: given.password }
    }),

  deactivate: operatorChange
    .input(Reasoned)
    .output(UserDetail)
    .mutation(({ ctx, input }) => {
      refuseOnSelf(ctx, input.id, 'deactivate yourself')
      return endAll(ctx, { action: 'users.deactivate', ...input }, (user) => user.deactivate())
    }),

  reactivate: operatorChange
    .input(Reasoned)
    .output(UserDetail)
    .mutation(({ ctx, input }) =>
      change(ctx, { action: 'users.reactivate', ...input }, (user) => user.activate()),
    ),

  end_session: operatorChange
    .input(Reasoned.extend({ session_id: sessionId() }))
    .output(z.void())
    .mutation(async ({ ctx, input: { id, session_id, reason } }) => {
      await recorded(ctx, [], async (em, record) => {
        const { email, is_superuser } = await showOne(em, userDetail, id)
        if (is_superuser) checkIsSuperuser(ctx)
        await checkOpen(ctx, id, session_id)
        await record({ action: 'users.end_session', target: email, details: { session_id }, reason })
      })
      // After the commit, because an end that Redis does not take, or of the caller's own session, must keep its entry.
      await endSession(ctx, id, session_id)
    }),

  /** Ends every session of the user, listed or not. */
  end_sessions: operatorChange
    .input(Reasoned)
    .output(UserDetail)
    .mutation(({ ctx, input }) =>
      endAll(ctx, { action: 'users.end_sessions', ...input }, (user) => user.endSessions()),
    ),
})
