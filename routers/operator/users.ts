import { z } from 'zod'
import type { Em } from '../../entities/orm.ts'
import { readEmployeesOf, userDetail, userList } from '../../entities/reads/users.ts'
import { User, userOrderings } from '../../entities/user.ts'
import { conflict, invalid, notFound } from '../../src/errors.ts'
import type { OperatorAction } from '../../src/operators/actions.ts'
import { roles } from '../../src/permissions.ts'
import { longestPassword } from '../auth.ts'
import type { AuthenticatedContext } from '../gate/context.ts'
import { operatorChange, overseerQuery, router } from '../gate/procedure.ts'
import { permissionDenied } from '../gate/refusals.ts'
import { boolean, choice, email, output, password, text } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { pageInput, pageOf, paginate } from '../schema/page.ts'
import { ById, lockOne, showOne } from '../schema/resource.ts'
import { Session } from '../schema/system.ts'
import { reason, recorded } from './change.ts'

const UserRow = z.object({
  id: output.id(),
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  role: z.enum(roles),
  is_active: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  email_verified: z.boolean(),
  has_password: z.boolean(),
  date_joined: output.instant(),
  last_login: output.instant().nullable(),
})

const UserDetail = UserRow.extend({
  /** Employees whose email is the user's. */
  employees: z.array(z.object({ id: output.id(), name: z.string(), employee_number: z.string() })),
})

const Reasoned = ById.extend({ reason: reason() })

async function detail(em: Em, id: string) {
  const user = await showOne(em, userDetail, id)
  return { ...user, employees: await readEmployeesOf(em, user.email) }
}

/** The recorded sessions, except those that have ended since: at logout, or because a token was used twice. */
async function openSessions({ services, now }: AuthenticatedContext, userId: string) {
  const recorded = await services.sessionRecords.list(userId, now)
  const ended = await services.sessions.endedAmong(recorded.map(({ id }) => id))
  return recorded.filter(({ id }) => !ended.has(id))
}

type Change = { action: OperatorAction; id: string; reason: string; details?: Record<string, unknown> }

/** 403: only superusers give and take their flag and change each other, or any ADMIN could become one. */
const checkIsSuperuser = ({ caller }: AuthenticatedContext) => {
  if (!caller.is_superuser) throw permissionDenied()
}

/** Locks the user, lets the verb change them, logs the action, and shows the changed user. */
const change = (
  ctx: AuthenticatedContext,
  { action, id, reason, details }: Change,
  verb: (user: User) => void,
) =>
  recorded(ctx, async (em, record) => {
    const user = await lockOne(em, User, id)
    if (user.is_superuser) checkIsSuperuser(ctx)
    verb(user)
    await record({ action, target: user.email, details, reason })
    return detail(em, id)
  })

/** 409: somebody who did this to themselves by mistake could not undo it. */
const refuseOnSelf = (ctx: AuthenticatedContext, id: string, what: string) => {
  if (ctx.caller.id === id) throw conflict(`You cannot ${what}; ask another administrator.`)
}

export const usersRouter = router({
  list: overseerQuery
    .input(
      pageInput(userOrderings).extend({
        search: filters.text(),
        role: filters.choice(roles),
        is_active: filters.boolean(),
        is_staff: filters.boolean(),
      }),
    )
    .output(pageOf(UserRow))
    .query(({ ctx, input }) => paginate(ctx, input, userList(input))),

  get: overseerQuery
    .input(ById)
    .output(UserDetail)
    .query(({ ctx, input }) => detail(ctx.em, input.id)),

  /** The password is required unless an identity provider keeps the passwords. */
  create: operatorChange
    .input(
      z.object({
        email: email(),
        given_name: text(150).optional(),
        family_name: text(150).optional(),
        role: choice(roles),
        password: password(longestPassword).optional(),
        is_staff: boolean().optional(),
        is_superuser: boolean().optional(),
        reason: reason(),
      }),
    )
    .output(UserDetail)
    .mutation(async ({ ctx, input: { password, reason, ...fields } }) => {
      if (fields.is_superuser) checkIsSuperuser(ctx)
      if (password === undefined && ctx.system.authMode === 'local')
        throw invalid('password', 'This field is required.')
      const password_hash = password === undefined ? null : await ctx.system.hashPassword(password)
      return recorded(ctx, async (em, record) => {
        const user = em.create(User, { ...fields, password_hash, date_joined: ctx.now })
        const { email, ...details } = fields
        await record({ action: 'users.create', target: email, details, reason })
        return detail(em, user.id)
      })
    }),

  set_role: operatorChange
    .input(Reasoned.extend({ role: choice(roles) }))
    .output(UserDetail)
    .mutation(({ ctx, input: { role, ...input } }) => {
      refuseOnSelf(ctx, input.id, 'change your own role')
      return change(ctx, { action: 'users.set_role', ...input, details: { role } }, (user) => {
        user.role = role
      })
    }),

  set_flags: operatorChange
    .input(Reasoned.extend({ is_staff: boolean().optional(), is_superuser: boolean().optional() }))
    .output(UserDetail)
    .mutation(({ ctx, input: { id, reason, ...flags } }) => {
      if (flags.is_superuser !== undefined) checkIsSuperuser(ctx)
      if (flags.is_staff === false) refuseOnSelf(ctx, id, 'take the staff flag from yourself')
      if (flags.is_superuser === false) refuseOnSelf(ctx, id, 'take the superuser flag from yourself')
      return change(ctx, { action: 'users.set_flags', id, reason, details: flags }, (user) => {
        Object.assign(user, flags)
      })
    }),

  /** Ends the user's sessions. */
  set_password: operatorChange
    .input(Reasoned.extend({ password: password(longestPassword) }))
    .output(UserDetail)
    .mutation(async ({ ctx, input: { password, ...input } }) => {
      if (ctx.system.authMode === 'oidc') throw conflict('The identity provider keeps the passwords.')
      const hash = await ctx.system.hashPassword(password)
      return change(ctx, { action: 'users.set_password', ...input }, (user) => user.setPassword(hash))
    }),

  deactivate: operatorChange
    .input(Reasoned)
    .output(UserDetail)
    .mutation(({ ctx, input }) => {
      refuseOnSelf(ctx, input.id, 'deactivate yourself')
      return change(ctx, { action: 'users.deactivate', ...input }, (user) => user.deactivate())
    }),

  reactivate: operatorChange
    .input(Reasoned)
    .output(UserDetail)
    .mutation(({ ctx, input }) =>
      change(ctx, { action: 'users.reactivate', ...input }, (user) => user.activate()),
    ),

  /** The user's open sessions, most recently used first; their addresses are for those who may end them. */
  sessions: overseerQuery
    .meta({ access: 'act_as_admin' })
    .input(ById)
    .output(z.object({ sessions: z.array(Session.extend({ is_current: z.boolean() })) }))
    .query(async ({ ctx, input }) => {
      await showOne(ctx.em, userDetail, input.id)
      const sessions = await openSessions(ctx, input.id)
      return {
        sessions: sessions.map((one) => ({ ...one, is_current: one.id === ctx.caller.sessionId })),
      }
    }),

  end_session: operatorChange
    .input(Reasoned.extend({ session_id: text(100) }))
    .output(z.void())
    .mutation(({ ctx, input: { id, session_id, reason } }) =>
      recorded(ctx, async (em, record) => {
        const { email, is_superuser } = await showOne(em, userDetail, id)
        if (is_superuser) checkIsSuperuser(ctx)
        const open = await openSessions(ctx, id)
        if (!open.some((session) => session.id === session_id)) throw notFound()
        await record({ action: 'users.end_session', target: email, details: { session_id }, reason })
        await ctx.services.sessions.end(session_id)
        await ctx.services.sessionRecords.forget(session_id)
      }),
    ),

  /** Ends every session of the user, listed or not. */
  end_sessions: operatorChange
    .input(Reasoned)
    .output(UserDetail)
    .mutation(({ ctx, input }) =>
      change(ctx, { action: 'users.end_sessions', ...input }, (user) => user.endSessions()),
    ),
})
